//! One result as it is stored: 32 bytes that sort by position.

use solveig_game::{Interval, Value};
use solveig_region::blocks::{Item, OVERHEAD};

/// The bytes of a stored result.
pub const RECORD_BYTES: usize = 32;

/// The bytes of a full block of records.
pub(super) const BLOCK_BYTES: u64 = (RecordBytes::IN_BLOCK * RECORD_BYTES) as u64 + OVERHEAD;

/// A stored result, as bytes. Their order is that of exact results before estimates, then of keys,
/// files and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordBytes(pub(super) [u8; RECORD_BYTES]);

impl Item for RecordBytes {
    /// With the rest of the block, less than a page.
    const IN_BLOCK: usize = 127;

    const MAX_BYTES: usize = RECORD_BYTES;

    fn encode(self, _: Option<Self>, payload: &mut Vec<u8>) {
        payload.extend_from_slice(&self.0);
    }

    fn decode(_: Option<Self>, payload: &mut &[u8]) -> Option<Self> {
        let (first, rest) = payload.split_first_chunk()?;
        *payload = rest;
        Some(Self(*first))
    }
}

impl RecordBytes {
    /// The key by which they are sorted.
    pub(super) fn key(&self) -> u128 {
        let digits = self.0[..16].iter();
        digits.fold(0, |key, byte| key << 8 | u128::from(*byte))
    }
}

/// Marks the keys of estimates. Keys of Othello have at most 102 bits.
const ESTIMATE: u128 = 1 << 127;

/// The largest magnitude of a number of nodes.
pub const MAX_NODES: i64 = (1 << 47) - 1;

/// What one row says, or what all rows of one position say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The key of the position's symmetry class, forced passes made.
    pub key: u128,
    /// Whether the bounds are proved. Bounds that are not are an estimate, both the same.
    pub exact: bool,
    /// Bounds on the value for the side to move.
    pub bounds: Interval,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// The strength of the search; 100 leaves nothing out.
    pub strength: u8,
    /// The file, by its number among the sources of the import.
    pub file: u16,
    /// The line in it, from 1.
    pub line: u32,
    /// The positions that the search visited; negative where it ran with other options.
    pub nodes: i64,
}

impl Record {
    /// The bytes. Bounds must be from -64 to 64, and nodes at most [`MAX_NODES`] in magnitude.
    pub fn to_bytes(self) -> RecordBytes {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..16].copy_from_slice(&stored_key(self.key, self.exact).to_be_bytes());
        bytes[16..18].copy_from_slice(&self.file.to_be_bytes());
        bytes[18..22].copy_from_slice(&self.line.to_be_bytes());
        bytes[22] = (self.bounds.lower as i8).to_be_bytes()[0];
        bytes[23] = (self.bounds.upper as i8).to_be_bytes()[0];
        bytes[24] = self.depth;
        bytes[25] = self.strength;
        bytes[26..].copy_from_slice(&self.nodes.to_be_bytes()[2..]);
        RecordBytes(bytes)
    }

    /// The result with these bytes.
    pub fn of_bytes(bytes: &RecordBytes) -> Self {
        let (key, bytes) = (bytes.key(), bytes.0);
        let part = |from: usize, to: usize| {
            let digits = bytes[from..to].iter();
            digits.fold(0, |number: u64, byte| number << 8 | u64::from(*byte))
        };
        let value = |at: usize| Value::from(i8::from_be_bytes([bytes[at]]));
        Self {
            key: key & !ESTIMATE,
            exact: key & ESTIMATE == 0,
            bounds: Interval {
                lower: value(22),
                upper: value(23),
            },
            depth: bytes[24],
            strength: bytes[25],
            file: part(16, 18) as u16,
            line: part(18, 22) as u32,
            // Shifted up and down again to repeat the sign.
            nodes: (part(26, 32) << 16) as i64 >> 16,
        }
    }
}

/// The key by which results are sorted.
pub(super) const fn stored_key(key: u128, exact: bool) -> u128 {
    if exact { key } else { key | ESTIMATE }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(exact: bool, lower: Value, upper: Value, nodes: i64) -> Record {
        Record {
            key: 0x1234_5678_9abc_def0_0fed_cba9,
            exact,
            bounds: Interval { lower, upper },
            depth: 36,
            strength: 99,
            file: 2586,
            line: u32::MAX - 1,
            nodes,
        }
    }

    #[test]
    fn all_of_a_record_is_in_its_bytes() {
        for exact in [true, false] {
            for (lower, upper) in [(-64, 64), (-64, -64), (64, 64), (-3, 5), (0, 0)] {
                for nodes in [0, 1, -1, MAX_NODES, -MAX_NODES, 127 << 40] {
                    let record = record(exact, lower, upper, nodes);
                    assert_eq!(Record::of_bytes(&record.to_bytes()), record);
                }
            }
        }
    }

    #[test]
    fn exact_results_come_before_estimates_and_then_the_keys_decide() {
        let mut later = record(true, 0, 0, 0);
        later.key += 1;
        let estimate = record(false, 0, 0, 0);
        let first = record(true, 64, 64, 0);
        assert!(first.to_bytes() < later.to_bytes());
        assert!(later.to_bytes() < estimate.to_bytes());
    }
}
