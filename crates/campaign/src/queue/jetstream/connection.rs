//! Connections to a NATS server, and the streams of a queue on it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::PublishError;
use async_nats::jetstream::stream::{
    Config, ConsumerErrorKind, DiscardPolicy, RawMessageErrorKind, RetentionPolicy, StorageType,
    Stream,
};
use async_nats::jetstream::{self, Context, ErrorCode, Message, kv};
use async_nats::{ConnectOptions, ServerAddr};
use backon::{BackoffBuilder, ExponentialBuilder};
use futures_util::StreamExt;
use futures_util::future::join_all;
use solveig_game::{Game, random};
use tokio::runtime::{Builder, Runtime};

use super::QueueError;
use crate::job::Job;
use crate::queue::DELIVERIES;

/// The time without a heartbeat after which a worker loses its job, at its first, second and later
/// deliveries.
const BACKOFF: [Duration; 4] = [
    Duration::from_secs(12),
    Duration::from_secs(12),
    Duration::from_secs(24),
    Duration::from_secs(60),
];

/// How often a worker says that it is present.
pub(super) const PRESENCE: Duration = Duration::from_secs(10);

/// The time after which a worker that has not said so is counted no longer.
const ABSENCE: Duration = Duration::from_secs(30);

/// The time limit of a request.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

/// How long a failed operation is retried, as a sum of pauses.
const PERSISTENCE: Duration = Duration::from_secs(600);

/// The first pause before a retry.
pub(super) const PAUSE: Duration = Duration::from_millis(500);

/// The longest pause before a retry, to which a random part of the same length is added, so that
/// workers do not all reconnect at once.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The maximum number of jobs that workers may hold at the same time.
const AT_WORK: i64 = 1_000_000;

/// The address of a server, the credentials for it, and how a queue on it is kept.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its address, as in `nats://host:4222`, `tls://host:4222` or `tls://user:password@host:4222`.
    pub server: String,
    /// The name of the queue, which separates campaigns of the same game on this server. In the
    /// names of streams, all characters but letters and digits become dashes.
    pub queue: String,
    /// A file with credentials: a JSON web token and the seed of a key.
    pub credentials: Option<PathBuf>,
    /// On how many servers of a cluster each stream is kept; the driver's counts.
    pub replicas: usize,
    /// The deliveries of a job without an answer after which it is given up; the driver's counts.
    pub max_deliver: u32,
    /// Ends retries when it is set.
    pub stop: Arc<AtomicBool>,
}

impl Access {
    /// Access to the queue `main` of a server that asks for no credentials beside those in its
    /// address.
    pub fn new(server: &str) -> Self {
        Self {
            server: server.to_owned(),
            queue: "main".to_owned(),
            credentials: None,
            replicas: 1,
            max_deliver: DELIVERIES,
            stop: Arc::default(),
        }
    }
}

/// The address for messages: its scheme, if that is one of NATS's, host and port. Everything up to
/// the last `@` may be secret, with or without a scheme.
fn without_user(server: &str) -> String {
    let scheme = ["nats://", "tls://", "ws://", "wss://"]
        .into_iter()
        .find(|scheme| server.starts_with(scheme))
        .unwrap_or_default();
    let rest = server[scheme.len()..]
        .rsplit('@')
        .next()
        .unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    format!("{scheme}{host}")
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
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StreamRole {
    Jobs,
    Reports,
    /// Advisories about jobs that were delivered too often.
    DeadLetters,
}

impl StreamRole {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Reports => "reports",
            Self::DeadLetters => "dead",
        }
    }

    const fn reader(self) -> &'static str {
        match self {
            Self::Jobs => "workers",
            Self::Reports | Self::DeadLetters => "driver",
        }
    }
}

/// Whether the server has refused a message since it has one of that subject.
fn is_there(error: &PublishError) -> bool {
    let source = std::error::Error::source(error);
    let source = source.and_then(|cause| cause.downcast_ref::<jetstream::Error>());
    source.is_some_and(|cause| {
        cause.error_code() == ErrorCode::STREAM_STORE_FAILED
            && cause.to_string().contains("maximum messages per subject")
    })
}

/// A connection to a queue on a server.
pub(super) struct Connection {
    pub(super) runtime: &'static Runtime,
    pub(super) context: Context,
    pub(super) server: String,
    /// The game's spec, with the characters that stream names allow.
    game: String,
    /// The name of the queue, likewise.
    name: String,
    replicas: usize,
    max_deliver: u32,
    stop: Arc<AtomicBool>,
}

