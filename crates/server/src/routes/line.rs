//! The principal variation.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use solveig_engine::{Effort, SearchScope, Variation};

use crate::answer::JsonAnswer;
use crate::cache::CachedQuestion;
use crate::failure::{Failure, FailureBody};
use crate::question::{GameInPath, PositionQuery, ValidQuery, line};
use crate::state::Server;

/// The line of best play from a position
///
/// Both sides play their canonical moves, as far as they are known.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/line",
    tag = "plays",
    params(
        ("game" = String, Path, description = "The game's name, as in the list of games"),
        PositionQuery,
    ),
    responses(
        (status = 200, description = "The line", body = Variation),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
pub async fn variation(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(question): ValidQuery<PositionQuery>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let line = line(question.from, question.moves, server.limits.line)?;
    let key = served.key(CachedQuestion::Line, question.search, line);
    let work = async {
        let (engine, asked) = (served.engine.clone(), key.line.clone());
        let until = server.search_until();
        let variation_of = move |effort: &Effort| Ok(engine.variation(&asked, effort)?);
        let mut variation = server.pool.run(key.search, until, variation_of).await?;
        variation.interrupted &= key.search != SearchScope::Never;
        JsonAnswer::new(&variation, !variation.interrupted)
    };
    Ok(server
        .cached_or_computed(&key, work)
        .await?
        .response(&headers))
}
