//! Accepts connections, bounds their resources and shuts down gracefully.

use std::future::Future;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio_io_timeout::TimeoutStream;

use crate::client::{Client, Peer};
use crate::connections::{Admission, Connections};
use crate::heads::{AnswerStream, BUFFER_BYTES, MAX_HEADERS};
use crate::metrics::GaugeGuard;
use crate::pool::LOOK_UPS;
use crate::router::router;
use crate::state::Server;

/// Bytes of stack of each thread; searches recurse deeply.
const STACK_BYTES: usize = 16 << 20;

/// Delay before the next `accept` after one failed.
const ACCEPT_RETRY: Duration = Duration::from_millis(10);

/// Connections that the system holds until they are taken.
const QUEUE: i32 = 4096;

/// The errors of a system or a process that has no file descriptor left.
const NO_DESCRIPTOR: [i32; 2] = [23, 24];

/// Serves on `listener` until SIGINT or SIGTERM. Then `/v1/ready` says that the server is about to
/// stop, while it goes on for [`Limits::drain`](crate::Limits::drain), or until a second signal.
/// It then stops accepting connections, interrupts searches, waits for running requests at most
/// [`Limits::grace`](crate::Limits::grace), and returns. It calls `listens` once it listens for
/// signals.
///
/// # Errors
///
/// Fails if the system refuses threads, signals, or the listener.
pub fn serve(server: Arc<Server>, listener: TcpListener, listens: impl FnOnce()) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(server.limits.begun() + LOOK_UPS + 1)
        .thread_stack_size(STACK_BYTES)
        .thread_name("solveig-server")
        .build()?;
    let grace = server.limits.grace;
    let served = runtime.block_on(async {
        let mut signals = Signals::new()?;
        listens();
        let draining = server.clone();
        let shutdown = async move {
            signals.next().await;
            draining.drain();
            let drained = tokio::time::sleep(draining.limits.drain);
            tokio::select! {
                () = signals.next() => {}
                () = drained => {}
            }
        };
        serve_until(server, listener, shutdown).await
    });
    runtime.shutdown_timeout(grace);
    served
}

/// As [`serve`], until `shutdown` is ready, on the caller's runtime.
///
/// # Errors
///
/// Fails if the system refuses the listener.
pub async fn serve_until(
    server: Arc<Server>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    // Who finds the queue full comes again a second later.
    socket2::SockRef::from(&listener).listen(QUEUE)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = router(server.clone());
    let each = match server.access.trusted_proxies {
        0 => Some(server.limits.connections_each),
        _ => None,
    };
    let connections = Connections::new(server.limits.connections, each);
    // Not `axum::serve`: it bounds neither the number of connections nor the time that a request's
    // head or a slow reader takes.
    let graceful = GracefulShutdown::new();
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(server.limits.header_time)
        .max_headers(MAX_HEADERS)
        .max_buf_size(BUFFER_BYTES);
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The client has gone, or file descriptors have run out: both may pass.
                tracing::warn!("cannot take a connection: {error}");
                if error
                    .raw_os_error()
                    .is_some_and(|code| NO_DESCRIPTOR.contains(&code))
                {
                    connections.make_room();
                }
                tokio::time::sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        let admission = async {
            loop {
                match connections.admit(Client::at(peer.ip())) {
                    Admission::Open(place) => break Some(place),
                    Admission::Refused => break None,
                    Admission::Full => connections.ended().await,
                }
            }
        };
        let admitted = tokio::select! {
            admitted = admission => admitted,
            () = &mut shutdown => break,
        };
        let Some(place) = admitted else {
            server.metrics.refused_connections.inc();
            continue;
        };
        // Answers are written whole: Nagle's algorithm would only delay them.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(server.limits.write_time));
        let routes = TowerToHyperService::new(router.clone());
        let peer = Peer(peer.ip());
        let activity = place.activity();
        let named = service_fn(move |mut request: hyper::Request<Incoming>| {
            let busy = activity.begin();
            request.extensions_mut().insert(peer);
            let answer = routes.call(request);
            async move {
                let _busy = busy;
                answer.await
            }
        });
        let stream = AnswerStream::new(Box::pin(stream));
        let connection = protocol.serve_connection(TokioIo::new(stream), named);
        let connection = graceful.watch(connection);
        let server = server.clone();
        tokio::spawn(async move {
            let _guard = GaugeGuard::new(&server.metrics.connections);
            tokio::select! {
                ended = connection => {
                    if let Err(error) = ended {
                        server.metrics.broken_connections.inc();
                        tracing::debug!("connection: {error}");
                    }
                }
                () = place.ends() => {
                    server.metrics.displaced_connections.inc();
                }
            }
        });
    }
    drop(listener);
    server.drain();
    server.pool.stop();
    tracing::info!("no more connections are taken");
    if tokio::time::timeout(server.limits.grace, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some requests were not answered in time");
    }
    Ok(())
}

/// The signals that end the server.
#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        let [interrupt, terminate] = kinds.map(signal);
        Ok(Self([interrupt?, terminate?]))
    }

    async fn next(&mut self) {
        let [interrupt, terminate] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// The signals that end the server.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
