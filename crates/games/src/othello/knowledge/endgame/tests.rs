//! Each fast path against a slow one, on every board and with every set of instructions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::othello::geometry::{self, DIRECTIONS};
use crate::othello::{Othello, Position};
use proptest::prelude::*;
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Key, Reduction};

use super::instructions::{Instructions, Portable};
use super::shape::{AnyBoard, Board, Shape, SizedBoard};
use super::solver::OthelloSolver;
use super::stability::stable_discs;
use super::{Searcher, Team};
use crate::othello::knowledge::OthelloKnowledge;
use solveig_search::{Minimax, Oracle, PrincipalVariationSearch, TranspositionTable};

/// A position after random moves; the number chooses them.
fn after_random_moves<K: Key>(game: &Othello<K>, choice: u64, empties: u32) -> Position {
    let mut random = Random::new(choice);
    let mut position = game.start();
    while game.terminal_value(&position).is_none()
        && game.grid().squares() - position.occupied().count_ones() > empties
    {
        let moves = game.moves(&position);
        position = game.play_unchecked(&position, *random.pick(&moves));
    }
    position
}

/// Columns and rows of all boards.
const BOARDS: [(u32, u32); 19] = [
    (4, 4),
    (6, 4),
    (8, 4),
    (10, 4),
    (12, 4),
    (14, 4),
    (16, 4),
    (4, 6),
    (6, 6),
    (8, 6),
    (10, 6),
    (4, 8),
    (6, 8),
    (8, 8),
    (4, 10),
    (6, 10),
    (4, 12),
    (4, 14),
    (4, 16),
];

/// Calls a generic function with each board, with the shortest keys.
macro_rules! on_every_board {
    ($call:ident($($argument:expr),*)) => {
        for (columns, rows) in BOARDS {
            match Othello::<u64>::new(columns, rows) {
                Ok(game) => $call(&game, $($argument),*),
                Err(_) => $call(&Othello::<u128>::new(columns, rows).unwrap(), $($argument),*),
            }
        }
    };
}

fn shape<K: Key>(game: &Othello<K>) -> &'static Shape {
    AnyBoard::new(game.grid().columns(), game.grid().rows()).shape()
}

fn rules_agree<K: Key>(game: &Othello<K>, choice: u64, empties: u32) {
    let empties = empties % shape(game).squares;
    rules_agree_at(game, after_random_moves(game, choice, empties));
}

/// As [`rules_agree`], where the board need not be one that play leads to.
fn rules_agree_anywhere<K: Key>(game: &Othello<K>, colours: u64, empty: [u64; 3], square: u32) {
    let board = shape(game).board;
    let only = 1 << (square % shape(game).squares);
    let [some, fewer, few] = [
        empty[0],
        empty[0] & empty[1],
        empty[0] & empty[1] & empty[2],
    ];
    for empty in [some, fewer, few, only] {
        for colours in [colours, 0, u64::MAX] {
            let position = Position {
                mover: board & colours & !empty,
                opponent: board & !colours & !empty,
            };
            rules_agree_at(game, position);
        }
    }
}

