//! Values and moves of one position.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use solveig_api::{
    Failure, FailureBody, Position, PositionQuery, RandomQuery, SearchQuery, Served, paths,
    read_line, search_may_find_more,
};
use solveig_engine::{Effort, Line, Report, SearchScope};

use crate::answer::{JsonAnswer, uncacheable};
use crate::cache::{CachedQuestion, Key};
use crate::question::{GameInPath, ValidQuery};
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
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let start = Line::at("-");
    let until = server.search_until();
    let answer = answer(&server, &served, start, looking.search, until).await?;
    Ok(answer.response(&headers))
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
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let line = read_line(question.from, question.moves, server.limits.line)?;
    let until = server.search_until();
    let answer = answer(&server, &served, line, question.search, until).await?;
    Ok(answer.response(&headers))
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
    )
)]
pub async fn random(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(drawing): ValidQuery<RandomQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let seed = drawing.seed;
    let drawn = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let line = served.random(drawn)?;
    let until = server.search_until();
    let answer = answer(&server, &served, line, SearchScope::Never, until).await?;
    Ok(match seed {
        Some(_) => answer.response(&headers),
        None => uncacheable(answer.body),
    })
}

/// The answer about one position of `served`, cached or with a search that ends at `until`.
pub async fn answer(
    server: &Arc<Server>,
    served: &Arc<Served>,
    line: Line,
    search: SearchScope,
    until: Instant,
) -> Result<JsonAnswer, Failure> {
    let key = Key::new(served, CachedQuestion::Position, search, line);
    let work = found(server, served, &key, until);
    server.cached_or_computed(&key, work).await
}

/// Computes the answer to `key`, from the artifact alone if no search can find more.
async fn found(
    server: &Arc<Server>,
    served: &Arc<Served>,
    key: &Key,
    until: Instant,
) -> Result<JsonAnswer, Failure> {
    let search = key.search;
    // Read on this thread: a stored position takes less time than a change of threads.
    if served.levels.is_some() {
        let report = served.engine.report(&key.line, &Effort::none());
        let report = report.map_err(Failure::from)?;
        if !search_may_find_more(search, &report) {
            return written(server, served, &key.line, report, false);
        }
    }
    let is_late = Instant::now() >= until;
    let allowed = if is_late { SearchScope::Never } else { search };
    let (with, of, line) = (server.clone(), served.clone(), key.line.clone());
    let work = move |effort: &Effort| {
        let report = of.engine.report(&line, effort)?;
        with.metrics.nodes.inc_by(report.nodes);
        let interrupted = is_late || report.interrupted && search != SearchScope::Never;
        if interrupted && allowed != SearchScope::Never {
            with.metrics.searches_interrupted.inc();
        }
        written(&with, &of, &line, report, interrupted)
    };
    server.pool.run(allowed, until, work).await
}

fn written(
    server: &Server,
    served: &Served,
    line: &Line,
    report: Report,
    interrupted: bool,
) -> Result<JsonAnswer, Failure> {
    server.metrics.position(&report.known);
    let report = Report {
        interrupted,
        ..report
    };
    JsonAnswer::new(&served.reported(line, report)?)
}
