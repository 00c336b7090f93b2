//! Proofs of values: every move with its refutation.

use serde::Serialize;
use solveig_engine::{self as engine, CertificateBound, LegalMove, Line, Side, Verdict};

use crate::failure::Failure;
use crate::games::ServedGame;
use crate::position::{Position, SideValue};

/// Proof of a position's value, one move deep.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proof {
    /// The position.
    position: Position,
    /// Its node kind: `P`, `A'` or `P'` in scopes semi-strong and strong; `P`, `C` or `A` in scope
    /// weak and in a proof; `null` if it is not stored.
    #[cfg_attr(feature = "openapi", schema(required))]
    kind: Option<String>,
    /// Every move with its refutation, best first.
    moves: Vec<Refutation>,
}

/// A move, and the other side's answer to it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refutation {
    /// The move.
    #[serde(flatten)]
    played: LegalMove,
    /// Its value for the side that plays it; `plies` count the move itself, too.
    #[serde(flatten)]
    side_value: SideValue,
    /// The other side's best answer.
    #[cfg_attr(feature = "openapi", schema(required))]
    reply: Option<String>,
    /// What the certificate states of the move, if the artifact does not store the position after
    /// it and no search found its value.
    #[cfg_attr(feature = "openapi", schema(required))]
    certificate: Option<CertificateBound>,
    /// How the move compares.
    verdict: Verdict,
}

impl Proof {
    fn new(game: &str, proof: engine::NodeProof) -> Self {
        let position = Position::new(game, proof.state, proof.report);
        let view = position.side_value.view;
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
        Self {
            played: refutation.played,
            side_value: SideValue::new(refutation.known_value, view),
            reply: refutation.reply,
            certificate: refutation.certificate_bound,
            verdict: refutation.verdict,
        }
    }
}

impl ServedGame {
    /// The answer from `proof` about the position after `line`.
    pub(crate) fn proof(&self, line: &Line, proof: engine::NodeProof) -> Result<Proof, Failure> {
        let mut proof = Proof::new(self.name(), proof);
        proof.position = proof.position.guessed(&*self.engine, line)?;
        Ok(proof)
    }
}
