//! Checks the files of a command before it runs: no two of them are the same file, and foreign
//! files are replaced only with `--force`.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use solveig_format::Reader;
use solveig_format::proof::ProofReader;
use solveig_game::Spec;
use solveig_region::{Lock, OutputTarget};

use crate::stopping::uninterrupted;

/// Whether outputs may take the place of foreign files.
#[derive(Args, Clone, Copy, Debug)]
pub struct ForceArgument {
    /// Replace files of another kind or of another game
    ///
    /// Without it only an empty file is replaced, and one of the kind and game that is written.
    #[arg(long, help_heading = None::<&str>)]
    pub force: bool,
}

/// The kind of a file that a command writes.
#[derive(Clone, Debug)]
pub enum FileKind {
    /// An artifact of the game with this spec.
    Artifact(String),
    /// A certificate of the game with this spec.
    Certificate(String),
    /// A proof about the game with this spec.
    Proof(String),
    /// A file with this description that begins with these bytes.
    Beginning(&'static str, Cow<'static, [u8]>),
    /// The checkpoint of a search, which the search itself checks before it replaces it.
    Checkpoint,
    /// A file that the command itself locks, and checks before it replaces it.
    #[cfg(feature = "campaigns")]
    Own,
}

/// Files of `solveig trees` and `solveig import-table`.
#[cfg(feature = "study")]
impl FileKind {
    /// The rows of a table with what is wrong with them.
    pub const COMPARED_ROWS: Self = Self::plain(
        "comparison of a table",
        b"obf,disccount,nodekindcode,lowerbound,upperbound,",
    );
    /// The moves that a table chose.
    pub const PREFERRED_MOVES: Self = Self::plain("file of preferred moves", b"position,move\n");
    /// The picture of a tree.
    pub const PICTURE: Self = Self::plain(
        "picture of a tree",
        b"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"game-tree\"",
    );
    /// An HTML page that replays a trace.
    pub const PAGE: Self = Self::plain(
        "page of a trace",
        b"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
          <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
          <meta name=\"color-scheme\" content=\"light dark\">\n<title>Game tree search</title>",
    );
    pub const TREE: Self = Self::plain("tree", b"{\"view\": \"");
}

impl FileKind {
    /// The table of a campaign's player.
    #[cfg(feature = "campaigns")]
    pub const PLAYER: Self = Self::plain("table of a player", b"solveig player ");

    #[cfg_attr(
        not(any(feature = "campaigns", feature = "study")),
        expect(dead_code, reason = "only optional commands write such files")
    )]
    const fn plain(name: &'static str, beginning: &'static [u8]) -> Self {
        Self::Beginning(name, Cow::Borrowed(beginning))
    }

    /// Whether files of this kind are locked with the others of their command.
    const fn is_locked_here(&self) -> bool {
        #[cfg(feature = "campaigns")]
        return !matches!(self, Self::Own);
        #[cfg(not(feature = "campaigns"))]
        true
    }

    fn name(&self) -> &str {
        match self {
            Self::Artifact(_) => "whole artifact",
            Self::Certificate(_) => "whole certificate",
            Self::Proof(_) => "proof",
            Self::Beginning(name, _) => name,
            Self::Checkpoint => "checkpoint",
            #[cfg(feature = "campaigns")]
            Self::Own => "file of this command",
        }
    }

    /// Why the file at `path`, which exists, is not replaced unasked: it is of another kind or
    /// game.
    fn objection(&self, path: &Path) -> Option<String> {
        let header = |kind| {
            let header = Reader::open(path).ok()?.header().clone();
            (header.kind() == kind).then_some(header.game)
        };
        let (found, wanted) = match self {
            Self::Artifact(game) => (header(solveig_format::Kind::Artifact), game),
            Self::Certificate(game) => (header(solveig_format::Kind::Certificate), game),
            Self::Proof(game) => {
                let read = ProofReader::header_of(path).ok();
                (read.map(|header| header.game), game)
            }
            Self::Beginning(_, begins) => {
                let is_ours = beginning(path, begins.len() as u64) == **begins;
                return (!is_ours).then(|| format!("is no {}", self.name()));
            }
            Self::Checkpoint => return None,
            #[cfg(feature = "campaigns")]
            Self::Own => return None,
        };
        match found {
            Some(found) if found == *wanted => None,
            Some(found) => Some(format!("is of another game, {found}")),
            None => Some(format!("is no {}", self.name())),
        }
    }
}

