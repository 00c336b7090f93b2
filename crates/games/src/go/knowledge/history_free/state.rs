//! Boards without their history, seen by the side that is to win.

use solveig_game::{Symmetry, Value};

use super::territory::Secure;
use crate::go::Board;
use crate::go::board::points_of;
use crate::grid::{Grid, Position};

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
    /// Whether the last move was a pass.
    pub(super) passed: bool,
}

/// The key of a state, and of a board without what else a state has: the stones of the image with
/// the least key, and above them the rest.
pub(super) type Key = (u64, u64);

/// The rules as the search and the check need them, and the claim.
#[derive(Clone)]
pub(super) struct Rules {
    pub(super) board: Board,
    pub(super) grid: Grid,
    /// The least difference of areas, the winner's minus the loser's, that counts as a win.
    pub(super) target: Value,
}

impl Rules {
    /// A key's bits above the stones, at most 49.
    const ABOVE: u32 = 49;

    /// The key of the state, and the symmetry that maps the state to the image with that key.
    pub(super) fn key(&self, state: &State) -> (Key, Symmetry) {
        let board = Position {
            mover: state.winner,
            opponent: state.loser,
        };
        let (image, mut by) = self.grid.canonical(board);
        let mut ko = 0;
        if state.ko != 0 {
            // Symmetries of the board may move the ko.
            let all = (0..self.grid.symmetries()).map(Symmetry);
            let least = all.filter(|by| self.grid.transform(board, *by) == image);
            let place = |by| u64::from(self.grid.square_image(state.ko.trailing_zeros(), by));
            let kos = least.map(|by| (place(by), by.0));
            if let Some((point, to)) = kos.min() {
                (ko, by) = (point + 1, Symmetry(to));
            }
        }
        let flags = 1 | u64::from(state.winner_moves) << 1 | u64::from(state.passed) << 2;
        let key = (
            image.mover | ko << Self::ABOVE,
            image.opponent | flags << Self::ABOVE,
        );
        (key, by)
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

    /// The key of a board alone.
    pub(super) fn board_key(&self, winner: u64, loser: u64) -> Key {
        let board = Position {
            mover: winner,
            opponent: loser,
        };
        let image = self.grid.canonical(board).0;
        (image.mover, image.opponent)
    }

    /// The state after a pass.
    pub(super) const fn pass(state: &State) -> State {
        State {
            ko: 0,
            winner_moves: !state.winner_moves,
            passed: true,
            ..*state
        }
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

    /// Whether the loser keeps too much for the claim. Only the search asks, which may give up a
    /// state without harm.
    pub(super) fn hopeless(&self, state: &State) -> bool {
        let secure = Secure::of(&self.board, state.loser);
        secure.score(&self.board) > -self.target
    }
}
