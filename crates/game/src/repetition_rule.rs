//! Rules about repetition.

use std::ops::ControlFlow;

use crate::{Move, Symmetry};

/// What a rule about repetition compares: in Go the stones on the board under positional superko,
/// and the side to move as well under situational superko.
///
/// Two positions have equal repetition keys if and only if the rule regards one as a repetition of
/// the other. Where a repetition [ends the game](RepetitionRule::ends_game), the key of an earlier
/// position as seen from a later one also has all that the result of a repetition depends on: in Go
/// under the long-cycle rule, how many more stones one side played in between. Symmetries preserve
/// the number of set bits, so that most different keys can be told apart without computing images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RepetitionKey(pub u128);

/// The [rule](crate::Game::repetition_rule) of a game whose values depend on the history of the
/// play: as in Go no board may be repeated, or a repetition ends the game.
///
/// A position of such a game includes its history, which the key does not, so equal keys do not
/// imply equal values (graph-history interaction, Campbell 1985). Tables, artifacts and counts,
/// which identify positions by their keys, cannot be used. Searches without memory can, and so can
/// those that store with each answer the repetition keys it depends on.
/// [`Keyed::position`](crate::Keyed::position) returns a position without history.
///
/// The rule may depend only on the set of past repetition keys, not on their order or number.
pub trait RepetitionRule<P> {
    /// The repetition key of a position, as seen from itself.
    fn repetition_key(&self, position: &P) -> RepetitionKey;

    /// Calls `visit` with the repetition keys of earlier positions, as seen from `position`, until
    /// it breaks; that of `position` itself may be among them.
    fn history(
        &self,
        position: &P,
        visit: &mut dyn FnMut(RepetitionKey) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Whether the rule applies to the position after this move. In Go it does not apply to a pass,
    /// which repeats the board and is always legal.
    fn may_repeat(&self, played: Move) -> bool;

    /// Appends the keys of the [history](Self::history) that make a move of `position` illegal:
    /// those of the positions to which otherwise legal moves would return.
    fn forbidden_repetitions(&self, position: &P, forbidden: &mut Vec<RepetitionKey>);

    /// Calls `visit` with each move that this rule alone makes illegal, in tie-break order, and the
    /// number of moves after which the position that it would repeat last occurred, counted from
    /// the first position of the history.
    fn forbidden_moves(&self, position: &P, visit: &mut dyn FnMut(Move, u32));

    /// Whether a repetition ends the game, rather than being illegal: the result may depend on the
    /// key of the position that is repeated, as seen from the one that repeats it.
    fn ends_game(&self) -> bool {
        false
    }

    /// The key of the earlier position, as seen from `position`, by whose repetition the game ended
    /// in `position`.
    fn repetition(&self, _position: &P) -> Option<RepetitionKey> {
        None
    }

    /// Under the long-cycle rule a key also counts stones played since; converts that count from
    /// the position `after` to the earlier position `before`.
    fn rebase(&self, key: RepetitionKey, _after: &P, _before: &P) -> RepetitionKey {
        key
    }

    /// A key without the count of stones played since, if it has one.
    fn board_part(&self, key: RepetitionKey) -> RepetitionKey {
        key
    }

    /// The image of a repetition key under a symmetry.
    fn transform_key(&self, key: RepetitionKey, by: Symmetry) -> RepetitionKey;

    /// Whether `key` occurs in the [history](Self::history) of `position`.
    fn has_occurred(&self, position: &P, key: RepetitionKey) -> bool {
        let mut find = |earlier| match earlier == key {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.history(position, &mut find).is_break()
    }
}
