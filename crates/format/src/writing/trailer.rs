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

/// Sizes, digest, checksum and magic.
pub(super) fn encode(trailer: &Trailer, digest: Digest) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes[..DIGESTED].copy_from_slice(&encode_sizes(trailer));
    bytes[DIGESTED..64].copy_from_slice(&digest.0);
    let checksum = xxh3_64(&bytes[..64]);
    bytes[64..72].copy_from_slice(&checksum.to_le_bytes());
    bytes[72..].copy_from_slice(&MAGIC);
    bytes
}
