//! The queue of a command that hands out jobs: one on a server, or one for threads of this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::Result;
use solveig_campaign::Problem;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, QueueError};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_games::{AnyGame, Solvable};
use solveig_search::solvers::SolverName;

use super::{ServerArgument, process_name};
use crate::arguments::KnowledgeName;
use crate::memory::MemorySize;
use crate::solver::solvers;

/// What a server is asked to do with messages.
#[cfg_attr(
    not(feature = "jetstream"),
    expect(dead_code, reason = "there is no server without JetStream")
)]
pub struct Delivery {
    /// How often it delivers a job that comes to nothing.
    pub most: u32,
    /// On how many servers it stores each message.
    pub replicas: usize,
}

/// Threads that work on jobs where there is no server.
pub struct OwnWorkers<'a> {
    /// The problem that jobs are about.
    pub problem: &'a Problem<AnyGame>,
    /// Their solver.
    pub solver: SolverName,
    /// What it knows.
    pub knowledge: KnowledgeName,
    /// Their memory, together.
    pub memory: MemorySize,
    /// Their number.
    pub threads: usize,
}

/// The driver's end of a queue. Threads of this process that work on it end with it.
pub struct Jobs {
    /// The driver's end.
    pub dispatch: Box<dyn Dispatch>,
    local: Option<LocalQueue>,
}

impl Jobs {
    /// The queue on the server if one is named, else one for `workers`, until `stop` is set.
    pub fn open(
        server: &ServerArgument,
        delivery: &Delivery,
        workers: &OwnWorkers<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        let Some(url) = &server.server else {
            let queue = workers.start(stop)?;
            return Ok(Self {
                dispatch: Box::new(queue.clone()),
                local: Some(queue),
            });
        };
        Self::on_server(server, url, delivery, workers.problem.game(), stop)
    }

    #[cfg(feature = "jetstream")]
    fn on_server(
        server: &ServerArgument,
        url: &str,
        delivery: &Delivery,
        game: &AnyGame,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        use solveig_campaign::queue::jetstream::{Access, dispatch};
        let access = Access {
            replicas: delivery.replicas,
            deliveries: delivery.most,
            ..server.access(url, stop)?
        };
        Ok(Self {
            dispatch: Box::new(dispatch(&access, game)?),
            local: None,
        })
    }

    #[cfg(not(feature = "jetstream"))]
    fn on_server(
        _server: &ServerArgument,
        _url: &str,
        _delivery: &Delivery,
        _game: &AnyGame,
        _stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        anyhow::bail!(super::NO_JETSTREAM)
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        if let Some(local) = &self.local {
            local.close();
        }
    }
}

impl OwnWorkers<'_> {
    fn start(&self, stop: &Arc<AtomicBool>) -> Result<LocalQueue> {
        let Self {
            problem,
            solver: name,
            knowledge,
            memory,
            threads,
        } = *self;
        let queue = LocalQueue::new();
        let factory = problem.game().solvers(knowledge == KnowledgeName::All);
        let oracles = solvers(name, problem.game(), &factory, memory, threads)?;
        let tally = Arc::new(WorkerTally::default());
        for (number, oracle) in oracles.into_iter().enumerate() {
            let mut solver = Solver::new(problem.clone(), oracle);
            let (mut supply, stop) = (queue.clone(), Arc::clone(stop));
            let flags = WorkerFlags {
                stop: Arc::clone(&stop),
                ..WorkerFlags::default()
            };
            let (worker, tally) = (format!("{}-{number}", process_name()), Arc::clone(&tally));
            let problem = problem.clone();
            let own = MemorySize(memory.0 / threads as u64).max(MemorySize::LEAST);
            thread::spawn(move || {
                loop {
                    let ended = work(&worker, &mut solver, &mut supply, &flags, &tally);
                    if !matches!(ended, Err(QueueError::Panicked { .. }))
                        || stop.load(Ordering::Relaxed)
                    {
                        return;
                    }
                    // The driver knows. Another solver, since the panic may have spoilt this one.
                    let game = problem.game();
                    let factory = game.solvers(knowledge == KnowledgeName::All);
                    match solvers(name, game, &factory, own, 1) {
                        Ok(mut fresh) => solver = Solver::new(problem.clone(), fresh.remove(0)),
                        Err(error) => {
                            tracing::warn!("a thread of this process ends: {error}");
                            return;
                        }
                    }
                }
            });
        }
        Ok(queue)
    }
}
