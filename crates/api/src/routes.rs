//! The routes of the API: where each question is asked, and how it is read.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use solveig_engine::{Effort, Line, SearchScope};

use crate::answer::{Key, QuestionKind, encoded};
use crate::failure::{Failure, Kind};
use crate::games::{Games, ServedGame};
use crate::question::{
    Allowance, Batch, MoveQuery, Play, PositionQuery, RandomQuery, SearchQuery, Style,
    expect_no_query, read_body, read_line, read_query,
};
use crate::record::RecordText;

pub(crate) const GAMES: &str = "/v1/games";
pub(crate) const GAME: &str = "/v1/games/{game}";
pub(crate) const LEVELS: &str = "/v1/games/{game}/levels";
pub(crate) const START: &str = "/v1/games/{game}/start";
pub(crate) const POSITION: &str = "/v1/games/{game}/position";
pub(crate) const MOVE: &str = "/v1/games/{game}/move";
pub(crate) const RANDOM: &str = "/v1/games/{game}/random";
pub(crate) const POSITIONS: &str = "/v1/games/{game}/positions";
pub(crate) const LINE: &str = "/v1/games/{game}/line";
pub(crate) const PROOF: &str = "/v1/games/{game}/proof";
pub(crate) const REVIEW: &str = "/v1/games/{game}/review";
pub(crate) const RECORDS: &str = "/v1/records";

/// The OpenAPI document of all routes, in JSON: `cargo xtask openapi` writes it.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// A question, with all that it depends on.
enum Query {
    /// One that needs no search: its answer, in JSON.
    Answered(Vec<u8>),
    Position(PositionQuestion),
    Batch(BatchQuestion),
    Review(ReviewQuestion),
}

/// Answers the questions of [`Route::ask`]. What differs from one transport to another is here:
/// caches, turns of searches, limits, and the form of a response.
pub trait Responder {
    /// What becomes of a question: its answer, or the work that finds it.
    type Response;

    /// The response to a question that needed no search, with its answer in JSON.
    fn answer(self, json: Vec<u8>) -> Self::Response;

    /// The response to a question about one position.
    fn position(self, question: PositionQuestion) -> Self::Response;

    /// The response to questions about many positions.
    fn batch(self, question: BatchQuestion) -> Self::Response;

    /// The response to a question about the moves of a play.
    fn review(self, question: ReviewQuestion) -> Self::Response;
}

/// A question about one position.
pub struct PositionQuestion {
    /// The game that the address names.
    pub served: Arc<ServedGame>,
    /// What is asked, of which line.
    pub key: Key<Line>,
    /// Whether the address names the artifact, so that its answer never changes.
    pub is_pinned: bool,
    /// Whether the position was drawn for this request: the address leads to others, too.
    pub is_drawn: bool,
}

/// Questions about many positions, all of one kind.
pub struct BatchQuestion {
    /// The game that the address names.
    pub served: Arc<ServedGame>,
    /// The questions, in order; a failure in the place of one that cannot be read.
    pub keys: Vec<Result<Key<Line>, Failure>>,
}

/// A question about what each move of a play lost.
pub struct ReviewQuestion {
    /// The game that the address names.
    pub served: Arc<ServedGame>,
    /// Where the play begins, and its moves.
    pub line: Line,
    /// What may be searched; limits are not set.
    pub effort: Effort,
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
    /// The bytes of a POST request's body; empty where the route has none.
    pub body: Result<&'a [u8], Failure>,
    /// What the answer may cost.
    pub allowed: &'a Allowance,
}

