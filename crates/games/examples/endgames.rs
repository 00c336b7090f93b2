//! Times the endgame kernel of Othello: `endgames 6x6 16 1000`, `endgames window 36 20`, or
//! `endgames FILE FROM TO`.
//!
//! The first form, for any board, draws positions with so many empty squares from games in which
//! one side plays by a look-ahead of four plies and the other at random, which is how positions of
//! a semi-strong solution arise. It finds each value, then asks with an empty table whether the
//! value is at least itself (yes) and whether it is at least itself plus one (no). The second form
//! asks what a worker of Takizawa (2023) is asked: on the 8x8 board it draws positions in the same
//! way from below one with 50 empty squares, to which both sides play by a look-ahead, and finds
//! each value where it lies in the window from -3 to 3, else on which side of it, with an empty
//! table. The third form solves the lines from FROM to TO of an OBF file, each with an empty table.
//! One thread. Nodes are all positions that the kernel visits, those of its look-ahead included.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Key, Move, Notation, Reduction};
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_games::othello::{Othello, Position};
use solveig_search::{Oracle, Stopped, TranspositionTable};

const TABLE_BYTES: u64 = 128 << 20;
const WINDOW_TABLE_BYTES: u64 = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, first, second] = &arguments[..] else {
        return Err("expected BOARD EMPTY COUNT, window EMPTY COUNT, or FILE FROM TO".into());
    };
    let (first, second): (u32, usize) = (first.parse()?, second.parse()?);
    let board = what
        .split_once('x')
        .map(|(columns, rows)| (columns.parse(), rows.parse()));
    match (what.as_str(), board) {
        ("window", _) => windows(first, second),
        (_, Some((Ok(columns), Ok(rows)))) => match Othello::<u64>::new(columns, rows) {
            Ok(game) => drawn(&game, first, second),
            Err(_) => drawn(&Othello::<u128>::new(columns, rows)?, first, second),
        },
        (file, _) => suite(&std::fs::read_to_string(file)?, first as usize, second),
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
    let positions = draw_all(game, &game.start(), empty, count)?;
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

/// Empty squares of the position below which those of a window are drawn.
const ROOT_EMPTY: u32 = 50;

/// Positions below a plausible one, each asked for its value within a window.
fn windows(empty: u32, count: usize) -> Result<(), Box<dyn Error>> {
    if empty >= ROOT_EMPTY {
        return Err(format!("expected fewer than {ROOT_EMPTY} empty squares").into());
    }
    let game = Othello::<u128>::new(8, 8)?;
    let mut player = solver(&game, 1)?;
    let mut root = game.start();
    while empty_squares(&game, &root) > ROOT_EMPTY {
        let played = best_ahead(&game, &mut player, &root, 5);
        root = game.play_unchecked(&root, played.ok_or("play ends at the root")?);
    }
    println!("below {}", obf(&game, &root));
    let mut total = Total::default();
    for position in draw_all(&game, &root, empty, count)? {
        let mut solver = solver(&game, WINDOW_TABLE_BYTES)?;
        let mut one = Total::default();
        let found = one.add(&mut solver, |solver| in_window(solver, &position))?;
        one.print(&format!("{}: {found}", obf(&game, &position)));
        total.time += one.time;
        total.nodes += one.nodes;
    }
    total.print(&format!("{count} positions with {empty} empty squares"));
    Ok(())
}

/// The value in the window from -3 to 3, or the bound that leaves it.
fn in_window(solver: &mut OthelloSolver<u128>, position: &Position) -> Result<String, Stopped> {
    // Values are even.
    let (mut lower, mut upper) = (-4, 4);
    let mut bound = solver.estimate(position, 6).unwrap_or_default();
    while lower < upper {
        bound = bound.clamp(lower + 2, upper);
        if solver.at_least(position, bound)? {
            lower = bound;
            bound += 2;
        } else {
            upper = bound - 2;
        }
    }
    Ok(match lower {
        -4 => "at most -4".to_owned(),
        4 => "at least 4".to_owned(),
        value => value.to_string(),
    })
}

/// A line of OBF, with X to move.
fn obf<K: Key>(game: &Othello<K>, position: &Position) -> String {
    let disc = |square: u32| match (
        position.mover >> square & 1,
        position.opponent >> square & 1,
    ) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    let board: String = (0..game.grid().squares()).map(disc).collect();
    format!("{board} X")
}

fn empty_squares<K: Key>(game: &Othello<K>, position: &Position) -> u32 {
    game.grid().squares() - position.occupied().count_ones()
}

/// The move after which the other side has the least score by a look-ahead of so many plies.
fn best_ahead<K: Key>(
    game: &Othello<K>,
    player: &mut OthelloSolver<K>,
    position: &Position,
    plies: u32,
) -> Option<Move> {
    let worth = |played: &Move| {
        let child = game.play_unchecked(position, *played);
        player.estimate(&child, plies)
    };
    game.moves(position).into_iter().min_by_key(worth)
}

/// Positions with so many empty squares of games from `root` on.
fn draw_all<K: Key>(
    game: &Othello<K>,
    root: &Position,
    empty: u32,
    count: usize,
) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut player = solver(game, 1)?;
    let mut positions = Vec::new();
    for number in 0.. {
        if positions.len() == count {
            break;
        }
        positions.extend(draw(game, &mut player, root, number, empty));
    }
    Ok(positions)
}

/// A position with so many empty squares of one game; `None` if the game ends before.
fn draw<K: Key>(
    game: &Othello<K>,
    player: &mut OthelloSolver<K>,
    root: &Position,
    number: u64,
    empty: u32,
) -> Option<Position> {
    let mut random = Random::new(number);
    let mut position = *root;
    let mut thinks = number & 1 == 0;
    while empty_squares(game, &position) > empty {
        if game.terminal_value(&position).is_some() {
            return None;
        }
        let played = if thinks {
            best_ahead(game, player, &position, 3)?
        } else {
            *random.pick(&game.moves(&position))
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
