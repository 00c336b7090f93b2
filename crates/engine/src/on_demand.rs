//! An oracle that takes a searcher when it first needs one.

use solveig_game::{Game, GameExt, Interval, Move, Value};
use solveig_search::Oracle;
use solveig_search::interrupt::{Limit, break_off};

use crate::EngineError;
use crate::searchers::{NoSearcher, Searchers, Taken};

/// Searches as long as it may; asked for what it may not search, it breaks off.
pub(crate) struct OnDemand<'a, G: Game> {
    game: &'a G,
    searchers: &'a Searchers<G>,
    limit: Limit,
    may_search: bool,
    taken: Option<Taken<'a, G>>,
    /// Why there was no searcher.
    trouble: Option<EngineError>,
    nodes_before: u64,
}

impl<'a, G: Game> OnDemand<'a, G> {
    pub(crate) const fn new(
        game: &'a G,
        searchers: &'a Searchers<G>,
        limit: Limit,
        may_search: bool,
    ) -> Self {
        Self {
            game,
            searchers,
            limit,
            may_search,
            taken: None,
            trouble: None,
            nodes_before: 0,
        }
    }

    pub(crate) const fn limit(&self) -> &Limit {
        &self.limit
    }

    /// How many positions were searched for this question.
    pub(crate) fn searched(&self) -> u64 {
        let nodes = self.taken.as_ref().map_or(0, |taken| taken.nodes());
        nodes.saturating_sub(self.nodes_before)
    }

    /// To be called when a search was broken off: why it was, if that is not for want of time.
    pub(crate) fn was_broken_off(&mut self) -> Option<EngineError> {
        if let Some(taken) = &mut self.taken {
            taken.was_broken_off();
        }
        self.trouble.take()
    }

    fn searcher(&mut self) -> &mut dyn Oracle<G> {
        if !self.may_search {
            break_off();
        }
        if self.taken.is_none() {
            match self.searchers.take(&self.limit) {
                Ok(taken) => {
                    self.nodes_before = taken.nodes();
                    self.taken = Some(taken);
                }
                Err(why) => {
                    self.trouble = Some(self.trouble_of(why));
                    break_off();
                }
            }
        }
        &mut **self.taken.as_mut().expect("it was just taken")
    }

    fn trouble_of(&self, why: NoSearcher) -> EngineError {
        match why {
            NoSearcher::Busy => EngineError::Busy {
                searchers: self.searchers.most(),
            },
            NoSearcher::NoTable(error) => EngineError::NoSearch {
                game: self.game.spec(),
                error,
            },
        }
    }
}

impl<G: Game> Oracle<G> for OnDemand<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Value {
        match known.value() {
            Some(value) => value,
            None => self.searcher().value(position, known),
        }
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        self.searcher().at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.searched()
    }

    fn best_move(&mut self, position: &G::Position, value: Value) -> Option<Move> {
        // One move needs no search.
        match self.game.moves(position).as_slice() {
            [] => None,
            [only] => Some(*only),
            _ => self.searcher().best_move(position, value),
        }
    }
}
