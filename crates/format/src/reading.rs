//! The part of this crate that must be trusted to check a file: it decodes bytes into records.
//!
//! These modules have no `unsafe` code and allocate no more than they are allowed, and at most a
//! small multiple of the bytes that a file has. For any bytes they return a result or an error,
//! never panic, and accept only one encoding of a content. Reading files by position, access by
//! rank, and writing are outside.

pub(crate) mod bits;
pub(crate) mod block;
pub(crate) mod cache;
pub(crate) mod digest;
pub(crate) mod fields;
pub(crate) mod header;
pub(crate) mod index;
pub(crate) mod level;
pub(crate) mod pass;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod trailer;
