//! Checks in parts: the files in which parts keep what they found.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use blake3::Hash;
use clap::Args;
use solveig_format::{Digest, Reader, write_whole};
use solveig_verify::{Budget, Findings, Options, PartNumber, Parts, Report, verify_parts};

use crate::figures::counted;
use crate::files::{FileKind, Files, OutputLocks, open_regular};
use crate::times::{Time, positive};

/// How a check is shared among runs or machines, or replaced by a sample.
#[derive(Args)]
#[command(next_help_heading = "Large checks")]
pub struct LargeChecks {
    /// Keep in DIR what is done, so that the same command goes on from there
    #[arg(long, value_name = "DIR", group = "large")]
    work: Option<PathBuf>,
    /// Check part K of N, for --join
    #[arg(long, value_name = "K/N", group = "large", value_parser = part_number)]
    part: Option<PartNumber>,
    /// Where --part keeps what it found [default: FILE.part-K-of-N]
    #[arg(long, value_name = "FILE", requires = "part", conflicts_with_all = ["work", "join", "sample"])]
    out: Option<PathBuf>,
    /// Join what all parts found, and believe it
    #[arg(long, value_name = "PART", group = "large", num_args = 1..)]
    join: Vec<PathBuf>,
    /// Test drawn records for so long, and say how many may be false
    #[arg(long, value_name = "TIME", group = "large", value_parser = positive, conflicts_with_all = ["time_limit", "expect_digest"])]
    pub sample: Option<Time>,
}

/// Reads `3/8`.
fn part_number(text: &str) -> Result<PartNumber, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if 1 <= number && number <= of => Ok(PartNumber { number, of }),
        _ => Err("expected a part and how many there are, as in 3/8".to_owned()),
    }
}

/// Where findings are kept, and how they are sealed.
pub struct Keeper {
    path: PathBuf,
    /// The key of the seal; without one, the seal only shows damage.
    key: Option<[u8; 32]>,
}

/// What parts a command does.
pub enum PartialTask {
    /// One part.
    One(PartNumber, Keeper),
    /// All that are left.
    Left(Keeper),
    /// None: they are joined.
    Join(Vec<PathBuf>),
}

impl LargeChecks {
    /// Whether none of the options is there.
    pub fn is_none(&self) -> bool {
        self.work.is_none() && self.part.is_none() && self.join.is_empty() && self.sample.is_none()
    }

    /// What parts of the check of the artifact at `artifact` to do; `None` if it has none.
    pub fn task(self, artifact: &Path) -> Result<Option<PartialTask>> {
        if let Some(part) = self.part {
            let PartNumber { number, of } = part;
            let path = self.out.unwrap_or_else(|| {
                let mut name = artifact.as_os_str().to_owned();
                name.push(format!(".part-{number}-of-{of}"));
                name.into()
            });
            return Ok(Some(PartialTask::One(part, Keeper { path, key: None })));
        }
        if let Some(folder) = self.work {
            return PartialTask::left(&folder).map(Some);
        }
        let join = Some(self.join).filter(|files| !files.is_empty());
        Ok(join.map(PartialTask::Join))
    }
}

/// The digest of this program.
fn program() -> Result<Digest> {
    let read = || {
        let mut hasher = blake3::Hasher::new();
        io::copy(&mut File::open(crate::code::code_file()?)?, &mut hasher)?;
        Ok(Digest(*hasher.finalize().as_bytes()))
    };
    read().map_err(|error: io::Error| anyhow::anyhow!("cannot read the program itself: {error}"))
}

/// The key with which this user's checks seal what they keep in folders. Made when it is first
/// needed.
fn own_key() -> Result<[u8; 32]> {
    // The XDG specification has relative paths ignored.
    let folder = |name, below: &str| {
        let folder = env::var_os(name).filter(|folder| Path::new(folder).is_absolute())?;
        Some(Path::new(&folder).join(below))
    };
    let folder = folder("XDG_STATE_HOME", "")
        .or_else(|| folder("HOME", ".local/state"))
        .or_else(|| folder("LOCALAPPDATA", ""))
        .context("--work needs a folder for its key: set HOME or XDG_STATE_HOME")?
        .join("solveig");
    let path = folder.join("verify.key");
    let read_key = || -> Result<Vec<u8>> {
        let mut key = Vec::new();
        open_own(&path)?.take(33).read_to_end(&mut key)?;
        Ok(key)
    };
    let make_key = || -> Result<Vec<u8>> {
        fs::create_dir_all(&folder)?;
        // Only its owner can read a temporary file.
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        let numbers = (0..8).flat_map(|at| RandomState::new().hash_one(at).to_le_bytes());
        file.write_all(blake3::hash(&numbers.collect::<Vec<_>>()).as_bytes())?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(&path) {
            Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => {
                Err(error.error.into())
            }
            _ => read_key(),
        }
    };
    let key = match fs::symlink_metadata(&path) {
        Ok(_) => read_key(),
        Err(_) => make_key(),
    };
    let key = key.with_context(|| format!("--work: the key {}", path.display()))?;
    key.try_into()
        .map_err(|_| anyhow::anyhow!("{}: expected 32 bytes", path.display()))
}

