//! Contents of files.

use std::collections::BTreeMap;

use solveig_format::{Digest, Encoder, FormatError, Header, Record};
use xxhash_rust::xxh3::xxh3_64;

/// A record or position as level and key.
pub type LevelKey = (u32, u128);

pub type Records = BTreeMap<LevelKey, Record>;

/// The number of terminal positions of each level that has any.
pub type Counts = BTreeMap<u32, u64>;

#[derive(Clone, Debug, PartialEq)]
pub struct File {
    pub header: Header,
    pub records: Records,
    pub terminals: Counts,
}

impl File {
    /// The bytes of the file and its digest; fails if the content cannot be written.
    pub fn encode(&self) -> Result<(Vec<u8>, Digest), FormatError> {
        let mut encoder = Encoder::new(Vec::new(), &self.header)?;
        for ((level, _), record) in &self.records {
            encoder.push(*level, *record)?;
        }
        for (level, count) in &self.terminals {
            encoder.set_terminals(*level, *count)?;
        }
        let (bytes, summary) = encoder.finish()?;
        Ok((bytes, summary.digest))
    }

    /// The counts without zeros, which mean the same as none.
    pub fn counts(&self) -> Counts {
        let mut counts = self.terminals.clone();
        counts.retain(|_, count| *count > 0);
        counts
    }
}

const TRAILER: usize = 80;
/// Bytes of an entry in the table of levels: the level, three counts of records, one of terminal
/// positions.
const LEVEL: usize = 36;

/// Moves one record of a level from one count of roles to another, and recomputes checksums and
/// digest; `None` if the level's count is zero. `from` and `to` are indices from 0 to 2.
pub fn recount(bytes: &mut [u8], entry: usize, from: usize, to: usize) -> Option<Digest> {
    let number = |bytes: &[u8], at: usize| {
        let field = bytes.get(at..)?.first_chunk()?;
        Some(u64::from_le_bytes(*field))
    };
    let trailer = bytes.len().checked_sub(TRAILER)?;
    let index = number(bytes, trailer)? as usize;
    let levels = number(bytes, trailer + 8)? as usize;
    let at = index + LEVEL * (entry % levels.max(1)) + 4;
    let (from, to) = (at + 8 * from, at + 8 * to);
    let fewer = number(bytes, from)?.checked_sub(1)?;
    bytes[from..from + 8].copy_from_slice(&fewer.to_le_bytes());
    let more = number(bytes, to)? + 1;
    bytes[to..to + 8].copy_from_slice(&more.to_le_bytes());
    let checksum = xxh3_64(&bytes[index..trailer - 8]);
    bytes[trailer - 8..trailer].copy_from_slice(&checksum.to_le_bytes());
    let digest = blake3::hash(&bytes[..trailer + 32]);
    bytes[trailer + 32..trailer + 64].copy_from_slice(digest.as_bytes());
    let checksum = xxh3_64(&bytes[trailer..trailer + 64]);
    bytes[trailer + 64..trailer + 72].copy_from_slice(&checksum.to_le_bytes());
    Some(Digest(*digest.as_bytes()))
}
