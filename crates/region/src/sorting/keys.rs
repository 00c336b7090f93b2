//! Sorted sets of keys on disk, compressed.

use std::ops::Range;
use std::path::{Path, PathBuf};

use solveig_game::Key;
use solveig_search::StopChecker;

use super::{ItemRange, PART, Run, gather};
use crate::BuildError;
use crate::blocks::{Block, BlockReader, Extent, FileWriter, Item, damaged};
use crate::frames::WorkFile;

/// A key is written as its difference to the one before it, in variable-length encoding (LEB128).
impl<K: Key> Item for K {
    const IN_BLOCK: usize = 512;

    const MAX_BYTES: usize = 19;

    #[inline]
    fn encode(self, before: Option<Self>, payload: &mut Vec<u8>) {
        let mut difference = self.to_u128() - before.map_or(0, Key::to_u128);
        while difference > u128::from(u64::MAX) {
            payload.push(difference as u8 | 0x80);
            difference >>= 7;
        }
        let mut low = difference as u64;
        while low >= 0x80 {
            payload.push(low as u8 | 0x80);
            low >>= 7;
        }
        payload.push(low as u8);
    }

    #[inline]
    fn decode(before: Option<Self>, payload: &mut &[u8]) -> Option<Self> {
        let (difference, length) = difference(payload)?;
        *payload = &payload[length..];
        Self::from_u128(before.map_or(0, Key::to_u128).checked_add(difference)?)
    }
}

/// The number at the front of the bytes, and how many bytes it takes.
#[inline]
fn difference(bytes: &[u8]) -> Option<(u128, usize)> {
    let mut low = 0u64;
    for (at, &byte) in bytes.iter().enumerate().take(9) {
        low |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Some((u128::from(low), at + 1));
        }
    }
    let mut wide = u128::from(low);
    for (at, &byte) in bytes.iter().enumerate().take(19).skip(9) {
        wide |= u128::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Some((wide, at + 1));
        }
    }
    None
}

/// A file of ascending distinct keys.
#[derive(Debug)]
pub(crate) struct KeyFile<K> {
    path: PathBuf,
    /// The first key of each block, and where it begins.
    blocks: Vec<(K, u64)>,
    extent: Extent,
}

impl<K: Key> KeyFile<K> {
    /// Opens a file that [`KeyWriter`] finished with this extent.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, is damaged or another file, or if it is stopped.
    pub(crate) fn open(
        path: PathBuf,
        extent: Extent,
        stop: &mut StopChecker,
    ) -> Result<Self, BuildError> {
        let length = WorkFile::open(&path)?.map_or(0, |file| file.length());
        let mut reader = BlockReader::new(&path, 0, length, 1 << 16);
        let mut blocks = Vec::new();
        loop {
            stop.check()?;
            let place = reader.extent().bytes;
            let Some(keys) = reader.next_block()? else {
                break;
            };
            blocks.extend(keys.first().map(|first| (*first, place)));
        }
        if reader.extent() != extent {
            return Err(damaged(&path, reader.extent().bytes));
        }
        Ok(Self {
            path,
            blocks,
            extent,
        })
    }

    /// The path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of keys.
    pub(crate) const fn keys(&self) -> u64 {
        self.extent.items
    }

    /// The size and digest, by which [`open`](Self::open) knows the file again.
    pub(crate) const fn extent(&self) -> Extent {
        self.extent
    }

    /// The keys, to be read.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub(crate) fn run(&self) -> Result<KeyRun<'_, K>, BuildError> {
        let file = WorkFile::open(&self.path)?.ok_or_else(|| damaged(&self.path, 0))?;
        Ok(KeyRun { of: self, file })
    }
}

/// A file of keys, open for reading.
pub(crate) struct KeyRun<'a, K> {
    of: &'a KeyFile<K>,
    file: WorkFile,
}

