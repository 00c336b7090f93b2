//! The bytes of Solveig's artifacts (`.sol`), certificates (`.cert`) and proofs (`.proof`).
//!
//! `FORMAT.md` specifies every byte. The crate does not depend on any game: a record is a key,
//! roles, a value and the index of a move. A [`Writer`] takes records in order of level and key; a
//! [`Reader`] finds single records, also among a billion, or reads all of them in order.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use solveig_format::{Header, Reader, Record, Roles, Scope, Writer};
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("nim.sol");
//! let header = Header {
//!     artifact: None,
//!     scope: Scope::SemiStrong,
//!     game: "nim:2".into(),
//!     tie_break: "fewer first".into(),
//!     symmetry: false,
//!     cut: None,
//!     max_level: 2,
//!     key_bits: 2,
//!     least_value: -1,
//!     greatest_value: 1,
//!     root_key: 2,
//!     root_value: 1,
//! };
//! let start = Record { key: 2, roles: Roles::Both, value: 1, move_index: Some(1) };
//! let after_one = Record { key: 1, roles: Roles::Optimal, value: 1, move_index: Some(0) };
//!
//! let mut writer = Writer::create(&path, &header)?;
//! writer.push(0, start)?;
//! writer.push(1, after_one)?;
//! writer.set_terminals(2, 1)?;
//! let written = writer.finish()?;
//!
//! let reader = Reader::open(&path)?;
//! assert_eq!(reader.digest(), written.digest);
//! assert_eq!(reader.find(1, 1)?.map(|found| found.record), Some(after_one));
//! assert_eq!(reader.find(1, 2)?, None);
//! assert_eq!(reader.records(0).collect::<Result<Vec<_>, _>>()?, [start]);
//! reader.check_bytes(|_| ControlFlow::Continue(()))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ascending;
mod error;
mod file;
mod magic;
pub mod proof;
mod reading;
mod records;
mod wording;
mod writing;

pub use error::{FormatError, Origin, Part};
pub use file::OpenFile;
pub use reading::digest::Digest;
pub use reading::header::{Header, Kind, Scope};
pub use reading::level::LevelSummary;
pub use reading::reader::{RankedRecord, Reader};
pub use reading::record::{Record, Roles};
pub use records::Records;
pub use wording::ParseDigestError;
pub use writing::encoder::{Encoder, Summary};
pub use writing::writer::{Writer, write_whole};

/// Records in every block of a level but its last, which holds 1 to this many.
pub const BLOCK_RECORDS: usize = 128;

/// The result of reading or writing a file.
pub type Result<T> = std::result::Result<T, FormatError>;
