//! Sorted sets of keys on disk: written in blocks, read from any key on, merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use solveig_game::Key;
use solveig_search::StopChecker;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::KeyRange;
use crate::BuildError;
use crate::new_files::{create_new, open_own};

/// The most keys of a block.
pub const BLOCK_KEYS: usize = 4096;

/// The length of a block's header in bytes: the number of keys (u32), the length of the payload
/// (u32), and the xxh3-64 of the payload, seeded with both.
const HEADER: usize = 16;

/// The most bytes of an encoded key, at seven bits per byte.
const MOST_BYTES: usize = 19;

/// A file of ascending distinct keys, in blocks that can be read separately. A block holds its
/// first key and then differences, in variable-length encoding (LEB128).
#[derive(Debug)]
pub struct Run<K> {
    path: PathBuf,
    blocks: Vec<Block<K>>,
    keys: u64,
}

/// Where a block begins, in the file and in the order of keys.
#[derive(Clone, Copy, Debug)]
struct Block<K> {
    offset: u64,
    first: K,
}

impl<K: Key> Run<K> {
    /// Opens a file that [`RunWriter`] finished.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, is not whole, or if it is stopped.
    pub fn open(path: &Path, stop: &mut StopChecker) -> Result<Self, BuildError> {
        let mut reader = BlockReader::open(path)?;
        let length = reader
            .file
            .metadata()
            .map_err(BuildError::file(path, "read"))?
            .len();
        let mut run = Self {
            path: path.to_owned(),
            blocks: Vec::new(),
            keys: 0,
        };
        let mut offset = 0;
        while offset < length {
            stop.check()?;
            let (count, payload) = reader.block(offset)?;
            let first = BlockKeys::<K>::new(count, payload).next();
            let first = first.ok_or_else(|| damaged(path))?;
            run.blocks.push(Block { offset, first });
            run.keys += u64::from(count);
            offset += (HEADER + payload.len()) as u64;
        }
        Ok(run)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of keys.
    pub const fn keys(&self) -> u64 {
        self.keys
    }

    /// The number of blocks.
    pub const fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The first keys of its blocks.
    pub fn firsts(&self) -> impl Iterator<Item = K> + '_ {
        self.blocks.iter().map(|block| block.first)
    }

    /// Reads the block with this number into `keys`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    pub fn read_block(
        &self,
        reader: &mut BlockReader,
        number: usize,
        keys: &mut Vec<K>,
    ) -> Result<(), BuildError> {
        let (count, payload) = reader.block(self.blocks[number].offset)?;
        keys.clear();
        keys.extend(BlockKeys::<K>::new(count, payload));
        if keys.len() == count as usize {
            Ok(())
        } else {
            Err(damaged(&self.path))
        }
    }
}

/// A run's file, open for reading.
#[derive(Debug)]
pub struct BlockReader {
    path: PathBuf,
    file: File,
    at: u64,
    payload: Vec<u8>,
}

impl BlockReader {
    /// Opens the file at `path`.
    pub fn open(path: &Path) -> Result<Self, BuildError> {
        Ok(Self {
            path: path.to_owned(),
            file: open_own(path, false)
                .and_then(|file| file.ok_or_else(|| ErrorKind::NotFound.into()))
                .map_err(BuildError::file(path, "open"))?,
            at: 0,
            payload: Vec::new(),
        })
    }

    /// The number of keys and the encoded keys of the block at `offset`.
    fn block(&mut self, offset: u64) -> Result<(u32, &[u8]), BuildError> {
        let path = &self.path;
        let failed = |cause: std::io::Error| match cause.kind() {
            std::io::ErrorKind::UnexpectedEof => damaged(path),
            _ => BuildError::file(path, "read")(cause),
        };
        if self.at != offset {
            self.file.seek(SeekFrom::Start(offset)).map_err(failed)?;
        }
        let mut header = [0; HEADER];
        self.file.read_exact(&mut header).map_err(failed)?;
        let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("4 bytes"));
        let checksum = u64::from_le_bytes(header[8..].try_into().expect("8 bytes"));
        let (count, length) = (word(0), word(4) as usize);
        if count as usize > BLOCK_KEYS || length > BLOCK_KEYS * MOST_BYTES {
            return Err(damaged(path));
        }
        self.payload.resize(length, 0);
        self.file.read_exact(&mut self.payload).map_err(failed)?;
        if checksum_of(count, &self.payload) != checksum {
            return Err(damaged(path));
        }
        self.at = offset + (HEADER + length) as u64;
        Ok((count, &self.payload))
    }
}

