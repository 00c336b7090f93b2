//! Several solvers with a shared table that search a position, or several, in parallel.

mod tasks;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use solveig_game::{Game, Interval, Move, Value};

use self::tasks::{Tasks, lock, work_on};
use crate::clock::Instant;
use crate::{ManyWatch, Oracle, StopToken, Stopped, Watch};

/// Solvers that share a transposition table, as one oracle. They search a position together, and
/// several positions one each, as long as there are enough.
///
/// All have the same answer: the first to finish stops the others. Their searches start alike,
/// diverge, and reuse each other's table entries: on Connect Four of 6x5 and 6x6, each of two
/// solvers visits 0.5 to 0.6 of the nodes of one alone. The first solver begins alone, since short
/// searches end before other threads have started.
pub struct Team<O> {
    solvers: Vec<O>,
    stop: StopToken,
}

/// The maximum number of positions that the first solver searches alone: about as many as take a
/// thread's start.
const ALONE: u64 = 4096;

/// About the longest time that it searches alone, where positions take long. It reads the clock
/// every few positions.
const TIME_ALONE: Duration = Duration::from_millis(2);

/// The token for what the first solver searches alone.
fn alone(stop: &StopToken) -> StopToken {
    let deadline = Instant::now() + TIME_ALONE;
    stop.clone().with_budget(ALONE).with_deadline(deadline)
}

impl<O> Team<O> {
    /// A team of these solvers, of which there must be at least one.
    pub const fn new(solvers: Vec<O>) -> Self {
        Self {
            solvers,
            stop: StopToken::never(),
        }
    }

