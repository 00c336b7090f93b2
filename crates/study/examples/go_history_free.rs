//! How far the search of Go for wins that depend on no history gets.
//!
//! ```text
//! cargo run --release -p solveig-study --example go_history_free -- COLUMNS ROWS BOUND [MOVE...]
//! ```
//!
//! looks for a proof that Black's area is larger by at least BOUND after the named moves (`C3
//! pass`), under positional and situational superko. Options in the environment: `WIDENING`,
//! `BYTES`, `PLIES`, and `WINNER=white`, for whom BOUND counts then.

use std::error::Error;
use std::time::Instant;

use solveig_game::{Game, Notation};
use solveig_games::go::knowledge::history_free::{SearchOptions, find_history_free_win};
use solveig_games::go::{Colour, Go};
use solveig_search::StopToken;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [columns, rows, bound, moves @ ..] = arguments.as_slice() else {
        return Err("usage: go_history_free COLUMNS ROWS BOUND [MOVE...]".into());
    };
    let game = Go::new(columns.parse()?, rows.parse()?)?;
    let (position, _) = game.play_list(&game.start(), &moves.join(" "))?;
    let winner = match std::env::var("WINNER").as_deref() {
        Ok("white") => Colour::White,
        _ => Colour::Black,
    };
    let default = SearchOptions::default();
    let options = SearchOptions {
        widening: number("WIDENING", default.widening as u64) as usize,
        bytes: number("BYTES", 1 << 30),
        most_plies: number("PLIES", default.most_plies.into()).try_into()?,
    };
    let started = Instant::now();
    let claim = (winner, bound.parse()?);
    let found = find_history_free_win(
        &game,
        &position,
        claim,
        options,
        StopToken::never(),
        &mut |progress| {
            eprintln!(
                "{} plies: {}, {} positions, {:.2} s",
                progress.plies,
                if progress.found { "found" } else { "nothing" },
                progress.visits,
                started.elapsed().as_secs_f64()
            );
        },
    )?;
    let seconds = started.elapsed().as_secs_f64();
    match found {
        None => println!("no history-free win found, {seconds:.2} s"),
        Some(win) => println!(
            "history-free win within {} plies, {} positions visited, strategy of {} positions, {} moves and territories excluded, {seconds:.2} s",
            win.plies, win.visits, win.positions, win.excluded
        ),
    }
    Ok(())
}
