//! Files for tests, forged files with valid checksums, and a run of the reader's whole interface
//! over any bytes.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;
use std::ops::Range;

use solveig_format::{
    BLOCK_RECORDS, Digest, Encoder, Header, Reader, Record, Result, Roles, Scope,
};
use xxhash_rust::xxh3::xxh3_64;

const TRAILER: usize = 80;

/// The content of a file without its header, by level: records in order, number of terminal
/// positions.
pub type Content = BTreeMap<u32, (Vec<Record>, u64)>;

/// A header that allows levels up to 60 and values from -100 to 100.
pub fn header(key_bits: u32) -> Header {
    Header {
        artifact: None,
        scope: Scope::SemiStrong,
        game: "nim:7".into(),
        tie_break: "fewer first".into(),
        symmetry: true,
        cut: None,
        max_level: 60,
        key_bits,
        least_value: -100,
        greatest_value: 100,
        root_key: 1,
        root_value: 1,
    }
}

/// A valid record: it has a move exactly if the roles include optimal.
pub fn record(key: u128, roles: Roles, value: i32, index: u16) -> Record {
    Record {
        key,
        roles,
        value,
        move_index: roles.is_optimal().then_some(index),
    }
}

/// The bytes of a file.
pub fn encode(header: &Header, content: &Content) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new(Vec::new(), header)?;
    for (level, (records, terminals)) in content {
        encoder.set_terminals(*level, *terminals)?;
        for record in records {
            encoder.push(*level, *record)?;
        }
    }
    Ok(encoder.finish()?.0)
}

/// A small file with every kind of part: three levels of records (one of them of two blocks, one
/// with records of one role only), and one with terminal positions only.
pub fn small() -> (Header, Content) {
    let roles = |at: u32| Roles::COMBINATIONS[at as usize % 3];
    let mixed = |at: u32| {
        let key = u128::from(at) * 977 + u128::from(at * at % 61);
        record(key, roles(at), (at as i32 * 14) % 80 - 40, (at % 6) as u16)
    };
    let mut content = Content::new();
    content.insert(4, (vec![record(7, Roles::Both, -3, 1)], 0));
    let two_blocks = (0..BLOCK_RECORDS as u32 + 3).map(mixed).collect();
    content.insert(5, (two_blocks, 2));
    let frees = (0..10).map(|at| record(at * at * at, Roles::Free, 5, 0));
    content.insert(6, (frees.collect(), 0));
    content.insert(9, (Vec::new(), 11));
    (header(20), content)
}

fn number(bytes: &[u8], at: usize) -> Option<u64> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*field))
}

fn put(bytes: &mut [u8], at: usize, number: u64) {
    if let Some(field) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *field = number.to_le_bytes();
    }
}

/// The offsets of the tables of an index.
pub struct Tables {
    /// Start of the table of levels.
    pub levels: usize,
    /// Start of the table of blocks.
    pub blocks: usize,
    /// Bytes of an entry in it: a key, and an offset of 8 bytes.
    entry: usize,
    /// Start of the checksum.
    checksum: usize,
}

impl Tables {
    /// The tables of a file with consistent sizes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let trailer = bytes.len().checked_sub(TRAILER)?;
        let sizes = [0, 8, 16].map(|at| number(bytes, trailer + at));
        let [Some(start), Some(levels), Some(blocks)] = sizes else {
            return None;
        };
        let entry = if *bytes.get(19)? <= 64 { 16 } else { 24 };
        let first_block = start.checked_add(levels.checked_mul(36)?)?;
        let checksum = first_block.checked_add(blocks.checked_mul(entry)?)?;
        (checksum.checked_add(8)? == trailer as u64).then_some(Self {
            levels: start as usize,
            blocks: first_block as usize,
            entry: entry as usize,
            checksum: checksum as usize,
        })
    }

    /// The offset of a block's first key.
    pub fn key_at(&self, block: usize) -> usize {
        self.blocks + block * self.entry
    }

    /// The offset of a block's offset.
    pub fn offset_at(&self, block: usize) -> usize {
        self.key_at(block + 1) - 8
    }

    /// The range of a block as the index states it; empty if it is invalid.
    pub fn block(&self, bytes: &[u8], block: usize) -> Range<usize> {
        let offset = |block| match self.key_at(block) < self.checksum {
            true => number(bytes, self.offset_at(block)),
            false => Some(self.levels as u64),
        };
        match (offset(block), offset(block + 1)) {
            (Some(start), Some(end)) if start <= end && end <= self.levels as u64 => {
                start as usize..end as usize
            }
            _ => 0..0,
        }
    }

    fn block_count(&self) -> usize {
        (self.checksum - self.blocks) / self.entry
    }
}

