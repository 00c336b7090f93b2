//! Proofs of values: every move with its refutation.

use serde::Serialize;
use solveig_engine::{self as engine, Line, Side, Source, Stated, Status, Verdict};
use utoipa::ToSchema;

use crate::failure::Failure;
use crate::games::Served;
use crate::position::Position;

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
    /// Plies to the end of the game with this move, itself included, in games whose values
    /// determine it.
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

impl Served {
    /// The answer from `proof` about the position after `line`.
    ///
    /// # Errors
    ///
    /// Fails as the engine does.
    pub fn proof(&self, line: &Line, proof: engine::NodeProof) -> Result<Proof, Failure> {
        let mut proof = Proof::new(self.name(), proof);
        proof.position = proof.position.guessed(&*self.engine, line)?;
        Ok(proof)
    }
}
