//! Proofs of values: every move with its refutation.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use solveig_engine::{
    self as engine, Effort, Line, SearchScope, Side, Source, Stated, Status, Verdict,
};
use utoipa::ToSchema;

use crate::answer::JsonAnswer;
use crate::cache::CachedQuestion;
use crate::failure::{Failure, FailureBody};
use crate::games::Served;
use crate::position::Position;
use crate::question::{GameInPath, PositionQuery, ValidQuery};
use crate::state::Server;

/// Proof of a position's value, one move deep.
#[derive(Serialize, ToSchema)]
pub struct Proof {
    /// The position.
    position: Position,
    /// Its node kind: `P`, `A'` or `P'` in scopes semi-strong and strong, `C` or `A` in scope
    /// weak; `null` if it is not stored.
    #[schema(required)]
    kind: Option<String>,
    /// Every move with its refutation, best first.
    moves: Vec<Refutation>,
}

/// A move, and the other side's answer to it.
#[derive(Serialize, ToSchema)]
pub struct Refutation {
    /// The move.
    #[serde(rename = "move")]
    played: String,
    /// The index in `cells` of the cell where its stone lands.
    #[schema(required)]
    cell: Option<u32>,
    /// How much is known of the value.
    status: Status,
    /// The source of the value or bound; `null` if nothing is known.
    #[schema(required)]
    source: Option<Source>,
    /// The value for the side that plays the move, if it is known exactly.
    #[schema(required)]
    value: Option<i32>,
    /// Lower bound on the value; `null` where the exact value is known.
    #[schema(required)]
    at_least: Option<i32>,
    /// Upper bound on the value; `null` where the exact value is known.
    #[schema(required)]
    at_most: Option<i32>,
    /// Plies to the end of the game after this move, in games whose values determine it.
    #[schema(required)]
    plies: Option<u32>,
    /// The side that values are for: the side that plays the move.
    view: Side,
    /// The other side's best answer.
    #[schema(required)]
    reply: Option<String>,
    /// What the certificate states of the move, if the artifact does not store the position after
    /// it and no search found its value.
    #[schema(required)]
    certificate: Option<Stated>,
    /// How the move compares.
    verdict: Verdict,
}

impl Proof {
    fn new(game: &str, proof: engine::NodeProof) -> Self {
        let position = Position::new(game, proof.state, proof.report);
        let view = position.view;
        Self {
            position,
            kind: proof.kind.map(str::to_owned),
            moves: proof
                .moves
                .into_iter()
                .map(|one| Refutation::new(one, view))
                .collect(),
        }
    }
}

impl Refutation {
    fn new(refutation: engine::Refutation, view: Side) -> Self {
        let known = refutation.known;
        Self {
            played: refutation.played.name,
            cell: refutation.played.cell,
            status: known.status,
            source: known.source,
            value: known.value,
            at_least: known.at_least,
            at_most: known.at_most,
            plies: known.plies,
            view,
            reply: refutation.reply,
            certificate: refutation.stated,
            verdict: refutation.verdict,
        }
    }
}

/// Why a position has its value
///
/// Shows for every move why it is no better than the best one: its value or a bound, and the
/// answer to it. A `verdict` follows from stored values, searches and the certificate.
#[utoipa::path(
    get,
    path = "/v1/games/{game}/proof",
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game's name, as in the list of games"),
        PositionQuery,
    ),
    responses(
        (status = 200, description = "The position and its moves", body = Proof),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
pub async fn proof(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(question): ValidQuery<PositionQuery>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let work = |of: &Served, line: &Line, effort: &Effort| {
        let mut proof = of.engine.proof(line, effort)?;
        proof.report.interrupted &= effort.search != SearchScope::Never;
        let complete = !proof.report.interrupted;
        let mut proof = Proof::new(of.name(), proof);
        proof.position = proof.position.guessed(&*of.engine, line)?;
        JsonAnswer::new(&proof, complete)
    };
    server
        .answer(&served, CachedQuestion::Proof, question, &headers, work)
        .await
}
