//! Estimates compared with what solving finds, on boards small enough for both.

use std::time::Duration;

use solveig_games::{AnyGame, Solvable};
use solveig_region::{
    Basis, Estimate, Range, RefutationMethod, Scope, ScopeClosure, SolveRequest, SolveSummary,
    estimate, solve,
};
use solveig_search::solvers::SolverName;
use solveig_search::{Oracle, StopToken};

/// A time that no machine needs for the boards below.
const LONG: Duration = Duration::from_secs(600);

/// The closure of a game and its scope; semi-strong ones have a certificate.
fn closure(spec: &str, scope: Scope) -> (ScopeClosure<AnyGame>, Box<dyn Oracle<AnyGame>>) {
    let game = AnyGame::parse(spec).unwrap();
    let solvers = game.solvers();
    let resources = solvers.resources(SolverName::Fastest, 64 << 20, 1).unwrap();
    let mut oracles = solvers.solvers(SolverName::Fastest, &resources, 1).unwrap();
    let request = SolveRequest {
        scope,
        refutation: (scope == Scope::SemiStrong).then_some(RefutationMethod::FirstInOrder),
        ..SolveRequest::default()
    };
    let closure = ScopeClosure::for_request(&game, &*solvers, &request);
    (closure, oracles.remove(0))
}

fn estimated(spec: &str, scope: Scope, limit: Duration) -> Estimate {
    let (closure, mut oracle) = closure(spec, scope);
    estimate(&closure, &mut oracle, limit, &StopToken::never()).unwrap()
}

fn solved(spec: &str, scope: Scope) -> SolveSummary {
    let (closure, oracle) = closure(spec, scope);
    let directory = tempfile::tempdir().unwrap();
    let [artifact, certificate] = ["a.sol", "a.cert"].map(|name| directory.path().join(name));
    let certificate = closure.proof.map(|_| certificate.as_path());
    solve(&closure, &artifact, certificate, &mut [oracle], &mut |_| {}).unwrap()
}

fn holds(range: Range, truth: u64) -> bool {
    (range.low - 0.5..=range.high + 0.5).contains(&(truth as f64))
}

#[test]
fn a_closure_that_is_followed_completely_is_counted() {
    for (spec, scope) in [
        ("othello:4x4", Scope::Weak),
        ("othello:4x4", Scope::Strong),
        ("othello:6x4", Scope::SemiStrong),
        ("connect-four:4x4", Scope::SemiStrong),
        ("connect-four:1x1", Scope::Strong),
        ("hex:3x3", Scope::SemiStrong),
        ("mnk:3x3?k=3", Scope::Strong),
        ("random-tree:3x5?seed=1", Scope::SemiStrong),
    ] {
        let (found, truth) = (estimated(spec, scope, LONG), solved(spec, scope));
        assert_eq!(found.basis, Basis::Whole, "{spec}");
        let positions = found.artifact.positions;
        let counted = [positions.low, positions.high];
        assert_eq!(counted, [truth.artifact.records as f64; 2], "{spec}");
        let certificate = found.certificate.map(|file| file.positions.expected as u64);
        let records = truth.certificate.map(|summary| summary.records);
        assert_eq!(certificate, records, "{spec}");
        assert!(holds(found.nodes.unwrap(), truth.nodes), "{spec}");
        let bytes = found.artifact.bytes;
        assert!(holds(bytes, truth.artifact.bytes), "{spec}: {bytes:?}");
    }
}

/// A board with levels too large to be followed completely, in any time.
#[test]
fn the_intervals_of_a_sample_hold() {
    let (spec, scope) = ("connect-four:6x5", Scope::SemiStrong);
    let (found, truth) = (estimated(spec, scope, LONG), solved(spec, scope));
    assert_eq!(found.basis, Basis::Samples);
    assert!(
        holds(found.artifact.positions, truth.artifact.records),
        "{found:?}"
    );
    let certificate = found.certificate.unwrap().positions;
    let records = truth.certificate.unwrap().records;
    assert!(holds(certificate, records), "{found:?}");
}

#[test]
fn without_time_for_values_an_estimate_is_a_guess() {
    let short = Duration::from_millis(30);
    let found = estimated("othello:6x6", Scope::SemiStrong, short);
    assert_eq!(found.basis, Basis::Guess);
    assert_eq!((found.certificate, found.nodes), (None, None));
    assert!(
        found.artifact.positions.expected > 132.0,
        "{:?}",
        found.artifact
    );
    // What is reached does not depend on values.
    let found = estimated("connect-four:7x6", Scope::Strong, short);
    assert_eq!((found.basis, found.seconds), (Basis::Samples, None));
}
