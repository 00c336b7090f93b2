//! Files of sorted records in blocks of one size, each with a checksum.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::record::{RECORD_BYTES, RecordBytes};
use crate::error::CampaignError;
use crate::ledger::damaged;

/// The bytes of a block.
pub const BLOCK_BYTES: usize = 4096;

/// The records of a block. Only the last block of a file may have fewer.
pub const BLOCK_RECORDS: usize = BLOCK_BYTES / RECORD_BYTES - 1;

/// Where a block's checksum begins. The eight bytes before it are the number of its records.
const CHECKSUM: usize = BLOCK_BYTES - 8;
const COUNT: usize = CHECKSUM - 8;

/// The bytes of a block, its records first, then zeros.
pub(super) type Block = [u8; BLOCK_BYTES];

/// Writes records, which must come in order, into blocks.
pub(super) struct BlockWriter<W> {
    out: W,
    block: Box<Block>,
    count: usize,
    blocks: u64,
}

impl<W: Write> BlockWriter<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out,
            block: Box::new([0; BLOCK_BYTES]),
            count: 0,
            blocks: 0,
        }
    }

    /// Appends a record. Whether it begins a block is returned.
    pub(super) fn push(&mut self, record: &RecordBytes) -> io::Result<bool> {
        if self.count == BLOCK_RECORDS {
            self.end_block()?;
        }
        let at = self.count * RECORD_BYTES;
        self.block[at..at + RECORD_BYTES].copy_from_slice(record);
        self.count += 1;
        Ok(self.count == 1)
    }

    fn end_block(&mut self) -> io::Result<()> {
        let count = (self.count as u64).to_le_bytes();
        self.block[COUNT..CHECKSUM].copy_from_slice(&count);
        let checksum = checksum(&self.block, self.blocks);
        self.block[CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        self.out.write_all(&self.block[..])?;
        self.block.fill(0);
        self.count = 0;
        self.blocks += 1;
        Ok(())
    }

    /// Writes the last block; returns the number of blocks and what they were written to.
    pub(super) fn finish(mut self) -> io::Result<(u64, W)> {
        if self.count > 0 {
            self.end_block()?;
        }
        Ok((self.blocks, self.out))
    }
}

fn checksum(block: &Block, number: u64) -> u64 {
    xxh3_64_with_seed(&block[..CHECKSUM], number)
}

/// The records of a block; `None` if it is damaged or another than that of this number.
pub(super) fn records(block: &Block, number: u64) -> Option<&[RecordBytes]> {
    let word = |at: usize| {
        let bytes = block[at..at + 8].iter().rev();
        bytes.fold(0, |word: u64, byte| word << 8 | u64::from(*byte))
    };
    if word(CHECKSUM) != checksum(block, number) {
        return None;
    }
    let count = usize::try_from(word(COUNT)).ok()?;
    let (records, _) = block.as_chunks::<RECORD_BYTES>();
    records.get(..count).filter(|_| count <= BLOCK_RECORDS)
}

/// Blocks of a file, read one after another. The file is open only while it is read: there may be
/// thousands of them.
pub(super) struct BlockReader {
    path: PathBuf,
    /// Where block 0 begins.
    begin: u64,
    /// The number of the next block to read, and that after the last.
    next: u64,
    end: u64,
    buffer: Vec<Block>,
    /// The place of the next block, and of the next record in it.
    block: usize,
    record: usize,
}

impl BlockReader {
    /// Reads blocks `0..blocks`, which begin `begin` bytes from the start of the file, as many at
    /// a time as fit `memory` bytes, and at least one.
    pub(super) fn new(path: &Path, begin: u64, blocks: u64, memory: u64) -> Self {
        let at_a_time = (memory / BLOCK_BYTES as u64).clamp(1, blocks.max(1));
        Self {
            path: path.to_owned(),
            begin,
            next: 0,
            end: blocks,
            buffer: Vec::with_capacity(at_a_time as usize),
            block: 0,
            record: 0,
        }
    }

    /// The next record, or `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<RecordBytes>, CampaignError> {
        loop {
            if let Some(block) = self.buffer.get(self.block) {
                let (all, _) = block.as_chunks::<RECORD_BYTES>();
                let count = usize::from(block[COUNT]);
                if self.record < count {
                    self.record += 1;
                    return Ok(Some(all[self.record - 1]));
                }
                self.block += 1;
                self.record = 0;
            } else if self.next == self.end {
                return Ok(None);
            } else {
                self.refill()?;
            }
        }
    }

    fn refill(&mut self) -> Result<(), CampaignError> {
        let count = (self.end - self.next).min(self.buffer.capacity() as u64);
        self.buffer.clear();
        self.buffer.resize(count as usize, [0; BLOCK_BYTES]);
        let read = || {
            let mut file = File::open(&self.path)?;
            let at = self.begin + self.next * BLOCK_BYTES as u64;
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(self.buffer.as_flattened_mut())
        };
        let mut read = read;
        read().map_err(CampaignError::of_file(&self.path, "read"))?;
        for (number, block) in (self.next..).zip(&self.buffer) {
            if records(block, number).is_none() {
                return Err(broken(&self.path, number));
            }
        }
        self.next += count;
        (self.block, self.record) = (0, 0);
        Ok(())
    }
}

/// The error of a damaged block.
pub(super) fn broken(path: &Path, number: u64) -> CampaignError {
    let problem = format!("block {number} is damaged: its checksum is that of other bytes");
    damaged(path, problem)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn written(records: usize) -> Vec<u8> {
        let mut writer = BlockWriter::new(Vec::new());
        for number in 0..records {
            let mut record = [7; RECORD_BYTES];
            record[..8].copy_from_slice(&(number as u64).to_be_bytes());
            let begins = writer.push(&record).unwrap();
            assert_eq!(begins, number % BLOCK_RECORDS == 0);
        }
        let (blocks, bytes) = writer.finish().unwrap();
        assert_eq!(blocks as usize, records.div_ceil(BLOCK_RECORDS));
        assert_eq!(bytes.len(), blocks as usize * BLOCK_BYTES);
        bytes
    }

    #[test]
    fn records_come_back_whatever_number_of_them_and_of_blocks_in_memory() {
        let most = 3 * BLOCK_RECORDS;
        for count in [
            0,
            1,
            BLOCK_RECORDS - 1,
            BLOCK_RECORDS,
            BLOCK_RECORDS + 1,
            most,
        ] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(&[9; 5]).unwrap();
            file.write_all(&written(count)).unwrap();
            for memory in [0, BLOCK_BYTES as u64, 1 << 20] {
                let blocks = count.div_ceil(BLOCK_RECORDS) as u64;
                let mut reader = BlockReader::new(file.path(), 5, blocks, memory);
                let mut read = 0;
                while let Some(record) = reader.next().unwrap() {
                    assert_eq!(record[..8], (read as u64).to_be_bytes());
                    read += 1;
                }
                assert_eq!(read, count);
            }
        }
    }

    #[test]
    fn a_block_with_any_bit_changed_or_in_the_place_of_another_is_refused() {
        let bytes = written(2 * BLOCK_RECORDS);
        let (blocks, _) = bytes.as_chunks::<BLOCK_BYTES>();
        assert_eq!(records(&blocks[1], 1).unwrap().len(), BLOCK_RECORDS);
        assert!(records(&blocks[1], 0).is_none());
        for bit in 0..8 * BLOCK_BYTES {
            let mut changed = blocks[0];
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(records(&changed, 0).is_none(), "bit {bit}");
        }
    }
}
