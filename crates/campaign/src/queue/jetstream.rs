//! A queue on a NATS server with JetStream.
//!
//! A queue has a game, a name and three streams. Two are work queues, which keep each message until
//! it is acknowledged: one of jobs, with a durable consumer that all workers pull from, and one of
//! reports, with a durable consumer for the driver. A job is sent to a subject that ends in its
//! campaign and its number: the stream keeps one message of each, and can drop those of a campaign.
//!
//! A worker sends heartbeats during a job, stores its report, and then acknowledges the job until
//! the server confirms it. After a failure it returns the job with a delay. The driver acknowledges
//! a report after the ledger has recorded it. The server counts deliveries (`max_deliver`); its
//! advisories about jobs that were delivered too often are the third stream, the dead letters.
//!
//! Each worker writes its name into a key-value bucket whose entries expire: the driver counts
//! them.
//!
//! Both ends survive a restart of the server: failed operations are retried, and missing streams
//! are created again.

mod connection;

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use serde::Deserialize;
use solveig_game::Game;
use tokio::task::JoinHandle;

pub use self::connection::Access;
use self::connection::{Connection, Letter, PAUSE, PRESENCE, StreamRole, TIMEOUT};
use super::{DeadLetter, Dispatch, DriverMessage, Lease, QueueError, Receipt, Supply};
use crate::job::{Job, JobReport};

/// The interval of heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// How long a job that cannot be read stays with the server before it is delivered again.
const PUT_BACK: Duration = Duration::from_secs(2);

/// The first delay of a job that a worker has failed at, doubled with each delivery.
const FIRST_DELAY: Duration = Duration::from_millis(100);

/// The longest such delay.
const LONGEST_DELAY: Duration = Duration::from_secs(30);

/// The maximum size of the reports that are fetched at once, or two messages of the server's limit
/// if that is more.
const BYTES_AT_ONCE: usize = 32 << 20;

/// How often the driver reads the dead letters.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The maximum number of dead letters that are read at once.
const LETTERS: usize = 100;

/// The driver's end of a queue.
///
/// # Errors
///
/// Fails if the server cannot be reached, has no JetStream, or refuses access.
pub fn dispatch<G: Game>(access: &Access, game: &G) -> Result<JetStreamDispatch, QueueError> {
    let connection = Arc::new(Connection::connect(access, game, StreamRole::Reports)?);
    let mut reports = StreamReader::new(&connection, StreamRole::Reports);
    let consumer = reports.consumer();
    consumer.map_err(|cause| connection.failed("use JetStream", cause))?;
    Ok(JetStreamDispatch {
        reports,
        dead: StreamReader::new(&connection, StreamRole::DeadLetters),
        last_look: None,
        connection,
    })
}

/// A worker's end of a queue. The driver counts workers by their names.
///
/// # Errors
///
/// Fails if the server cannot be reached, has no JetStream, or refuses access.
pub fn supply<G: Game>(
    access: &Access,
    game: &G,
    name: &str,
) -> Result<JetStreamSupply, QueueError> {
    let connection = Arc::new(Connection::connect(access, game, StreamRole::Jobs)?);
    let found = connection.runtime.block_on(connection.job_consumer());
    let found = found.map_err(|cause| connection.failed("use JetStream", cause))?;
    if found.is_none() {
        tracing::warn!("{}: no driver has made this queue yet", connection.server);
    }
    let (subject, client) = (
        connection.presence_subject(name),
        connection.context.client(),
    );
    let presence = connection.runtime.spawn(async move {
        loop {
            // If this fails, the next may succeed.
            let _ = client.publish(subject.clone(), "".into()).await;
            tokio::time::sleep(PRESENCE).await;
        }
    });
    Ok(JetStreamSupply {
        jobs: StreamReader::new(&connection, StreamRole::Jobs),
        presence,
    })
}

/// The end of a stream that a driver or a worker reads.
struct StreamReader {
    connection: Arc<Connection>,
    role: StreamRole,
    /// `None` after an error: the server may have lost it.
    consumer: Option<PullConsumer>,
}

impl StreamReader {
    fn new(connection: &Arc<Connection>, role: StreamRole) -> Self {
        Self {
            connection: Arc::clone(connection),
            role,
            consumer: None,
        }
    }

