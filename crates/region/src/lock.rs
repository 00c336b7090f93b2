//! Who may write a file or work in a directory: one process at a time.
//!
//! The system keeps the lock on an open file, so that a killed process holds nothing. Such a file
//! can lose its name, to its holder that is done or to a user: a lock counts only if the file still
//! has its name *after* it was locked, otherwise it is taken again.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::new_files::{Identity, identity, is_named, open_or_create};

/// Why a file or directory cannot be had alone.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error("another {holder} {does} {path}", path = path.display())]
    Held {
        /// The command that has it, or `process`.
        holder: String,
        /// What that does with it, as in `writes`.
        does: &'static str,
        /// The file or directory.
        path: PathBuf,
    },
    /// The lock was removed while it was held.
    #[error(
        "{path}: somebody removed this lock, so another process may have written in its place; \
         start again",
        path = path.display()
    )]
    Missing {
        /// The file of the lock.
        path: PathBuf,
    },
    /// A file could not be locked.
    #[error("{path}: cannot {action}: {cause}", path = path.display())]
    File {
        /// The lock, or the file or directory that it is for.
        path: PathBuf,
        /// What was attempted, as a verb.
        action: &'static str,
        /// The system's error.
        cause: io::Error,
    },
}

/// The right of this process alone to write a file or to work in a directory, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
    /// The file that is locked.
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A file that exists for the lock's sake, and goes with it.
    Marker,
    /// The file that it is about.
    InPlace,
}

/// How every marker begins; the command that holds it follows, and the end of the line. So it is no
/// empty file, which a command would replace unasked.
const BEGINNING: &str = "the lock of solveig ";

/// The longest marker, in bytes.
const LONGEST: usize = 64;

/// How often a lock is tried that others remove meanwhile.
const TRIES: u32 = 1_000;

/// What a lock protects.
struct Guard<'a> {
    path: &'a Path,
    /// What the holder does with it, as in `writes`.
    does: &'static str,
}