impl<K: Key> KeyRun<'_, K> {
    /// The number of blocks.
    pub(crate) const fn blocks(&self) -> usize {
        self.of.blocks.len()
    }

    /// Appends the keys of blocks to `keys`. `room` is scratch space.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    pub(crate) fn read_blocks(
        &self,
        numbers: Range<usize>,
        keys: &mut Vec<K>,
        room: &mut Vec<u8>,
    ) -> Result<(), BuildError> {
        let place = |number: usize| self.of.blocks.get(number).map(|(_, place)| *place);
        let end = place(numbers.end).unwrap_or_else(|| self.file.length());
        let Some(mut at) = place(numbers.start).filter(|from| *from < end) else {
            return Ok(());
        };
        let mut bytes = self.file.read(at..end, room)?;
        while !bytes.is_empty() {
            let block = Block::read(bytes, at);
            let decoded = block.and_then(|block| block.decode(keys).map(|()| block.length()));
            let length = decoded.ok_or_else(|| damaged(&self.of.path, at))?;
            bytes = &bytes[length as usize..];
            at += length;
        }
        Ok(())
    }
}

impl<K: Key> Run<K> for KeyRun<'_, K> {
    fn marks(&self) -> impl Iterator<Item = K> {
        self.of.blocks.iter().map(|(first, _)| *first)
    }

    fn read(
        &self,
        range: ItemRange<K>,
        keys: &mut Vec<K>,
        room: &mut Vec<u8>,
    ) -> Result<(), BuildError> {
        let before = |bound| self.of.blocks.partition_point(|(first, _)| *first < bound);
        let first = range.from.map_or(0, |from| before(from).saturating_sub(1));
        let start = keys.len();
        self.read_blocks(first..range.to.map_or(self.blocks(), before), keys, room)?;
        if let Some(to) = range.to {
            let inside = keys[start..].partition_point(|key| *key < to);
            keys.truncate(start + inside);
        }
        if let Some(from) = range.from {
            let outside = keys[start..].partition_point(|key| *key < from);
            keys.drain(start..start + outside);
        }
        Ok(())
    }
}

/// Writes a file of keys.
pub(crate) struct KeyWriter<K> {
    file: FileWriter<K>,
    blocks: Vec<(K, u64)>,
}

impl<K: Key> KeyWriter<K> {
    /// Begins the file at `path`.
    pub(crate) fn create(path: PathBuf) -> Result<Self, BuildError> {
        Ok(Self {
            file: FileWriter::create(path)?,
            blocks: Vec::new(),
        })
    }

    /// Appends keys, each greater than all before it.
    pub(crate) fn extend(&mut self, keys: &[K]) -> Result<(), BuildError> {
        for key in keys {
            let begins = self.file.push(*key)?;
            self.blocks.extend(begins.map(|place| (*key, place)));
        }
        Ok(())
    }

    /// Ends the file; with `sync`, flushes it to the disk.
    pub(crate) fn finish(self, sync: bool) -> Result<KeyFile<K>, BuildError> {
        let (path, extent) = self.file.finish(sync)?;
        Ok(KeyFile {
            path,
            blocks: self.blocks,
            extent,
        })
    }
}

