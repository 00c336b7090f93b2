//! Runs searches on a bounded number of threads, slice by slice, within their time.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use solveig_api::{Failure, Kind};
use solveig_engine::{Effort, SearchScope};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::askers::Askers;
use crate::limits::Limits;
use crate::metrics::{GaugeGuard, Metrics};
use crate::queue::Places;
use crate::turns::{Turn, Turns};

/// The blocking threads on which requests search or read many positions.
pub struct SearchPool {
    searches: Arc<Turns>,
    look_ups: Arc<Turns>,
    wait: Duration,
    metrics: Arc<Metrics>,
    stopping: watch::Sender<bool>,
}

/// What a request may spend.
#[derive(Clone)]
pub struct SearchAllowance {
    /// Whose turns it takes.
    pub askers: Askers,
    /// Which positions may be searched.
    pub search: SearchScope,
    /// Whether searched moves must be canonical.
    pub canonical: bool,
    /// When its searches end.
    pub until: Instant,
}

/// How many requests without search read many positions at the same time.
pub const LOOK_UPS: usize = 4;

/// Has the system run this thread, and those that it starts, when threads that read requests need
/// no processor.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        // Without a process these are the thread's own. It is no fault if it keeps what it has.
        if getpriority_process(None).is_ok_and(|own| own < SEARCH_NICENESS) {
            let _ = setpriority_process(None, SEARCH_NICENESS);
        }
    }
}

/// The niceness of threads that search; the usual one is 0.
#[cfg(target_os = "linux")]
const SEARCH_NICENESS: i32 = 10;

/// Sets the stop flag of a search when its request is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl SearchPool {
    /// No search runs in it yet.
    pub fn new(limits: &Limits, metrics: Arc<Metrics>) -> Self {
        let places = |threads, begun| Places {
            threads,
            begun,
            waiting: limits.waiting,
            waiting_each: limits.waiting_each,
        };
        Self {
            searches: Turns::new(places(limits.searches, limits.begun())),
            look_ups: Turns::new(places(LOOK_UPS, LOOK_UPS)),
            wait: limits.wait,
            metrics,
            stopping: watch::Sender::new(false),
        }
    }

    /// Stops all searches, and refuses those that have not begun.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Runs `work` on a blocking thread in the turns of those who ask, with the effort allowed,
    /// which ends earlier if the request is dropped, has to make room for others, or the server
    /// stops.
    ///
    /// # Errors
    ///
    /// Fails if its first turn did not come in time, and as `work` does.
    pub async fn run<T: Send + 'static>(
        &self,
        allowed: SearchAllowance,
        work: impl FnOnce(&Effort) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let searches = allowed.search != SearchScope::Never;
        let threads = if searches {
            &self.searches
        } else {
            &self.look_ups
        };
        let stop = Arc::new(AtomicBool::new(false));
        let turn = self.turn(&allowed, threads, &stop).await.ok_or_else(|| {
            self.metrics.refused.inc();
            Failure::busy()
        })?;
        let effort = Effort {
            search: allowed.search,
            time: Some(allowed.until.saturating_duration_since(Instant::now())),
            stop: Some(stop.clone()),
            gate: Some(turn.gate()),
            canonical: allowed.canonical,
            distances: false,
        };
        let stop = StopOnDrop(stop);
        let running = searches.then(|| {
            self.metrics.searches.inc();
            GaugeGuard::new(&self.metrics.searches_running)
        });
        let mut thread = tokio::task::spawn_blocking(move || {
            yield_to_others();
            let done = work(&effort);
            drop((turn, running));
            done
        });
        let done = tokio::select! {
            done = &mut thread => done,
            () = self.stopped() => {
                stop.0.store(true, Ordering::Relaxed);
                thread.await
            }
        };
        match done {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(failure)) => {
                if failure.is_busy() {
                    self.metrics.refused.inc();
                }
                Err(failure)
            }
            Err(_) => {
                self.metrics.panics.inc();
                Err(Failure::new(
                    Kind::INTERNAL,
                    "a defect of the server; its log says more",
                ))
            }
        }
    }

    /// Ready when the server stops.
    async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // Never fails: `self` owns the sender.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    async fn turn(
        &self,
        allowed: &SearchAllowance,
        threads: &Arc<Turns>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Turn> {
        let askers = allowed.askers.clone();
        let mut turn = pin!(threads.ask(askers, stop.clone(), allowed.until).turn());
        // Most need not wait.
        if let Some(turn) = turn.as_mut().now_or_never() {
            return turn;
        }
        let _waiting = GaugeGuard::new(&self.metrics.searches_waiting);
        tokio::select! {
            turn = timeout(self.wait, turn) => turn.ok()?,
            () = self.stopped() => None,
        }
    }
}
