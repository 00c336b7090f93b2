//! Estimates beside what solving finds, on boards small enough for both.

#[path = "../../examples/estimates/board.rs"]
#[allow(dead_code)] // The example prints more of it.
mod board;

use board::{Board, Truth};
use solveig_region::{Basis, Estimate, EstimateEffort, Range};

/// Little enough that all but the first levels are sampled.
fn little() -> EstimateEffort {
    EstimateEffort {
        seed: 1,
        whole: 500,
        sample: 150,
        halvings: 4,
        work: 100_000_000,
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
        let board = Board::parse(text);
        let (estimate, truth) = (board.look(&EstimateEffort::default()), board.truth());
        let Estimate {
            basis, artifact, ..
        } = estimate;
        assert_eq!(basis, Basis::Whole, "{text}");
        let counted = [artifact.low, artifact.expected, artifact.high];
        assert_eq!(counted, [truth.artifact as f64; 3], "{text}");
        let certificate = estimate.certificate.map(|range| range.expected);
        assert_eq!(
            certificate,
            truth.certificate.map(|count| count as f64),
            "{text}"
        );
        assert!(holds(estimate.work.unwrap().nodes, truth.nodes), "{text}");
        let bytes = estimate.artifact_bytes;
        assert!(holds(bytes, truth.artifact_bytes), "{text}: {bytes:?}");
    }
}

#[test]
fn intervals_of_samples_hold_as_often_as_they_say() {
    let (mut held, mut of, mut widths) = (0, 0, Vec::new());
    for text in [
        "othello:6x4 semi-strong",
        "connect-four:4x4 strong",
        "connect-four:5x4 weak",
        "connect-four:5x4 semi-strong",
        "connect-four:5x4 semi-strong without-symmetry",
        "hex:4x3 semi-strong",
        "hex:4x3 strong",
        "mnk:4x3?k=3 strong",
        "mnk:4x4?k=3 semi-strong",
    ] {
        let board = Board::parse(text);
        let Truth {
            artifact,
            certificate,
            ..
        } = board.truth();
        for seed in 1..=4 {
            let estimate = board.look(&EstimateEffort { seed, ..little() });
            assert_eq!(estimate.basis, Basis::Samples, "{text}");
            let ranges = [Some(estimate.artifact), estimate.certificate];
            for (range, truth) in ranges.into_iter().zip([Some(artifact), certificate]) {
                let (Some(range), Some(truth)) = (range, truth) else {
                    continue;
                };
                held += u32::from(holds(range, truth));
                of += 1;
                widths.push(range.high / range.low);
            }
        }
    }
    // Of so many intervals, fewer would hold once in a hundred times if nine of ten did.
    assert!(
        f64::from(held) >= 0.8 * f64::from(of),
        "{held} of {of} hold"
    );
    widths.sort_by(f64::total_cmp);
    let median = widths[widths.len() / 2];
    assert!(median < 4.0, "half the intervals are wider than {median}");
}

/// The first positions of a board take nearly all the work, and the few that are searched before it
/// is used up tell nothing about the rest.
#[test]
fn work_that_ends_early_makes_a_guess_and_no_wrong_estimate() {
    let board = Board::parse("othello:6x4 semi-strong");
    let truth = board.truth().artifact;
    let mut bases = Vec::new();
    for doublings in 10..28 {
        let effort = EstimateEffort {
            work: 1 << doublings,
            ..little()
        };
        let estimate = board.look(&effort);
        if estimate.basis == Basis::Samples {
            // Nine of ten hold; none is far off.
            let Range { low, high, .. } = estimate.artifact;
            let near = low / 2.0..=high * 2.0;
            assert!(
                near.contains(&(truth as f64)),
                "{doublings}: {low} to {high}"
            );
        }
        bases.push(estimate.basis);
    }
    assert_eq!(bases.first(), Some(&Basis::Guess));
    assert_eq!(bases.last(), Some(&Basis::Samples));
}

#[test]
fn the_mean_of_many_samples_is_the_count() {
    let board = Board::parse("connect-four:4x4 strong");
    let truth = board.truth().artifact as f64;
    let effort = EstimateEffort {
        halvings: 9,
        ..little()
    };
    let mean = board.look(&effort).artifact.expected;
    assert!(
        (mean / truth - 1.0).abs() < 0.05,
        "{mean}, {truth} in truth"
    );
}

#[test]
fn the_same_look_sees_the_same() {
    for text in ["connect-four:5x4 semi-strong", "othello:6x4 semi-strong"] {
        let board = Board::parse(text);
        let see = |seed| {
            let estimate = board.look(&EstimateEffort { seed, ..little() });
            let nodes = estimate.work.map(|work| work.nodes);
            (
                estimate.artifact,
                estimate.certificate,
                nodes,
                estimate.levels,
            )
        };
        assert_eq!(see(1), see(1), "{text}");
        assert_ne!(see(1).0, see(2).0, "{text}");
    }
}

#[test]
fn what_values_would_tell_is_not_said_without_them() {
    let effort = EstimateEffort {
        work: 1_000,
        ..EstimateEffort::default()
    };
    let estimate = Board::parse("othello:6x4 semi-strong").look(&effort);
    assert_eq!(estimate.basis, Basis::Guess);
    assert_eq!((estimate.certificate, estimate.work), (None, None));
    // What is reached does not depend on values.
    let strong = Board::parse("connect-four:5x4 strong");
    let estimate = strong.look(&effort);
    assert_eq!((estimate.basis, estimate.work), (Basis::Samples, None));
    assert!(
        holds(estimate.artifact, 1_551_317),
        "{:?}",
        estimate.artifact
    );
}
