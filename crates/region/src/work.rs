//! The directory of an unfinished computation.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use solveig_game::Value;

use crate::BuildError;
use crate::lock::Lock;
use crate::new_files::{create_new, open_own};

/// The state of the computation; written atomically, by rename, whenever a level is finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The description of the computation; a directory is only continued for the same one.
    pub arguments: String,
    /// The exact value of the start.
    pub root_value: Value,
    /// The levels that are settled, ascending, but for the present one.
    pub former: Vec<LevelState>,
    /// The level that is being settled, or the last one.
    pub present: LevelState,
    /// The xxh3-64 of that level's file of obligations.
    pub checksum: u64,
    /// Whether nothing is left to settle.
    pub settled: bool,
}

/// A level of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LevelState {
    pub level: u32,
    pub obligations: u64,
}

impl State {
    /// All levels that were begun, ascending.
    pub fn begun(&self) -> impl Iterator<Item = LevelState> {
        self.former.iter().chain([&self.present]).copied()
    }
}

/// A work directory, locked for this process.
#[derive(Debug)]
pub struct WorkDirectory {
    path: PathBuf,
    /// The prefixes of numbered files.
    numbered: &'static [&'static str],
    lock: Lock,
}

impl WorkDirectory {
    /// Opens or creates the directory, and reads the state of its computation if one was begun.
    /// Others are told that `command` works there.
    ///
    /// # Errors
    ///
    /// Fails if the directory cannot be used, is in use, is damaged, or belongs to other
    /// `arguments`.
    pub(crate) fn open(
        path: &Path,
        arguments: &str,
        command: &str,
    ) -> Result<(Self, Option<State>), BuildError> {
        let numbered = &["obligations-", "settled-", "demands-", "answers-"];
        let work = Self::lock(path, numbered, command)?;
        let state = work.read_state(arguments)?;
        Ok((work, state))
    }

    /// Opens or creates the directory, which may only hold our files; `numbered` lists the prefixes
    /// of numbered files. Others are told that `command` works there.
    ///
    /// # Errors
    ///
    /// Fails if the directory cannot be used, is in use, is a link, or holds anything else.
    pub fn lock(
        path: &Path,
        numbered: &'static [&'static str],
        command: &str,
    ) -> Result<Self, BuildError> {
        // In a directory of something else, not even a lock is made.
        match expect_only_own_files(path, numbered) {
            Err(BuildError::File { cause, .. }) if cause.kind() == ErrorKind::NotFound => {}
            // A computation of another kind may be at work there, whose lock is never empty.
            Err(foreign) if fs::metadata(path.join("lock")).is_ok_and(|found| found.len() > 0) => {
                drop(Lock::within(path, command)?);
                return Err(foreign);
            }
            found => found?,
        }
        let work = Self {
            path: path.to_owned(),
            numbered,
            lock: Lock::within(path, command)?,
        };
        expect_only_own_files(path, numbered)?;
        Ok(work)
    }

    /// Checks that nobody has removed the lock.
    ///
    /// # Errors
    ///
    /// Fails if another process may have worked here since.
    pub fn expect_locked(&self) -> Result<(), BuildError> {
        Ok(self.lock.expect_held()?)
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
        let mut text = Vec::new();
        let read = open_own(&path, false).and_then(|file| match file {
            Some(mut file) => file.read_to_end(&mut text).map(Some),
            None => Ok(None),
        });
        if read.map_err(BuildError::file(&path, "read"))?.is_none() {
            return Ok(None);
        }
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
    /// Fails if it cannot be written, or if somebody removed the lock; the former state is then
    /// kept.
    pub fn write_state(&self, state: &impl Serialize) -> Result<(), BuildError> {
        self.expect_locked()?;
        let path = self.file("state.json");
        let text = serde_json::to_vec_pretty(state)
            .map_err(|cause| BuildError::damaged(&path, cause.to_string()))?;
        self.replace_file(&path, |file| file.write_all(&text))
    }

    /// Writes a file atomically: it gets its final name only when it is complete and on the disk,
    /// and keeps that name after a loss of power. A process that dies leaves at most a file of one
    /// name, which the next one replaces.
    pub fn replace_file(
        &self,
        path: &Path,
        write: impl FnOnce(&mut std::io::BufWriter<&File>) -> std::io::Result<()>,
    ) -> Result<(), BuildError> {
        let partial = path.with_extension("partial");
        let file = create_new(&partial).map_err(BuildError::file(&partial, "create"))?;
        let mut buffered = std::io::BufWriter::with_capacity(1 << 20, &file);
        write(&mut buffered)
            .and_then(|()| buffered.flush())
            .and_then(|()| file.sync_all())
            .map_err(BuildError::file(&partial, "write"))?;
        fs::rename(&partial, path).map_err(BuildError::file(path, "rename"))?;
        let synced = match cfg!(unix) {
            true => File::open(&self.path).and_then(|directory| directory.sync_all()),
            false => Ok(()),
        };
        synced.map_err(BuildError::file(&self.path, "sync"))
    }

    /// Where `name` lies in the directory, whether it is there or not.
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
            Err(cause) if cause.kind() != ErrorKind::NotFound => {
                Err(BuildError::file(path, "remove")(cause))
            }
            _ => Ok(()),
        }
    }

    /// Removes the files of the computation, its lock last of all, and then the directory. That
    /// stays if it holds anything else, a new lock or what somebody put there meanwhile, or if the
    /// system keeps it, as it does a mount point.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be removed.
    pub fn remove(self) -> Result<(), BuildError> {
        let path = self.path;
        for entry in fs::read_dir(&path).map_err(BuildError::file(&path, "read"))? {
            let name = entry.map_err(BuildError::file(&path, "read"))?.file_name();
            if is_own(&name, self.numbered) && name != *"lock" {
                let file = path.join(name);
                fs::remove_file(&file).map_err(BuildError::file(&file, "remove"))?;
            }
        }
        drop(self.lock);
        let _ = fs::remove_dir(&path);
        Ok(())
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

/// Whether a file of this name is one of a computation.
fn is_own(name: &OsStr, numbered: &[&str]) -> bool {
    name.to_str().is_some_and(|name| {
        let stem = name.strip_suffix(".partial").unwrap_or(name);
        let number = numbered.iter().find_map(|prefix| stem.strip_prefix(prefix));
        matches!(name, "lock" | "state.json" | "state.partial")
            || number.is_some_and(|number| {
                number.len() >= 5 && number.bytes().all(|byte| byte.is_ascii_digit())
            })
    })
}

/// Fails if a directory holds anything that is not a file of a computation, since those are removed
/// at the end.
fn expect_only_own_files(path: &Path, numbered: &[&str]) -> Result<(), BuildError> {
    for entry in fs::read_dir(path).map_err(BuildError::file(path, "read"))? {
        let entry = entry.map_err(BuildError::file(path, "read"))?;
        let (name, file) = (entry.file_name(), entry.path());
        if !is_own(&name, numbered) {
            return Err(BuildError::damaged(
                &file,
                "does not belong to an unfinished computation, which needs a directory of its own",
            ));
        }
        // The holder of the lock may remove it meanwhile.
        let found = entry.file_type();
        if found.is_ok_and(|found| !found.is_file()) {
            return Err(BuildError::damaged(
                &file,
                "is a link or no file: an unfinished computation has neither",
            ));
        }
    }
    Ok(())
}
