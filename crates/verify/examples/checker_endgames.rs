//! Times the search for claims on 6x6 Othello: `checker_endgames EMPTY COUNT`, or
//! `checker_endgames` for a selection.
//!
//! Draws games in which one side looks a few moves ahead and the other plays any move, as the
//! positions of a semi-strong solution arise, up to a move of the first side that leaves so many
//! empty squares. Asks what a check asks there: whether the other moves are no better than the best
//! (yes), and whether the best is better than it is (no). Prints the processor time and the
//! positions visited; one thread, and one table for all positions.

#[path = "../tests/check/random.rs"]
mod random;

use std::time::{Duration, Instant};

use random::Random;
use solveig_verify::{Limits, Options, Othello, Rules, Stage, Stones, at_least_each};

/// Moves that the side that thinks looks ahead.
const PLIES: u32 = 2;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| {
        arguments
            .get(at)
            .and_then(|text| text.parse::<usize>().ok())
    };
    match (number(0), number(1)) {
        (Some(left), Some(count)) => measure(left as u32, count),
        _ => [(10, 2000), (12, 1000), (16, 100), (18, 60), (19, 30)]
            .into_iter()
            .for_each(|(left, count)| measure(left, count)),
    }
}

fn measure(left: u32, count: usize) {
    let rules = Othello::new(6, 6).expect("a board");
    let (mut others, mut best) = (Vec::new(), Vec::new());
    let drawn = (0..).filter_map(|game| draw(&rules, left + 1, game));
    for position in drawn.take(count) {
        let mut children = Vec::new();
        rules.children(&position, &mut children);
        let keys: Vec<u128> = children.iter().map(|child| rules.key(child)).collect();
        let mut worth = 36;
        let mut chosen = 0;
        for (at, key) in keys.iter().enumerate() {
            while !ask(&[(*key, worth)], 1 << (left + 6)).0[0] {
                (worth, chosen) = (worth - 2, at);
            }
        }
        best.push((keys[chosen], worth + 2));
        let rest = keys.iter().enumerate().filter(|(at, _)| *at != chosen);
        others.extend(rest.map(|(_, key)| (*key, worth)));
    }
    println!("{left} empty squares after a move in {count} positions");
    for (what, questions, expected) in [("yes", others, true), ("no", best, false)] {
        let started = now();
        let (answers, nodes) = ask(&questions, 1 << 26);
        let seconds = (now() - started).as_secs_f64();
        assert!(answers.iter().all(|answer| *answer == expected));
        let millions = nodes as f64 / 1e6;
        println!(
            "{what:4} {:6} questions {seconds:8.3} s {millions:9.3} M nodes {:6.1} M/s",
            questions.len(),
            millions / seconds
        );
    }
}

/// The answers, with so many bytes of memory.
fn ask(questions: &[(u128, i32)], memory: u64) -> (Vec<bool>, u64) {
    let options = Options {
        limits: Limits { time: None, memory },
        ..Options::default()
    };
    at_least_each("othello:6x6", questions, &options).expect("positions")
}

/// The processor time of this program where the system tells it, else the time.
fn now() -> Duration {
    static STARTED: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse().ok());
    match nanoseconds {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => STARTED.get_or_init(Instant::now).elapsed(),
    }
}

/// A position with so many empty squares of one game, with the side to move that looks ahead;
/// `None` if there is none.
fn draw(rules: &Othello, left: u32, game: u64) -> Option<Stones> {
    let mut random = Random(game);
    let mut position = rules.start();
    let mut thinks = (left + game as u32).is_multiple_of(2);
    while rules.max_level() - rules.level(&position) > left {
        let mut children = Vec::new();
        rules.children(&position, &mut children);
        position = match thinks {
            _ if children.is_empty() => return None,
            true => *children
                .iter()
                .min_by_key(|child| worth(rules, child, PLIES))?,
            false => *random.pick(&children),
        };
        thinks = !thinks;
    }
    (thinks && rules.stage(&position) == Stage::Moves).then_some(position)
}

/// What a position seems worth to the side to move after so many moves.
fn worth(rules: &Othello, position: &Stones, plies: u32) -> i32 {
    let mut children = Vec::new();
    rules.children(position, &mut children);
    if children.is_empty() {
        return match rules.stage(position) {
            Stage::Over(value) => 100 * value,
            _ => 0,
        };
    }
    if plies == 0 {
        const CORNERS: u64 = 1 | 1 << 5 | 1 << 30 | 1 << 35;
        let corners = |side: u64| (side & CORNERS).count_ones() as i32;
        let replies = children.iter().map(|child| rules.move_count(child) as i32);
        return 2 * children.len() as i32 - replies.max().unwrap_or(0)
            + 6 * (corners(position.mover) - corners(position.opponent));
    }
    let worst = children
        .iter()
        .map(|child| worth(rules, child, plies - 1))
        .min();
    -worst.unwrap_or(0)
}
