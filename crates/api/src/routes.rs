//! The routes of the API: where each question is asked, how it is read, and how it is described.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use solveig_engine::{Effort, Line, SearchScope, Variation};
use utoipa::{IntoParams, OpenApi};

use crate::answer::{Key, Question, encoded};
use crate::batch::Answers;
use crate::failure::{Failure, FailureBody, Kind};
use crate::games::{Game, GameList, Games, LevelList, Served};
use crate::position::Position;
use crate::proof::Proof;
use crate::question::{
    Allowance, Batch, Played, PositionQuery, RandomQuery, SearchQuery, expect_no_query, read_body,
    read_line, read_query,
};
use crate::record::{GameRecord, RecordText};
use crate::review::Review;

const GAMES: &str = "/v1/games";
const GAME: &str = "/v1/games/{game}";
const LEVELS: &str = "/v1/games/{game}/levels";
const START: &str = "/v1/games/{game}/start";
const POSITION: &str = "/v1/games/{game}/position";
const RANDOM: &str = "/v1/games/{game}/random";
const POSITIONS: &str = "/v1/games/{game}/positions";
const LINE: &str = "/v1/games/{game}/line";
const PROOF: &str = "/v1/games/{game}/proof";
const REVIEW: &str = "/v1/games/{game}/review";
const RECORDS: &str = "/v1/records";

/// A question, with all that it depends on.
pub enum Query {
    /// One that needs no search: its answer, in JSON.
    Answered(Vec<u8>),
    /// One about a position.
    Position(PositionQuestion),
    /// What is known of many positions.
    Batch(Arc<Served>, Vec<Result<Key<Line>, Failure>>),
    /// What each move of a play lost. Of the effort, only what may be searched is set.
    Review(Arc<Served>, Line, Effort),
}

/// A question about one position.
pub struct PositionQuestion {
    /// The game.
    pub served: Arc<Served>,
    /// The question.
    pub key: Key<Line>,
    /// Whether the address names the artifact, so that its answer never changes.
    pub is_pinned: bool,
    /// Whether the position was drawn for this request: the address leads to others, too.
    pub is_drawn: bool,
}

/// A route: a path, a method, and how a question is read there.
pub struct Route {
    /// Its path, with `{game}` for the name of a game.
    pub path: &'static str,
    /// Whether its method is POST, with a body of JSON; else it is GET.
    pub has_body: bool,
    read: fn(&Parts<'_>) -> Result<Query, Failure>,
}

/// What a route reads of a request. Parts that could not be received are failures.
pub struct Parts<'a> {
    /// The games that are served.
    pub games: &'a Games,
    /// The name of the game in the path.
    pub game: Result<&'a str, Failure>,
    /// The query without its question mark.
    pub query: &'a str,
    /// The body.
    pub body: Result<&'a [u8], Failure>,
    /// What the answer may cost.
    pub allowed: &'a Allowance,
}

/// The name in a path.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it describes what routes read as `Parts::game`")]
struct GameInPath {
    /// The game's name, as in the list of games
    game: String,
}

/// All routes about games.
pub static ROUTES: [Route; 11] = [
    Route::get(GAMES, games),
    Route::get(GAME, game),
    Route::get(LEVELS, levels),
    Route::get(START, start),
    Route::get(POSITION, position),
    Route::get(RANDOM, random),
    Route::post(POSITIONS, positions),
    Route::get(LINE, variation),
    Route::get(PROOF, proof),
    Route::post(REVIEW, review),
    Route::post(RECORDS, record),
];

/// The OpenAPI document of these routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Solveig",
        description = "Exact values and best moves of two-player games, from stored solutions and exact search. \
            Values are for the side that `view` names. What is not known is `null`. \
            Every error has the shape of `FailureBody`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "server", description = "The server itself"),
        (name = "games", description = "What is served"),
        (name = "positions", description = "Values and moves"),
        (name = "plays", description = "Lines of moves"),
    ),
    paths(games, game, levels, start, position, random, positions, variation, proof, review, record)
)]
pub struct Document;

