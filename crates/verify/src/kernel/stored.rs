//! The records of a file, and the marks that the records that rest on them leave.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use solveig_format::{
    BLOCK_RECORDS, FormatError, LevelSummary, RankedRecord, Reader, Record, Roles,
};

use crate::limits::{Budget, Undecided};

/// The records of a file, with their marks.
pub struct RecordFile<'a> {
    pub reader: &'a Reader,
    /// Whether claims may rest on the file.
    consulted: bool,
    marks: BTreeMap<u32, OnceLock<Vec<AtomicU8>>>,
    /// Held while marks are allocated, so that the budget is charged once for each level.
    making_room: Mutex<()>,
    budget: &'a Budget,
}

/// A block of a level, decoded.
pub struct DecodedBlock {
    pub level: u32,
    /// The rank of the first record in the level.
    pub first: u64,
    pub records: Vec<Record>,
}

impl<'a> RecordFile<'a> {
    /// The records of `reader`'s file, without marks.
    pub fn new(reader: &'a Reader, consulted: bool, budget: &'a Budget) -> Self {
        let levels = reader.levels().iter();
        Self {
            reader,
            consulted,
            marks: levels.map(|one| (one.level, OnceLock::new())).collect(),
            making_room: Mutex::default(),
            budget,
        }
    }

    /// Whether claims about positions of this level rest on the file.
    pub fn covers(&self, level: u32) -> bool {
        self.consulted && self.reader.header().cut.is_none_or(|cut| level <= cut)
    }

    /// The level of a block of the file.
    pub fn level_of(&self, block: u64) -> &'a LevelSummary {
        let levels = self.reader.levels();
        &levels[levels.partition_point(|level| level.blocks.end <= block)]
    }

    /// The records of a block of the file.
    pub fn block(&self, number: u64) -> Result<DecodedBlock, FormatError> {
        let level = self.level_of(number);
        Ok(DecodedBlock {
            level: level.level,
            first: (number - level.blocks.start) * BLOCK_RECORDS as u64,
            records: self.reader.block(number)?,
        })
    }

    /// The record of a key, and its rank in the level.
    pub fn find(&self, level: u32, key: u128) -> Result<Option<RankedRecord>, FormatError> {
        self.reader.find(level, key)
    }

    /// The marks of a level: for each record, by rank, the bits of the roles that others need. They
    /// are allocated on first use; `None` if the file lacks the level.
    fn marks(&self, level: u32) -> Result<Option<&[AtomicU8]>, Undecided> {
        let (Some(marks), Some(summary)) = (self.marks.get(&level), self.reader.level(level))
        else {
            return Ok(None);
        };
        if let Some(marks) = marks.get() {
            return Ok(Some(marks));
        }
        let making_room = self.making_room.lock();
        let _alone = making_room.unwrap_or_else(PoisonError::into_inner);
        if let Some(marks) = marks.get() {
            return Ok(Some(marks));
        }
        self.budget
            .take(summary.records, "the marks of the records")?;
        let none = (0..summary.records).map(|_| AtomicU8::new(0)).collect();
        Ok(Some(marks.get_or_init(|| none)))
    }

    /// Marks that another record needs these roles of the record of rank `rank`.
    pub fn mark(&self, level: u32, rank: u64, roles: Roles) -> Result<(), Undecided> {
        if let Some(marks) = self.marks(level)? {
            let (mark, roles) = (&marks[rank as usize], roles.bits());
            // Most marks repeat an earlier one, and to read is cheaper.
            if mark.load(Relaxed) & roles != roles {
                mark.fetch_or(roles, Relaxed);
            }
        }
        Ok(())
    }

    /// The roles that others need of the record of rank `rank`; `None` if there are none.
    pub fn marked(&self, level: u32, rank: u64) -> Option<Roles> {
        let marks = self.marks.get(&level).and_then(OnceLock::get)?;
        Roles::from_bits(marks[rank as usize].load(Relaxed))
    }

    /// Frees the marks of a level that is settled.
    pub fn forget(&mut self, level: u32) {
        if let Some(marks) = self.marks.get_mut(&level).and_then(OnceLock::take) {
            self.budget.give_back(marks.len() as u64);
        }
    }
}
