//! Observers of a search.

use auto_impl::auto_impl;
use solveig_game::{Game, Move, Value};
use solveig_search::Window;

use super::NodeKind;

/// Receives the events of a search. Every [`enter`](Self::enter) has its [`leave`](Self::leave),
/// with the events of the node and of its children in between.
#[auto_impl(&mut)]
pub trait Observer<G: Game> {
    /// A node is entered by the move `by`, or as the root of the search. `window` is the one it is
    /// called with, before any reopening.
    fn enter(
        &mut self,
        _position: &G::Position,
        _by: Option<Move>,
        _window: Window,
        _kind: NodeKind,
    ) {
    }

    /// The table answers for the node last entered.
    fn reuse(&mut self) {}

    /// The child reached by `played` has beaten the principal child and will be searched again in
    /// its place.
    fn promote(&mut self, _played: Move) {}

    /// The child reached by `played` ends the search of the node.
    fn cutoff(&mut self, _played: Move) {}

    /// The node last entered is left with the value it returns and its principal child: the first
    /// with the best score. `None` at terminal nodes, and where the table answers with a bound.
    fn leave(&mut self, _value: Value, _principal: Option<Move>) {}
}

/// Ignores all events, at no cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoopObserver;

impl<G: Game> Observer<G> for NoopObserver {}
