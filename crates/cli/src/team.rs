//! Several solvers on one position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use solveig_game::{Game, Interval, Move, Value};
use solveig_search::{Oracle, StopToken};

/// What a solver finds out about a position.
#[derive(Debug, PartialEq, Eq)]
pub struct FoundValue {
    /// Its exact value.
    pub value: Value,
    /// The canonical play from it.
    pub variation: Vec<Move>,
    /// How many positions all solvers visited together.
    pub nodes: u64,
}

/// Has all `solvers`, which share a table, search `position`.
///
/// All would answer the same, so the first to finish answers, and the searches of the others are
/// stopped. They start alike, drift apart, and find in the table what the others have done: two of
/// them each visit 0.5 to 0.6 of what one alone does on Connect Four of 6x5 and 6x6.
pub fn search<G: Game, O: Oracle<G>>(
    mut solvers: Vec<O>,
    position: &G::Position,
) -> Result<FoundValue> {
    let over = Arc::new(AtomicBool::new(false));
    // A token takes time to look at, and one solver alone needs none.
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

    /// Visits so many positions for its value, or visits on for ever, and counts into what all share.
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
