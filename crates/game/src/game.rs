//! The rules of a game, the trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{ConnectionGame, Move, RepetitionRule, Value, ValueRange};

/// How levels change with moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelRule {
    /// Every move raises the level, except a forced pass, which keeps it. Positions cannot repeat,
    /// and the game can be solved level by level.
    Rising,
    /// Moves may keep or lower the level, as captures in Go do: nothing is deduced from levels.
    NonMonotone,
}

/// The rules of a two-player, zero-sum, perfect-information game (Takizawa 2026, section 2.1).
///
/// A program also needs [`Keyed`](crate::Keyed), [`Symmetric`](crate::Symmetric) and
/// [`Notation`](crate::Notation); [`GameExt`](crate::GameExt) adds methods that follow for every
/// game. `examples/domineering.rs` in the repository is a complete game in one file.
///
/// # Contract
///
/// - [`legal_moves`](Self::legal_moves) lists each legal move once, in tie-break order (TB of
///   Takizawa 2026), and none exactly where [`terminal_value`](Self::terminal_value) returns a
///   utility.
/// - A pass that the rules force is the only legal move, and
///   [`is_forced_pass`](Self::is_forced_pass) is true there. A forced pass never follows another.
///
/// `solveig-conformance` tests the contracts of all four traits.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position: everything the rules need, from the view of the side to move.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The spec string that names this game with its parameters: `othello:6x6`.
    fn spec(&self) -> String;

    /// The position a play starts from.
    fn start(&self) -> Self::Position;

    /// Appends the legal moves of `position` to `moves`, in the order that breaks ties.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Move>);

    /// The position after a legal move; unspecified for an illegal one.
    fn play_unchecked(&self, position: &Self::Position, played: Move) -> Self::Position;

    /// The utility of a finished game for the side to move; `None` while the game goes on.
    fn terminal_value(&self, position: &Self::Position) -> Option<Value>;

    /// The least and greatest utility of a finished game.
    fn value_range(&self) -> ValueRange;

    /// The level of a position, such as its number of discs; see [`level_rule`](Self::level_rule).
    fn level(&self, position: &Self::Position) -> u32;

    /// An upper bound on the level of any position of the game.
    fn max_level(&self) -> u32;

    /// Whether the game can end with utility 0, given that 0 is in the [range](Self::value_range).
    fn has_draws(&self) -> bool {
        true
    }

    /// How levels change along a play.
    fn level_rule(&self) -> LevelRule {
        LevelRule::Rising
    }

    /// Whether the rules force a pass, which is then the only legal move.
    fn is_forced_pass(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Plies from `position` to the end of the game if both sides play for the best value, given
    /// the exact `value` of `position` for the side to move. `None` if values do not determine it
    /// or `position` cannot have this value.
    fn plies_to_end(&self, _position: &Self::Position, _value: Value) -> Option<u32> {
        None
    }

    /// The rule against repetition, if legal moves depend on the history of a play.
    fn repetition_rule(&self) -> Option<&dyn RepetitionRule<Self::Position>> {
        None
    }

    /// The connection rules of a game such as Hex.
    fn connection(&self) -> Option<&dyn ConnectionGame<Self::Position>> {
        None
    }
}
