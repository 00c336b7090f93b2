//! The bytes of Solveig's artifacts (`.sol`) and certificates (`.cert`).
//!
//! `FORMAT.md` draws them and says what they mean. This crate knows nothing of games: a record is a
//! key, roles, a value and the place of a move.

mod bits;
mod block;
mod digest;
mod encoder;
mod error;
mod fields;
mod header;
mod index;
mod level;
mod reader;
mod record;
mod trailer;
mod writer;

pub use digest::{Digest, ParseDigestError};
pub use encoder::{Encoder, Summary};
pub use error::{FormatError, Origin, Part};
pub use header::{Header, Kind, Scope};
pub use level::LevelSummary;
pub use reader::{Found, MappedFile, Reader, Records};
pub use record::{Record, Roles};
pub use writer::Writer;

/// Every block of a level but its last holds this many records; the last holds 1 to this many.
pub const BLOCK_RECORDS: usize = 128;

/// The result of reading or writing a file.
pub type Result<T> = std::result::Result<T, FormatError>;
