//! A file has its name only when it is complete.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow::Continue;
use std::path::Path;

use solveig_format::{Encoder, FormatError, Reader, Roles, Writer, write_whole};

use solveig_testkit::forge::{header, record};

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

fn fill(writer: &mut Writer, count: u128) {
    for key in 0..count {
        writer
            .push(1, record(key * key, Roles::Free, (key % 3) as i32, 0))
            .unwrap();
    }
}

#[test]
fn a_file_appears_whole_under_its_name_and_leaves_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    let mut writer = Writer::create(&path, &header(64)).unwrap();
    fill(&mut writer, 1_000);
    assert!(!path.exists());
    let summary = writer.finish().unwrap();
    assert_eq!(names(directory.path()), ["game.sol"]);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(
        reader.check_bytes(|_| Continue(())).unwrap(),
        summary.digest
    );
    assert_eq!(reader.byte_length(), summary.bytes);
    assert_eq!(fs::metadata(&path).unwrap().len(), summary.bytes);
    assert_eq!((summary.records, reader.record_count()), (1_000, 1_000));
    assert_eq!(reader.origin().path(), Some(path.as_path()));
}

#[test]
fn an_unfinished_file_is_removed_and_the_old_one_stays() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    Writer::create(&path, &header(64))
        .unwrap()
        .finish()
        .unwrap();
    let old = fs::read(&path).unwrap();
    let mut writer = Writer::create(&path, &header(64)).unwrap();
    fill(&mut writer, 10);
    assert_eq!(names(directory.path()).len(), 2);
    drop(writer);
    assert_eq!(names(directory.path()), ["game.sol"]);
    assert_eq!(fs::read(&path).unwrap(), old);
}

#[test]
fn what_a_killed_writer_left_is_removed_and_what_a_living_one_writes_is_not() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    let left = directory.path().join(".game.sol.4711-0.partial");
    let others = [".game.sol.notes.partial", ".other.sol.1-0.partial"];
    fs::write(&left, "half").unwrap();
    for other in others {
        fs::write(directory.path().join(other), "not ours").unwrap();
    }
    let mut living = Writer::create(&path, &header(64)).unwrap();
    assert!(!left.exists());
    let mut second = Writer::create(&path, &header(64)).unwrap();
    assert_eq!(names(directory.path()).len(), 4);
    fill(&mut living, 5);
    fill(&mut second, 300);
    living.finish().unwrap();
    assert_eq!(Reader::open(&path).unwrap().record_count(), 5);
    second.finish().unwrap();
    assert_eq!(Reader::open(&path).unwrap().record_count(), 300);
    assert_eq!(names(directory.path()), [others[0], others[1], "game.sol"]);
}

#[test]
fn writers_at_once_leave_the_whole_file_of_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    std::thread::scope(|scope| {
        for count in 1..=8 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..5 {
                    let mut writer = Writer::create(path, &header(64)).unwrap();
                    fill(&mut writer, count * 100);
                    writer.finish().unwrap();
                    let reader = Reader::open(path).unwrap();
                    reader.check_bytes(|_| Continue(())).unwrap();
                    assert_eq!(reader.record_count() % 100, 0);
                }
            });
        }
    });
    assert_eq!(names(directory.path()), ["game.sol"]);
}

#[test]
fn a_target_that_cannot_be_written_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("nowhere/game.sol");
    let error = Writer::create(&missing, &header(64)).err().unwrap();
    assert!(matches!(
        error,
        FormatError::Io {
            action: "create",
            ..
        }
    ));
    let error = error.to_string();
    assert!(
        error.starts_with(&format!("{}: cannot create", missing.display())),
        "{error}"
    );
    let said = |path: &Path| Writer::create(path, &header(64)).err().unwrap().to_string();
    let error = said(directory.path());
    assert!(
        error.ends_with("it exists and is not a regular file"),
        "{error}"
    );
    let error = said(Path::new(".."));
    assert_eq!(error, "..: cannot create: it names no file");
    let nonsense = solveig_format::Header {
        key_bits: 0,
        ..header(64)
    };
    let path = directory.path().join("game.sol");
    let error = Writer::create(&path, &nonsense).err().unwrap().to_string();
    assert!(
        error.starts_with(&format!("{}: header: keys of 0 bits", path.display())),
        "{error}"
    );
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    let say = |path: &Path| Reader::open(path).err().unwrap().to_string();
    assert!(say(&path).starts_with(&format!("{}: cannot read: ", path.display())));
    assert!(say(directory.path()).ends_with("cannot read: not a regular file"));
    fs::write(&path, "").unwrap();
    assert!(say(&path).ends_with("(it is empty)"));
}

/// A disk with room for this many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let written = bytes.len().min(self.0);
        self.0 -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_from_the_moment_it_is_full() {
    for room in [0, 100, 2_000_000, 3_000_000] {
        let mut encoder = Encoder::new(Full(room), &header(64)).unwrap();
        let pushed = (0..1_000_000)
            .try_for_each(|key| encoder.push(1, record((key << 40) + key, Roles::Free, 0, 0)));
        let finished = encoder.finish().err();
        let first = pushed.err().unwrap();
        let FormatError::Io {
            action: "write",
            cause,
            ..
        } = &first
        else {
            panic!("{first}");
        };
        assert_eq!(cause.kind(), io::ErrorKind::StorageFull);
        assert!(finished.is_some(), "a file with a hole was finished");
    }
}

#[test]
fn a_file_that_is_not_read_back_as_it_was_written_gets_no_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    fs::write(&path, "old").unwrap();
    // Of so many records most are in the file before it is finished.
    for (at, flip) in [(20, 1), (70_000, 16), (300_000, 128)] {
        let mut writer = Writer::create(&path, &header(64)).unwrap();
        fill(&mut writer, 400_000);
        let partial = names(directory.path()).remove(0);
        let partial = directory.path().join(partial);
        let mut file = fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open(&partial)
            .unwrap();
        let mut byte = [0];
        file.seek(SeekFrom::Start(at)).unwrap();
        file.read_exact(&mut byte).unwrap();
        byte[0] ^= flip;
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(&byte).unwrap();
        drop(file);
        let error = writer.finish().unwrap_err().to_string();
        assert!(error.contains("read back"), "byte {at}: {error}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(directory.path()), ["game.sol"]);
    }
}

#[test]
fn a_whole_file_that_fails_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    // Left by a killed process.
    fs::write(folder.path().join(".file.4711-0.partial"), "half").unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "before").unwrap();
    let failed = write_whole(&path, |to| {
        to.write_all(b"half")?;
        Err(io::Error::other("no more"))
    });
    assert_eq!(failed.unwrap_err().to_string(), "no more");
    assert_eq!(fs::read(&path).unwrap(), b"before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    write_whole(&path, |to| to.write_all(b"after")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"after");
}
