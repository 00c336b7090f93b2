//! Compares look-aheads of 0 to 4 plies with exact values: `bias 6x6|8x8 FROM TO GAMES [FILE]`.
//!
//! For each number of empty squares from FROM to TO it draws a position of each game, if it has
//! one, and prints for each number of plies by how many discs the look-ahead is too kind to the
//! side to move, on average, and its root mean square error. FILE has weights that `train` wrote,
//! instead of those of the program.

use std::error::Error;
use std::sync::Arc;

use solveig_game::{Key, Reduction};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_games::othello::knowledge::evaluation::Evaluation;
use solveig_search::TranspositionTable;
use solveig_training::biases;

const TABLE_BYTES: u64 = 16 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("6x6") => print(&Othello::<u64>::new(6, 6)?, &arguments[1..]),
        Some("8x8") => print(&Othello::<u128>::new(8, 8)?, &arguments[1..]),
        _ => Err("expected 6x6 or 8x8".into()),
    }
}

fn print<K: Key>(game: &Othello<K>, arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [from, to, games, file @ ..] = arguments else {
        return Err("expected FROM, TO, GAMES, and perhaps a FILE".into());
    };
    let (from, to, games): (u32, u32, u64) = (from.parse()?, to.parse()?, games.parse()?);
    let grid = game.grid();
    let evaluation = match file.first() {
        Some(file) => Arc::new(Evaluation::from_bytes(&std::fs::read(file)?)?),
        None => Evaluation::shipped(grid.columns(), grid.rows()).ok_or("nothing is shipped")?,
    };
    for empty in from..=to {
        let table = Arc::new(TranspositionTable::new(game, TABLE_BYTES)?);
        let mut oracle = OthelloSolver::new(game, &table, Reduction::Canonical);
        println!("{}", biases(game, &mut oracle, &evaluation, empty, games)?);
    }
    Ok(())
}
