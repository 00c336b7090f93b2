//! The queue of a command that hands out jobs: one on a server, or one for threads of this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Result, anyhow};
use solveig::SolverOptions;
use solveig_campaign::Problem;
use solveig_campaign::queue::Dispatch;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::worker::WorkerFlags;
use solveig_games::AnyGame;

use super::threads::{Thread, Threads, another_solver};
use super::{ServerArgument, process_name};

/// Threads that work on jobs where there is no server.
pub struct OwnWorkers<'a> {
    /// The problem that jobs are about.
    pub problem: &'a Problem<AnyGame>,
    /// Their solvers, one for each thread.
    pub solvers: SolverOptions,
}

/// The driver's end of a queue. Threads of this process that work on it end with it.
pub struct Jobs {
    /// The driver's end.
    pub dispatch: Box<dyn Dispatch>,
    /// The queue of this process, with the thread that looks after the others.
    local: Option<(LocalQueue, JoinHandle<Result<()>>)>,
}

impl Jobs {
    /// The queue on the server if one is named, which then stores each message on so many servers
    /// of its cluster, else one for `workers`; until `stop` is set. It is set where all of these
    /// threads have failed. The queue gives a job up after this number of deliveries.
    pub fn open(
        server: &ServerArgument,
        replicas: u8,
        max_deliver: u32,
        workers: &OwnWorkers<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        let Some(url) = &server.server else {
            let (queue, watch) = workers.start(max_deliver, stop)?;
            return Ok(Self {
                dispatch: Box::new(queue.clone()),
                local: Some((queue, watch)),
            });
        };
        let game = workers.problem.game();
        Self::on_server(server, url, replicas, max_deliver, game, stop)
    }

    #[cfg(feature = "jetstream")]
    fn on_server(
        server: &ServerArgument,
        url: &str,
        replicas: u8,
        max_deliver: u32,
        game: &AnyGame,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        use solveig_campaign::queue::jetstream::{Access, dispatch};
        let access = Access {
            replicas: replicas.into(),
            max_deliver,
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
        _replicas: u8,
        _max_deliver: u32,
        _game: &AnyGame,
        _stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        anyhow::bail!(super::NO_JETSTREAM)
    }

    /// Closes a queue of this process.
    pub fn close(&self) {
        if let Some((queue, _)) = &self.local {
            queue.close();
        }
    }

    /// Closes a queue of this process, and waits for the threads that work on it.
    ///
    /// # Errors
    ///
    /// Fails if all of them failed, with the first error.
    pub fn end(self) -> Result<()> {
        self.close();
        let watch = self.local.map(|(_, watch)| watch.join());
        match watch {
            None => Ok(()),
            Some(Ok(ended)) => ended,
            Some(Err(_)) => Err(anyhow!("the threads of this process have panicked")),
        }
    }
}

impl OwnWorkers<'_> {
    fn start(
        &self,
        max_deliver: u32,
        stop: &Arc<AtomicBool>,
    ) -> Result<(LocalQueue, JoinHandle<Result<()>>)> {
        let problem = self.problem;
        let oracles = self.solvers.solvers(problem.game())?;
        let threads = oracles.len();
        let queue = LocalQueue::new(threads, max_deliver);
        let flags = WorkerFlags {
            stop: Arc::clone(stop),
            ..WorkerFlags::default()
        };
        let mut working = Threads::new(flags, Arc::default());
        for (number, oracle) in oracles.into_iter().enumerate() {
            let supply = queue.clone();
            working.start(Thread {
                name: format!("{}-{number}", process_name()),
                problem: problem.clone(),
                oracle,
                again: another_solver(problem.game().clone(), self.solvers.clone(), threads),
                supply: || Ok(supply),
            });
        }
        let stop = Arc::clone(stop);
        let watch = thread::spawn(move || {
            while working.look_after() {
                thread::sleep(Duration::from_millis(100));
            }
            let ended = working.end();
            // Without threads, nothing more would be done.
            match ended.is_err() && !stop.swap(true, Ordering::Relaxed) {
                true => ended,
                false => Ok(()),
            }
        });
        Ok((queue, watch))
    }
}
