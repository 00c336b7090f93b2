//! Learns the weights that order the moves of Othello, on all cores, and writes them to a file:
//! `train 6x6|8x8 FILE [GAMES [SEED]]`. Without a number of games and a seed they are the weights
//! that the program has.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use solveig_game::{Key, Reduction};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_search::TranspositionTable;
use solveig_training::{TrainingSettings, train};

const TABLE_BYTES: u64 = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, file, numbers @ ..] = &arguments[..] else {
        return Err("expected 6x6 or 8x8, a FILE, and perhaps GAMES and SEED".into());
    };
    let weights = match board.as_str() {
        "6x6" => learned(&Othello::<u64>::new(6, 6)?, numbers)?,
        "8x8" => learned(&Othello::<u128>::new(8, 8)?, numbers)?,
        _ => return Err(format!("{board}: expected 6x6 or 8x8").into()),
    };
    std::fs::write(file, weights).map_err(|error| format!("{file}: {error}"))?;
    Ok(())
}

fn learned<K: Key>(game: &Othello<K>, numbers: &[String]) -> Result<Vec<u8>, Box<dyn Error>> {
    let grid = game.grid();
    let settings = TrainingSettings::of_board(grid.columns(), grid.rows());
    let mut settings = settings.ok_or("there are no settings for this board")?;
    if let Some(games) = numbers.first() {
        settings.games = games.parse()?;
    }
    if let Some(seed) = numbers.get(1) {
        settings.seed = seed.parse()?;
    }
    let table = Arc::new(TranspositionTable::new(game, TABLE_BYTES)?);
    let oracle = || OthelloSolver::new(game, &table, Reduction::Canonical);
    let started = Instant::now();
    let trained = train(game, &oracle, &settings, &|step| {
        println!("{:7.1} s: {step}", started.elapsed().as_secs_f64());
    })?;
    Ok(trained.evaluation.to_bytes())
}
