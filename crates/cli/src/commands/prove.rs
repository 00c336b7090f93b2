//! `solveig prove`: writes a proof of a bound or of a value.

pub mod beginning;

use std::cell::Cell;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig_format::proof::MemoryLimits;
use solveig_game::{Game, Interval, Notation, Spec, Value};
use solveig_games::go::Go;
use solveig_games::go::knowledge::history_free::{HistoryFreeSearch, SearchOptions};
use solveig_games::{AnyGame, AnyPosition};
use solveig_region::proof::{
    Claims, HistoryFreeRequest, MoveChoice, ProofProgress, ProveError, Request, WholeProof,
    exact_value, prove, prove_history_free,
};
use solveig_search::binary::BinarySolver;
use solveig_search::solvers::SolverName;
use solveig_verify::proof::beginning;
use solveig_verify::{Budget, Limits, rules_for};

use self::beginning::ProofPosition;
use crate::CommandVerdict;
use crate::arguments::{
    EwsArgument, KnowledgeName, MemoryArgument, PositionArgument, ThreadsArgument,
    binary_solver_name, expect_value,
};
use crate::checkpoint_file::{self, CheckpointArgument, Checkpointed, Subject};
use crate::figures::{duration, grouped, signed};
use crate::files::{FileKind, Files, ForceArgument, folder_of};
use crate::game_with_solvers::GameWithSolvers;
use crate::games::given;
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::TimeLimitArgument;

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
    /// Prove that the value is at least B, or that it is not
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    at_least: Option<Value>,
    /// Prove the exact value: a bound from below and one from above (what is done unless told
    /// otherwise)
    #[arg(long, conflicts_with = "at_least")]
    value: bool,
    /// The solver that finds the moves: ews, ews-wr, ews-ps, pns, df-pn, mcts or deepening, see
    /// `solveig help solvers`
    #[arg(long, value_name = "S", value_parser = binary_solver_name(), help_heading = "Search",
          hide_possible_values = true, default_value_t = SolverName::DfPn)]
    solver: SolverName,
    /// Which winning moves the proof has where there are several. "canonical": they follow from the
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

/// What finds the winner's moves.
enum Means<S> {
    /// A solver of yes-or-no questions.
    Solver(S),
    /// The search for strategies that depend on no history.
    HistoryFree(Go),
}

impl Prove {
    /// The game, if it has history-free proofs and no argument is for other proofs.
    fn history_free(&self, game: &AnyGame) -> Result<Go> {
        if self.solver != SolverName::DfPn {
            bail!("--moves history-free has a search of its own: leave --solver out");
        }
        if self.ews.is_given() {
            bail!("--moves history-free has a search of its own: leave --ews out");
        }
        if self.threads.given().is_some_and(|threads| threads != 1) {
            bail!("--moves history-free searches with one thread: leave --threads out");
        }
        if self.checkpoint.checkpoint.is_some() {
            bail!("--moves history-free keeps no checkpoint: leave --checkpoint out");
        }
        match Go::from_spec(&Spec::parse(&game.spec())?) {
            Ok(go) if go.spec() == game.spec() && HistoryFreeSearch::suits(&go) => Ok(go),
            _ => bail!(
                "--moves history-free: expected Go with superko and without suicide, found {}",
                game.spec()
            ),
        }
    }

