//! The first bytes of a format, by which another one tells it.

/// The first bytes of every proof.
pub const PROOF: [u8; 8] = *b"\xf7SolvPrf";
