use crate::othello::{Othello, Position};
use solveig_game::random::output;
use solveig_game::{Symmetric, Symmetry};

use super::*;

/// Numbers that look random, the same each time.
fn words(seed: u64) -> impl Iterator<Item = u64> {
    (0..).map(move |number| output(seed, number))
}

/// An evaluation with weights of up to 4 discs, many of them zero.
fn invented(columns: u32, rows: u32) -> Evaluation {
    let features = Features::of_board(columns, rows).unwrap();
    let stages = Stages {
        lowest: 5,
        width: 10,
        count: 3,
    };
    let classes = features.classes();
    let mut evaluation = Evaluation::unweighted(features, stages);
    for stage in 0..3 {
        let weights = words(stage as u64).map(|word| match word % 3 {
            0 => (word >> 32) as f32 / (1_u64 << 29) as f32 - 4.0,
            _ => 0.0,
        });
        let mut weights: Vec<f32> = weights.take(classes).collect();
        weights[classes - 1] = 0.0;
        let biases: Vec<f32> = (0..10).map(|empty| empty as f32 / 4.0 - 1.0).collect();
        evaluation.set_stage(stage, &weights, 5 + 10 * stage as u32, &biases);
    }
    evaluation
}

fn some_positions(columns: u32, rows: u32, count: usize) -> Vec<Position> {
    let game = Othello::<u128>::new(columns, rows).unwrap();
    let board = game.grid().board();
    let mut words = words(7);
    let position = |_| {
        let [a, b, c] = std::array::from_fn(|_| words.next().unwrap() & board);
        Position {
            mover: a & b,
            opponent: c & !(a & b),
        }
    };
    (0..count).map(position).collect()
}

#[test]
fn images_of_a_position_have_the_same_score() {
    for (columns, rows) in [(6, 6), (8, 8)] {
        let game = Othello::<u128>::new(columns, rows).unwrap();
        let evaluation = invented(columns, rows);
        let mut scores = Vec::new();
        for position in some_positions(columns, rows, 100) {
            let score = evaluation.score(position.mover, position.opponent);
            scores.push(score);
            for symmetry in (0..game.symmetries()).map(Symmetry) {
                let image = game.transform(&position, symmetry);
                assert_eq!(evaluation.score(image.mover, image.opponent), score);
            }
        }
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 50, "{scores:?}");
    }
}

/// The definition, digit by digit.
#[test]
fn the_score_is_the_sum_of_the_weights_of_what_stands_on_each_instance() {
    let game = Othello::<u128>::new(6, 6).unwrap();
    let grid = game.grid();
    let evaluation = invented(6, 6);
    for position in some_positions(6, 6, 50) {
        let empty = 36 - position.occupied().count_ones();
        let stage = evaluation.stages().of(empty);
        let mut sum = i32::from(evaluation.biases[empty as usize]);
        let mut offset = stage * evaluation.features().indices();
        for pattern in evaluation.features().patterns() {
            let mut seen = Vec::new();
            for symmetry in (0..8).map(Symmetry) {
                if seen.contains(&grid.image(*pattern, symmetry)) {
                    continue;
                }
                seen.push(grid.image(*pattern, symmetry));
                let squares = (0..36).filter(|square| pattern >> square & 1 != 0);
                let number = squares.rev().fold(0, |number, square| {
                    let at = grid.square_image(square, symmetry);
                    let digit = position.mover >> at & 1 | (position.opponent >> at & 1) << 1;
                    number * 3 + digit as usize
                });
                sum += i32::from(evaluation.weights[offset + number]);
            }
            offset += 3_usize.pow(pattern.count_ones());
        }
        assert_eq!(evaluation.score(position.mover, position.opponent), sum);
    }
}

#[test]
fn stages_cover_all_numbers_of_empty_squares() {
    let stages = Stages {
        lowest: 5,
        width: 2,
        count: 3,
    };
    let found: Vec<usize> = (0..14).map(|empty| stages.of(empty)).collect();
    assert_eq!(found, [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2]);
}

