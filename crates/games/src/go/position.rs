//! Positions of Go with their history.

use std::hash::{Hash, Hasher};

use super::history::{History, Situation};
use super::{Colour, LongCycle};

/// The stones on the board, the side to move, the number of trailing passes, what basic ko forbids,
/// and the history.
///
/// Equality and hash ignore the history, on which the legal moves may depend: see
/// [`GameExt::depends_on_history`](solveig_game::GameExt::depends_on_history).
#[derive(Clone, Debug)]
pub struct GoPosition {
    pub(super) stones: [u64; 2],
    pub(super) to_move: Colour,
    pub(super) passes: u8,
    /// Whether a stone was ever removed, by capture or suicide. If not, each earlier board is a
    /// subset of the present one.
    pub(super) removed: bool,
    pub(super) plies: u32,
    /// Black's stones played so far less White's. Boards are equal only if as many stones of each
    /// side were captured as it played in between, so this shows who captured more.
    pub(super) balance: i32,
    /// The point that basic ko forbids, as one bit, or 0.
    pub(super) ko: u64,
    pub(super) cycle: Option<LongCycle>,
    pub(super) earlier: History,
}

impl GoPosition {
    /// A position without history.
    pub(super) fn new(stones: [u64; 2], to_move: Colour, passes: u8) -> Self {
        Self {
            stones,
            to_move,
            passes,
            removed: false,
            plies: 0,
            balance: 0,
            ko: 0,
            cycle: None,
            earlier: History::default(),
        }
    }

    /// The stones of one colour, a bit for each point.
    #[inline]
    pub const fn stones(&self, colour: Colour) -> u64 {
        self.stones[colour as usize]
    }

    /// The points that hold a stone.
    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The side to move.
    #[inline]
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The number of trailing passes: 0, 1, or 2 where the game is over.
    #[inline]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The number of moves from the start, or from the board that the play was set up with.
    #[inline]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// How the last move ended the game under the long-cycle rule, if it did.
    #[inline]
    pub const fn cycle(&self) -> Option<LongCycle> {
        self.cycle
    }

    /// Whether the game is over.
    #[inline]
    pub(super) const fn is_over(&self) -> bool {
        self.passes >= 2 || self.cycle.is_some()
    }

    /// The earlier situations, the latest first, without the present one. A pass adds an entry only
    /// under situational superko.
    #[inline]
    pub fn history(&self) -> impl Iterator<Item = &Situation> {
        self.earlier.iter()
    }

    /// The present board and side to move.
    #[inline]
    pub const fn situation(&self) -> Situation {
        Situation {
            stones: self.stones,
            to_move: self.to_move,
            plies: self.plies,
            balance: self.balance,
        }
    }

    /// The stones of the side to move and of its opponent.
    #[inline]
    pub(super) const fn own_and_other(&self) -> (u64, u64) {
        (
            self.stones(self.to_move),
            self.stones(self.to_move.opponent()),
        )
    }

    const fn without_history(&self) -> ([u64; 2], Colour, u8, u64, Option<LongCycle>) {
        let Self {
            stones,
            to_move,
            passes,
            ko,
            cycle,
            ..
        } = *self;
        (stones, to_move, passes, ko, cycle)
    }
}

impl PartialEq for GoPosition {
    fn eq(&self, other: &Self) -> bool {
        self.without_history() == other.without_history()
    }
}

impl Eq for GoPosition {}

impl Hash for GoPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.without_history().hash(state);
    }
}
