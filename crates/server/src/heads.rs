//! What the head of a request has to have, and what is answered to one that is too large.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::Request;
use axum::http::Version;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use solveig_api::{Failure, FailureBody, Kind, encoded};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::refusal::Refusal;

/// Bytes of a connection's buffer, hence of a request's head and of an answer not yet sent.
pub const BUFFER_BYTES: usize = 32 << 10;

/// Header lines of a request.
pub const MAX_HEADERS: usize = 64;

/// How long the rest of a head that is too large is read, so that its sender reads the answer
/// before it learns that the connection has ended.
const LINGER: Duration = Duration::from_secs(1);

/// How the answers begin that hyper gives to heads that are too large.
const TOO_LARGE: [&[u8]; 2] = [b"HTTP/1.1 431 ", b"HTTP/1.1 414 "];

/// Refuses requests that do not name one host, or whose head is too large.
pub async fn check_head(request: Request, next: Next) -> Response {
    match problem(&request) {
        None => next.run(request).await,
        Some(problem) => Refusal::from(Failure::new(Kind::BAD_REQUEST, problem)).into_response(),
    }
}

fn problem(request: &Request) -> Option<String> {
    let fields = request.headers().iter();
    let fields = fields.map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    let (uri, method) = (request.uri(), request.method().as_str());
    let host = uri.authority().map_or(0, |host| host.as_str().len());
    let path = uri.path_and_query().map_or(0, |path| path.as_str().len());
    let line = method.len() + host + path;
    // A last part of a head may come that is larger than what was left of the buffer.
    if line + fields.sum::<usize>() + "  HTTP/1.1\r\n\r\n".len() > BUFFER_BYTES {
        return Some(too_large());
    }
    let hosts = request.headers().get_all(HOST).iter().count();
    let problem = match hosts {
        0 if request.version() == Version::HTTP_11 => "no header \"host\"",
        0 | 1 => return None,
        _ => "more than one header \"host\"",
    };
    Some(format!("the request has {problem}; HTTP asks for one"))
}

fn too_large() -> String {
    format!(
        "the head of the request has more than {MAX_HEADERS} lines or {BUFFER_BYTES} bytes, the \
         most this server reads"
    )
}

/// A connection that answers to heads that are too large as to all requests that are in error.
pub struct AnswerStream<S> {
    stream: S,
    /// What is sent in place of the answer of hyper, and how much of it has been sent.
    refusal: Option<(Vec<u8>, usize)>,
    linger: Option<Pin<Box<Sleep>>>,
}

impl<S> AnswerStream<S> {
    /// A connection over this stream.
    pub const fn new(stream: S) -> Self {
        Self {
            stream,
            refusal: None,
            linger: None,
        }
    }

    fn refuses(&mut self, answer: &[u8]) -> bool {
        let is_refused = TOO_LARGE.iter().any(|start| answer.starts_with(start));
        if is_refused && self.refusal.is_none() {
            self.refusal = Some((refusal(), 0));
        }
        is_refused
    }
}

impl<S: AsyncWrite + Unpin> AnswerStream<S> {
    fn poll_refusal(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some((answer, sent)) = &mut self.refusal else {
            return Poll::Ready(Ok(()));
        };
        while *sent < answer.len() {
            let stream = Pin::new(&mut self.stream);
            match ready!(stream.poll_write(context, &answer[*sent..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => *sent += written,
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// The answer to a head that is too large.
fn refusal() -> Vec<u8> {
    let error = Failure::new(Kind::BAD_REQUEST, too_large());
    let body = encoded(&FailureBody { error }).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncache-control: no-store\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), &body].concat()
}

impl<S: AsyncRead + Unpin> AsyncRead for AnswerStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for AnswerStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refuses(bytes) {
            ready!(self.poll_refusal(context))?;
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if parts.first().is_some_and(|first| self.refuses(first)) {
            ready!(self.poll_refusal(context))?;
            return Poll::Ready(Ok(parts.iter().map(|part| part.len()).sum()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        if self.refusal.is_none() {
            return Poll::Ready(Ok(()));
        }
        let this = &mut *self;
        let linger = this.linger.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        let mut read = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut read);
            match Pin::new(&mut this.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {}
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => return linger.as_mut().poll(context).map(Ok),
            }
            if linger.as_mut().poll(context).is_ready() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}
