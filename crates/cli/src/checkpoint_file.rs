//! Long searches with progress and checkpoints, from which another process can resume.

use std::fs;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use solveig_game::{Game, GameExt, Notation, Value, excerpt};
use solveig_games::{AnyGame, AnyPosition};
use solveig_search::StopToken;
use solveig_search::binary::{BinarySolver, Effort, KnownAnswer};
use solveig_search::solvers::SolverName;

use crate::arguments::KnowledgeName;
use crate::figures::{grouped, rate, signed};
use crate::files::open_regular;
use crate::progress::Progress;
use crate::times::Time;

/// Options for checkpoints.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub struct CheckpointArgument {
    /// Checkpoint the search to FILE, and resume from it if it exists
    ///
    /// The search survives being killed. For solvers of yes-or-no questions; FILE is removed when
    /// the answer is known.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints, in seconds or as in 2m
    #[arg(
        long,
        value_name = "TIME",
        default_value = "60",
        requires = "checkpoint"
    )]
    pub every: Time,
}

/// The first line of a checkpoint. The second is the header ([`Head`]) in JSON; the solver's state
/// and a BLAKE3 digest of all preceding bytes follow.
const MAGIC: &str = "solveig checkpoint 1\n";

/// Identifies the search of a checkpoint; another search must not resume from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    pub game: String,
    /// The position, as given.
    pub position: String,
    pub solver: String,
    /// The knowledge that the solver used.
    pub knowledge: String,
    /// The version of this program.
    pub version: String,
}