fn checksum_of(count: u32, payload: &[u8]) -> u64 {
    xxh3_64_with_seed(payload, u64::from(count) << 32 | payload.len() as u64)
}

fn damaged(path: &Path) -> BuildError {
    BuildError::damaged(
        path,
        "does not hold what was written there; remove the directory to start over",
    )
}

/// The keys of a block.
struct BlockKeys<'a, K> {
    left: u32,
    last: u128,
    bytes: &'a [u8],
    keys: PhantomData<K>,
}

impl<'a, K: Key> BlockKeys<'a, K> {
    const fn new(left: u32, bytes: &'a [u8]) -> Self {
        Self {
            left,
            last: 0,
            bytes,
            keys: PhantomData,
        }
    }
}

impl<K: Key> Iterator for BlockKeys<'_, K> {
    type Item = K;

    #[inline]
    fn next(&mut self) -> Option<K> {
        self.left = self.left.checked_sub(1)?;
        let (difference, length) = decode(self.bytes)?;
        self.bytes = &self.bytes[length..];
        self.last = self.last.checked_add(difference)?;
        K::from_u128(self.last)
    }
}

#[inline]
fn decode(bytes: &[u8]) -> Option<(u128, usize)> {
    let mut low = 0u64;
    for (at, &byte) in bytes.iter().enumerate().take(9) {
        low |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Some((u128::from(low), at + 1));
        }
    }
    let mut wide = u128::from(low);
    for (at, &byte) in bytes.iter().enumerate().take(MOST_BYTES).skip(9) {
        wide |= u128::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Some((wide, at + 1));
        }
    }
    None
}

#[inline]
fn encode(mut difference: u128, bytes: &mut Vec<u8>) {
    while difference > u128::from(u64::MAX) {
        bytes.push(difference as u8 | 0x80);
        difference >>= 7;
    }
    let mut low = difference as u64;
    while low >= 0x80 {
        bytes.push(low as u8 | 0x80);
        low >>= 7;
    }
    bytes.push(low as u8);
}

/// Writes a run.
#[derive(Debug)]
pub struct RunWriter<K> {
    run: Run<K>,
    file: BufWriter<File>,
    offset: u64,
    block: Vec<u8>,
    in_block: usize,
    last: u128,
}

impl<K: Key> RunWriter<K> {
    /// Begins the file at `path`.
    pub fn create(path: PathBuf) -> Result<Self, BuildError> {
        let file = create_new(&path).map_err(BuildError::file(&path, "create"))?;
        Ok(Self {
            run: Run {
                path,
                blocks: Vec::new(),
                keys: 0,
            },
            file: BufWriter::with_capacity(1 << 16, file),
            offset: 0,
            block: Vec::new(),
            in_block: 0,
            last: 0,
        })
    }

    /// Appends a key, greater than all before it.
    #[inline]
    pub fn push(&mut self, key: K) -> Result<(), BuildError> {
        if self.in_block == BLOCK_KEYS {
            self.end_block()?;
        }
        let wide = key.to_u128();
        if self.in_block == 0 {
            self.run.blocks.push(Block {
                offset: self.offset,
                first: key,
            });
            self.last = 0;
        }
        encode(wide - self.last, &mut self.block);
        self.last = wide;
        self.in_block += 1;
        self.run.keys += 1;
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), BuildError> {
        let checksum = checksum_of(self.in_block as u32, &self.block);
        let mut header = [0; HEADER];
        header[..4].copy_from_slice(&(self.in_block as u32).to_le_bytes());
        header[4..8].copy_from_slice(&(self.block.len() as u32).to_le_bytes());
        header[8..].copy_from_slice(&checksum.to_le_bytes());
        self.file
            .write_all(&header)
            .and_then(|()| self.file.write_all(&self.block))
            .map_err(BuildError::file(&self.run.path, "write"))?;
        self.offset += (HEADER + self.block.len()) as u64;
        self.block.clear();
        self.in_block = 0;
        Ok(())
    }

