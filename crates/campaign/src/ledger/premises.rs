//! The bounds of a ledger as the premises of a check.

use solveig_game::{Interval, ValueRange};
use solveig_verify::{Budget, Rules};

use super::{Ledger, damaged, keyed_bounds};
use crate::checker::range_of;
use crate::error::CampaignError;

/// The rows between two checks of the time limit.
const PERIOD: u64 = 1 << 10;

/// The bounds at the second cut, in the order of keys.
#[derive(Debug, Default)]
pub struct Premises {
    bounds: Vec<(u128, Interval)>,
}

impl Premises {
    /// The number of positions with bounds.
    pub const fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether no position has bounds.
    pub const fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// The bounds of the position with this key.
    pub fn get(&self, key: u128) -> Option<Interval> {
        let place = self
            .bounds
            .binary_search_by_key(&key, |(key, _)| *key)
            .ok()?;
        Some(self.bounds[place].1)
    }

    fn push(&mut self, key: u128, bounds: Interval, budget: &Budget) -> Result<(), CampaignError> {
        let before = self.bounds.capacity();
        if self.bounds.len() == before {
            let bytes = |rows: usize| (rows * size_of::<(u128, Interval)>()) as u64;
            let after = (2 * before).max(64);
            budget.take(bytes(after), "the bounds of the ledger")?;
            self.bounds.reserve_exact(after - before);
            budget.give_back(bytes(before));
        }
        self.bounds.push((key, bounds));
        Ok(())
    }
}

impl Ledger {
    /// Reads the bounds at the second cut.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, changes meanwhile, or holds a row that these rules do not
    /// allow, or if a limit is reached.
    pub fn premises<R: Rules + ?Sized>(
        &self,
        rules: &R,
        budget: &Budget,
    ) -> Result<Premises, CampaignError> {
        let ValueRange { min, max } = range_of(rules);
        let sql = "SELECT key, lower, upper FROM solved ORDER BY key";
        let mut premises = Premises::default();
        let mut count = 0_u64;
        self.each_row(sql, [], keyed_bounds, |(key, bounds)| {
            if count.is_multiple_of(PERIOD) {
                budget.go_on()?;
            }
            count += 1;
            if rules.key_bits() < u128::BITS && key >> rules.key_bits() != 0 {
                let problem = format!(
                    "{key:#x} is the key of no position: keys of {} have {} bits",
                    rules.spec(),
                    rules.key_bits()
                );
                return Err(damaged(&self.path, problem));
            }
            let Interval { lower, upper } = bounds;
            if lower < min || lower > upper || upper > max {
                let problem = format!(
                    "the position with key {key:#x} would have a value from {lower} to {upper}: \
                     expected two bounds in order, from {min} to {max}"
                );
                return Err(damaged(&self.path, problem));
            }
            match premises.bounds.last_mut() {
                Some((last, common)) if *last == key => {
                    *common = common.meet(bounds);
                    if common.lower > common.upper {
                        let bounds = *common;
                        return Err(CampaignError::Contradiction { key, bounds });
                    }
                }
                Some((last, _)) if *last > key => {
                    let problem = format!("the row with key {key:#x} is not in the order of keys");
                    return Err(damaged(&self.path, problem));
                }
                _ => premises.push(key, bounds, budget)?,
            }
            Ok(())
        })?;
        self.expect_unchanged()?;
        Ok(premises)
    }
}
