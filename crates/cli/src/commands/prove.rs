//! `solveig prove`: writes a proof of a bound or of a value.

pub mod beginning;

use std::cell::Cell;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig::{Error, ProofMoves, ProofProgress, SolverOptions, WholeProof};
use solveig_format::proof::{Proof, ProofSummary};
use solveig_game::{Game, Interval, Notation, Value};
use solveig_games::AnyGame;
use solveig_region::proof::ProveError;
use solveig_search::solvers::SolverName;
use solveig_verify::proof::beginning;
use solveig_verify::{Budget, Limits};

use self::beginning::ProofPosition;
use crate::CommandVerdict;
use crate::arguments::{
    EwsArgument, KnowledgeName, MemoryArgument, PositionArgument, ThreadsArgument,
    binary_solver_name, expect_value,
};
use crate::checkpoint_file::{self, CheckpointArgument, Checkpointed, Subject};
use crate::figures::{counted, duration, grouped, signed};
use crate::files::{FileKind, Files, ForceArgument, OutputLocks, folder_of};
use crate::games::{checker_rules, games};
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::{Stopping, TimeLimitArgument};

/// Prove the value of a position, or a bound on it, and write the proof for others to check
///
/// A proof has the moves of one side: one wherever it is to move, against everything the other side
/// can do. `solveig verify` checks it with rules of its own. It works for every game that the
/// checker knows, Go with superko included. Which moves it has follows from the claim, whatever the
/// memory, solver and time, unless `--moves` says otherwise.
#[derive(Args)]
pub struct Prove {
    /// The game, as in go:3x3
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    position: PositionArgument,
    /// Prove that the value is at least B, or that it is not: that it is at most B - 1
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    at_least: Option<Value>,
    /// Prove the exact value: a bound from below and one from above (the default)
    #[arg(long, conflicts_with = "at_least")]
    value: bool,
    /// The solver that finds the moves, one of yes-or-no questions: see `solveig help solvers`
    #[arg(long, value_name = "S", value_parser = binary_solver_name(), help_heading = "Search",
          hide_possible_values = true, default_value_t = SolverName::DfPn)]
    solver: SolverName,
    /// Which winning moves the proof has where there are several
    ///
    /// "canonical": they follow from the
    /// claim alone. "found": those of the search, which is far faster in Go; the file then depends
    /// on solver, memory and threads. "history-free", for Go: moves that win although the other
    /// side may repeat positions, found by a search of its own with one thread; for larger boards,
    /// where there are any; the file then depends on memory
    #[arg(long, value_name = "M", value_enum, default_value_t)]
    moves: MovesArgument,
    /// The proof to write. An older proof there is replaced
    #[arg(long, value_name = "FILE.proof")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    ews: EwsArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    limit: TimeLimitArgument,
    #[command(flatten)]
    checkpoint: CheckpointArgument,
}

/// The argument `--moves`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum MovesArgument {
    #[default]
    Canonical,
    Found,
    HistoryFree,
}

impl From<MovesArgument> for ProofMoves {
    fn from(moves: MovesArgument) -> Self {
        match moves {
            MovesArgument::Canonical => Self::Canonical,
            MovesArgument::Found => Self::Found,
            MovesArgument::HistoryFree => Self::HistoryFree,
        }
    }
}

