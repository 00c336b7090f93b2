//! From a closure to files, in one call.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use solveig_format::Summary;
use solveig_game::{Notation, Symmetric, Value};
use solveig_search::{Oracle, StopToken};

use crate::work::in_directory;
use crate::{
    BuildError, BuildProgress, Closure, Helpers, Keep, RegionLevel, ScopeClosure,
    build_with_helpers,
};

/// The result of a solve.
#[derive(Debug)]
pub struct SolveSummary {
    /// The exact value of the start for the side to move.
    pub root_value: Value,
    /// What was written to the artifact.
    pub artifact: Summary,
    /// What was written to the certificate, if one was asked for.
    pub certificate: Option<Summary>,
    /// The levels that have positions, ascending.
    pub levels: Vec<RegionLevel>,
    /// Nodes searched by this process; not all nodes if the solve was interrupted before.
    pub nodes: u64,
}

/// The work directory of an unfinished solve of `artifact`: `NAME.sol.work` beside it.
pub fn work_directory(artifact: &Path) -> PathBuf {
    let mut name = artifact.file_name().unwrap_or_default().to_owned();
    name.push(".work");
    artifact.with_file_name(name)
}

/// Solves a region and writes its artifact, and its certificate if `certificate` names a file and
/// the closure has a proof.
///
/// After an interruption, a call with the same arguments continues and writes the same bytes. The
/// work directory beside the artifact is removed at the end.
///
/// # Errors
///
/// Fails before anything is computed if an output cannot be written, otherwise like
/// [`build`](crate::build) and [`Region::write`](crate::Region::write).
pub fn solve<G, O>(
    closure: &ScopeClosure<G>,
    artifact: &Path,
    certificate: Option<&Path>,
    oracles: &mut [O],
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<SolveSummary, BuildError>
where
    G: Symmetric + Notation,
    O: Oracle<G>,
{
    let never = StopToken::never();
    solve_with_helpers(
        closure,
        artifact,
        certificate,
        oracles,
        &never,
        None,
        progress,
    )
}

/// As [`solve`], until `stop` stops it, and where other processes answer the questions of some
/// levels. The files are the same, provided that the answers are right.
///
/// # Errors
///
/// Fails like [`solve`], and like [`build_with_helpers`].
pub fn solve_with_helpers<G, O>(
    closure: &ScopeClosure<G>,
    artifact: &Path,
    certificate: Option<&Path>,
    oracles: &mut [O],
    stop: &StopToken,
    helpers: Option<&mut dyn Helpers>,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<SolveSummary, BuildError>
where
    G: Symmetric + Notation,
    O: Oracle<G>,
{
    let paths = || [Some(artifact), certificate].into_iter().flatten();
    paths().try_for_each(expect_writable)?;
    let before: Vec<OutputTarget> = paths().map(OutputTarget::of).collect();
    closure.check()?;
    let region = build_with_helpers(
        closure,
        &work_directory(artifact),
        Keep::Records,
        oracles,
        stop,
        helpers,
        progress,
    )?;
    before.iter().try_for_each(OutputTarget::expect)?;
    region.work.expect_locked()?;
    // Read before the files have their names: after that, nothing is left that a stop could end.
    let levels = region.levels()?;
    let (summary, proved) = region.write(closure, artifact, certificate)?;
    let solved = SolveSummary {
        root_value: region.root_value(),
        artifact: summary,
        certificate: proved,
        levels,
        nodes: region.nodes(),
    };
    region.discard()?;
    Ok(solved)
}

/// Counts the positions of a region and of its proof, level by level, until `stop` stops it.
///
/// If `directory` is given, an interrupted count there continues, and the directory is removed
/// at the end. Otherwise a temporary directory is used.
///
/// # Errors
///
/// Fails like [`build`](crate::build).
pub fn count<C, O>(
    closure: &C,
    directory: Option<&Path>,
    oracles: &mut [O],
    stop: &StopToken,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<Vec<RegionLevel>, BuildError>
where
    C: Closure,
    O: Oracle<C::Game>,
{
    in_directory(directory, |path| {
        let keep = Keep::Counts;
        let region = build_with_helpers(closure, path, keep, oracles, stop, None, progress)?;
        let levels = region.levels()?;
        region.discard()?;
        Ok(levels)
    })
}

/// The state of an output path, taken before a long computation.
#[derive(Debug)]
pub struct OutputTarget {
    path: PathBuf,
    found: Option<(u64, Option<SystemTime>)>,
}

impl OutputTarget {
    /// Records the present state of `path`.
    pub fn of(path: &Path) -> Self {
        let found = std::fs::metadata(path).ok();
        Self {
            path: path.to_owned(),
            found: found.map(|found| (found.len(), found.modified().ok())),
        }
    }

    /// Checks that the path is unchanged, so that no file written meanwhile is replaced.
    ///
    /// # Errors
    ///
    /// Fails if a file has appeared or was modified.
    pub fn expect(&self) -> Result<(), BuildError> {
        let now = Self::of(&self.path).found;
        if now.is_none() || now == self.found {
            return Ok(());
        }
        let meanwhile = std::io::Error::other("it was written by somebody else meanwhile");
        Err(BuildError::file(&self.path, "replace")(meanwhile))
    }
}

/// Checks that a file can be written at `path`, without changing it. [`solve`] does this first;
/// call it earlier to fail before other work.
///
/// # Errors
///
/// Fails if `path` is a directory, or if no file can be written beside it, for example on a full
/// disk, or where its name leaves no room for the longer ones of unfinished files.
pub fn expect_writable(path: &Path) -> Result<(), BuildError> {
    if path.is_dir() {
        let cause = std::io::Error::from(std::io::ErrorKind::IsADirectory);
        return Err(BuildError::file(path, "write")(cause));
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    // As long as the name of any file that is written beside it.
    let mut probe = tempfile::Builder::new();
    let probe = probe.prefix(&prefix).rand_bytes(16).suffix(".probe");
    // Creating a file can succeed on a full disk, so write a block too.
    let tried = probe.tempfile_in(folder).and_then(|mut file| {
        file.write_all(&[0; 4096])?;
        file.close()
    });
    tried.map_err(BuildError::file(path, "write"))
}
