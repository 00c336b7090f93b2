//! Chooses the first agenda of a campaign of Othello from its predictions alone, and says what that
//! takes (memory on Linux).
//!
//! ```text
//! cargo run --release -p solveig-campaign --example agenda_at_size -- o88.campaign 2 1000000
//! ```
//!
//! The numbers are the threads and the positions at the second cut to read at most.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use hashbrown::HashSet;
use solveig_campaign::ledger::Ledger;
use solveig_campaign::rounds::{Choice, Next, RoundKnowledge};
use solveig_campaign::{Cut, Dictionaries, Problem};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_search::StopToken;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected a ledger")?;
    let mut number = |default: usize| match arguments.next() {
        Some(number) => number.parse(),
        None => Ok(default),
    };
    let choice = Choice {
        threads: number(1)?,
        positions: number(Choice::default().positions)?,
        ..Choice::default()
    };
    let ledger = Ledger::read(Path::new(&path))?;
    let plan = ledger.plan();
    let board = plan.game.strip_prefix("othello:");
    let (columns, rows) = board
        .and_then(|name| name.split_once('x'))
        .ok_or("expected a ledger of Othello")?;
    let game = Othello::<u128>::new(columns.parse()?, rows.parse()?)?;
    let knowledge = OthelloKnowledge::new(&game);
    let problem = Problem::new(game, Arc::new(knowledge), plan)?;
    let begun = Instant::now();
    let mut knowledge = RoundKnowledge::new(ledger.known(Cut::First)?);
    let nothing = Dictionaries::default();
    let mut records = vec![&nothing; choice.threads.max(1)];
    let (goal, barred) = ((plan.goal, 1), HashSet::new());
    let stop = StopToken::never();
    let next = knowledge.next(&problem, goal, choice, &mut records, &barred, &stop)?;
    let Next::Solve(round) = next else {
        return Err("nothing is left to choose".into());
    };
    println!(
        "expected {}; {} hypotheses, of which {} were walked: {} positions to solve, {} read; {:.1?}",
        round.expected,
        round.targets.len(),
        round.present,
        round.agenda.len(),
        knowledge.positions(),
        begun.elapsed()
    );
    if let Ok(text) = std::fs::read_to_string("/proc/self/status") {
        let most = text.lines().find(|line| line.starts_with("VmHWM"));
        println!("{}", most.unwrap_or_default());
    }
    Ok(())
}
