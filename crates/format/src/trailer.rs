//! The last bytes of a file: how long its parts are, and the digest of all that comes before.

use xxhash_rust::xxh3::xxh3_64;

use crate::Digest;
use crate::fields::Fields;

/// Bytes of a trailer.
pub(crate) const LENGTH: usize = 80;

/// Bytes of a trailer that the digest covers, like all bytes before it.
pub(crate) const DIGESTED: usize = 32;

/// The last bytes of every whole file.
const MAGIC: [u8; 8] = *b"gievloS\xf7";

/// Where the parts of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trailer {
    /// Where the index starts, and the last block ends.
    pub(crate) index_offset: u64,
    /// Entries in the table of levels.
    pub(crate) levels: u64,
    /// Blocks in all.
    pub(crate) blocks: u64,
    /// Records in all.
    pub(crate) records: u64,
}

impl Trailer {
    /// The part of a trailer that the digest covers.
    pub(crate) fn encode_sizes(&self) -> [u8; DIGESTED] {
        let mut bytes = [0; DIGESTED];
        let sizes = [self.index_offset, self.levels, self.blocks, self.records];
        for (field, size) in bytes.as_chunks_mut().0.iter_mut().zip(sizes) {
            *field = size.to_le_bytes();
        }
        bytes
    }

    /// The whole trailer.
    pub(crate) fn encode(&self, digest: Digest) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..DIGESTED].copy_from_slice(&self.encode_sizes());
        bytes[DIGESTED..64].copy_from_slice(&digest.0);
        let checksum = xxh3_64(&bytes[..64]);
        bytes[64..72].copy_from_slice(&checksum.to_le_bytes());
        bytes[72..].copy_from_slice(&MAGIC);
        bytes
    }

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
        let sizes = [fields.u64(), fields.u64(), fields.u64(), fields.u64()];
        let (
            [
                Some(index_offset),
                Some(levels),
                Some(blocks),
                Some(records),
            ],
            Some(digest),
            Some(stated),
        ) = (sizes, fields.bytes(), fields.u64())
        else {
            return Err("it ends inside a field".to_owned());
        };
        let actual = xxh3_64(&bytes[..64]);
        if actual != stated {
            return Err(format!("checksum is {actual:016x}, expected {stated:016x}"));
        }
        let trailer = Self {
            index_offset,
            levels,
            blocks,
            records,
        };
        Ok((trailer, Digest(digest)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trailer_reads_as_it_was_written_and_no_byte_of_it_can_change() {
        let trailer = Trailer {
            index_offset: 1,
            levels: 2,
            blocks: 3,
            records: u64::MAX,
        };
        let digest = Digest([9; 32]);
        let bytes = trailer.encode(digest);
        assert_eq!(Trailer::decode(&bytes), Ok((trailer, digest)));
        for at in 0..LENGTH {
            let mut changed = bytes;
            changed[at] ^= 1;
            assert!(Trailer::decode(&changed).is_err(), "byte {at}");
        }
    }
}
