//! A queue on a NATS server with JetStream.
//!
//! There are two streams for each queue, which has a game and a name, both of which keep a message
//! until it is acknowledged: one of jobs, with a durable consumer that all workers pull from, and
//! one of reports, with one for the driver. A worker says again and again that it is at a job,
//! stores its report, and then acknowledges the job until the server confirms it; the driver
//! acknowledges a report when the ledger has it. Who may connect, and what he may do, is the
//! server's business.
//!
//! Both ends outlive the server: what cannot be done is tried again, streams that are gone are made
//! anew, and the driver hands out again what the server has lost.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, AckKind, Context, Message};
use async_nats::{ConnectOptions, HeaderMap, ServerAddr};
use backon::{BlockingRetryable, ExponentialBuilder};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use solveig_game::Game;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use super::{Dispatch, Lease, QueueError, Receipt, Supply};
use crate::job::{Job, JobReport};

/// A worker that is not heard of for so long loses its job.
const ACK_WAIT: Duration = Duration::from_secs(12);

/// How often a worker is heard of.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// How long the server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How long, the pauses together, what a server does not do is tried again.
const PERSISTENCE: Duration = Duration::from_secs(600);

/// How long to wait before that for the first time.
const PAUSE: Duration = Duration::from_millis(500);

/// How long to wait before that at most. Then up to as much again, at random, so that workers do
/// not all come back at once.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Jobs that may be with workers at one time.
const AT_WORK: i64 = 1_000_000;

/// Where the server is, and how to be let in.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its address, as in `nats://host:4222`, `tls://host:4222` or `tls://user:password@host:4222`.
    pub server: String,
    /// What tells this campaign's jobs from those of others of the same game on this server.
    /// Letters and digits stay as they are in the names of streams, all else becomes a dash.
    pub queue: String,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that vouches for the server.
    pub authority: Option<PathBuf>,
}

/// The driver's end of a queue.
///
/// # Errors
///
/// Fails if there is no server, it has no JetStream, or it does not let us in.
pub fn dispatch<G: Game>(access: &Access, game: &G) -> Result<JetStreamDispatch, QueueError> {
    let line = Connection::connect(access, game, StreamRole::Reports)?;
    let mut dispatch = JetStreamDispatch {
        consumer: None,
        published: 0,
        // What tells a message that is sent once more from one that was meant to be sent again.
        started: std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos()),
        line: Arc::new(line),
    };
    dispatch.consumer()?;
    Ok(dispatch)
}

/// A worker's end of a queue.
///
/// # Errors
///
/// Fails if there is no server, it has no JetStream, or it does not let us in.
pub fn supply<G: Game>(access: &Access, game: &G) -> Result<JetStreamSupply, QueueError> {
    let line = Arc::new(Connection::connect(access, game, StreamRole::Jobs)?);
    let mut supply = JetStreamSupply {
        line,
        consumer: None,
    };
    supply.consumer()?;
    Ok(supply)
}

/// An address as it is shown: without who connects, and his password.
fn without_user(server: &str) -> String {
    let parts = server.split_once("://").zip(server.rsplit_once('@'));
    parts.map_or_else(
        || server.to_owned(),
        |((scheme, _), (_, host))| format!("{scheme}://{host}"),
    )
}

/// The threads that talk with servers, for all ends in this process.
fn runtime() -> Result<&'static Runtime, QueueError> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let start = || {
        Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())
    };
    RUNTIME.get_or_init(start).as_ref().map_err(|cause| {
        QueueError::Closed(format!("no thread can be started for the network: {cause}"))
    })
}

/// One of the two streams.
#[derive(Clone, Copy)]
enum StreamRole {
    Jobs,
    Reports,
}

impl StreamRole {
    const fn name(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Reports => "reports",
        }
    }

    const fn reader(self) -> &'static str {
        match self {
            Self::Jobs => "workers",
            Self::Reports => "driver",
        }
    }
}

/// A connection with a server about one game.
struct Connection {
    runtime: &'static Runtime,
    context: Context,
    server: String,
    /// The game's spec, in letters that names may have.
    game: String,
    /// The name of the queue, in the same letters.
    name: String,
}

