//! A queue within one process.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{DELIVERIES, DeadLetter, Dispatch, DriverMessage, Lease, QueueError, Receipt, Supply};
use crate::job::{Job, JobReport};

/// A queue within one process. Its clones are the ends of the driver and of the workers.
/// [`Lease::finish`] waits until the driver has acknowledged the report.
#[derive(Clone)]
pub struct LocalQueue {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<QueueState>,
    changed: Condvar,
    workers: usize,
    max_deliver: u32,
}

#[derive(Default)]
struct QueueState {
    /// Jobs, and how many workers have failed at each.
    jobs: VecDeque<(Job, u32)>,
    /// Campaigns and numbers of the jobs that are with a worker.
    leases: BTreeSet<(String, u64)>,
    mail: VecDeque<Mail>,
    acknowledged: BTreeSet<u64>,
    next_ticket: u64,
    is_closed: bool,
}

/// A message on its way to the driver.
#[derive(Clone)]
struct Mail {
    message: DriverMessage,
    /// What the worker waits for that has sent it.
    ticket: Option<u64>,
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

impl Default for LocalQueue {
    fn default() -> Self {
        Self::new(1, DELIVERIES)
    }
}

impl LocalQueue {
    /// An empty queue for this number of workers, which gives a job up when so many deliveries
    /// have failed.
    pub fn new(workers: usize, max_deliver: u32) -> Self {
        Self {
            shared: Arc::new(Shared {
                state: Mutex::default(),
                changed: Condvar::new(),
                workers,
                max_deliver,
            }),
        }
    }

    /// Closes the queue: all waiting ends return [`QueueError::Closed`].
    pub fn close(&self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl Dispatch for LocalQueue {
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError> {
        let mut state = self.shared.lock();
        let name = |job: &Job| (job.campaign.clone(), job.number);
        let waiting = state.jobs.iter().map(|(job, _)| name(job));
        let present: BTreeSet<_> = waiting.chain(state.leases.iter().cloned()).collect();
        let new = jobs.iter().filter(|job| !present.contains(&name(job)));
        state.jobs.extend(new.map(|job| (job.clone(), 0)));
        drop(state);
        self.shared.changed.notify_all();
        Ok(())
    }

    fn clear(&mut self, campaign: &str) -> Result<(), QueueError> {
        let mut state = self.shared.lock();
        state.jobs.retain(|(job, _)| job.campaign != campaign);
        Ok(())
    }

    fn reports(&mut self, max: usize, wait: Duration) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        while state.mail.is_empty() {
            match self.shared.wait(state, until) {
                Some(again) => state = again,
                None => return Ok(Vec::new()),
            }
        }
        let count = max.min(state.mail.len());
        let receipt = |mail| {
            Box::new(LocalReceipt {
                shared: Arc::clone(&self.shared),
                mail,
                is_acknowledged: false,
            }) as Box<dyn Receipt>
        };
        Ok(state.mail.drain(..count).map(receipt).collect())
    }

    fn workers(&mut self) -> usize {
        self.shared.workers
    }
}

struct LocalReceipt {
    shared: Arc<Shared>,
    mail: Mail,
    is_acknowledged: bool,
}

impl Receipt for LocalReceipt {
    fn message(&self) -> &DriverMessage {
        &self.mail.message
    }

    fn acknowledge(mut self: Box<Self>) -> Result<(), QueueError> {
        self.is_acknowledged = true;
        let mut state = self.shared.lock();
        state.acknowledged.extend(self.mail.ticket);
        if let DriverMessage::Report(report) = &self.mail.message
            && report.failure().is_none()
        {
            // From now on the job can be published again.
            let job = (report.campaign.clone(), report.job);
            state.leases.remove(&job);
        }
        drop(state);
        self.shared.changed.notify_all();
        Ok(())
    }
}

impl Drop for LocalReceipt {
    fn drop(&mut self) {
        if !self.is_acknowledged {
            self.shared.lock().mail.push_back(self.mail.clone());
            self.shared.changed.notify_all();
        }
    }
}

impl Supply for LocalQueue {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let until = Instant::now() + wait;
        let mut state = self.shared.lock();
        loop {
            if state.is_closed {
                return Err(QueueError::Closed("the driver has finished".to_owned()));
            }
            if let Some((job, failures)) = state.jobs.pop_front() {
                state.leases.insert((job.campaign.clone(), job.number));
                return Ok(Some(Box::new(LocalLease {
                    shared: Arc::clone(&self.shared),
                    job,
                    failures,
                    is_finished: false,
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
    failures: u32,
    is_finished: bool,
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
        state.mail.push_back(Mail {
            message: DriverMessage::Report(report.clone()),
            ticket: Some(ticket),
        });
        shared.changed.notify_all();
        loop {
            if state.acknowledged.remove(&ticket) {
                self.is_finished = true;
                let job = (self.job.campaign.clone(), self.job.number);
                state.leases.remove(&job);
                if report.failure().is_some() {
                    let failures = self.failures + 1;
                    match failures < shared.max_deliver {
                        true => state.jobs.push_back((self.job.clone(), failures)),
                        false => state.mail.push_back(Mail {
                            message: DriverMessage::DeadLetter(DeadLetter {
                                campaign: self.job.campaign.clone(),
                                job: self.job.number,
                                deliveries: failures.into(),
                            }),
                            ticket: None,
                        }),
                    }
                    shared.changed.notify_all();
                }
                return Ok(());
            }
            if state.is_closed {
                state.mail.retain(|mail| mail.ticket != Some(ticket));
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
        if !self.is_finished {
            let mut state = self.shared.lock();
            let (campaign, number) = (self.job.campaign.clone(), self.job.number);
            state.leases.remove(&(campaign, number));
            state.jobs.push_front((self.job.clone(), self.failures));
            drop(state);
            self.shared.changed.notify_all();
        }
    }
}
