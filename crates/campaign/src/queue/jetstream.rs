//! A queue on a NATS server with JetStream.
//!
//! A queue has a game, a name and three streams. Two are work queues, which keep each message until
//! it is acknowledged: one of jobs, with a durable consumer that all workers pull from, and one of
//! reports, with a durable consumer for the driver. The third keeps reports that no driver could
//! read. A worker sends heartbeats during a job, stores its report, and then acknowledges the job
//! until the server confirms it. The driver acknowledges a report after the ledger has recorded it.
//!
//! A job is sent to a subject that ends in its campaign and its number, of which the stream keeps
//! one message at most: a job that is published again is in the queue once, and the server can say
//! which jobs it has.
//!
//! A report is sent to a subject that ends in the worker's identity: the public part of its key, or
//! the name of its user. The server's permissions let each worker send to its own subject alone, so
//! that the driver knows from the subject who has sent a report. The stream keeps a limited number
//! of each subject.
//!
//! A worker that gets a job for the second time or later reports that first. If the job kills its
//! workers, the driver so learns with whom it came to nothing.
//!
//! Both ends survive a restart of the server: failed operations are retried, missing streams are
//! created again, and the driver publishes lost jobs again.

mod connection;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::{StreamExt, TryStreamExt};
use hashbrown::HashSet;
use serde::de::DeserializeOwned;
use solveig_game::Game;
use tokio::task::JoinHandle;

pub use self::connection::{Access, new_key};
use self::connection::{
    Connection, FORMAT, Outgoing, PAUSE, StreamRole, TIMEOUT, format_of, plain,
};
use super::{Dispatch, Lease, QueueError, Receipt, Supply};
use crate::job::{Job, JobReport, VERSION};

/// The interval of heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// How long a message that cannot be read stays with the server before it is delivered again.
const PUT_BACK: Duration = Duration::from_secs(2);

/// How often a report of another format is delivered before it goes to the dead letters.
const READ_TRIES: i64 = 5;

/// The most bytes of reports that are taken at once, or two messages of the server's limit if that
/// is more.
const BYTES_AT_ONCE: usize = 32 << 20;

/// The longest reason of a dismissal that a worker shows, in characters.
const LONGEST_REASON: usize = 200;

