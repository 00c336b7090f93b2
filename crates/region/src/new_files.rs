//! Files that are made new, or are the ones that were made: no link is followed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// How often a name is cleared before somebody else is taken to fill it again and again.
const TRIES: u32 = 100;

/// Creates a new file, open for reading and writing. What had this name is removed; if it is a
/// link, what the link leads to stays as it is.
///
/// # Errors
///
/// Fails if the name cannot be cleared, as that of a folder, or if the file cannot be made.
pub fn create_new(path: &Path) -> io::Result<File> {
    let mut failed = io::Error::from(ErrorKind::AlreadyExists);
    for _ in 0..TRIES {
        let mut options = OpenOptions::new();
        match options.read(true).write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => failed = error,
            result => return result,
        }
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Err(failed)
}

/// Opens the file of this name for reading, and with `write` also for writing; `None` if there is
/// none.
///
/// # Errors
///
/// Fails if the name is not that of a regular file: of a link, a folder, a pipe or a device.
pub fn open_own(path: &Path, write: bool) -> io::Result<Option<File>> {
    for _ in 0..TRIES {
        let found = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            found => found?,
        };
        if !found.is_file() {
            return Err(foreign(&found));
        }
        let file = match OpenOptions::new().read(true).write(write).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        if identity(&file.metadata()?) == identity(&found) {
            return Ok(Some(file));
        }
    }
    Err(io::Error::other("it is replaced again and again"))
}

/// Opens the file of this name for reading and writing, or makes it.
///
/// # Errors
///
/// Fails as [`open_own`] does, or if the file cannot be made.
pub fn open_or_create(path: &Path) -> io::Result<File> {
    let mut failed = io::Error::from(ErrorKind::AlreadyExists);
    for _ in 0..TRIES {
        let mut options = OpenOptions::new();
        match options.read(true).write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => failed = error,
            result => return result,
        }
        if let Some(file) = open_own(path, true)? {
            return Ok(file);
        }
    }
    Err(failed)
}

/// The error for something that is not the regular file it should be.
fn foreign(found: &fs::Metadata) -> io::Error {
    io::Error::other(match found.is_symlink() {
        true => "it is a link, and no link is followed here",
        false => "not a regular file",
    })
}

/// Whether `path` itself, not what it links to, names this open file.
///
/// # Errors
///
/// Fails if the system does not say.
pub(crate) fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        found => Ok(identity(&file.metadata()?) == identity(&found?)),
    }
}

/// What tells a file from others, whatever its names.
pub(crate) type Identity = (u64, u64);

#[cfg(unix)]
pub(crate) fn identity(found: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

/// Elsewhere the system does not let an open file lose its name to another one.
#[cfg(not(unix))]
pub(crate) fn identity(_: &fs::Metadata) -> Identity {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_takes_the_place_of_what_has_its_name_and_follows_no_link() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("victim"), "precious").unwrap();
        fs::write(at("old"), "old").unwrap();
        assert_eq!(create_new(&at("old")).unwrap().metadata().unwrap().len(), 0);
        assert!(open_own(&at("none"), true).unwrap().is_none());
        assert!(open_own(&at("old"), true).unwrap().is_some());
        fs::write(at("old"), "kept").unwrap();
        for (name, length) in [("old", 4), ("fresh", 0)] {
            let file = open_or_create(&at(name)).unwrap();
            assert_eq!(file.metadata().unwrap().len(), length);
        }
        assert!(open_own(folder.path(), false).is_err());
        assert!(create_new(folder.path()).is_err());
        #[cfg(unix)]
        for (name, target) in [("link", "victim"), ("dangling", "nothing")] {
            std::os::unix::fs::symlink(target, at(name)).unwrap();
            open_or_create(&at(name)).unwrap_err();
            let refused = open_own(&at(name), true).unwrap_err().to_string();
            assert!(refused.contains("link"), "{refused}");
            assert!(is_named(&create_new(&at(name)).unwrap(), &at(name)).unwrap());
        }
        assert!(!at("nothing").exists());
        assert_eq!(fs::read(at("victim")).unwrap(), b"precious");
    }
}
