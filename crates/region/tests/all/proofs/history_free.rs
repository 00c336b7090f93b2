//! Proofs in Go in which the loser may repeat positions.

use solveig_format::proof::{ChosenMoves, Proof, ProofHeader, WalkKind};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Notation, Value};
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::go::knowledge::history_free::SearchOptions;
use solveig_region::proof::{
    HistoryFreeRequest, ProveError, WholeProof, exact_value, prove_history_free,
};
use solveig_search::StopToken;
use solveig_search::solvers::SolverName;
use solveig_verify::none_given;
use solveig_verify::proof::{ProofError, ProofReport};

use super::hostile::no_lot_proves;
use super::{Fixture, go, seal};

fn proven(game: &Go, position: &str, at_least: Option<Value>) -> Result<WholeProof, ProveError> {
    let request = HistoryFreeRequest {
        position: position.to_owned(),
        at_least,
        search: SearchOptions { bytes: 1 << 20 },
        program: "a test".to_owned(),
    };
    prove_history_free(
        game,
        &request,
        &none_given,
        &StopToken::never(),
        &mut |_| true,
    )
}

fn check(proof: &Proof) -> Result<ProofReport, ProofError> {
    super::check(&proof.encode().unwrap().0)
}

#[test]
fn values_and_bounds_are_proved() {
    for (spec, position, at_least, claims) in [
        ("go:1x1", "-", None, (Some(0), Some(0))),
        ("go:1x4", "-", None, (Some(4), Some(4))),
        ("go:2x4", "-", None, (Some(8), Some(8))),
        ("go:3x3", "-", None, (Some(9), Some(9))),
        (
            "go:3x3?superko=situational",
            "B2",
            Some(-9),
            (Some(-9), None),
        ),
        ("go:3x3?komi=8.5", "-", None, (Some(1), Some(1))),
        ("go:3x3?komi=9", "-", Some(1), (None, Some(0))),
        ("go:4x3", "-", Some(4), (Some(4), None)),
        ("go:5x2", "C1 pass", Some(10), (Some(10), None)),
        ("go:5x2", "C1", Some(-9), (None, Some(-10))),
    ] {
        let found = proven(&go(spec), position, at_least).unwrap();
        let header = &found.proof.header;
        assert_eq!(
            (header.at_least, header.at_most),
            claims,
            "{spec} {position}"
        );
        let report = check(&found.proof).unwrap();
        assert_eq!(report.walked.nodes, found.proof.nodes, "{spec}");
        assert_eq!(report.walked.choices, found.proof.moves.count(), "{spec}");
        assert_eq!(report.header.walk, WalkKind::LoserMayRepeat);
    }
}

/// What is proved after random play agrees with searches that know the history.
#[test]
fn what_is_proved_is_so() {
    let mut random = Random::new(9);
    let (mut proofs, mut none, mut fail) = (0, 0, 0);
    for spec in [
        "go:1x4",
        "go:1x5?superko=situational",
        "go:2x2",
        "go:2x3",
        "go:3x3",
    ] {
        let fixture = Fixture::new(go(spec), GoKnowledge::default());
        let game = &fixture.game;
        for _ in 0..60 {
            let mut position = game.start();
            let mut names = Vec::new();
            for _ in 0..random.below(2 * game.board().points()) + 2 {
                let moves = game.moves(&position);
                if moves.is_empty() {
                    break;
                }
                let one = moves[random.below(moves.len() as u32) as usize];
                names.push(game.format_move(one));
                position = game.play_unchecked(&position, one);
            }
            let text = names.join(" ");
            let mut solver = fixture.solver(SolverName::DfPn);
            let value = exact_value(game, &mut *solver, &text, &mut |_| true).unwrap();
            for bound in [value - 1, value, value + 1, value + 2] {
                match proven(game, &text, Some(bound)) {
                    Err(error) => {
                        assert!(matches!(error, ProveError::NoStrategy { .. }), "{error}");
                        none += 1;
                    }
                    Ok(found) => {
                        let is_so = found.claims.at_least.is_none_or(|min| min <= value)
                            && found.claims.at_most.is_none_or(|max| max >= value);
                        assert!(is_so, "{spec} {text}: {value}, {:?}", found.claims);
                        check(&found.proof).unwrap();
                        proofs += 1;
                        // The same moves show no more.
                        let mut header = found.proof.header.clone();
                        header.at_least = header.at_least.map(|_| value + 1);
                        header.at_most = header.at_most.map(|_| value - 1);
                        let forged = Proof {
                            header,
                            ..found.proof
                        };
                        fail += usize::from(check(&forged).is_err());
                    }
                }
            }
        }
    }
    assert!(proofs > 500 && none > 100, "{proofs} {none}");
    assert_eq!(fail, proofs);
}

fn header(game: &str, at_least: Option<i32>, at_most: Option<i32>) -> ProofHeader {
    ProofHeader {
        game: game.to_owned(),
        board: None,
        moves: Vec::new(),
        at_least,
        at_most,
        walk: WalkKind::LoserMayRepeat,
        program: "a test".to_owned(),
    }
}

#[test]
fn no_moves_prove_what_is_not_so() {
    for (game, value) in [("go:1x5", 0), ("go:2x2", 1), ("go:2x3", 0), ("go:1x3", 3)] {
        for (min, max) in [(Some(value + 1), None), (None, Some(value - 1))] {
            no_lot_proves(&header(game, min, max), 2_000);
        }
    }
}

#[test]
fn other_games_and_suicide_are_refused() {
    for (game, text) in [
        ("mnk:3x3?k=3", "Go without suicide"),
        ("go:2x2?suicide=yes", "Go without suicide"),
        ("go:9x9", "go:CxR"),
    ] {
        let proof = Proof {
            header: header(game, Some(0), None),
            moves: ChosenMoves::default(),
            nodes: 1,
        };
        let error = check(&proof).unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    }
    let error = proven(&go("go:2x2?suicide=yes"), "-", Some(1)).unwrap_err();
    assert!(matches!(error, ProveError::NoStrategy { .. }), "{error}");
}

/// Every change of a bit either is refused, under a right digest, or leaves a claim that holds.
#[test]
fn changed_bits_prove_nothing_false() {
    let found = proven(&go("go:2x4"), "-", None).unwrap();
    let (bytes, _) = found.proof.encode().unwrap();
    let (mut refused, mut stand) = (0, 0);
    for at in 0..bytes.len() - 40 {
        for bit in 0..8 {
            let mut forged = bytes.clone();
            forged[at] ^= 1 << bit;
            seal(&mut forged);
            match super::check(&forged) {
                Err(_) => refused += 1,
                Ok(report) => {
                    stand += 1;
                    assert!(report.header.at_least.is_none_or(|bound| bound <= 8));
                    assert!(report.header.at_most.is_none_or(|bound| bound >= 8));
                }
            }
        }
    }
    assert!(refused > 500 && stand > 0, "{refused} {stand}");
}
