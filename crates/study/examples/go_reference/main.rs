//! Values of positions of Go with their histories, by another program than ours.
//!
//! ```text
//! cargo run --release -p solveig-study --example go_reference -- POSITIONS MAX_NODES > crates/search/tests/data/go-values.txt
//! ```
//!
//! writes a line for each position that it decides with at most so many nodes for each bound: the
//! game, the value for the side to move, and the moves. It shares no code with the library: rules
//! on lists, and proof-number search without any table, knowledge or symmetry. `POSITIONS` are
//! drawn for each game, by random plays that prefer captures, so that boards repeat; `-` is the
//! start.

mod proof_numbers;

use std::collections::HashSet;
use std::error::Error;

use solveig_testkit::go::{Ko, Rules, State};

const SIZES: [(usize, usize); 6] = [(5, 1), (6, 1), (7, 1), (3, 2), (4, 2), (3, 3)];

/// The rules about repetition, each with whether suicide is allowed.
const RULES: [(Ko, bool); 5] = [
    (Ko::Positional, false),
    (Ko::Situational, false),
    (Ko::Positional, true),
    (Ko::Situational, true),
    (Ko::Basic, false),
];

/// Numbers by Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// A position after random moves, and these moves.
fn random_play(rules: &Rules, random: &mut Random, plies: usize) -> (State, Vec<usize>) {
    let (mut state, mut played) = (rules.start(), Vec::new());
    while played.len() < plies {
        let all = rules.moves(&state);
        let stones = |state: &State| state.board.iter().filter(|cell| **cell != 0).count();
        let captures: Vec<_> = all
            .iter()
            .filter(|(_, after)| stones(after) < stones(&state))
            .cloned()
            .collect();
        let choice = match captures.is_empty() || random.below(4) == 0 {
            true => all,
            false => captures,
        };
        let (name, after) = choice[random.below(choice.len())].clone();
        if rules.final_score(&after).is_some() {
            break;
        }
        played.push(name);
        state = after;
    }
    (state, played)
}

/// The value for the side to move, if each question takes at most so many nodes.
fn value(rules: &Rules, state: &State, max: usize) -> Option<i32> {
    let (mut lower, mut upper) = (-(rules.points() as i32), rules.points() as i32);
    while lower < upper {
        let bound = (lower + upper + 1).div_euclid(2);
        match proof_numbers::reaches(rules, state, bound, max)? {
            true => lower = bound,
            false => upper = bound - 1,
        }
    }
    Some(lower)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<usize> = std::env::args()
        .skip(1)
        .map(|number| number.parse())
        .collect::<Result<_, _>>()?;
    let [positions, max] = arguments[..] else {
        return Err("usage: go_reference POSITIONS MAX_NODES".into());
    };
    println!("# By `--example go_reference -- {positions} {max}`: game, value, moves.");
    for (columns, rows) in SIZES {
        for (ko, suicide) in RULES {
            let rules = Rules::new(columns, rows, ko, suicide);
            let mut seen = HashSet::new();
            let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (columns * 8 + rows) as u64);
            for number in 0..positions {
                // The first is the start; half of the others are early.
                let plies = match number % 2 {
                    0 => number.min(1) * random.below(rules.points()),
                    _ => random.below(3 * rules.points()),
                };
                let (state, played) = random_play(&rules, &mut random, plies);
                let names: Vec<String> = played.iter().map(|one| rules.name(*one)).collect();
                let moves = if names.is_empty() {
                    "-".to_owned()
                } else {
                    names.join(" ")
                };
                if seen.insert(moves.clone())
                    && let Some(value) = value(&rules, &state, max)
                {
                    println!("{} {value:+} {moves}", rules.spec());
                }
            }
        }
    }
    Ok(())
}
