//! Move path counts a second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use solveig_game::Game;
use solveig_games::connect_four::ConnectFour;
use solveig_games::othello::Othello;

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

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = othello, connect_four
}
criterion_main!(benches);
