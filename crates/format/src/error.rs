//! Errors of reading and writing files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Kind;
use crate::magic::PROOF;

/// Which bytes an error is about: a file, or bytes that did not come from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(Option<Arc<Path>>);

impl Origin {
    /// Bytes in memory, or a stream without a name.
    pub const MEMORY: Self = Self(None);

    /// The file at `path`.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self(Some(path.into().into()))
    }

    /// The path of the file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(path) => write!(f, "{}", path.display()),
            None => f.write_str("bytes in memory"),
        }
    }
}

/// The part of a file that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first bytes: what the file is about.
    Header,
    /// One block of records.
    Block {
        /// Its number in the file, from 0.
        number: u64,
        /// The level of its positions.
        level: u32,
    },
    /// The table of levels and blocks.
    Index,
    /// The last bytes: sizes and the digest.
    Trailer,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("header"),
            Self::Block { number, level } => write!(f, "block {number} of level {level}"),
            Self::Index => f.write_str("index"),
            Self::Trailer => f.write_str("trailer"),
        }
    }
}

/// Why a file could not be read, was refused, or could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The operating system refused.
    #[error("{origin}: cannot {action}: {cause}")]
    Io {
        /// Its path, or that it is in memory.
        origin: Origin,
        /// The attempted action: "open", "write", ...
        action: &'static str,
        /// The system's error.
        cause: io::Error,
    },
    /// The bytes do not start as those of any version of this format do.
    #[error("{origin}: not an artifact, certificate or proof of Solveig ({found})")]
    Foreign {
        /// Its path, or that it is in memory.
        origin: Origin,
        /// What was found instead.
        found: String,
    },
    /// The file was made by a later version of this format.
    #[error(
        "{origin}: format version {found}, made by a newer version of Solveig; \
         this program reads up to {readable}"
    )]
    Newer {
        /// Its path, or that it is in memory.
        origin: Origin,
        /// The version it states.
        found: u32,
        /// The latest version that this program reads.
        readable: u32,
    },
    /// An artifact where a certificate is expected, or the reverse.
    #[error("{origin}: this is {found}, expected {expected}")]
    WrongKind {
        /// Its path, or that it is in memory.
        origin: Origin,
        /// What it is.
        found: Kind,
        /// What was asked for.
        expected: Kind,
    },
    /// A proof where an artifact or a certificate is expected, or the reverse.
    #[error("{origin}: this is {found}, expected {expected}")]
    OtherFormat {
        /// Its path, or that it is in memory.
        origin: Origin,
        /// What it is.
        found: &'static str,
        /// What was asked for.
        expected: &'static str,
    },
    /// The bytes are not those of any file that a writer writes.
    #[error("{origin}: {part}: {problem}")]
    Damaged {
        /// Its path, or that it is in memory.
        origin: Origin,
        /// Where.
        part: Part,
        /// What was found, and what was expected.
        problem: String,
    },
    /// What is kept of a file while it is open takes more memory than is allowed.
    #[error("{origin}: its index takes {needed} bytes of memory, expected at most {memory}")]
    TooLarge {
        /// Its path, or that it is in memory.
        origin: Origin,
        /// The bytes it takes.
        needed: u64,
        /// The bytes that are allowed.
        memory: u64,
    },
    /// The caller stopped the check.
    #[error("{origin}: the check of its bytes was stopped before its end")]
    Stopped {
        /// Its path, or that it is in memory.
        origin: Origin,
    },
    /// A header that cannot be written.
    #[error("{origin}: header: {problem}")]
    Header {
        /// The file that was to be written.
        origin: Origin,
        /// What is wrong with it.
        problem: String,
    },
    /// A record that cannot be written.
    #[error("{origin}: record with key {key:#x} at level {level}: {problem}")]
    Record {
        /// The file that was to be written.
        origin: Origin,
        /// The level it was given for.
        level: u32,
        /// The key as it was to be stored.
        key: u128,
        /// What is wrong with it.
        problem: String,
    },
    /// A level that cannot be written.
    #[error("{origin}: level {level}: {problem}")]
    Level {
        /// The file that was to be written.
        origin: Origin,
        /// The level that was to be closed or begun.
        level: u32,
        /// What is wrong with it.
        problem: String,
    },
}

impl FormatError {
    /// The file or the bytes that it is about.
    pub const fn origin(&self) -> &Origin {
        match self {
            Self::Io { origin, .. }
            | Self::Foreign { origin, .. }
            | Self::Newer { origin, .. }
            | Self::WrongKind { origin, .. }
            | Self::OtherFormat { origin, .. }
            | Self::Damaged { origin, .. }
            | Self::TooLarge { origin, .. }
            | Self::Stopped { origin }
            | Self::Header { origin, .. }
            | Self::Record { origin, .. }
            | Self::Level { origin, .. } => origin,
        }
    }

    /// Makes the error of a refused action on a file.
    pub(crate) fn io(origin: &Origin, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let origin = origin.clone();
        move |cause| Self::Io {
            origin,
            action,
            cause,
        }
    }

    pub(crate) fn foreign(origin: &Origin, found: &str) -> Self {
        Self::Foreign {
            origin: origin.clone(),
            found: found.to_owned(),
        }
    }

    /// Bytes that start as no artifact or certificate does.
    pub(crate) fn other_start(origin: &Origin, bytes: &[u8]) -> Self {
        if !bytes.starts_with(&PROOF) {
            return Self::foreign(origin, "it starts with other bytes");
        }
        Self::OtherFormat {
            origin: origin.clone(),
            found: "a proof",
            expected: "an artifact or a certificate",
        }
    }

    /// An artifact or a certificate where a proof is expected.
    pub(crate) fn no_proof(origin: &Origin) -> Self {
        Self::OtherFormat {
            origin: origin.clone(),
            found: "an artifact or a certificate",
            expected: "a proof",
        }
    }

    pub(crate) fn newer(origin: &Origin, found: u32, readable: u32) -> Self {
        Self::Newer {
            origin: origin.clone(),
            found,
            readable,
        }
    }

    pub(crate) fn damaged(origin: &Origin, part: Part, problem: String) -> Self {
        Self::Damaged {
            origin: origin.clone(),
            part,
            problem,
        }
    }
}
