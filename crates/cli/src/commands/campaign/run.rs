//! `solveig campaign run`: drives a campaign until its goal is proved.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig::SolverOptions;
use solveig_campaign::driver::{Driver, DriverConfig, JobShare, RunOutcome, RunProgress, Stage};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::DELIVERIES;
use solveig_campaign::rounds::Choice;
use solveig_campaign::{Plan, Problem};
use solveig_game::{Game, Value};
use solveig_games::Solvable;
use solveig_search::StopToken;

use super::check::{expect_conclusion, named};
use super::jobs::{Jobs, OwnWorkers};
use super::{LedgerArgument, ServerArgument};
use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, ThreadsArgument};
use crate::figures::{counted, duration, rounded, signed};
use crate::games::games;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;
use crate::times::{Time, positive};

/// Drive a campaign until its goal is proved; what was interrupted goes on
///
/// Without --server, the jobs are worked on by threads of this process. With it, they go to a NATS
/// server, and workers take them there: `solveig campaign worker`. Exit status: 0 if the goal is
/// proved, else 2.
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    ledger: LedgerArgument,
    #[command(flatten)]
    server: ServerArgument,
    /// How long a worker should take for a job, in seconds or as in 2m
    #[arg(long, value_name = "TIME", default_value = "1", value_parser = positive)]
    batch_time: Time,
    /// For how long a round should keep the workers busy; the rest of what was chosen waits for
    /// what it finds [default: twenty times as long as a job and as it takes to choose]
    #[arg(long, value_name = "TIME", value_parser = positive)]
    round_time: Option<Time>,
    /// How many positions a job has at most; a message of a NATS server has room for 8000 unless it
    /// allows for more
    #[arg(long, value_name = "N", default_value_t = 8_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch_positions: u32,
    /// How many deliveries of a job may end without an answer before it is given up, as where a
    /// search panics or a worker ends; `campaign retry` opens it again
    #[arg(long, value_name = "N", default_value_t = DELIVERIES, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    deliveries: u32,
    /// On how many servers of a cluster each message is stored
    #[arg(long, value_name = "N", default_value_t = 1, requires = "server", value_parser = clap::value_parser!(u8).range(1..=5))]
    replicas: u8,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl Run {
    /// Drives.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        self.server.expect_supported()?;
        // Read without a lock first: a ledger that cannot be driven stays unchanged.
        let found = Ledger::open_to_read(self.ledger.path())?;
        let plan: &Plan = found.plan();
        let game = games().parse(&plan.game)?;
        let knowledge = game.solvers().knowledge();
        let of_ledger = |error| named(found.path(), error);
        let problem = Problem::new(game.clone(), knowledge, plan).map_err(of_ledger)?;
        let had_ended = found.conclusion()?.is_some();
        if had_ended {
            expect_conclusion(&found)?;
        }
        let mut ledger = Ledger::drive(self.ledger.path())?;
        if ledger.plan() != plan {
            anyhow::bail!(
                "{} was replaced while it was read: run the command again",
                ledger.path().display()
            );
        }
        let stop = stop_on_signals()?;
        ledger.stop_at(StopToken::never().with_flag(Arc::clone(&stop)));
        let started = Instant::now();
        let memory = self.memory.size_from(&game, game.max_level() - plan.second);
        let workers = OwnWorkers {
            problem: &problem,
            solvers: SolverOptions {
                threads: Some(self.threads.number()),
                memory: memory.0,
                ..SolverOptions::default()
            },
        };
        let mut jobs = Jobs::open(
            &self.server,
            self.replicas,
            self.deliveries,
            &workers,
            &stop,
        )?;
        let progress = Progress::new("reading the ledger");
        let mut observe = |moment: &RunProgress| show(&progress, moment, started);
        let config = DriverConfig {
            batch_seconds: self.batch_time.seconds(),
            round_seconds: self.round_time.map(Time::seconds),
            batch_positions: self.batch_positions as usize,
            choice: Choice {
                threads: self.threads.count(),
                ..Choice::default()
            },
            ..DriverConfig::default()
        };
        let outcome = Driver::new(
            &problem,
            &mut ledger,
            jobs.dispatch.as_mut(),
            &mut observe,
            config,
        )
        .run(&stop);
        jobs.close();
        drop(progress);
        let outcome = outcome.map_err(of_ledger)?;
        match outcome {
            RunOutcome::Stopped => jobs.end()?,
            RunOutcome::Proved(_) if !had_ended => expect_conclusion(&ledger)?,
            RunOutcome::Proved(_) => {}
        }
        // A signal that ended the run does not end this.
        ledger.stop_at(StopToken::never());
        let summary = ledger.summary()?;
        let proved = match outcome {
            RunOutcome::Proved(bounds) => Some((bounds.lower, bounds.upper)),
            RunOutcome::Stopped => None,
        };
        output.answer(&RunAnswer {
            game: plan.game.clone(),
            position: plan.position.clone(),
            proved,
            rounds: summary.rounds.len() as u64,
            positions: summary.solved,
            nodes: summary.nodes,
            worker_seconds: summary.seconds,
            seconds: started.elapsed().as_secs_f64(),
        })?;
        Ok(match proved {
            Some(_) => CommandVerdict::Holds,
            None => CommandVerdict::NotDecided,
        })
    }
}

fn show(progress: &Progress, moment: &RunProgress, started: Instant) {
    let JobShare { done, total } = moment.jobs;
    let round = moment.round;
    match moment.stage {
        Stage::Choosing => {
            progress.update(&format!("round {round}, choosing"), 0, 0, String::new())
        }
        Stage::Estimating | Stage::Solving => {
            let doing = match moment.stage {
                Stage::Solving => "jobs",
                _ => "jobs of estimates",
            };
            let speed = moment.nodes as f64 / started.elapsed().as_secs_f64().max(1e-3);
            let aside = format!(
                "; {}, {} nodes/s",
                counted(moment.workers, "worker"),
                rounded(speed)
            );
            progress.update(&format!("round {round}, {doing}"), done, total, aside);
        }
    }
}

#[derive(Serialize)]
struct RunAnswer {
    game: String,
    position: String,
    /// Bounds on the value that decide the goal; `None` if the run was stopped before.
    proved: Option<(Value, Value)>,
    rounds: u64,
    /// Positions at the second cut that were solved.
    positions: u64,
    nodes: u64,
    worker_seconds: f64,
    seconds: f64,
}

impl fmt::Display for RunAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.proved {
            Some((lower, upper)) if lower == upper => {
                writeln!(
                    f,
                    "{} has the value {}; position {}",
                    self.game,
                    signed(lower),
                    self.position
                )?;
            }
            Some((lower, upper)) => writeln!(
                f,
                "{} has a value from {} to {}; position {}",
                self.game,
                signed(lower),
                signed(upper),
                self.position
            )?,
            None => writeln!(
                f,
                "{}: not proved, stopped by a signal; `{} campaign run` goes on",
                self.game,
                crate::program()
            )?,
        }
        write!(
            f,
            "{} solved in {}; {}, {} of workers' time, {}",
            counted(self.positions, "position"),
            counted(self.rounds, "round"),
            counted(self.nodes, "node"),
            duration(self.worker_seconds),
            duration(self.seconds)
        )
    }
}
