//! Stored positions checked per second, on one thread and on two.
//!
//! The solutions are made by the naive solver of the tests. In `artifact` every child is stored, so
//! nothing is searched; in `certificate` a certificate proves each move of a semi-strong solution.

#[path = "../tests/check/naive.rs"]
#[allow(dead_code)]
mod naive;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use solveig_format::{Reader, Scope};
use solveig_verify::{ConnectFour, Options, Othello, Rules, verify};

use naive::{Plan, Solved};

fn measure<R: Rules>(
    criterion: &mut Criterion,
    name: &str,
    rules: R,
    scope: Scope,
    symmetry: bool,
    cut: Option<u32>,
) {
    let solved = Solved::new(rules);
    let artifact = solved.artifact(Plan {
        scope,
        symmetry,
        cut,
    });
    let proved = scope == Scope::SemiStrong;
    let certificate = proved.then(|| solved.certificate(&artifact, cut));
    let open = |bytes: Vec<u8>| Reader::from_bytes(bytes).expect("just written");
    let artifact = open(artifact.encode().expect("sane"));
    let certificate = certificate.map(|file| open(file.encode().expect("sane")));
    let records = |file: &Reader<Vec<u8>>| file.record_count();
    let positions = records(&artifact) + certificate.as_ref().map_or(0, records);
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(8))
        .throughput(Throughput::Elements(positions));
    for threads in [1, 2] {
        group.bench_function(format!("{threads} threads"), |bencher| {
            bencher.iter(|| {
                let options = Options {
                    threads,
                    ..Options::default()
                };
                let report = verify(&solved.rules, &artifact, certificate.as_ref(), &options);
                black_box(report.expect("a true solution"))
            });
        });
    }
    group.finish();
}

fn check(criterion: &mut Criterion) {
    let four = || ConnectFour::new(5, 4).expect("a board");
    let strong = Scope::Strong;
    measure(
        criterion,
        "verify/artifact/connect-four:5x4",
        four(),
        strong,
        false,
        None,
    );
    measure(
        criterion,
        "verify/artifact/connect-four:5x4/mirrored",
        four(),
        strong,
        true,
        None,
    );
    let othello = || Othello::new(4, 4).expect("a board");
    measure(
        criterion,
        "verify/artifact/othello:4x4",
        othello(),
        strong,
        true,
        None,
    );
    let semi_strong = Scope::SemiStrong;
    measure(
        criterion,
        "verify/certificate/connect-four:5x4",
        four(),
        semi_strong,
        true,
        None,
    );
}

criterion_group!(benches, check);
criterion_main!(benches);
