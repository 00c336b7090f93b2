//! Boards without their history, seen by the side that is to win.

use std::sync::Arc;

use arrayvec::ArrayVec;
use solveig_game::{Symmetry, Value};

use super::territory::Secure;
use crate::go::board::points_of;
use crate::go::{Board, Colour, GoPosition};
use crate::grid::Grid;

/// A board with what decides the legal moves if repetitions do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The winner's stones.
    pub(super) winner: u64,
    /// The loser's stones.
    pub(super) loser: u64,
    /// The point, as one bit, on which the side to move would retake a ko at once; or 0.
    pub(super) ko: u64,
    /// Whether the winner is to move.
    pub(super) winner_moves: bool,
    /// Whether the last move was a pass, so that another may end the game.
    pub(super) passed: bool,
}

impl State {
    /// A position as seen by the side that is to win.
    pub(super) fn of(position: &GoPosition, winner: Colour) -> Self {
        Self {
            winner: position.stones(winner),
            loser: position.stones(winner.opponent()),
            // To retake a ko makes a board of the history, which the check of strategies refuses.
            ko: 0,
            winner_moves: position.to_move() == winner,
            passed: position.passes() == 1,
        }
    }
}

/// The key of a state, and of a board without what else a state has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    /// The winner's stones in the least image, and above them the ko.
    pub(super) winner: u64,
    /// The loser's stones, and above them what else a state has, never 0, and a number of plies.
    pub(super) loser: u64,
}

impl Key {
    /// The first bit above the stones.
    const ABOVE: u32 = 49;

    /// The first bit of a number of plies.
    const PLIES: u32 = 52;

    /// The most plies that a key can have.
    pub(super) const MAX_PLIES: u16 = (1 << (u64::BITS - Self::PLIES)) - 2;

    /// The image of a state that has this key.
    pub(super) const fn state(self) -> State {
        let stones = (1 << Self::ABOVE) - 1;
        let flags = self.loser >> Self::ABOVE;
        State {
            winner: self.winner & stones,
            loser: self.loser & stones,
            ko: match self.winner >> Self::ABOVE {
                0 => 0,
                point => 1 << (point - 1),
            },
            winner_moves: flags & 2 != 0,
            passed: flags & 4 != 0,
        }
    }

    /// The key of a state and a number of plies.
    pub(super) const fn within(self, plies: u16) -> Self {
        Self {
            loser: self.loser | (plies as u64 + 1) << Self::PLIES,
            ..self
        }
    }
}

/// A move of a state: its point (one bit; 0 for a pass), and the state after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) point: u64,
    pub(super) state: State,
    pub(super) key: Key,
}

/// The moves of a state.
pub(super) type Children = ArrayVec<Child, { Board::MAX_POINTS as usize + 1 }>;

/// The rules as the search and the check need them, and the claim.
#[derive(Clone)]
pub(super) struct Rules {
    pub(super) board: Board,
    pub(super) grid: Grid,
    images: Images,
    /// The least difference of areas, the winner's minus the loser's, that counts as a win.
    pub(super) target: Value,
}

/// The images of sets of points under all symmetries, of which a board that is no square has each
/// twice.
#[derive(Clone)]
struct Images(Arc<[[[u64; 8]; 256]]>);

impl Images {
    fn new(grid: &Grid) -> Self {
        let bytes = grid.squares().div_ceil(8);
        let images = |byte: u32| {
            std::array::from_fn(|value| {
                let set = (value as u64) << (8 * byte) & grid.board();
                std::array::from_fn(|by| grid.image(set, Symmetry(by as u8 % grid.symmetries())))
            })
        };
        Self((0..bytes).map(images).collect())
    }

    fn of(&self, set: u64) -> [u64; 8] {
        let mut images = [0; 8];
        for (at, byte) in self.0.iter().enumerate() {
            let value = (set >> (8 * at)) as u8;
            for (image, part) in images.iter_mut().zip(&byte[usize::from(value)]) {
                *image |= part;
            }
        }
        images
    }
}

impl Rules {
    pub(super) fn new(board: &Board, grid: &Grid, target: Value) -> Self {
        Self {
            board: board.clone(),
            grid: grid.clone(),
            images: Images::new(grid),
            target,
        }
    }

    /// The key of the state, and the symmetry that maps the state to the image with that key.
    #[inline]
    pub(super) fn key(&self, state: &State) -> (Key, Symmetry) {
        let flags = 1 | u64::from(state.winner_moves) << 1 | u64::from(state.passed) << 2;
        let ko = match state.ko {
            0 => [0; 8],
            ko => self
                .images
                .of(ko)
                .map(|ko| u64::from(ko.trailing_zeros()) + 1),
        };
        self.least(state.winner, state.loser, ko, flags)
    }

    /// The key of a board alone.
    pub(super) fn board_key(&self, winner: u64, loser: u64) -> Key {
        self.least(winner, loser, [0; 8], 0).0
    }