/// All routes about games.
pub static ROUTES: [Route; 12] = [
    Route::get(GAMES, games),
    Route::get(GAME, game),
    Route::get(LEVELS, levels),
    Route::get(START, start),
    Route::get(POSITION, position),
    Route::get(MOVE, chosen_move),
    Route::get(RANDOM, random),
    Route::post(POSITIONS, positions),
    Route::get(LINE, variation),
    Route::get(PROOF, proof),
    Route::post(REVIEW, review),
    Route::post(RECORDS, record),
];

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

    /// Has `responder` answer the question of a request on this route.
    ///
    /// # Errors
    ///
    /// Fails if the request is not in order, or more than is allowed.
    pub fn ask<R: Responder>(
        &self,
        parts: &Parts<'_>,
        responder: R,
    ) -> Result<R::Response, Failure> {
        Ok(match (self.read)(parts)? {
            Query::Answered(json) => responder.answer(json),
            Query::Position(question) => responder.position(question),
            Query::Batch(question) => responder.batch(question),
            Query::Review(question) => responder.review(question),
        })
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
    fn served_game(&self) -> Result<Arc<ServedGame>, Failure> {
        self.games.find(self.game.clone()?).cloned()
    }

    fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        read_body(self.body.clone()?)
    }

    fn line(&self, from: String, moves: String) -> Result<Line, Failure> {
        read_line(from, moves, self.allowed.line)
    }

    /// The question about the position that the query names.
    fn position(&self, question: QuestionKind) -> Result<Query, Failure> {
        let served = self.served_game()?;
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

fn games(parts: &Parts<'_>) -> Result<Query, Failure> {
    expect_no_query(parts.query)?;
    encoded(&parts.games.list()).map(Query::Answered)
}

fn game(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served_game()?;
    expect_no_query(parts.query)?;
    encoded(&served.game).map(Query::Answered)
}

fn levels(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served_game()?;
    expect_no_query(parts.query)?;
    encoded(&served.level_list()?).map(Query::Answered)
}

fn start(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served_game()?;
    let query: SearchQuery = read_query(parts.query)?;
    served.expect_artifact(query.artifact.as_deref())?;
    let start = Line::at("-");
    Ok(Query::Position(PositionQuestion {
        key: served.key(QuestionKind::Position, start, query.search, query.canonical),
        is_pinned: query.artifact.is_some(),
        is_drawn: false,
        served,
    }))
}

fn position(parts: &Parts<'_>) -> Result<Query, Failure> {
    parts.position(QuestionKind::Position)
}

fn chosen_move(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served_game()?;
    let query: MoveQuery = read_query(parts.query)?;
    served.expect_artifact(query.artifact.as_deref())?;
    let line = parts.line(query.from, query.moves)?;
    let canonical = query.style == Style::Canonical;
    Ok(Query::Position(PositionQuestion {
        key: served.key(QuestionKind::Move, line, query.search, canonical),
        is_pinned: canonical && query.artifact.is_some(),
        is_drawn: false,
        served,
    }))
}

fn random(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served_game()?;
    let RandomQuery { seed, artifact } = read_query(parts.query)?;
    served.expect_artifact(artifact.as_deref())?;
    let line = served.random(seed.unwrap_or(parts.allowed.seed))?;
    Ok(Query::Position(PositionQuestion {
        key: served.key(QuestionKind::Position, line, SearchScope::Never, false),
        is_pinned: artifact.is_some(),
        is_drawn: seed.is_none(),
        served,
    }))
}

fn positions(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served_game()?;
    expect_no_query(parts.query)?;
    let batch: Batch = parts.body()?;
    let (count, max) = (batch.positions.len(), parts.allowed.batch);
    if count > max {
        let problem =
            format!("positions: {count} of them; this server answers at most {max} at once");
        return Err(Failure::new(Kind::TOO_LARGE, problem));
    }
    let question = match batch.values_only {
        true => QuestionKind::Value,
        false => QuestionKind::Position,
    };
    let key = |line| Key {
        distances: false,
        ..served.key(question, line, batch.search, batch.canonical)
    };
    let positions = batch.positions.into_iter();
    let keys = positions.map(|item| parts.line(item.from, item.moves).map(key));
    let keys = keys.collect();
    Ok(Query::Batch(BatchQuestion { served, keys }))
}

fn variation(parts: &Parts<'_>) -> Result<Query, Failure> {
    parts.position(QuestionKind::Line)
}

fn proof(parts: &Parts<'_>) -> Result<Query, Failure> {
    parts.position(QuestionKind::Proof)
}

fn review(parts: &Parts<'_>) -> Result<Query, Failure> {
    let served = parts.served_game()?;
    expect_no_query(parts.query)?;
    let play: Play = parts.body()?;
    let line = parts.line(play.from, play.moves)?;
    let effort = Effort {
        search: served.effective_search(play.search),
        canonical: play.canonical,
        ..Effort::default()
    };
    Ok(Query::Review(ReviewQuestion {
        served,
        line,
        effort,
    }))
}

fn record(parts: &Parts<'_>) -> Result<Query, Failure> {
    expect_no_query(parts.query)?;
    let RecordText { game, text } = parts.body()?;
    encoded(&parts.games.find(&game)?.record(&text)?).map(Query::Answered)
}