impl Lock {
    /// Takes the right to put a file at `path`, which need not exist. Other links to a file that is
    /// there do not count, since such a file is replaced and not changed. `command` is what others
    /// are told.
    ///
    /// # Errors
    ///
    /// Fails at once if another process has it, or if no file can be made beside it.
    pub fn beside(path: &Path, command: &str) -> Result<Self, LockError> {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".lock");
        let marker = path.with_file_name(name);
        let guarded = Guard {
            path,
            does: "writes",
        };
        Self::marker(marker, command, guarded, || Ok(()))
    }

    /// Takes the right to work in a directory, which is created if needed.
    ///
    /// # Errors
    ///
    /// Fails at once if another process has it, if it is a link, or if it cannot be used.
    pub fn within(directory: &Path, command: &str) -> Result<Self, LockError> {
        let prepare = || {
            // A slash at the end would have the system follow a link.
            let plain: PathBuf = directory.components().collect();
            if plain.is_symlink() {
                let problem = "it is a link; expected a directory of its own";
                return Err(failed(directory, "work in", io::Error::other(problem)));
            }
            match fs::create_dir_all(directory) {
                // Its holder removed it just then; a file there is refused below.
                Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
                result => result.map_err(|cause| failed(directory, "create", cause)),
            }
        };
        let marker = directory.join("lock");
        let guarded = Guard {
            path: directory,
            does: "works in",
        };
        Self::marker(marker, command, guarded, prepare)
    }

    /// Takes the right to change the file at `path` in place, under whatever names it has.
    ///
    /// # Errors
    ///
    /// Fails at once if another process or another part of this one has it, or if it cannot be
    /// opened.
    pub fn in_place(path: &Path, command: &str) -> Result<Self, LockError> {
        // Elsewhere a lock on the file itself is in the way of SQLite's.
        if !cfg!(any(target_os = "linux", target_os = "android")) {
            return Self::beside(path, command);
        }
        let of_file = |cause| failed(path, "lock", cause);
        let held = || LockError::Held {
            holder: "process".to_owned(),
            does: "writes",
            path: path.to_owned(),
        };
        let mut kept = in_this_process();
        let found = fs::metadata(path).map_err(of_file)?;
        if kept.contains(&identity(&found)) {
            return Err(held());
        }
        let opened = File::options().read(true).write(true).open(path);
        let file = opened.map_err(of_file)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(held()),
            Err(TryLockError::Error(cause)) => return Err(of_file(cause)),
        }
        let locked = file.metadata().map_err(of_file)?;
        if identity(&locked) != identity(&found) {
            let cause = io::Error::other("it was replaced while it was opened");
            return Err(of_file(cause));
        }
        kept.insert(identity(&found));
        Ok(Self {
            file,
            path: path.to_owned(),
            kind: Kind::InPlace,
        })
    }

    fn marker(
        marker: PathBuf,
        command: &str,
        guarded: Guard<'_>,
        prepare: impl Fn() -> Result<(), LockError>,
    ) -> Result<Self, LockError> {
        let mut gone = io::Error::from(ErrorKind::NotFound);
        for _ in 0..TRIES {
            prepare()?;
            let mut file = match open_marker(&marker) {
                Ok(file) => file,
                // Its holder removed it, or the directory.
                Err(cause) if cause.kind() == ErrorKind::NotFound => {
                    gone = cause;
                    continue;
                }
                Err(cause) => return Err(failed(&marker, "lock", cause)),
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::Held {
                        holder: holder(&mut file),
                        does: guarded.does,
                        path: guarded.path.to_owned(),
                    });
                }
                Err(TryLockError::Error(cause)) => return Err(failed(&marker, "lock", cause)),
            }
            if is_named(&file, &marker).map_err(|cause| failed(&marker, "lock", cause))? {
                // On a full disk the holder has no name.
                let named = file.set_len(0).and_then(|()| file.rewind());
                let _ = named.and_then(|()| writeln!(file, "{BEGINNING}{command}"));
                return Ok(Self {
                    file,
                    path: marker,
                    kind: Kind::Marker,
                });
            }
        }
        Err(failed(&marker, "lock", gone))
    }

    /// Checks that nobody has removed the lock.
    ///
    /// # Errors
    ///
    /// Fails if the file that is locked no longer has its name.
    pub fn expect_held(&self) -> Result<(), LockError> {
        match is_named(&self.file, &self.path) {
            Ok(true) => Ok(()),
            _ => Err(LockError::Missing {
                path: self.path.clone(),
            }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        match self.kind {
            // While it is still locked: nobody else holds a file of this name.
            Kind::Marker if self.expect_held().is_ok() => {
                // A marker that stays does no harm.
                let _ = fs::remove_file(&self.path);
            }
            Kind::Marker => {}
            Kind::InPlace => {
                if let Ok(locked) = self.file.metadata() {
                    in_this_process().remove(&identity(&locked));
                }
            }
        }
    }
}

/// Opens a marker, or makes a new one.
fn open_marker(path: &Path) -> io::Result<File> {
    let mut file = open_or_create(path)?;
    let (text, beginning) = (text_of(&mut file)?, BEGINNING.as_bytes());
    // A killed process may have left any part of it.
    let ours = text.starts_with(beginning) || beginning.starts_with(&text);
    match ours && text.len() < LONGEST {
        true => Ok(file),
        false => Err(io::Error::other("it is not the lock of a computation")),
    }
}

fn text_of(file: &mut File) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(LONGEST as u64).read_to_end(&mut text)?;
    Ok(text)
}