impl Connection {
    /// A connection for the end that reads what comes on `role`. What the server sends to it goes
    /// to a place of its own, so that workers can be kept from listening to what the driver is
    /// sent.
    fn connect<G: Game>(access: &Access, game: &G, role: StreamRole) -> Result<Self, QueueError> {
        let runtime = runtime()?;
        let shown = without_user(&access.server);
        let failed = |action| {
            let server = shown.clone();
            move |cause: String| QueueError::Server {
                server,
                action,
                cause,
            }
        };
        let client = runtime
            .block_on(async {
                let address: ServerAddr = access
                    .server
                    .parse()
                    .map_err(|error: std::io::Error| error.to_string())?;
                let mut options = ConnectOptions::new()
                    .connection_timeout(TIMEOUT)
                    .custom_inbox_prefix(format!("_INBOX.{}", role.reader()))
                    .ping_interval(Duration::from_secs(10))
                    .request_timeout(Some(TIMEOUT));
                if let (Some(user), Some(password)) = (address.username(), address.password()) {
                    options = options.user_and_password(user.to_owned(), password.to_owned());
                }
                if let Some(credentials) = &access.credentials {
                    options = options
                        .credentials_file(credentials)
                        .await
                        .map_err(|error| format!("{}: {error}", credentials.display()))?;
                }
                if let Some(authority) = &access.authority {
                    options = options.add_root_certificates(authority.clone());
                }
                options
                    .connect(address)
                    .await
                    .map_err(|error| error.to_string())
            })
            .map_err(failed("connect"))?;
        let inside = runtime.enter();
        let mut context = jetstream::new(client);
        drop(inside);
        context.set_timeout(TIMEOUT);
        let plain = |letter: char| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        };
        Ok(Self {
            runtime,
            context,
            server: shown,
            game: game.spec().chars().map(plain).collect(),
            name: access.queue.chars().map(plain).collect(),
        })
    }

    fn subject(&self, role: StreamRole) -> String {
        format!("solveig.{}.{}.{}", self.game, self.name, role.name())
    }

    fn failed(&self, action: &'static str, cause: impl ToString) -> QueueError {
        QueueError::Server {
            server: self.server.clone(),
            action,
            cause: cause.to_string(),
        }
    }

    /// Does what a server may not be ready for, again and again, less and less often.
    fn persist<T>(
        &self,
        action: &'static str,
        attempt: impl FnMut() -> Result<T, String>,
    ) -> Result<T, QueueError> {
        let pauses = ExponentialBuilder::default()
            .with_min_delay(PAUSE)
            .with_max_delay(LONGEST_PAUSE)
            .with_total_delay(Some(PERSISTENCE))
            .without_max_times()
            .with_jitter();
        attempt
            .retry(pauses)
            .notify(|cause, pause| {
                tracing::warn!(
                    "{}: cannot {action}: {cause}; trying again in {pause:.1?}",
                    self.server
                );
            })
            .call()
            .map_err(|cause| self.failed(action, cause))
    }

    async fn stream(&self, role: StreamRole) -> Result<Stream, String> {
        let config = Config {
            name: format!("solveig-{}_{}_{}", self.game, self.name, role.name()),
            subjects: vec![self.subject(role)],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            num_replicas: 1,
            ..Config::default()
        };
        let made = self.context.get_or_create_stream(config).await;
        made.map_err(|error| error.to_string())
    }

    async fn consumer(&self, role: StreamRole) -> Result<PullConsumer, String> {
        let config = pull::Config {
            durable_name: Some(role.reader().to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: AT_WORK,
            ..pull::Config::default()
        };
        let stream = self.stream(role).await?;
        stream
            .get_or_create_consumer(role.reader(), config)
            .await
            .map_err(|error| error.to_string())
    }

    /// Sends a message and waits until the server has stored it.
    fn publish(&self, role: StreamRole, id: &str, payload: Vec<u8>) -> Result<(), QueueError> {
        let payload = bytes::Bytes::from(payload);
        self.persist("publish", || {
            self.runtime.block_on(async {
                let mut headers = HeaderMap::new();
                headers.insert("Nats-Msg-Id", id);
                let sent = self
                    .context
                    .publish_with_headers(self.subject(role), headers, payload.clone())
                    .await;
                let stored = match sent {
                    Ok(sent) => sent.await,
                    Err(error) => Err(error),
                };
                match stored {
                    Ok(_) => Ok(()),
                    Err(error) => {
                        // A stream that is gone is made anew.
                        self.stream(role).await?;
                        Err(error.to_string())
                    }
                }
            })
        })
    }

    /// Asks for messages: `most` of those that there are, or the first that comes within `wait`.
    async fn pull(
        consumer: &PullConsumer,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Message>, String> {
        let mut messages = Vec::new();
        if most > 1 {
            let mut batch = consumer
                .fetch()
                .max_messages(most)
                .messages()
                .await
                .map_err(|error| error.to_string())?;
            while let Some(message) = batch.next().await {
                messages.push(message.map_err(|error| error.to_string())?);
            }
        }
        if messages.is_empty() {
            let mut batch = consumer
                .batch()
                .max_messages(1)
                .expires(wait)
                .messages()
                .await
                .map_err(|error| error.to_string())?;
            // The server ends the batch; if it is gone, we do.
            let patience = wait + TIMEOUT;
            while let Some(message) = tokio::time::timeout(patience, batch.next())
                .await
                .map_err(|_| "no answer".to_owned())?
            {
                messages.push(message.map_err(|error| error.to_string())?);
            }
        }
        Ok(messages)
    }

    /// Reads a message; one that cannot be read is never delivered again.
    async fn read<T: DeserializeOwned>(message: &Message) -> Option<T> {
        match serde_json::from_slice(&message.payload) {
            Ok(read) => Some(read),
            Err(error) => {
                tracing::warn!("a message on {} is dropped: {error}", message.subject);
                // If the server does not hear of it, the message comes again and is dropped again.
                let _ = message.ack_with(AckKind::Term).await;
                None
            }
        }
    }
}

/// The driver's end.
pub struct JetStreamDispatch {
    line: Arc<Connection>,
    consumer: Option<PullConsumer>,
    published: u64,
    started: u128,
}

impl JetStreamDispatch {
    fn consumer(&mut self) -> Result<PullConsumer, QueueError> {
        if let Some(consumer) = &self.consumer {
            return Ok(consumer.clone());
        }
        let line = &self.line;
        let made = line
            .runtime
            .block_on(async {
                line.stream(StreamRole::Jobs).await?;
                line.consumer(StreamRole::Reports).await
            })
            .map_err(|cause| line.failed("use JetStream", cause))?;
        self.consumer = Some(made.clone());
        Ok(made)
    }
}

impl Dispatch for JetStreamDispatch {
    fn publish(&mut self, job: &Job) -> Result<(), QueueError> {
        self.published += 1;
        let id = format!(
            "{}.{}.{:x}.{}",
            job.campaign, job.number, self.started, self.published
        );
        let payload =
            serde_json::to_vec(job).map_err(|error| self.line.failed("write a job", error))?;
        self.line.publish(StreamRole::Jobs, &id, payload)
    }

    fn reports(
        &mut self,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let line = Arc::clone(&self.line);
        let pulled = match self.consumer() {
            Ok(consumer) => line
                .runtime
                .block_on(Connection::pull(&consumer, most, wait)),
            Err(error) => Err(error.to_string()),
        };
        let messages = match pulled {
            Ok(messages) => messages,
            Err(cause) => {
                // The server may come back; reports wait for it with the workers.
                tracing::debug!("{}: no reports: {cause}", line.server);
                self.consumer = None;
                std::thread::sleep(wait.min(PAUSE));
                return Ok(Vec::new());
            }
        };
        let mut receipts: Vec<Box<dyn Receipt>> = Vec::new();
        for message in messages {
            if let Some(report) = line.runtime.block_on(Connection::read(&message)) {
                receipts.push(Box::new(JetStreamReceipt {
                    line: Arc::clone(&line),
                    message,
                    report,
                }));
            }
        }
        Ok(receipts)
    }

    fn unfinished(&mut self) -> Result<u64, QueueError> {
        let line = Arc::clone(&self.line);
        line.persist("ask for what is left", || {
            line.runtime.block_on(async {
                let stream = line.stream(StreamRole::Jobs).await?;
                let info = stream.get_info().await.map_err(|error| error.to_string())?;
                Ok(info.state.messages)
            })
        })
    }
}

struct JetStreamReceipt {
    line: Arc<Connection>,
    message: Message,
    report: JobReport,
}

impl Receipt for JetStreamReceipt {
    fn report(&self) -> &JobReport {
        &self.report
    }

    fn acknowledge(self: Box<Self>) -> Result<(), QueueError> {
        // What the server does not hear of comes again, and the ledger knows it.
        if let Err(error) = self.line.runtime.block_on(self.message.ack()) {
            tracing::debug!("{}: report {}: {error}", self.line.server, self.report.job);
        }
        Ok(())
    }
}

/// A worker's end.
pub struct JetStreamSupply {
    line: Arc<Connection>,
    consumer: Option<PullConsumer>,
}

impl JetStreamSupply {
    fn consumer(&mut self) -> Result<PullConsumer, QueueError> {
        if let Some(consumer) = &self.consumer {
            return Ok(consumer.clone());
        }
        let line = &self.line;
        let made = line
            .runtime
            .block_on(line.consumer(StreamRole::Jobs))
            .map_err(|cause| line.failed("use JetStream", cause))?;
        self.consumer = Some(made.clone());
        Ok(made)
    }
}

impl Supply for JetStreamSupply {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let line = Arc::clone(&self.line);
        let pulled = match self.consumer() {
            Ok(consumer) => line.runtime.block_on(Connection::pull(&consumer, 1, wait)),
            Err(error) => Err(error.to_string()),
        };
        let message = match pulled {
            Ok(messages) => messages.into_iter().next(),
            Err(cause) => {
                tracing::debug!("{}: no jobs: {cause}", line.server);
                self.consumer = None;
                std::thread::sleep(PAUSE);
                None
            }
        };
        let Some(message) = message else {
            return Ok(None);
        };
        let Some(job) = line.runtime.block_on(Connection::read(&message)) else {
            return Ok(None);
        };
        let message = Arc::new(message);
        let heard = Arc::clone(&message);
        let heartbeat = line.runtime.spawn(async move {
            loop {
                tokio::time::sleep(HEARTBEAT).await;
                // If the server is away, the next one may be heard.
                let _ = heard.ack_with(AckKind::Progress).await;
            }
        });
        Ok(Some(Box::new(JetStreamLease {
            line,
            message,
            job,
            heartbeat,
            finished: false,
        })))
    }
}

struct JetStreamLease {
    line: Arc<Connection>,
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
        let line = Arc::clone(&self.line);
        let payload =
            serde_json::to_vec(report).map_err(|error| line.failed("write a report", error))?;
        let id = format!("{}.{}.{}", report.campaign, report.job, report.worker);
        line.publish(StreamRole::Reports, &id, payload)?;
        self.finished = true;
        // The report is stored. If the job cannot be ended it is done again, and the ledger takes
        // one of the reports.
        if let Err(error) = line.runtime.block_on(self.message.double_ack()) {
            tracing::debug!("{}: job {}: {error}", line.server, report.job);
        }
        Ok(())
    }
}

impl Drop for JetStreamLease {
    fn drop(&mut self) {
        self.heartbeat.abort();
        if !self.finished {
            let message = Arc::clone(&self.message);
            self.line.runtime.block_on(async {
                // If the server does not hear of it, it takes the job back when it has waited long
                // enough.
                let _ = message.ack_with(AckKind::Nak(None)).await;
                let client = message.context.client();
                let _ = tokio::time::timeout(TIMEOUT, client.flush()).await;
            });
        }
    }
}
