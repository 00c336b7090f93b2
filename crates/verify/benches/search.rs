//! The search for claims that no file decides, with and without accelerators: null windows at the
//! value of positions of random play on 6x6 Othello.
//!
//! Prints a line for each number of empty squares: the mean time of a position with and without,
//! and the ratio. `SOLVEIG_EMPTY=20` adds a line for positions with 20 empty squares.

use std::time::{Duration, Instant};

use solveig_verify::{BoundQuestion, Limits, Options, Othello, Rules, at_least_each};

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The key of a position of random play with `left` empty squares.
fn late_position(rules: &Othello, left: u32, seed: u64) -> u128 {
    let (mut state, mut position) = (seed, rules.start());
    while rules.max_level() - rules.level(&position) > left {
        let mut children = Vec::new();
        rules.children(&position, &mut children);
        position = match children.len() {
            0 => rules.start(),
            moves => children[(random(&mut state) % moves as u64) as usize],
        };
    }
    rules.key(&position)
}

/// Whether a value is at least a bound, alone in a list, and the number of positions visited.
fn ask(key: u128, bound: i32, options: &Options<'_>) -> (Vec<bool>, u64) {
    at_least_each("othello:6x6", &[BoundQuestion { key, bound }], options).expect("a position")
}

/// The time to prove the value, and the number of positions visited.
fn measure(key: u128, value: i32, plain: bool) -> (Duration, u64) {
    let options = Options {
        limits: Limits {
            time: None,
            memory: 1 << 30,
        },
        plain,
        ..Options::default()
    };
    let started = Instant::now();
    let mut nodes = 0;
    for (bound, expected) in [(value, true), (value + 1, false)] {
        let (answers, visited) = ask(key, bound, &options);
        assert_eq!(answers, [expected]);
        nodes += visited;
    }
    (started.elapsed(), nodes)
}

fn value(key: u128) -> i32 {
    let options = Options::default();
    let (mut least, mut greatest) = (-36_i32, 36_i32);
    while least < greatest {
        let bound = (least + greatest + 1).div_euclid(2);
        match ask(key, bound, &options).0[0] {
            true => least = bound,
            false => greatest = bound - 1,
        }
    }
    least
}

fn main() {
    let rules = Othello::new(6, 6).expect("a board");
    let empties = std::env::var("SOLVEIG_EMPTY").ok();
    let empties: Option<u32> = empties.and_then(|text| text.parse().ok());
    for left in [10, 12, 14].into_iter().chain(empties) {
        let count = 10;
        let mut sums = [(Duration::ZERO, 0); 2];
        for seed in 0..count {
            let key = late_position(&rules, left, u64::from(left) << 8 | seed);
            let value = value(key);
            for (plain, sum) in [false, true].into_iter().zip(&mut sums) {
                let (time, nodes) = measure(key, value, plain);
                sum.0 += time;
                sum.1 += nodes;
            }
        }
        let [fast, plain] = sums;
        println!(
            "{left} empty squares, {count} positions: fast {:.3} s, {} nodes; plain {:.3} s, {} nodes; ratio {:.1}",
            fast.0.as_secs_f64(),
            fast.1,
            plain.0.as_secs_f64(),
            plain.1,
            plain.0.as_secs_f64() / fast.0.as_secs_f64()
        );
    }
}