    fn consumer(&mut self) -> Result<PullConsumer, String> {
        if let Some(consumer) = &self.consumer {
            return Ok(consumer.clone());
        }
        let connection = &self.connection;
        let consumer = connection.runtime.block_on(async {
            match self.role {
                // Only the driver makes streams.
                StreamRole::Jobs => {
                    let found = connection.job_consumer().await?;
                    found.ok_or_else(|| "no driver has made this queue yet".to_owned())
                }
                role => {
                    connection.set_up().await?;
                    connection.make_consumer(role).await
                }
            }
        })?;
        Ok(self.consumer.insert(consumer).clone())
    }

    /// Waits up to `wait` for messages, and returns at most `max` of about `bytes` in all; none if
    /// the server cannot be reached, since it may come back.
    fn read(&mut self, max: usize, bytes: usize, wait: Duration) -> Vec<Message> {
        let runtime = self.connection.runtime;
        let pulled = self
            .consumer()
            .and_then(|consumer| runtime.block_on(Connection::pull(&consumer, max, bytes, wait)));
        pulled.unwrap_or_else(|cause| {
            let (server, name) = (&self.connection.server, self.role.name());
            tracing::debug!("{server}: no {name}: {cause}");
            self.consumer = None;
            self.connection.wait(wait.min(PAUSE));
            Vec::new()
        })
    }
}

/// The driver's end.
pub struct JetStreamDispatch {
    connection: Arc<Connection>,
    reports: StreamReader,
    dead: StreamReader,
    /// When the dead letters were read.
    last_look: Option<Instant>,
}

/// The server's notice that a message was delivered too often.
#[derive(Deserialize)]
struct Advisory {
    stream_seq: u64,
    deliveries: u64,
}

impl JetStreamDispatch {
    /// The jobs that were delivered too often.
    fn dead_letters(&mut self) -> Vec<Box<dyn Receipt>> {
        if self
            .last_look
            .is_some_and(|last| last.elapsed() < LOOK_EVERY)
        {
            return Vec::new();
        }
        self.last_look = Some(Instant::now());
        let mut receipts: Vec<Box<dyn Receipt>> = Vec::new();
        let connection = &self.connection;
        for message in self.dead.read(LETTERS, BYTES_AT_ONCE, Duration::ZERO) {
            let found = match serde_json::from_slice::<Advisory>(&message.payload) {
                Ok(advisory) => {
                    let stored = connection.stored_job(advisory.stream_seq);
                    connection.runtime.block_on(stored).map(|payload| {
                        let job: Option<Job> = serde_json::from_slice(&payload?).ok();
                        Some((job?, advisory))
                    })
                }
                Err(_) => Ok(None),
            };
            match found {
                Ok(Some((job, advisory))) => receipts.push(Box::new(JetStreamReceipt {
                    connection: Arc::clone(connection),
                    delivery: message,
                    place: Some(advisory.stream_seq),
                    message: DriverMessage::DeadLetter(DeadLetter {
                        campaign: job.campaign,
                        job: job.number,
                        deliveries: advisory.deliveries,
                    }),
                })),
                // The job was answered meanwhile, or nobody can read it.
                Ok(None) => drop(connection.runtime.block_on(message.ack())),
                // It is delivered again.
                Err(cause) => tracing::debug!("{}: {cause}", connection.server),
            }
        }
        receipts
    }
}

impl Dispatch for JetStreamDispatch {
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError> {
        let mut messages = Vec::with_capacity(jobs.len());
        for job in jobs {
            let payload = serde_json::to_vec(job);
            let payload = payload.map_err(|error| self.connection.failed("write a job", error))?;
            messages.push(Letter {
                subject: self.connection.job_subject(job),
                payload: payload.into(),
            });
        }
        self.connection.publish(StreamRole::Jobs, messages)
    }

    fn clear(&mut self, campaign: &str) -> Result<(), QueueError> {
        let connection = &self.connection;
        connection.persist("drop jobs", || {
            connection
                .runtime
                .block_on(connection.remove_jobs(campaign))
        })
    }

    fn reports(&mut self, max: usize, wait: Duration) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let connection = Arc::clone(&self.connection);
        let limit = connection.context.client().server_info().max_payload;
        let bytes = BYTES_AT_ONCE.max(limit.saturating_mul(2));
        let mut receipts = Vec::new();
        for message in self.reports.read(max, bytes, wait) {
            match serde_json::from_slice(&message.payload) {
                Ok(report) => receipts.push(Box::new(JetStreamReceipt {
                    connection: Arc::clone(&connection),
                    delivery: message,
                    place: None,
                    message: DriverMessage::Report(report),
                }) as Box<dyn Receipt>),
                Err(error) => {
                    tracing::warn!("a message on {} is dropped: {error}", message.subject);
                    // If this fails, the message is delivered and ended again.
                    let _ = connection.runtime.block_on(message.ack_with(AckKind::Term));
                }
            }
        }
        receipts.extend(self.dead_letters());
        Ok(receipts)
    }

    fn workers(&mut self) -> usize {
        let connection = &self.connection;
        let found = connection.runtime.block_on(connection.present());
        found.unwrap_or_else(|cause| {
            tracing::debug!("{}: no count of workers: {cause}", connection.server);
            0
        })
    }
}

