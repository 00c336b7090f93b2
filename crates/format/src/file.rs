//! Files, read by position into memory of our own.

use std::fs::{self, File, Metadata};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::time::SystemTime;

use crate::{FormatError, Origin, Reader, Result};

/// An open file, or the bytes of one in memory.
///
/// A file that is changed while it is open gives errors from then on.
pub struct OpenFile(Bytes);

enum Bytes {
    File { file: File, opened: Stamp },
    Memory(Box<[u8]>),
}

/// What tells that a file was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(found: &Metadata) -> Self {
        Self {
            length: found.len(),
            modified: found.modified().ok(),
        }
    }

    /// The error for a file that is as `now` says.
    fn changed(self, now: Self) -> io::Error {
        io::Error::other(match now.length == self.length {
            true => "it was changed after it was opened".to_owned(),
            false => format!(
                "it was changed after it was opened: {} bytes then, {} now",
                self.length, now.length
            ),
        })
    }
}

impl From<Vec<u8>> for OpenFile {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Bytes::Memory(bytes.into()))
    }
}

impl TryFrom<File> for OpenFile {
    type Error = io::Error;

    /// Reads a file that is open already.
    fn try_from(file: File) -> io::Result<Self> {
        let opened = Stamp::of(&file.metadata()?);
        Ok(Self(Bytes::File { file, opened }))
    }
}

impl OpenFile {
    /// Opens the file at `path`, which must be a regular one.
    ///
    /// # Errors
    ///
    /// Fails if it is not, or cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        // Checked before opening, as opening a pipe would wait for a writer.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        File::open(path)?.try_into()
    }
}

impl OpenFile {
    /// The number of bytes.
    pub fn length(&self) -> u64 {
        match &self.0 {
            Bytes::File { opened, .. } => opened.length,
            Bytes::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// The bytes of a range: from memory, or else read into `room`, of which nothing else is left.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not there, cannot be read, or are no longer those of the beginning.
    pub fn read<'a>(&'a self, range: Range<u64>, room: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        let missing = io::ErrorKind::UnexpectedEof;
        if range.end > self.length() || range.start > range.end {
            return Err(missing.into());
        }
        let file = match &self.0 {
            Bytes::File { file, .. } => file,
            Bytes::Memory(bytes) => return Ok(&bytes[range.start as usize..range.end as usize]),
        };
        let length = usize::try_from(range.end - range.start).map_err(|_| missing)?;
        room.clear();
        room.try_reserve_exact(length)?;
        room.resize(length, 0);
        let read = read_exact_at(file, room, range.start);
        // After the bytes were read: a change before that is seen, and one after it does not
        // matter.
        self.expect_unchanged()?;
        read.map(|()| &**room)
    }

    /// Fails if the bytes are no longer those of the beginning.
    ///
    /// # Errors
    ///
    /// Says so, or why that cannot be known.
    pub fn expect_unchanged(&self) -> io::Result<()> {
        let Bytes::File { file, opened } = &self.0 else {
            return Ok(());
        };
        match Stamp::of(&file.metadata()?) {
            now if now == *opened => Ok(()),
            now => Err(opened.changed(now)),
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, room: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, room, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut room: &mut [u8], mut at: u64) -> io::Result<()> {
    while !room.is_empty() {
        let read = match std::os::windows::fs::FileExt::seek_read(file, room, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => read,
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => continue,
            Err(cause) => return Err(cause),
        };
        room = &mut room[read..];
        at += read as u64;
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(crate) fn open(path: &Path) -> Result<OpenFile> {
    OpenFile::open(path).map_err(FormatError::io(&Origin::file(path), "read"))
}

impl Reader {
    /// What [`open`](Self::open) allows a file to take: 1 GiB of memory.
    pub const MEMORY: u64 = 1 << 30;

    /// Reads the file of these bytes, and checks all but its blocks. Errors name it `name`.
    ///
    /// # Errors
    ///
    /// Fails like [`open`](Self::open).
    pub fn of_bytes(name: impl AsRef<Path>, bytes: Vec<u8>) -> Result<Self> {
        let origin = Origin::file(name.as_ref());
        Self::named(bytes.into(), origin, u64::MAX, &mut || Ok(()))
    }

    /// Opens the file at `path` and checks all but its blocks, in at most
    /// [`MEMORY`](Self::MEMORY) bytes.
    ///
    /// Replacing the file by another, as a [`Writer`](crate::Writer) does, is safe: the reader goes
    /// on reading the old one. If the file is changed in place or cut short, what is not in memory
    /// already is answered with an error from then on.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is no artifact or certificate, is of a newer version, is
    /// damaged, or needs more memory; the error says in which part.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_within(path.as_ref(), Self::MEMORY, &mut || Ok(()))
    }

    /// Like [`open`](Self::open), in at most `memory` bytes, for as long as the reader lives. Calls
    /// `go_on` many times a second while the index is read, and stops if it fails.
    ///
    /// # Errors
    ///
    /// Fails as [`open`](Self::open) does, and as `go_on` does.
    pub fn open_within<E: From<FormatError>>(
        path: &Path,
        memory: u64,
        go_on: &mut dyn FnMut() -> std::result::Result<(), E>,
    ) -> std::result::Result<Self, E> {
        Self::named(open(path)?, Origin::file(path), memory, go_on)
    }
}
