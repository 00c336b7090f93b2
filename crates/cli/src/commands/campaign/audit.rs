//! `solveig campaign audit`: solves drawn results of others again.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig::SolverOptions;
use solveig_campaign::resolve::share_not_excluded;
use solveig_campaign::results::audit::{
    AuditLog, ByChance, DrawnResult, Draws, FalseResult, Verdict, draw,
};
use solveig_campaign::results::recheck::{AuditEvent, Recheck};
use solveig_campaign::results::record::Record;
use solveig_campaign::results::store::Store;
use solveig_campaign::{Plan, Problem};
use solveig_game::{Keyed, Value};
use solveig_search::StopToken;

use super::derive::check_store;
use crate::CommandVerdict;
use crate::arguments::{SolverArgument, ThreadsArgument};
use crate::figures::{grouped, signed};
use crate::games::games;
use crate::memory::MemorySize;
use crate::messages::{complain, note};
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// The confidence of the bound on the share of false results.
const CONFIDENCE: f64 = 0.99;

/// Draw results of others from a store and solve their positions again
///
/// Each draw takes a position with exact bounds; the solver's search tests both. The answer rests
/// on what this run tested, unless --trust-log says otherwise. Exit status: 0 if all are true, 1 if
/// one is false; each is named with the command that shows it.
#[derive(Args)]
pub struct Audit {
    /// The store
    #[arg(value_name = "FILE.store")]
    store: PathBuf,
    /// The number of draws; as many as there are results, or more, test each once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sample: u64,
    /// The seed of the draws [default: with --trust-log that of the last draws in the log, else a
    /// new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// By what chance a result is drawn
    #[arg(long, value_enum, default_value_t = By::Weight)]
    by: By,
    /// Keep draws and verdicts in this file
    ///
    /// What it has of earlier runs is counted apart. What it calls false is tested, drawn or not.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Believe what the log has of earlier runs, so that an audit which was stopped goes on: what
    /// has a verdict is not tested again. Only for a log that nobody else can write
    #[arg(long, requires = "log")]
    trust_log: bool,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Memory for derivations, and for the transposition table [default: by game and machine]
    #[arg(long, value_name = "SIZE", help_heading = "Resources")]
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
    /// By the number of nodes that its search is said to have taken, the maximum of all exact rows
    /// of the position
    Nodes,
}