    /// Runs a search with every solver until the first has finished.
    fn race<G: Game, T: Send>(
        &mut self,
        search: impl Fn(&mut O) -> Result<T, Stopped> + Sync,
    ) -> Result<T, Stopped>
    where
        O: Oracle<G>,
    {
        let [first, others @ ..] = &mut self.solvers[..] else {
            return Err(Stopped);
        };
        // A single solver needs no further limit, and checking one takes time.
        if others.is_empty() {
            return search(first);
        }
        first.set_stop(alone(&self.stop));
        let found = search(first);
        first.set_stop(self.stop.clone());
        if found.is_ok() || self.stop.is_stopped() {
            return found;
        }
        let over = Arc::new(AtomicBool::new(false));
        let stop = self.stop.clone().with_flag(Arc::clone(&over));
        let ended: Vec<_> = thread::scope(|scope| {
            let started = self.solvers.iter_mut().map(|solver| {
                solver.set_stop(stop.clone());
                let (search, over) = (&search, &over);
                scope.spawn(move || {
                    let found = search(solver);
                    over.fetch_or(found.is_ok(), Ordering::Relaxed);
                    found
                })
            });
            let started: Vec<_> = started.collect();
            let ended = started.into_iter().map(|search| search.join());
            ended
                .map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        ended.into_iter().find_map(Result::ok).ok_or(Stopped)
    }
}

impl<G: Game, O: Oracle<G>> Oracle<G> for Team<O> {
    fn game(&self) -> &G {
        self.solvers[0].game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        for solver in &mut self.solvers {
            solver.set_stop(stop.clone());
        }
        self.stop = stop;
    }

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        self.race(|solver| solver.value(position, bounds))
    }

    fn watched_value(
        &mut self,
        position: &G::Position,
        bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        let shared = Mutex::new((bounds, watch));
        self.race(|solver| {
            solver.watched_value(position, bounds, &mut |proved| {
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (before, watch) = &mut *shared;
                let narrower = before.meet(proved);
                if narrower != *before {
                    *before = narrower;
                    watch(narrower);
                }
            })
        })
    }

    /// Each solver takes the next position; once all are taken, those without one help the others.
    fn watched_values(
        &mut self,
        positions: &[G::Position],
        bounds: Interval,
        watch: &mut ManyWatch<'_>,
    ) -> Result<(), Stopped> {
        if let [only] = &mut self.solvers[..] {
            return only.watched_values(positions, bounds, watch);
        }
        let tasks = Mutex::new(Tasks::new(positions.len(), bounds, watch));
        work_on(
            &tasks,
            positions,
            bounds,
            &mut self.solvers[0],
            &alone(&self.stop),
        );
        if !lock(&tasks).are_done() {
            thread::scope(|scope| {
                let started = self.solvers.iter_mut().map(|solver| {
                    let (tasks, stop) = (&tasks, &self.stop);
                    scope.spawn(move || work_on(tasks, positions, bounds, solver, stop))
                });
                let started: Vec<_> = started.collect();
                for ended in started.into_iter().map(|work| work.join()) {
                    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                }
            });
        }
        for solver in &mut self.solvers {
            solver.set_stop(self.stop.clone());
        }
        match lock(&tasks).are_done() {
            true => Ok(()),
            false => Err(Stopped),
        }
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.race(|solver| solver.at_least(position, bound))
    }

    fn best_move(&mut self, position: &G::Position, value: Value) -> Result<Option<Move>, Stopped> {
        self.race(|solver| solver.best_move(position, value))
    }

    fn nodes(&self) -> u64 {
        self.solvers.iter().map(O::nodes).sum()
    }

    fn estimate(&mut self, position: &G::Position, plies: u32) -> Option<Value> {
        self.solvers[0].estimate(position, plies)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::atomic::AtomicU64;

    use solveig_game::GameExt;
    use solveig_games::mnk::Mnk;

    use super::*;
    use crate::StopChecker;

    /// Visits so many positions for its value, or visits on for ever, and takes some time for each.
    /// Counts into what all share.
    struct Counting {
        game: Mnk,
        visits: Option<u64>,
        visited: u64,
        /// What a visit takes.
        time: Duration,
        all: Arc<AtomicU64>,
        stop: StopChecker,
    }

    impl Counting {
        fn visit(&mut self) -> Result<(), Stopped> {
            self.stop.check()?;
            self.visited += 1;
            thread::sleep(self.time);
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
            let max = self.visits.unwrap_or(u64::MAX);
            (0..max).try_for_each(|_| self.visit())?;
            Ok(0)
        }

        fn at_least(&mut self, _: &<Mnk as Game>::Position, bound: Value) -> Result<bool, Stopped> {
            Ok(bound <= 0)
        }

        fn nodes(&self) -> u64 {
            self.visited
        }
    }

    /// A solver for each number of visits, all of which take this time.
    fn team(visits: &[Option<u64>], time: Duration) -> Team<Counting> {
        let all = Arc::default();
        let solvers = visits.iter().map(|visits| Counting {
            game: Mnk::new(3, 3, 3).unwrap(),
            visits: *visits,
            visited: 0,
            time,
            all: Arc::clone(&all),
            stop: StopChecker::default(),
        });
        Team::new(solvers.collect())
    }

    fn value(team: &mut Team<Counting>) -> Result<Value, Stopped> {
        let start = team.game().start();
        let unknown = Interval::unknown(team.game().value_range());
        team.value(&start, unknown)
    }

    #[test]
    fn nodes_are_those_of_all_threads_and_who_comes_too_late_ends() {
        for visits in [
            vec![Some(0)],
            vec![Some(1_000)],
            vec![Some(1_000), None],
            vec![None, Some(100_000), None, None],
        ] {
            let mut team = team(&visits, Duration::ZERO);
            assert_eq!(value(&mut team), Ok(0));
            let all = team.solvers[0].all.load(Ordering::Relaxed);
            assert_eq!(team.nodes(), all);
            assert!(all >= visits.iter().flatten().sum::<u64>());
        }
    }

    #[test]
    fn others_soon_help_where_positions_take_long() {
        for (time, helps) in [(Duration::ZERO, false), (Duration::from_millis(1), true)] {
            let mut team = team(&[Some(ALONE / 4); 2], time);
            assert_eq!(value(&mut team), Ok(0));
            assert_eq!(team.solvers[1].visited > 0, helps, "{time:?}");
        }
    }

    /// The positions after the moves of the start.
    fn positions(team: &Team<Counting>) -> Vec<<Mnk as Game>::Position> {
        let game = team.game();
        let start = game.start();
        let moves = game.moves(&start).into_iter();
        moves
            .map(|played| game.play_unchecked(&start, played))
            .collect()
    }

    #[test]
    fn values_of_several_positions_are_found_once_each_and_nobody_is_left_with_one() {
        for visits in [
            vec![Some(10)],
            vec![Some(10), Some(1_000)],
            // This solver never ends by itself.
            vec![Some(1_000), None],
            vec![None, Some(10), None, Some(100)],
        ] {
            let mut team = team(&visits, Duration::ZERO);
            let positions = positions(&team);
            // Fails, in place of waiting for ever, where nobody helps.
            let deadline = Instant::now() + Duration::from_secs(20);
            team.set_stop(StopToken::never().with_deadline(deadline));
            let unknown = Interval::unknown(team.game().value_range());
            for count in [0, 1, 2, positions.len()] {
                let mut found = Vec::new();
                let mut tell = |index, proved: Interval| found.push((index, proved.value()));
                let answer = team.watched_values(&positions[..count], unknown, &mut tell);
                assert_eq!(answer, Ok(()));
                found.sort_unstable();
                let all: Vec<_> = (0..count).map(|index| (index, Some(0))).collect();
                assert_eq!(found, all, "{visits:?}");
            }
        }
    }

    #[test]
    fn a_team_can_be_stopped_from_outside() {
        for count in 1..=3 {
            let mut team = team(&vec![None; count], Duration::ZERO);
            let positions = positions(&team);
            team.set_stop(StopToken::never().with_budget(1_000));
            let unknown = Interval::unknown(team.game().value_range());
            let mut tell = |index, _| panic!("{index} was found");
            let answer = team.watched_values(&positions, unknown, &mut tell);
            assert_eq!(answer, Err(Stopped));
            team.set_stop(StopToken::never().with_budget(1_000));
            assert_eq!(value(&mut team), Err(Stopped));
        }
    }
}
