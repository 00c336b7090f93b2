//! Rules that forbid repetition.

use std::ops::ControlFlow;

use crate::{Move, Symmetry};

/// What a rule against repetition compares: in Go under positional superko the stones on the board,
/// under situational superko also the side to move.
///
/// Two positions have the same repetition key exactly if the rule takes one for a repetition of the
/// other. Repetition keys that are images of one another under a symmetry have as many bits set, so
/// that most of those that differ can be told apart without computing images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RepetitionKey(pub u128);

/// A game in which legal moves, and so values, depend on the positions that the play went through,
/// as in Go, where no board may be repeated. [`Game::superko`](crate::Game::superko) gives it.
///
/// A position of such a game holds more than its key, and equal keys do not mean equal values.
/// Tables, artifacts and counts, which identify positions by their keys, cannot be used. A search
/// that stores nothing can, and so can one that stores with each answer the repetition keys it
/// depends on. [`Game::position`](crate::Game::position) gives a position without history.
///
/// Nothing else of the history may count than which repetition keys there were.
pub trait Superko<P> {
    /// The repetition key of a position.
    fn repetition_key(&self, position: &P) -> RepetitionKey;

    /// Calls `visit` with the repetition keys of the positions before this one, until it breaks.
    /// The position's own may be among them.
    fn history(
        &self,
        position: &P,
        visit: &mut dyn FnMut(RepetitionKey) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Whether the rule applies to what this move leads to. It does not to a pass in Go, which
    /// changes nothing and is always legal.
    fn may_repeat(&self, played: Move) -> bool;

    /// Appends those repetition keys of the [history](Self::history) that alone make a move of
    /// `position` illegal, as it would lead there again.
    fn forbidden_repetitions(&self, position: &P, forbidden: &mut Vec<RepetitionKey>);

    /// The image of a repetition key under a symmetry.
    fn transform_key(&self, key: RepetitionKey, by: Symmetry) -> RepetitionKey;

    /// Whether the [history](Self::history) of `position` has `key`.
    fn has_occurred(&self, position: &P, key: RepetitionKey) -> bool {
        let mut find = |earlier| match earlier == key {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.history(position, &mut find).is_break()
    }
}
