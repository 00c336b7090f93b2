//! Merges files of ascending items.

use std::cmp::Reverse;

use super::{PART, in_order};
use crate::BuildError;
use crate::blocks::{BlockReader, Item, SortedFile};

/// What a merge may use.
#[derive(Clone, Copy, Debug)]
pub struct MergeLimits {
    /// Memory for items, in bytes.
    pub memory: u64,
    /// The number of threads that read and sort; one more takes what they have sorted.
    pub threads: usize,
}

/// The maximum number of bytes of a file that are read at a time.
const MAX_AHEAD: u64 = 1 << 20;

impl MergeLimits {
    /// How many blocks of each of so many files fit the memory. Of each, one is read, two are
    /// waiting, and two are in every batch: one for each thread to sort, with half its size as
    /// scratch space, one that each has sorted, and the one that is taken.
    fn blocks<T: Item>(self, files: usize) -> u64 {
        let block = T::IN_BLOCK * T::MAX_BYTES.max(size_of::<T>());
        let batches = (5 * self.threads.max(1)).div_ceil(2) + 1;
        let all = block * (3 + 2 * batches) * files.max(1);
        self.memory / all as u64
    }

    /// The number of files that fit: at least two.
    fn files<T: Item>(self) -> usize {
        usize::try_from(self.blocks::<T>(1)).map_or(usize::MAX, |files| files.max(2))
    }

    /// Removes the smallest files from the list, if it has more than can be merged at once: merge
    /// these into one, add that to the list, and ask again.
    pub fn surplus<T: Item>(self, files: &mut Vec<SortedFile>) -> Option<Vec<SortedFile>> {
        let max = self.files::<T>();
        (files.len() > max).then(|| {
            files.sort_by_key(|file| Reverse(file.extent().items));
            files.split_off(files.len() - max)
        })
    }
}

/// Passes the distinct items of all files to `take`, ascending, some at a time, each time with the
/// number of items that were read for them. [`MergeLimits::surplus`] limits the files.
///
/// # Errors
///
/// Fails if a file cannot be read or is damaged, or as `take` does.
pub fn merge<T: Item, E: From<BuildError>>(
    files: &[SortedFile],
    limits: MergeLimits,
    mut take: impl FnMut(u64, &[T]) -> Result<(), E>,
) -> Result<(), E> {
    let blocks = limits.blocks::<T>(files.len()).max(1);
    let ahead = (blocks * (T::IN_BLOCK * T::MAX_BYTES) as u64).min(MAX_AHEAD);
    let in_cache = (PART / files.len().max(1)).max(1) as u64;
    let batches = Batches {
        heads: files
            .iter()
            .map(|file| Head {
                reader: file.reader(ahead),
                items: Vec::new(),
                is_last: false,
            })
            .collect(),
        wanted: in_cache.min(blocks.saturating_mul(T::IN_BLOCK as u64)) as usize,
        failed: false,
    };
    let sorted = |(): &mut (), batch: Result<Vec<T>, BuildError>| {
        batch.map(|mut items| {
            let count = items.len() as u64;
            // They are sorted runs, which the stable sort merges.
            items.sort();
            items.dedup();
            (count, items)
        })
    };
    in_order(
        batches,
        limits.threads,
        || (),
        sorted,
        |merged| {
            let (count, items) = merged?;
            take(count, &items)
        },
    )
}

/// The next items of a file.
struct Head<T> {
    reader: BlockReader<T>,
    items: Vec<T>,
    /// Whether the file has no items after these.
    is_last: bool,
}

impl<T: Item> Head<T> {
    /// Has at least so many items, or all.
    fn fill(&mut self, wanted: usize) -> Result<(), BuildError> {
        while self.items.len() < wanted && !self.is_last {
            match self.reader.next_block()? {
                Some(block) => self.items.extend_from_slice(block),
                None => self.is_last = true,
            }
        }
        Ok(())
    }
}

/// Divides what files have into batches, each with all items up to some item.
struct Batches<T> {
    heads: Vec<Head<T>>,
    /// The items of each file from which a batch is made.
    wanted: usize,
    failed: bool,
}

impl<T: Item> Batches<T> {
    fn batch(&mut self) -> Result<Vec<T>, BuildError> {
        for head in &mut self.heads {
            head.fill(self.wanted)?;
        }
        self.heads.retain(|head| !head.items.is_empty());
        let unread = self.heads.iter().filter(|head| !head.is_last);
        let bound = unread.filter_map(|head| head.items.last()).min().copied();
        let mut batch = Vec::new();
        for head in &mut self.heads {
            let end = match bound {
                Some(bound) => head.items.partition_point(|item| *item <= bound),
                None => head.items.len(),
            };
            batch.extend(head.items.drain(..end));
        }
        Ok(batch)
    }
}

impl<T: Item> Iterator for Batches<T> {
    type Item = Result<Vec<T>, BuildError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let batch = self.batch();
        self.failed = batch.is_err();
        batch
            .map(|items| (!items.is_empty()).then_some(items))
            .transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use solveig_game::Key;
    use solveig_game::random::Random;
    use solveig_search::StopChecker;

    use super::*;
    use crate::blocks::{Block, FileWriter};

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