    /// Ends the file; with `sync`, flushes it to the disk.
    pub fn finish(mut self, sync: bool) -> Result<Run<K>, BuildError> {
        if self.in_block > 0 {
            self.end_block()?;
        }
        self.file
            .flush()
            .and_then(|()| match sync {
                true => self.file.get_ref().sync_all(),
                false => Ok(()),
            })
            .map_err(BuildError::file(&self.run.path, "write"))?;
        Ok(self.run)
    }
}

/// The keys that are sorted at once: a part of a second's work.
const PIECE: usize = 1 << 20;

/// Passes the distinct keys to `take`, ascending. They are sorted in pieces, so that it stops soon.
pub fn sorted<K: Key>(
    keys: &mut [K],
    stop: &mut StopChecker,
    mut take: impl FnMut(K) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let mut pieces = Vec::new();
    for piece in keys.chunks_mut(PIECE) {
        stop.check()?;
        piece.sort_unstable();
        pieces.push(piece.iter().copied());
    }
    let mut heap = BinaryHeap::with_capacity(pieces.len());
    for (number, piece) in pieces.iter_mut().enumerate() {
        heap.extend(piece.next().map(|key| Reverse((key, number))));
    }
    let mut last = None;
    while let Some(mut least) = heap.peek_mut() {
        stop.check()?;
        let Reverse((key, number)) = *least;
        if last != Some(key) {
            take(key)?;
            last = Some(key);
        }
        match pieces[number].next() {
            Some(next) => *least = Reverse((next, number)),
            None => drop(PeekMut::pop(least)),
        }
    }
    Ok(())
}

/// A place in a run.
struct Cursor<'a, K> {
    run: &'a Run<K>,
    reader: BlockReader,
    next_block: usize,
    keys: Vec<K>,
    at: usize,
}

impl<'a, K: Key> Cursor<'a, K> {
    /// A cursor before the first key that is at least `from`.
    fn new(run: &'a Run<K>, from: Option<K>) -> Result<Self, BuildError> {
        let before = |from: K| run.blocks.partition_point(|block| block.first <= from);
        let mut cursor = Self {
            run,
            reader: BlockReader::open(&run.path)?,
            next_block: from.map_or(0, before).saturating_sub(1),
            keys: Vec::new(),
            at: 0,
        };
        if let Some(from) = from.filter(|_| !run.blocks.is_empty()) {
            cursor.read()?;
            cursor.at = cursor.keys.partition_point(|key| *key < from);
        }
        Ok(cursor)
    }

    fn read(&mut self) -> Result<(), BuildError> {
        self.run
            .read_block(&mut self.reader, self.next_block, &mut self.keys)?;
        self.next_block += 1;
        self.at = 0;
        Ok(())
    }

    #[inline]
    fn next(&mut self) -> Result<Option<K>, BuildError> {
        if self.at == self.keys.len() {
            if self.next_block == self.run.blocks.len() {
                return Ok(None);
            }
            self.read()?;
        }
        let key = self.keys[self.at];
        self.at += 1;
        Ok(Some(key))
    }
}

