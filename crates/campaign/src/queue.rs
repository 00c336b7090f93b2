//! Queues between the driver and its workers.
//!
//! Delivery is at least once: a job is delivered again after its worker has gone or failed, and a
//! report may come twice. The ledger identifies jobs by number and ignores all reports but the
//! first. A queue holds a job once, however often it is published. It alone counts deliveries: a
//! job that was delivered too often without an answer is given up, and comes back as a dead letter.

#[cfg(feature = "jetstream")]
pub mod jetstream;
pub mod local;

use std::time::Duration;

use crate::job::{Job, JobReport};

/// The deliveries of a job without an answer after which it is given up, unless a queue is opened
/// with another number.
pub const DELIVERIES: u32 = 10;

/// An error of a queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The other end is closed.
    #[error("the queue is closed: {0}")]
    Closed(String),
    /// The search of a job has panicked.
    #[error("job {job}: {reason}")]
    Panicked {
        /// The job's number.
        job: u64,
        /// The message of the panic.
        reason: String,
    },
    /// A job cannot be read; it was put back.
    #[error("a job cannot be read ({0}): this program and the driver's differ in version")]
    Unreadable(String),
    /// An operation on a server failed.
    #[error("{server}: cannot {action}: {cause}")]
    Server {
        /// The URL, without a password.
        server: String,
        /// What was attempted, as a verb.
        action: &'static str,
        /// The server's error.
        cause: String,
    },
}

/// The driver's end of a queue.
pub trait Dispatch: Send {
    /// Sends jobs to the workers, except those that the queue has.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store them.
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError>;

    /// Drops the jobs of a campaign, such as an earlier run has left. Reports of those that are
    /// with a worker may still come.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn clear(&mut self, campaign: &str) -> Result<(), QueueError>;

    /// Waits up to `wait` for reports and dead letters, and returns at most `max` reports; fewer
    /// where they are long.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn reports(&mut self, max: usize, wait: Duration) -> Result<Vec<Box<dyn Receipt>>, QueueError>;

    /// The number of worker threads that are present.
    fn workers(&mut self) -> usize;
}

/// A message from a queue to a driver.
#[derive(Clone, Debug, PartialEq)]
pub enum DriverMessage {
    /// What a worker reports.
    Report(JobReport),
    /// The queue delivers a job no more.
    DeadLetter(DeadLetter),
}

/// A job that was delivered too often without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// The campaign of the job.
    pub campaign: String,
    /// The job's number.
    pub job: u64,
    /// How often it was delivered.
    pub deliveries: u64,
}

impl DeadLetter {
    /// What has happened, for people.
    pub fn reason(&self) -> String {
        format!("delivered {} times without an answer", self.deliveries)
    }
}

/// A message to the driver that is delivered again unless it is acknowledged.
pub trait Receipt: Send {
    /// What a worker or the queue tells the driver.
    fn message(&self) -> &DriverMessage;

    /// Acknowledges it, after the ledger has recorded or refused it.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached; then it is delivered again.
    fn acknowledge(self: Box<Self>) -> Result<(), QueueError>;
}

/// A worker's end of a queue.
pub trait Supply: Send {
    /// Waits up to `wait` for a job.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError>;
}

/// A job leased to a worker. Dropping the lease returns the job to the queue.
pub trait Lease: Send {
    /// The job that is leased to this worker.
    fn job(&self) -> &Job;

    /// Sends the report and waits until it is stored durably. An answer ends the job; a failure
    /// returns it to the queue.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store the report; then the job is delivered again.
    fn finish(self: Box<Self>, report: &JobReport) -> Result<(), QueueError>;
}
