//! Encodes records, and writes files that appear under their name only when complete.

mod block;
pub(crate) mod encoder;
pub(crate) mod header;
mod index;
pub(crate) mod pack;
mod trailer;
pub(crate) mod writer;
