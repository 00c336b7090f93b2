//! Notation for games that are made for a test.

use solveig_game::{Move, NotationError};

/// Reads the code of a move at the beginning of a text.
pub fn code(text: &str) -> Result<(Move, usize), NotationError> {
    let length = text
        .find(|one: char| !one.is_ascii_digit())
        .unwrap_or(text.len());
    match text[..length].parse() {
        Ok(code) => Ok((Move(code), length)),
        Err(_) => Err(NotationError::new(text, 0, "expected the code of a move")),
    }
}

/// Implements `Symmetric` and `Notation` for a game without symmetries: moves are written as their
/// codes, positions as `Debug` writes them.
#[macro_export]
macro_rules! write_by_codes {
    ($game:ty) => {
        impl ::solveig_game::Symmetric for $game {}

        impl ::solveig_game::Notation for $game {
            fn format_move(&self, written: ::solveig_game::Move) -> String {
                written.0.to_string()
            }

            fn parse_move(
                &self,
                text: &str,
            ) -> Result<(::solveig_game::Move, usize), ::solveig_game::NotationError> {
                $crate::notation::code(text)
            }

            fn render(&self, position: &Self::Position, _: bool) -> String {
                format!("{position:?}")
            }

            fn tie_break_rule(&self) -> String {
                "in the order of the codes".to_owned()
            }
        }
    };
}
