//! Files that were damaged or made wrong on purpose are refused.

use solveig_format::proof::{ChosenMoves, Proof, ProofHeader};
use solveig_game::random::Random;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::mnk::Mnk;
use solveig_search::NoKnowledge;
use solveig_search::solvers::SolverName;
use solveig_verify::proof::{Node, Winner, walk};
use solveig_verify::{Budget, Limits, none_given};

use super::{Fixture, check, exactly, request};

fn tic_tac_toe() -> Proof {
    let fixture = Fixture::new(Mnk::new(3, 3, 3).unwrap(), NoKnowledge);
    let mut solver = fixture.solver(SolverName::DfPn);
    let claim = request("-", exactly(0));
    fixture.prove(&mut *solver, &claim).unwrap()
}

fn go() -> Proof {
    let fixture = Fixture::new(super::go("go:2x2"), GoKnowledge::default());
    let mut solver = fixture.solver(SolverName::DfPn);
    let claim = request("-", exactly(1));
    fixture.prove(&mut *solver, &claim).unwrap()
}

/// Moves drawn by lot, kept as they are named; and whether a walk rests on territory.
struct ByLot(Random, ChosenMoves);

impl Winner for ByLot {
    type Error = ();

    fn choose(&mut self, node: Node<'_>) -> Result<u32, ()> {
        let place = self.0.below(node.moves);
        self.1.push(place, node.moves);
        Ok(place)
    }

    fn rests(&mut self, node: Node<'_>) -> Result<bool, ()> {
        Ok(self.choose(node)? == 1)
    }
}

/// Fails if moves drawn by lot prove what the header claims.
pub(super) fn no_lot_proves(header: &ProofHeader, seeds: u64) {
    for seed in 0..seeds {
        let mut winner = ByLot(Random::new(seed), ChosenMoves::default());
        let budget = Budget::new(Limits::default());
        let walked = walk(header, &mut winner, &budget, &none_given, &mut |_| true);
        assert!(walked.is_err(), "{} {seed}", header.game);
    }
}

#[test]
fn no_moves_prove_what_is_not_so() {
    for proof in [tic_tac_toe(), go()] {
        let value = proof.header.at_least.unwrap();
        let mut high = proof.header.clone();
        (high.at_least, high.at_most) = (Some(value + 1), None);
        let mut low = proof.header.clone();
        (low.at_least, low.at_most) = (None, Some(value - 1));
        for header in [high, low] {
            no_lot_proves(&header, 3_000);
            // Nor do the moves of the proof.
            let forged = Proof {
                header,
                ..proof.clone()
            };
            assert!(check(&forged.encode().unwrap().0).is_err());
        }
    }
}

#[test]
fn a_wrong_move_is_named_with_its_place() {
    let mut moves = ChosenMoves::default();
    // Black wins go:2x2 by 1; a pass at once, the last of five moves, throws that away.
    moves.push(4, 5);
    for _ in 0..100 {
        moves.push(0, 5);
    }
    let proof = Proof { moves, ..go() };
    let error = check(&proof.encode().unwrap().0).unwrap_err().to_string();
    assert!(error.starts_with("at least +1: after pass"), "{error}");
    assert!(error.contains("position "), "{error}");
}

#[test]
fn positions_that_are_none_are_refused() {
    let refused = |change: &dyn Fn(&mut Proof)| {
        let mut proof = go();
        change(&mut proof);
        check(&proof.encode().unwrap().0).unwrap_err().to_string()
    };
    let error = refused(&|proof| proof.header.board = Some(u128::MAX));
    assert!(error.contains("is not the key of a position"), "{error}");
    let error = refused(&|proof| proof.header.moves = vec![0, 3, 9]);
    assert!(error.starts_with("header: move 3"), "{error}");
    let error = refused(&|proof| proof.header.game = "go:2x2?suicide=no".to_owned());
    assert!(error.contains("go:CxR"), "{error}");
    let error = refused(&|proof| proof.header.game = "chess".to_owned());
    assert!(error.contains("no rules for the game"), "{error}");
    let error = refused(&|proof| proof.nodes += 1);
    assert!(error.starts_with("trailer: expected"), "{error}");
    let error = refused(&|proof| proof.nodes -= 1);
    assert!(error.starts_with("trailer: expected"), "{error}");
}
