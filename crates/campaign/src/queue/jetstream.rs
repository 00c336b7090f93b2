//! A queue on a NATS server with JetStream.
//!
//! A queue has a game, a name and three work-queue streams, which keep each message until it is
//! acknowledged: one of jobs, with a durable consumer that all workers pull from, one of reports,
//! with a durable consumer for the driver, and one of the server's notices that a job was delivered
//! too often. A worker sends heartbeats during a job, stores its report, and then acknowledges the
//! job until the server confirms it. The driver acknowledges a report after the ledger has recorded
//! it.
//!
//! A report is sent to a subject that ends in the worker's identity: the public part of its key, or
//! the name of its user. The server's permissions let each worker send to its own subject alone, so
//! that the driver knows from the subject who has sent a report.
//!
//! Both ends survive a restart of the server: failed operations are retried, missing streams are
//! created again, and the driver publishes lost jobs again.

mod connection;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use solveig_game::Game;
use tokio::task::JoinHandle;

pub use self::connection::{Access, new_key};
use self::connection::{Connection, FORMAT, PAUSE, StreamRole, TIMEOUT, format_of, plain};
use super::{Dispatch, Lease, QueueError, Receipt, Supply, Undelivered};
use crate::job::{Job, JobReport};

/// The interval of heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// How long a message that cannot be read stays with the server before it is delivered again.
const PUT_BACK: Duration = Duration::from_secs(10);

/// The longest part of a worker's name behind its identity.
const LONGEST_NAME: usize = 64;

/// The driver's end of a queue.
///
/// # Errors
///
/// Fails if the server cannot be reached, has no JetStream, or refuses access.
pub fn dispatch<G: Game>(access: &Access, game: &G) -> Result<JetStreamDispatch, QueueError> {
    let connection = Arc::new(Connection::connect(access, game, StreamRole::Reports)?);
    let made = connection.runtime.block_on(connection.set_up());
    made.map_err(|cause| connection.failed("use JetStream", cause))?;
    Ok(JetStreamDispatch {
        reports: StreamReader::new(&connection, StreamRole::Reports)?,
        undelivered: StreamReader::new(&connection, StreamRole::Undelivered)?,
        published: 0,
        // Part of message identifiers: the server drops duplicates from retries, but not jobs that
        // another run publishes again.
        started: std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos()),
        connection,
    })
}

/// A worker's end of a queue. Where the server knows nobody, `name` is the worker's identity.
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
    let identity = connection.identity.clone().unwrap_or_else(|| plain(name));
    let dismissed = Arc::new(AtomicBool::new(false));
    let listening = connection.runtime.spawn({
        let subject = connection.subject("dismissed", Some(&identity));
        let (client, dismissed) = (connection.context.client(), Arc::clone(&dismissed));
        async move {
            // A worker that may not listen works on, and what it says is refused.
            if let Ok(mut notices) = client.subscribe(subject).await
                && notices.next().await.is_some()
            {
                dismissed.store(true, Ordering::Relaxed);
            }
        }
    });
    Ok(JetStreamSupply {
        jobs: StreamReader::new(&connection, StreamRole::Jobs)?,
        identity,
        dismissed,
        listening,
    })
}

/// What came with a message.
enum Content<T> {
    Read(T),
    /// It was put back: why it could not be read.
    PutBack(String),
    /// It was ended, since it is no message of any format.
    Ended,
}

/// Decodes a message. One of another format is put back, for a program that knows it.
async fn decode<T: DeserializeOwned>(message: &Message) -> Content<T> {
    let format = format_of(message);
    let problem = match serde_json::from_slice(&message.payload) {
        Ok(read) if format == FORMAT => return Content::Read(read),
        _ if format != FORMAT => {
            format!("a message of format {format}, and this program reads format {FORMAT}")
        }
        Ok(_) => return Content::Ended,
        Err(error) => {
            tracing::warn!("a message on {} is dropped: {error}", message.subject);
            // If this fails, the message is delivered and ended again.
            let _ = message.ack_with(AckKind::Term).await;
            return Content::Ended;
        }
    };
    // If this fails, the server takes it back by itself.
    let _ = message.ack_with(AckKind::Nak(Some(PUT_BACK))).await;
    Content::PutBack(problem)
}