fn rules_agree_at<K: Key>(game: &Othello<K>, position: Position) {
    rules_agree_with(Portable, game, position);
    #[cfg(target_arch = "x86_64")]
    if let Some(instructions) = super::instructions::Avx2::detect() {
        rules_agree_with(instructions, game, position);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(instructions) = super::instructions::Avx512::detect() {
        rules_agree_with(instructions, game, position);
    }
}

fn rules_agree_with<I: Instructions, K: Key>(
    instructions: I,
    game: &Othello<K>,
    position: Position,
) {
    let Position { mover, opponent } = position;
    let shape = shape(game);
    let legal = instructions.legal_squares(shape, mover, opponent);
    assert_eq!(legal, game.legal_squares(mover, opponent), "{position:?}");
    let empty = shape.board & !position.occupied();
    for square in (0..shape.squares).filter(|square| empty >> square & 1 == 1) {
        let flips = instructions.flips(shape, mover, opponent, square);
        let expected = game.flips(mover, opponent, square);
        assert_eq!(flips, expected, "{position:?} {square}");
        let loaded = [mover, opponent].map(|side| instructions.loaded(side));
        let flips = instructions.loaded_flips(shape, loaded[0], loaded[1], square);
        assert_eq!(
            instructions.unloaded(flips),
            expected,
            "{position:?} {square}"
        );
        let own = instructions.with(loaded[0], flips, square);
        let other = instructions.without(loaded[1], flips);
        let sides = [own, other].map(|side| instructions.unloaded(side));
        let expected = [mover | expected | 1 << square, opponent & !expected];
        assert_eq!(sides, expected, "{position:?} {square}");

        // The board filled up but for this square.
        let filled = opponent | (empty & !(1 << square));
        let own = game.flips(mover, filled, square).count_ones();
        let other = game.flips(filled, mover, square).count_ones();
        let counts = instructions.last_turned(shape, mover, square);
        assert_eq!(counts, (own, other), "{position:?} {square}");
    }
    for enough in [0, 1, 8, shape.squares / 2, 64] {
        let some = instructions.stable_discs(shape, opponent, mover, enough);
        let expected = stable_discs(shape, opponent, mover, enough);
        assert_eq!(some, expected, "{position:?} {enough}");
    }
    let (columns, rows) = (game.grid().columns() as usize, game.grid().rows() as usize);
    let groups = shape.corner_groups(opponent);
    for square in 0..columns * rows {
        let near = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
        let near =
            near.map(|(right, down)| geometry::neighbour(columns, rows, square, right, down));
        let corners = near.into_iter().fold(0, |all, one| all | one) & shape.corners;
        let expected = opponent >> square & 1 == 1 && corners & opponent != 0;
        assert_eq!(groups >> square & 1 == 1, expected, "{position:?} {square}");
    }
    let beside = shape.beside(opponent);
    for square in (0..shape.squares).filter(|square| empty >> square & 1 == 1) {
        if mover != 0 && legal >> square & 1 == 1 {
            assert_eq!(beside >> square & 1, 1, "{position:?} {square}");
        }
    }
}

/// What [`stable_discs`] finds, by its definition, square by square.
fn slow_stable_discs<K: Key>(game: &Othello<K>, side: u64, other: u64) -> u64 {
    let (columns, rows) = (game.grid().columns() as isize, game.grid().rows() as isize);
    let at = |column: isize, row: isize| {
        let inside = (0..columns).contains(&column) && (0..rows).contains(&row);
        inside.then(|| 1_u64 << (row * columns + column))
    };
    let mut stable = 0;
    loop {
        let before = stable;
        for square in 0..columns * rows {
            let (column, row) = (square % columns, square / columns);
            let is_safe = |(right, down): (isize, isize)| {
                let on_line = |by: isize| at(column + by * right, row + by * down);
                let line = (-16..=16).filter_map(on_line).fold(0, |all, one| all | one);
                let is_held = |one: Option<u64>| one.is_none_or(|one| one & stable != 0);
                line & !(side | other) == 0 || is_held(on_line(1)) || is_held(on_line(-1))
            };
            if side >> square & 1 == 1 && DIRECTIONS.into_iter().all(is_safe) {
                stable |= 1 << square;
            }
        }
        if stable == before {
            return stable;
        }
    }
}

/// Discs are found to be stable that are by definition, and they stay where they are when players
/// go on at random.
fn stable_discs_stay<K: Key>(game: &Othello<K>, choice: u64, empties: u32) {
    let position = after_random_moves(game, choice, empties % shape(game).squares);
    let Position { mover, opponent } = position;
    let stable = [
        stable_discs(shape(game), mover, opponent, 64),
        stable_discs(shape(game), opponent, mover, 64),
    ];
    let expected = slow_stable_discs(game, mover, opponent);
    assert_eq!(stable[0], expected, "{position:?}");
    let expected = slow_stable_discs(game, opponent, mover);
    assert_eq!(stable[1], expected, "{position:?}");
    for enough in 0..=stable[0].count_ones() {
        let some = stable_discs(shape(game), mover, opponent, enough);
        assert_eq!(some & !stable[0], 0, "{position:?} {enough}");
        assert!(some.count_ones() >= enough, "{position:?} {enough}");
    }
    for mut line in 0..8 {
        let (mut now, mut mover_first) = (position, true);
        while game.terminal_value(&now).is_none() {
            let moves = game.moves(&now);
            now = game.play_unchecked(&now, moves[(choice as usize ^ line) % moves.len()]);
            line = line
                .wrapping_mul(0x9e37_79b9)
                .wrapping_add(choice as usize >> 7);
            mover_first = !mover_first;
        }
        let (first, second) = match mover_first {
            true => (now.mover, now.opponent),
            false => (now.opponent, now.mover),
        };
        assert_eq!(stable[0] & !first, 0, "{position:?}");
        assert_eq!(stable[1] & !second, 0, "{position:?}");
    }
}

fn solver<K: Key>(game: &Othello<K>) -> OthelloSolver<K> {
    let table = Arc::new(TranspositionTable::new(game, 1 << 20).unwrap());
    OthelloSolver::new(game, &table, Reduction::Canonical)
}

fn scores_agree_with_minimax<K: Key>(game: &Othello<K>, choice: u64, empties: u32) {
    let position = after_random_moves(game, choice, empties);
    let unknown = Interval::unknown(game.value_range());
    let value = Minimax::new(game.clone())
        .value(&position, unknown)
        .unwrap();
    assert_eq!(
        solver(game).value(&position, unknown).unwrap(),
        value,
        "{position:?}"
    );
    let mut fresh = solver(game);
    for bound in -(shape(game).squares as i32)..=shape(game).squares as i32 {
        let reached = fresh.at_least(&position, bound).unwrap();
        assert_eq!(reached, value >= bound, "{position:?} {bound}");
    }
    for bound in [i32::MIN, i32::MAX] {
        let reached = fresh.at_least(&position, bound).unwrap();
        assert_eq!(reached, value >= bound, "{position:?} {bound}");
    }

    let board = AnyBoard::new(game.grid().columns(), game.grid().rows());
    let mut searcher = searcher(Portable, board, game);
    let squares = shape(game).squares as i32;
    for alpha in -squares - 2..=squares + 1 {
        bounds_at(&mut searcher, position, alpha, value);
    }
}

/// The score of a null window is a bound on the value, on the side of the window where the value
/// lies.
fn bounds_at<I: Instructions, K: Key, B: Board>(
    searcher: &mut Searcher<I, K, B>,
    position: Position,
    alpha: i32,
    value: i32,
) {
    let score = searcher.null_window(position, alpha).unwrap();
    let holds = match score > alpha {
        true => value >= score,
        false => value <= score,
    };
    assert!(holds, "{position:?} {alpha}: {score}");
}

fn scores_agree_with_another_search<K: Key>(game: &Othello<K>, choice: u64, empties: u32) {
    let position = after_random_moves(game, choice, empties);
    let unknown = Interval::unknown(game.value_range());
    let table = Arc::new(TranspositionTable::new(game, 1 << 20).unwrap());
    let knowledge = OthelloKnowledge::new(game);
    let mut other = PrincipalVariationSearch::new(game.clone(), knowledge, table, Reduction::None);
    let value = other.value(&position, unknown).unwrap();
    let mut fast = solver(game);
    assert_eq!(
        fast.value(&position, unknown).unwrap(),
        value,
        "{position:?}"
    );
    let best = other.best_move(&position, value).unwrap();
    assert_eq!(
        fast.best_move(&position, value).unwrap(),
        best,
        "{position:?}"
    );
}

/// The solver takes the best instructions of the processor, and a board's own kernel if it has one:
/// this tests all others as well.
fn instruction_sets_agree<K: Key, B: Board>(
    board: B,
    game: &Othello<K>,
    choice: u64,
    empties: u32,
) {
    let position = after_random_moves(game, choice, empties);
    let unknown = Interval::unknown(game.value_range());
    let value = solver(game).value(&position, unknown).unwrap();
    decides_at(Portable, board, game, position, value);
    #[cfg(target_arch = "x86_64")]
    if let Some(instructions) = super::instructions::Avx2::detect() {
        decides_at(instructions, board, game, position, value);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(instructions) = super::instructions::Avx512::detect() {
        decides_at(instructions, board, game, position, value);
    }
}

/// A searcher with a table of its own.
fn searcher<I: Instructions, K: Key, B: Board>(
    instructions: I,
    board: B,
    game: &Othello<K>,
) -> Searcher<I, K, B> {
    let table = Arc::new(TranspositionTable::new(game, 1 << 20).unwrap());
    let (game, team) = (game.clone(), Team::default());
    Searcher::new(
        instructions,
        board,
        game,
        table,
        Reduction::Canonical,
        &team,
    )
}

fn decides_at<I: Instructions, K: Key, B: Board>(
    instructions: I,
    board: B,
    game: &Othello<K>,
    position: Position,
    value: i32,
) {
    let mut searcher = searcher(instructions, board, game);
    for bound in [value, value + 1, value - 2] {
        bounds_at(&mut searcher, position, bound - 1, value);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn instructions_know_the_rules(choice: u64, empties in 0_u32..64) {
        on_every_board!(rules_agree(choice, empties));
    }

    #[test]
    fn instructions_know_the_rules_on_any_board(
        colours: u64,
        empty: [u64; 3],
        square in 0_u32..64,
    ) {
        on_every_board!(rules_agree_anywhere(colours, empty, square));
    }

    #[test]
    fn stable_discs_are_never_turned_over(choice: u64, empties in 0_u32..32) {
        on_every_board!(stable_discs_stay(choice, empties));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn scores_are_those_of_minimax(choice: u64, empties in 0_u32..8) {
        on_every_board!(scores_agree_with_minimax(choice, empties));
    }

    #[test]
    fn scores_and_moves_are_those_of_principal_variation_search(
        choice: u64,
        empties in 8_u32..14,
    ) {
        on_every_board!(scores_agree_with_another_search(choice, empties));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn scores_are_the_same_by_every_kernel(choice: u64, empties in 0_u32..16) {
        let small = Othello::<u64>::new(6, 6).unwrap();
        instruction_sets_agree(SizedBoard::<6, 6>, &small, choice, empties);
        instruction_sets_agree(AnyBoard::new(6, 6), &small, choice, empties);
        let large = Othello::<u128>::new(8, 8).unwrap();
        instruction_sets_agree(SizedBoard::<8, 8>, &large, choice, empties);
        // Others with the longest lines.
        for (columns, rows) in [(8, 8), (16, 4), (4, 16), (10, 6)] {
            let game = Othello::<u128>::new(columns, rows).unwrap();
            instruction_sets_agree(AnyBoard::new(columns, rows), &game, choice, empties);
        }
    }
}

#[test]
fn a_selective_search_changes_no_value() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let unknown = Interval::unknown(game.value_range());
    for choice in 0..6 {
        let position = after_random_moves(&game, choice, 20);
        let table = Arc::new(TranspositionTable::new(&game, 1 << 24).unwrap());
        let mut other = PrincipalVariationSearch::new(
            game.clone(),
            OthelloKnowledge::new(&game),
            table,
            Reduction::Canonical,
        );
        let value = other.value(&position, unknown).unwrap();
        let mut fast = solver(&game);
        assert_eq!(fast.value(&position, unknown).unwrap(), value);
        // Now with the hints of the first search, some of them wrong.
        assert!(fast.at_least(&position, value).unwrap());
        assert!(!fast.at_least(&position, value + 1).unwrap());
    }
}

/// An estimate that decided anything would give a wrong answer here.
#[test]
fn false_hints_change_no_value() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let unknown = Interval::unknown(game.value_range());
    for choice in 0..3 {
        let position = after_random_moves(&game, choice, 20);
        let value = solver(&game).value(&position, unknown).unwrap();
        for bound in [value - 2, value, value + 1, value + 4] {
            let mut searcher = searcher(Portable, SizedBoard::<6, 6>, &game);
            searcher.selective_value(position).unwrap();
            assert!(searcher.hints.mislead() > 0);
            let score = searcher.null_window(position, bound - 1).unwrap();
            assert_eq!(score >= bound, value >= bound, "{position:?} {bound}");
        }
    }
}

/// How many searches have returned to a position that another thread had decided.
pub(super) static RETURNS: AtomicU64 = AtomicU64::new(0);

#[test]
fn the_threads_of_a_team_find_the_same_value_as_one() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let unknown = Interval::unknown(game.value_range());
    let before = RETURNS.load(Ordering::Relaxed);
    for choice in 0..4 {
        let position = after_random_moves(&game, choice, 20 + 2 * (choice as u32 % 2));
        let expected = solver(&game).value(&position, unknown).unwrap();
        let table = Arc::new(TranspositionTable::new(&game, 1 << 20).unwrap());
        let team = OthelloSolver::team(&game, &table, Reduction::Canonical, 3);
        thread::scope(|scope| {
            for mut one in team {
                scope.spawn(move || assert_eq!(one.value(&position, unknown).unwrap(), expected));
            }
        });
    }
    let returns = RETURNS.load(Ordering::Relaxed) - before;
    assert!(returns > 0, "no thread left what another had decided");
}
