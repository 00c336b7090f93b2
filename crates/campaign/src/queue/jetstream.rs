//! A queue on a NATS server with JetStream.
//!
//! A queue has a game, a name and two work-queue streams, which keep each message until it is
//! acknowledged: one of jobs, with a durable consumer that all workers pull from, and one of
//! reports, with a durable consumer for the driver. A worker sends heartbeats during a job, stores
//! its report, and then acknowledges the job until the server confirms it. The driver acknowledges
//! a report after the ledger has recorded it. Access control is left to the server.
//!
//! Both ends survive a restart of the server: failed operations are retried, missing streams are
//! created again, and the driver publishes lost jobs again.

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

/// The time without a heartbeat after which a worker loses its job.
const ACK_WAIT: Duration = Duration::from_secs(12);

/// The interval of heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// The time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How long a failed operation is retried, as a sum of pauses.
const PERSISTENCE: Duration = Duration::from_secs(600);

/// The first pause before a retry.
const PAUSE: Duration = Duration::from_millis(500);

/// The longest pause before a retry, to which a random part of the same length is added, so that
/// workers do not all reconnect at once.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The most jobs that workers may hold at the same time.
const AT_WORK: i64 = 1_000_000;

/// The address of a server and the credentials for it.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its address, as in `nats://host:4222`, `tls://host:4222` or `tls://user:password@host:4222`.
    pub server: String,
    /// The name of the queue, which separates campaigns of the same game on this server. In the
    /// names of streams, all characters but letters and digits become dashes.
    pub queue: String,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate authority of the server.
    pub authority: Option<PathBuf>,
}

/// The driver's end of a queue.
///
/// # Errors
///
/// Fails if the server cannot be reached, has no JetStream, or refuses access.
pub fn dispatch<G: Game>(access: &Access, game: &G) -> Result<JetStreamDispatch, QueueError> {
    let connection = Arc::new(Connection::connect(access, game, StreamRole::Reports)?);
    Ok(JetStreamDispatch {
        reports: StreamReader::new(&connection, StreamRole::Reports)?,
        published: 0,
        // Part of message identifiers: the server drops duplicates from retries, but not jobs that
        // another run publishes again.
        started: std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos()),
        connection,
    })
}

/// A worker's end of a queue.
///
/// # Errors
///
/// Fails if the server cannot be reached, has no JetStream, or refuses access.
pub fn supply<G: Game>(access: &Access, game: &G) -> Result<JetStreamSupply, QueueError> {
    let connection = Arc::new(Connection::connect(access, game, StreamRole::Jobs)?);
    Ok(JetStreamSupply {
        jobs: StreamReader::new(&connection, StreamRole::Jobs)?,
    })
}

/// The address without user and password, for messages.
fn without_user(server: &str) -> String {
    let parts = server.split_once("://").zip(server.rsplit_once('@'));
    parts.map_or_else(
        || server.to_owned(),
        |((scheme, _), (_, host))| format!("{scheme}://{host}"),
    )
}

/// The asynchronous runtime, shared by all connections of this process.
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

/// The purpose of a stream.
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

/// A connection to a queue on a server.
struct Connection {
    runtime: &'static Runtime,
    context: Context,
    server: String,
    /// The game's spec, with the characters that stream names allow.
    game: String,
    /// The name of the queue, likewise.
    name: String,
}

impl Connection {
    /// Connects the end that reads the stream `role`. Each end has its own inbox prefix, so that
    /// the server can forbid workers to read the driver's messages.
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

    /// Retries an operation with exponential backoff.
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
                        // The stream may be missing after a restart of the server.
                        self.stream(role).await?;
                        Err(error.to_string())
                    }
                }
            })
        })
    }

    /// Pulls up to `most` available messages, or waits up to `wait` for the first.
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
            // The server ends the batch; the timeout is for a lost server.
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

    /// Decodes a message; an invalid one is terminated, so that it is not delivered again.
    async fn decode<T: DeserializeOwned>(message: &Message) -> Option<T> {
        match serde_json::from_slice(&message.payload) {
            Ok(read) => Some(read),
            Err(error) => {
                tracing::warn!("a message on {} is dropped: {error}", message.subject);
                // If this fails, the message is delivered and terminated again.
                let _ = message.ack_with(AckKind::Term).await;
                None
            }
        }
    }
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

    /// Waits up to `wait` for messages, and returns at most `most` of them, decoded; none if the
    /// server cannot be reached, since it may come back.
    fn read<T: DeserializeOwned>(&mut self, most: usize, wait: Duration) -> Vec<(Message, T)> {
        let runtime = self.connection.runtime;
        let pulled = self
            .consumer()
            .and_then(|consumer| runtime.block_on(Connection::pull(&consumer, most, wait)));
        let messages = pulled.unwrap_or_else(|cause| {
            let (server, name) = (&self.connection.server, self.role.name());
            tracing::debug!("{server}: no {name}: {cause}");
            self.consumer = None;
            std::thread::sleep(wait.min(PAUSE));
            Vec::new()
        });
        let decoded = messages.into_iter().filter_map(|message| {
            let decoded = runtime.block_on(Connection::decode(&message))?;
            Some((message, decoded))
        });
        decoded.collect()
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
    fn publish(&mut self, job: &Job) -> Result<(), QueueError> {
        self.published += 1;
        let id = format!(
            "{}.{}.{:x}.{}",
            job.campaign, job.number, self.started, self.published
        );
        let payload = serde_json::to_vec(job)
            .map_err(|error| self.connection.failed("write a job", error))?;
        self.connection.publish(StreamRole::Jobs, &id, payload)
    }

    fn reports(
        &mut self,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let reports = self.reports.read(most, wait).into_iter();
        let receipt = |(message, report)| {
            Box::new(JetStreamReceipt {
                connection: Arc::clone(&self.connection),
                message,
                report,
            }) as Box<dyn Receipt>
        };
        Ok(reports.map(receipt).collect())
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
}

impl Supply for JetStreamSupply {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let Some((message, job)) = self.jobs.read(1, wait).pop() else {
            return Ok(None);
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
            message,
            job,
            heartbeat,
            finished: false,
        })))
    }
}

struct JetStreamLease {
    connection: Arc<Connection>,
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
        let id = format!("{}.{}.{}", report.campaign, report.job, report.worker);
        connection.publish(StreamRole::Reports, &id, payload)?;
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
