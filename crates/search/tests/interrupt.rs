//! Searches that are broken off: they end soon, and what was kept of them is true.

use std::sync::Arc;
use std::time::{Duration, Instant};

use solveig_game::{Game, GameExt, Interval, Reduction};
use solveig_games::connect_four::ConnectFour;
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::hex::Hex;
use solveig_games::hex::knowledge::{AnalysisOptions, HexKnowledge};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_search::binary::{BisectionOracle, Method, Resources};
use solveig_search::interrupt::{Interrupted, Limit, within};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::{
    AlphaBeta, Minimax, Oracle, PlainAlphaBeta, PrincipalVariationSearch, TranspositionTable,
    Unordered,
};

fn for_milliseconds(time: u64) -> Limit {
    Limit {
        deadline: Some(Instant::now() + Duration::from_millis(time)),
        ..Limit::default()
    }
}

/// All solvers of a game that can be had, each with memory of its own.
fn solvers<G: Game, K: GameKnowledge<G>>(game: &G, knowledge: &K) -> Vec<Box<dyn Oracle<G>>> {
    let mut all: Vec<Box<dyn Oracle<G>>> = vec![
        Box::new(Minimax::new(game.clone())),
        Box::new(PlainAlphaBeta::new(game.clone(), knowledge.clone())),
    ];
    let reduction = Reduction::Canonical;
    for method in [Method::DfPn, Method::ProofNumbers, Method::Deepening] {
        let resources = Resources::for_game(game, reduction, 1 << 20, 1 << 22).unwrap();
        let solver = method.solver(game, knowledge, &resources);
        all.push(Box::new(BisectionOracle::new(solver)));
    }
    if game.depends_on_history() {
        return all;
    }
    let table = || Arc::new(TranspositionTable::new(game, 1 << 22).unwrap());
    let (game, knowledge) = (game.clone(), knowledge.clone());
    let resources = Resources {
        table: Some(table()),
        ..Resources::without_table(reduction, 1 << 22)
    };
    all.extend(
        knowledge
            .solvers(&game, &resources, 1)
            .into_iter()
            .flatten(),
    );
    all.push(Box::new(AlphaBeta::new(
        game.clone(),
        knowledge.clone(),
        table(),
        reduction,
    )));
    all.push(Box::new(PrincipalVariationSearch::new(
        game,
        knowledge,
        table(),
        reduction,
    )));
    all
}

/// The start of a large board, where no solver comes to an end.
fn ends_soon<G: Game, K: GameKnowledge<G>>(game: &G, knowledge: &K) {
    let unknown = Interval::unknown(game.value_range());
    for (at, mut solver) in solvers(game, knowledge).into_iter().enumerate() {
        let start = game.start();
        for _ in 0..3 {
            let found = within(&for_milliseconds(20), || solver.value(&start, unknown));
            assert_eq!(found, Err(Interrupted), "solver {at} of {}", game.spec());
            if !solver.recover() {
                break;
            }
        }
    }
}

/// A small board: broken off again and again, a solver that goes on after that finds the right value.
fn stays_right<G: Game, K: GameKnowledge<G>>(game: &G, knowledge: &K, line: &str) {
    let unknown = Interval::unknown(game.value_range());
    let position = game.parse_position(line).unwrap();
    let expected = Minimax::new(game.clone()).value(&position, unknown);
    for (at, mut solver) in solvers(game, knowledge).into_iter().enumerate() {
        for microseconds in [50, 200, 800, 3000] {
            let limit = Limit {
                deadline: Some(Instant::now() + Duration::from_micros(microseconds)),
                ..Limit::default()
            };
            let found = within(&limit, || solver.value(&position, unknown));
            if let Ok(value) = found {
                assert_eq!(value, expected, "solver {at} of {}", game.spec());
            } else if !solver.recover() {
                break;
            }
        }
        if solver.recover() {
            let value = solver.value(&position, unknown);
            assert_eq!(value, expected, "solver {at} of {}", game.spec());
        }
    }
}

#[test]
fn no_solver_goes_on_when_its_time_is_over() {
    let othello = Othello::<u128>::new(8, 8).unwrap();
    ends_soon(&othello, &OthelloKnowledge::new(&othello));
    ends_soon(&ConnectFour::new(8, 7).unwrap(), &ConnectFourKnowledge);
    ends_soon(&Go::new(5, 5).unwrap(), &GoKnowledge::default());
    ends_soon(&Go::new(5, 5).unwrap(), &Unordered);
    let hex = Hex::<u128>::new(9, 9).unwrap();
    ends_soon(&hex, &HexKnowledge::new(&hex, AnalysisOptions::default()));
}

#[test]
fn what_was_found_before_a_search_was_broken_off_is_true() {
    let othello = Othello::<u64>::new(4, 4).unwrap();
    stays_right(&othello, &OthelloKnowledge::new(&othello), "b1a1");
    let connect_four = ConnectFour::new(4, 4).unwrap();
    stays_right(&connect_four, &ConnectFourKnowledge, "2233");
    let hex = Hex::<u64>::new(3, 3).unwrap();
    let knowledge = HexKnowledge::new(&hex, AnalysisOptions::default());
    stays_right(&hex, &knowledge, "a1");
    stays_right(&hex, &Unordered, "a1");
}
