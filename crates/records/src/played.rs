//! Moves of a record, and whose turn it is.

use std::time::Duration;

use crate::place::{Place, RecordError};

/// The name of a pass.
pub(crate) const PASS: &str = "pass";

/// A move that a record states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Whether Black plays it, the side that moves first.
    pub black: bool,
    /// A cell such as `f5`, `pass`, or `swap` in Hex.
    pub name: String,
    /// The time spent on it, if the record states it.
    pub time: Duration,
    /// Where the record states it.
    pub at: Place,
    /// Whether the same side moves next: it exchanged colours.
    pub keeps_turn: bool,
}

/// The names of moves, which must be in turn. Where passes may be left out, a side that moves twice
/// implies a pass of the other.
pub(crate) fn in_turn(
    moves: Vec<PlayedMove>,
    black_begins: bool,
    passes_are_implied: bool,
) -> Result<Vec<String>, RecordError> {
    let mut names: Vec<String> = Vec::new();
    let mut black_is_due = black_begins;
    for made in moves {
        if made.black != black_is_due {
            if !passes_are_implied || made.name == PASS || names.is_empty() {
                let [found, expected] = match made.black {
                    true => ["B", "W"],
                    false => ["W", "B"],
                };
                let problem = format!("it is not {found}'s turn; expected a move of {expected}");
                return Err(made.at.error(problem));
            }
            names.push(PASS.to_owned());
        }
        black_is_due = made.black == made.keeps_turn;
        names.push(made.name);
    }
    Ok(names)
}
