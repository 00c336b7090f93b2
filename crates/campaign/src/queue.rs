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
    /// Sends a job to the workers. If a job is sent again, it may be done again.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store it.
    fn publish(&mut self, job: &Job) -> Result<(), QueueError>;

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
