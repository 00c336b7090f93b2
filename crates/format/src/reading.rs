//! What must be believed of this crate to check a file: bytes into records, and nothing else.
//!
//! These modules only decode. They work on bytes in memory, have no `unsafe` and allocate no more than a small multiple of
//! the bytes they are given. Whatever these are, they answer or refuse, and accept one spelling of a content alone. How
//! a file comes into memory, how single records are found fast, and how files are written lies outside.

pub(crate) mod bits;
pub(crate) mod block;
pub(crate) mod digest;
pub(crate) mod fields;
pub(crate) mod header;
pub(crate) mod index;
pub(crate) mod level;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod trailer;
