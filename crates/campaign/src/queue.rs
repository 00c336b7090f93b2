//! What stands between the driver and its workers.
//!
//! Delivery is at least once: a job may be handed out again after its worker has gone, and a report
//! may come twice. The ledger, which knows each job by its number, takes the first report and lets
//! the others pass.

#[cfg(feature = "jetstream")]
pub mod jetstream;
pub mod local;

use std::time::Duration;

use crate::job::{Job, JobReport};

/// Why a queue did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The other end has gone.
    #[error("the queue is closed: {0}")]
    Closed(String),
    /// A server does not do what it should.
    #[error("{server}: cannot {action}: {cause}")]
    Server {
        /// Its address.
        server: String,
        /// What was attempted, as a verb.
        action: &'static str,
        /// What it said.
        cause: String,
    },
}

/// The driver's end of a queue.
pub trait Dispatch: Send {
    /// Hands a job to the workers. Doing so again is allowed, and may have it worked on again.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot take it.
    fn publish(&mut self, job: &Job) -> Result<(), QueueError>;

    /// Waits up to `wait` for reports, and returns those that there are, `most` at most.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be asked.
    fn reports(&mut self, most: usize, wait: Duration)
    -> Result<Vec<Box<dyn Receipt>>, QueueError>;

    /// How many jobs the queue holds that no worker has finished.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be asked.
    fn unfinished(&mut self) -> Result<u64, QueueError>;
}

/// A report that was delivered, and is delivered again unless it is acknowledged.
pub trait Receipt: Send {
    /// The report.
    fn report(&self) -> &JobReport;

    /// Says that the report is in the ledger, or that the ledger has no use for it.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be told; then the report comes again.
    fn acknowledge(self: Box<Self>) -> Result<(), QueueError>;
}

/// A worker's end of a queue.
pub trait Supply: Send {
    /// Waits up to `wait` for a job.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be asked.
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError>;
}

/// A job that is a worker's for as long as it holds the lease. A lease that is dropped gives it
/// back.
pub trait Lease: Send {
    /// The job.
    fn job(&self) -> &Job;

    /// Hands in the report and, when it is safe, ends the job. After this has returned, the report
    /// is not lost.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot take the report; then the job is handed out again.
    fn finish(self: Box<Self>, report: &JobReport) -> Result<(), QueueError>;
}
