//! Exact values from a binary solver.

use solveig_game::{Game, Interval, Value};

use super::BinarySolver;
use super::question::implied_bounds;
use crate::{Oracle, StopToken, Stopped, Watch};

/// An [`Oracle`] that finds values by bisection: it halves the interval of possible values by
/// binary questions until one is left.
#[derive(Clone, Debug)]
pub struct BisectionOracle<S> {
    solver: S,
}

impl<S> BisectionOracle<S> {
    /// Wraps a binary solver.
    pub const fn new(solver: S) -> Self {
        Self { solver }
    }
}

impl<G: Game, S: BinarySolver<G>> Oracle<G> for BisectionOracle<S> {
    fn game(&self) -> &G {
        self.solver.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.solver.set_stop(stop);
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
        let Interval { lower, upper } = bounds;
        let (mut lower, mut upper) = (lower, upper);
        while lower < upper {
            let bound = Interval { lower, upper }.middle();
            let reaches = self.at_least(position, bound)?;
            let found = implied_bounds(self.solver.game(), bound, reaches);
            (lower, upper) = (lower.max(found.lower), upper.min(found.upper));
            watch(Interval { lower, upper });
        }
        Ok(lower)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        let range = self.solver.game().value_range();
        if !(range.min + 1..=range.max).contains(&bound) {
            return Ok(bound <= range.min);
        }
        let answer = self.solver.reaches(position, bound, &mut |_| true);
        answer.ok_or(Stopped)
    }

    fn nodes(&self) -> u64 {
        self.solver.effort().nodes
    }
}