    /// Solves, writes the proof and prints what was proved.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let GameWithSolvers { game, factory } =
            GameWithSolvers::parse(&self.spec, KnowledgeName::All)?;
        let owned = Files::new()
            .game(&self.spec)
            .writes("--out", Some(&self.out), FileKind::Proof(game.spec()))
            .writes(
                "--checkpoint",
                self.checkpoint.checkpoint.as_deref(),
                FileKind::Checkpoint,
            )
            .own("prove", self.force)?;
        // A game that the checker does not know is refused before the search.
        rules_for(&game.spec(), &given)?;
        expect_value(&game, self.at_least)?;
        let position = game.parse_position(&self.position.text)?;
        let memory = self.memory.size_from(&game, game.level(&position));
        // Games and arguments that do not go together are refused before the search.
        let go = match self.moves {
            MovesArgument::HistoryFree => Some(self.history_free(&game)?),
            MovesArgument::Canonical | MovesArgument::Found => None,
        };
        let name = self.ews.of(self.solver)?;
        let started = Instant::now();
        let stopping = self.limit.begin()?;
        let progress = Arc::new(Progress::new("searching"));
        let mut means = match go {
            Some(go) => Means::HistoryFree(go),
            None => {
                let mut resources = factory.resources(name, memory.0, 1)?;
                resources.threads = match name.uses_threads() {
                    true => self.threads.count(),
                    false => 1,
                };
                let solver = factory.binary(name, &resources);
                let solver = solver.with_context(|| {
                    let names = SolverName::binary_names();
                    format!("--solver {name}: expected one of {names}")
                })?;
                let subject = Subject::new(&game, &self.position.text, name, KnowledgeName::All);
                let shown = Arc::clone(&progress);
                let solver = Checkpointed::new(solver, shown, &self.checkpoint, subject)?;
                Means::Solver(solver)
            }
        };
        let proved = Cell::new(None);
        let mut go_on = |step: ProofProgress| {
            match step {
                // The search shows its own progress.
                ProofProgress::Searching(_) => {}
                ProofProgress::Bounds(found) => {
                    proved.set(Some(found));
                    progress.proved(&between(found));
                }
                ProofProgress::Deepening(deepest) => {
                    let (plies, visits) = (deepest.plies, grouped(deepest.visits));
                    progress.remark(format!("; {plies} plies, {visits} positions"));
                }
                ProofProgress::Walking(walked) => {
                    let aside = format!("; {} nodes", grouped(walked.nodes));
                    progress.update("writing", 0, 0, aside);
                }
            }
            !stopping.is_stopped()
        };
        let text = self.position.text.as_str();
        let program = concat!("solveig ", env!("CARGO_PKG_VERSION")).to_owned();
        let written = match &mut means {
            Means::HistoryFree(go) => {
                let request = HistoryFreeRequest {
                    position: text.to_owned(),
                    at_least: self.at_least,
                    // Both sides are searched for.
                    search: SearchOptions {
                        bytes: memory.0 / 2,
                        ..SearchOptions::default()
                    },
                    program,
                };
                prove_history_free(go, &request, &given, &stopping.token(), &mut go_on)
            }
            Means::Solver(solver) => {
                let found = claims_by(&game, solver, &position, text, self.at_least, &mut go_on);
                found.and_then(|claims| {
                    let request = Request {
                        position: text.to_owned(),
                        claims,
                        knowledge: true,
                        moves: match self.moves {
                            MovesArgument::Found => MoveChoice::Found,
                            _ => MoveChoice::Canonical,
                        },
                        memory: MemoryLimits::default(),
                        program,
                    };
                    let proof = prove(&game, &*factory, solver, &request, &given, &mut go_on)?;
                    let visits = solver.effort().nodes;
                    Ok(WholeProof {
                        claims,
                        proof,
                        visits,
                    })
                })
            }
        };
        let WholeProof {
            claims,
            proof,
            visits,
        } = match written {
            Err(ProveError::Stopped) => {
                let proved = match proved.get() {
                    Some(found) => format!("; the value is {}", between(found)),
                    None => String::new(),
                };
                // The search, not the moves collected so far.
                let is_kept = match &mut means {
                    Means::Solver(solver) => solver.write_checkpoint(),
                    Means::HistoryFree(_) => false,
                };
                let again = match is_kept {
                    true => "; the same command goes on with the search from the checkpoint",
                    false => "",
                };
                bail!("{stopping}{proved}; no proof was written{again}");
            }
            written => written?,
        };
        // If the output file was changed meanwhile, it is kept, and the proof is written beside it.
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
        let (bytes, digest) = proof.write(&self.out)?;
        if let Some(path) = &self.checkpoint.checkpoint {
            checkpoint_file::remove(path);
        }
        drop(progress);
        output.answer(&ProveAnswer {
            game: game.spec(),
            beginning: ProofPosition::new(&beginning(
                &proof.header,
                &Budget::new(Limits::default()),
                &given,
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
            solver: match means {
                Means::HistoryFree(_) => "history-free search".to_owned(),
                Means::Solver(_) => name.to_string(),
            },
        })?;
        Ok(CommandVerdict::Holds)
    }
}

/// What the solver finds out about the position, whose text is given too: whether its value is at
/// least so much, or its value.
fn claims_by(
    game: &AnyGame,
    solver: &mut dyn BinarySolver<AnyGame>,
    position: &AnyPosition,
    text: &str,
    at_least: Option<Value>,
    go_on: &mut dyn FnMut(ProofProgress) -> bool,
) -> Result<Claims, ProveError> {
    let Some(bound) = at_least else {
        let value = exact_value(game, solver, text, go_on)?;
        return Ok(Claims {
            at_least: Some(value),
            at_most: Some(value),
        });
    };
    let search = &mut |effort: &_| go_on(ProofProgress::Searching(*effort));
    match solver.reaches(position, bound, search) {
        Some(false) => Ok(Claims {
            at_least: None,
            at_most: Some(bound - 1),
        }),
        Some(true) => Ok(Claims {
            at_least: Some(bound),
            at_most: None,
        }),
        None => Err(ProveError::Stopped),
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
        (Some(least), Some(most)) if least == most => format!("the value {}", signed(least)),
        (Some(least), Some(most)) => {
            format!("a value from {} to {}", signed(least), signed(most))
        }
        (Some(least), None) => format!("at least the value {}", signed(least)),
        (None, Some(most)) => format!("at most the value {}", signed(most)),
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
            "{}: {} moves for {} nodes, {}, digest {digest}",
            file.display(),
            grouped(*moves),
            grouped(self.walked),
            MemorySize(*bytes)
        )?;
        write!(
            f,
            "{} nodes searched, {}, {}",
            grouped(self.nodes),
            duration(self.seconds),
            self.solver
        )
    }
}
