//! A trailer as bytes.

use xxhash_rust::xxh3::xxh3_64;

use crate::Digest;
use crate::reading::trailer::{DIGESTED, LENGTH, MAGIC, Trailer};

/// The part of a trailer that the digest covers.
pub(super) fn encode_sizes(trailer: &Trailer) -> [u8; DIGESTED] {
    let mut bytes = [0; DIGESTED];
    let sizes = [
        trailer.index_offset,
        trailer.levels,
        trailer.blocks,
        trailer.records,
    ];
    for (field, size) in bytes.as_chunks_mut().0.iter_mut().zip(sizes) {
        *field = size.to_le_bytes();
    }
    bytes
}

/// The whole trailer.
pub(super) fn encode(trailer: &Trailer, digest: Digest) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes[..DIGESTED].copy_from_slice(&encode_sizes(trailer));
    bytes[DIGESTED..64].copy_from_slice(&digest.0);
    let checksum = xxh3_64(&bytes[..64]);
    bytes[64..72].copy_from_slice(&checksum.to_le_bytes());
    bytes[72..].copy_from_slice(&MAGIC);
    bytes
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
        let bytes = encode(&trailer, digest);
        assert_eq!(Trailer::decode(&bytes), Ok((trailer, digest)));
        for at in 0..LENGTH {
            let mut changed = bytes;
            changed[at] ^= 1;
            assert!(Trailer::decode(&changed).is_err(), "byte {at}");
        }
    }
}
