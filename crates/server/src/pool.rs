//! Runs searches on a bounded number of threads, within their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use solveig_api::{Failure, Kind};
use solveig_engine::{Effort, SearchScope};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::client::Client;
use crate::limits::Limits;
use crate::metrics::{GaugeGuard, Metrics};
use crate::turns::{Places, Turn, Turns};

/// The blocking threads on which requests search or read many positions.
pub struct SearchPool {
    searches: Arc<Turns>,
    look_ups: Arc<Turns>,
    wait: Duration,
    metrics: Arc<Metrics>,
    stopping: watch::Sender<bool>,
}

/// What a request may spend.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Whose turn it takes.
    pub client: Client,
    /// Which positions may be searched.
    pub search: SearchScope,
    /// Whether searched moves must be canonical.
    pub canonical: bool,
    /// When its searches end.
    pub until: Instant,
}

/// How many requests without search read many positions at the same time.
pub const LOOK_UPS: usize = 4;

/// Sets the stop flag of a search when its request is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl SearchPool {
    /// A pool within `limits`.
    pub fn new(limits: &Limits, metrics: Arc<Metrics>) -> Self {
        let places = Places {
            all: limits.waiting,
            each: limits.waiting_each,
        };
        Self {
            searches: Turns::new(limits.searches, places),
            look_ups: Turns::new(LOOK_UPS, places),
            wait: limits.wait,
            metrics,
            stopping: watch::Sender::new(false),
        }
    }

    /// Stops all searches, and refuses those that have not begun.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Runs `work` on a blocking thread when it is its client's turn, with the effort allowed,
    /// which ends earlier if the request is dropped or the server stops.
    ///
    /// # Errors
    ///
    /// Fails if no thread was free in time, and as `work` does.
    pub async fn run<T: Send + 'static>(
        &self,
        allowed: Allowed,
        work: impl FnOnce(&Effort) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let searches = allowed.search != SearchScope::Never;
        let threads = if searches {
            &self.searches
        } else {
            &self.look_ups
        };
        let turn = self.turn(allowed.client, threads).await.ok_or_else(|| {
            self.metrics.refused.inc();
            Failure::busy()
        })?;
        let stop = Arc::new(AtomicBool::new(false));
        let effort = Effort {
            search: allowed.search,
            time: Some(allowed.until.saturating_duration_since(Instant::now())),
            stop: Some(stop.clone()),
            canonical: allowed.canonical,
        };
        let stop = StopOnDrop(stop);
        let running = searches.then(|| {
            self.metrics.searches.inc();
            GaugeGuard::new(&self.metrics.searches_running)
        });
        let mut thread = tokio::task::spawn_blocking(move || {
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

    async fn turn(&self, client: Client, threads: &Arc<Turns>) -> Option<Turn> {
        if let Some(turn) = threads.take(client) {
            return Some(turn);
        }
        let waiting = threads.wait(client)?;
        let _waiting = GaugeGuard::new(&self.metrics.searches_waiting);
        tokio::select! {
            turn = timeout(self.wait, waiting.turn()) => turn.ok()?,
            () = self.stopped() => None,
        }
    }
}
