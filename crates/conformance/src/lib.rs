//! Conformance tests: the laws of the [`Game`](solveig_game::Game) trait, checked for any game by
//! one macro.
//!
//! ```
//! # use solveig_game::*;
//! # #[derive(Clone)]
//! # struct Nim { heap: u16 }
//! # impl Game for Nim {
//! #     type Position = u16;
//! #     type Key = u64;
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
//! #     fn key(&self, left: &u16) -> u64 { u64::from(*left) }
//! #     fn position(&self, key: u64) -> Result<u16, InvalidKey> {
//! #         let left = u16::try_from(key).ok().filter(|left| *left <= self.heap);
//! #         left.ok_or(InvalidKey(key.into()))
//! #     }
//! #     fn key_bits(&self) -> u32 { 16 }
//! #     fn move_codes(&self) -> u16 { 4 }
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

pub use history::{
    histories_have_the_repetition_keys_of_the_play, keys_of_representatives_are_theirs,
};
pub use keys::{
    keys_lead_back_to_their_positions, keys_tell_positions_apart,
    numbers_that_are_no_keys_are_refused,
};
pub use notation::{
    drawings_have_no_trailing_space, hostile_text_is_an_error, move_lists_lead_back,
    moves_are_written_and_read_back, the_spec_names_the_game,
};
pub use rules::{
    forced_passes_stand_alone, illegal_moves_are_refused, immediate_wins_win,
    levels_follow_their_rule, moves_are_distinct_and_have_codes_in_range, permanent_stones_stay,
    the_game_ends_where_no_move_is_left,
};
pub use symmetry::{
    representatives_have_the_least_key_of_their_class, symmetries_form_a_group,
    symmetries_keep_the_rules,
};

/// Generates a module of tests for `$game`, one test per law.
#[macro_export]
macro_rules! conforms {
    ($module:ident, $game:expr) => {
        #[cfg(test)]
        mod $module {
            use super::*;

            $crate::conforms!(@laws $game;
                the_game_ends_where_no_move_is_left
                moves_are_distinct_and_have_codes_in_range
                illegal_moves_are_refused
                levels_follow_their_rule
                forced_passes_stand_alone
                immediate_wins_win
                permanent_stones_stay
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
            );
        }
    };
    (@laws $game:expr; $($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                $crate::$law(&$game);
            }
        )*
    };
}

/// Checks all laws, one after another.
///
/// # Panics
///
/// Panics if the game violates a law.
pub fn check<G: solveig_game::Game>(game: &G) {
    the_game_ends_where_no_move_is_left(game);
    moves_are_distinct_and_have_codes_in_range(game);
    illegal_moves_are_refused(game);
    levels_follow_their_rule(game);
    forced_passes_stand_alone(game);
    immediate_wins_win(game);
    permanent_stones_stay(game);
    keys_lead_back_to_their_positions(game);
    keys_tell_positions_apart(game);
    numbers_that_are_no_keys_are_refused(game);
    moves_are_written_and_read_back(game);
    move_lists_lead_back(game);
    hostile_text_is_an_error(game);
    drawings_have_no_trailing_space(game);
    the_spec_names_the_game(game);
    symmetries_form_a_group(game);
    symmetries_keep_the_rules(game);
    representatives_have_the_least_key_of_their_class(game);
    keys_of_representatives_are_theirs(game);
    histories_have_the_repetition_keys_of_the_play(game);
}