/// Recomputes every checksum and the digest of an edited file, as far as its sizes allow to find
/// them.
pub fn seal(bytes: &mut [u8]) {
    let Some(trailer) = bytes.len().checked_sub(TRAILER) else {
        return;
    };
    let length = number(bytes, 12).map_or(0, |field| field as u32 as usize);
    if let Some(body) = bytes[..trailer].get(..16 + length) {
        let checksum = xxh3_64(body);
        put(&mut bytes[..trailer], 16 + length, checksum);
    }
    if let Some(tables) = Tables::of(bytes) {
        for block in 0..tables.block_count() {
            let range = tables.block(bytes, block);
            if range.len() >= 8 {
                let end = range.end - 8;
                let checksum = xxh3_64(&bytes[range.start..end]) ^ block as u64;
                put(bytes, end, checksum);
            }
        }
        let checksum = xxh3_64(&bytes[tables.levels..tables.checksum]);
        put(bytes, tables.checksum, checksum);
    }
    let digest = blake3::hash(&bytes[..trailer + 32]);
    bytes[trailer + 32..trailer + 64].copy_from_slice(digest.as_bytes());
    let checksum = xxh3_64(&bytes[trailer..trailer + 64]);
    put(bytes, trailer + 64, checksum);
    bytes[trailer + 72..].copy_from_slice(b"gievloS\xf7");
}

/// Opens `bytes` and checks all of them.
pub fn check(bytes: &[u8]) -> Result<Digest> {
    Reader::from_bytes(bytes)?.check_bytes(|_| Continue(()))
}

/// Reads a valid file and writes its content again.
pub fn rewritten(bytes: &[u8]) -> Vec<u8> {
    let reader = Reader::from_bytes(bytes).unwrap();
    let mut content = Content::new();
    for summary in reader.levels() {
        let records: Result<_> = reader.records(summary.level).collect();
        content.insert(summary.level, (records.unwrap(), summary.terminals));
    }
    encode(reader.header(), &content).unwrap()
}

/// Runs all functions of a reader over `bytes`. Fails if the bytes are refused. Otherwise checks
/// that all ways to reach a record agree, and that writing the content again gives the same bytes.
pub fn exercise(bytes: &[u8]) -> Result<()> {
    let reader = Reader::from_bytes(bytes)?;
    let checked = reader.check_bytes(|_| Continue(()));
    let mut again = Encoder::new(Vec::new(), reader.header()).expect("the header was read");
    let mut failed = None;
    for summary in reader.levels() {
        let level = summary.level;
        let counted = again.set_terminals(level, summary.terminals);
        counted.expect("the level was read");
        let mut rank = 0;
        for record in reader.records(level) {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            };
            let found = reader.find(level, record.key).expect("its block was read");
            let found = found.map(|found| (found.record, found.rank));
            assert_eq!(found, Some((record, rank)));
            let got = reader.get(level, rank).expect("its block was read");
            assert_eq!(got, Some(record));
            again.push(level, record).expect("the record was read");
            rank += 1;
        }
        assert!(failed.is_some() || rank == summary.records);
        // If decoding fails, the other functions may fail or return a result, but not panic.
        for number in summary.blocks.clone() {
            let _ = reader.block(number);
        }
        for rank in (0..summary.records).step_by(7) {
            if let Ok(Some(record)) = reader.get(level, rank) {
                let _ = reader.find(level, record.key);
                let _ = reader.find(level, record.key ^ 1);
            }
        }
        for key in (0..128).map(|bit| 1u128 << bit).chain([0, u128::MAX]) {
            let _ = reader.find(level, key);
        }
        assert!(matches!(reader.get(level, summary.records), Ok(None)));
    }
    let digest = checked?;
    assert!(failed.is_none(), "checked, but {failed:?}");
    assert_eq!(digest, reader.digest());
    let (again, summary) = again.finish().expect("a vector takes all bytes");
    assert!(again == bytes, "a second way to write the same records");
    assert_eq!(summary.digest, digest);
    Ok(())
}
