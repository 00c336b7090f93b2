//! Sorted items in files: blocks with checksums, written and read one after another.
//!
//! A block is a number (u32), here that of its items, the length of its payload (u64), the payload,
//! each item as [`Item::encode`] writes it, and a checksum (u64): the XXH3 of all that precedes it
//! in the block, seeded with the block's place among the blocks. Numbers are little-endian.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use solveig_search::StopChecker;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::BuildError;
use crate::new_files::{create_new, open_own};

/// The bytes before the payload of a block.
pub(crate) const HEADER: u64 = 12;

/// The bytes after it.
pub(crate) const CHECKSUM: u64 = 8;

/// The bytes of a block beside its payload.
pub const OVERHEAD: u64 = HEADER + CHECKSUM;

/// What is kept in order, and how it is written.
pub trait Item: Copy + Ord + Send + Sync {
    /// The items of every block but the last.
    const IN_BLOCK: usize;

    /// The maximum number of bytes of an item.
    const MAX_BYTES: usize;

    /// Appends the item to a payload, where `before` precedes it.
    fn encode(self, before: Option<Self>, payload: &mut Vec<u8>);

    /// Takes the next item from the rest of a payload; `None` if there is none.
    fn decode(before: Option<Self>, payload: &mut &[u8]) -> Option<Self>;
}

/// A block whose checksum is right.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The number in front: that of its items, or of the chunk or job whose results it holds.
    pub(crate) number: u32,
    /// What it holds.
    pub payload: &'a [u8],
    checksum: u64,
}

impl<'a> Block<'a> {
    /// The block at the front of `bytes`, whose place is `place`; `None` if it is damaged.
    pub fn read(bytes: &'a [u8], place: u64) -> Option<Self> {
        let end = usize::try_from(length(bytes) - CHECKSUM).ok()?;
        let (covered, rest) = bytes.split_at_checked(end)?;
        let checksum = u64::from_le_bytes(*rest.first_chunk()?);
        let (number, payload) = covered.split_first_chunk()?;
        (checksum == xxh3_64_with_seed(covered, place)).then_some(Self {
            number: u32::from_le_bytes(*number),
            payload: &payload[8..],
            checksum,
        })
    }

    /// Its length in bytes.
    pub const fn length(&self) -> u64 {
        OVERHEAD + self.payload.len() as u64
    }

    /// Appends its items to `items`; `None` if it holds none of this type.
    pub fn decode<T: Item>(&self, items: &mut Vec<T>) -> Option<()> {
        let (mut payload, mut before) = (self.payload, None);
        for _ in 0..self.number {
            let item = T::decode(before, &mut payload)?;
            items.push(item);
            before = Some(item);
        }
        payload.is_empty().then_some(())
    }
}

/// The length of a block by its header, at the front of `bytes`.
pub(crate) fn length(bytes: &[u8]) -> u64 {
    let payload = bytes.get(4..HEADER as usize).and_then(<[u8]>::first_chunk);
    OVERHEAD.saturating_add(payload.map_or(0, |length| u64::from_le_bytes(*length)))
}

/// Makes a block of `bytes`, which have room for its header before the payload. Returns its
/// checksum.
pub(crate) fn complete(bytes: &mut Vec<u8>, number: u32, place: u64) -> u64 {
    let length = bytes.len() as u64 - HEADER;
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    bytes[4..HEADER as usize].copy_from_slice(&length.to_le_bytes());
    let checksum = xxh3_64_with_seed(bytes, place);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    checksum
}

/// The size of the blocks of a file, and a digest that tells them from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The number of their items.
    pub items: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The XXH3 of the digest of all blocks but the last, and of the last one's checksum.
    pub digest: u64,
}

impl Extent {
    fn add(&mut self, count: u32, bytes: u64, checksum: u64) {
        self.items += u64::from(count);
        self.bytes += bytes;
        self.digest = xxh3_64_with_seed(&checksum.to_le_bytes(), self.digest);
    }
}

/// Writes items, which must come in order.
#[derive(Debug)]
pub struct BlockWriter<T, W> {
    out: W,
    block: Vec<u8>,
    count: u32,
    last: Option<T>,
    extent: Extent,
}

impl<T: Item, W: Write> BlockWriter<T, W> {
    /// Writes blocks to `out`, from its present place on.
    pub fn new(out: W) -> Self {
        Self {
            out,
            block: vec![0; HEADER as usize],
            count: 0,
            last: None,
            extent: Extent::default(),
        }
    }