/// Passes the distinct keys of all `runs` within a range to `take`, ascending. Returns the number
/// of keys read.
pub fn merge<K: Key>(
    runs: &[&Run<K>],
    KeyRange { from, to }: KeyRange<K>,
    mut take: impl FnMut(K) -> Result<(), BuildError>,
) -> Result<u64, BuildError> {
    let within = |key: &K| to.is_none_or(|to| *key < to);
    let mut cursors = Vec::with_capacity(runs.len());
    let mut heap = BinaryHeap::with_capacity(runs.len());
    for run in runs {
        let mut cursor = Cursor::new(run, from)?;
        if let Some(key) = cursor.next()?.filter(within) {
            heap.push(Reverse((key, cursors.len())));
            cursors.push(cursor);
        }
    }
    let (mut last, mut read) = (None, 0);
    while let Some(mut least) = heap.peek_mut() {
        let Reverse((key, from)) = *least;
        read += 1;
        if last != Some(key) {
            take(key)?;
            last = Some(key);
        }
        match cursors[from].next()?.filter(within) {
            Some(next) => *least = Reverse((next, from)),
            None => drop(PeekMut::pop(least)),
        }
    }
    Ok(read)
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

    fn written<K: Key>(path: PathBuf, keys: &BTreeSet<u128>) -> Run<K> {
        let mut writer = RunWriter::create(path).unwrap();
        for key in keys {
            writer.push(K::from_u128(*key).unwrap()).unwrap();
        }
        writer.finish(false).unwrap()
    }

    fn merges_to_the_union<K: Key>(wide: bool) {
        let directory = tempfile::tempdir().unwrap();
        let sets: Vec<BTreeSet<u128>> = [0, 1, BLOCK_KEYS, BLOCK_KEYS + 1, 20_000]
            .iter()
            .enumerate()
            .map(|(seed, count)| keys(*count, seed as u64 % 4, wide))
            .collect();
        let runs: Vec<Run<K>> = sets
            .iter()
            .enumerate()
            .map(|(at, set)| written(directory.path().join(at.to_string()), set))
            .collect();
        let union: BTreeSet<u128> = sets.iter().flatten().copied().collect();
        let middle = *union.iter().nth(union.len() / 3).unwrap();
        let reopened: Vec<Run<K>> = runs
            .iter()
            .map(|run| Run::open(run.path(), &mut StopChecker::default()).unwrap())
            .collect();
        let reopened: Vec<&Run<K>> = reopened.iter().collect();
        for (from, to) in [
            (None, None),
            (None, Some(middle)),
            (Some(middle), None),
            (Some(middle + 1), Some(middle + 1)),
            (Some(u128::from(u32::MAX)), Some(u128::from(u64::MAX))),
        ] {
            let mut merged = Vec::new();
            let narrow = |key: Option<u128>| key.and_then(K::from_u128);
            let range = KeyRange {
                from: narrow(from),
                to: narrow(to),
            };
            merge(&reopened, range, |key| {
                merged.push(key.to_u128());
                Ok(())
            })
            .unwrap();
            let expected: Vec<u128> = union
                .iter()
                .copied()
                .filter(|key| from.is_none_or(|from| *key >= from))
                .filter(|key| to.is_none_or(|to| *key < to))
                .collect();
            assert_eq!(merged, expected);
        }
        for (run, set) in runs.iter().zip(&sets) {
            assert_eq!(run.keys(), set.len() as u64);
        }
    }

    #[test]
    fn a_merge_of_runs_is_the_sorted_union_within_its_bounds() {
        merges_to_the_union::<u64>(false);
        merges_to_the_union::<u128>(true);
    }

    #[test]
    fn keys_sorted_in_pieces_are_the_set_of_them() {
        let mut random = Random::new(3);
        let mut draw = || random.word() % (PIECE as u64);
        for count in [0, 1, 100, PIECE, 2 * PIECE + 1] {
            let mut keys: Vec<u64> = (0..count).map(|_| draw()).collect();
            let expected: BTreeSet<u64> = keys.iter().copied().collect();
            let mut found = Vec::new();
            let take = |key| {
                found.push(key);
                Ok(())
            };
            sorted(&mut keys, &mut StopChecker::default(), take).unwrap();
            assert!(found.into_iter().eq(expected), "{count} keys");
        }
    }

    #[test]
    fn a_run_with_a_changed_or_missing_byte_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run");
        let set = keys(BLOCK_KEYS + 10, 7, false);
        written::<u64>(path.clone(), &set);
        let bytes = std::fs::read(&path).unwrap();
        for at in [0, 5, 8, HEADER + 3, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            let opened = Run::<u64>::open(&path, &mut StopChecker::default());
            assert!(
                matches!(opened, Err(BuildError::Damaged { .. })),
                "byte {at}"
            );
        }
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(Run::<u64>::open(&path, &mut StopChecker::default()).is_err());
    }
}