/// The first bytes of a file, as many as can be read.
fn beginning(path: &Path, length: u64) -> Vec<u8> {
    let mut found = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(length).read_to_end(&mut found);
    }
    found
}

/// How a command uses a file.
#[derive(Clone, Debug)]
enum Use {
    Read,
    Written(FileKind),
    /// A folder that is removed at the end.
    Work,
    Printed,
}

struct NamedFile {
    /// The option that names it, or a description.
    what: String,
    path: PathBuf,
    used: Use,
    place: FileLocation,
}

impl fmt::Display for NamedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.used {
            Use::Printed => f.write_str(&self.what),
            _ => write!(f, "{} {}", self.what, self.path.display()),
        }
    }
}

/// All files of a command.
pub struct Files {
    named: Vec<NamedFile>,
    /// Options that would name a file to write, and do not.
    absent: Vec<String>,
}

impl Files {
    /// Standard output, if it is a file; other files are added with the methods below.
    pub fn new() -> Self {
        let output = printed().filter(Metadata::is_file).map(|found| NamedFile {
            what: "standard output".to_owned(),
            path: PathBuf::new(),
            used: Use::Printed,
            place: FileLocation::Found(identity(&found, Path::new("/dev/stdout"))),
        });
        Self {
            named: output.into_iter().collect(),
            absent: Vec::new(),
        }
    }

    /// Adds a file that is read, unless it is `-` (standard input).
    pub fn reads(self, what: &str, path: Option<&Path>) -> Self {
        let path = path.filter(|path| *path != Path::new("-"));
        self.with(what, path, Use::Read)
    }

    /// Adds the file that a game's spec names, if any.
    pub fn game(self, spec: &str) -> Self {
        let spec = Spec::parse(spec).ok();
        let tree = spec.as_ref().filter(|spec| spec.name() == "tree");
        self.reads("the tree", tree.map(|spec| Path::new(spec.body())))
    }

    /// Adds a file that is written.
    pub fn writes(mut self, what: &str, path: Option<&Path>, kind: FileKind) -> Self {
        // A checkpoint is never forced.
        if path.is_none() && !matches!(kind, FileKind::Checkpoint) {
            self.absent.push(what.to_owned());
        }
        self.with(what, path, Use::Written(kind))
    }

    /// Adds a folder for unfinished work.
    pub fn works_in(self, path: Option<&Path>) -> Self {
        self.with("the work directory", path, Use::Work)
    }

    fn with(mut self, what: &str, path: Option<&Path>, used: Use) -> Self {
        self.named.extend(path.map(|path| NamedFile {
            what: what.to_owned(),
            path: path.to_owned(),
            used,
            place: FileLocation::of(path),
        }));
        self
    }

    /// Checks all files, and takes the right to write those that are written, for as long as the
    /// result lives. Others are told that `command` writes them.
    ///
    /// # Errors
    ///
    /// Fails if a file that is written is the same as another one, lies in a work directory, cannot
    /// be written, is written by another process, or would replace a file of another kind or game
    /// without `force`, which is `None` where the command has no such option.
    pub fn own(
        &self,
        command: &str,
        force: impl Into<Option<ForceArgument>>,
    ) -> Result<OutputLocks> {
        let force = force.into();
        uninterrupted(|| self.take_locks(command, force))
    }

    fn take_locks(&self, command: &str, force: Option<ForceArgument>) -> Result<OutputLocks> {
        let is_written = |named: &NamedFile| matches!(named.used, Use::Written(_));
        ensure!(
            !force.is_some_and(|argument| argument.force) || self.named.iter().any(is_written),
            "--force: nothing is written without {}",
            self.absent.join(" or ")
        );
        for (at, one) in self.named.iter().enumerate() {
            for other in &self.named[at + 1..] {
                let reads = |named: &NamedFile| matches!(named.used, Use::Read);
                if !(reads(one) && reads(other)) && one.place.is_same(&other.place)? {
                    bail!("{one} and {other} cannot be the same file");
                }
                for (work, file) in [(one, other), (other, one)] {
                    if matches!(work.used, Use::Work) && work.place.holds(&file.path) {
                        bail!("{file} lies in {work}, which goes at the end");
                    }
                }
            }
        }
        let mut owned = OutputLocks::default();
        for one in &self.named {
            if let Use::Written(kind) = &one.used {
                expect_file(&one.path)?;
                solveig_region::expect_writable(&one.path)?;
                if kind.is_locked_here() {
                    owned.locks.push(Lock::beside(&one.path, command)?);
                }
                // Another process may have just written it.
                expect_replaceable(&one.path, kind, force)?;
                // A checkpoint is written again and again.
                if !matches!(kind, FileKind::Checkpoint) {
                    owned.targets.push(OutputTarget::of(&one.path));
                }
            }
        }
        Ok(owned)
    }
}