/// The end of a stream that a driver or a worker reads.
struct StreamReader {
    connection: Arc<Connection>,
    role: StreamRole,
    /// `None` after an error: the server may have lost it.
    consumer: Option<PullConsumer>,
}

impl StreamReader {
    fn new(connection: &Arc<Connection>, role: StreamRole) -> Result<Self, QueueError> {
        let mut reader = Self {
            connection: Arc::clone(connection),
            role,
            consumer: None,
        };
        let made = reader.consumer();
        made.map_err(|cause| connection.failed("use JetStream", cause))?;
        Ok(reader)
    }

    fn consumer(&mut self) -> Result<PullConsumer, String> {
        if let Some(consumer) = &self.consumer {
            return Ok(consumer.clone());
        }
        let made = self.connection.runtime.block_on(async {
            // The driver also makes the stream that it writes.
            self.connection.stream(StreamRole::Jobs).await?;
            self.connection.consumer(self.role).await
        })?;
        Ok(self.consumer.insert(made).clone())
    }

    /// Waits up to `wait` for messages, and returns at most `most` of them; none if the server
    /// cannot be reached, since it may come back.
    fn read(&mut self, most: usize, wait: Duration) -> Vec<Message> {
        let runtime = self.connection.runtime;
        let pulled = self
            .consumer()
            .and_then(|consumer| runtime.block_on(Connection::pull(&consumer, most, wait)));
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
    undelivered: StreamReader,
    published: u64,
    started: u128,
}

/// The server's notice that it delivers a message no more.
#[derive(Deserialize)]
struct Advisory {
    stream_seq: u64,
    deliveries: u64,
}

impl Dispatch for JetStreamDispatch {
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError> {
        let mut messages = Vec::with_capacity(jobs.len());
        for job in jobs {
            self.published += 1;
            let (campaign, number) = (&job.campaign, job.number);
            let id = format!("{campaign}.{number}.{:x}.{}", self.started, self.published);
            let payload = serde_json::to_vec(job);
            let payload = payload.map_err(|error| self.connection.failed("write a job", error))?;
            messages.push((id, payload));
        }
        let subject = self.connection.subject("jobs", None);
        self.connection
            .publish(StreamRole::Jobs, &subject, messages)
    }

    fn reports(
        &mut self,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let messages = self.reports.read(most, wait);
        let connection = &self.connection;
        let receipts = messages.into_iter().filter_map(|message| {
            let subject = message.subject.to_string();
            let mut report: JobReport = match connection.runtime.block_on(decode(&message)) {
                Content::Read(report) => report,
                Content::PutBack(problem) => {
                    tracing::warn!("a report on {subject} is put back: {problem}");
                    return None;
                }
                Content::Ended => return None,
            };
            // The server has let only this identity send to this subject.
            let identity = subject.rsplit('.').next().unwrap_or_default();
            report.worker = worker_name(identity, &report.worker);
            Some(Box::new(JetStreamReceipt {
                connection: Arc::clone(connection),
                message,
                report,
            }) as Box<dyn Receipt>)
        });
        Ok(receipts.collect())
    }

    fn unfinished(&mut self) -> Result<u64, QueueError> {
        let connection = Arc::clone(&self.connection);
        connection.persist("ask for what is left", || {
            connection.runtime.block_on(async {
                let stream = connection.stream(StreamRole::Jobs).await?;
                let info = stream.get_info().await.map_err(|error| error.to_string())?;
                Ok(info.state.messages)
            })
        })
    }

    fn undelivered(&mut self) -> Result<Vec<Undelivered>, QueueError> {
        const MOST: usize = 100;
        let connection = Arc::clone(&self.connection);
        let mut lost = Vec::new();
        for notice in self.undelivered.read(MOST, Duration::ZERO) {
            let advisory: Option<Advisory> = serde_json::from_slice(&notice.payload).ok();
            let found = advisory.map_or(Ok(None), |advisory| {
                connection.runtime.block_on(give_up(&connection, &advisory))
            });
            match found {
                Ok(found) => lost.extend(found),
                // The notice comes again.
                Err(cause) => {
                    let server = &connection.server;
                    tracing::warn!("{server}: cannot read a job that was given up: {cause}");
                    continue;
                }
            }
            let _ = connection.runtime.block_on(notice.ack());
        }
        Ok(lost)
    }

