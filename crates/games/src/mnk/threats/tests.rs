//! What lines say, against the definition.

use std::collections::HashMap;
use std::sync::Arc;

use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Reduction, Value};
use solveig_search::solvers::SolverName;
use solveig_search::{NoKnowledge, Oracle, PrincipalVariationSearch, TranspositionTable};
use solveig_testkit::exhaustive::values;

use super::super::{Mnk, Position};
use super::{Bounds, Threats};
use crate::Solvable;

/// What is expanded is true, and the moves left out are not missed.
fn holds(game: &Mnk, position: &Position, mut value: impl FnMut(&Position) -> Value) {
    let of_position = value(position);
    let mut moves = Vec::new();
    let bounds = Threats::new(game).expand(game, position, &mut moves);
    let shown = || format!("{game:?}: {position:?}: {moves:?}, {bounds:?}, {of_position}");
    assert!(
        (bounds.lower..=bounds.upper).contains(&of_position),
        "{}",
        shown()
    );
    let worth = moves
        .iter()
        .map(|one| -value(&game.play_unchecked(position, *one)));
    let found = worth.max().unwrap_or(bounds.lower).max(bounds.lower);
    assert_eq!(found, of_position, "{}", shown());
}

#[test]
fn lines_say_the_truth_of_every_position_of_small_boards() {
    for (columns, rows, k) in [
        (1, 1, 1),
        (2, 2, 1),
        (2, 2, 2),
        (7, 1, 2),
        (1, 7, 3),
        (3, 3, 2),
        (3, 3, 3),
        (4, 2, 3),
        (4, 3, 3),
        (3, 4, 4),
    ] {
        let game = Mnk::new(columns, rows, k).unwrap();
        let all: HashMap<Position, Value> = values(&game).into_iter().collect();
        let factory = game.solvers();
        let resources = factory.resources(SolverName::Fastest, 1 << 16, 1).unwrap();
        let solvers = factory.solvers(SolverName::Fastest, &resources, 1);
        let mut solver = solvers.unwrap().remove(0);
        for (position, value) in &all {
            holds(&game, position, |of| all[of]);
            if game.terminal_value(position).is_none() {
                let unknown = Interval::unknown(game.value_range());
                let found = solver.value(position, unknown).unwrap();
                assert_eq!(found, *value, "{game:?}: {position:?}");
            }
        }
    }
}

#[test]
fn lines_say_the_truth_of_random_positions_of_larger_boards() {
    for (columns, rows, k, left) in [
        (4, 4, 3, 10),
        (4, 4, 4, 12),
        (5, 5, 3, 12),
        (5, 5, 4, 12),
        (5, 5, 5, 12),
        (26, 2, 3, 9),
        (8, 8, 5, 9),
        (8, 8, 8, 9),
        (1, 64, 4, 9),
    ] {
        let game = Mnk::new(columns, rows, k).unwrap();
        let table = Arc::new(TranspositionTable::new(&game, 1 << 22).unwrap());
        let mut plain =
            PrincipalVariationSearch::new(game.clone(), NoKnowledge, table, Reduction::None);
        let unknown = Interval::unknown(game.value_range());
        let mut value = |position: &Position| match game.terminal_value(position) {
            Some(value) => value,
            None => plain.value(position, unknown).unwrap(),
        };
        for seed in 0..60 {
            if let Some(position) = after_random_moves(&game, seed, left) {
                holds(&game, &position, &mut value);
            }
        }
    }
}

/// A position with `left` empty squares, after moves that win only where all do; `None` if the game
/// ended before.
fn after_random_moves(game: &Mnk, seed: u64, left: u32) -> Option<Position> {
    let mut random = Random::new(seed);
    let mut position = game.start();
    while game.level(&position) + left < game.max_level() {
        let mut moves = game.moves(&position);
        moves.retain(|one| {
            game.terminal_value(&game.play_unchecked(&position, *one))
                .is_none()
        });
        if moves.is_empty() {
            return None;
        }
        position = game.play_unchecked(&position, *random.pick(&moves));
    }
    Some(position)
}
