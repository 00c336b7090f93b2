//! Parallel search of one position by several solvers with a shared table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use solveig_game::{Game, Interval, Move, Value};
use solveig_search::{Oracle, StopToken};

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
pub struct FoundValue {
    /// The exact value, for the side to move.
    pub value: Value,
    /// The principal variation, of canonical moves.
    pub variation: Vec<Move>,
    /// Positions visited by all solvers together.
    pub nodes: u64,
}

/// Searches `position` with all `solvers`, which share a transposition table.
///
/// All have the same answer: the first to finish stops the others. Their searches start alike,
/// diverge, and reuse each other's table entries: on Connect Four of 6x5 and 6x6, each of two
/// solvers visits 0.5 to 0.6 of the nodes of one alone.
pub fn search<G: Game, O: Oracle<G>>(
    mut solvers: Vec<O>,
    position: &G::Position,
) -> Result<FoundValue> {
    let over = Arc::new(AtomicBool::new(false));
    // A single solver needs no limit, and checking one takes time.
    if solvers.len() > 1 {
        for solver in &mut solvers {
            solver.set_stop(StopToken::never().with_flag(Arc::clone(&over)));
        }
    }
    let ended: Vec<_> = thread::scope(|scope| {
        let started = solvers.iter_mut().map(|solver| {
            let over = &over;
            scope.spawn(move || {
                let before = solver.nodes();
                let unknown = Interval::unknown(solver.game().value_range());
                let found = solver.value(position, unknown).and_then(|value| {
                    let variation = solver.principal_variation(position)?;
                    Ok((value, variation))
                });
                if found.is_ok() {
                    over.store(true, Ordering::Relaxed);
                }
                (found.ok(), solver.nodes() - before)
            })
        });
        let started: Vec<_> = started.collect();
        let ended = started.into_iter().map(|search| search.join());
        ended
            .map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let nodes = ended.iter().map(|(_, nodes)| nodes).sum();
    let found = ended.into_iter().find_map(|(found, _)| found);
    let (value, variation) = found.context("no solver found the value")?;
    Ok(FoundValue {
        value,
        variation,
        nodes,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use solveig_games::mnk::Mnk;
    use solveig_search::{StopChecker, Stopped};

    use super::*;

    /// Visits so many positions for its value, or visits on for ever, and counts into what all
    /// share.
    struct Counting {
        game: Mnk,
        visits: Option<u64>,
        visited: u64,
        all: Arc<AtomicU64>,
        stop: StopChecker,
    }

    impl Counting {
        fn visit(&mut self) -> Result<(), Stopped> {
            self.stop.check()?;
            self.visited += 1;
            self.all.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    }

    impl Oracle<Mnk> for Counting {
        fn game(&self) -> &Mnk {
            &self.game
        }

        fn set_stop(&mut self, stop: StopToken) {
            self.stop = StopChecker::new(stop);
        }

        fn value(&mut self, _: &<Mnk as Game>::Position, _: Interval) -> Result<Value, Stopped> {
            let most = self.visits.unwrap_or(u64::MAX);
            (0..most).try_for_each(|_| self.visit())?;
            Ok(0)
        }

        fn at_least(&mut self, _: &<Mnk as Game>::Position, bound: Value) -> Result<bool, Stopped> {
            Ok(bound <= 0)
        }

        fn nodes(&self) -> u64 {
            self.visited
        }
    }

    #[test]
    fn nodes_are_those_of_all_threads_and_who_comes_too_late_ends() {
        for visits in [
            vec![Some(0)],
            vec![Some(1_000)],
            vec![Some(1_000), None],
            vec![None, Some(100_000), None, None],
        ] {
            let all = Arc::new(AtomicU64::new(0));
            let game = Mnk::new(3, 3, 3).unwrap();
            let (start, least) = (game.start(), visits.iter().flatten().sum::<u64>());
            let solvers = visits.into_iter().map(|visits| Counting {
                game: game.clone(),
                visits,
                visited: 0,
                all: Arc::clone(&all),
                stop: StopChecker::default(),
            });
            let found = search(solvers.collect(), &start).unwrap();
            assert_eq!(found.value, 0);
            assert_eq!(found.nodes, all.load(Ordering::Relaxed));
            assert!(found.nodes >= least);
        }
    }
}