    fn dismiss(&mut self, identity: &str) {
        let subject = self.connection.subject("dismissed", Some(&plain(identity)));
        let client = self.connection.context.client();
        // Workers that do not hear it are told again after their next report.
        let _ = self
            .connection
            .runtime
            .block_on(client.publish(subject, "".into()));
    }
}

/// Removes the job that an advisory is about from its stream; `None` if it is not there.
async fn give_up(
    connection: &Connection,
    advisory: &Advisory,
) -> Result<Option<Undelivered>, String> {
    use async_nats::jetstream::stream::RawMessageErrorKind;
    let jobs = connection.stream(StreamRole::Jobs).await?;
    let message = match jobs.get_raw_message(advisory.stream_seq).await {
        Ok(message) => message,
        Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let deleted = jobs.delete_message(advisory.stream_seq).await;
    deleted.map_err(|error| error.to_string())?;
    let job: Option<Job> = serde_json::from_slice(&message.payload).ok();
    Ok(job.map(|job| Undelivered {
        campaign: job.campaign,
        job: job.number,
        deliveries: advisory.deliveries,
    }))
}

/// The name under which the ledger has a worker: its identity, and what it calls itself.
fn worker_name(identity: &str, own: &str) -> String {
    if plain(own) == identity {
        return identity.to_owned();
    }
    let own: String = own.chars().take(LONGEST_NAME).collect();
    format!("{identity}/{own}")
}

struct JetStreamReceipt {
    connection: Arc<Connection>,
    message: Message,
    report: JobReport,
}

impl Receipt for JetStreamReceipt {
    fn report(&self) -> &JobReport {
        &self.report
    }

    fn acknowledge(self: Box<Self>) -> Result<(), QueueError> {
        // If this fails, the report is delivered again, and the ledger ignores it.
        if let Err(error) = self.connection.runtime.block_on(self.message.ack()) {
            tracing::debug!(
                "{}: report {}: {error}",
                self.connection.server,
                self.report.job
            );
        }
        Ok(())
    }
}

/// A worker's end.
pub struct JetStreamSupply {
    jobs: StreamReader,
    identity: String,
    /// Set when the driver has said that it trusts this identity no longer.
    dismissed: Arc<AtomicBool>,
    listening: JoinHandle<()>,
}

impl Drop for JetStreamSupply {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Supply for JetStreamSupply {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        if self.dismissed.load(Ordering::Relaxed) {
            return Err(QueueError::Dismissed {
                identity: self.identity.clone(),
            });
        }
        let Some(message) = self.jobs.read(1, wait).pop() else {
            return Ok(None);
        };
        let runtime = self.jobs.connection.runtime;
        let job: Job = match runtime.block_on(decode(&message)) {
            Content::Read(job) => job,
            Content::PutBack(problem) => return Err(QueueError::Format(problem)),
            Content::Ended => return Ok(None),
        };
        let connection = Arc::clone(&self.jobs.connection);
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
            identity: self.identity.clone(),
            message,
            job,
            heartbeat,
            finished: false,
        })))
    }
}

struct JetStreamLease {
    connection: Arc<Connection>,
    identity: String,
    message: Arc<Message>,
    job: Job,
    heartbeat: JoinHandle<()>,
    finished: bool,
}

impl Lease for JetStreamLease {
    fn job(&self) -> &Job {
        &self.job
    }

    fn finish(mut self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        let connection = Arc::clone(&self.connection);
        let payload = serde_json::to_vec(report)
            .map_err(|error| connection.failed("write a report", error))?;
        let identity = &self.identity;
        // A job that is published or delivered again may fail again, which is another report.
        let info = self.message.info();
        let times = info.map_or((0, 0), |info| (info.stream_sequence, info.delivered));
        let (campaign, worker) = (&report.campaign, &report.worker);
        let id = format!("{campaign}.{}.{identity}.{worker}.{times:?}", report.job);
        let subject = connection.subject("reports", Some(identity));
        connection.publish(StreamRole::Reports, &subject, vec![(id, payload)])?;
        self.finished = true;
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
        if !self.finished {
            let message = Arc::clone(&self.message);
            self.connection.runtime.block_on(async {
                // If this fails, the server takes the job back after `ACK_WAIT`.
                let _ = message.ack_with(AckKind::Nak(None)).await;
                let client = message.context.client();
                let _ = tokio::time::timeout(TIMEOUT, client.flush()).await;
            });
        }
    }
}
