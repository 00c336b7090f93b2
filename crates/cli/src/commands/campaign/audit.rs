//! `solveig campaign audit`: solves drawn results of others again.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig_campaign::resolve::share_not_excluded;
use solveig_campaign::results::audit::{AuditLog, ByChance, Draws, draw};
use solveig_campaign::results::recheck::{AuditEvent, Recheck};
use solveig_campaign::results::record::Record;
use solveig_campaign::results::store::Store;
use solveig_campaign::{CampaignError, Plan, Problem};
use solveig_game::{Game, Value};
use solveig_search::StopToken;
use solveig_search::solvers::SolverName;

use super::ServerArgument;
use super::derive::check_store;
use super::jobs::{Jobs, OwnWorkers};

use crate::CommandVerdict;
use crate::arguments::{KnowledgeName, SolverArgument, ThreadsArgument};
use crate::figures::{grouped, signed};
use crate::game_with_solvers::GameWithSolvers;
use crate::memory::MemorySize;
use crate::messages::{complain, note};
use crate::output::Output;
use crate::progress::Progress;
use crate::solver::solvers;
use crate::stopping::stop_on_signals;

/// The confidence of the bound on the share of false results.
const CONFIDENCE: f64 = 0.99;

/// Draw results of others from a store and solve their positions again
///
/// Each draw takes a position with exact bounds; the solver's search tests both. Verdicts are kept
/// in a log, so that an audit which was stopped goes on, and one with more draws tests only those
/// that are new. With --server, `solveig campaign worker` solves the positions, on any number of
/// machines, from the queue audit-NAME; what a worker does not confirm is solved here. Exit status:
/// 0 if all are true, 1 if one is false or an earlier audit in the log found one false; each is
/// named with the command that shows it.
#[derive(Args)]
pub struct Audit {
    /// The store
    #[arg(value_name = "FILE.store")]
    store: PathBuf,
    /// The number of draws; as many as there are results, or more, test each once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sample: u64,
    /// The seed of the draws [default: that of the last draws in the log, or a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// By what chance a result is drawn
    #[arg(long, value_enum, default_value_t = By::Weight)]
    by: By,
    /// The log of verdicts [default: FILE.store.audit]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    server: ServerArgument,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Memory for derivations, and for the transposition table [default: by game and machine]
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
}

/// By what chance a result is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum By {
    /// Each by the same
    Uniform,
    /// By what hangs on it: a random hypothesis, and a random way down its derivation
    Weight,
    /// By the number of nodes that its search is said to have taken, the most of all exact rows of
    /// the position
    Nodes,
}

impl Audit {
    /// Audits.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        self.server.expect_supported()?;
        let name = self.solver.name()?;
        let own_choice = name != SolverName::Fastest || self.solver.knowledge != KnowledgeName::All;
        if self.server.server.is_some() && own_choice {
            anyhow::bail!(
                "--solver and --knowledge are for threads of this process: workers of --server use \
                 the fastest solver with all it knows"
            );
        }
        // So that no audit gets into the way of a campaign.
        let server = ServerArgument {
            queue: format!("audit-{}", self.server.queue),
            ..self.server.clone()
        };
        let limit = self.memory.unwrap_or_else(MemorySize::default_limit);
        let mut store = Store::open(&self.store, limit.0 / 4)?;
        let log_path = self.log.clone().unwrap_or_else(|| {
            let mut path = self.store.clone().into_os_string();
            path.push(".audit");
            path.into()
        });
        let flag = stop_on_signals()?;
        let stop = StopToken::never().with_flag(Arc::clone(&flag));
        let progress = Progress::new("checking the store");
        check_store(&mut store, limit.0 / 4, &stop, &progress)?;
        drop(progress);
        let mut log = AuditLog::open(&log_path, &store)?;
        let by = match self.by {
            By::Uniform => ByChance::Uniform,
            By::Weight => ByChance::Weight,
            By::Nodes => ByChance::Nodes,
        };
        let before = log.draws();
        let seed = self.seed.or(before.map(|draws| draws.seed));
        let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let draws = Draws {
            by,
            seed,
            sample: self.sample,
        };
        let name_of = |draws: Draws| format!("--by {} --seed {}", draws.by.name(), draws.seed);
        let (now, place) = (name_of(draws), log_path.display());
        match before.map(name_of).filter(|earlier| *earlier != now) {
            None => note(&format!("draws {now}; verdicts are kept in {place}")),
            Some(earlier) => note(&format!(
                "draws {now}, other ones than the last in {place}, {earlier}; its verdicts hold"
            )),
        }
        log.begin(draws)?;
        let progress = Progress::new("drawing results");
        let drawn = draw(&store, draws, limit.0 / 4 * 3, &stop)?;
        let GameWithSolvers { game, factory } =
            GameWithSolvers::parse(&store.description().game, self.solver.knowledge)?;
        let threads = self.threads.count().clamp(1, drawn.len().max(1));
        let table = MemorySize::default_for_solver(game.key_bits(), store.board().empty(), threads);
        let memory = self.memory.unwrap_or(table).max(MemorySize::LEAST);
        let problem = Problem::new(game.clone(), factory.knowledge(), &Plan::whole(&game))?;
        let workers = OwnWorkers {
            problem: &problem,
            solver: name,
            knowledge: self.solver.knowledge,
            memory: MemorySize(memory.0 / 4 * 3).max(MemorySize::LEAST),
            threads,
        };
        if server.server.is_some() {
            note(&format!(
                "workers: solveig campaign worker {} --queue {} --server URL",
                game.spec(),
                server.queue
            ));
        }
        let mut jobs = Jobs::open(&server, 1, &workers, &flag)?;
        let own = MemorySize(memory.0 / 4).max(MemorySize::LEAST);
        let own = solvers(name, &game, &factory, own, 1)?.remove(0);
        let recheck = Recheck {
            problem: &problem,
            store: &store,
            log: &mut log,
            stop: &stop,
        };
        let all = drawn.len() as u64;
        let mut observe = |event: AuditEvent<'_>| match event {
            AuditEvent::Tested(tested) => {
                progress.update("testing results", tested, all, String::new());
            }
            AuditEvent::False(record, value) => {
                complain(&Wrong::of(&store, record, value).to_string());
            }
        };
        let tested = recheck.run(&drawn, jobs.dispatch.as_mut(), own, &mut observe);
        let ended = jobs.end();
        if matches!(tested, Err(CampaignError::Stopped(_))) {
            ended?;
        }
        let nodes = tested?;
        let known_false = log.false_results(&store)?;
        drop(progress);
        let wrong: Vec<_> = known_false
            .iter()
            .map(|(record, value)| Wrong::of(&store, record, *value))
            .collect();
        let draws = drawn.iter().map(|(_, times)| times).sum();
        let all = drawn.len() as u64 == store.exact();
        let share = match all {
            true => 0.0,
            false => share_not_excluded(draws, CONFIDENCE),
        };
        let answer = AuditAnswer {
            game: store.description().game.clone(),
            results: store.exact(),
            by: self.by,
            seed,
            draws,
            positions: drawn.len() as u64,
            all,
            holds: wrong.is_empty(),
            false_share_at_most: wrong.is_empty().then_some(share),
            confidence: CONFIDENCE,
            wrong,
            nodes,
            log: log_path,
        };
        output.answer(&answer)?;
        match answer.holds {
            true => Ok(CommandVerdict::Holds),
            false => Ok(CommandVerdict::Fails),
        }
    }
}