/// The driver's end of a queue.
///
/// # Errors
///
/// Fails if the server cannot be reached, has no JetStream, or refuses access.
pub fn dispatch<G: Game>(access: &Access, game: &G) -> Result<JetStreamDispatch, QueueError> {
    let connection = Arc::new(Connection::connect(access, game, StreamRole::Reports)?);
    let mut reports = StreamReader::new(&connection, StreamRole::Reports);
    let made = reports.consumer();
    made.map_err(|cause| connection.failed("use JetStream", cause))?;
    Ok(JetStreamDispatch {
        reports,
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
    let found = connection.runtime.block_on(connection.workers());
    let found = found.map_err(|cause| connection.failed("use JetStream", cause))?;
    if found.is_none() {
        tracing::warn!("{}: no driver has made this queue yet", connection.server);
    }
    let identity = connection.identity.clone().unwrap_or_else(|| plain(name));
    let dismissed = Arc::new(OnceLock::new());
    let listening = connection.runtime.spawn({
        let subject = connection.subject("dismissed", Some(&identity));
        let (client, dismissed) = (connection.context.client(), Arc::clone(&dismissed));
        async move {
            // A worker that may not listen works on, and what it says is refused.
            if let Ok(mut notices) = client.subscribe(subject).await
                && let Some(notice) = notices.next().await
            {
                let reason = String::from_utf8_lossy(&notice.payload);
                let shown = reason.chars().filter(|letter| !letter.is_control());
                // It is heard once.
                let _ = dismissed.set(shown.take(LONGEST_REASON).collect());
            }
        }
    });
    Ok(JetStreamSupply {
        jobs: StreamReader::new(&connection, StreamRole::Jobs),
        identity,
        dismissed,
        listening,
    })
}

/// What came with a message.
enum Content<T> {
    Read(T),
    /// Why it cannot be read: it has another format.
    OtherFormat(String),
    /// It was ended, since it is no message of any format.
    Ended,
}

/// Decodes a message.
async fn decode<T: DeserializeOwned>(message: &Message) -> Content<T> {
    let format = format_of(message);
    if format != FORMAT {
        let problem =
            format!("a message of format {format}, and this program reads format {FORMAT}");
        return Content::OtherFormat(problem);
    }
    match serde_json::from_slice(&message.payload) {
        Ok(read) => Content::Read(read),
        Err(error) => {
            tracing::warn!("a message on {} is dropped: {error}", message.subject);
            // If this fails, the message is delivered and ended again.
            let _ = message.ack_with(AckKind::Term).await;
            Content::Ended
        }
    }
}

/// Puts a message back, for a program that knows its format.
async fn put_back(message: &Message) {
    // If this fails, the server takes it back by itself.
    let _ = message.ack_with(AckKind::Nak(Some(PUT_BACK))).await;
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
        let made = connection.runtime.block_on(async {
            match self.role {
                // Only the driver makes streams.
                StreamRole::Jobs => {
                    let found = connection.workers().await?;
                    found.ok_or_else(|| "no driver has made this queue yet".to_owned())
                }
                _ => connection.set_up().await,
            }
        })?;
        Ok(self.consumer.insert(made).clone())
    }

    /// Waits up to `wait` for messages, and returns at most `most` of about `bytes` in all; none if
    /// the server cannot be reached, since it may come back.
    fn read(&mut self, most: usize, bytes: usize, wait: Duration) -> Vec<Message> {
        let runtime = self.connection.runtime;
        let pulled = self
            .consumer()
            .and_then(|consumer| runtime.block_on(Connection::pull(&consumer, most, bytes, wait)));
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
    published: u64,
    started: u128,
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
            messages.push(Outgoing {
                subject: self.connection.job_subject(campaign, &number.to_string()),
                id,
                note: None,
                payload: payload.into(),
            });
        }
        self.connection.publish(StreamRole::Jobs, messages)
    }

    fn reports(
        &mut self,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let connection = Arc::clone(&self.connection);
        let limit = connection.context.client().server_info().max_payload;
        let bytes = BYTES_AT_ONCE.max(limit.saturating_mul(2));
        let mut receipts: Vec<Box<dyn Receipt>> = Vec::new();
        for message in self.reports.read(most, bytes, wait) {
            let mut report: JobReport = match connection.runtime.block_on(decode(&message)) {
                Content::Read(report) => report,
                Content::OtherFormat(problem) => {
                    set_aside(&connection, &message, &problem)?;
                    continue;
                }
                Content::Ended => continue,
            };
            // The server has let only this identity send to this subject.
            let identity = message.subject.rsplit('.').next().unwrap_or_default();
            report.worker = worker_name(identity, &report.worker);
            receipts.push(Box::new(JetStreamReceipt {
                connection: Arc::clone(&connection),
                message,
                report,
            }));
        }
        Ok(receipts)
    }

    fn unfinished(&mut self, campaign: &str) -> Result<HashSet<u64>, QueueError> {
        let connection = Arc::clone(&self.connection);
        let filter = connection.job_subject(campaign, "*");
        connection.persist("ask for what is left", || {
            connection.runtime.block_on(async {
                let stream = connection.stream(StreamRole::Jobs).await?;
                let subjects = stream.info_with_subjects(&filter).await;
                let mut subjects = subjects.map_err(|error| error.to_string())?;
                let mut numbers = HashSet::new();
                while let Some((subject, _)) = subjects
                    .try_next()
                    .await
                    .map_err(|error| error.to_string())?
                {
                    let last = subject.rsplit('.').next();
                    numbers.extend(last.and_then(|number| number.parse::<u64>().ok()));
                }
                Ok(numbers)
            })
        })
    }

    fn withdraw(&mut self, campaign: &str, job: u64) -> Result<(), QueueError> {
        let subject = self.connection.job_subject(campaign, &job.to_string());
        let connection = &self.connection;
        connection.persist("withdraw a job", || {
            let purged = connection.purge(StreamRole::Jobs, &subject);
            connection.runtime.block_on(purged)
        })
    }

    fn dismiss(&mut self, identity: &str, reason: &str) {
        let subject = self.connection.subject("dismissed", Some(&plain(identity)));
        let client = self.connection.context.client();
        // Workers that do not hear it are told again after their next report.
        let _ = self
            .connection
            .runtime
            .block_on(client.publish(subject, reason.to_owned().into()));
    }

    fn discard_reports(&mut self, identity: &str) {
        let subject = self.connection.subject("reports", Some(&plain(identity)));
        let purged = self.connection.purge(StreamRole::Reports, &subject);
        // If this fails, they are refused one by one.
        if let Err(cause) = self.connection.runtime.block_on(purged) {
            tracing::debug!("{}: {cause}", self.connection.server);
        }
    }
}