impl Prove {
    /// Fails if there are arguments for a solver besides `--moves history-free`.
    fn expect_arguments(&self) -> Result<()> {
        let refused = [
            ("--solver", self.solver != SolverName::DfPn),
            ("--ews", self.ews.is_given()),
            (
                "--threads",
                self.threads.choice().is_some_and(|threads| threads != 1),
            ),
            ("--checkpoint", self.checkpoint.checkpoint.is_some()),
        ];
        match refused.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) if self.moves == MovesArgument::HistoryFree => bail!(
                "--moves history-free has a search of its own, with one thread and without \
                 checkpoints: leave {name} out"
            ),
            _ => Ok(()),
        }
    }

    /// Solves, writes the proof and prints what was proved.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let game = games().parse(&self.spec)?;
        let owned = Files::new()
            .game(&self.spec)
            .writes("--out", Some(&self.out), FileKind::Proof(game.spec()))
            .writes(
                "--checkpoint",
                self.checkpoint.checkpoint.as_deref(),
                FileKind::Checkpoint,
            )
            .own("prove", self.force)?;
        expect_value(&game, self.at_least)?;
        self.expect_arguments()?;
        let name = self.ews.of(self.solver)?;
        let started = Instant::now();
        let stopping = self.limit.begin()?;
        let progress = Arc::new(Progress::new("searching"));
        let proved = Cell::new(None);
        let solvers = self.solvers(&game, name, &stopping)?;
        let request = self.request(&game, solvers.clone()).progress(|step| {
            if let ProofProgress::Bounds(found) = step {
                proved.set(Some(*found));
            }
            show(&progress, step);
        });
        let mut solver = match self.moves {
            MovesArgument::HistoryFree => None,
            MovesArgument::Canonical | MovesArgument::Found => {
                let solver = solvers.binary_solver(&game)?;
                let subject = Subject::new(&game, &self.position.text, name, KnowledgeName::All);
                let shown = Arc::clone(&progress);
                let solver = Checkpointed::new(solver, shown, &self.checkpoint, subject)?;
                Some(solver)
            }
        };
        let found = match &mut solver {
            Some(solver) => request.search_with(solver).find(),
            None => request.find(),
        };
        let WholeProof {
            claims,
            proof,
            visits,
        } = match found {
            Err(Error::Prove(ProveError::Stopped)) => {
                let proved = match proved.get() {
                    Some(found) => format!("; the value is {}", between(found)),
                    None => String::new(),
                };
                // The search, not the moves collected so far.
                let is_kept = solver.is_some_and(|mut solver| solver.write_checkpoint());
                let again = match is_kept {
                    true => "; the same command goes on with the search from the checkpoint",
                    false => "",
                };
                bail!("{stopping}{proved}; no proof was written{again}");
            }
            found => found?,
        };
        let ProofSummary { digest, bytes } = self.write(&proof, &owned)?;
        drop(progress);
        output.answer(&ProveAnswer {
            game: game.spec(),
            beginning: ProofPosition::new(&beginning(
                &proof.header,
                &Budget::new(Limits::default()),
                &checker_rules,
            )?),
            at_least: claims.at_least,
            at_most: claims.at_most,
            out: WrittenProof {
                file: self.out,
                bytes,
                moves: proof.moves.count(),
                digest: digest.to_string(),
            },
            walked: proof.nodes,
            nodes: visits,
            seconds: started.elapsed().as_secs_f64(),
            solver: match self.moves {
                MovesArgument::HistoryFree => "history-free search".to_owned(),
                MovesArgument::Canonical | MovesArgument::Found => name.to_string(),
            },
        })?;
        Ok(CommandVerdict::Holds)
    }

    /// The solvers that the arguments describe.
    fn solvers(
        &self,
        game: &AnyGame,
        solver: SolverName,
        stopping: &Stopping,
    ) -> Result<SolverOptions> {
        let position = game.parse_position(&self.position.text)?;
        Ok(SolverOptions {
            solver,
            knowledge: true,
            threads: Some(self.threads.number()),
            memory: self.memory.size_from(game, game.level(&position)).0,
            stop: stopping.token(),
        })
    }

    /// The request that the arguments make.
    fn request<'a>(
        &'a self,
        game: &'a AnyGame,
        solvers: SolverOptions,
    ) -> solveig::Prove<'a, AnyGame> {
        let request = solveig::prove(game, &self.position.text)
            .moves(self.moves.into())
            .rules(&checker_rules)
            .solvers(solvers);
        match self.at_least {
            Some(bound) => request.at_least(bound),
            None => request,
        }
    }

    /// Writes the proof and removes the checkpoint. If the output file was changed meanwhile, it is
    /// kept, and the proof is written beside it.
    fn write(&self, proof: &Proof, owned: &OutputLocks) -> Result<ProofSummary> {
        if let Err(error) = owned.expect_unchanged() {
            let mut name = self.out.file_name().unwrap_or_default().to_owned();
            name.push(".");
            let beside = tempfile::Builder::new()
                .prefix(&name)
                .tempfile_in(folder_of(&self.out))?;
            let beside = beside.into_temp_path().keep()?;
            proof.write(&beside)?;
            bail!("{error}; the proof is in {}", beside.display());
        }
        let written = proof.write(&self.out)?;
        if let Some(path) = &self.checkpoint.checkpoint {
            checkpoint_file::remove(path);
        }
        Ok(written)
    }
}

/// Shows how far a proof is.
fn show(progress: &Progress, step: &ProofProgress) {
    match step {
        // The search shows its own progress.
        ProofProgress::Searching(_) => {}
        ProofProgress::Bounds(found) => progress.proved(&between(*found)),
        ProofProgress::HistoryFree(search) => {
            let (wins, loses) = (search.proof_number.into(), search.disproof_number.into());
            let [wins, loses, visits] = [wins, loses, search.visits].map(grouped);
            progress.remark(format!(
                "; {visits} positions, proof number {wins}, disproof number {loses}"
            ));
        }
        ProofProgress::Walking(walked) => {
            let aside = format!("; {} nodes", grouped(walked.nodes));
            progress.update("writing", 0, 0, aside);
        }
    }
}

/// Bounds that are proved: `at least -1, at most +9`.
fn between(found: Interval) -> String {
    let (lower, upper) = (signed(found.lower), signed(found.upper));
    format!("at least {lower}, at most {upper}")
}

#[derive(Serialize)]
struct ProveAnswer {
    game: String,
    #[serde(flatten)]
    beginning: ProofPosition,
    at_least: Option<Value>,
    at_most: Option<Value>,
    out: WrittenProof,
    /// Nodes that a checker will visit.
    walked: u64,
    /// Positions that the solver visited.
    nodes: u64,
    seconds: f64,
    solver: String,
}

/// The file that was written.
#[derive(Serialize)]
struct WrittenProof {
    file: PathBuf,
    bytes: u64,
    moves: u64,
    digest: String,
}

/// The claim of a proof, for people: `the value +9`, `at least the value +1`.
pub fn claimed(at_least: Option<Value>, at_most: Option<Value>) -> String {
    match (at_least, at_most) {
        (Some(min), Some(max)) if min == max => format!("the value {}", signed(min)),
        (Some(min), Some(max)) => {
            format!("a value from {} to {}", signed(min), signed(max))
        }
        (Some(min), None) => format!("at least the value {}", signed(min)),
        (None, Some(max)) => format!("at most the value {}", signed(max)),
        (None, None) => "any value".to_owned(),
    }
}

impl fmt::Display for ProveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrittenProof {
            file,
            bytes,
            moves,
            digest,
        } = &self.out;
        let claimed = claimed(self.at_least, self.at_most);
        writeln!(
            f,
            "{} has {claimed}{}; position {}",
            self.game,
            self.beginning.aside(),
            self.beginning.position
        )?;
        writeln!(
            f,
            "{}: {} for {}, {}, digest {digest}",
            file.display(),
            counted(*moves, "move"),
            counted(self.walked, "node"),
            MemorySize(*bytes)
        )?;
        write!(
            f,
            "{} searched, {}, {}",
            counted(self.nodes, "node"),
            duration(self.seconds),
            self.solver
        )
    }
}
