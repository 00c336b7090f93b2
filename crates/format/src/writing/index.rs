//! The index of a file that is being written.

use xxhash_rust::xxh3::xxh3_64;

use crate::reading::index::entry_length;

/// Collects the entries of the tables of levels and blocks.
#[derive(Default)]
pub(crate) struct IndexBuilder {
    levels: Vec<u8>,
    level_count: u64,
    blocks: Vec<u8>,
    block_count: u64,
}

impl IndexBuilder {
    /// Adds an entry to the table of levels.
    pub(crate) fn add_level(&mut self, level: u32, by_roles: [u64; 3], terminals: u64) {
        self.level_count += 1;
        self.levels.extend_from_slice(&level.to_le_bytes());
        for count in by_roles.into_iter().chain([terminals]) {
            self.levels.extend_from_slice(&count.to_le_bytes());
        }
    }

    /// Adds a block that starts with `first_key` at `offset`.
    pub(crate) fn add_block(&mut self, first_key: u128, offset: u64, key_bits: u32) {
        self.block_count += 1;
        let key = &first_key.to_le_bytes()[..entry_length(key_bits) - size_of::<u64>()];
        self.blocks.extend_from_slice(key);
        self.blocks.extend_from_slice(&offset.to_le_bytes());
    }

    pub(crate) const fn level_count(&self) -> u64 {
        self.level_count
    }

    /// The number of blocks added so far: the number of the next block.
    pub(crate) const fn block_count(&self) -> u64 {
        self.block_count
    }

    /// Appends the index to `out`.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&self.levels);
        out.extend_from_slice(&self.blocks);
        let checksum = xxh3_64(&out[start..]);
        out.extend_from_slice(&checksum.to_le_bytes());
    }
}
