//! Queues between the driver and its workers.
//!
//! Delivery is at least once: a job may be delivered again after its worker has gone, and a report
//! may come twice. The ledger identifies jobs by number and ignores all reports but the first.

#[cfg(feature = "jetstream")]
pub mod jetstream;
pub mod local;

use std::time::Duration;

use crate::job::{Job, JobReport};

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
        /// The message.
        reason: String,
    },
    /// A message has a format that this program does not know; it was put back.
    #[error("{0}: update this program")]
    Format(String),
    /// The driver does not trust this worker.
    #[error(
        "results of {identity} were wrong: the driver does not trust this key any more, and \
         nothing that it reports counts"
    )]
    Dismissed {
        /// The worker's identity.
        identity: String,
    },
    /// An operation on a server failed.
    #[error("{server}: cannot {action}: {cause}")]
    Server {
        /// Its address.
        server: String,
        /// What was attempted, as a verb.
        action: &'static str,
        /// The server's error.
        cause: String,
    },
}

/// The driver's end of a queue.
pub trait Dispatch: Send {
    /// Sends jobs to the workers. If a job is sent again, it may be done again.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store them.
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError>;

    /// Waits up to `wait` for reports, and returns at most `most`.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn reports(&mut self, most: usize, wait: Duration)
    -> Result<Vec<Box<dyn Receipt>>, QueueError>;

    /// The number of jobs in the queue that no worker has finished.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn unfinished(&mut self) -> Result<u64, QueueError>;

    /// Jobs that the queue delivers no more, since they were delivered too often without an end.
    /// Each is returned once or, after a failure, again.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn undelivered(&mut self) -> Result<Vec<Undelivered>, QueueError> {
        Ok(Vec::new())
    }

    /// Tells the workers of an identity that their results do not count, where they can be told.
    fn dismiss(&mut self, _identity: &str) {}
}

/// A job that the queue delivers no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undelivered {
    /// The campaign of the job.
    pub campaign: String,
    /// Its number.
    pub job: u64,
    /// How often it was delivered.
    pub deliveries: u64,
}

/// A delivered report, which is delivered again unless it is acknowledged.
pub trait Receipt: Send {
    /// The report.
    fn report(&self) -> &JobReport;

    /// Acknowledges the report, after the ledger has recorded or refused it.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached; then the report is delivered again.
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
    /// The job.
    fn job(&self) -> &Job;

    /// Sends the report, waits until it is stored durably, and ends the job.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store the report; then the job is delivered again.
    fn finish(self: Box<Self>, report: &JobReport) -> Result<(), QueueError>;
}
