//! The part of this crate that must be trusted to check a file: it decodes bytes into records.
//!
//! These modules work on bytes in memory, have no `unsafe` code and allocate at most a small
//! multiple of the bytes they are given. For any bytes they return a result or an error, never
//! panic, and accept only one encoding of a content. Mapping files into memory, access by rank, and
//! writing are outside.

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
