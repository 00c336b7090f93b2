//! Conformance tests: the laws of the [`Game`](solveig_game::Game) trait, checked for any game by
//! one macro.
//!
//! ```
//! # use solveig_game::*;
//! # #[derive(Clone)]
//! # struct Nim { heap: u16 }
//! # impl Game for Nim {
//! #     type Position = u16;
//! #     fn spec(&self) -> String { format!("nim:{}", self.heap) }
//! #     fn start(&self) -> u16 { self.heap }
//! #     fn legal_moves(&self, left: &u16, moves: &mut Vec<Move>) {
//! #         moves.extend((1..=3.min(*left)).map(Move));
//! #     }
//! #     fn play_unchecked(&self, left: &u16, taken: Move) -> u16 { left - taken.0 }
//! #     fn terminal_value(&self, left: &u16) -> Option<Value> { (*left == 0).then_some(-1) }
//! #     fn value_range(&self) -> ValueRange { ValueRange::symmetric(1) }
//! #     fn level(&self, left: &u16) -> u32 { u32::from(self.heap - left) }
//! #     fn max_level(&self) -> u32 { u32::from(self.heap) }
//! # }
//! #
//! # impl Keyed for Nim {
//! #     type Key = u64;
//! #     fn key(&self, left: &u16) -> u64 { u64::from(*left) }
//! #     fn position(&self, key: u64) -> Result<u16, InvalidKey> {
//! #         let left = u16::try_from(key).ok().filter(|left| *left <= self.heap);
//! #         left.ok_or(InvalidKey(key.into()))
//! #     }
//! #     fn key_bits(&self) -> u32 { 16 }
//! #     fn move_codes(&self) -> u16 { 4 }
//! # }
//! #
//! # impl Symmetric for Nim {}
//! #
//! # impl Notation for Nim {
//! #     fn tie_break_rule(&self) -> String { "fewer first".into() }
//! #     fn format_move(&self, taken: Move) -> String { taken.0.to_string() }
//! #     fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
//! #         match text.chars().next() {
//! #             Some(digit @ '1'..='3') => Ok((Move(digit as u16 - '0' as u16), 1)),
//! #             _ => Err(NotationError::new(text, 0, "expected 1, 2 or 3")),
//! #         }
//! #     }
//! #     fn render(&self, left: &u16, _: bool) -> String { format!("{left} left") }
//! # }
//! // In the tests of a game:
//! solveig_conformance::conforms!(nim_of_seven, Nim { heap: 7 });
//!
//! // All laws in one call, without the macro:
//! solveig_conformance::check(&Nim { heap: 7 });
//! ```
//!
//! A violated law panics and names the play that violates it. Plays are random, from fixed seeds,
//! so failures are reproducible.

mod history;
mod keys;
mod notation;
mod plays;
mod rules;
mod symmetry;

pub use history::*;
pub use keys::*;
pub use notation::*;
pub use rules::*;
pub use symmetry::*;

/// Generates a module of tests for `$game`, one test per law.
#[macro_export]
macro_rules! conforms {
    ($module:ident, $game:expr) => {
        #[cfg(test)]
        mod $module {
            use super::*;

            $crate::conforms!(@tests $game);
        }
    };
    (@$use:ident $game:expr) => {
        $crate::conforms! { @$use $game;
            the_game_ends_where_no_move_is_left
            moves_are_distinct_and_have_codes_in_range
            illegal_moves_are_refused
            levels_follow_their_rule
            forced_passes_stand_alone
            immediate_wins_win
            keys_lead_back_to_their_positions
            keys_tell_positions_apart
            numbers_that_are_no_keys_are_refused
            moves_are_written_and_read_back
            move_lists_lead_back
            hostile_text_is_an_error
            drawings_have_no_trailing_space
            the_spec_names_the_game
            symmetries_form_a_group
            symmetries_keep_the_rules
            representatives_have_the_least_key_of_their_class
            keys_of_representatives_are_theirs
            histories_have_the_repetition_keys_of_the_play
        }
    };
    (@tests $game:expr; $($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                $crate::$law(&$game);
            }
        )*
    };
    (@calls $game:expr; $($law:ident)*) => {
        $($crate::$law($game);)*
    };
}

/// Checks all laws, one after another.
///
/// # Panics
///
/// Panics if the game violates a law.
pub fn check<G: solveig_game::Symmetric + solveig_game::Notation>(game: &G) {
    conforms!(@calls game);
}
