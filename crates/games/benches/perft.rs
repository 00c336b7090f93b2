//! Move path counts a second, and moves of random plays of Go.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Move};
use solveig_games::connect_four::ConnectFour;
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::othello::Othello;
use solveig_search::Estimates;

fn othello(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft/othello");
    let wide = Othello::<u128>::new(8, 8).expect("8x8 is a board");
    let start = wide.start();
    group.throughput(Throughput::Elements(wide.perft(start, 9)));
    group.bench_function("8x8/9", |bencher| {
        bencher.iter(|| wide.perft(black_box(start), 9));
    });
    let narrow = Othello::<u64>::new(6, 6).expect("6x6 is a board");
    let start = narrow.start();
    group.throughput(Throughput::Elements(narrow.perft(start, 9)));
    group.bench_function("6x6/9", |bencher| {
        bencher.iter(|| narrow.perft(black_box(start), 9));
    });
    group.finish();
}

fn connect_four(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft/connect-four");
    let game = ConnectFour::new(7, 6).expect("7x6 is a board");
    let start = game.start();
    group.throughput(Throughput::Elements(game.perft(start, 9)));
    group.bench_function("7x6/9", |bencher| {
        bencher.iter(|| game.perft(black_box(start), 9));
    });
    group.finish();
}

/// Moves of random plays, the moves of each position listed: what a playout of a search takes.
fn go(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts/go");
    for (columns, rows) in [(3, 3), (4, 4), (5, 5), (7, 7)] {
        let game = Go::new(columns, rows).expect("the board is small");
        let (mut moves, plays) = (Vec::new(), 100);
        let all = playouts(&game, plays, &mut moves);
        group.throughput(Throughput::Elements(all));
        group.bench_function(format!("{columns}x{rows}"), |bencher| {
            bencher.iter(|| playouts(black_box(&game), plays, &mut moves));
        });
    }
    group.finish();
}

/// Playouts of the game's knowledge, as Expected Work Search makes them, from positions after some
/// random moves.
fn go_knowledge(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts/go-knowledge");
    for (columns, rows) in [(4, 4), (5, 5), (6, 6)] {
        let game = Go::new(columns, rows).expect("the board is small");
        let knowledge = GoKnowledge::default();
        let mut random = Random::new(5);
        let positions: Vec<_> = (0..400)
            .filter_map(|number| {
                let mut position = game.start();
                for _ in 0..3 + number % 16 {
                    let moves = game.moves(&position);
                    position = game.play_unchecked(&position, *random.pick(&moves));
                    game.terminal_value(&position).is_none().then_some(())?;
                }
                Some(position)
            })
            .collect();
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(format!("{columns}x{rows}"), |bencher| {
            bencher.iter(|| {
                let mut random = Random::new(7);
                let play = |position| knowledge.playout(&game, position, &mut random).work;
                positions.iter().map(play).sum::<u64>()
            });
        });
    }
    group.finish();
}

/// How many moves random plays take.
fn playouts(game: &Go, plays: u64, moves: &mut Vec<Move>) -> u64 {
    let (mut all, mut random) = (0, Random::new(1));
    for _ in 0..plays {
        let mut position = game.start();
        loop {
            moves.clear();
            game.legal_moves(&position, moves);
            if moves.is_empty() {
                break;
            }
            position = game.play_unchecked(&position, *random.pick(moves));
            all += 1;
        }
    }
    all
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = othello, connect_four, go, go_knowledge
}
criterion_main!(benches);
