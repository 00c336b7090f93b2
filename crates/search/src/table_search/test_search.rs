//! Searches that ask by null windows: MTD(f), MT-SSS, MT-DUAL and Scout.

use solveig_game::{Interval, Symmetric, Value};

use super::AlphaBeta;
use crate::{Knowledge, Oracle, StopToken, Stopped, Watch, Window};

/// How null-window searches find a value (Pijls, de Bruin and Plaat 1996, sections 9 and 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestMethod {
    /// From the highest value down, in the manner of SSS*: MT-SSS.
    Down,
    /// From the lowest value up, in the manner of dual SSS*: MT-DUAL.
    Up,
    /// From a first guess, then away from it: MTD(f).
    From(Value),
    /// Move by move (Pearl 1980): the first move of a position is evaluated, each other one is
    /// tested against the best so far, and evaluated without a window where it is better.
    Scout,
}

/// Alpha-beta with a transposition table, called with null windows. Those of MTD(f), MT-SSS and
/// MT-DUAL are all at the position that is asked for, each at the bound that the last one found.
#[derive(Clone, Debug)]
pub struct TestSearch<G, K> {
    search: AlphaBeta<G, K>,
    method: TestMethod,
}

impl<G, K> TestSearch<G, K> {
    /// Asks `search` by this method.
    pub const fn new(search: AlphaBeta<G, K>, method: TestMethod) -> Self {
        Self { search, method }
    }
}

impl<G: Symmetric, K: Knowledge<G>> Oracle<G> for TestSearch<G, K> {
    fn game(&self) -> &G {
        self.search.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.search.set_stop(stop);
    }

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        self.watched_value(position, bounds, &mut |_| ())
    }

    fn watched_value(
        &mut self,
        position: &G::Position,
        mut bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        self.search.moves.clear();
        let mut bound = match self.method {
            TestMethod::Down => bounds.upper,
            TestMethod::Up => bounds.lower.saturating_add(1),
            TestMethod::From(guess) => guess,
            TestMethod::Scout => {
                let value = match bounds.value() {
                    Some(value) => value,
                    None => self.search.by_scout(position, bounds)?,
                };
                bounds = Interval::exact(value);
                watch(bounds);
                value
            }
        };
        while bounds.lower < bounds.upper {
            bound = bound.clamp(bounds.lower + 1, bounds.upper);
            let value = self.search.search(position, Window::test(bound))?;
            // The result of the first search decides the direction of the others.
            if value >= bound {
                bounds.lower = bounds.lower.max(value);
                bound = match self.method {
                    TestMethod::Down => bounds.upper,
                    _ => value.saturating_add(1),
                };
            } else {
                bounds.upper = bounds.upper.min(value);
                bound = match self.method {
                    TestMethod::Up => bounds.lower + 1,
                    _ => value,
                };
            }
            watch(bounds);
        }
        Ok(bounds.lower)
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
