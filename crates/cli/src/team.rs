//! Several solvers on one position.

use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result};
use solveig_game::{Game, Interval, Move, Value};
use solveig_search::Oracle;

/// What a solver finds out about a position.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// Its exact value.
    pub value: Value,
    /// The canonical play from it.
    pub variation: Vec<Move>,
    /// How many positions the solver visited that was the first to finish.
    pub nodes: u64,
}

/// Has all `solvers`, which share a table, search `position`.
///
/// All would answer the same, so the first to finish answers. They start alike, drift apart, and
/// find in the table what the others have done: two of them each visit 0.5 to 0.6 of what one alone
/// does on Connect Four of 6x5 and 6x6. The others are left running, for the program to end them.
pub fn search<G: Game, O: Oracle<G> + 'static>(
    solvers: Vec<O>,
    position: &G::Position,
) -> Result<Found> {
    let (sender, receiver) = mpsc::channel();
    for mut solver in solvers {
        let (position, sender) = (position.clone(), sender.clone());
        thread::spawn(move || {
            let unknown = Interval::unknown(solver.game().value_range());
            let value = solver.value(&position, unknown);
            let variation = solver.principal_variation(&position);
            // Nobody listens to the second.
            let _ = sender.send(Found {
                value,
                variation,
                nodes: solver.nodes(),
            });
        });
    }
    drop(sender);
    receiver.recv().context("no solver found the value")
}
