//! Writes files that appear under their name only when complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use super::encoder::LevelCounts;
use crate::{Encoder, FormatError, Header, Origin, Reader, Record, Result, Summary};

/// Writes a file of records.
///
/// The bytes go to a hidden file beside the target, `.NAME.PROCESS-NUMBER.partial`, which
/// [`finish`](Self::finish) renames to the target. If the writer is dropped before, the hidden file
/// is removed; one left by a killed process is removed by the next `Writer` of the same target.
/// Several writers of one target do not interfere: the target is the complete file of the one that
/// finishes last.
///
/// Accepts the same records in the same order as an [`Encoder`].
pub struct Writer {
    encoder: Encoder<File>,
    partial: Partial,
    target: PathBuf,
}

impl Writer {
    /// Starts writing the file `path`.
    ///
    /// # Errors
    ///
    /// Fails if the header is invalid, if `path` exists and is not a regular file, or if no file
    /// can be created beside it.
    pub fn create(path: impl AsRef<Path>, header: &Header) -> Result<Self> {
        let target = path.as_ref().to_owned();
        let origin = Origin::file(&target);
        let created = Partial::create(&target);
        let (partial, file) = created.map_err(FormatError::io(&origin, "create"))?;
        Ok(Self {
            encoder: Encoder::named(file, header, origin)?,
            partial,
            target,
        })
    }

    /// Adds a record. Levels must not fall, and keys must rise within a level.
    ///
    /// # Errors
    ///
    /// Fails as [`Encoder::push`] does.
    pub fn push(&mut self, level: u32, record: Record) -> Result<()> {
        self.encoder.push(level, record)
    }

    /// Sets the number of terminal positions of `level` that belong to the region; 0 by default.
    ///
    /// # Errors
    ///
    /// Fails as [`Encoder::set_terminals`] does.
    pub fn set_terminals(&mut self, level: u32, count: u64) -> Result<()> {
        self.encoder.set_terminals(level, count)
    }

    /// Writes the rest, waits until it is on the disk, reads it back, and renames the file to the
    /// target if its digest and counts are those of what was written.
    ///
    /// # Errors
    ///
    /// Fails on an I/O error, or if the file has other bytes; a previous file at the target is then
    /// unchanged.
    pub fn finish(self) -> Result<Summary> {
        let origin = Origin::file(&self.target);
        let (file, summary, counts) = self.encoder.close()?;
        let check = |path: &Path| {
            // Whatever index was written is read back.
            let mut go_on = || Ok::<_, FormatError>(());
            let reader = Reader::open_within(path, u64::MAX, &mut go_on)?;
            let digest = reader.check_bytes(|_| ControlFlow::Continue(()))?;
            let levels = reader.levels().iter().map(|level| {
                let counts = LevelCounts {
                    by_roles: level.by_roles,
                    terminals: level.terminals,
                };
                (level.level, counts)
            });
            let found = Summary {
                digest,
                bytes: reader.byte_length(),
                records: reader.record_count(),
            };
            Ok(found == summary && levels.eq(counts))
        };
        let published = publish(&file, self.partial, &self.target, check);
        published.map_err(FormatError::io(&origin, "write"))?;
        Ok(summary)
    }
}

/// Writes a file that appears under its name only when it is complete and on the disk. The bytes go
/// to a hidden file beside it, as those of a [`Writer`] do.
///
/// # Errors
///
/// Fails if `write` or the system does, or if `path` exists and is not a regular file; a previous
/// file at `path` is then unchanged.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let (partial, file) = Partial::create(path)?;
    let mut writer = BufWriter::with_capacity(1 << 20, &file);
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    file.sync_all()?;
    partial.rename(path)
}

/// Gives a file its name, if `check` finds on the disk what was written.
pub(crate) fn publish(
    file: &File,
    partial: Partial,
    target: &Path,
    check: impl FnOnce(&Path) -> Result<bool>,
) -> io::Result<()> {
    file.sync_all()?;
    let other = |problem: String| {
        io::Error::other(format!(
            "what was read back is not what was written{problem}"
        ))
    };
    match partial.path.as_deref().map(check) {
        Some(Ok(true)) => {}
        Some(Err(error)) => return Err(other(format!(": {error}"))),
        Some(Ok(false)) | None => return Err(other(String::new())),
    }
    partial.rename(target)
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
    /// Creates a new file beside `target`, locked while it is open.
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
            // Another writer may take the file for abandoned before it is locked: then it has been
            // removed, or that writer still holds its lock. On systems without locks no file is
            // taken for abandoned.
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
        // The new name is durable only once the directory is synced.
        if cfg!(unix) {
            File::open(directory_of(target))?.sync_all()?;
        }
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Errors cannot be reported here, and an abandoned file does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes partial files that no process holds a lock on: a lock ends with its process. Ignores
/// files that cannot be listed or removed.
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
        // If it has been renamed or removed since it was listed, there is nothing to do.
        if is_partial
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
