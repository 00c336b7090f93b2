//! Algorithms 5 and 6.

use proptest::prelude::*;
use solveig_campaign::agenda::WindowQuestion;
use solveig_campaign::rounds::{Choice, GoalProof, prove};
use solveig_campaign::worker::decide;
use solveig_campaign::{Problem, full_window};
use solveig_game::{Game, Interval, Notation, Symmetric};
use solveig_games::othello::Othello;
use solveig_search::{Minimax, Window};

use crate::guesses::{problem, tree, value};

fn found<G: Symmetric + Notation>(
    problem: &Problem<G>,
    oracle: &mut Minimax<G>,
    position: &G::Position,
    question: WindowQuestion,
) -> Interval {
    let unknown = Interval::unknown(problem.game().value_range());
    let WindowQuestion { window, estimate } = question;
    decide(problem, oracle, position, window, estimate, unknown).unwrap()
}

/// Proves the goal by rounds and holds the outcome against minimax; how many positions were solved,
/// and the rounds.
fn proved<G: Symmetric + Notation>(
    problem: &Problem<G>,
    goal: Window,
    choice: Choice,
) -> (usize, u64) {
    let mut oracle = Minimax::new(problem.game().clone());
    let mut solved = 0;
    let solve = |position: &G::Position, question: WindowQuestion| {
        solved += 1;
        found(problem, &mut oracle, position, question)
    };
    let GoalProof {
        bounds,
        second,
        rounds,
    } = prove(problem, goal, choice, solve).unwrap();
    let exact = value(problem.game(), problem.start());
    assert!(bounds.lower <= exact && exact <= bounds.upper, "{bounds:?}");
    assert!(goal.decided_by(bounds).is_some(), "{bounds:?}");
    assert!(second.proved() <= solved);
    (solved, rounds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn rounds_prove_the_value_of_trees_whatever_the_estimates(
        seed in 0..10_000u64, error in 0..30u64, first in 2..7u32, below in 0..4u32,
        low in -13..12i32, width in 1..14i32, threads in 1..4usize, room in 0..40usize, in_full in 0..6u32, made_sure in 0..4u32,
    ) {
        let game = tree(3, 6, seed);
        let second = (first - 1).saturating_sub(below).max(1);
        let exact = full_window(game.value_range());
        let goal = Window { alpha: low, beta: (low + width).min(13) };
        for goal in [exact, goal] {
            let (positions, each) = (room * room, 1 + room / 4);
            let choice = Choice { threads, positions, each, in_full, made_sure };
            proved(&problem(&game, (first.min(6), second), goal, error), goal, choice);
        }
    }
}

/// A walk that reaches only positions that are won at once leaves nothing to solve, and has
/// to be followed by another look at the bounds.
#[test]
fn a_walk_to_positions_that_are_won_at_once_is_not_the_end() {
    let game = tree(3, 6, 4790);
    let goal = Window { alpha: 0, beta: 1 };
    let choice = Choice {
        threads: 1,
        positions: 0,
        each: 1,
        in_full: 0,
        made_sure: 0,
    };
    for goal in [full_window(game.value_range()), goal] {
        proved(&problem(&game, (5, 1), goal, 2), goal, choice);
    }
}

#[test]
fn rounds_prove_the_value_of_small_othello() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let goal = full_window(game.value_range());
    let mut solved = Vec::new();
    for error in [0, 2, 40] {
        for cuts in [(9, 6), (10, 4), (6, 6)] {
            let problem = problem(&game, cuts, goal, error);
            let (positions, rounds) = proved(&problem, goal, Choice::default());
            if cuts == (9, 6) {
                solved.push(positions);
            }
            assert!(rounds >= 1);
        }
    }
    // Good estimates save work; they decide nothing.
    assert!(solved[0] < solved[2], "{solved:?}");
}

#[test]
fn right_estimates_need_one_round() {
    for seed in 0..50 {
        let game = tree(3, 5, seed);
        let goal = full_window(game.value_range());
        // At the cuts the guesses are right; what Algorithm 2 looks ahead for is right as well.
        let problem = problem(&game, (3, 2), goal, 0);
        let mut oracle = Minimax::new(game.clone());
        let solve = |position: &_, question: WindowQuestion| {
            let found = self::found(&problem, &mut oracle, position, question);
            let expected = Interval::exact(question.estimate);
            // A right hypothesis is confirmed by what its window can tell.
            assert!(found.lower <= expected.lower && expected.upper <= found.upper);
            found
        };
        let GoalProof { rounds, .. } = prove(&problem, goal, Choice::default(), solve).unwrap();
        assert!(rounds <= 1, "seed {seed}: {rounds} rounds");
    }
}
