//! Estimates beside what solving finds, on boards small enough for both.

use std::time::{Duration, Instant};

use solveig_game::{Game, Reduction};
use solveig_games::{AnyGame, Solvable};
use solveig_region::{
    Basis, BuildError, CertificateScope, Closure, Estimate, Range, RefutationMethod, Scope,
    estimate, solve,
};
use solveig_search::solvers::SolverName;
use solveig_search::{Oracle, StopToken};

/// A time that no machine needs for the boards below.
const LONG: Duration = Duration::from_secs(600);

/// A closure by the words of the command line: `hex:4x4 weak`, `hex:4x4 weak without-symmetry`.
/// Semi-strong ones have a certificate.
fn closure(text: &str) -> (Closure<AnyGame>, Box<dyn Oracle<AnyGame>>) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let game = AnyGame::parse(words[0]).unwrap();
    let scope = match words[1] {
        "weak" => Scope::Weak,
        "semi-strong" => Scope::SemiStrong,
        _ => Scope::Strong,
    };
    let solvers = game.solvers(true);
    let resources = solvers.resources(SolverName::Fastest, 64 << 20, 1).unwrap();
    let mut oracles = solvers.solvers(SolverName::Fastest, &resources, 1).unwrap();
    let closure = Closure {
        cut: game.max_level(),
        proof: (scope == Scope::SemiStrong).then_some(CertificateScope {
            refutation: RefutationMethod::FirstInOrder,
            to_level: game.max_level(),
        }),
        knowledge: solvers.knowledge(),
        game,
        scope,
        reduction: match words.get(2) {
            None => Reduction::Canonical,
            Some(_) => Reduction::None,
        },
    };
    (closure, oracles.remove(0))
}

fn look(text: &str, limit: Duration) -> Estimate {
    let (closure, mut oracle) = closure(text);
    estimate(&closure, &mut oracle, limit, &StopToken::never()).unwrap()
}

/// Records of the artifact and of the certificate, bytes of the artifact, and nodes, when solved.
struct Truth {
    artifact: u64,
    certificate: Option<u64>,
    bytes: u64,
    nodes: u64,
}

fn truth(text: &str) -> Truth {
    let (closure, oracle) = closure(text);
    let directory = tempfile::tempdir().unwrap();
    let artifact = directory.path().join("artifact.sol");
    let certificate = directory.path().join("certificate.cert");
    let certificate = closure.proof.is_some().then_some(certificate.as_path());
    let solved = solve(&closure, &artifact, certificate, &mut [oracle], &mut |_| {}).unwrap();
    Truth {
        artifact: solved.artifact.records,
        certificate: solved.certificate.map(|summary| summary.records),
        bytes: solved.artifact.bytes,
        nodes: solved.nodes,
    }
}

fn holds(range: Range, truth: u64) -> bool {
    (range.low - 0.5..=range.high + 0.5).contains(&(truth as f64))
}

#[test]
fn what_is_followed_whole_is_counted() {
    for text in [
        "othello:4x4 weak",
        "othello:4x4 semi-strong",
        "othello:4x4 strong",
        "othello:6x4 weak",
        "connect-four:4x4 semi-strong",
        "connect-four:1x1 strong",
        "connect-four:5x4 weak without-symmetry",
        "hex:3x3 weak",
        "hex:3x3 semi-strong without-symmetry",
        "mnk:3x3?k=3 strong",
        "random-tree:3x5?seed=1 semi-strong",
    ] {
        let (found, truth) = (look(text, LONG), truth(text));
        assert_eq!(found.basis, Basis::Whole, "{text}");
        let counted = [found.artifact.low, found.artifact.high];
        assert_eq!(counted, [truth.artifact as f64; 2], "{text}");
        let certificate = found.certificate.map(|range| range.expected as u64);
        assert_eq!(certificate, truth.certificate, "{text}");
        assert!(holds(found.work.unwrap().nodes, truth.nodes), "{text}");
        let bytes = found.artifact_bytes;
        assert!(holds(bytes, truth.bytes), "{text}: {bytes:?}");
    }
}

/// Boards that are too large to be followed whole, with time enough for the largest samples.
#[test]
fn intervals_of_samples_hold() {
    for text in [
        "connect-four:5x4 strong",
        "connect-four:5x5 semi-strong",
        "othello:6x4 semi-strong without-symmetry",
    ] {
        let (found, truth) = (look(text, LONG), truth(text));
        assert_eq!(found.basis, Basis::Samples, "{text}");
        let artifact = found.artifact;
        assert!(holds(artifact, truth.artifact), "{text}: {artifact:?}");
        let certificate = found.certificate.zip(truth.certificate);
        if let Some((range, truth)) = certificate {
            assert!(holds(range, truth), "{text}: {range:?}, {truth}");
        }
    }
}

#[test]
fn without_time_for_values_an_estimate_is_a_guess() {
    let short = Duration::from_millis(30);
    let found = look("othello:6x6 semi-strong", short);
    assert_eq!(found.basis, Basis::Guess);
    assert_eq!((found.certificate, found.work), (None, None));
    assert!(found.artifact.expected > 132.0, "{:?}", found.artifact);
    // What is reached does not depend on values.
    let found = look("connect-four:7x6 strong", short);
    assert_eq!((found.basis, found.work), (Basis::Samples, None));
}

#[test]
fn an_estimate_can_be_stopped() {
    let (closure, mut oracle) = closure("othello:8x8 semi-strong");
    let started = Instant::now();
    let stop = StopToken::never().with_deadline(started + Duration::from_millis(100));
    let stopped = estimate(&closure, &mut oracle, LONG, &stop);
    assert!(matches!(stopped, Err(BuildError::Stopped(_))));
    assert!(started.elapsed() < LONG / 10);
}