impl Route {
    const fn get(path: &'static str, read: fn(&Parts<'_>) -> Result<Query, Failure>) -> Self {
        Self {
            path,
            has_body: false,
            read,
        }
    }

    const fn post(path: &'static str, read: fn(&Parts<'_>) -> Result<Query, Failure>) -> Self {
        Self {
            has_body: true,
            ..Self::get(path, read)
        }
    }

    /// The question of a request on this route.
    ///
    /// # Errors
    ///
    /// Fails if the request is not in order, or more than is allowed.
    pub fn read(&self, parts: &Parts<'_>) -> Result<Query, Failure> {
        (self.read)(parts)
    }

    /// The name of the game in `path` if it is one of this route; nothing where none has a name.
    pub(crate) fn game_in<'a>(&self, path: &'a str) -> Option<&'a str> {
        let Some((before, after)) = self.path.split_once("{game}") else {
            return (path == self.path).then_some("");
        };
        let name = path.strip_prefix(before)?.strip_suffix(after)?;
        (!name.contains('/')).then_some(name)
    }
}

impl Parts<'_> {
    fn served(&self) -> Result<Arc<Served>, Failure> {
        self.games.find(self.game.clone()?).cloned()
    }

    fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        read_body(self.body.clone()?)
    }

    fn line(&self, from: String, moves: String) -> Result<Line, Failure> {
        read_line(from, moves, self.allowed.line)
    }

    /// The question about the position that the query names.
    fn position(&self, question: Question) -> Result<Query, Failure> {
        let served = self.served()?;
        let query: PositionQuery = read_query(self.query)?;
        served.expect_artifact(query.artifact.as_deref())?;
        let line = self.line(query.from, query.moves)?;
        Ok(Query::Position(PositionQuestion {
            key: served.key(question, line, query.search, query.canonical),
            is_pinned: query.artifact.is_some(),
            is_drawn: false,
            served,
        }))
    }
}