    fn written<K: Key>(path: PathBuf, keys: &BTreeSet<u128>) -> SortedFile {
        let mut writer = FileWriter::create(path).unwrap();
        for key in keys {
            writer.push(K::from_u128(*key).unwrap()).unwrap();
        }
        writer.finish(false).unwrap()
    }

    /// Merges files, in several passes if need be. Returns the keys, and how many were read.
    fn merged<K: Key>(
        mut files: Vec<SortedFile>,
        limits: MergeLimits,
        directory: &Path,
    ) -> (BTreeSet<u128>, u64) {
        let mut passes = 0;
        while let Some(former) = limits.surplus::<K>(&mut files) {
            passes += 1;
            let path = directory.join(format!("pass {passes}"));
            let mut writer = FileWriter::create(path).unwrap();
            merge(&former, limits, |_, keys: &[K]| {
                keys.iter().try_for_each(|key| writer.push(*key))
            })
            .unwrap();
            files.push(writer.finish(false).unwrap());
        }
        let (mut found, mut read) = (BTreeSet::new(), 0);
        merge::<K, BuildError>(&files, limits, |count, keys| {
            read += count;
            for key in keys.iter().map(|key| key.to_u128()) {
                assert!(found.last().is_none_or(|last| *last < key));
                found.insert(key);
            }
            Ok(())
        })
        .unwrap();
        (found, read)
    }

    fn merges_to_the_union<K: Key>(wide: bool) {
        let directory = tempfile::tempdir().unwrap();
        let sets: Vec<BTreeSet<u128>> = [1, 512, 513, 20_000, 200_000]
            .iter()
            .enumerate()
            .map(|(seed, count)| keys(*count, seed as u64 % 4, wide))
            .collect();
        let files: Vec<SortedFile> = sets
            .iter()
            .enumerate()
            .map(|(at, set)| {
                let path = directory.path().join(at.to_string());
                let extent = written::<K>(path.clone(), set).extent();
                SortedFile::open::<K>(path, extent, &mut StopChecker::default()).unwrap()
            })
            .collect();
        let union: BTreeSet<u128> = sets.iter().flatten().copied().collect();
        let all: usize = sets.iter().map(BTreeSet::len).sum();
        for threads in [1, 3] {
            for memory in [0, 1 << 22, u64::MAX] {
                let limits = MergeLimits { memory, threads };
                let (found, read) = merged::<K>(files.clone(), limits, directory.path());
                assert!(found == union);
                assert!(memory == 0 || read == all as u64);
            }
        }
    }

    #[test]
    fn a_merge_of_files_is_the_sorted_union_whatever_the_memory_and_the_threads() {
        merges_to_the_union::<u64>(false);
        merges_to_the_union::<u128>(true);
    }

    #[test]
    fn more_files_than_fit_the_memory_are_merged_in_several_passes_the_smallest_first() {
        let limits = MergeLimits {
            memory: 1 << 18,
            threads: 1,
        };
        let max = limits.files::<u64>();
        assert!((2..50).contains(&max));
        for count in [0, 1, max - 1, max, max + 1, 3 * max, max * max] {
            let directory = tempfile::tempdir().unwrap();
            let sets = (0..count).map(|seed| keys(600 - seed % 7, seed as u64, false));
            let sets: Vec<_> = sets.collect();
            let path = |number: usize| directory.path().join(number.to_string());
            let files = sets.iter().enumerate();
            let files = files.map(|(number, set)| written::<u64>(path(number), set));
            let mut files: Vec<SortedFile> = files.collect();
            let union: BTreeSet<u128> = sets.iter().flatten().copied().collect();
            let (found, _) = merged::<u64>(files.clone(), limits, directory.path());
            assert!(found == union, "{count} files");
            let items = |file: &SortedFile| file.extent().items;
            match limits.surplus::<u64>(&mut files) {
                None => assert!(count <= max),
                Some(former) => {
                    assert_eq!((former.len(), files.len()), (max, count - max));
                    let least = files.iter().map(items).min();
                    assert!(former.iter().map(items).max() <= least);
                }
            }
        }
    }

    #[test]
    fn a_file_with_a_changed_or_missing_byte_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run");
        let file = written::<u64>(path.clone(), &keys(600, 7, false));
        let limits = MergeLimits {
            memory: 1 << 20,
            threads: 2,
        };
        let bytes = std::fs::read(&path).unwrap();
        let not_opened = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let stop = &mut StopChecker::default();
            let opened = SortedFile::open::<u64>(path.clone(), file.extent(), stop);
            assert!(matches!(opened, Err(BuildError::Damaged { .. })));
        };
        let refused = |bytes: &[u8]| {
            not_opened(bytes);
            let merged = merge(std::slice::from_ref(&file), limits, |_, _: &[u64]| Ok(()));
            assert!(matches!(merged, Err(BuildError::Damaged { .. })));
        };
        let mut changed = bytes.clone();
        changed[20] ^= 1;
        refused(&changed);
        refused(&bytes[..bytes.len() - 1]);
        // Whole blocks: none of them, all but the last, and those of another file.
        not_opened(&[]);
        let first = Block::read(&bytes, 0).unwrap().length() as usize;
        not_opened(&bytes[..first]);
        let other = directory.path().join("other");
        written::<u64>(other.clone(), &keys(600, 8, false));
        not_opened(&std::fs::read(other).unwrap());
    }
}