/// Opens a file that only this user can have written, and only this user can read.
fn open_own(path: &Path) -> Result<File> {
    ensure!(
        fs::symlink_metadata(path)?.is_file(),
        "it is not a regular file"
    );
    let file = File::open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let opened = file.metadata()?;
        let user = rustix::process::geteuid().as_raw();
        ensure!(opened.uid() == user, "it belongs to another user");
        let is_private = opened.mode() & 0o077 == 0;
        ensure!(
            is_private,
            "others may read or write it; remove it, or its rights to them"
        );
    }
    Ok(file)
}

impl Keeper {
    fn seal(&self, bytes: &[u8]) -> Hash {
        match &self.key {
            Some(key) => blake3::keyed_hash(key, bytes),
            None => blake3::hash(bytes),
        }
    }

    /// Takes the right to write the file, unless it is of another kind.
    fn own(&self, artifact: &Path, certificate: Option<&Path>) -> Result<OutputLocks> {
        let beginning = FileKind::Beginning("part of a check", b"{\"artifact\":\"".into());
        Files::new()
            .reads("the artifact", Some(artifact))
            .reads("the certificate", certificate)
            .writes("--out", Some(&self.path), beginning)
            .own("verify", None)
    }

    /// Keeps findings with a seal at their end.
    fn save(&self, bytes: &[u8]) -> io::Result<()> {
        write_whole(&self.path, |file| {
            file.write_all(bytes)?;
            file.write_all(self.seal(bytes).as_bytes())
        })
    }

    /// Reads findings whose seal is right.
    fn read(&self, check: &Findings, budget: &Budget) -> Result<Findings> {
        let path = self.path.display();
        let unreadable = || format!("cannot read {path}");
        let file = open_regular(&self.path, u64::MAX).with_context(unreadable)?;
        let length = file.metadata().with_context(unreadable)?.len();
        budget.take(length, "what the parts of the check found")?;
        let mut bytes = Vec::new();
        let mut content = file.take(length);
        content.read_to_end(&mut bytes).with_context(unreadable)?;
        let findings = match bytes.split_last_chunk::<32>() {
            Some((content, seal)) if self.seal(content) == Hash::from(*seal) => content,
            _ if self.key.is_some() => bail!(
                "{path}: this user's checks on this machine did not write it; remove it to check \
                 from the beginning"
            ),
            _ => bail!("{path}: it is damaged, or not what a part of a check leaves"),
        };
        let findings = check.decode(findings);
        let mut findings = findings.map_err(|problem| anyhow::anyhow!("{path}: {problem}"))?;
        findings.origin = path.to_string();
        Ok(findings)
    }
}

impl PartialTask {
    /// All parts of which a folder does not say that they are done.
    fn left(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let key = Some(own_key()?);
        let path = folder.join("found");
        Ok(Self::Left(Keeper { path, key }))
    }

    /// Does the parts.
    pub fn check(
        &self,
        files: CheckedFiles<'_>,
        artifact: &Reader,
        certificate: Option<&Reader>,
        options: &Options<'_>,
        budget: &Budget,
    ) -> Result<Report> {
        ensure!(
            !artifact.header().game.starts_with("tree:"),
            "{}: no check of a tree is kept or shared: what parts find does not say of which tree",
            files.artifact.display()
        );
        let keeper = match self {
            Self::One(_, keeper) | Self::Left(keeper) => Some(keeper),
            Self::Join(_) => None,
        };
        let own = |keeper: &Keeper| keeper.own(files.artifact, files.certificate);
        let _owned = keeper.map(own).transpose()?;
        let save = |bytes: &[u8]| keeper.map_or(Ok(()), |keeper| keeper.save(bytes));
        let parts = self.parts(artifact, certificate, options.plain, budget, &save)?;
        Ok(verify_parts(
            artifact,
            certificate,
            &parts,
            options,
            budget,
        )?)
    }

