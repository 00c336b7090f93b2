//! Hypotheses about positions at the first cut that somebody else gives, and what follows from
//! them.
//!
//! Takizawa (2023, section 4) published such a list for 8x8 Othello: bounds on 2,587 positions with
//! 50 empty squares. Nothing here proves a hypothesis. `list` reads a list, `graph` enumerates the
//! game above the cut by the checker's rules, `statements` backs the bounds up, `open` names the
//! lines of play whose bounds are missing, and `proofs` and `sufficient` find few hypotheses that
//! suffice. `conclusion` has the answer, by the checker's own derivation.

mod conclusion;
pub(crate) mod graph;
pub(crate) mod list;
mod open;
mod proofs;
mod statements;
mod sufficient;

pub use conclusion::{ClaimAnswer, ConclusionAnswer, SufficientOfEach, ValueClaim, conclude};
pub use open::{ListedBounds, OpenLine, Shortfall};
pub use sufficient::Sufficient;

use solveig_game::{Interval, Value, ValueRange};
use solveig_search::Window;

/// A hypothesis of a list: what a search of a window is said to find, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedHypothesis {
    /// The canonical key of the position.
    pub key: u128,
    /// The line of the list, from 1.
    pub line: u64,
    /// How often the position occurs in the games that its author counted; not used.
    pub count: u64,
    /// What the search of the window is said to return.
    pub score: Value,
    /// The window that was searched, for the side to move.
    pub window: Window,
}

impl ListedHypothesis {
    /// The bounds on the value that the hypothesis states: a score at or above the window says that
    /// the value is at least beta, one at or below it that it is at most alpha, and one inside is
    /// the value.
    pub fn bounds(&self, range: ValueRange) -> Interval {
        let Window { alpha, beta } = self.window;
        if self.score >= beta {
            Interval {
                lower: beta,
                upper: range.max,
            }
        } else if self.score <= alpha {
            Interval {
                lower: range.min,
                upper: alpha,
            }
        } else {
            Interval::exact(self.score)
        }
    }

    /// What is wrong with the numbers of a hypothesis of a game with values in `range`, if anything
    /// is: they are out of range, the window is empty, or the score is odd where no value is.
    pub fn problem(&self, range: ValueRange, even: bool) -> Option<String> {
        let ValueRange { min, max } = range;
        let Window { alpha, beta } = self.window;
        for (name, number) in [("score", self.score), ("alpha", alpha), ("beta", beta)] {
            if !range.contains(number) {
                return Some(format!(
                    "the {name} {number}: expected a number from {min} to {max}"
                ));
            }
        }
        if alpha >= beta {
            return Some(format!(
                "the window {alpha},{beta}: expected alpha to be less than beta"
            ));
        }
        if even && self.score % 2 != 0 {
            return Some(format!(
                "the score {}: expected an even number, as all values are on a board with an even \
                 number of squares",
                self.score
            ));
        }
        None
    }
}

/// The hypotheses of a list, about different positions, in the order of their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedHypotheses {
    rows: Vec<ListedHypothesis>,
    range: ValueRange,
}

impl ListedHypotheses {
    /// The hypotheses of a game with values in `range`.
    ///
    /// # Errors
    ///
    /// Fails with two of them that are about one position.
    pub fn new(
        mut rows: Vec<ListedHypothesis>,
        range: ValueRange,
    ) -> Result<Self, [ListedHypothesis; 2]> {
        rows.sort_unstable_by_key(|row| (row.key, row.line));
        match rows.windows(2).find(|pair| pair[0].key == pair[1].key) {
            Some(pair) => Err([pair[0], pair[1]]),
            None => Ok(Self { rows, range }),
        }
    }

    /// The values of the game.
    pub const fn range(&self) -> ValueRange {
        self.range
    }

    /// The hypotheses, in the order of their keys.
    pub fn rows(&self) -> &[ListedHypothesis] {
        &self.rows
    }

    /// The place of the hypothesis about the position with a canonical key, and its bounds.
    pub fn find(&self, key: u128) -> Option<(u32, Interval)> {
        let place = self.rows.binary_search_by_key(&key, |row| row.key).ok()?;
        Some((
            u32::try_from(place).ok()?,
            self.rows[place].bounds(self.range),
        ))
    }
}
