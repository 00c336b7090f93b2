//! Null-window searches alone: MTD(f), MT-SSS and MT-DUAL.

use solveig_game::{Game, Interval, Value};

use super::AlphaBeta;
use crate::{Knowledge, Oracle, StopToken, Stopped, Watch, Window};

/// In which order null-window searches narrow the value down (Pijls, de Bruin and Plaat 1996,
/// section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowOrder {
    /// From the highest value down, in the manner of SSS*: MT-SSS.
    Down,
    /// From the lowest value up, in the manner of dual SSS*: MT-DUAL.
    Up,
    /// From a first guess, then away from it: MTD(f).
    From(Value),
}

/// Alpha-beta with a transposition table, called with null windows only, each at the bound that the
/// last one found.
#[derive(Clone, Debug)]
pub struct NullWindowSearch<G, K> {
    search: AlphaBeta<G, K>,
    order: WindowOrder,
}

impl<G, K> NullWindowSearch<G, K> {
    /// Calls `search` in this order.
    pub const fn new(search: AlphaBeta<G, K>, order: WindowOrder) -> Self {
        Self { search, order }
    }
}

impl<G: Game, K: Knowledge<G>> Oracle<G> for NullWindowSearch<G, K> {
    fn game(&self) -> &G {
        self.search.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.search.set_stop(stop);
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped> {
        self.watched_value(position, known, &mut |_| ())
    }

    fn watched_value(
        &mut self,
        position: &G::Position,
        mut known: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        self.search.moves.clear();
        let mut bound = match self.order {
            WindowOrder::Down => known.upper,
            WindowOrder::Up => known.lower.saturating_add(1),
            WindowOrder::From(guess) => guess,
        };
        while known.lower < known.upper {
            bound = bound.clamp(known.lower + 1, known.upper);
            let value = self.search.search(position, Window::test(bound))?;
            // The result of the first search decides the direction of the others.
            if value >= bound {
                known.lower = known.lower.max(value);
                bound = match self.order {
                    WindowOrder::Down => known.upper,
                    _ => value.saturating_add(1),
                };
            } else {
                known.upper = known.upper.min(value);
                bound = match self.order {
                    WindowOrder::Up => known.lower + 1,
                    _ => value,
                };
            }
            watch(known);
        }
        Ok(known.lower)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.search.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn shares_work(&self) -> bool {
        true
    }
}
