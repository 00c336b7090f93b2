//! The records of a file, and the demands of other records on them.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI32, AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use solveig_format::{BLOCK_RECORDS, FormatError, RankedRecord, Reader, Record, Roles};

use crate::bounds::Bounds;
use crate::limits::{Budget, Undecided};

/// The records of a file, with the demands of the records that rest on them.
pub struct RecordFile<'a> {
    pub reader: &'a Reader,
    demands: BTreeMap<u32, OnceLock<Demands>>,
    /// Held while demands are allocated, so that the budget is charged once for each level.
    making_room: Mutex<()>,
    /// Whether the file states bounds, each to be exactly as strong as demanded.
    states_bounds: bool,
    budget: &'a Budget,
}

/// Demands on the records of a level, by rank: the bits of roles, 0 without a demand, and, in a
/// file of bounds, the strongest bounds.
struct Demands {
    roles: Vec<AtomicU8>,
    least: Vec<Strongest>,
    /// Negated.
    greatest: Vec<Strongest>,
}

/// The greatest of the lower bounds that were demanded.
struct Strongest(AtomicI32);

impl Strongest {
    /// What no bound is: bounds are smaller than 2^31 in magnitude.
    const NONE: i32 = i32::MIN;

    const fn new() -> Self {
        Self(AtomicI32::new(Self::NONE))
    }

    fn demand(&self, bound: i32) {
        self.0.fetch_max(bound, Relaxed);
    }

    fn get(&self) -> Option<i32> {
        Some(self.0.load(Relaxed)).filter(|bound| *bound != Self::NONE)
    }
}

impl<'a> RecordFile<'a> {
    /// The records of `reader`'s file, without demands.
    pub fn new(reader: &'a Reader, states_bounds: bool, budget: &'a Budget) -> Self {
        let levels = reader.levels().iter();
        Self {
            reader,
            demands: levels.map(|one| (one.level, OnceLock::new())).collect(),
            making_room: Mutex::default(),
            states_bounds,
            budget,
        }
    }

    /// Whether the file stores positions of this level.
    pub fn covers(&self, level: u32) -> bool {
        self.reader.header().cut.is_none_or(|cut| level <= cut)
    }

    /// Replaces `records` by those of a block. Returns the rank of the first in its level.
    pub fn read_block(
        &self,
        level: u32,
        block: u64,
        records: &mut Vec<Record>,
    ) -> Result<u64, FormatError> {
        self.reader.read_block(block, records)?;
        let first = self
            .reader
            .level(level)
            .map_or(0, |level| level.blocks.start);
        Ok((block - first) * BLOCK_RECORDS as u64)
    }

    /// The record of a key, and its rank in the level.
    pub fn find(&self, level: u32, key: u128) -> Result<Option<RankedRecord>, FormatError> {
        self.reader.find(level, key)
    }

    fn bytes(&self, records: u64) -> u64 {
        records.saturating_mul(if self.states_bounds { 9 } else { 1 })
    }

    /// The demands on a level, allocated on first use; `None` if the file lacks the level.
    fn demands(&self, level: u32) -> Result<Option<&Demands>, Undecided> {
        let (Some(demands), Some(summary)) = (self.demands.get(&level), self.reader.level(level))
        else {
            return Ok(None);
        };
        if let Some(demands) = demands.get() {
            return Ok(Some(demands));
        }
        let making_room = self.making_room.lock();
        let _alone = making_room.unwrap_or_else(PoisonError::into_inner);
        if let Some(demands) = demands.get() {
            return Ok(Some(demands));
        }
        let bytes = self.bytes(summary.records);
        self.budget.take(bytes, "what records demand of others")?;
        let bounds = if self.states_bounds {
            summary.records
        } else {
            0
        };
        let room = Demands {
            roles: (0..summary.records).map(|_| AtomicU8::new(0)).collect(),
            least: (0..bounds).map(|_| Strongest::new()).collect(),
            greatest: (0..bounds).map(|_| Strongest::new()).collect(),
        };
        Ok(Some(demands.get_or_init(|| room)))
    }

    /// Demands that the record of rank `rank` have `roles` and prove `bounds`.
    pub fn demand(
        &self,
        level: u32,
        rank: u64,
        roles: Roles,
        bounds: Bounds,
    ) -> Result<(), Undecided> {
        let Some(demands) = self.demands(level)? else {
            return Ok(());
        };
        let rank = rank as usize;
        demands.roles[rank].fetch_or(roles.bits(), Relaxed);
        if let (true, Some(least)) = (self.states_bounds, bounds.least) {
            demands.least[rank].demand(least);
        }
        if let (true, Some(greatest)) = (self.states_bounds, bounds.greatest) {
            demands.greatest[rank].demand(-greatest);
        }
        Ok(())
    }

    /// The roles and the strongest bounds demanded of the record of rank `rank`; `None` if nothing
    /// is.
    pub fn demanded(&self, level: u32, rank: u64) -> Option<(Roles, Bounds)> {
        let demands = self.demands.get(&level).and_then(OnceLock::get)?;
        let rank = rank as usize;
        let roles = Roles::from_bits(demands.roles[rank].load(Relaxed))?;
        let mut bounds = Bounds::NONE;
        if self.states_bounds {
            bounds.least = demands.least[rank].get();
            bounds.greatest = demands.greatest[rank].get().map(|bound| -bound);
        }
        Some((roles, bounds))
    }

    /// Frees the demands on a level that has been checked.
    pub fn forget(&mut self, level: u32) {
        let demands = self.demands.get_mut(&level).and_then(OnceLock::take);
        if let Some(demands) = demands {
            self.budget
                .give_back(self.bytes(demands.roles.len() as u64));
        }
    }
}
