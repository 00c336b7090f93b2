//! An oracle that takes a searcher from the pool at the first search.

use solveig_game::{Game, GameExt, Interval, Move, Value};
use solveig_search::Oracle;
use solveig_search::{ManyWatch, StopToken, Stopped, Watch};

use crate::EngineError;
use crate::searchers::{SearcherGuard, Searchers};

/// Fails with [`Stopped`] if it may not search, is stopped already, or gets no searcher.
pub(crate) struct OnDemand<'a, G: Game> {
    game: &'a G,
    searchers: &'a Searchers<G>,
    stop: StopToken,
    may_search: bool,
    guard: Option<SearcherGuard<'a, G>>,
    /// The error, if no searcher was available.
    failure: Option<EngineError>,
    nodes_before: u64,
}

impl<'a, G: Game> OnDemand<'a, G> {
    pub(crate) const fn new(
        game: &'a G,
        searchers: &'a Searchers<G>,
        stop: StopToken,
        may_search: bool,
    ) -> Self {
        Self {
            game,
            searchers,
            stop,
            may_search,
            guard: None,
            failure: None,
            nodes_before: 0,
        }
    }

    pub(crate) const fn token(&self) -> &StopToken {
        &self.stop
    }

    /// Nodes searched for this question.
    pub(crate) fn searched(&self) -> u64 {
        let nodes = self.guard.as_ref().map_or(0, |guard| guard.nodes());
        nodes.saturating_sub(self.nodes_before)
    }

    /// Takes the error, if a search failed because no searcher was available.
    pub(crate) const fn take_failure(&mut self) -> Option<EngineError> {
        self.failure.take()
    }

    fn searcher(&mut self) -> Result<&mut dyn Oracle<G>, Stopped> {
        if !self.may_search || self.stop.is_stopped() {
            return Err(Stopped);
        }
        if self.guard.is_none() {
            match self.searchers.take(self.game, &self.stop) {
                Ok(guard) => {
                    self.nodes_before = guard.nodes();
                    self.guard = Some(guard);
                }
                Err(failure) => {
                    self.failure = Some(failure);
                    return Err(Stopped);
                }
            }
        }
        Ok(&mut **self.guard.as_mut().expect("it was just taken"))
    }
}

impl<G: Game> Oracle<G> for OnDemand<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        if let Some(guard) = &mut self.guard {
            guard.set_stop(stop.clone());
        }
        self.stop = stop;
    }

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        self.watched_value(position, bounds, &mut |_| ())
    }

    fn watched_value(
        &mut self,
        position: &G::Position,
        bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        match bounds.value() {
            Some(value) => Ok(value),
            None => self.searcher()?.watched_value(position, bounds, watch),
        }
    }

    fn watched_values(
        &mut self,
        positions: &[G::Position],
        bounds: Interval,
        watch: &mut ManyWatch<'_>,
    ) -> Result<(), Stopped> {
        if bounds.value().is_some() {
            (0..positions.len()).for_each(|index| watch(index, bounds));
            return Ok(());
        }
        self.searcher()?.watched_values(positions, bounds, watch)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.searcher()?.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.searched()
    }

    fn estimate(&mut self, position: &G::Position, plies: u32) -> Option<Value> {
        let Ok(searcher) = self.searcher() else {
            // An answer is whole without an estimate.
            self.failure = None;
            return None;
        };
        searcher.estimate(position, plies)
    }

    fn best_move(&mut self, position: &G::Position, value: Value) -> Result<Option<Move>, Stopped> {
        // A single move needs no search.
        match self.game.moves(position).as_slice() {
            [] => Ok(None),
            [only] => Ok(Some(*only)),
            _ => self.searcher()?.best_move(position, value),
        }
    }
}
