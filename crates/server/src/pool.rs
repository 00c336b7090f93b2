//! Runs searches on a bounded number of threads, within their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use solveig_api::{Failure, Kind};
use solveig_engine::{Effort, SearchScope};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;

use crate::limits::Limits;
use crate::metrics::{GaugeGuard, Metrics};

/// The blocking threads on which requests search or read many positions.
pub struct SearchPool {
    searches: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    look_ups: Arc<Semaphore>,
    wait: Duration,
    metrics: Arc<Metrics>,
    stopping: watch::Sender<bool>,
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
        Self {
            searches: Arc::new(Semaphore::new(limits.searches)),
            waiting: Arc::new(Semaphore::new(limits.waiting)),
            look_ups: Arc::new(Semaphore::new(LOOK_UPS)),
            wait: limits.wait,
            metrics,
            stopping: watch::Sender::new(false),
        }
    }

    /// Stops all searches, and refuses those that have not begun.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Runs `work` on a blocking thread, with an effort that ends at `until`, or earlier if the
    /// request is dropped or the server stops.
    ///
    /// # Errors
    ///
    /// Fails if no thread was free in time, and as `work` does.
    pub async fn run<T: Send + 'static>(
        &self,
        search: SearchScope,
        until: Instant,
        work: impl FnOnce(&Effort) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let searches = search != SearchScope::Never;
        let threads = if searches {
            &self.searches
        } else {
            &self.look_ups
        };
        let permit = self.permit(threads).await.ok_or_else(|| {
            self.metrics.refused.inc();
            Failure::busy()
        })?;
        let stop = Arc::new(AtomicBool::new(false));
        let effort = Effort {
            search,
            time: Some(until.saturating_duration_since(Instant::now())),
            stop: Some(stop.clone()),
            canonical: false,
        };
        let stop = StopOnDrop(stop);
        let running = searches.then(|| {
            self.metrics.searches.inc();
            GaugeGuard::new(&self.metrics.searches_running)
        });
        let mut thread = tokio::task::spawn_blocking(move || {
            let done = work(&effort);
            drop((permit, running));
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

    async fn permit(&self, threads: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = threads.clone().try_acquire_owned() {
            return Some(permit);
        }
        let _place = self.waiting.try_acquire().ok()?;
        let _waiting = GaugeGuard::new(&self.metrics.searches_waiting);
        tokio::select! {
            permit = timeout(self.wait, threads.clone().acquire_owned()) => permit.ok()?.ok(),
            () = self.stopped() => None,
        }
    }
}
