//! The kernel against searches that know nothing.

use std::sync::Arc;
use std::thread;

use crate::connect_four::{ConnectFour, ConnectFourPosition, Utility};
use proptest::prelude::*;
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Notation, Reduction, Value};

use super::ConnectFourSolver;
use solveig_search::{AlphaBeta, NoKnowledge, Oracle, TranspositionTable};

const UTILITIES: [Utility; 2] = [Utility::Outcome, Utility::Score];
const REDUCTIONS: [Reduction; 2] = [Reduction::None, Reduction::Canonical];

fn board(columns: u32, rows: u32, utility: Utility) -> ConnectFour {
    ConnectFour::new(columns, rows)
        .unwrap()
        .with_utility(utility)
}

fn unknown(game: &ConnectFour) -> Interval {
    Interval::unknown(game.value_range())
}

fn team(game: &ConnectFour, reduction: Reduction, count: usize) -> Vec<ConnectFourSolver> {
    let table = Arc::new(TranspositionTable::new(game, 1 << 20).unwrap());
    ConnectFourSolver::team(game, &table, reduction, count).unwrap()
}

/// Alpha-beta without any knowledge.
fn plain(game: &ConnectFour) -> impl FnMut(&ConnectFourPosition) -> Value {
    let table = Arc::new(TranspositionTable::new(game, 1 << 22).unwrap());
    let mut search = AlphaBeta::new(game.clone(), NoKnowledge, table, Reduction::None);
    let unknown = unknown(game);
    move |position| search.value(position, unknown).unwrap()
}

/// The position after random moves, `left` of them or less before the board is full.
fn after_random_moves(game: &ConnectFour, choice: u64, left: u32) -> ConnectFourPosition {
    let mut random = Random::new(choice);
    let mut position = game.start();
    while game.terminal_value(&position).is_none()
        && game.level(&position) + left < game.max_level()
    {
        // Two moves of three keep the game going.
        let moves = game.moves(&position);
        let next = [(); 3].map(|()| *random.pick(&moves));
        let going = next.iter().find(|played| {
            let child = game.play_unchecked(&position, **played);
            game.terminal_value(&child).is_none()
        });
        position = game.play_unchecked(&position, *going.unwrap_or(&next[0]));
    }
    position
}

/// All that the kernel says of a position, in every window, is true.
fn holds(game: &ConnectFour, position: &ConnectFourPosition, value: Value) {
    for reduction in REDUCTIONS {
        for mut solver in team(game, reduction, 2) {
            let range = game.value_range();
            for bound in range.min..=range.max + 1 {
                assert_eq!(
                    solver.at_least(position, bound).unwrap(),
                    value >= bound,
                    "{} {}: {value} >= {bound}",
                    game.spec(),
                    game.board_string(*position)
                );
            }
        }
        let mut fresh = team(game, reduction, 1);
        assert_eq!(fresh[0].value(position, unknown(game)).unwrap(), value);
        for (below, above) in [(0, 0), (0, 3), (2, 0), (1, 1)] {
            let bounds = Interval {
                lower: (value - below).max(game.value_range().min),
                upper: (value + above).min(game.value_range().max),
            };
            assert_eq!(fresh[0].value(position, bounds).unwrap(), value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn the_kernel_is_right_on_every_board(
        (columns, rows) in prop::sample::select(vec![
            (4, 3), (16, 3), (4, 4), (5, 4), (12, 4), (4, 5), (5, 5), (10, 5), (6, 6), (7, 6),
            (9, 6), (5, 7), (8, 7), (4, 8), (7, 8), (6, 9), (5, 10), (4, 11), (5, 11), (4, 12),
            (4, 13), (4, 14), (4, 15),
        ]),
        by_score: bool,
        choice: u64,
    ) {
        let game = board(columns, rows, UTILITIES[usize::from(by_score)]);
        let position = after_random_moves(&game, choice, 13);
        let value = plain(&game)(&position);
        holds(&game, &position, value);
    }
}

#[test]
fn boards_without_a_kernel_say_so() {
    for (columns, rows) in [(3, 6), (1, 40), (17, 2), (5, 2), (12, 2)] {
        let game = board(columns, rows, Utility::Outcome);
        let table = Arc::new(TranspositionTable::new(&game, 1 << 16).unwrap());
        assert!(ConnectFourSolver::team(&game, &table, Reduction::None, 1).is_none());
    }
}

/// Tromp's table of empty boards.
#[test]
fn a_team_finds_what_one_finds() {
    for (columns, rows, value) in [(4, 6, 0), (5, 5, 0), (6, 4, -1), (6, 5, 0), (4, 8, 0)] {
        let game = board(columns, rows, Utility::Outcome);
        for count in 1..=3 {
            let start = game.start();
            let unknown = unknown(&game);
            let found: Vec<Value> = thread::scope(|scope| {
                let mut searches = Vec::new();
                for mut solver in team(&game, Reduction::Canonical, count) {
                    searches.push(scope.spawn(move || solver.value(&start, unknown).unwrap()));
                }
                let ended = searches.into_iter().map(|search| search.join().unwrap());
                ended.collect()
            });
            assert_eq!(found, vec![value; count], "{columns}x{rows}");
        }
    }
}

/// Rows of Pons's sets L3 R1 and L2 R1 with his scores.
#[test]
fn scores_are_those_of_pons() {
    let text = concat!(
        include_str!("../../../../../data/connect-four-7x6-l3-r1.txt"),
        include_str!("../../../../../data/connect-four-7x6-l2-r1.txt"),
    );
    for utility in UTILITIES {
        let game = board(7, 6, utility);
        let mut solver = team(&game, Reduction::Canonical, 1).remove(0);
        for line in text.lines() {
            let (moves, score) = line.split_once(' ').unwrap();
            let score: Value = score.parse().unwrap();
            let stated = match utility {
                Utility::Outcome => score.signum(),
                Utility::Score => score,
            };
            let position = game.parse_position(moves).unwrap();
            assert_eq!(
                solver.value(&position, unknown(&game)).unwrap(),
                stated,
                "{moves}"
            );
        }
        assert_eq!(text.lines().count(), 2000);
    }
}

/// A value by score says when the game ends: at the end of the canonical line.
#[test]
fn scores_tell_the_plies_to_the_end() {
    let game = board(5, 4, Utility::Score);
    let mut solver = team(&game, Reduction::Canonical, 1).remove(0);
    for choice in 0..100 {
        for left in [0, 3, 7, 12, 16] {
            let position = after_random_moves(&game, choice, left);
            let value = solver.value(&position, unknown(&game)).unwrap();
            let line = solver.principal_variation(&position).unwrap();
            assert_eq!(
                game.plies_to_end(&position, value),
                Some(line.len() as u32),
                "{}",
                game.board_string(position)
            );
        }
    }
}