/// Puts a report of another format back, and after some tries among the dead letters.
fn set_aside(connection: &Connection, message: &Message, problem: &str) -> Result<(), QueueError> {
    let subject = &message.subject;
    let (tries, place) = message
        .info()
        .map_or((1, 0), |info| (info.delivered, info.stream_sequence));
    if tries < READ_TRIES {
        tracing::warn!("a report on {subject} is put back: {problem}");
        connection.runtime.block_on(put_back(message));
        return Ok(());
    }
    tracing::warn!("a report on {subject} goes to the dead letters: {problem}");
    let letter = Outgoing {
        subject: connection.subject("dead", None),
        id: format!("{subject}.{place}"),
        note: Some(format!("{subject}: {problem}")),
        payload: message.payload.clone(),
    };
    connection.publish(StreamRole::DeadLetters, vec![letter])?;
    // If this fails, the letter is delivered again, and stored once.
    let _ = connection.runtime.block_on(message.ack_with(AckKind::Term));
    Ok(())
}

/// The name under which the ledger has a worker: its identity, and what it calls itself.
fn worker_name(identity: &str, own: &str) -> String {
    if plain(own) == identity {
        return identity.to_owned();
    }
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
    /// Why the driver has dismissed this identity, once it has.
    dismissed: Arc<OnceLock<String>>,
    listening: JoinHandle<()>,
}

impl Drop for JetStreamSupply {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Supply for JetStreamSupply {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        if let Some(reason) = self.dismissed.get() {
            return Err(QueueError::Dismissed {
                identity: self.identity.clone(),
                reason: reason.clone(),
            });
        }
        let Some(message) = self.jobs.read(1, 0, wait).pop() else {
            return Ok(None);
        };
        let runtime = self.jobs.connection.runtime;
        let job: Job = match runtime.block_on(decode(&message)) {
            Content::Read(job) => job,
            Content::OtherFormat(problem) => {
                runtime.block_on(put_back(&message));
                return Err(QueueError::Format(problem));
            }
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
        let lease = JetStreamLease {
            connection,
            identity: self.identity.clone(),
            message,
            job,
            heartbeat,
            finished: false,
        };
        let before = lease.message.info().map_or(0, |info| info.delivered - 1);
        if before > 0 {
            lease.report(&JobReport {
                campaign: lease.job.campaign.clone(),
                job: lease.job.number,
                worker: self.identity.clone(),
                version: VERSION.to_owned(),
                seconds: 0.0,
                waited: 0.0,
                answers: Vec::new(),
                failure: Some(format!("delivered {before} times without a report")),
                begun: true,
            })?;
        }
        Ok(Some(Box::new(lease)))
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

impl JetStreamLease {
    /// Stores a report.
    fn report(&self, report: &JobReport) -> Result<(), QueueError> {
        let (connection, identity) = (&self.connection, &self.identity);
        let payload = serde_json::to_vec(report)
            .map_err(|error| connection.failed("write a report", error))?;
        // A job that is published or delivered again may fail again, which is another report.
        let info = self.message.info();
        let times = info.map_or((0, 0), |info| (info.stream_sequence, info.delivered));
        let (campaign, worker, begun) = (&report.campaign, &report.worker, report.begun);
        let message = Outgoing {
            subject: connection.subject("reports", Some(identity)),
            id: format!(
                "{campaign}.{}.{identity}.{worker}.{times:?}.{begun}",
                report.job
            ),
            note: None,
            payload: payload.into(),
        };
        connection.publish(StreamRole::Reports, vec![message])
    }
}

impl Lease for JetStreamLease {
    fn job(&self) -> &Job {
        &self.job
    }

    fn finish(mut self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        self.report(report)?;
        self.finished = true;
        // The report is stored. If the job cannot be acknowledged, it is done again and the ledger
        // ignores the second report.
        let connection = &self.connection;
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