    /// Appends an item. If it begins a block, the place of that is returned.
    ///
    /// # Errors
    ///
    /// Fails if a block cannot be written.
    #[inline]
    pub fn push(&mut self, item: T) -> io::Result<Option<u64>> {
        if self.count as usize == T::IN_BLOCK {
            self.end_block()?;
        }
        item.encode(self.last, &mut self.block);
        self.last = Some(item);
        self.count += 1;
        Ok((self.count == 1).then_some(self.extent.bytes))
    }

    fn end_block(&mut self) -> io::Result<()> {
        let checksum = complete(&mut self.block, self.count, self.extent.bytes);
        self.extent
            .add(self.count, self.block.len() as u64, checksum);
        self.out.write_all(&self.block)?;
        self.block.truncate(HEADER as usize);
        self.count = 0;
        self.last = None;
        Ok(())
    }

    /// Writes the last block. Returns what was written, and what it was written to.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn finish(mut self) -> io::Result<(Extent, W)> {
        if self.count > 0 {
            self.end_block()?;
        }
        Ok((self.extent, self.out))
    }
}

/// Writes a file of blocks.
#[derive(Debug)]
pub struct FileWriter<T> {
    path: PathBuf,
    writer: BlockWriter<T, BufWriter<File>>,
}

impl<T: Item> FileWriter<T> {
    /// Begins a new file at `path`.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be made.
    pub fn create(path: PathBuf) -> Result<Self, BuildError> {
        let file = create_new(&path).map_err(BuildError::file(&path, "create"))?;
        let writer = BlockWriter::new(BufWriter::with_capacity(1 << 16, file));
        Ok(Self { path, writer })
    }

    /// Appends an item, which must be greater than all before it.
    ///
    /// # Errors
    ///
    /// Fails if a block cannot be written.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), BuildError> {
        let pushed = self.writer.push(item).map(drop);
        pushed.map_err(|cause| BuildError::file(&self.path, "write")(cause))
    }

    /// Ends the file; with `sync`, flushes it to the disk.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn finish(self, sync: bool) -> Result<SortedFile, BuildError> {
        let Self { path, writer } = self;
        let finish = || {
            let (extent, mut out) = writer.finish()?;
            out.flush()?;
            if sync {
                out.get_ref().sync_all()?;
            }
            Ok(extent)
        };
        let extent = finish().map_err(BuildError::file(&path, "write"))?;
        Ok(SortedFile { path, extent })
    }
}

/// A finished file of blocks.
#[derive(Clone, Debug)]
pub struct SortedFile {
    path: PathBuf,
    extent: Extent,
}

impl SortedFile {
    /// Opens a file that a [`FileWriter`] of the same items finished with this extent, and reads
    /// all of it.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, is damaged or another file, or if it is stopped.
    pub fn open<T: Item>(
        path: PathBuf,
        extent: Extent,
        stop: &mut StopChecker,
    ) -> Result<Self, BuildError> {
        let length = || open_own(&path, false)?.map_or(Ok(0), |file| Ok(file.metadata()?.len()));
        let length = length().map_err(BuildError::file(&path, "open"))?;
        let mut reader = BlockReader::<T>::new(&path, 0, length, 1 << 16);
        while reader.next_block()?.is_some() {
            stop.check()?;
        }
        match reader.extent() == extent {
            true => Ok(Self { path, extent }),
            false => Err(damaged(&path, reader.extent().bytes)),
        }
    }

    /// Where the file lies, in the work directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size and digest, by which [`open`](Self::open) knows the file again.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Reads the file from its front, about `ahead` bytes at a time.
    pub fn reader<T: Item>(&self, ahead: u64) -> BlockReader<T> {
        BlockReader::new(&self.path, 0, self.extent.bytes, ahead)
    }
}

/// Reads the blocks of a file one after another. The file is open only while it is read: there may
/// be thousands of them.
#[derive(Debug)]
pub struct BlockReader<T> {
    path: PathBuf,
    /// Where the first block begins.
    begin: u64,
    /// The bytes of all blocks.
    length: u64,
    /// The bytes that are read at a time.
    ahead: usize,
    buffer: Vec<u8>,
    /// How many bytes of the buffer are of blocks that were returned.
    used: usize,
    /// What was returned.
    extent: Extent,
    items: Vec<T>,
    /// The place of the next item.
    at: usize,
}

impl<T: Item> BlockReader<T> {
    /// Reads the `length` bytes of blocks that begin at the byte `begin`, about `ahead` bytes at a
    /// time.
    pub fn new(path: &Path, begin: u64, length: u64, ahead: u64) -> Self {
        Self {
            path: path.to_owned(),
            begin,
            length,
            ahead: ahead.min(length) as usize,
            buffer: Vec::new(),
            used: 0,
            extent: Extent::default(),
            items: Vec::new(),
            at: 0,
        }
    }

