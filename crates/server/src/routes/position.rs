//! Values and moves of one position.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use solveig_api::{
    FailureBody, Position, PositionQuery, Question, RandomQuery, SearchQuery, paths,
};
use solveig_engine::SearchScope;

use crate::answer::uncacheable;
use crate::answering::Asked;
use crate::client::Client;
use crate::key::Key;
use crate::question::{GameInPath, ValidQuery, asked};
use crate::refusal::Refusal;
use crate::state::Server;

/// The start of the game
#[utoipa::path(
    get,
    path = paths::START,
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game's name, as in the list of games"),
        SearchQuery,
    ),
    responses(
        (status = 200, description = "The start", body = Position),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
pub async fn start(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(looking): ValidQuery<SearchQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let question = PositionQuery {
        from: "-".to_owned(),
        moves: String::new(),
        search: looking.search,
        canonical: looking.canonical,
        artifact: looking.artifact,
    };
    let asked = asked(&server, served, Question::Position, question, client)?;
    server.respond(asked, &headers).await
}

/// A position
///
/// Moves come best first, each with its value for the side that plays it. Unknown values are
/// `null`; `status` states how much is known, `source` how.
#[utoipa::path(
    get,
    path = paths::POSITION,
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game's name, as in the list of games"),
        PositionQuery,
    ),
    responses(
        (status = 200, description = "The position", body = Position),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
pub async fn position(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(question): ValidQuery<PositionQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let asked = asked(&server, served, Question::Position, question, client)?;
    server.respond(asked, &headers).await
}

/// A random stored position
///
/// All stored positions are equally likely.
#[utoipa::path(
    get,
    path = paths::RANDOM,
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game's name, as in the list of games"),
        RandomQuery,
    ),
    responses(
        (status = 200, description = "The position", body = Position),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game, or no artifact", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
pub async fn random(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(drawing): ValidQuery<RandomQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let is_drawn_here = drawing.seed.is_none();
    let seed = drawing
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(0));
    served.expect_artifact(drawing.artifact.as_deref())?;
    let line = served.random(seed)?;
    let search = (SearchScope::Never, false);
    let key = Key::new(&served, Question::Position, search, line);
    if is_drawn_here {
        let until = server.search_until();
        let answer = server.answer(&served, key, client, until).await?;
        return Ok(uncacheable(answer.body));
    }
    let asked = Asked {
        is_pinned: drawing.artifact.is_some(),
        served,
        key,
        client,
    };
    server.respond(asked, &headers).await
}
