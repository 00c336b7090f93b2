//! What the examples of sizes share: the problem of a ledger of Othello, and what a process has
//! taken.

mod usage;

use std::error::Error;
use std::sync::Arc;

use solveig_campaign::Problem;
use solveig_campaign::ledger::Ledger;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;

pub use self::usage::usage;

/// The problem that a ledger of Othello is about.
pub fn problem(ledger: &Ledger) -> Result<Problem<Othello<u128>>, Box<dyn Error>> {
    let plan = ledger.plan();
    let board = plan.game.strip_prefix("othello:");
    let (columns, rows) = board
        .and_then(|name| name.split_once('x'))
        .ok_or("expected a ledger of Othello")?;
    let game = Othello::<u128>::new(columns.parse()?, rows.parse()?)?;
    let knowledge = OthelloKnowledge::new(&game);
    Ok(Problem::new(game, Arc::new(knowledge), plan)?)
}