    /// What the blocks hold that were read so far.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// The next item, or `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails as [`next_block`](Self::next_block) does.
    #[inline]
    pub fn next_item(&mut self) -> Result<Option<T>, BuildError> {
        if self.at == self.items.len() && self.next_block()?.is_none() {
            return Ok(None);
        }
        self.at += 1;
        Ok(self.items.get(self.at - 1).copied())
    }

    /// The items of the next block, or `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    pub fn next_block(&mut self) -> Result<Option<&[T]>, BuildError> {
        let place = self.extent.bytes;
        self.items.clear();
        self.at = 0;
        if place == self.length {
            return Ok(None);
        }
        self.fill(HEADER)?;
        let max = OVERHEAD + (T::IN_BLOCK * T::MAX_BYTES) as u64;
        self.fill(length(&self.buffer[self.used..]).min(max))?;
        let block = Block::read(&self.buffer[self.used..], place);
        let decoded = block.and_then(|block| block.decode(&mut self.items).map(|()| block));
        let block = decoded.filter(|block| block.number > 0);
        let block = block.ok_or_else(|| damaged(&self.path, place))?;
        self.extent
            .add(block.number, block.length(), block.checksum);
        self.used += block.length() as usize;
        Ok(Some(&self.items))
    }

    /// Has the buffer hold so many bytes that were not used.
    fn fill(&mut self, wanted: u64) -> Result<(), BuildError> {
        let wanted = wanted as usize;
        let left = self.buffer.len() - self.used;
        if left >= wanted {
            return Ok(());
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        let at = self.extent.bytes + left as u64;
        let more = (self.ahead.max(wanted - left) as u64).min(self.length - at);
        self.buffer.resize(left + more as usize, 0);
        let read = open_own(&self.path, false).and_then(|file| {
            let mut file: File = file.ok_or(ErrorKind::NotFound)?;
            file.seek(SeekFrom::Start(self.begin + at))?;
            file.read_exact(&mut self.buffer[left..])
        });
        match read {
            Err(cause) if cause.kind() != ErrorKind::UnexpectedEof => {
                Err(BuildError::file(&self.path, "read")(cause))
            }
            Ok(()) if self.buffer.len() >= wanted => Ok(()),
            _ => Err(damaged(&self.path, self.extent.bytes)),
        }
    }
}

/// The error of a damaged block.
pub fn damaged(path: &Path, place: u64) -> BuildError {
    let problem = format!("the block at {place} is damaged; the file must be made again");
    BuildError::damaged(path, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that take one byte, and two where a block begins.
    fn written(count: u64) -> (Extent, Vec<u8>) {
        let mut writer = BlockWriter::new(Vec::new());
        for number in 0..count {
            let begins = writer.push(200 + number).unwrap();
            assert_eq!(begins.is_some(), number % 512 == 0);
        }
        writer.finish().unwrap()
    }

    fn read(path: &Path, begin: u64, length: u64, ahead: u64) -> Result<Vec<u64>, BuildError> {
        let mut reader = BlockReader::new(path, begin, length, ahead);
        let mut found = Vec::new();
        while let Some(number) = reader.next_item()? {
            found.push(number);
        }
        assert_eq!(reader.extent().bytes, length);
        Ok(found)
    }

    #[test]
    fn items_come_back_whatever_their_number_and_the_bytes_read_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("blocks");
        for count in [0, 1, 511, 512, 513, 1536, 1600] {
            let (extent, bytes) = written(count);
            assert_eq!(extent.items, count);
            assert_eq!(extent.bytes, bytes.len() as u64);
            std::fs::write(&path, [&[9; 5], &bytes[..]].concat()).unwrap();
            for ahead in [0, 600, 2000, 1 << 20] {
                let found = read(&path, 5, extent.bytes, ahead).unwrap();
                assert!(found.into_iter().eq(200..200 + count), "{count}, {ahead}");
            }
        }
    }

    #[test]
    fn a_block_with_any_bit_changed_or_in_the_place_of_another_is_refused() {
        let (_, bytes) = written(1000);
        let length = Block::read(&bytes, 0).unwrap().length() as usize;
        let second = &bytes[length..];
        assert!(Block::read(second, length as u64).is_some());
        assert!(Block::read(second, 0).is_none());
        for bit in 0..8 * length {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(Block::read(&changed, 0).is_none(), "bit {bit}");
        }
    }

    #[test]
    fn the_digest_tells_files_apart() {
        let digest = |count| written(count).0.digest;
        assert_ne!(digest(512), digest(1024));
        assert_ne!(digest(1024), digest(1025));
    }
}
