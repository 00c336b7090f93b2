//! A queue within one process.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Dispatch, Lease, QueueError, Receipt, Supply};
use crate::job::{Job, JobReport};

/// A queue within one process. [`Lease::finish`] waits until the driver has acknowledged the
/// report.
#[derive(Clone, Default)]
pub struct LocalQueue {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    leased: BTreeSet<u64>,
    reports: VecDeque<(u64, JobReport)>,
    delivered: BTreeSet<u64>,
    acknowledged: BTreeSet<u64>,
    next_ticket: u64,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // A panic cannot leave the state inconsistent, since each change is a single step under the
        // lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(
        &self,
        guard: MutexGuard<'a, QueueState>,
        until: Instant,
    ) -> Option<MutexGuard<'a, QueueState>> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        let (guard, _) = self
            .changed
            .wait_timeout(guard, left)
            .unwrap_or_else(PoisonError::into_inner);
        Some(guard)
    }
}

impl LocalQueue {
    /// An empty queue.
    pub fn new() -> Self {
        Self::default()
    }

    /// The driver's end.
    pub fn dispatch(&self) -> LocalDispatch {
        LocalDispatch {
            shared: Arc::clone(&self.shared),
        }
    }

    /// A worker's end.
    pub fn supply(&self) -> LocalSupply {
        LocalSupply {
            shared: Arc::clone(&self.shared),
        }
    }

    /// Closes the queue: all waiting ends return [`QueueError::Closed`].
    pub fn close(&self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
    }
}

/// The driver's end of a [`LocalQueue`].
pub struct LocalDispatch {
    shared: Arc<Shared>,
}

impl Dispatch for LocalDispatch {
    fn publish(&mut self, job: &Job) -> Result<(), QueueError> {
        self.shared.lock().jobs.push_back(job.clone());
        self.shared.changed.notify_all();
        Ok(())
    }

    fn reports(
        &mut self,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        while state.reports.is_empty() {
            match self.shared.wait(state, until) {
                Some(again) => state = again,
                None => return Ok(Vec::new()),
            }
        }
        let count = most.min(state.reports.len());
        let taken: Vec<(u64, JobReport)> = state.reports.drain(..count).collect();
        state
            .delivered
            .extend(taken.iter().map(|(ticket, _)| ticket));
        let receipt = |(ticket, report)| {
            Box::new(LocalReceipt {
                shared: Arc::clone(&self.shared),
                ticket,
                report: Some(report),
            }) as Box<dyn Receipt>
        };
        Ok(taken.into_iter().map(receipt).collect())
    }

    fn unfinished(&mut self) -> Result<u64, QueueError> {
        let state = self.shared.lock();
        Ok((state.jobs.len() + state.leased.len()) as u64)
    }
}

struct LocalReceipt {
    shared: Arc<Shared>,
    ticket: u64,
    report: Option<JobReport>,
}

/// The report of a receipt that was already acknowledged.
static NO_REPORT: JobReport = JobReport {
    campaign: String::new(),
    job: 0,
    worker: String::new(),
    version: String::new(),
    seconds: 0.0,
    waited: 0.0,
    answers: Vec::new(),
};

impl Receipt for LocalReceipt {
    fn report(&self) -> &JobReport {
        self.report.as_ref().unwrap_or(&NO_REPORT)
    }

    fn acknowledge(mut self: Box<Self>) -> Result<(), QueueError> {
        self.report = None;
        let mut state = self.shared.lock();
        state.delivered.remove(&self.ticket);
        state.acknowledged.insert(self.ticket);
        drop(state);
        self.shared.changed.notify_all();
        Ok(())
    }
}

impl Drop for LocalReceipt {
    fn drop(&mut self) {
        if let Some(report) = self.report.take() {
            let mut state = self.shared.lock();
            state.delivered.remove(&self.ticket);
            state.reports.push_back((self.ticket, report));
            drop(state);
            self.shared.changed.notify_all();
        }
    }
}

/// A worker's end of a [`LocalQueue`].
pub struct LocalSupply {
    shared: Arc<Shared>,
}

impl Supply for LocalSupply {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        loop {
            if state.closed {
                return Err(QueueError::Closed("the driver has finished".to_owned()));
            }
            if let Some(job) = state.jobs.pop_front() {
                state.leased.insert(job.number);
                return Ok(Some(Box::new(LocalLease {
                    shared: Arc::clone(&self.shared),
                    job: Some(job.clone()),
                    shown: job,
                })));
            }
            match self.shared.wait(state, until) {
                Some(again) => state = again,
                None => return Ok(None),
            }
        }
    }
}

struct LocalLease {
    shared: Arc<Shared>,
    /// The job, until it is finished.
    job: Option<Job>,
    shown: Job,
}

impl Lease for LocalLease {
    fn job(&self) -> &Job {
        &self.shown
    }

    fn finish(mut self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        let shared = Arc::clone(&self.shared);
        let mut state = shared.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.reports.push_back((ticket, report.clone()));
        shared.changed.notify_all();
        loop {
            if state.acknowledged.remove(&ticket) {
                if let Some(job) = self.job.take() {
                    state.leased.remove(&job.number);
                }
                return Ok(());
            }
            if state.closed {
                state.reports.retain(|(one, _)| *one != ticket);
                drop(state);
                let problem = "the driver has finished before the ledger had the report";
                return Err(QueueError::Closed(problem.to_owned()));
            }
            state = shared
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for LocalLease {
    fn drop(&mut self) {
        if let Some(job) = self.job.take() {
            let mut state = self.shared.lock();
            state.leased.remove(&job.number);
            state.jobs.push_front(job);
            drop(state);
            self.shared.changed.notify_all();
        }
    }
}
