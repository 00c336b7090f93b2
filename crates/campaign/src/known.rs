//! What is known of positions at a cut: proved bounds, and estimates.

use hashbrown::HashMap;
use solveig_game::{Interval, Value, ValueRange};

/// The two dictionaries of paper 004: `D`, bounds that exact search has proved, and `D'`, estimates.
///
/// Both are kept by the keys of [`Problem::key`](crate::Problem::key), and are of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Known {
    bounds: HashMap<u128, Interval>,
    estimates: HashMap<u128, Value>,
}

impl Known {
    /// The proved bounds of a position; all that the game allows if there are none.
    pub fn bounds(&self, key: u128, range: ValueRange) -> Interval {
        let found = self.bounds.get(&key).copied();
        found.unwrap_or(Interval::unknown(range))
    }

    /// Whether anything is proved of a position.
    pub fn has_bounds(&self, key: u128) -> bool {
        self.bounds.contains_key(&key)
    }

    /// Adds what was proved of a position, and returns all that is known then.
    ///
    /// # Errors
    ///
    /// Fails, and adds nothing, if it contradicts what was proved before: the empty interval that would follow.
    pub fn prove(&mut self, key: u128, proved: Interval) -> Result<Interval, Interval> {
        let before = self.bounds.get(&key).copied();
        let met = before.map_or(proved, |before| before.meet(proved));
        if met.lower > met.upper {
            return Err(met);
        }
        self.bounds.insert(key, met);
        Ok(met)
    }

    /// The estimate of a position, if one was made.
    pub fn estimate(&self, key: u128) -> Option<Value> {
        self.estimates.get(&key).copied()
    }

    /// Keeps an estimate.
    pub fn expect(&mut self, key: u128, estimate: Value) {
        self.estimates.insert(key, estimate);
    }

    /// Forgets all that was proved, and keeps the estimates.
    pub fn forget_bounds(&mut self) {
        self.bounds.clear();
    }

    /// How many positions have bounds.
    pub fn proved(&self) -> usize {
        self.bounds.len()
    }
}