impl Subject {
    /// The search for the value of a position, or a bound on it, by this program.
    pub fn new(
        game: &AnyGame,
        position: &str,
        solver: SolverName,
        knowledge: KnowledgeName,
    ) -> Self {
        Self {
            game: game.spec(),
            position: position.to_owned(),
            solver: solver.to_string(),
            knowledge: knowledge.name().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The effort of earlier processes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct TotalEffort {
    seconds: f64,
    nodes: u64,
}

#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    subject: Subject,
    #[serde(flatten)]
    total_effort: TotalEffort,
}

/// A solver that shows its progress and writes checkpoints.
pub struct Checkpointed {
    solver: Box<dyn BinarySolver<AnyGame>>,
    progress: Arc<Progress>,
    kept: Option<CheckpointFile>,
    before: TotalEffort,
    started: Instant,
    stop: StopToken,
}

struct CheckpointFile {
    path: PathBuf,
    every: Duration,
    subject: Subject,
    last: Instant,
}

/// Interval of progress reports without checkpoints.
const STEP: Duration = Duration::from_secs(30);

impl Checkpointed {
    /// Wraps `solver`, and resumes from the checkpoint if there is one.
    ///
    /// # Errors
    ///
    /// Fails if the checkpoint is damaged, is of another search, or cannot be written.
    pub fn new(
        mut solver: Box<dyn BinarySolver<AnyGame>>,
        progress: Arc<Progress>,
        argument: &CheckpointArgument,
        subject: Subject,
    ) -> Result<Self> {
        let mut before = TotalEffort::default();
        let mut kept = None;
        if let Some(path) = &argument.checkpoint {
            solveig_region::expect_writable(path)?;
            if path.exists() {
                before = load(path, &subject, &mut *solver)
                    .with_context(|| format!("the checkpoint {}", path.display()))?;
            }
            kept = Some(CheckpointFile {
                path: path.clone(),
                every: argument.every.0,
                subject,
                last: Instant::now(),
            });
        }
        Ok(Self {
            solver,
            progress,
            kept,
            before,
            started: Instant::now(),
            stop: StopToken::never(),
        })
    }

    fn total_effort(&self) -> TotalEffort {
        TotalEffort {
            seconds: self.before.seconds + self.started.elapsed().as_secs_f64(),
            nodes: self.before.nodes + self.solver.effort().nodes,
        }
    }

    /// Writes a checkpoint, and returns whether there is one now. Failures, such as a full disk,
    /// are logged; the search goes on.
    pub fn write_checkpoint(&mut self) -> bool {
        let total_effort = self.total_effort();
        let Some(kept) = &mut self.kept else {
            return false;
        };
        let head = Head {
            subject: kept.subject.clone(),
            total_effort,
        };
        let saved = save(&kept.path, &head, &*self.solver);
        if let Err(error) = &saved {
            tracing::warn!("the checkpoint {}: {error}", kept.path.display());
        }
        kept.last = Instant::now();
        saved.is_ok()
    }

    /// Progress at the root, in words: how many moves are refuted, and how many replies to the most
    /// advanced other move are answered.
    fn root_progress(&self, position: &AnyPosition, bound: Value) -> String {
        let game = self.solver.game();
        let (mut best, mut refuted) = (None, 0);
        let moves = game.moves(position);
        for played in &moves {
            let after = game.play_unchecked(position, *played);
            if self.solver.look_up(&after, 1 - bound).is_some() {
                refuted += 1;
                continue;
            }
            let replies = game.moves(&after);
            let answered = replies.iter().filter(|reply| {
                let position = game.play_unchecked(&after, **reply);
                self.solver.look_up(&position, bound).is_some()
            });
            let (answered, all) = (answered.count(), replies.len());
            if best.is_none_or(|(_, max, _)| answered > max) {
                best = Some((*played, answered, all));
            }
        }
        let Some((played, answered, all)) = best else {
            return String::new();
        };
        let played = game.format_move(played);
        format!(
            "; {refuted} of {} moves refuted, after {played} {answered} of {all} replies answered",
            moves.len()
        )
    }
}

impl BinarySolver<AnyGame> for Checkpointed {
    fn game(&self) -> &AnyGame {
        self.solver.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.solver.set_stop(stop.clone());
        self.stop = stop;
    }

    fn reaches(
        &mut self,
        position: &AnyPosition,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        let stage = format!("at least {}", signed(bound));
        let mut root_progress = String::new();
        let every = self.kept.as_ref().map_or(STEP, |kept| kept.every);
        loop {
            let (step, mut stopped) = (Instant::now(), false);
            let before = self.solver.effort().nodes;
            let (progress, earlier) = (&self.progress, self.before);
            let mut ask = |effort: &Effort| {
                let nodes = grouped(earlier.nodes + effort.nodes);
                let speed = rate(effort.nodes - before, step.elapsed().as_secs_f64());
                progress.update(
                    &stage,
                    0,
                    0,
                    format!("; {nodes} nodes, {speed}{root_progress}"),
                );
                stopped = !go_on(effort);
                !stopped && step.elapsed() < every
            };
            let answer = self.solver.reaches(position, bound, &mut ask);
            // A caller whose `go_on` stops a question may ask others, and writes the checkpoint
            // itself.
            let is_over = self.stop.is_stopped() && answer.is_none();
            let due = self
                .kept
                .as_ref()
                .is_some_and(|kept| kept.last.elapsed() >= every);
            if due || is_over {
                self.write_checkpoint();
            }
            if answer.is_some() || stopped || is_over {
                return answer;
            }
            root_progress = self.root_progress(position, bound);
        }
    }

    fn look_up(&self, position: &AnyPosition, bound: Value) -> Option<KnownAnswer> {
        self.solver.look_up(position, bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.solver.save(to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.solver.load(from)
    }

    fn effort(&self) -> Effort {
        self.solver.effort()
    }
}

/// Removes a checkpoint after the answer was found.
pub fn remove(path: &Path) {
    if let Err(error) = expect_none_or_ours(path).and_then(|()| fs::remove_file(path))
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!("cannot take away {}: {error}", path.display());
    }
}

/// Fails if somebody put a file of another kind at `path` meanwhile.
fn expect_none_or_ours(path: &Path) -> io::Result<()> {
    let mut begins = Vec::new();
    match open_regular(path, u64::MAX) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file?.take(MAGIC.len() as u64).read_to_end(&mut begins)?,
    };
    match begins.is_empty() || begins == MAGIC.as_bytes() {
        true => Ok(()),
        false => Err(io::Error::other(
            "somebody else wrote there, and that stays",
        )),
    }
}

/// A writer that hashes what it passes on.
struct HashingWriter<T> {
    inner: T,
    digest: blake3::Hasher,
}

impl<T: Write> Write for HashingWriter<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Replaces the checkpoint atomically: there is a whole one at any time.
fn save(path: &Path, head: &Head, solver: &dyn BinarySolver<AnyGame>) -> io::Result<()> {
    expect_none_or_ours(path)?;
    solveig_format::write_whole(path, |to| {
        let hashing = HashingWriter {
            inner: to,
            digest: blake3::Hasher::new(),
        };
        let mut out = BufWriter::with_capacity(1 << 20, hashing);
        out.write_all(MAGIC.as_bytes())?;
        out.write_all(&serde_json::to_vec(head)?)?;
        out.write_all(b"\n")?;
        solver.save(&mut out)?;
        let HashingWriter { inner, digest } =
            out.into_inner().map_err(io::IntoInnerError::into_error)?;
        inner.write_all(digest.finalize().as_bytes())
    })
}

/// The longest header line, in bytes.
const LONGEST_HEAD: u64 = 1 << 16;

/// Loads a checkpoint into `solver`; returns the effort spent so far.
fn load(
    path: &Path,
    subject: &Subject,
    solver: &mut dyn BinarySolver<AnyGame>,
) -> Result<TotalEffort> {
    let file = open_regular(path, u64::MAX)?;
    let length = file.metadata()?.len();
    let digest_bytes = blake3::OUT_LEN as u64;
    let words = length.checked_sub(digest_bytes + MAGIC.len() as u64);
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut magic = [0; MAGIC.len()];
    if words.is_none() || file.read_exact(&mut magic).is_err() || magic != *MAGIC.as_bytes() {
        bail!("is none: it does not begin with \"{}\"", MAGIC.trim_end());
    }
    // The digest is checked before anything is parsed.
    let mut digest = blake3::Hasher::new();
    digest.update(&magic);
    digest.update_reader((&mut file).take(length - digest_bytes - MAGIC.len() as u64))?;
    let mut stored = [0; blake3::OUT_LEN];
    file.read_exact(&mut stored)?;
    ensure!(
        digest.finalize() == blake3::Hash::from_bytes(stored),
        "is damaged: its digest is not that of its bytes; take it away to begin anew"
    );
    file.seek(io::SeekFrom::Start(MAGIC.len() as u64))?;
    let mut line = Vec::new();
    (&mut file)
        .take(LONGEST_HEAD)
        .read_until(b'\n', &mut line)?;
    let head: Head = serde_json::from_slice(&line).context("does not say what it is of")?;
    let (found, expected) = (&head.subject, subject);
    for (what, found, expected) in [
        ("game", &found.game, &expected.game),
        ("position", &found.position, &expected.position),
        ("solver", &found.solver, &expected.solver),
        ("knowledge", &found.knowledge, &expected.knowledge),
        ("version", &found.version, &expected.version),
    ] {
        ensure!(
            found == expected,
            "is of the {what} \"{}\", and this search is of \"{}\"",
            excerpt(found),
            excerpt(expected)
        );
    }
    solver.load(&mut file)?;
    Ok(head.total_effort)
}
