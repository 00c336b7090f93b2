//! A queue within one process.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hashbrown::HashSet;

use super::{Dispatch, Lease, QueueError, Receipt, Supply};
use crate::job::{Job, JobReport};

/// A queue within one process. Its clones are the ends of the driver and of the workers.
/// [`Lease::finish`] waits until the driver has acknowledged the report.
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
    /// Campaigns and numbers of the jobs that are with a worker.
    leased: BTreeSet<(String, u64)>,
    reports: VecDeque<(u64, JobReport)>,
    acknowledged: BTreeSet<u64>,
    next_ticket: u64,
    closed: bool,
}

impl QueueState {
    /// The numbers of the jobs of a campaign that wait or are with a worker.
    fn unfinished(&self, campaign: &str) -> HashSet<u64> {
        let waiting = self.jobs.iter().map(|job| (&job.campaign, job.number));
        let leased = self.leased.iter().map(|(campaign, job)| (campaign, *job));
        let own = waiting.chain(leased).filter(|(of, _)| *of == campaign);
        own.map(|(_, number)| number).collect()
    }
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

    /// Closes the queue: all waiting ends return [`QueueError::Closed`].
    pub fn close(&self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
    }
}

impl Dispatch for LocalQueue {
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError> {
        let mut state = self.shared.lock();
        let campaign = jobs.first().map_or("", |job| job.campaign.as_str());
        let known = state.unfinished(campaign);
        let new = jobs.iter().filter(|job| !known.contains(&job.number));
        state.jobs.extend(new.cloned());
        drop(state);
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
        let receipt = |(ticket, report)| {
            Box::new(LocalReceipt {
                shared: Arc::clone(&self.shared),
                ticket,
                report,
                acknowledged: false,
            }) as Box<dyn Receipt>
        };
        Ok(taken.into_iter().map(receipt).collect())
    }

    fn unfinished(&mut self, campaign: &str) -> Result<HashSet<u64>, QueueError> {
        Ok(self.shared.lock().unfinished(campaign))
    }

    fn withdraw(&mut self, campaign: &str, job: u64) -> Result<(), QueueError> {
        let mut state = self.shared.lock();
        state
            .jobs
            .retain(|one| one.number != job || one.campaign != campaign);
        Ok(())
    }
}

struct LocalReceipt {
    shared: Arc<Shared>,
    ticket: u64,
    report: JobReport,
    acknowledged: bool,
}

impl Receipt for LocalReceipt {
    fn report(&self) -> &JobReport {
        &self.report
    }

    fn acknowledge(mut self: Box<Self>) -> Result<(), QueueError> {
        self.acknowledged = true;
        let mut state = self.shared.lock();
        state.acknowledged.insert(self.ticket);
        // From now on, the job can be published again.
        let (campaign, job) = (self.report.campaign.clone(), self.report.job);
        state.leased.remove(&(campaign, job));
        drop(state);
        self.shared.changed.notify_all();
        Ok(())
    }
}

impl Drop for LocalReceipt {
    fn drop(&mut self) {
        if !self.acknowledged {
            let report = (self.ticket, self.report.clone());
            self.shared.lock().reports.push_back(report);
            self.shared.changed.notify_all();
        }
    }
}

impl Supply for LocalQueue {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        loop {
            if state.closed {
                return Err(QueueError::Closed("the driver has finished".to_owned()));
            }
            if let Some(job) = state.jobs.pop_front() {
                state.leased.insert((job.campaign.clone(), job.number));
                return Ok(Some(Box::new(LocalLease {
                    shared: Arc::clone(&self.shared),
                    job,
                    finished: false,
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
    job: Job,
    finished: bool,
}

impl Lease for LocalLease {
    fn job(&self) -> &Job {
        &self.job
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
                // A report that names another job has ended this one all the same.
                if (&report.campaign, report.job) != (&self.job.campaign, self.job.number) {
                    let leased = (self.job.campaign.clone(), self.job.number);
                    state.leased.remove(&leased);
                }
                self.finished = true;
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
        if !self.finished {
            let mut state = self.shared.lock();
            let (campaign, number) = (self.job.campaign.clone(), self.job.number);
            state.leased.remove(&(campaign, number));
            state.jobs.push_front(self.job.clone());
            drop(state);
            self.shared.changed.notify_all();
        }
    }
}