    /// The least key of all images.
    #[inline]
    fn least(&self, winner: u64, loser: u64, ko: [u64; 8], flags: u64) -> (Key, Symmetry) {
        let (winner, loser) = (self.images.of(winner), self.images.of(loser));
        let (mut least, mut by) = (u128::MAX, 0);
        for at in 0..8 {
            let all =
                u128::from(winner[at]) << 64 | u128::from(loser[at]) << 8 | u128::from(ko[at]);
            if all < least {
                (least, by) = (all, at);
            }
        }
        let key = Key {
            winner: winner[by] | ko[by] << Key::ABOVE,
            loser: loser[by] | flags << Key::ABOVE,
        };
        (key, Symmetry(by as u8))
    }

    pub(super) fn image(&self, state: &State, by: Symmetry) -> State {
        let image = |set| match set {
            0 => 0,
            set => self.grid.image(set, by),
        };
        State {
            winner: image(state.winner),
            loser: image(state.loser),
            ko: image(state.ko),
            ..*state
        }
    }

    /// The symmetries that map one state to another.
    pub(super) fn maps(&self, from: &State, to: &State) -> impl Iterator<Item = Symmetry> {
        let all = (0..self.grid.symmetries()).map(Symmetry);
        all.filter(|by| self.image(from, *by) == *to)
    }

    /// The state after a pass. Where the winner must not end the game, it is none.
    pub(super) fn pass(&self, state: &State) -> State {
        State {
            ko: 0,
            winner_moves: !state.winner_moves,
            passed: state.winner_moves || self.ends_well(state),
            ..*state
        }
    }

    /// The state after a move: a stone on a point (one bit), or a pass, 0.
    pub(super) fn after(&self, state: &State, point: u64) -> State {
        match point {
            0 => self.pass(state),
            point => self.play(state, point),
        }
    }

    /// The moves of a state, as points and 0. None is a pass that would end the game, or by which
    /// the winner would let the loser end it badly.
    pub(super) fn moves(&self, state: &State) -> impl Iterator<Item = u64> + use<> {
        let may_pass = !state.passed && (!state.winner_moves || self.ends_well(state));
        may_pass.then_some(0).into_iter().chain(self.points(state))
    }

    /// The state after a stone on `point` (one bit), where it is legal.
    pub(super) fn play(&self, state: &State, point: u64) -> State {
        let (own, other) = match state.winner_moves {
            true => (state.winner, state.loser),
            false => (state.loser, state.winner),
        };
        let captured = self.board.captured(own, other, point);
        let (own, other) = (own | point, other & !captured);
        let around = self.board.adjacent(point);
        let retakes = captured.is_power_of_two() && around & !other == captured;
        let (winner, loser) = match state.winner_moves {
            true => (own, other),
            false => (other, own),
        };
        State {
            winner,
            loser,
            ko: if retakes { captured } else { 0 },
            winner_moves: !state.winner_moves,
            passed: false,
        }
    }

    /// The points on which the side to move may put a stone. A repetition is no reason against it,
    /// but for the ko.
    pub(super) fn points(&self, state: &State) -> impl Iterator<Item = u64> + use<> {
        let placeable = match state.winner_moves {
            true => self.board.placeable(state.winner, state.loser),
            false => self.board.placeable(state.loser, state.winner),
        };
        points_of(placeable & !state.ko)
    }

    /// The moves of a state, and the states after them.
    pub(super) fn children(&self, state: &State) -> Children {
        let child = |point| self.child(state, point);
        self.moves(state).map(child).collect()
    }

    /// The state after a move.
    #[inline]
    pub(super) fn child(&self, state: &State, point: u64) -> Child {
        let after = self.after(state, point);
        Child {
            point,
            state: after,
            key: self.key(&after).0,
        }
    }

    /// Whether the side to move may put a stone on a point without a stone and a ko.
    pub(super) fn is_legal(&self, state: &State, point: u64) -> bool {
        let (own, other) = match state.winner_moves {
            true => (state.winner, state.loser),
            false => (state.loser, state.winner),
        };
        self.board.suicide(own, other, point) == 0 || self.board.captured(own, other, point) != 0
    }

    /// Whether the winner's area is large enough if the game ends here.
    pub(super) fn ends_well(&self, state: &State) -> bool {
        self.board.area_score(state.winner, state.loser) >= self.target
    }

    /// The territory by which the winner gets what is claimed without a search, if it is enough.
    pub(super) fn won(&self, state: &State) -> Option<Secure> {
        let secure = Secure::of(&self.board, state.winner);
        let is_enough = secure.score(&self.board) >= self.target;
        // The loser can end the game at once by a pass.
        let ends = !state.winner_moves && state.passed;
        (is_enough && (!ends || self.ends_well(state))).then_some(secure)
    }
}
