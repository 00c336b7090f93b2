//! Searches the values of rows.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use solveig_game::random::Random;
use solveig_game::{Key, Symmetric, Value};
use solveig_search::{Oracle, Stopped};

use super::TableError;
use super::closure::Fault;
use super::import::{Disagreement, ImportedTable};
use super::row::Row;

/// Draws `number` of the rows of a table, each with the same chance, or takes all if there are no
/// more.
///
/// # Errors
///
/// Fails if a file of the table's work cannot be read.
pub fn draw(table: &ImportedTable, number: u64, seed: u64) -> Result<Vec<Row>, TableError> {
    let mut left: u64 = table.levels().iter().map(|level| level.rows).sum();
    let mut wanted = number.min(left);
    let mut random = Random::new(seed);
    let mut drawn = Vec::new();
    table.for_each(|row| -> Result<(), TableError> {
        // Of the rows that are left, each is drawn with the same chance (Fan et al. 1962).
        let below = (u128::from(random.word()) * u128::from(left)) >> u64::BITS;
        if below < u128::from(wanted) {
            drawn.push(*row);
            wanted -= 1;
        }
        left -= 1;
        Ok(())
    })?;
    Ok(drawn)
}

/// Searches whether the bounds of rows hold, on a thread for each oracle. `observe` gets each row
/// that was searched, and whether it agrees.
///
/// # Errors
///
/// Fails if a search was stopped.
pub fn confirm<G: Symmetric, O: Oracle<G>>(
    game: &G,
    rows: &[Row],
    oracles: &mut [O],
    observe: &mut dyn FnMut(&Row, bool),
) -> Result<Vec<Fault>, Stopped> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for oracle in oracles {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((row, holds(game, row, oracle))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut faults = Vec::new();
        for (row, holds) in receiver {
            let holds = holds?;
            observe(row, holds);
            if !holds {
                faults.push(Fault::of(row, Disagreement::Value));
            }
        }
        Ok(faults)
    })
}

/// Whether the value of a row lies in its bounds.
fn holds<G: Symmetric, O: Oracle<G>>(game: &G, row: &Row, oracle: &mut O) -> Result<bool, Stopped> {
    let key = G::Key::from_u128(row.key.into());
    let Some(position) = key.and_then(|key| game.position(key).ok()) else {
        return Ok(false);
    };
    let (range, bounds) = (game.value_range(), row.bounds());
    let mut at_least = |bound: Value| match bound {
        bound if bound <= range.min => Ok(true),
        bound if bound > range.max => Ok(false),
        bound => oracle.at_least(&position, bound),
    };
    Ok(at_least(bounds.lower)? && !at_least(bounds.upper + 1)?)
}
