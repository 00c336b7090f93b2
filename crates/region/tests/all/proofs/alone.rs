//! A proof follows from its claim: not from the solver that helps, its memory, its threads, what it
//! knew before, nor from where it was stopped.

use solveig_game::{Notation, Symmetric, Value};
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::mnk::Mnk;
use solveig_region::proof::{ProveError, Request};
use solveig_search::NoKnowledge;
use solveig_search::binary::BinarySolver;
use solveig_search::solvers::SolverName;

use super::{Fixture, MEMORY, at_most, check, exactly, go, request};

fn solver<G: Symmetric + Notation>(
    fixture: &Fixture<G>,
    name: SolverName,
    memory: u64,
    threads: usize,
) -> Box<dyn BinarySolver<G>> {
    let mut resources = fixture.resources(memory, memory);
    resources.threads = threads;
    fixture.solver_with(name, &resources)
}

fn written<G: Symmetric + Notation>(
    fixture: &Fixture<G>,
    solver: &mut dyn BinarySolver<G>,
    claim: &Request,
) -> Vec<u8> {
    let proof = fixture.prove(solver, claim).unwrap();
    let (bytes, _) = proof.encode().unwrap();
    assert_eq!(check(&bytes).unwrap().walked.nodes, proof.nodes);
    bytes
}

fn all_write_the_same<G: Symmetric + Notation>(fixture: &Fixture<G>, value: Value) {
    let claim = request("-", exactly(value));
    let bytes = written(fixture, &mut *fixture.solver(SolverName::DfPn), &claim);
    let spec = fixture.game.spec();
    for name in [SolverName::DfPn, SolverName::Pns] {
        for (memory, threads) in [(MEMORY, 1), (1 << 16, 1), (1 << 23, 2), (1 << 19, 2)] {
            let mut helper = solver(fixture, name, memory, threads);
            let what = format!("{spec} {name} {memory} {threads}");
            assert_eq!(written(fixture, &mut *helper, &claim), bytes, "{what}");
            // Once more, by one that knows all of it.
            assert_eq!(
                written(fixture, &mut *helper, &claim),
                bytes,
                "{what}, again"
            );
        }
        for stops in [1, 2, 5, 20] {
            let mut first = solver(fixture, name, 1 << 16, 1);
            let mut questions = stops;
            let stopped = fixture.prove_while(&mut *first, &claim, &mut |_| {
                questions -= 1;
                questions > 0
            });
            if let Err(error) = stopped {
                assert!(matches!(error, ProveError::Stopped), "{error}");
            }
            let mut checkpoint = Vec::new();
            first.save(&mut checkpoint).unwrap();
            let mut second = solver(fixture, name, 1 << 16, 1);
            second.load(&mut &checkpoint[..]).unwrap();
            let again = written(fixture, &mut *second, &claim);
            assert_eq!(again, bytes, "{spec} {name} {stops}");
        }
    }
}

#[test]
fn the_same_claim_is_the_same_file() {
    for (spec, value) in [
        ("go:2x2", 1),
        ("go:2x3", 0),
        ("go:1x6", 1),
        ("go:3x3", 9),
        ("go:2x4", 8),
    ] {
        all_write_the_same(&Fixture::new(go(spec), GoKnowledge::default()), value);
    }
    for (columns, value) in [(3, 0), (4, 1)] {
        let game = Mnk::new(columns, 3, 3).unwrap();
        all_write_the_same(&Fixture::new(game, NoKnowledge), value);
    }
}

/// A claim that cannot be false needs no move, and one that cannot be true has no proof.
#[test]
fn bounds_beyond_all_values_are_plain() {
    let fixture = Fixture::new(go("go:1x2"), GoKnowledge::default());
    let mut helper = solver(&fixture, SolverName::DfPn, 1 << 16, 1);
    for (bound, holds) in [
        (i32::MIN, false),
        (-1_000, false),
        (1_000, true),
        (i32::MAX, true),
    ] {
        let proof = fixture.prove(&mut *helper, &request("-", at_most(bound)));
        assert_eq!(proof.is_ok(), holds, "{bound}");
        // No file holds a bound beyond 2^30.
        let fits = bound.unsigned_abs() <= 1 << 30;
        let is_encoded = proof.is_ok_and(|proof| proof.encode().is_ok());
        assert_eq!(is_encoded, holds && fits, "{bound}");
    }
}
