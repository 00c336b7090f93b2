//! One level as the index describes it.

use std::ops::Range;

use crate::Roles;

/// What a file holds of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelSummary {
    /// The number of the level, which rises with every move.
    pub level: u32,
    /// The numbers of its blocks, which count through all levels.
    pub blocks: Range<u64>,
    /// Records in all.
    pub records: u64,
    /// Records whose roles are optimal only, free only, both.
    pub by_roles: [u64; 3],
    /// Distinct terminal positions of the level that belong to the region. They are counted, not
    /// stored.
    pub terminals: u64,
}

impl LevelSummary {
    /// Records with exactly these roles.
    pub const fn with_roles(&self, roles: Roles) -> u64 {
        self.by_roles[roles.bits() as usize - 1]
    }
}
