//! Queues between the driver and its workers.
//!
//! Delivery is at least once: a job is delivered again after its worker has gone or failed, and a
//! report may come twice. The ledger identifies jobs by number and ignores all reports but the
//! first. A queue holds a job once, however often it is published. It counts deliveries: a job that
//! was delivered too often without an answer is given up, and reported as such.

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
        /// The message.
        reason: String,
    },
    /// A job cannot be read; it was put back.
    #[error("a job cannot be read ({0}): this program and the driver's differ in version")]
    Unreadable(String),
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
    /// Sends jobs to the workers, except those that the queue has.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store them.
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError>;

    /// Waits up to `wait` for reports, and returns at most `max`; fewer where they are long.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn reports(&mut self, max: usize, wait: Duration) -> Result<Vec<Box<dyn Receipt>>, QueueError>;

    /// The number of worker threads that are present.
    fn workers(&mut self) -> usize;
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

    /// Sends the report and waits until it is stored durably. An answer ends the job; a failure
    /// returns it to the queue.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store the report; then the job is delivered again.
    fn finish(self: Box<Self>, report: &JobReport) -> Result<(), QueueError>;
}
