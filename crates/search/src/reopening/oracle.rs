//! Reopening alpha-beta, asked for values.

use solveig_game::{Interval, Keyed, Value};

use super::{Reopening, ReopeningAlphaBeta, ReuseRules};
use crate::{NodeKind, Oracle, StopToken, Stopped, Window};

/// Asks reopening alpha-beta for a value as of `A'`, the kind of node that owes its exact value and
/// no more, and as of `C` for a bound.
pub struct ReopeningOracle<G: Keyed> {
    game: G,
    search: ReopeningAlphaBeta<G>,
}

impl<G: Keyed> ReopeningOracle<G> {
    /// An oracle of `game` that keeps all it visits.
    pub fn new(game: G) -> Self {
        let search = ReopeningAlphaBeta::new(game.clone())
            .with_reopening(Reopening::PayoffBound)
            .with_table(ReuseRules::proposition_3_10());
        Self { game, search }
    }
}

impl<G: Keyed> Oracle<G> for ReopeningOracle<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.search.set_stop(stop);
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped> {
        let window = Window {
            alpha: known.lower - 1,
            beta: known.upper + 1,
        };
        self.search
            .search_until_stopped(position, window, NodeKind::APrime)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        let window = Window::test(bound);
        let value = self
            .search
            .search_until_stopped(position, window, NodeKind::C)?;
        Ok(value >= bound)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}
