//! Proof numbers, and a lossy table of them.

use std::io;

use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section};
use crate::table::memory::{AtomicU64, AtomicWords, Ordering};

/// Greater than any limit of a search.
pub const UNREACHABLE: u32 = u32::MAX >> 2;

/// Proof numbers of a position: the least number of leaves to decide to prove that the side to move
/// wins (φ) or loses (δ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// φ.
    pub win: u32,
    /// δ.
    pub loss: u32,
}

impl Numbers {
    /// An unexpanded node: one leaf to win or lose by.
    pub const LEAF: Self = Self { win: 1, loss: 1 };

    /// The limits of a search without limits.
    pub const LIMITS: Self = Self {
        win: UNREACHABLE - 1,
        loss: UNREACHABLE - 1,
    };

    /// The numbers of a decided position.
    pub const fn of(wins: bool) -> Self {
        match wins {
            true => Self {
                win: 0,
                loss: UNREACHABLE,
            },
            false => Self {
                win: UNREACHABLE,
                loss: 0,
            },
        }
    }

    /// The elementwise maximum.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            win: self.win.max(other.win),
            loss: self.loss.max(other.loss),
        }
    }

    /// The answer, if it is known.
    pub const fn decided(self) -> Option<bool> {
        match self {
            Self { win: 0, .. } => Some(true),
            Self { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A lock-free lossy table of the proof numbers of open positions, shared by threads.
///
/// Positions are identified by a hash and entries may be torn by concurrent writes: the numbers
/// guide a search, and no answer depends on them.
#[derive(Debug)]
pub struct NumberTable {
    /// Two words per entry: check bits, work and both numbers. The system clears them when they are
    /// first touched, not while the caller waits for a search to begin.
    words: AtomicWords,
    buckets: usize,
}

/// Entries per bucket.
const BUCKET: usize = 4;

/// Words per bucket.
const WORDS: usize = 2 * BUCKET;

impl NumberTable {
    /// An empty table of about `bytes` bytes; a smaller one where the system has not so many.
    ///
    /// # Panics
    ///
    /// Panics if there is no memory at all.
    pub fn new(bytes: u64) -> Self {
        let mut buckets = (bytes / (16 * BUCKET as u64)).max(1) as usize;
        let words = loop {
            match AtomicWords::zeroed(WORDS * buckets) {
                Some(words) => break words,
                None => {
                    assert!(buckets > 1, "no memory for one bucket of proof numbers");
                    buckets /= 2;
                }
            }
        };
        Self { words, buckets }
    }

    fn entries(&self, bucket: usize) -> impl Iterator<Item = &[AtomicU64]> {
        self.words.block::<WORDS>(bucket).chunks_exact(2)
    }

    fn bucket(&self, mark: u64) -> impl Iterator<Item = &[AtomicU64]> {
        let place = (u128::from(mark) * self.buckets as u128) >> 64;
        self.entries(place as usize)
    }

    /// All entries.
    fn all(&self) -> impl Iterator<Item = &[AtomicU64]> {
        (0..self.buckets).flat_map(|bucket| self.entries(bucket))
    }

    /// Writes the raw entries: the hash of an entry follows in part from its index.
    pub(super) fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        to.section(Section::Numbers)?;
        to.word((BUCKET * self.buckets) as u64)?;
        let is_taken = |entry: &[AtomicU64]| entry[0].load(Ordering::Relaxed) != 0;
        for (place, entry) in self.all().enumerate().filter(|(_, one)| is_taken(one)) {
            to.word(place as u64)?;
            for word in entry {
                to.word(word.load(Ordering::Relaxed))?;
            }
        }
        to.word(u64::MAX)
    }

    /// Reads what [`save`](Self::save) wrote; ignored if the table had another size.
    pub(super) fn load(&self, from: &mut CheckpointReader) -> io::Result<()> {
        from.section(Section::Numbers)?;
        let entries = BUCKET * self.buckets;
        let same = from.word()? == entries as u64;
        loop {
            let place = from.word()?;
            if place == u64::MAX {
                return Ok(());
            }
            let words = [from.word()?, from.word()?];
            let place = usize::try_from(place).ok().filter(|place| *place < entries);
            if let Some(place) = place.filter(|_| same) {
                let bucket = self.words.block::<WORDS>(place / BUCKET);
                let entry = &bucket[place % BUCKET * 2..][..2];
                entry[1].store(words[1], Ordering::Relaxed);
                entry[0].store(words[0], Ordering::Relaxed);
            }
        }
    }

    /// Clears the table. Only what is taken is written to: the system clears a page that is written
    /// for the first time.
    pub(super) fn clear(&self) {
        for entry in self.all() {
            if entry[0].load(Ordering::Relaxed) != 0 {
                entry[0].store(0, Ordering::Relaxed);
            }
        }
    }

    /// The numbers of the position with this hash, if present.
    pub(super) fn get(&self, mark: u64) -> Option<Numbers> {
        let check = mark as u32;
        for entry in self.bucket(mark) {
            let head = entry[0].load(Ordering::Relaxed);
            if head as u32 == check && head >> 32 != 0 {
                let both = entry[1].load(Ordering::Relaxed);
                // A torn entry must still be usable as open.
                let bounded = |number: u64| (number as u32).clamp(1, UNREACHABLE - 1);
                return Some(Numbers {
                    win: bounded(both >> 32),
                    loss: bounded(both),
                });
            }
        }
        None
    }

    /// Stores the numbers of an open position, found with effort `work`; evicts the entry of the
    /// least work.
    pub(super) fn put(&self, mark: u64, numbers: Numbers, work: u64) {
        let check = mark as u32;
        let work = work.clamp(1, u32::MAX.into());
        let least = self.bucket(mark).min_by_key(|entry| {
            let head = entry[0].load(Ordering::Relaxed);
            if head as u32 == check { 0 } else { head >> 32 }
        });
        let Some(entry) = least else {
            return;
        };
        let both = (u64::from(numbers.win) << 32) | u64::from(numbers.loss);
        entry[1].store(both, Ordering::Relaxed);
        entry[0].store((work << 32) | u64::from(check), Ordering::Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn hashes_and_numbers_at_their_limits_come_back() {
        let low = u64::from(u32::MAX);
        let ends = [(1, UNREACHABLE - 1), (UNREACHABLE - 1, 1)];
        for bytes in [0, 1, 64, 1 << 12] {
            for mark in [0, 1, low, low + 1, u64::MAX] {
                let [table, read] = [(); 2].map(|()| NumberTable::new(bytes));
                for work in [0, low, low + 1, u64::MAX] {
                    for (win, loss) in ends {
                        let numbers = Numbers { win, loss };
                        table.put(mark, numbers, work);
                        assert_eq!(table.get(mark), Some(numbers), "{mark:#x}, {work}");
                    }
                }
                let mut words = Vec::new();
                table.save(&mut CheckpointWriter(&mut words)).unwrap();
                read.load(&mut CheckpointReader(&mut &words[..])).unwrap();
                assert_eq!(read.get(mark), table.get(mark));
                table.clear();
                assert_eq!(table.get(mark), None);
            }
        }
    }
}