    /// The parts to do, of the check of these files.
    fn parts<'a>(
        &self,
        artifact: &Reader,
        certificate: Option<&Reader>,
        plain: bool,
        budget: &Budget,
        save: &'a (dyn Fn(&[u8]) -> io::Result<()> + Sync),
    ) -> Result<Parts<'a>> {
        let mut parts = Parts {
            check: Findings::none(artifact, certificate, plain, program()?, 1),
            done: Vec::new(),
            todo: Vec::new(),
            settles: true,
            save,
        };
        match self {
            Self::One(part, _) => {
                (parts.check.of, parts.todo, parts.settles) = (part.of, vec![part.number], false);
            }
            Self::Left(keeper) => {
                let records = artifact.record_count() + certificate.map_or(0, Reader::record_count);
                parts.check.of = Findings::parts_of(records);
                if keeper.path.exists() {
                    parts.done.push(keeper.read(&parts.check, budget)?);
                }
                let is_done = |part: &u32| parts.done.iter().any(|one| one.parts.contains(part));
                parts.todo = (1..=parts.check.of).filter(|part| !is_done(part)).collect();
            }
            Self::Join(files) => {
                parts.done = joined(files, &parts.check, budget)?;
                parts.check.of = parts.done[0].of;
            }
        }
        Ok(parts)
    }
}

/// Where the files of a check are.
#[derive(Clone, Copy)]
pub struct CheckedFiles<'a> {
    /// The artifact.
    pub artifact: &'a Path,
    /// Its certificate, if it is checked, too.
    pub certificate: Option<&'a Path>,
}

/// Checks files like `solveig verify --work`: what is done is kept in `folder`, and the same check
/// goes on from there.
///
/// # Errors
///
/// Fails with a `VerifyError` as the check does; otherwise if what is done cannot be kept.
pub fn verify_with_work(
    folder: &Path,
    files: CheckedFiles<'_>,
    artifact: &Reader,
    certificate: Option<&Reader>,
    options: &Options<'_>,
    budget: &Budget,
) -> Result<Report> {
    PartialTask::left(folder)?.check(files, artifact, certificate, options, budget)
}

/// The findings in files, if they are all parts of one check, each once.
fn joined(files: &[PathBuf], check: &Findings, budget: &Budget) -> Result<Vec<Findings>> {
    let mut done: Vec<Findings> = Vec::new();
    let mut file_of: BTreeMap<u32, &Path> = BTreeMap::new();
    for path in files {
        let keeper = Keeper {
            path: path.clone(),
            key: None,
        };
        let findings = keeper.read(check, budget)?;
        let (name, of) = (path.display(), findings.of);
        if let Some(first) = done.first().filter(|first| first.of != of) {
            bail!(
                "{name}: a part of {of}, but {} has one of {}",
                files[0].display(),
                first.of
            );
        }
        for &part in &findings.parts {
            if let Some(other) = file_of.insert(part, path) {
                bail!(
                    "{name}: part {part} of {of}, which {} has, too",
                    other.display()
                );
            }
        }
        done.push(findings);
    }
    let of = done.first().map_or(1, |first| first.of);
    match (1..=of).find(|part| !file_of.contains_key(part)) {
        Some(part) => bail!("no file has part {part} of {of}"),
        None => Ok(done),
    }
}

#[derive(serde::Serialize)]
pub struct PartReport {
    pub part: u32,
    pub of: u32,
    pub game: String,
    pub digest: String,
    pub certificate: Option<String>,
    /// Where it is kept what the part found.
    pub file: PathBuf,
    #[serde(skip)]
    pub examined: u64,
    pub seconds: f64,
}

impl PartReport {
    pub fn new(part: PartNumber, keeper: &Keeper, report: &Report) -> Self {
        Self {
            part: part.number,
            of: part.of,
            game: report.game.clone(),
            digest: report.artifact.to_string(),
            certificate: report.certificate.map(|digest| digest.to_string()),
            file: keeper.path.clone(),
            examined: report.examined,
            seconds: report.seconds,
        }
    }
}

impl std::fmt::Display for PartReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "part {} of {}: {}, nothing false; digest {}\n\
             what it found of other parts is in {}, for --join",
            self.part,
            self.of,
            counted(self.examined, "record"),
            self.digest,
            self.file.display()
        )
    }
}