/// The command that holds a marker, which writes its name as soon as it has the lock.
fn holder(file: &mut File) -> String {
    for _ in 0..50 {
        let text = text_of(file).unwrap_or_default();
        let text = String::from_utf8(text).unwrap_or_default();
        let command = text.strip_prefix(BEGINNING);
        if let Some(command) = command.and_then(|command| command.strip_suffix('\n'))
            && command
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || b" -".contains(&byte))
        {
            return command.to_owned();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    "process".to_owned()
}

fn failed(path: &Path, action: &'static str, cause: io::Error) -> LockError {
    LockError::File {
        path: path.to_owned(),
        action,
        cause,
    }
}

/// The files that this process has locked in place.
///
/// They are not opened again to be refused: when a process closes a file, all locks end that
/// SQLite, in the same process, has on ranges of it.
fn in_this_process() -> MutexGuard<'static, HashSet<Identity>> {
    static KEPT: LazyLock<Mutex<HashSet<Identity>>> = LazyLock::new(Mutex::default);
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(result: Result<Lock, LockError>) -> String {
        match result {
            Err(held @ LockError::Held { .. }) => held.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_lock_is_had_once_and_names_its_holder() {
        let folder = tempfile::tempdir().unwrap();
        let (file, work) = (folder.path().join("r.sol"), folder.path().join("work"));
        let first = Lock::beside(&file, "solve").unwrap();
        let second = held(Lock::beside(&file, "prove"));
        assert_eq!(second, format!("another solve writes {}", file.display()));
        let inside = Lock::within(&work, "count").unwrap();
        let second = held(Lock::within(&work, "count"));
        assert_eq!(second, format!("another count works in {}", work.display()));
        drop((first, inside));
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "the directory alone: {left:?}");
        Lock::beside(&file, "prove").unwrap();
        Lock::within(&work, "count").unwrap();
    }

    #[test]
    fn who_waits_for_a_lock_that_goes_with_its_directory_never_holds_what_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let (work, alone) = (folder.path().join("work"), folder.path().join("alone"));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let lock = match Lock::within(&work, "count") {
                            Ok(lock) => lock,
                            Err(LockError::Held { .. }) => continue,
                            Err(other) => panic!("{other}"),
                        };
                        // Fails where two hold it.
                        drop(File::create_new(&alone).unwrap());
                        lock.expect_held().unwrap();
                        fs::remove_file(&alone).unwrap();
                        drop(lock);
                        let _ = fs::remove_dir(&work);
                    }
                });
            }
        });
    }

    #[test]
    fn a_lock_that_was_removed_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("r.sol");
        let marker = folder.path().join(".r.sol.lock");
        let first = Lock::beside(&file, "solve").unwrap();
        fs::remove_file(&marker).unwrap();
        assert!(matches!(
            first.expect_held(),
            Err(LockError::Missing { .. })
        ));
        let second = Lock::beside(&file, "solve").unwrap();
        assert!(matches!(
            first.expect_held(),
            Err(LockError::Missing { .. })
        ));
        drop(first);
        // What the second holds is not removed by the first.
        second.expect_held().unwrap();
        drop(second);
        // What a killed process left is taken over; anything else stays.
        for left in ["", "the lock of so", "the lock of solveig solve\n"] {
            fs::write(&marker, left).unwrap();
            Lock::beside(&file, "solve").unwrap();
        }
        fs::write(&marker, "precious").unwrap();
        let refused = Lock::beside(&file, "solve").unwrap_err().to_string();
        assert!(refused.contains("not the lock"), "{refused}");
        assert_eq!(fs::read(&marker).unwrap(), b"precious");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_changed_in_place_is_locked_under_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "").unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        std::os::unix::fs::symlink("a", at("soft")).unwrap();
        let first = Lock::in_place(&at("a"), "campaign run").unwrap();
        for name in ["a", "hard", "soft"] {
            let second = held(Lock::in_place(&at(name), "campaign run"));
            assert!(second.starts_with("another process writes "), "{second}");
        }
        // So it is for other processes, which know nothing of this one's list.
        let other = File::open(at("hard")).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        drop(first);
        other.try_lock().unwrap();
        held(Lock::in_place(&at("soft"), "campaign run"));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_no_locks_and_no_work_directories() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("directory")).unwrap();
        for (target, name) in [("nothing", ".r.sol.lock"), ("directory", "work")] {
            std::os::unix::fs::symlink(target, at(name)).unwrap();
        }
        let refused = [
            Lock::beside(&at("r.sol"), "solve"),
            Lock::within(&at("work"), "count"),
            Lock::within(&at("work/"), "count"),
        ];
        for refused in refused {
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("it is a link"), "{refused}");
        }
        assert!(!at("nothing").exists());
        assert_eq!(fs::read_dir(at("directory")).unwrap().count(), 0);
    }
}