/// A message to be sent.
pub(super) struct Letter {
    pub(super) subject: String,
    pub(super) payload: bytes::Bytes,
}

/// Text as part of a subject: all but letters and digits become dashes.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter.is_ascii_alphanumeric() {
        true => letter,
        false => '-',
    };
    text.chars().map(letter).collect()
}

impl Connection {
    /// Connects the end that reads the stream `role`. Each end has its own inbox prefix, so that
    /// the server can forbid workers to read the driver's messages.
    pub(super) fn connect<G: Game>(
        access: &Access,
        game: &G,
        role: StreamRole,
    ) -> Result<Self, QueueError> {
        let runtime = runtime()?;
        let shown = without_user(&access.server);
        let failed = |cause: String| QueueError::Server {
            server: shown.clone(),
            action: "connect",
            cause,
        };
        let address: Result<ServerAddr, _> = access.server.parse();
        let address = address.map_err(|error: std::io::Error| failed(error.to_string()))?;
        let seed = SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = seed.map_or(0, |time| time.as_nanos() as u64);
        let mut options = ConnectOptions::new()
            .connection_timeout(TIMEOUT)
            .ping_interval(Duration::from_secs(10))
            .request_timeout(Some(TIMEOUT))
            .reconnect_delay_callback(move |attempts| reconnect_pause(seed, attempts));
        if let (Some(user), Some(password)) = (address.username(), address.password()) {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        if let Some(path) = &access.credentials {
            let read = std::fs::read_to_string(path).and_then(|text| options.credentials(&text));
            options = read.map_err(|error| failed(format!("{}: {error}", path.display())))?;
        }
        // So that the server can keep the two ends' messages apart.
        options = options.custom_inbox_prefix(format!("_INBOX.{}", role.reader()));
        let client = runtime
            .block_on(options.connect(address))
            .map_err(|error| failed(error.to_string()))?;
        let inside = runtime.enter();
        let mut context = jetstream::new(client);
        drop(inside);
        context.set_timeout(TIMEOUT);
        Ok(Self {
            runtime,
            context,
            server: shown,
            game: plain(&game.spec()),
            name: plain(&access.queue),
            replicas: access.replicas,
            max_deliver: access.max_deliver,
            stop: Arc::clone(&access.stop),
        })
    }

    /// The subject of messages of this kind.
    pub(super) fn subject(&self, kind: &str) -> String {
        format!("solveig.{}.{}.{kind}", self.game, self.name)
    }

    /// The subject of a job.
    pub(super) fn job_subject(&self, job: &Job) -> String {
        let (campaign, number) = (plain(&job.campaign), job.number);
        format!("{}.{campaign}.{number}", self.subject("jobs"))
    }

    /// The key-value bucket of the names of workers.
    fn bucket(&self) -> String {
        format!("solveig-{}_{}_workers", self.game, self.name)
    }

    /// The subject of a worker's entry in the bucket.
    pub(super) fn presence_subject(&self, worker: &str) -> String {
        format!("$KV.{}.{}", self.bucket(), plain(worker))
    }

    /// The number of workers that are present.
    pub(super) async fn present(&self) -> Result<usize, String> {
        let stream = self.context.get_stream(format!("KV_{}", self.bucket()));
        let stream = stream.await.map_err(|error| error.to_string())?;
        Ok(usize::try_from(stream.cached_info().state.messages).unwrap_or(usize::MAX))
    }

    pub(super) fn failed(&self, action: &'static str, cause: impl ToString) -> QueueError {
        QueueError::Server {
            server: self.server.clone(),
            action,
            cause: cause.to_string(),
        }
    }

    /// Retries an operation with exponential backoff, for [`PERSISTENCE`] at most and until the
    /// queue is told to stop.
    pub(super) fn persist<T>(
        &self,
        action: &'static str,
        mut attempt: impl FnMut() -> Result<T, String>,
    ) -> Result<T, QueueError> {
        let mut pauses = ExponentialBuilder::default()
            .with_min_delay(PAUSE)
            .with_max_delay(LONGEST_PAUSE)
            .with_total_delay(Some(PERSISTENCE))
            .without_max_times()
            .with_jitter()
            .build();
        loop {
            let cause = match attempt() {
                Ok(done) => return Ok(done),
                Err(cause) => cause,
            };
            let pause = pauses.next().filter(|_| !self.stop.load(Ordering::Relaxed));
            let Some(pause) = pause else {
                return Err(self.failed(action, cause));
            };
            let server = &self.server;
            tracing::warn!("{server}: cannot {action}: {cause}; trying again in {pause:.1?}");
            self.wait(pause);
        }
    }

    /// Sleeps, but no longer than until it is told to stop.
    pub(super) fn wait(&self, pause: Duration) {
        const PART: Duration = Duration::from_millis(20);
        let until = Instant::now() + pause;
        while !self.stop.load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(PART));
        }
    }

    fn stream_name(&self, role: StreamRole) -> String {
        format!("solveig-{}_{}_{}", self.game, self.name, role.name())
    }

    fn stream_config(&self, role: StreamRole) -> Config {
        let config = Config {
            name: self.stream_name(role),
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            num_replicas: self.replicas,
            ..Config::default()
        };
        match role {
            StreamRole::Jobs => Config {
                subjects: vec![format!("{}.*.*", self.subject("jobs"))],
                max_messages_per_subject: 1,
                discard: DiscardPolicy::New,
                discard_new_per_subject: true,
                ..config
            },
            StreamRole::Reports => Config {
                subjects: vec![self.subject("reports")],
                ..config
            },
            StreamRole::DeadLetters => Config {
                subjects: vec![format!(
                    "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{}.{}",
                    self.stream_name(StreamRole::Jobs),
                    StreamRole::Jobs.reader()
                )],
                ..config
            },
        }
    }

    fn consumer_config(&self, role: StreamRole) -> pull::Config {
        let config = pull::Config {
            durable_name: Some(role.reader().to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: BACKOFF[0],
            max_ack_pending: AT_WORK,
            max_deliver: -1,
            ..pull::Config::default()
        };
        match role {
            StreamRole::Jobs => pull::Config {
                max_deliver: self.max_deliver.into(),
                // The server wants fewer of these than deliveries.
                backoff: BACKOFF[..BACKOFF
                    .len()
                    .min(self.max_deliver.saturating_sub(1) as usize)]
                    .to_vec(),
                ..config
            },
            StreamRole::Reports | StreamRole::DeadLetters => config,
        }
    }

    async fn stream(&self, role: StreamRole) -> Result<Stream, String> {
        let config = self.stream_config(role);
        let stream = self.context.get_or_create_stream(config).await;
        stream.map_err(|error| error.to_string())
    }

    /// Makes all streams, the bucket and the workers' consumer, or changes them to what this end
    /// asks for.
    pub(super) async fn set_up(&self) -> Result<(), String> {
        let roles = [
            StreamRole::Jobs,
            StreamRole::Reports,
            StreamRole::DeadLetters,
        ];
        for role in roles {
            let config = self.stream_config(role);
            let stream = self.context.create_or_update_stream(config).await;
            stream.map_err(|error| error.to_string())?;
        }
        let bucket = kv::Config {
            bucket: self.bucket(),
            history: 1,
            max_age: ABSENCE,
            num_replicas: self.replicas,
            ..kv::Config::default()
        };
        let bucket = self.context.create_or_update_key_value(bucket).await;
        bucket.map_err(|error| error.to_string())?;
        self.make_consumer(StreamRole::Jobs).await.map(drop)
    }

    /// Makes the consumer of a stream, or changes it to what this end asks for.
    pub(super) async fn make_consumer(&self, role: StreamRole) -> Result<PullConsumer, String> {
        let stream = self.stream(role).await?;
        let consumer = stream.create_consumer(self.consumer_config(role)).await;
        consumer.map_err(|error| error.to_string())
    }

    /// The consumer that workers pull from; `None` until a driver has made it.
    pub(super) async fn job_consumer(&self) -> Result<Option<PullConsumer>, String> {
        let missing = [ErrorCode::STREAM_NOT_FOUND, ErrorCode::CONSUMER_NOT_FOUND];
        let stream = self.stream_name(StreamRole::Jobs);
        let found = self
            .context
            .get_consumer_from_stream(StreamRole::Jobs.reader(), stream);
        match found.await {
            Ok(consumer) => Ok(Some(consumer)),
            Err(error) => match error.kind() {
                ConsumerErrorKind::JetStream(cause) if missing.contains(&cause.error_code()) => {
                    Ok(None)
                }
                _ => Err(error.to_string()),
            },
        }
    }

    /// The job at this place of its stream; `None` if it is there no more.
    pub(super) async fn stored_job(&self, place: u64) -> Result<Option<bytes::Bytes>, String> {
        let stream = self.stream(StreamRole::Jobs).await?;
        match stream.get_raw_message(place).await {
            Ok(found) => Ok(Some(found.payload)),
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Removes the job at this place of its stream.
    pub(super) async fn remove_job(&self, place: u64) -> Result<(), String> {
        let stream = self.stream(StreamRole::Jobs).await?;
        let removed = stream.delete_message(place).await;
        removed.map(drop).map_err(|error| error.to_string())
    }

    /// Removes the jobs of a campaign.
    pub(super) async fn remove_jobs(&self, campaign: &str) -> Result<(), String> {
        let stream = self.stream(StreamRole::Jobs).await?;
        let subject = format!("{}.{}.*", self.subject("jobs"), plain(campaign));
        let removed = stream.purge().filter(subject).await;
        removed.map(drop).map_err(|error| error.to_string())
    }

    /// Sends messages to their subjects and waits until the server has stored them all. All are
    /// under way at the same time.
    pub(super) fn publish(&self, role: StreamRole, letters: Vec<Letter>) -> Result<(), QueueError> {
        let mut left = letters;
        self.persist("publish", || {
            self.runtime.block_on(async {
                let mut under_way = Vec::with_capacity(left.len());
                for Letter { subject, payload } in &left {
                    let sent = self.context.publish(subject.clone(), payload.clone());
                    under_way.push(sent.await);
                }
                let stored = under_way.into_iter().map(async |sent| match sent {
                    Ok(sent) => sent.await.map(drop),
                    Err(error) => Err(error),
                });
                let mut stored = join_all(stored).await.into_iter();
                let mut problem = None;
                left.retain(|_| match stored.next() {
                    Some(Ok(())) => false,
                    Some(Err(error)) if role == StreamRole::Jobs && is_there(&error) => false,
                    Some(Err(error)) => {
                        let cause = std::error::Error::source(&error).map(ToString::to_string);
                        problem = Some(cause.unwrap_or_else(|| error.to_string()));
                        true
                    }
                    None => true,
                });
                match problem {
                    None => Ok(()),
                    Some(problem) => {
                        // The stream may be missing after a restart of the server.
                        if role != StreamRole::Reports {
                            self.stream(role).await?;
                        }
                        Err(problem)
                    }
                }
            })
        })
    }

    /// Pulls up to `max` available messages of about `bytes` in all, or waits up to `wait` for the
    /// first.
    pub(super) async fn pull(
        consumer: &PullConsumer,
        max: usize,
        bytes: usize,
        wait: Duration,
    ) -> Result<Vec<Message>, String> {
        let mut messages = Vec::new();
        if max > 1 {
            let mut batch = consumer
                .fetch()
                .max_messages(max)
                .max_bytes(bytes)
                .messages()
                .await
                .map_err(|error| error.to_string())?;
            // A server that is killed before it has said that there are no more never says so.
            while let Ok(Some(message)) = tokio::time::timeout(TIMEOUT, batch.next()).await {
                match message {
                    Ok(message) => messages.push(message),
                    // As where the next is longer than what is left of the bytes.
                    Err(_) if !messages.is_empty() => break,
                    Err(error) => return Err(error.to_string()),
                }
            }
        }
        if messages.is_empty() && !wait.is_zero() {
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
}

/// The pause before a connection that was lost is tried again: longer each time, with a random part
/// that differs from process to process.
fn reconnect_pause(seed: u64, attempts: usize) -> Duration {
    let longest = PAUSE
        .saturating_mul(1 << attempts.min(4))
        .min(LONGEST_PAUSE);
    let part = (random::output(seed, attempts as u64) >> 11) as f64 / (1_u64 << 53) as f64;
    longest.mul_f64(0.5 + 0.5 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_names_who_signs_in() {
        for (server, shown) in [
            ("nats://host:4222", "nats://host:4222"),
            ("tls://user:secret@host:4222", "tls://host:4222"),
            ("user:secret@host:4222", "host:4222"),
            ("nats://secret@host", "nats://host"),
            ("secret@host", "host"),
            (
                "nats://user:sec/ret@host:4222/secret?secret",
                "nats://host:4222",
            ),
            ("user:se://cret@[::1]:4222", "[::1]:4222"),
        ] {
            assert_eq!(without_user(server), shown);
        }
    }

    #[test]
    fn processes_that_lose_a_server_come_back_at_different_times() {
        let pauses = |attempts| (0..100).map(move |seed| reconnect_pause(seed, attempts));
        for attempts in [0, 3, usize::MAX] {
            let (min, max) = (pauses(attempts).min(), pauses(attempts).max());
            assert!(min.unwrap().mul_f64(1.5) < max.unwrap());
            assert!(max.unwrap() <= LONGEST_PAUSE && min.unwrap() >= PAUSE / 2);
        }
    }
}
