//! Answers about many positions in one request.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use solveig_api::{Failure, Key, Served, encoded};
use solveig_engine::Line;

use crate::answer::uncacheable;
use crate::client::Client;
use crate::refusal::Refusal;
use crate::state::Server;

/// Positions answered between two yields to other tasks.
const STRIDE: usize = 16;

impl Server {
    /// The response to a batch, which is streamed.
    pub(crate) fn respond_to_batch(
        self: &Arc<Self>,
        served: Arc<Served>,
        keys: Vec<Result<Key<Line>, Failure>>,
        client: Client,
    ) -> Response {
        let answering = Answering {
            until: Instant::now() + self.limits.request_time,
            client,
            search_until: self.search_until(),
            keys: keys.into_iter(),
            begun: false,
            ended: false,
            server: self.clone(),
            served,
        };
        // The compression asks again after the end.
        let pieces = stream::unfold(answering, Answering::next).fuse();
        uncacheable(Body::from_stream(pieces))
    }
}

/// State of a streamed answer. Pieces are computed as the client reads them, so that memory holds
/// no more of them than the connection buffers.
struct Answering {
    server: Arc<Server>,
    served: Arc<Served>,
    client: Client,
    until: Instant,
    search_until: Instant,
    keys: std::vec::IntoIter<Result<Key<Line>, Failure>>,
    begun: bool,
    ended: bool,
}

impl Answering {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if self.ended {
            return None;
        }
        let mut piece = Vec::with_capacity(STRIDE * 1024);
        if !self.begun {
            piece.extend_from_slice(b"{\"positions\":[");
        }
        let keys: Vec<_> = self.keys.by_ref().take(STRIDE).collect();
        for (at, key) in keys.into_iter().enumerate() {
            if self.begun || at > 0 {
                piece.push(b',');
            }
            let answer = match key {
                Ok(key) => self.answer(key).await,
                Err(failure) => Err(failure),
            };
            let answer =
                answer.or_else(|failure| encoded(&Refusal::from(failure).body()).map(Bytes::from));
            // A failure can always be serialized.
            piece.extend_from_slice(&answer.unwrap_or_default());
        }
        self.begun = true;
        if self.keys.len() == 0 {
            piece.extend_from_slice(b"]}");
            self.ended = true;
        }
        tokio::task::yield_now().await;
        Some((Ok(piece.into()), self))
    }

    async fn answer(&self, key: Key<Line>) -> Result<Bytes, Failure> {
        if Instant::now() >= self.until {
            return Err(Failure::too_slow());
        }
        let server = &self.server;
        let answer = server.answer(&self.served, key, self.client, self.search_until);
        Ok(answer.await?.body)
    }
}
