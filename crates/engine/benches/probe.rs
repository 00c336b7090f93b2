//! How fast an artifact answers: values of stored positions, in no order, from warm memory.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use solveig_engine::artifact::StoredArtifact;
use solveig_format::{Reader, Scope};
use solveig_game::{Game, Key, Keyed, Reduction, Symmetric, Symmetry};
use solveig_games::connect_four::ConnectFour;
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_region::ScopeClosure;
use solveig_search::{PrincipalVariationSearch, TranspositionTable};

fn probe(criterion: &mut Criterion) {
    let game = ConnectFour::new(6, 5).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("connect-four.sol");
    let table = Arc::new(TranspositionTable::new(&game, 1 << 28).unwrap());
    let solver = PrincipalVariationSearch::new(
        game.clone(),
        ConnectFourKnowledge,
        table,
        Reduction::Canonical,
    );
    let closure = ScopeClosure {
        game: game.clone(),
        knowledge: Arc::new(ConnectFourKnowledge),
        scope: Scope::SemiStrong,
        reduction: Reduction::Canonical,
        cut: game.max_level(),
        proof: None,
    };
    solveig_region::solve(&closure, &file, None, &mut [solver], &mut |_| {}).unwrap();

    let artifact = StoredArtifact::new(game.clone(), Reader::open(&file).unwrap()).unwrap();
    let reader = artifact.reader();
    let records = reader
        .levels()
        .iter()
        .flat_map(|level| reader.records(level.level));
    let mut positions: Vec<_> = records
        .map(|record| {
            let key = u64::from_u128(record.unwrap().key).unwrap();
            let position = game.position(key).unwrap();
            // Half of them not in the frame in which they are stored.
            game.transform(&position, Symmetry((key % 2) as u8))
        })
        .collect();
    // Any fixed order that neighbours in the file do not keep.
    positions.sort_by_key(|position| game.key(position).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    eprintln!("{} positions stored", positions.len());

    let mut group = criterion.benchmark_group("artifact probe");
    group.sample_size(20);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("connect-four:6x5 semi-strong", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(artifact.lookup(position).unwrap());
            }
        });
    });
}

criterion_group!(benches, probe);
criterion_main!(benches);