/// The files that this process alone may write.
#[must_use = "they are owned as long as this lives"]
#[derive(Default)]
pub struct OutputLocks {
    locks: Vec<Lock>,
    targets: Vec<OutputTarget>,
}

impl OutputLocks {
    /// Checks that nobody has written the files since, nor taken away the locks.
    ///
    /// # Errors
    ///
    /// Fails for the first that is not as it was.
    pub fn expect_unchanged(&self) -> Result<()> {
        self.locks.iter().try_for_each(Lock::expect_held)?;
        self.targets.iter().try_for_each(OutputTarget::expect)?;
        Ok(())
    }
}

fn expect_file(path: &Path) -> Result<()> {
    let is_other = |found: Metadata| !found.is_file() && !found.is_dir();
    ensure!(
        !fs::metadata(path).is_ok_and(is_other),
        "{}: cannot write: not a regular file",
        path.display()
    );
    Ok(())
}

fn expect_replaceable(path: &Path, kind: &FileKind, force: Option<ForceArgument>) -> Result<()> {
    let is_there = fs::metadata(path).is_ok_and(|found| found.len() > 0);
    if is_there
        && !force.is_some_and(|argument| argument.force)
        && let Some(objection) = kind.objection(path)
    {
        let way_out = match force {
            Some(_) => "--force replaces it",
            None => "name another file, or remove it",
        };
        bail!("{} exists and {objection}; {way_out}", path.display());
    }
    Ok(())
}

/// Metadata of standard output.
fn printed() -> Option<Metadata> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let owned = io::stdout().as_fd().try_clone_to_owned().ok()?;
        File::from(owned).metadata().ok()
    }
    #[cfg(not(unix))]
    None
}

#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(found: &Metadata, _: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(_: &Metadata, path: &Path) -> Identity {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// How many symbolic links are followed before they count as a cycle; Linux has the same limit.
const MAX_LINKS: u32 = 40;

/// The location of a file, independent of how its path is written.
enum FileLocation {
    /// An existing file.
    Found(Identity),
    /// A file that does not exist, in a folder that does.
    New {
        folder: PathBuf,
        identity: Identity,
        name: OsString,
    },
    /// A path whose folder does not exist.
    Nowhere(PathBuf),
}

