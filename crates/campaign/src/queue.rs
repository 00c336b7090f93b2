//! Queues between the driver and its workers.
//!
//! Delivery is at least once: a job may be delivered again after its worker has gone, and a report
//! may come twice. The ledger identifies jobs by number and ignores all reports but the first. A
//! queue holds a job once, however often it is published, and says which jobs it holds, so that the
//! driver can tell which are lost.

#[cfg(feature = "jetstream")]
pub mod jetstream;
pub mod local;

use std::time::Duration;

use hashbrown::HashSet;

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
    /// The driver wants no more work of this identity.
    #[error("the driver has dismissed {identity}: {reason}")]
    Dismissed {
        /// The worker's identity.
        identity: String,
        /// What the driver says of it.
        reason: String,
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
    /// Sends jobs to the workers, except those that the queue has.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot store them.
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError>;

    /// Waits up to `wait` for reports, and returns at most `most`; fewer where they are long.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn reports(&mut self, most: usize, wait: Duration)
    -> Result<Vec<Box<dyn Receipt>>, QueueError>;

    /// The numbers of the jobs of a campaign that the queue has: those that wait and those that are
    /// with a worker, whose report is not in the queue yet.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn unfinished(&mut self, campaign: &str) -> Result<HashSet<u64>, QueueError>;

    /// Removes a job from the queue; a worker that has it may go on and report.
    ///
    /// # Errors
    ///
    /// Fails if the queue cannot be reached.
    fn withdraw(&mut self, campaign: &str, job: u64) -> Result<(), QueueError>;

    /// Tells the workers of an identity to end, and why, where they can be told.
    fn dismiss(&mut self, _identity: &str, _reason: &str) {}

    /// Removes the reports of an identity that wait, where the queue keeps them apart.
    fn discard_reports(&mut self, _identity: &str) {}
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
