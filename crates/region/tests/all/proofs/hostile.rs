//! Files that were damaged or made wrong on purpose are refused.

use solveig_format::Digest;
use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofReader};
use solveig_game::random::Random;
use solveig_game::{Notation, Reduction, Spec, Symmetric};
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::mnk::Mnk;
use solveig_region::proof::{Claims, MoveChoice, Request, prove};
use solveig_search::NoKnowledge;
use solveig_search::binary::{DfPn, Resources};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::Solvers;
use solveig_verify::proof::{Node, ProofError, ProofReport, Winner, verify_proof, walk};
use solveig_verify::{Budget, Limits, none_given};

fn proven<G: Symmetric + Notation, K: GameKnowledge<G>>(
    game: &G,
    knowledge: K,
    claims: Claims,
) -> Proof {
    let resources = Resources::for_game(game, Reduction::Canonical, 1 << 22, 1 << 22).unwrap();
    let mut solver = DfPn::new(game.clone(), knowledge.clone(), &resources, 0.25);
    let request = Request {
        position: "-".to_owned(),
        claims,
        knowledge: true,
        moves: MoveChoice::Canonical,
        memory: MemoryLimits::default(),
        program: "a test".to_owned(),
    };
    prove(
        game,
        &*Solvers::shared(game, knowledge),
        &mut solver,
        &request,
        &none_given,
        &mut |_| true,
    )
    .unwrap()
}

fn tic_tac_toe() -> Proof {
    let claims = Claims {
        at_least: Some(0),
        at_most: Some(0),
    };
    proven(&Mnk::new(3, 3, 3).unwrap(), NoKnowledge, claims)
}

fn go() -> Proof {
    let game = Go::from_spec(&Spec::parse("go:2x2").unwrap()).unwrap();
    let claims = Claims {
        at_least: Some(1),
        at_most: Some(1),
    };
    proven(&game, GoKnowledge::default(), claims)
}

fn check(bytes: &[u8]) -> Result<ProofReport, ProofError> {
    verify_proof(
        &ProofReader::from_bytes(bytes)?,
        Limits::default(),
        &none_given,
        &mut |_, _| {},
    )
}

/// Makes the digest hold.
fn seal(bytes: &mut [u8]) {
    let at = bytes.len() - 40;
    let digest = Digest(*blake3::hash(&bytes[..at]).as_bytes());
    bytes[at..at + 32].copy_from_slice(&digest.0);
}

#[test]
fn every_single_byte_counts() {
    for proof in [tic_tac_toe(), go()] {
        let (bytes, _) = proof.encode().unwrap();
        assert!(check(&bytes).is_ok());
        for at in 0..bytes.len() {
            for flipped in [1, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flipped;
                assert!(check(&damaged).is_err(), "byte {at} of {}", bytes.len());
            }
            assert!(check(&bytes[..at]).is_err(), "cut at {at}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(check(&longer).is_err());
    }
}

/// With the digest made to hold, what is left is what the bytes mean. Another move may win as well;
/// more or less than there was to say may not be said.
#[test]
fn bytes_whose_digest_holds_are_refused_or_prove_the_same() {
    for proof in [tic_tac_toe(), go()] {
        let (bytes, _) = proof.encode().unwrap();
        let (mut refused, mut stand) = (0, 0);
        for at in 0..bytes.len() - 40 {
            for bit in 0..8 {
                let mut forged = bytes.clone();
                forged[at] ^= 1 << bit;
                seal(&mut forged);
                match check(&forged) {
                    Err(_) => refused += 1,
                    Ok(report) => {
                        stand += 1;
                        let claims = (report.header.at_least, report.header.at_most);
                        let is = proof.header.at_least.unwrap_or_default();
                        assert!(claims.0.is_none_or(|bound| bound <= is), "{claims:?}");
                        assert!(claims.1.is_none_or(|bound| bound >= is), "{claims:?}");
                    }
                }
            }
        }
        assert!(refused > 2 * stand && refused > 500, "{refused} {stand}");
        for cut in 1..20 {
            let mut forged = bytes[..bytes.len() - 56 - cut].to_vec();
            forged.extend_from_slice(&bytes[bytes.len() - 56..]);
            seal(&mut forged);
            assert!(check(&forged).is_err(), "{cut} bytes less");
            let mut forged = bytes[..bytes.len() - 56].to_vec();
            forged.extend(vec![0; cut]);
            forged.extend_from_slice(&bytes[bytes.len() - 56..]);
            seal(&mut forged);
            assert!(check(&forged).is_err(), "{cut} bytes more");
        }
    }
}

/// Moves drawn by lot, kept as they are named; and whether a walk rests on territory.
pub(super) struct ByLot(pub(super) Random, pub(super) ChosenMoves);

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

#[test]
fn no_moves_prove_what_is_not_so() {
    for proof in [tic_tac_toe(), go()] {
        let value = proof.header.at_least.unwrap();
        let mut high = proof.header.clone();
        (high.at_least, high.at_most) = (Some(value + 1), None);
        let mut low = proof.header.clone();
        (low.at_least, low.at_most) = (None, Some(value - 1));
        for header in [high, low] {
            for seed in 0..3000 {
                let mut winner = ByLot(Random::new(seed), ChosenMoves::default());
                let walked = walk(
                    &header,
                    &mut winner,
                    &Budget::new(Limits::default()),
                    &none_given,
                    &mut |_| true,
                );
                assert!(walked.is_err(), "{} {seed}", header.game);
            }
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
