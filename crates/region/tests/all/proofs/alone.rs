//! A proof follows from its claim: not from the solver that helps, its memory, its threads, what it
//! knew before, nor from where it was stopped.

use solveig_format::proof::{MemoryLimits, ProofReader};
use solveig_game::{Notation, Reduction, Spec, Symmetric, Value};
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::mnk::Mnk;
use solveig_region::proof::{Claims, MoveChoice, ProveError, Request, prove};
use solveig_search::NoKnowledge;
use solveig_search::binary::{BestFirst, BinarySolver, DfPn, ProofNumbers, Resources};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::Solvers;
use solveig_verify::proof::verify_proof;
use solveig_verify::{Limits, none_given};

fn solver<G: Symmetric, K: GameKnowledge<G>>(
    name: &str,
    (game, knowledge): (&G, &K),
    memory: u64,
    threads: usize,
) -> Box<dyn BinarySolver<G>> {
    let mut resources = Resources::for_game(game, Reduction::Canonical, memory, memory).unwrap();
    resources.threads = threads;
    let (game, knowledge) = (game.clone(), knowledge.clone());
    match name {
        "df-pn" => Box::new(DfPn::new(game, knowledge, &resources, 0.25)),
        _ => Box::new(BestFirst::new(game, knowledge, &resources, ProofNumbers)),
    }
}

fn request(position: &str, claims: Claims) -> Request {
    Request {
        position: position.to_owned(),
        claims,
        knowledge: true,
        moves: MoveChoice::Canonical,
        memory: MemoryLimits::default(),
        program: "a test".to_owned(),
    }
}

fn exactly(value: Value) -> Claims {
    Claims {
        at_least: Some(value),
        at_most: Some(value),
    }
}

fn written<G: Symmetric + Notation, K: GameKnowledge<G>>(
    both: (&G, &K),
    solver: &mut dyn BinarySolver<G>,
    asked: &Request,
) -> Vec<u8> {
    let proof = prove(
        both.0,
        &*Solvers::shared(both.0, both.1.clone()),
        solver,
        asked,
        &none_given,
        &mut |_| true,
    )
    .unwrap();
    let (bytes, _) = proof.encode().unwrap();
    let reader = ProofReader::from_bytes(&bytes[..]).unwrap();
    let report = verify_proof(&reader, Limits::default(), &none_given, &mut |_, _| {}).unwrap();
    assert_eq!(report.walked.nodes, proof.nodes);
    bytes
}

fn all_write_the_same<G: Symmetric + Notation, K: GameKnowledge<G>>(
    both: (&G, &K),
    position: &str,
    value: Value,
) {
    let asked = request(position, exactly(value));
    let bytes = written(both, &mut *solver("df-pn", both, 1 << 22, 1), &asked);
    let spec = both.0.spec();
    for name in ["df-pn", "pns"] {
        for (memory, threads) in [(1 << 22, 1), (1 << 16, 1), (1 << 23, 2), (1 << 19, 2)] {
            let mut helper = solver(name, both, memory, threads);
            let what = format!("{spec} {name} {memory} {threads}");
            assert_eq!(written(both, &mut *helper, &asked), bytes, "{what}");
            // Once more, by one that knows all of it.
            assert_eq!(written(both, &mut *helper, &asked), bytes, "{what}, again");
        }
        for stops in [1, 2, 5, 20] {
            let mut first = solver(name, both, 1 << 16, 1);
            let mut questions = stops;
            let stopped = prove(
                both.0,
                &*Solvers::shared(both.0, both.1.clone()),
                &mut *first,
                &asked,
                &none_given,
                &mut |_| {
                    questions -= 1;
                    questions > 0
                },
            );
            if let Err(error) = stopped {
                assert!(matches!(error, ProveError::Stopped), "{error}");
            }
            let mut laid_aside = Vec::new();
            first.save(&mut laid_aside).unwrap();
            let mut second = solver(name, both, 1 << 16, 1);
            second.load(&mut &laid_aside[..]).unwrap();
            assert_eq!(
                written(both, &mut *second, &asked),
                bytes,
                "{spec} {name} {stops}"
            );
        }
    }
}

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

#[test]
fn the_same_claim_is_the_same_file() {
    let knowledge = GoKnowledge::default();
    all_write_the_same((&go("go:2x2"), &knowledge), "-", 1);
    all_write_the_same((&go("go:2x3"), &knowledge), "-", 0);
    all_write_the_same((&go("go:1x6"), &knowledge), "-", 1);
    all_write_the_same((&go("go:3x3"), &knowledge), "-", 9);
    all_write_the_same((&go("go:2x4"), &knowledge), "-", 8);
    all_write_the_same((&Mnk::new(3, 3, 3).unwrap(), &NoKnowledge), "-", 0);
    all_write_the_same((&Mnk::new(4, 3, 3).unwrap(), &NoKnowledge), "-", 1);
}

/// A claim that cannot be false needs no move, and one that cannot be true has no proof.
#[test]
fn bounds_beyond_all_values_are_plain() {
    let both = (&go("go:1x2"), &GoKnowledge::default());
    let mut helper = solver("df-pn", both, 1 << 16, 1);
    for (bound, holds) in [
        (i32::MIN, false),
        (-1_000, false),
        (1_000, true),
        (i32::MAX, true),
    ] {
        let claims = Claims {
            at_least: None,
            at_most: Some(bound),
        };
        let proof = prove(
            both.0,
            &*Solvers::shared(both.0, *both.1),
            &mut *helper,
            &request("-", claims),
            &none_given,
            &mut |_| true,
        );
        assert_eq!(proof.is_ok(), holds, "{bound}");
        // No file holds a bound beyond 2^30.
        let fits = bound.unsigned_abs() <= 1 << 30;
        assert_eq!(
            proof.is_ok_and(|proof| proof.encode().is_ok()),
            holds && fits
        );
    }
}
