//! Files that appear under their name only when they are whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Encoder, FormatError, Header, Origin, Record, Result, Summary};

/// Writes a file of records.
///
/// The bytes go to a hidden file beside the target, `.NAME.PROCESS-NUMBER.partial`;
/// [`finish`](Self::finish) gives it its name. Dropped before that, the hidden file is removed; one
/// that a killed process left is removed by the next `Writer` of the same target. Two writers of one
/// target do not touch each other's bytes: the target is the whole file of the one that finishes
/// last.
///
/// What can be stored, and in which order, is as for an [`Encoder`].
pub struct Writer {
    encoder: Encoder<File>,
    partial: Partial,
    target: PathBuf,
}

impl Writer {
    /// Starts the file that will stand at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the header is nonsense, if there is something else than a file at `path`, or if no
    /// file can be made beside it.
    pub fn create(path: impl AsRef<Path>, header: &Header) -> Result<Self> {
        let target = path.as_ref().to_owned();
        let origin = Origin::file(&target);
        let (partial, file) = Partial::create(&target).map_err(|source| FormatError::Io {
            origin: origin.clone(),
            action: "create",
            source,
        })?;
        Ok(Self {
            encoder: Encoder::named(file, header, origin)?,
            partial,
            target,
        })
    }

    /// Adds a record. Levels never fall, and keys rise within a level.
    ///
    /// # Errors
    ///
    /// Fails as [`Encoder::push`] does.
    pub fn push(&mut self, level: u32, record: Record) -> Result<()> {
        self.encoder.push(level, record)
    }

    /// States how many terminal positions of `level` belong to the region; 0 where it is not stated.
    ///
    /// # Errors
    ///
    /// Fails as [`Encoder::set_terminals`] does.
    pub fn set_terminals(&mut self, level: u32, count: u64) -> Result<()> {
        self.encoder.set_terminals(level, count)
    }

    /// Writes what remains, waits until it is on the disk, and gives the file its name.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses any of it; what stood at the target before still stands there.
    pub fn finish(self) -> Result<Summary> {
        let origin = Origin::file(&self.target);
        let (file, summary) = self.encoder.finish()?;
        publish(&file, self.partial, &self.target).map_err(|source| FormatError::Io {
            origin,
            action: "write",
            source,
        })?;
        Ok(summary)
    }
}

pub(crate) fn publish(file: &File, partial: Partial, target: &Path) -> io::Result<()> {
    file.sync_all()?;
    partial.rename(target)?;
    // The new name is on the disk only when its directory is.
    if cfg!(unix) {
        File::open(directory_of(target))?.sync_all()?;
    }
    Ok(())
}

fn directory_of(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A file without its final name, removed when dropped.
pub(crate) struct Partial {
    path: Option<PathBuf>,
}

impl Partial {
    /// Makes a new file beside `target` and locks it while it stays open.
    pub(crate) fn create(target: &Path) -> io::Result<(Self, File)> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = target
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it names no file"))?;
        if fs::metadata(target).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::other("it exists and is not a regular file"));
        }
        let directory = directory_of(target);
        let mut prefix = OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        remove_abandoned(directory, &prefix);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let mut name = prefix.clone();
            name.push(format!("{}-{number}.partial", process::id()));
            let path = directory.join(name);
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Without locks nothing is ever taken for abandoned. Between its making and its locking
            // it could be: then it is gone, or still locked by who removes it.
            let mine = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if mine && path.exists() {
                return Ok((Self { path: Some(path) }, file));
            }
        }
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        if let Some(path) = &self.path {
            fs::rename(path, target)?;
        }
        self.path = None;
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Nobody is left to hear of a failure, and an abandoned file does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes partial files that no process holds a lock on: a lock ends with its process. What cannot
/// be listed or removed stays.
fn remove_abandoned(directory: &Path, prefix: &OsString) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let middle = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes())
            .and_then(|rest| rest.strip_suffix(b".partial"));
        let is_partial = middle.is_some_and(|middle| {
            middle
                .iter()
                .all(|byte| byte.is_ascii_digit() || *byte == b'-')
        });
        // It may have been renamed or removed since it was listed: then there is nothing to do.
        if is_partial
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
