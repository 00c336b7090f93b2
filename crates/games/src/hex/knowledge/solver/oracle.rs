//! The solver as an oracle.

use solveig_game::{Game, Interval, Key, Value};
use solveig_search::{ManyWatch, Oracle, StopChecker, StopToken, Stopped};

use super::HexSolver;
use crate::hex::{Hex, HexPosition};

impl<K: Key> Oracle<Hex<K>> for HexSolver<K> {
    fn game(&self) -> &Hex<K> {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }

    fn value(&mut self, position: &HexPosition, bounds: Interval) -> Result<Value, Stopped> {
        if let Some(value) = bounds.value() {
            return Ok(value);
        }
        Ok(match self.wins(*position)? {
            true => 1,
            false => -1,
        })
    }

    fn watched_values(
        &mut self,
        positions: &[HexPosition],
        bounds: Interval,
        watch: &mut ManyWatch<'_>,
    ) -> Result<(), Stopped> {
        if bounds.value().is_some() {
            (0..positions.len()).for_each(|index| watch(index, bounds));
            return Ok(());
        }
        let stop = self.stop.token().clone();
        let found = self.win_each(positions, &stop, watch);
        self.set_stop(stop);
        found
    }

    fn at_least(&mut self, position: &HexPosition, bound: Value) -> Result<bool, Stopped> {
        let range = self.game.value_range();
        match bound {
            _ if bound <= range.min => Ok(true),
            _ if bound > range.max => Ok(false),
            _ => self.wins(*position),
        }
    }

    /// The number of visits; many are to known positions.
    fn nodes(&self) -> u64 {
        self.visits
    }

    fn shares_work(&self) -> bool {
        true
    }
}
