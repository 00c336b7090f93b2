//! What has to be searched to settle a position, apart from the rules that follow from it.
//!
//! A position is settled by a search, for its value and its move, and by the closure rules, which
//! derive demands on its children from them. The search depends on little, so that another process
//! can do it: a [`SearchQuestion`] goes there, and a [`SearchAnswer`] comes back.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use solveig_game::{Game, GameExt, Interval, Key, Keyed, Move, Symmetric, Value};
use solveig_search::{Knowledge, Oracle, Stopped};

/// What is to be found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Find {
    /// The exact value, without a move.
    Value,
    /// The exact value and the first move in tie-break order that keeps it.
    Move,
    /// The first move, in the fixed order of the game's knowledge and then in tie-break order, that
    /// is worth the lower bound.
    Refutation,
}

impl Find {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Value, Self::Move, Self::Refutation];
}

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchQuestion {
    /// The key of the position.
    pub key: u128,
    /// Bounds on its value that hold, for the side to move; the lower one is what a refutation has
    /// to be worth.
    pub bounds: Interval,
    /// What is to be found.
    pub find: Find,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchAnswer {
    /// The exact value for the side to move; for a refutation, the bound.
    pub value: Value,
    /// The index of the move in the legal moves in tie-break order, where one was asked for.
    pub move_index: Option<u16>,
}

impl SearchQuestion {
    /// Finds the answer by search; `None` if there is none, since the game is over, no move has as
    /// much, or the key is invalid.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    pub fn answer<G: Symmetric, O: Oracle<G>>(
        &self,
        game: &G,
        knowledge: &dyn Knowledge<G>,
        oracle: &mut O,
    ) -> Result<Option<SearchAnswer>, Stopped> {
        let Some(position) = self.position(game) else {
            return Ok(None);
        };
        let bounds = self.bounds;
        let value = match (self.find, bounds.value()) {
            (Find::Refutation, _) => bounds.lower,
            (_, Some(value)) => value,
            (_, None) => oracle.value(&position, bounds)?,
        };
        let played = match self.find {
            Find::Value => {
                let move_index = None;
                return Ok(Some(SearchAnswer { value, move_index }));
            }
            Find::Move => oracle.best_move(&position, value)?,
            Find::Refutation => first_refutation(game, knowledge, oracle, &position, bounds.lower)?,
        };
        let move_index = played.and_then(|played| index_of(game, &position, played));
        Ok(move_index.map(|_| SearchAnswer { value, move_index }))
    }

    /// Whether `found` is of the kind that was asked for, with a value within the bounds and a move
    /// that there is. It does not say that it is right.
    pub fn is_answered_by<G: Keyed>(&self, game: &G, found: &SearchAnswer) -> bool {
        let bounds = self.bounds;
        let value_fits = match self.find {
            Find::Refutation => found.value == bounds.lower,
            Find::Value | Find::Move => bounds.lower <= found.value && found.value <= bounds.upper,
        };
        let move_fits = match (self.find, found.move_index) {
            (Find::Value, None) => true,
            (Find::Move | Find::Refutation, Some(index)) => {
                let position = self.position(game);
                position.is_some_and(|position| usize::from(index) < game.moves(&position).len())
            }
            _ => false,
        };
        value_fits && move_fits
    }

    /// The position, unless the key is invalid, the game is over, or the bounds are contradictory.
    fn position<G: Keyed>(&self, game: &G) -> Option<G::Position> {
        let position = game.position(G::Key::from_u128(self.key)?).ok()?;
        let is_open = game.terminal_value(&position).is_none();
        (is_open && self.bounds.lower <= self.bounds.upper).then_some(position)
    }
}

/// The index of a move in the legal moves in tie-break order.
pub(crate) fn index_of<G: Game>(game: &G, position: &G::Position, played: Move) -> Option<u16> {
    let legal = game.moves(position);
    let index = legal.iter().position(|one| *one == played)?;
    u16::try_from(index).ok()
}

/// The first move worth at least `bound`, in the knowledge's order and then tie-break order.
fn first_refutation<G: Symmetric, O: Oracle<G>>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    oracle: &mut O,
    position: &G::Position,
    bound: Value,
) -> Result<Option<Move>, Stopped> {
    let mut order = Vec::new();
    knowledge.expand(game, position, &mut order);
    knowledge.order(game, position, &mut order);
    for played in game.moves(position) {
        if !order.contains(&played) {
            order.push(played);
        }
    }
    for played in order {
        let child = game.play_unchecked(position, played);
        if !oracle.at_least(&child, 1 - bound)? {
            return Ok(Some(played));
        }
    }
    Ok(None)
}

/// Finds what a position is settled by: from an answer where there is one, else by search.
pub(crate) struct Finder<'a, G, O> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a Arc<dyn Knowledge<G>>,
    pub(crate) oracle: &'a mut O,
    /// What another process has found.
    pub(crate) answer: Option<SearchAnswer>,
}

impl<G: Symmetric, O: Oracle<G>> Finder<'_, G, O> {
    /// The exact value of a position that has one in `bounds`.
    pub(crate) fn value(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Value, Stopped> {
        match (bounds.value(), self.answer) {
            (Some(value), _) => Ok(value),
            (None, Some(answer)) => Ok(answer.value),
            (None, None) => self.oracle.value(position, bounds),
        }
    }

    /// The canonical move, given the exact value.
    pub(crate) fn best_move(
        &mut self,
        position: &G::Position,
        value: Value,
    ) -> Result<Option<Move>, Stopped> {
        match self.move_of_answer(position) {
            Some(played) => Ok(Some(played)),
            None => self.oracle.best_move(position, value),
        }
    }

    /// The first move worth at least `bound`.
    pub(crate) fn first_refutation(
        &mut self,
        position: &G::Position,
        bound: Value,
    ) -> Result<Option<Move>, Stopped> {
        match self.move_of_answer(position) {
            Some(played) => Ok(Some(played)),
            None => {
                let knowledge = self.knowledge.as_ref();
                first_refutation(self.game, knowledge, self.oracle, position, bound)
            }
        }
    }

    fn move_of_answer(&self, position: &G::Position) -> Option<Move> {
        let index = self.answer?.move_index?;
        self.game.moves(position).get(usize::from(index)).copied()
    }
}
