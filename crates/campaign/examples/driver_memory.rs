//! Measures the memory of a driver (on Linux): first for choosing a round of a campaign of Othello,
//! then for the bounds and estimates of a given number of positions.
//!
//! ```text
//! cargo run --release -p solveig-campaign --example driver_memory -- o66.campaign 4000000
//! ```

use solveig_search::StopToken;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use solveig_campaign::ledger::Ledger;
use solveig_campaign::rounds::{Next, RoundKnowledge};
use solveig_campaign::{Cut, Dictionaries, Problem};
use solveig_game::Interval;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected a ledger")?;
    let positions: u128 = match arguments.next() {
        Some(number) => number.parse()?,
        None => 4_000_000,
    };
    choose(&Ledger::read(Path::new(&path))?)?;
    know(positions)
}

/// Chooses the first round of a campaign anew, by predictions and glances alone.
fn choose(ledger: &Ledger) -> Result<()> {
    let plan = ledger.plan();
    let board = plan
        .game
        .strip_prefix("othello:")
        .and_then(|name| name.split_once('x'));
    let (columns, rows) = board.ok_or("expected a ledger of Othello")?;
    let game = Othello::<u128>::new(columns.parse()?, rows.parse()?)?;
    let knowledge = OthelloKnowledge::new(&game);
    let problem = Problem::new(game, Arc::new(knowledge), plan)?;
    let mut standing = RoundKnowledge {
        first: ledger.known(Cut::First)?,
        ..RoundKnowledge::default()
    };
    let (before, begun) = (resident()?, Instant::now());
    let next = standing.next(&problem, plan.goal, 1, &StopToken::never())?;
    let took = begun.elapsed();
    let taken = peak()? - before;
    let Next::Solve(round) = next else {
        return Err("nothing is left to choose".into());
    };
    let looked_at = standing.guesses.len();
    println!(
        "choosing: {} positions to solve, {looked_at} looked at, {taken} bytes, {:.1} for each that was looked at; {took:.1?}",
        round.agenda.len(),
        taken as f64 / looked_at.max(1) as f64
    );
    Ok(())
}

/// Fills the dictionary of what is known with so many positions.
fn know(positions: u128) -> Result<()> {
    let before = resident()?;
    let mut known = Dictionaries::default();
    for number in 0..positions {
        // An odd factor scatters the keys and keeps them apart.
        let key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let bounds = Interval {
            lower: -2,
            upper: 2,
        };
        known.prove(key, bounds).map_err(|_| "a key came twice")?;
        known.expect(key, 0);
    }
    let taken = resident()? - before;
    println!(
        "known: {} positions with bounds and estimates, {taken} bytes, {:.1} each",
        known.proved(),
        taken as f64 / positions as f64
    );
    Ok(())
}

/// Bytes of this process that are in memory.
fn resident() -> Result<u64> {
    status("VmRSS:")
}

/// The most there have been since it began.
fn peak() -> Result<u64> {
    status("VmHWM:")
}

fn status(name: &str) -> Result<u64> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB"));
    let kilobytes: u64 = kilobytes.ok_or("expected kilobytes")?.trim().parse()?;
    Ok(kilobytes * 1024)
}
