//! Records into bytes, and bytes into files that appear whole.

mod block;
pub(crate) mod encoder;
pub(crate) mod header;
mod index;
pub(crate) mod pack;
mod trailer;
pub(crate) mod writer;