/// Passes the distinct keys of all runs to `take`, ascending, a range at a time, each with the
/// number of keys that were read for it.
pub(crate) fn merge<K: Key>(
    runs: &[KeyRun<'_, K>],
    threads: usize,
    mut take: impl FnMut(u64, &[K]) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    // Of each run about two blocks, as the first and the last are read in part.
    let step = (PART / K::IN_BLOCK).max(2 * runs.len());
    let sort = |keys: &mut Vec<K>, _: &mut Vec<K>| {
        let count = keys.len() as u64;
        // They are sorted runs, which the stable sort merges.
        keys.sort();
        keys.dedup();
        (count, std::mem::take(keys))
    };
    gather(runs, step, threads, sort, |merged| {
        let (count, keys) = merged?;
        take(count, &keys)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use solveig_game::random::Random;

    use super::*;

    fn keys(count: usize, seed: u64, wide: bool) -> BTreeSet<u128> {
        let mut random = Random::new(seed);
        (0..count)
            .map(|_| {
                let state = random.word();
                let key = u128::from(state >> (state % 61));
                if wide { key << (state % 64) } else { key }
            })
            .collect()
    }

    fn written<K: Key>(path: PathBuf, keys: &BTreeSet<u128>) -> KeyFile<K> {
        let mut writer = KeyWriter::create(path).unwrap();
        for key in keys {
            writer.extend(&[K::from_u128(*key).unwrap()]).unwrap();
        }
        writer.finish(false).unwrap()
    }

    fn merges_to_the_union<K: Key>(wide: bool) {
        let directory = tempfile::tempdir().unwrap();
        let sets: Vec<BTreeSet<u128>> = [1, 512, 513, 20_000, 200_000]
            .iter()
            .enumerate()
            .map(|(seed, count)| keys(*count, seed as u64 % 4, wide))
            .collect();
        let files: Vec<KeyFile<K>> = sets
            .iter()
            .enumerate()
            .map(|(at, set)| {
                let path = directory.path().join(at.to_string());
                let extent = written::<K>(path.clone(), set).extent();
                KeyFile::open(path, extent, &mut StopChecker::default()).unwrap()
            })
            .collect();
        let runs: Vec<KeyRun<'_, K>> = files.iter().map(|file| file.run().unwrap()).collect();
        let union: BTreeSet<u128> = sets.iter().flatten().copied().collect();
        for threads in [1, 3] {
            let (mut merged, mut read) = (Vec::new(), 0);
            merge(&runs, threads, |count, keys| {
                read += count;
                merged.extend(keys.iter().map(|key| key.to_u128()));
                Ok(())
            })
            .unwrap();
            assert!(merged.into_iter().eq(union.iter().copied()));
            let all: usize = sets.iter().map(BTreeSet::len).sum();
            assert_eq!(read, all as u64);
        }
        let middle = *union.iter().nth(union.len() / 3).unwrap();
        for (from, to) in [
            (None, None),
            (None, Some(middle)),
            (Some(middle), None),
            (Some(middle + 1), Some(middle + 1)),
            (Some(u128::from(u32::MAX)), Some(u128::from(u64::MAX))),
        ] {
            for (run, set) in runs.iter().zip(&sets) {
                let narrow = |key: Option<u128>| key.and_then(K::from_u128);
                let range = ItemRange {
                    from: narrow(from),
                    to: narrow(to),
                };
                let mut found = Vec::new();
                run.read(range, &mut found, &mut Vec::new()).unwrap();
                let expected = set.iter().map(|key| K::from_u128(*key).unwrap());
                let expected = expected.filter(|key| range.contains(key));
                assert!(found.into_iter().eq(expected), "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn a_merge_of_runs_is_the_sorted_union_and_each_is_read_within_bounds() {
        merges_to_the_union::<u64>(false);
        merges_to_the_union::<u128>(true);
    }

    #[test]
    fn a_file_with_a_changed_or_missing_byte_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run");
        let file = written::<u64>(path.clone(), &keys(600, 7, false));
        let bytes = std::fs::read(&path).unwrap();
        let not_opened = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let stop = &mut StopChecker::default();
            let opened = KeyFile::<u64>::open(path.clone(), file.extent(), stop);
            assert!(matches!(opened, Err(BuildError::Damaged { .. })));
        };
        let refused = |bytes: &[u8]| {
            not_opened(bytes);
            let run = file.run().unwrap();
            let read = run.read_blocks(0..2, &mut Vec::new(), &mut Vec::new());
            assert!(matches!(read, Err(BuildError::Damaged { .. })));
        };
        let mut changed = bytes.clone();
        changed[20] ^= 1;
        refused(&changed);
        refused(&bytes[..bytes.len() - 1]);
        // Whole blocks: none of them, all but the last, and those of another file.
        not_opened(&[]);
        not_opened(&bytes[..file.blocks[1].1 as usize]);
        let other = directory.path().join("other");
        written::<u64>(other.clone(), &keys(600, 8, false));
        not_opened(&std::fs::read(other).unwrap());
    }
}
