//! Positions searched a second.
//!
//! Each iteration solves the same positions one after the other with one empty table, so that all
//! iterations visit the same positions. A position counts when the recursive search is called for
//! it, whatever decides it.

use std::sync::Arc;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use solveig_game::{Interval, Notation, Reduction, Symmetric};
use solveig_games::connect_four::ConnectFour;
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_search::knowledge::GameKnowledge;
use solveig_search::{Oracle, PrincipalVariationSearch, TranspositionTable};

/// Solves the positions one after the other.
fn solve<G: Symmetric, K: GameKnowledge<G>>(
    solver: &mut PrincipalVariationSearch<G, K>,
    positions: &[G::Position],
) {
    let unknown = Interval::unknown(solver.game().value_range());
    for position in positions {
        solver.value(position, unknown).unwrap();
    }
}

fn bench<G: Symmetric + Notation, K: GameKnowledge<G>>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: &G,
    knowledge: &K,
    positions: &[&str],
) {
    let positions: Vec<_> = positions
        .iter()
        .map(|text| game.parse_position(text).expect("a position"))
        .collect();
    let fresh = || {
        let table = TranspositionTable::new(game, 16 << 20).expect("16 MiB are there");
        PrincipalVariationSearch::new(
            game.clone(),
            knowledge.clone(),
            Arc::new(table),
            Reduction::Canonical,
        )
    };
    let mut counted = fresh();
    solve(&mut counted, &positions);
    group.throughput(Throughput::Elements(counted.nodes()));
    group.bench_function(name, |bencher| {
        let routine = |mut solver| {
            solve(&mut solver, &positions);
            solver
        };
        bencher.iter_batched(fresh, routine, BatchSize::PerIteration);
    });
}

/// After 11 to 17 moves.
const CONNECT_FOUR: [&str; 8] = [
    "27455222413",
    "4233721731",
    "274552224131661",
    "5455174361263362",
    "6614446666373154",
    "24617524315172127",
    "5554345544233164",
    "2456123762516731",
];

fn connect_four(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search/connect-four");
    let game = ConnectFour::new(7, 6).expect("7x6 is a board");
    bench(
        &mut group,
        "7x6",
        &game,
        &ConnectFourKnowledge,
        &CONNECT_FOUR,
    );
    group.finish();
}

/// With 18 empty squares.
const OTHELLO_6X6: [&str; 4] = [
    "e4e3f2d5b3a2b4f3d2c2d6c5b2b1",
    "d5e3f2f3f4c5b6d6c2b4e4d2e2f5",
    "d5c5b4e3c6a4b3a3e2d2c2b5e5b6",
    "c2b4c5b2e3c6b6c1d6e2a4b5a1b3",
];

/// With 14 empty squares: the first of the endgames of the French federation's magazine that
/// solvers are compared by.
const OTHELLO_8X8: [&str; 4] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X",
    "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X",
];

fn othello(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search/othello");
    let narrow = Othello::<u64>::new(6, 6).expect("6x6 is a board");
    let knowledge = OthelloKnowledge::new(&narrow);
    bench(&mut group, "6x6", &narrow, &knowledge, &OTHELLO_6X6);
    let wide = Othello::<u128>::new(8, 8).expect("8x8 is a board");
    let knowledge = OthelloKnowledge::new(&wide);
    bench(&mut group, "8x8", &wide, &knowledge, &OTHELLO_8X8);
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    targets = connect_four, othello
}
criterion_main!(benches);
