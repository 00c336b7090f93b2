//! Times the endgame kernel of Othello: `endgames 6x6 16 1000`, or `endgames FILE FROM TO`.
//!
//! The first form draws positions with so many empty squares from games in which one side plays by
//! a look-ahead of four plies and the other at random, which is how positions of a semi-strong
//! solution arise. It finds each value, then asks with an empty table whether the value is at least
//! itself (yes) and whether it is at least itself plus one (no). The second form solves the lines
//! from FROM to TO of an OBF file, each with an empty table. One thread. Nodes are all positions
//! that the kernel visits, those of its look-ahead included.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Key, Move, Reduction};
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_games::othello::{Othello, Position};
use solveig_search::{Oracle, TranspositionTable};

const TABLE_BYTES: u64 = 128 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, first, second] = &arguments[..] else {
        return Err("expected BOARD EMPTY COUNT, or FILE FROM TO".into());
    };
    let (first, second): (u32, usize) = (first.parse()?, second.parse()?);
    match what.as_str() {
        "6x6" => drawn(&Othello::<u64>::new(6, 6)?, first, second),
        "8x8" => drawn(&Othello::<u128>::new(8, 8)?, first, second),
        file => suite(&std::fs::read_to_string(file)?, first as usize, second),
    }
}

/// The time and the nodes of the questions of one kind.
#[derive(Default)]
struct Total {
    time: Duration,
    nodes: u64,
}

impl Total {
    fn add<T, K: Key>(
        &mut self,
        solver: &mut OthelloSolver<K>,
        ask: impl FnOnce(&mut OthelloSolver<K>) -> T,
    ) -> T {
        let (start, before) = (Instant::now(), solver.nodes());
        let answer = ask(solver);
        self.time += start.elapsed();
        self.nodes += solver.nodes() - before;
        answer
    }

    fn print(&self, what: &str) {
        let (seconds, nodes) = (self.time.as_secs_f64(), self.nodes as f64 / 1e6);
        println!(
            "{what}: {seconds:.3} s, {nodes:.3} M nodes, {:.1} M/s",
            nodes / seconds
        );
    }
}

fn solver<K: Key>(game: &Othello<K>, bytes: u64) -> Result<OthelloSolver<K>, Box<dyn Error>> {
    let table = Arc::new(TranspositionTable::new(game, bytes)?);
    Ok(OthelloSolver::new(game, &table, Reduction::Canonical))
}

/// Positions drawn from games of a look-ahead against random moves.
fn drawn<K: Key>(game: &Othello<K>, empty: u32, count: usize) -> Result<(), Box<dyn Error>> {
    let mut player = solver(game, 1)?;
    let mut positions = Vec::new();
    for game_number in 0.. {
        if positions.len() == count {
            break;
        }
        positions.extend(draw(game, &mut player, game_number, empty));
    }
    let (mut values, mut yes, mut no) = (Total::default(), Total::default(), Total::default());
    let mut sum = 0;
    for position in &positions {
        let mut first = solver(game, TABLE_BYTES >> 6)?;
        let unknown = Interval::unknown(game.value_range());
        let value = values.add(&mut first, |solver| solver.value(position, unknown))?;
        sum += i64::from(value);
        for (total, bound) in [(&mut yes, value), (&mut no, value + 1)] {
            let mut second = solver(game, TABLE_BYTES >> 6)?;
            let reached = total.add(&mut second, |solver| solver.at_least(position, bound))?;
            assert_eq!(reached, bound == value, "{position:?}");
        }
    }
    println!("{count} positions with {empty} empty squares; values add up to {sum}");
    values.print("value");
    yes.print("at least the value");
    no.print("above the value");
    Ok(())
}

/// A position with so many empty squares of one game; `None` if the game ends before.
fn draw<K: Key>(
    game: &Othello<K>,
    player: &mut OthelloSolver<K>,
    number: u64,
    empty: u32,
) -> Option<Position> {
    let mut random = Random::new(number);
    let mut position = game.start();
    let mut thinks = number & 1 == 0;
    while game.grid().squares() - position.occupied().count_ones() > empty {
        if game.terminal_value(&position).is_some() {
            return None;
        }
        let moves = game.moves(&position);
        let played = if thinks {
            let worth = |played: &&Move| {
                let child = game.play_unchecked(&position, **played);
                player.estimate(&child, 3)
            };
            *moves.iter().min_by_key(worth)?
        } else {
            *random.pick(&moves)
        };
        position = game.play_unchecked(&position, played);
        thinks = !thinks;
    }
    Some(position)
}

/// The lines of an OBF file.
fn suite(text: &str, from: usize, to: usize) -> Result<(), Box<dyn Error>> {
    let game = Othello::<u128>::new(8, 8)?;
    let mut total = Total::default();
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    for (number, line) in lines.filter(|(number, _)| (from..=to).contains(number)) {
        let board = line.split([';', '%']).next().unwrap_or_default().trim();
        if board.is_empty() {
            continue;
        }
        let position = game.parse_position(board)?;
        let mut solver = solver(&game, TABLE_BYTES)?;
        let mut one = Total::default();
        let unknown = Interval::unknown(game.value_range());
        let value = one.add(&mut solver, |solver| solver.value(&position, unknown))?;
        one.print(&format!("{number}: {value:+}"));
        total.time += one.time;
        total.nodes += one.nodes;
    }
    total.print("total");
    Ok(())
}
