//! `solveig campaign worker`: takes jobs from a server and works on them.

use anyhow::Result;
use clap::Args;

use super::ServerArgument;
use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, ThreadsArgument};
use crate::games::games;
use crate::output::Output;
use crate::times::Time;

/// Take jobs of a game's campaign from a NATS server, and report their results
///
/// Any number of workers on any number of machines may come and go: a job whose worker has gone is
/// handed out again. An interrupt breaks a search off, and the job goes back; with --drain, jobs
/// that are begun may end first.
#[derive(Args)]
pub struct Worker {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    server: ServerArgument,
    /// End after so long in which no thread had a job, in seconds or as in 2m [default: never]
    #[arg(long, value_name = "TIME")]
    idle: Option<Time>,
    /// After a signal to end, take no job more, and go on for so long with those that are begun
    #[arg(long, value_name = "TIME", default_value = "0")]
    drain: Time,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

#[cfg(not(feature = "jetstream"))]
impl Worker {
    /// Fails: there is no queue without JetStream.
    pub fn run(self, _output: &mut Output) -> Result<CommandVerdict> {
        // The arguments are checked all the same, so that mistakes in them are reported first.
        let Self {
            spec,
            server: _,
            threads: _,
            memory: _,
            idle: _,
            drain: _,
        } = self;
        games().parse(&spec)?;
        anyhow::bail!(super::NO_JETSTREAM)
    }
}

#[cfg(feature = "jetstream")]
mod with_server {
    use std::fmt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use anyhow::bail;
    use serde::Serialize;
    use solveig::SolverOptions;
    use solveig_campaign::queue::jetstream::supply;
    use solveig_campaign::worker::{WorkerFlags, WorkerTally};
    use solveig_campaign::{Plan, Problem};
    use solveig_game::Game;
    use solveig_games::Solvable;

    use super::super::process_name;
    use super::super::threads::{Thread, Threads, another_solver};
    use super::*;
    use crate::figures::{counted, duration, rounded};
    use crate::progress::Progress;
    use crate::stopping::stop_on_signals;

    impl Worker {
        /// Works until a signal, or until no job has come for the idle time.
        pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
            let game = games().parse(&self.spec)?;
            let Some(server) = &self.server.server else {
                bail!("--server is missing: where are the jobs?");
            };
            let (drain, stop) = (stop_on_signals()?, Arc::new(AtomicBool::new(false)));
            let access = self.server.access(server, &stop)?;
            // Jobs contain positions: workers do not depend on the campaign's cuts.
            let knowledge = game.solvers().knowledge();
            let problem = Problem::new(game.clone(), knowledge, &Plan::whole(&game))?;
            let level =
                game.level(&game.start()) + (game.max_level() - game.level(&game.start())) / 3;
            let options = SolverOptions {
                threads: Some(self.threads.number()),
                memory: self.memory.size_from(&game, level).0,
                ..SolverOptions::default()
            };
            let flags = WorkerFlags {
                drain: Arc::clone(&drain),
                stop: Arc::clone(&stop),
            };
            let tally = Arc::new(WorkerTally::default());
            let started = Instant::now();
            let oracles = options.solvers(&game)?;
            let threads = oracles.len();
            let process = process_name();
            let mut working = Threads::new(flags, Arc::clone(&tally));
            for (number, oracle) in oracles.into_iter().enumerate() {
                let access = access.clone();
                let again = another_solver(game.clone(), options.clone(), threads);
                let (game, name) = (game.clone(), format!("{process}-{number}"));
                // A signal has to end attempts to connect, too.
                working.start(Thread {
                    name: name.clone(),
                    problem: problem.clone(),
                    oracle,
                    again,
                    supply: move || supply(&access, &game, &name),
                });
            }
            let mut draining = None;
            let progress = Progress::new("waiting for jobs");
            let mut last_job = Instant::now();
            let mut jobs_before = 0;
            while working.look_after() {
                thread::sleep(Duration::from_millis(100));
                let jobs = tally.jobs.load(Ordering::Relaxed);
                if jobs != jobs_before || tally.searching.load(Ordering::Relaxed) > 0 {
                    (last_job, jobs_before) = (Instant::now(), jobs);
                }
                if drain.load(Ordering::Relaxed) {
                    let since: &mut Instant = draining.get_or_insert_with(Instant::now);
                    if since.elapsed() >= self.drain.0 {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                let idle = last_job.elapsed();
                if self.idle.is_some_and(|Time(max)| idle >= max) {
                    drain.store(true, Ordering::Relaxed);
                }
                let spent = started.elapsed().as_secs_f64();
                let nodes = tally.nodes.load(Ordering::Relaxed) as f64 / spent.max(1e-3);
                let busy = tally.busy_micros.load(Ordering::Relaxed) as f64 / 1e6;
                let share = 100.0 * busy / (spent * threads as f64).max(1e-3);
                let aside = format!(
                    "; {}, {}, {} nodes/s, {share:.0} % of the time at work",
                    counted(jobs, "job"),
                    counted(tally.positions.load(Ordering::Relaxed), "position"),
                    rounded(nodes)
                );
                progress.update("working", 0, 0, aside);
            }
            drop(progress);
            working.end()?;
            output.answer(&WorkerAnswer {
                jobs: tally.jobs.load(Ordering::Relaxed),
                positions: tally.positions.load(Ordering::Relaxed),
                nodes: tally.nodes.load(Ordering::Relaxed),
                busy_seconds: tally.busy_micros.load(Ordering::Relaxed) as f64 / 1e6,
                seconds: started.elapsed().as_secs_f64(),
            })?;
            Ok(CommandVerdict::Holds)
        }
    }

    #[derive(Serialize)]
    struct WorkerAnswer {
        jobs: u64,
        positions: u64,
        nodes: u64,
        /// Time that threads spent on jobs, summed.
        busy_seconds: f64,
        seconds: f64,
    }

    impl fmt::Display for WorkerAnswer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(
                f,
                "{}, {}, {}; {} at work in {}",
                counted(self.jobs, "job"),
                counted(self.positions, "position"),
                counted(self.nodes, "node"),
                duration(self.busy_seconds),
                duration(self.seconds)
            )
        }
    }
}
