//! Algorithms 3 and 4.

use proptest::prelude::*;
use solveig_campaign::{AfterPasses, Cut, Dictionaries, Problem, Reading, Survey, full_window};
use solveig_game::{Game, Interval, Notation, Symmetric, Value};
use solveig_search::Window;

use crate::guesses::{problem, tree, value};

/// The positions at the second cut, with their keys.
fn at_cut<G: Symmetric + Notation>(problem: &Problem<G>) -> Vec<(u128, G::Position)> {
    let mut found = Vec::new();
    let mut open = vec![problem.start().clone()];
    while let Some(position) = open.pop() {
        let AfterPasses::Open { position, .. } = problem.after_passes(&position) else {
            continue;
        };
        if problem.reaches(Cut::Second, &position) {
            found.push((problem.key(&position), position));
        } else {
            open.extend(problem.children(&position).into_iter().map(|one| one.1));
        }
    }
    found
}

/// Minimax over what `leaf` says of positions at the cut, the side that reads them upwards first.
fn plain<G: Symmetric + Notation>(
    problem: &Problem<G>,
    dictionaries: &Dictionaries,
    position: &G::Position,
    upper: bool,
) -> Value {
    let position = match problem.after_passes(position) {
        AfterPasses::Over(utility) => return utility,
        AfterPasses::Open { position, .. } => position,
    };
    if problem.reaches(Cut::Second, &position) {
        let range = problem.game().value_range();
        let bounds = dictionaries.bounds(problem.key(&position), range);
        return if problem.wins_at_once(&position) {
            range.max
        } else if upper {
            bounds.upper
        } else {
            bounds.lower
        };
    }
    let children = problem.children(&position).into_iter();
    let values = children.map(|(_, child)| -plain(problem, dictionaries, &child, !upper));
    values.max().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn proved_bounds_are_folded_as_minimax_does_and_hold_the_value(
        seed in 0..1_000u64, salt in 0..8u64, low in -13..13i32, width in 1..8i32,
    ) {
        let game = tree(3, 6, seed);
        let problem = problem(&game, (4, 2), full_window(game.value_range()), 3);
        let mut dictionaries = Dictionaries::default();
        for (key, position) in at_cut(&problem) {
            let exact = value(&game, &position);
            // Some are known exactly, some from one side or loosely, some not at all.
            let bounds = match (key as u64 ^ salt) % 5 {
                0 => continue,
                1 => Interval { lower: (exact - 2).max(-12), upper: (exact + 1).min(12) },
                2 => Interval { lower: exact, upper: 12 },
                3 => Interval { lower: -12, upper: exact },
                _ => Interval::exact(exact),
            };
            dictionaries.prove(key, bounds).unwrap();
        }
        let upper = plain(&problem, &dictionaries, problem.start(), true);
        let lower = plain(&problem, &dictionaries, problem.start(), false);
        let exact = value(&game, problem.start());
        prop_assert!(lower <= exact && exact <= upper);
        let window = Window { alpha: low, beta: low + width };
        let full = full_window(game.value_range());
        for window in [window, full] {
            // One survey answers both, in any order.
            let mut survey = Survey::new(&problem, &dictionaries, Cut::Second);
            for (reading, expected) in [(Reading::Lower, lower), (Reading::Upper, upper)] {
                let found = survey.value(problem.start(), reading, window).unwrap();
                let inside = window.alpha < expected && expected < window.beta;
                prop_assert!(!inside || found == expected);
                prop_assert_eq!(found >= window.beta, expected >= window.beta);
                prop_assert_eq!(found <= window.alpha, expected <= window.alpha);
            }
            let bounds = survey.bounds(problem.start(), window).unwrap();
            prop_assert!(bounds.lower <= lower && upper <= bounds.upper);
            prop_assert!(
                lower <= window.alpha || bounds.lower == lower.min(window.beta)
            );
        }
    }
}