/// A result that is false: what all exact rows of a class of positions have in common.
#[derive(Serialize)]
struct Wrong {
    position: String,
    lower: Value,
    upper: Value,
    /// `None` if the solver knows no such position.
    value: Option<Value>,
    /// File and line of one of these rows, not always of one that is false.
    file: String,
    line: u32,
    command: String,
}

impl Wrong {
    fn of(store: &Store, record: &Record, value: Value) -> Self {
        let (letters, line) = store.origin(record);
        let position = store.board().describe(record.key);
        let board = position.trim_end_matches(';');
        Self {
            lower: record.bounds.lower,
            upper: record.bounds.upper,
            value: (value != Value::MIN).then_some(value),
            file: format!("knowledge_{letters}.csv"),
            line,
            command: format!("solveig value {} -p \"{board}\"", store.description().game),
            position,
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self.value {
            Some(value) => format!("its value is {}", signed(value)),
            None => "the solver knows no such position".to_owned(),
        };
        write!(
            f,
            "FALSE: {} from {} to {}, which is common to all exact rows of this position and of \
             those symmetric to it; {}, line {}, is one of them and may be true; {value}: {}",
            self.position,
            signed(self.lower),
            signed(self.upper),
            self.file,
            self.line,
            self.command
        )
    }
}

#[derive(Serialize)]
struct AuditAnswer {
    game: String,
    /// Positions with exact bounds.
    results: u64,
    by: By,
    seed: u64,
    draws: u64,
    /// Different positions drawn.
    positions: u64,
    /// Whether all positions were drawn.
    all: bool,
    holds: bool,
    wrong: Vec<Wrong>,
    nodes: u64,
    confidence: f64,
    /// Upper bound on the share of false results, each by its chance to be drawn. `None` if one
    /// was found.
    false_share_at_most: Option<f64>,
    log: PathBuf,
}

impl fmt::Display for AuditAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match self.by {
            By::Uniform => "each by the same chance",
            By::Weight => "each by what of the derivations hangs on it",
            By::Nodes => "each by the nodes that its search is said to have taken",
        };
        write!(
            f,
            "{}: {} draws (--seed {}) of {} results, {by}; {} different ones tested by a search of \
             {} nodes: {}",
            self.game,
            grouped(self.draws),
            self.seed,
            grouped(self.results),
            grouped(self.positions),
            grouped(self.nodes),
            match self.wrong.len() {
                0 => "all true".to_owned(),
                wrong => format!(
                    "{} FALSE, of these and earlier draws",
                    grouped(wrong as u64)
                ),
            }
        )?;
        for wrong in &self.wrong {
            write!(f, "\n{wrong}")?;
        }
        match self.false_share_at_most {
            None => Ok(()),
            Some(_) if self.all => f.write_str("\nall results were tested by the solver"),
            Some(share) => write!(
                f,
                "\nof {} claims at most a share of {:.2} % is false, with {} % confidence, {by}; one \
                 false claim among many is not excluded",
                grouped(self.results),
                // Rounded up.
                (share * 10_000.0).ceil() / 100.0,
                self.confidence * 100.0
            ),
        }
    }
}