#[test]
fn an_evaluation_is_read_as_it_was_written() {
    for (columns, rows) in [(6, 6), (8, 8)] {
        let evaluation = invented(columns, rows);
        let bytes = evaluation.to_bytes();
        let read = Evaluation::from_bytes(&bytes).unwrap();
        assert_eq!(read.weights, evaluation.weights);
        assert_eq!(read.biases, evaluation.biases);
        assert_eq!(read.stages, evaluation.stages);
        assert_eq!(read.features.patterns(), evaluation.features.patterns());
        assert_eq!(read.to_bytes(), bytes);
    }
}

/// A small evaluation, so that all its bytes can be tried.
fn small() -> Evaluation {
    let features = Features::new(6, 6, &[0b11_1111, 0b1_0000_1000_0100]).unwrap();
    let stages = Stages {
        lowest: 4,
        width: 16,
        count: 2,
    };
    let mut evaluation = Evaluation::unweighted(features, stages);
    let classes = evaluation.features().classes();
    let mut weights: Vec<f32> = words(3).take(classes).map(|n| (n % 5) as f32).collect();
    weights[classes - 1] = 0.0;
    evaluation.set_stage(0, &weights, 4, &[0.5]);
    evaluation
}

#[test]
fn changed_bytes_are_refused() {
    let bytes = small().to_bytes();
    for length in 0..bytes.len() {
        assert!(
            Evaluation::from_bytes(&bytes[..length]).is_err(),
            "{length}"
        );
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(Evaluation::from_bytes(&changed).is_err(), "byte {at}");
        }
    }
}

/// A liar can count, too: with its checksum made to match, a changed file is refused or is an
/// evaluation, and its scores are numbers.
#[test]
fn a_checksum_that_matches_is_not_believed() {
    let bytes = small().to_bytes();
    let body = bytes.len() - 8;
    let mut refused = 0;
    for at in 0..body {
        for word in words(at as u64).take(1) {
            let mut changed = bytes[..body].to_vec();
            changed[at] = word as u8;
            changed.extend(bytes::checksum(&changed).to_le_bytes());
            match Evaluation::from_bytes(&changed) {
                Ok(evaluation) => drop(evaluation.score(1, 2)),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn shipped_evaluations_prefer_corners() {
    for (columns, rows) in [(6, 6), (8, 8)] {
        let evaluation = Evaluation::shipped(columns, rows).unwrap();
        assert_eq!(evaluation.features().columns(), columns);
        let game = Othello::<u128>::new(columns, rows).unwrap();
        let (mut with, mut without) = (0, 0);
        for position in some_positions(columns, rows, 200) {
            let Position { mover, opponent } = position;
            with += evaluation.score(mover | 1, opponent & !1);
            without += evaluation.score(mover & !1, opponent | 1);
        }
        assert!(with > without + 200 * DISC, "{with} {without}");
        assert!(evaluation.stages().of(game.grid().squares()) > 8);
    }
}

#[test]
fn boards_without_weights_have_no_evaluation() {
    assert!(Evaluation::shipped(6, 4).is_none());
    assert!(Features::of_board(6, 4).is_none());
    assert_eq!(
        Features::new(5, 5, &[]).err(),
        Some(EvaluationError::NoBoard)
    );
    assert_eq!(
        Features::new(6, 6, &[1 << 36]).err(),
        Some(EvaluationError::BadPattern(1 << 36))
    );
}

#[test]
fn what_is_said_to_come_with_the_program_does() {
    for board in [(4, 4), (6, 6), (6, 8), (8, 6), (8, 8), (4, 16)] {
        let shipped = Evaluation::shipped(board.0, board.1);
        assert_eq!(
            shipped.is_some(),
            Evaluation::is_shipped(board.0, board.1),
            "{board:?}"
        );
    }
}