/// The games that are served
#[utoipa::path(
    get,
    path = GAMES,
    tag = "games",
    responses(
        (status = 200, description = "All games", body = GameList),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
fn games(parts: &Parts<'_>) -> Result<Query, Failure> {
    expect_no_query(parts.query)?;
    encoded(&parts.games.list()).map(Query::Answered)
}

/// One game
#[utoipa::path(
    get,
    path = GAME,
    tag = "games",
    params(GameInPath),
    responses(
        (status = 200, description = "The game", body = Game),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
fn game(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served()?;
    expect_no_query(parts.query)?;
    encoded(&served.game).map(Query::Answered)
}

/// How many positions are stored, level by level
#[utoipa::path(
    get,
    path = LEVELS,
    tag = "games",
    params(GameInPath),
    responses(
        (status = 200, description = "The levels of the artifact", body = LevelList),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game, or no artifact", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
fn levels(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served()?;
    expect_no_query(parts.query)?;
    encoded(&served.level_list()?).map(Query::Answered)
}

/// The start of the game
#[utoipa::path(
    get,
    path = START,
    tag = "positions",
    params(GameInPath, SearchQuery),
    responses(
        (status = 200, description = "The start", body = Position),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
fn start(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served()?;
    let query: SearchQuery = read_query(parts.query)?;
    served.expect_artifact(query.artifact.as_deref())?;
    let start = Line::at("-");
    Ok(Query::Position(PositionQuestion {
        key: served.key(Question::Position, start, query.search, query.canonical),
        is_pinned: query.artifact.is_some(),
        is_drawn: false,
        served,
    }))
}

/// A position
///
/// Moves come best first, each with its value for the side that plays it. Unknown values are
/// `null`; `status` states how much is known, `source` how.
#[utoipa::path(
    get,
    path = POSITION,
    tag = "positions",
    params(GameInPath, PositionQuery),
    responses(
        (status = 200, description = "The position", body = Position),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
fn position(parts: &Parts<'_>) -> Result<Query, Failure> {
    parts.position(Question::Position)
}

/// A random stored position
///
/// All stored positions are equally likely.
#[utoipa::path(
    get,
    path = RANDOM,
    tag = "positions",
    params(GameInPath, RandomQuery),
    responses(
        (status = 200, description = "The position", body = Position),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game, or no artifact", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
fn random(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served()?;
    let RandomQuery { seed, artifact } = read_query(parts.query)?;
    served.expect_artifact(artifact.as_deref())?;
    let line = served.random(seed.unwrap_or(parts.allowed.seed))?;
    Ok(Query::Position(PositionQuestion {
        key: served.key(Question::Position, line, SearchScope::Never, false),
        is_pinned: artifact.is_some(),
        is_drawn: seed.is_none(),
        served,
    }))
}

/// Many positions
///
/// Answers come in the order of the positions. The answer to a position that cannot be read is an
/// error. All searches together have the search time of one request; after it, the remaining
/// positions are looked up without search, with `interrupted` set.
#[utoipa::path(
    post,
    path = POSITIONS,
    tag = "positions",
    params(GameInPath),
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
fn positions(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served()?;
    expect_no_query(parts.query)?;
    let batch: Batch = parts.body()?;
    let (count, most) = (batch.positions.len(), parts.allowed.batch);
    if count > most {
        let problem = format!("{count} positions; this server answers at most {most} at once");
        return Err(Failure::new(Kind::TOO_LARGE, problem));
    }
    let key = |line| served.key(Question::Position, line, batch.search, batch.canonical);
    let positions = batch.positions.into_iter();
    let keys = positions.map(|item| parts.line(item.from, item.moves).map(key));
    let keys = keys.collect();
    Ok(Query::Batch(served, keys))
}

/// The line of best play from a position
///
/// Both sides play best moves, as far as they are known: canonical ones where they are stored, or
/// with `canonical=true`. A search may begin with another best move than the canonical one of
/// `position`.
#[utoipa::path(
    get,
    path = LINE,
    tag = "plays",
    params(GameInPath, PositionQuery),
    responses(
        (status = 200, description = "The line", body = Variation),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
fn variation(parts: &Parts<'_>) -> Result<Query, Failure> {
    parts.position(Question::Line)
}

/// Why a position has its value
///
/// Shows for every move why it is no better than the best one: its value or a bound, and the
/// answer to it. A `verdict` follows from stored values, searches and the certificate.
#[utoipa::path(
    get,
    path = PROOF,
    tag = "positions",
    params(GameInPath, PositionQuery),
    responses(
        (status = 200, description = "The position and its moves", body = Proof),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
fn proof(parts: &Parts<'_>) -> Result<Query, Failure> {
    parts.position(Question::Proof)
}

/// Where a play lost value
///
/// For every move of a play: what is known before and after it, the best move, and the loss.
#[utoipa::path(
    post,
    path = REVIEW,
    tag = "plays",
    params(GameInPath),
    request_body = Played,
    responses(
        (status = 200, description = "The review", body = Review),
        (status = 400, description = "A move that cannot be read, or a body that is not JSON", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 408, description = "The body arrived too slowly", body = FailureBody),
        (status = 413, description = "The body is too large", body = FailureBody),
        (status = 415, description = "A body that does not say that it is JSON", body = FailureBody),
        (status = 422, description = "JSON that is no play", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
fn review(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served()?;
    expect_no_query(parts.query)?;
    let played: Played = parts.body()?;
    let line = parts.line(played.from, played.moves)?;
    let effort = Effort {
        search: served.effective_search(played.search),
        canonical: played.canonical,
        ..Effort::default()
    };
    Ok(Query::Review(served, line, effort))
}

/// A record of a game
///
/// The text is a board, moves, or both; or SGF, GGF or OBF where the game has them. Moves need not
/// be legal, but have to lead to the boards that the record states.
#[utoipa::path(
    post,
    path = RECORDS,
    tag = "plays",
    request_body = RecordText,
    responses(
        (status = 200, description = "The record", body = GameRecord),
        (status = 400, description = "No record of this game, or a body that is not JSON", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 408, description = "The body arrived too slowly", body = FailureBody),
        (status = 413, description = "The body is too large", body = FailureBody),
        (status = 415, description = "A body that does not say that it is JSON", body = FailureBody),
        (status = 422, description = "JSON that is no text of a game", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
fn record(parts: &Parts<'_>) -> Result<Query, Failure> {
    expect_no_query(parts.query)?;
    let RecordText { game, text } = parts.body()?;
    encoded(&parts.games.find(&game)?.record(&text)?).map(Query::Answered)
}
