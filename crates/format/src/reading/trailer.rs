//! The last bytes of a file: the sizes of its parts, and the digest of everything before it.

use xxhash_rust::xxh3::xxh3_64;

use super::fields::Fields;
use crate::Digest;

/// Bytes of a trailer.
pub(crate) const LENGTH: usize = 80;

/// The digest covers the file up to and including this many bytes of the trailer.
pub(crate) const DIGESTED: usize = 32;

/// The last bytes of every whole file.
pub(crate) const MAGIC: [u8; 8] = *b"gievloS\xf7";

/// The sizes of the parts of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trailer {
    /// The offset at which the index starts and the last block ends.
    pub(crate) index_offset: u64,
    /// Entries in the table of levels.
    pub(crate) levels: u64,
    pub(crate) blocks: u64,
    pub(crate) records: u64,
}

impl Trailer {
    /// Reads the last bytes of a file.
    pub(crate) fn decode(bytes: &[u8; LENGTH]) -> Result<(Self, Digest), String> {
        if bytes[72..] != MAGIC {
            return Err(
                "the file does not end as a whole one does: it was cut short, or something was \
                 added"
                    .to_owned(),
            );
        }
        let mut fields = Fields::new(bytes);
        let short = "it ends inside a field";
        let trailer = Self {
            index_offset: fields.u64().ok_or(short)?,
            levels: fields.u64().ok_or(short)?,
            blocks: fields.u64().ok_or(short)?,
            records: fields.u64().ok_or(short)?,
        };
        let digest = Digest(fields.bytes().ok_or(short)?);
        let (actual, stated) = (xxh3_64(&bytes[..64]), fields.u64().ok_or(short)?);
        if actual != stated {
            return Err(format!("checksum is {actual:016x}, expected {stated:016x}"));
        }
        Ok((trailer, digest))
    }
}
