//! Proofs: forged ones, those that misled earlier, limits of checks, and the widths of fields.

mod definition;
mod forger;
mod go_rules;
mod kept;
mod limits;
mod memory;
mod naive_go;
mod strategies;
mod widths;

use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofHeader, ProofReader, WalkKind};
use solveig_verify::proof::{ProofError, ProofReport, verify_proof};
use solveig_verify::{Bound, Limits, none_given};

/// A header that claims a bound of the start.
pub fn header(game: &str, claim: Bound) -> ProofHeader {
    let header = ProofHeader {
        game: game.to_owned(),
        board: None,
        moves: Vec::new(),
        at_least: None,
        at_most: None,
        walk: WalkKind::Rules(MemoryLimits::default()),
        program: "a test".to_owned(),
    };
    claiming(header, claim)
}

/// The same header with another claim.
fn claiming(header: ProofHeader, claim: Bound) -> ProofHeader {
    let (at_least, at_most) = match claim {
        Bound::AtLeast(bound) => (Some(bound), None),
        Bound::AtMost(bound) => (None, Some(bound)),
    };
    ProofHeader {
        at_least,
        at_most,
        ..header
    }
}

/// The same header for a walk in which the loser may repeat positions.
fn repeating(header: ProofHeader) -> ProofHeader {
    ProofHeader {
        walk: WalkKind::LoserMayRepeat,
        ..header
    }
}

/// A file with this header and no moves.
pub fn without_moves(header: ProofHeader, nodes: u64) -> Vec<u8> {
    let proof = Proof {
        header,
        moves: ChosenMoves::default(),
        nodes,
    };
    proof.encode().unwrap().0
}

/// The verdict of the checker on the bytes of a file.
fn check(bytes: &[u8], limits: Limits) -> Result<ProofReport, ProofError> {
    let proof = ProofReader::from_bytes(bytes)?;
    verify_proof(&proof, limits, &none_given, &mut |_, _| {})
}