impl Audit {
    /// Audits.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let solver = self.solver.name()?;
        let limit = self.memory.unwrap_or_else(MemorySize::default_limit);
        let mut store = Store::open(&self.store, limit.0 / 4)?;
        let flag = stop_on_signals()?;
        let stop = StopToken::never().with_flag(flag);
        let progress = Progress::new("checking the store");
        check_store(&mut store, limit.0 / 4, &stop, &progress)?;
        drop(progress);
        let mut log = match &self.log {
            Some(path) => AuditLog::open(path, &store, self.trust_log)?,
            None => AuditLog::default(),
        };
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
        let now = name_of(draws);
        let earlier = before.map(name_of).filter(|earlier| *earlier != now);
        match self.log.as_ref().map(|path| path.display()) {
            None => note(&format!("draws {now}; verdicts are not kept (--log)")),
            Some(path) => match earlier {
                None => note(&format!("draws {now}; verdicts are kept in {path}")),
                Some(earlier) => note(&format!(
                    "draws {now}, other ones than the last in {path}, {earlier}; its verdicts hold"
                )),
            },
        }
        log.begin(draws)?;
        let progress = Progress::new("drawing results");
        let drawn = draw(&store, draws, limit.0 / 4 * 3, &stop)?;
        // A log that calls a result false is not believed, and not passed over.
        let mut to_test = drawn.clone();
        let doubted = match self.trust_log {
            true => Vec::new(),
            false => log.earlier_false(&store)?,
        };
        for FalseResult { record, .. } in doubted {
            let at = drawn.binary_search_by_key(&record.key, |one| one.record.key);
            if at.is_err() {
                to_test.push(DrawnResult { record, times: 0 });
            }
        }
        let game = games().parse(&store.description().game)?;
        let threads = self.threads.count().clamp(1, to_test.len().max(1));
        let table =
            MemorySize::default_for_solver(game.key_bits(), Some(store.board().empty()), threads);
        let memory = self.memory.unwrap_or(table).max(MemorySize::LEAST);
        let solvers = SolverOptions {
            solver,
            knowledge: self.solver.knowledge.is_all(),
            memory: memory.0,
            threads: NonZeroUsize::new(threads),
            ..SolverOptions::default()
        };
        let of_game = solvers.factory(&game).knowledge();
        let problem = Problem::new(game.clone(), of_game, &Plan::whole(&game))?;
        let recheck = Recheck {
            problem: &problem,
            store: &store,
            log: &mut log,
            stop: &stop,
        };
        let all = to_test.len() as u64;
        let mut observe = |event: AuditEvent<'_>| match event {
            AuditEvent::Tested(tested) => {
                progress.update("testing results", tested, all, String::new());
            }
            AuditEvent::False(record, value) => {
                complain(&Wrong::of(&store, record, value).to_string());
            }
        };
        let nodes = recheck.run(&to_test, solvers.solvers(&game)?, &mut observe)?;
        drop(progress);
        let wrong: Vec<_> = log
            .false_results(&store)?
            .iter()
            .map(|one| Wrong::of(&store, &one.record, one.value))
            .collect();
        let draws = drawn.iter().map(|one| one.times).sum();
        let all = drawn.len() as u64 == store.exact();
        let share = match all {
            true => 0.0,
            false => share_not_excluded(draws, CONFIDENCE),
        };
        let count = |counts: &dyn Fn(u128) -> bool| {
            let keys = to_test.iter().map(|one| one.record.key);
            keys.filter(|key| counts(*key)).count() as u64
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
            tested: count(&|key| log.tested(key)),
            nodes,
            earlier: self.log.map(|path| Earlier {
                log: path,
                believed: self.trust_log,
                verdicts: count(&|key| log.earlier(key).is_some()),
                false_verdicts: count(&|key| matches!(log.earlier(key), Some(Verdict::False(_)))),
                contradicted: count(&|key| {
                    let earlier = log.earlier(key);
                    log.tested(key) && earlier.is_some() && earlier != log.verdict(key)
                }),
            }),
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
    fn of(store: &Store, record: &Record, value: Option<Value>) -> Self {
        let (letters, line) = store.origin(record);
        let position = store.board().describe(record.key);
        let board = position.trim_end_matches(';');
        Self {
            lower: record.bounds.lower,
            upper: record.bounds.upper,
            value,
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
    /// Positions that this run tested, with those that a log calls false.
    tested: u64,
    nodes: u64,
    confidence: f64,
    /// Upper bound on the share of false results, each by its chance to be drawn. `None` if one
    /// was found.
    false_share_at_most: Option<f64>,
    /// What the log has of earlier runs; `None` without a log.
    earlier: Option<Earlier>,
}

/// What a log has of earlier runs on the positions that were drawn or that it calls false.
#[derive(Serialize)]
struct Earlier {
    log: PathBuf,
    /// Whether these verdicts count: the positions were then not tested again.
    believed: bool,
    /// Positions with a verdict.
    verdicts: u64,
    /// Those that it calls false.
    false_verdicts: u64,
    /// Those of which this run has found something else.
    contradicted: u64,
}

impl fmt::Display for AuditAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match self.by {
            By::Uniform => "each by the same chance",
            By::Weight => "each by what of the derivations hangs on it",
            By::Nodes => "each by the nodes that its search is said to have taken",
        };
        let believed = self.earlier.as_ref().filter(|earlier| earlier.believed);
        let read = believed.map_or(0, |earlier| earlier.verdicts);
        write!(
            f,
            "{}: {} draws (--seed {}) of {} results, {by}: {} different ones; {} tested by this run, by a \
             search of {} nodes",
            self.game,
            grouped(self.draws),
            self.seed,
            grouped(self.results),
            grouped(self.positions),
            grouped(self.tested),
            grouped(self.nodes),
        )?;
        if let Some(Earlier { log, .. }) = believed {
            let (read, log) = (grouped(read), log.display());
            write!(f, "; {read} tested by earlier runs, as read from {log}")?;
        }
        match self.wrong.len() as u64 {
            0 => f.write_str(": all true")?,
            wrong => write!(f, ": {} FALSE", grouped(wrong))?,
        }
        for wrong in &self.wrong {
            write!(f, "\n{wrong}")?;
        }
        if let Some(Earlier {
            log,
            believed: false,
            verdicts: verdicts @ 1..,
            false_verdicts,
            contradicted,
        }) = &self.earlier
        {
            write!(
                f,
                "\nread from {}, not counted (--trust-log): verdicts of earlier runs on {} of these, {} \
                 true and {} false; this run found otherwise for {}",
                log.display(),
                grouped(*verdicts),
                grouped(verdicts - false_verdicts),
                grouped(*false_verdicts),
                grouped(*contradicted)
            )?;
        }
        let condition = match (believed, read) {
            (Some(Earlier { log, .. }), 1..) => format!(", if what {} says is so", log.display()),
            _ => String::new(),
        };
        match self.false_share_at_most {
            None => Ok(()),
            Some(_) if self.all => write!(f, "\nall results were tested by the solver{condition}"),
            Some(share) => write!(
                f,
                "\nof {} claims at most a share of {:.2} % is false, with {} % confidence, {by}{condition}; \
                 one false claim among many is not excluded",
                grouped(self.results),
                // Rounded up.
                (share * 10_000.0).ceil() / 100.0,
                self.confidence * 100.0
            ),
        }
    }
}
