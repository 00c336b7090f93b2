//! Random positions: of an artifact, or of random plays. The same seed gives the same ones.

mod draw;
mod plays;
mod records;

use std::fmt::Display;
use std::ops::RangeInclusive;

use solveig_format::{FormatError, Origin};
use solveig_game::{GameExt, InvalidKey, Move, Notation};

pub use draw::Draw;
pub use plays::Plays;
pub use records::{DrawnRecord, Records};

/// A position that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn<P> {
    /// The position.
    pub position: P,
    /// Whether the player who moves first in the play is to move; of a stored position as far as
    /// its level tells.
    pub first_to_move: bool,
    /// The moves of the play that led there; `None` of a stored position.
    pub played: Option<Vec<Move>>,
}

impl<P> Drawn<P> {
    /// The board, or the moves where values depend on them or boards are not written as text.
    pub fn text<G: Notation<Position = P>>(&self, game: &G) -> String {
        let board = game.format_board(&self.position, self.first_to_move);
        match (board, &self.played) {
            (Some(board), _) if !game.depends_on_history() => board,
            (_, None) => String::new(),
            (_, Some(played)) if played.is_empty() => "-".to_owned(),
            (_, Some(played)) => {
                let names = played.iter().map(|one| game.format_move(*one));
                names.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Error: positions cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// A file has not so many.
    #[error("{origin}: {found} positions {levels}have an exact value; expected {expected}")]
    TooFew {
        /// Where they would come from.
        origin: Origin,
        /// How many there are.
        found: u64,
        /// Of which levels: a phrase with a space behind it, or nothing.
        levels: String,
        /// How many were to be drawn.
        expected: u64,
    },
    /// Random plays lead to no others.
    #[error("{game}: drew {drawn} of {expected} positions: random plays bring no others")]
    NoOthers {
        /// The spec of the game.
        game: String,
        /// How many were drawn.
        drawn: u64,
        /// How many were to be drawn.
        expected: u64,
    },
    /// The file is damaged.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A stored key is that of no position.
    #[error("{origin}: level {level}: {error}")]
    Key {
        /// Where it is stored.
        origin: Origin,
        /// Its level.
        level: u32,
        /// What is wrong with it.
        error: InvalidKey,
    },
    /// The one who was told the progress stopped it.
    #[error("the drawing was stopped before it came to an end")]
    Stopped,
}

/// A phrase for levels, with a space behind it; nothing for all there may be.
fn of_levels(levels: &RangeInclusive<u32>) -> String {
    let phrase = |levels: &dyn Display| format!("of levels {levels} ");
    match (*levels.start(), *levels.end()) {
        (0, u32::MAX) => String::new(),
        (least, greatest) if least == greatest => phrase(&least),
        (least, greatest) => phrase(&format!("{least}-{greatest}")),
    }
}
