//! Answers about many positions in one request.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use solveig_api::{
    Answers, Batch, EmptyQuery, Failure, FailureBody, Question, Served, encoded, paths, read_line,
};
use solveig_engine::{Line, SearchScope};

use crate::answer::uncacheable;
use crate::client::Client;
use crate::key::Key;
use crate::question::{GameInPath, JsonBody, ValidQuery};
use crate::refusal::Refusal;
use crate::state::Server;

/// Positions answered between two yields to other tasks.
const STRIDE: usize = 16;

/// Many positions
///
/// Answers come in the order of the positions. The answer to a position that cannot be read is an
/// error. All searches together have the search time of one request; after it, the remaining
/// positions are looked up without search, with `interrupted` set.
#[utoipa::path(
    post,
    path = paths::POSITIONS,
    tag = "positions",
    params(("game" = String, Path, description = "The game's name, as in the list of games")),
    request_body = Batch,
    responses(
        (status = 200, description = "The answers", body = Answers),
        (status = 400, description = "A body that is not JSON", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 408, description = "The body arrived too slowly", body = FailureBody),
        (status = 413, description = "The body is too large, or has too many positions", body = FailureBody),
        (status = 415, description = "A body that does not say that it is JSON", body = FailureBody),
        (status = 422, description = "JSON that is no batch", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
pub async fn positions(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(EmptyQuery {}): ValidQuery<EmptyQuery>,
    client: Client,
    JsonBody(batch): JsonBody<Batch>,
) -> Result<Response, Refusal> {
    batch.within(server.limits.batch)?;
    let lines = batch.positions.into_iter();
    let limit = server.limits.line;
    let lines: Vec<_> = lines
        .map(|item| read_line(item.from, item.moves, limit))
        .collect();
    let answering = Answering {
        until: Instant::now() + server.limits.request_time,
        search: (batch.search, batch.canonical),
        client,
        search_until: server.search_until(),
        lines: lines.into_iter(),
        begun: false,
        ended: false,
        server,
        served,
    };
    // The compression asks again after the end.
    let pieces = stream::unfold(answering, Answering::next).fuse();
    Ok(uncacheable(Body::from_stream(pieces)))
}

/// State of a streamed answer. Pieces are computed as the client reads them, so that memory holds
/// no more of them than the connection buffers.
struct Answering {
    server: Arc<Server>,
    served: Arc<Served>,
    /// Which positions may be searched, and whether searched moves must be canonical.
    search: (SearchScope, bool),
    client: Client,
    until: Instant,
    search_until: Instant,
    lines: std::vec::IntoIter<Result<Line, Failure>>,
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
        let lines: Vec<_> = self.lines.by_ref().take(STRIDE).collect();
        for (at, line) in lines.into_iter().enumerate() {
            if self.begun || at > 0 {
                piece.push(b',');
            }
            let answer = match line {
                Ok(line) => self.answer(line).await,
                Err(failure) => Err(failure),
            };
            let answer =
                answer.or_else(|failure| encoded(&Refusal::from(failure).body()).map(Bytes::from));
            // A failure can always be serialized.
            piece.extend_from_slice(&answer.unwrap_or_default());
        }
        self.begun = true;
        if self.lines.len() == 0 {
            piece.extend_from_slice(b"]}");
            self.ended = true;
        }
        tokio::task::yield_now().await;
        Some((Ok(piece.into()), self))
    }

    async fn answer(&self, line: Line) -> Result<Bytes, Failure> {
        if Instant::now() >= self.until {
            return Err(Failure::too_slow());
        }
        let (server, served) = (&self.server, &self.served);
        let key = Key::new(served, Question::Position, self.search, line);
        let answer = server.answer(served, key, self.client, self.search_until);
        Ok(answer.await?.body)
    }
}
