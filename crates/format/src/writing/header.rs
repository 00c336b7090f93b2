//! Encodes a header.

use xxhash_rust::xxh3::xxh3_64;

use crate::reading::header::{Header, MAGIC, VERSION, length_fault};

/// Why a header cannot be written; `None` if it can.
pub(super) fn fault(header: &Header) -> Option<String> {
    header.fault().or_else(|| length_fault(body(header).len()))
}

fn body(header: &Header) -> Vec<u8> {
    let mut body = vec![
        header.kind() as u8 + 1,
        header.scope as u8 + 1,
        u8::from(header.symmetry),
        header.key_bits as u8,
    ];
    body.extend_from_slice(&header.max_level.to_le_bytes());
    body.extend_from_slice(&u32::from(header.cut.is_some()).to_le_bytes());
    body.extend_from_slice(&header.cut.unwrap_or(0).to_le_bytes());
    body.extend_from_slice(&header.least_value.to_le_bytes());
    body.extend_from_slice(&header.greatest_value.to_le_bytes());
    body.extend_from_slice(&header.root_value.to_le_bytes());
    body.extend_from_slice(&header.root_key.to_le_bytes());
    if let Some(artifact) = header.artifact {
        body.extend_from_slice(&artifact.0);
    }
    for text in [&header.game, &header.tie_break] {
        body.extend_from_slice(&(text.len() as u32).to_le_bytes());
        body.extend_from_slice(text.as_bytes());
    }
    body
}

/// The bytes of the file up to the first block. The header must have no [`fault`].
pub(crate) fn encode(header: &Header) -> Vec<u8> {
    let body = body(header);
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&body);
    let checksum = xxh3_64(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}
