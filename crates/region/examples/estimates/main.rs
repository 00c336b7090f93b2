//! Compares estimates of boards with the results of solving them, as in docs/estimates.md:
//!
//! ```text
//! cargo run --release -p solveig-region --example estimates -- [EFFORT [BOARDS]] [--small N] [--seeds N] [--look]
//! ```
//!
//! BOARDS is a file with a game and a scope on each line. `--small N` divides the effort by N, so
//! that more boards are sampled; `--seeds N` repeats with N seeds; `--look` prints the estimates
//! without solving.

mod board;

use board::Board;
use solveig_region::{Basis, EstimateEffort, Range};

fn main() {
    let mut plain = Vec::new();
    let (mut small, mut seeds, mut solves) = (1, 1, true);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            arguments
                .next()
                .expect("a number")
                .parse()
                .expect("a number")
        };
        match argument.as_str() {
            "--small" => small = number(),
            "--seeds" => seeds = number(),
            "--look" => solves = false,
            _ => plain.push(argument),
        }
    }
    let times = plain
        .first()
        .map_or(1, |times| times.parse().expect("a number"));
    let boards = match plain.get(1) {
        None => include_str!("boards.txt").to_owned(),
        Some(path) => std::fs::read_to_string(path).expect("a file"),
    };
    let mut effort = EstimateEffort::times(times);
    effort.whole /= small;
    effort.sample /= small;

    println!(
        "| board | basis | artifact | solved | certificate | solved | bytes | solved | nodes | solved | seconds | solved |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut held = [Held::default(); 5];
    for line in boards.lines() {
        let board = Board::parse(line);
        if !solves {
            println!("{line}: {:?}", board.look(&effort));
            continue;
        }
        let truth = board.truth();
        for seed in 1..=seeds {
            effort.seed = seed;
            let estimate = board.look(&effort);
            let work = estimate.work;
            let is_whole = estimate.basis == Basis::Whole;
            let cells = [
                (Some(estimate.artifact), Some(truth.artifact as f64)),
                (
                    estimate.certificate,
                    truth.certificate.map(|count| count as f64),
                ),
                (
                    Some(estimate.artifact_bytes),
                    Some(truth.artifact_bytes as f64),
                ),
                (work.map(|work| work.nodes), Some(truth.nodes as f64)),
                (work.map(|work| work.seconds), Some(truth.seconds)),
            ];
            let mut row = format!("| {line} | {:?} |", estimate.basis);
            for ((range, truth), held) in cells.into_iter().zip(&mut held) {
                let (Some(range), Some(truth)) = (range, truth) else {
                    row += " | |";
                    continue;
                };
                let holds = holds(range, truth);
                held.add(holds, is_whole);
                let mark = if holds { "" } else { " **no**" };
                row += &format!(" {}{mark} | {} |", interval(range), figure(truth));
            }
            println!("{row}");
        }
    }
    for (held, what) in held
        .iter()
        .zip(["artifact", "certificate", "bytes", "nodes", "seconds"])
    {
        let [[of_samples, samples], [of_whole, whole]] = held.0;
        println!(
            "{what}: {of_samples} of {samples} intervals hold where samples were drawn, {of_whole} of {whole} elsewhere"
        );
    }
}

/// How many intervals held, and of how many: of samples and of closures followed whole.
#[derive(Clone, Copy, Default)]
struct Held([[u32; 2]; 2]);

impl Held {
    fn add(&mut self, holds: bool, is_whole: bool) {
        let [held, of] = &mut self.0[usize::from(is_whole)];
        *held += u32::from(holds);
        *of += 1;
    }
}

fn holds(range: Range, truth: f64) -> bool {
    (range.low - 0.5..=range.high + 0.5).contains(&truth)
}

fn interval(range: Range) -> String {
    let [low, expected, high] = [range.low, range.expected, range.high].map(figure);
    match low == high {
        true => expected,
        false => format!("{expected} ({low} to {high})"),
    }
}

fn figure(count: f64) -> String {
    match count {
        0.0..10.0 if count.fract() != 0.0 => format!("{count:.2}"),
        ..10_000.0 => format!("{count:.0}"),
        ..10_000_000.0 => format!("{:.1} k", count / 1e3),
        _ => format!("{:.1} M", count / 1e6),
    }
}
