//! What the kept OpenAPI document is made from: a description of each route, and of its types.

#![expect(
    dead_code,
    reason = "these functions and `GameInPath` only carry descriptions"
)]

use solveig_engine::Variation;
use utoipa::{IntoParams, OpenApi};

use crate::batch::Answers;
use crate::choice::Choice;
use crate::failure::FailureBody;
use crate::games::{Game, GameList, LevelList};
use crate::health::{HEALTH, Health, READY, Readiness};
use crate::position::Position;
use crate::proof::Proof;
use crate::question::{Batch, MoveQuery, Play, PositionQuery, RandomQuery, SearchQuery, Style};
use crate::record::{GameRecord, RecordText};
use crate::review::Review;
use crate::routes::{
    GAME, GAMES, LEVELS, LINE, MOVE, POSITION, POSITIONS, PROOF, RANDOM, RECORDS, REVIEW, START,
};

/// The OpenAPI document that the code describes, as it is kept.
///
/// # Errors
///
/// Fails if the document cannot be serialized, which would be a bug.
pub fn described() -> Result<String, serde_json::Error> {
    Ok(Document::openapi().to_pretty_json()? + "\n")
}

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
    paths(
        games, game, levels, start, position, chosen_move, random, positions, variation, proof, review, record,
        health, ready
    ),
    components(schemas(Style))
)]
struct Document;

/// The name in a path, which routes read as `Parts::game`.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
struct GameInPath {
    /// The game's name, as in the list of games
    game: String,
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
fn games() {}

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
fn game() {}

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
fn levels() {}

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
fn start() {}

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
fn position() {}

/// The move that the program plays
///
/// The move that `solveig play` would make: a best one where it is stored or found in time, of
/// equal ones that which wins soonest or loses latest. Where nothing is proved of any move it is an
/// estimate, and says so in `estimate`.
#[utoipa::path(
    get,
    path = MOVE,
    tag = "positions",
    params(GameInPath, MoveQuery),
    responses(
        (status = 200, description = "The move", body = Choice),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
fn chosen_move() {}

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
fn random() {}

/// Many positions
///
/// Answers come in the order of the positions, one for each. The answer to a position that cannot
/// be read, or for which the time of the request did not suffice, is an error. All searches
/// together have the search time of one request; after it, the remaining positions are looked up
/// without search, with `interrupted` set. A request with `accept: text/csv` is answered with CSV:
/// a header, and a row for each position.
#[utoipa::path(
    post,
    path = POSITIONS,
    tag = "positions",
    params(GameInPath),
    request_body = Batch,
    responses(
        (
            status = 200,
            description = "The answers",
            content((Answers = "application/json"), (String = "text/csv"))
        ),
        (status = 400, description = "A body that is not JSON", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 408, description = "The body arrived too slowly", body = FailureBody),
        (status = 413, description = "The body is too large, or has too many positions", body = FailureBody),
        (status = 415, description = "A body that does not say that it is JSON", body = FailureBody),
        (status = 422, description = "JSON that is no batch", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
fn positions() {}

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
fn variation() {}

/// Why a position has its value
///
/// Shows for every move why it is no better than the best one: its value or a bound, and the
/// answer to it. A `verdict` follows from stored values, searches and the certificate. Here
/// `search=short` is `above-cut`.
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
fn proof() {}

/// Where a play lost value
///
/// For every move of a play: what is known before and after it, the best move, and the loss.
#[utoipa::path(
    post,
    path = REVIEW,
    tag = "plays",
    params(GameInPath),
    request_body = Play,
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
fn review() {}

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
fn record() {}

/// How the server is
///
/// It answers as long as it runs, whether it takes questions or not.
#[utoipa::path(
    get,
    path = HEALTH,
    tag = "server",
    responses(
        (status = 200, description = "It serves", body = Health),
        (status = 400, description = "Bad query", body = FailureBody),
    )
)]
fn health() {}

/// Whether the server takes questions
///
/// It does not while it checks its files at the start, and when it is about to stop.
#[utoipa::path(
    get,
    path = READY,
    tag = "server",
    responses(
        (status = 200, description = "It takes questions", body = Readiness),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 503, description = "It does not", body = FailureBody),
    )
)]
fn ready() {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OPENAPI;

    #[test]
    fn the_kept_document_is_what_the_code_describes() {
        let described = described().unwrap();
        let mut lines = described.lines().zip(OPENAPI.lines());
        let differing = lines.find(|(described, kept)| described != kept);
        assert!(
            described == OPENAPI,
            "crates/api/openapi.json is old: run `cargo xtask openapi`; described, kept: {differing:?}"
        );
    }
}
