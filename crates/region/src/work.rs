//! The directory of an unfinished computation.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use memmap2::Mmap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use solveig_game::Value;

use crate::BuildError;

/// The state of the computation; written atomically, by rename, whenever a level is finished.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The description of the computation; a directory is only continued for the same one.
    pub arguments: String,
    /// The exact value of the start, once it is known.
    pub root_value: Option<Value>,
    /// The level that is being settled; `None` before the first.
    pub level: Option<u32>,
    /// The number of obligations of that level.
    pub obligations: u64,
    /// The xxh3-64 of the file of obligations.
    pub checksum: u64,
    /// All levels that were begun, ascending.
    pub levels: Vec<u32>,
    /// Whether nothing is left to settle.
    pub settled: bool,
}

/// A work directory, locked for this process.
#[derive(Debug)]
pub struct WorkDirectory {
    path: PathBuf,
    _lock: File,
}

impl WorkDirectory {
    /// Opens or creates the directory, and reads the state of its computation.
    ///
    /// # Errors
    ///
    /// Fails if the directory cannot be used, is in use, is damaged, or belongs to other
    /// `arguments`.
    pub(crate) fn open(path: &Path, arguments: &str) -> Result<(Self, State), BuildError> {
        let work = Self::lock(path, &["obligations-", "settled-", "demands-", "answers-"])?;
        let state = work.read_state(arguments)?;
        let state = state.unwrap_or_else(|| State {
            arguments: arguments.to_owned(),
            ..State::default()
        });
        Ok((work, state))
    }

    /// Opens or creates the directory, which may only hold our files; `numbered` lists the prefixes
    /// of numbered files.
    ///
    /// # Errors
    ///
    /// Fails if the directory cannot be used, is in use, or holds anything else.
    pub fn lock(path: &Path, numbered: &[&str]) -> Result<Self, BuildError> {
        fs::create_dir_all(path).map_err(BuildError::file(path, "create"))?;
        expect_only_own_files(path, numbered)?;
        let lock_path = path.join("lock");
        // Never use a link or a nonempty file as the lock.
        let found = fs::symlink_metadata(&lock_path);
        if found.is_ok_and(|found| !found.is_file() || found.len() > 0) {
            let foreign = io::Error::other("it is not the lock of a computation");
            return Err(BuildError::file(&lock_path, "lock")(foreign));
        }
        let mut options = OpenOptions::new();
        let lock = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path);
        let lock = lock.map_err(BuildError::file(&lock_path, "create"))?;
        lock_with_retry(&lock, &lock_path)?;
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    /// Reads `state.json`, if it exists. Its field `arguments` must equal `arguments`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is damaged, or belongs to other `arguments`.
    pub fn read_state<S: DeserializeOwned>(
        &self,
        arguments: &str,
    ) -> Result<Option<S>, BuildError> {
        #[derive(Deserialize)]
        struct Begun {
            arguments: String,
        }
        let path = self.file("state.json");
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(BuildError::file(&path, "read")(cause)),
        };
        let damaged = |cause: serde_json::Error| BuildError::damaged(&path, cause.to_string());
        let begun: Begun = serde_json::from_slice(&text).map_err(damaged)?;
        if begun.arguments != arguments {
            return Err(BuildError::OtherArguments {
                path: self.path.clone(),
                found: begun.arguments,
                wanted: arguments.to_owned(),
            });
        }
        serde_json::from_slice(&text).map_err(damaged).map(Some)
    }

    /// Writes the state from which a restart continues.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written; the former state is then kept.
    pub fn write_state(&self, state: &impl Serialize) -> Result<(), BuildError> {
        let path = self.file("state.json");
        let text = serde_json::to_vec_pretty(state)
            .map_err(|cause| BuildError::damaged(&path, cause.to_string()))?;
        self.write_whole(&path, |file| file.write_all(&text))
    }

    /// Writes a file atomically: it gets its final name only when it is complete and on the disk.
    pub fn write_whole(
        &self,
        path: &Path,
        write: impl FnOnce(&mut std::io::BufWriter<&File>) -> std::io::Result<()>,
    ) -> Result<(), BuildError> {
        let partial = path.with_extension("partial");
        let file = File::create(&partial).map_err(BuildError::file(&partial, "create"))?;
        let mut buffered = std::io::BufWriter::with_capacity(1 << 20, &file);
        write(&mut buffered)
            .and_then(|()| buffered.flush())
            .and_then(|()| file.sync_all())
            .map_err(BuildError::file(&partial, "write"))?;
        fs::rename(&partial, path).map_err(BuildError::file(path, "rename"))
    }

    /// A file of the directory.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The sorted obligations of a level.
    pub(crate) fn obligations(&self, level: u32) -> PathBuf {
        self.file(&format!("obligations-{level:05}"))
    }

    /// The settled positions of a level, in frames.
    pub(crate) fn settled(&self, level: u32) -> PathBuf {
        self.file(&format!("settled-{level:05}"))
    }

    /// The demands of a level's positions on their children, in frames.
    pub(crate) fn demands(&self, level: u32) -> PathBuf {
        self.file(&format!("demands-{level:05}"))
    }

    /// The answers of other processes about a level's positions, in frames.
    pub(crate) fn answers(&self, level: u32) -> PathBuf {
        self.file(&format!("answers-{level:05}"))
    }

    /// Removes a file; a missing file is no error.
    pub fn discard(&self, path: &Path) -> Result<(), BuildError> {
        match fs::remove_file(path) {
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                Err(BuildError::file(path, "remove")(cause))
            }
            _ => Ok(()),
        }
    }

    /// Removes the directory and all in it.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be removed.
    pub fn remove(self) -> Result<(), BuildError> {
        fs::remove_dir_all(&self.path).map_err(BuildError::file(&self.path, "remove"))
    }
}

