//! Memory-mapped files: the only `unsafe` code of the crate.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::{FormatError, Origin, Reader, Result};

/// The bytes of a file: mapped into memory, or owned where files cannot be mapped.
pub struct MappedFile(Bytes);

enum Bytes {
    Mapped(memmap2::Mmap),
    Owned(Box<[u8]>),
}

impl AsRef<[u8]> for MappedFile {
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for MappedFile {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Bytes::Owned(bytes.into()))
    }
}

pub(crate) fn map(path: &Path) -> Result<MappedFile> {
    let mapped = || {
        // Checked before opening, as opening a pipe would wait for a writer.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let file = File::open(path)?;
        // SAFETY: the caller keeps the file unchanged while it is mapped, as `Reader::open`
        // demands. `Writer` never changes a file that has its final name.
        unsafe { memmap2::Mmap::map(&file) }
    };
    let mapped = mapped().map_err(FormatError::io(&Origin::file(path), "read"));
    mapped.map(|map| MappedFile(Bytes::Mapped(map)))
}

impl Reader<MappedFile> {
    /// Reads the file of these bytes, and checks all but its blocks. Errors name it `name`.
    ///
    /// # Errors
    ///
    /// Fails like [`open`](Self::open).
    pub fn of_bytes(name: impl AsRef<Path>, bytes: Vec<u8>) -> Result<Self> {
        Self::named(bytes.into(), Origin::file(name.as_ref()))
    }

    /// Maps the file at `path` into memory and checks all but its blocks.
    ///
    /// The file must not be modified while the reader lives. Replacing it by another, as a
    /// [`Writer`](crate::Writer) does, is safe. If its bytes are changed in place, the reader may
    /// return anything; if it is truncated, the system may end the process.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is no artifact or certificate, is of a newer version, or
    /// is damaged; the error says in which part.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::named(map(path.as_ref())?, Origin::file(path.as_ref()))
    }
}