impl FileLocation {
    fn of(path: &Path) -> Self {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            if let Ok(found) = fs::metadata(&path) {
                return Self::Found(identity(&found, &path));
            }
            match fs::read_link(&path) {
                Ok(target) => path = folder_of(&path).join(target),
                Err(_) => break,
            }
        }
        let folder = folder_of(&path);
        match (fs::metadata(folder), path.file_name()) {
            (Ok(found), Some(name)) => Self::New {
                identity: identity(&found, folder),
                folder: folder.to_owned(),
                name: name.to_owned(),
            },
            _ => Self::Nowhere(std::path::absolute(&path).unwrap_or(path)),
        }
    }

    fn is_same(&self, other: &Self) -> Result<bool> {
        Ok(match (self, other) {
            (Self::Found(one), Self::Found(other)) => one == other,
            (Self::Nowhere(one), Self::Nowhere(other)) => one == other,
            (
                Self::New {
                    folder,
                    identity,
                    name,
                },
                Self::New {
                    identity: other,
                    name: second,
                    ..
                },
            ) => identity == other && (name == second || are_same_name(folder, [name, second])?),
            _ => false,
        })
    }

    /// Whether this location is an existing folder that contains `path`, at any depth.
    fn holds(&self, path: &Path) -> bool {
        let Self::Found(own) = self else {
            return false;
        };
        let Ok(folder) = fs::canonicalize(folder_of(path)) else {
            return false;
        };
        folder
            .ancestors()
            .any(|above| fs::metadata(above).is_ok_and(|found| identity(&found, above) == *own))
    }
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Whether a folder treats two names as the same, as case-insensitive file systems do: creates a
/// temporary file whose name ends in the first, and looks for it under one that ends in the second.
fn are_same_name(folder: &Path, names: [&OsString; 2]) -> Result<bool> {
    let folded = names.map(|name| name.to_string_lossy().to_lowercase());
    if folded[0] == folded[1] || folded.iter().any(|name| !name.is_ascii()) {
        let probe = tempfile::Builder::new()
            .prefix(".")
            .suffix(names[0])
            .tempfile_in(folder)
            .with_context(|| format!("{}: cannot write", folder.join(names[0]).display()))?;
        let name = probe
            .path()
            .file_name()
            .unwrap_or_default()
            .as_encoded_bytes();
        let front = &name[..name.len() - names[0].len()];
        let mut second = OsString::from(String::from_utf8_lossy(front).into_owned());
        second.push(names[1]);
        return Ok(fs::symlink_metadata(folder.join(second)).is_ok());
    }
    Ok(false)
}

/// Opens a regular file of at most so many bytes for reading.
///
/// # Errors
///
/// Fails if there is none, if it is a folder, a pipe or a device, or if it is longer.
pub fn open_regular(path: &Path, max: u64) -> io::Result<File> {
    // Checked before opening: opening a pipe would wait for a writer.
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    if found.len() > max {
        return Err(io::Error::other(format!("more than {max} bytes")));
    }
    File::open(path)
}

/// Opens a regular file or a pipe for reading, such as `/dev/fd/3`.
///
/// # Errors
///
/// Fails if there is none, or if it is a folder or a device.
pub fn open_stream(path: &Path) -> io::Result<File> {
    match is_pipe(path) {
        true => File::open(path),
        false => open_regular(path, u64::MAX),
    }
}

/// Whether there is a pipe at `path`, which can be read once.
pub fn is_pipe(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// The largest player's table that is read, in bytes.
const LARGEST_TABLE: u64 = 1 << 30;

/// Opens the file of a player's table for reading.
///
/// # Errors
///
/// Fails as [`open_regular`] does.
pub fn open_table(path: &Path) -> io::Result<BufReader<File>> {
    Ok(BufReader::new(open_regular(path, LARGEST_TABLE)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_same(one: &Path, other: &Path) -> bool {
        FileLocation::of(one)
            .is_same(&FileLocation::of(other))
            .unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn files_are_told_apart_by_what_they_are() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        fs::write(at("a"), "").unwrap();
        fs::write(at("b"), "").unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        symlink("a", at("soft")).unwrap();
        symlink("sub", at("way")).unwrap();
        symlink("new", at("dangling")).unwrap();
        symlink("dangling", at("twice")).unwrap();
        symlink("round", at("round")).unwrap();
        for (one, other) in [
            ("a", "./a"),
            ("a", "sub/../a"),
            ("a", "hard"),
            ("a", "soft"),
            ("new", "./new"),
            ("new", "dangling"),
            ("new", "twice"),
            ("sub/new", "way/new"),
            ("sub", "way"),
            ("no/such", "no/such"),
            ("round", "round"),
        ] {
            assert!(is_same(&at(one), &at(other)), "{one} {other}");
        }
        for (one, other) in [
            ("a", "b"),
            ("a", "new"),
            ("new", "newer"),
            ("new", "sub/new"),
            ("no/such", "no/other"),
            ("a", "dangling"),
        ] {
            assert!(!is_same(&at(one), &at(other)), "{one} {other}");
        }
        // Such a name is one with itself in other letters just where the folder takes it so.
        for (one, other) in [("new", "NEW"), ("\u{e9}", "e\u{301}")] {
            fs::write(at(one), "").unwrap();
            let folds = at(other).exists();
            fs::remove_file(at(one)).unwrap();
            assert_eq!(is_same(&at(one), &at(other)), folds, "{one} {other}");
        }
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 9, "nothing is left: {names:?}");
    }
}
