//! Training results depend on the settings alone.

use std::sync::Arc;

use solveig_game::Reduction;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_games::othello::knowledge::evaluation::Stages;
use solveig_search::{PrincipalVariationSearch, TranspositionTable};
use solveig_training::{TrainingError, TrainingResult, TrainingSettings, train};

fn trained(seed: u64, threads: usize) -> TrainingResult {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let table = Arc::new(TranspositionTable::new(&game, 1 << 20).unwrap());
    let oracle = || {
        let knowledge = OthelloKnowledge::new(&game);
        PrincipalVariationSearch::new(game.clone(), knowledge, table.clone(), Reduction::Canonical)
    };
    let settings = TrainingSettings {
        games: 800,
        seed,
        exact: 8,
        plies: 3,
        ridge: 50,
        stages: Stages {
            lowest: 4,
            width: 3,
            count: 3,
        },
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().unwrap();
    pool.install(|| train(&game, &oracle, &settings, &|_| ()).unwrap())
}

#[test]
fn a_seed_gives_the_same_evaluation_whatever_the_threads() {
    let one = trained(5, 1);
    let bytes = one.evaluation.to_bytes();
    let two = trained(5, 2);
    assert_eq!(two.evaluation.to_bytes(), bytes);
    assert_eq!((&one.stages, &one.orderings), (&two.stages, &two.orderings));
    assert_ne!(trained(6, 2).evaluation.to_bytes(), bytes);
}

#[test]
fn even_a_little_training_explains_most_of_the_values() {
    let trained = trained(5, 2);
    assert_eq!(trained.stages.len(), 3);
    for stage in &trained.stages {
        assert!(stage.error < 0.8 * stage.spread, "{stage:?}");
    }
}

#[test]
fn a_board_without_patterns_is_refused() {
    let game = Othello::<u64>::new(6, 4).unwrap();
    let table = Arc::new(TranspositionTable::new(&game, 1 << 20).unwrap());
    let knowledge = OthelloKnowledge::new(&game);
    let oracle = || {
        let (knowledge, table) = (knowledge.clone(), table.clone());
        PrincipalVariationSearch::new(game.clone(), knowledge, table, Reduction::Canonical)
    };
    let settings = TrainingSettings::of_board(6, 6).unwrap();
    let refused = train(&game, &oracle, &settings, &|_| ());
    assert_eq!(
        refused.err(),
        Some(TrainingError::NoPatterns("othello:6x4".to_owned()))
    );
}