struct JetStreamReceipt {
    connection: Arc<Connection>,
    delivery: Message,
    /// The place of the job in its stream, where it is dead.
    place: Option<u64>,
    message: DriverMessage,
}

impl Receipt for JetStreamReceipt {
    fn message(&self) -> &DriverMessage {
        &self.message
    }

    fn acknowledge(self: Box<Self>) -> Result<(), QueueError> {
        let connection = &self.connection;
        // If this fails, the message comes again and changes nothing, and the job stays until it is
        // cleared.
        connection.runtime.block_on(async {
            if let Some(place) = self.place {
                let _ = connection.remove_job(place).await;
            }
            let _ = self.delivery.ack().await;
        });
        Ok(())
    }
}

/// A worker's end.
pub struct JetStreamSupply {
    jobs: StreamReader,
    presence: JoinHandle<()>,
}

impl Drop for JetStreamSupply {
    fn drop(&mut self) {
        self.presence.abort();
    }
}

impl Supply for JetStreamSupply {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let Some(message) = self.jobs.read(1, 0, wait).pop() else {
            return Ok(None);
        };
        let connection = Arc::clone(&self.jobs.connection);
        let job: Job = match serde_json::from_slice(&message.payload) {
            Ok(job) => job,
            Err(error) => {
                let put_back = message.ack_with(AckKind::Nak(Some(PUT_BACK)));
                // If this fails, the server takes it back by itself.
                let _ = connection.runtime.block_on(put_back);
                return Err(QueueError::Unreadable(error.to_string()));
            }
        };
        let message = Arc::new(message);
        let heard = Arc::clone(&message);
        let heartbeat = connection.runtime.spawn(async move {
            loop {
                tokio::time::sleep(HEARTBEAT).await;
                // If a heartbeat fails, the next may succeed.
                let _ = heard.ack_with(AckKind::Progress).await;
            }
        });
        Ok(Some(Box::new(JetStreamLease {
            connection,
            message,
            job,
            heartbeat,
            is_finished: false,
        })))
    }
}

struct JetStreamLease {
    connection: Arc<Connection>,
    message: Arc<Message>,
    job: Job,
    heartbeat: JoinHandle<()>,
    is_finished: bool,
}

impl JetStreamLease {
    /// Returns the job to the queue.
    fn put_back(&self, delay: Option<Duration>) {
        self.connection.runtime.block_on(async {
            // If this fails, the server takes the job back by itself.
            let _ = self.message.ack_with(AckKind::Nak(delay)).await;
            let client = self.message.context.client();
            let _ = tokio::time::timeout(TIMEOUT, client.flush()).await;
        });
    }
}

impl Lease for JetStreamLease {
    fn job(&self) -> &Job {
        &self.job
    }

    fn finish(mut self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        let connection = Arc::clone(&self.connection);
        let payload = serde_json::to_vec(report)
            .map_err(|error| connection.failed("write a report", error))?;
        let letter = Letter {
            subject: connection.subject("reports"),
            payload: payload.into(),
        };
        connection.publish(StreamRole::Reports, vec![letter])?;
        self.is_finished = true;
        if report.failure().is_some() {
            let delivered = self.message.info().map_or(1, |info| info.delivered);
            let doublings = delivered.clamp(1, 16) as u32 - 1;
            let delay = FIRST_DELAY.saturating_mul(1 << doublings);
            self.put_back(Some(delay.min(LONGEST_DELAY)));
            return Ok(());
        }
        // The report is stored. If the job cannot be acknowledged, it is done again and the ledger
        // ignores the second report.
        if let Err(error) = connection.runtime.block_on(self.message.double_ack()) {
            tracing::debug!("{}: job {}: {error}", connection.server, report.job);
        }
        Ok(())
    }
}

impl Drop for JetStreamLease {
    fn drop(&mut self) {
        self.heartbeat.abort();
        if !self.is_finished {
            self.put_back(None);
        }
    }
}
