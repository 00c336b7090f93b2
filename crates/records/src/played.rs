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

/// The names of moves from a board, which must be in turn. Where passes may be left out, a side
/// that moves twice implies a pass of the other.
pub(crate) fn in_turn(
    moves: Vec<PlayedMove>,
    from: &str,
    passes_are_implied: bool,
) -> Result<Vec<String>, RecordError> {
    let mut names: Vec<String> = Vec::new();
    let mut black_is_due = !from.ends_with('O');
    for game_move in moves {
        if game_move.black != black_is_due {
            if !passes_are_implied || game_move.name == PASS || names.is_empty() {
                let [found, expected] = match game_move.black {
                    true => ["B", "W"],
                    false => ["W", "B"],
                };
                let problem = format!("it is not {found}'s turn; expected a move of {expected}");
                return Err(game_move.at.error(problem));
            }
            names.push(PASS.to_owned());
        }
        black_is_due = game_move.black == game_move.keeps_turn;
        names.push(game_move.name);
    }
    Ok(names)
}