/// Runs `work` in the directory, or in a temporary one, which is removed afterwards.
pub(crate) fn in_directory<T>(
    directory: Option<&Path>,
    work: impl FnOnce(&Path) -> Result<T, BuildError>,
) -> Result<T, BuildError> {
    match directory {
        Some(path) => work(path),
        None => {
            let temporary = tempfile::Builder::new().prefix("solveig-count-").tempdir();
            let parent = std::env::temp_dir();
            let temporary =
                temporary.map_err(BuildError::file(&parent, "create a directory in"))?;
            work(temporary.path())
        }
    }
}

/// Fails if a directory holds any file that is not of a computation, since the directory is removed
/// at the end.
fn expect_only_own_files(path: &Path, numbered: &[&str]) -> Result<(), BuildError> {
    for entry in fs::read_dir(path).map_err(BuildError::file(path, "read"))? {
        let name = entry.map_err(BuildError::file(path, "read"))?.file_name();
        let known = name.to_str().is_some_and(|name| {
            let stem = name.strip_suffix(".partial").unwrap_or(name);
            let number = numbered.iter().find_map(|prefix| stem.strip_prefix(prefix));
            matches!(stem, "lock" | "state" | "state.json")
                || number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        });
        if !known {
            return Err(BuildError::damaged(
                &path.join(name),
                "does not belong to an unfinished computation, which needs a directory of its own",
            ));
        }
    }
    Ok(())
}

/// Locks a file. Retries for some seconds, since a process that was just killed may hold its locks
/// until the system has freed its memory.
fn lock_with_retry(lock: &File, path: &Path) -> Result<(), BuildError> {
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(fs::TryLockError::Error(cause)) => {
                return Err(BuildError::file(path, "lock")(cause));
            }
            Err(fs::TryLockError::WouldBlock) if begun.elapsed() > Duration::from_secs(3) => {
                return Err(BuildError::InUse {
                    path: path.to_owned(),
                });
            }
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Maps a file; `None` if it is empty or does not exist.
///
/// # Errors
///
/// Fails if the file cannot be opened or mapped.
pub fn map(path: &Path) -> Result<Option<Mmap>, BuildError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(BuildError::file(path, "open")(cause)),
    };
    if file
        .metadata()
        .map_err(BuildError::file(path, "read"))?
        .len()
        == 0
    {
        return Ok(None);
    }
    // SAFETY: the file lies in a work directory that this process holds the lock of, and is not
    // written while it is mapped: demands and obligations are mapped only after they are finished.
    let mapped = unsafe { Mmap::map(&file) };
    mapped.map(Some).map_err(BuildError::file(path, "map"))
}
