//! A pool of searchers.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use solveig_game::{Game, GameExt, Move};
use solveig_search::binary::{ExpectedWork, Resources, WorkEstimate};
use solveig_search::clock::Instant;
use solveig_search::solvers::{Factory, SolverName};
use solveig_search::{NoTable, Oracle, StopToken};

use crate::{EngineError, Settings, SolverPlan};

/// A pool of up to `max` searchers of one game that share tables. They are created at the first
/// use.
pub(crate) struct Searchers<G: Game> {
    factory: Factory<G>,
    plan: SolverPlan,
    idle: Mutex<Idle<G>>,
    freed: Condvar,
}

struct Idle<G: Game> {
    /// How many there are, idle or at work; `None` before the first use.
    count: Option<usize>,
    /// The tables of searchers made here.
    shared: Option<Resources>,
    searchers: Vec<Box<dyn Oracle<G>>>,
    /// How many questions wait for one.
    waiting: usize,
}

/// The interval at which waiting questions check their stop token.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl<G: Game> Searchers<G> {
    /// A pool with the memory, searchers and threads of these settings.
    pub(crate) fn new(factory: Factory<G>, settings: &Settings) -> Self {
        Self {
            factory,
            plan: SolverPlan {
                solver: SolverName::Fastest,
                memory: settings.memory,
                count: settings.searchers.max(1),
                threads: settings.threads.max(1),
            },
            idle: Mutex::new(Idle {
                count: None,
                shared: None,
                searchers: Vec::new(),
                waiting: 0,
            }),
            freed: Condvar::new(),
        }
    }

    /// The pool of these searchers, of the same game as `factory`.
    pub(crate) fn of(factory: Factory<G>, searchers: Vec<Box<dyn Oracle<G>>>) -> Self {
        let mut pool = Self::new(factory, &Settings::default());
        pool.plan.count = searchers.len();
        let idle = pool.idle.get_mut();
        let idle = idle.unwrap_or_else(PoisonError::into_inner);
        (idle.count, idle.searchers) = (Some(searchers.len()), searchers);
        pool
    }

    /// The first move in the order of the game's knowledge.
    pub(crate) fn first_guess(&self, position: &G::Position) -> Option<Move> {
        self.factory.first_guess(position)
    }

    /// The depth of a look-ahead for an estimate.
    pub(crate) fn plies_to_guess(&self) -> u32 {
        self.factory.knowledge().plies_to_guess()
    }

    /// The plan with the solver that soon answers most questions of a game: where values depend on
    /// the history, the best-first one, which is less thrifty with memory than the fastest for one
    /// long search.
    fn plan_for(&self, game: &G) -> SolverPlan {
        let is_by_history = game.depends_on_history();
        SolverPlan {
            solver: match is_by_history {
                true => SolverName::ExpectedWork(ExpectedWork::with(WorkEstimate::Expected)),
                false => self.plan.solver,
            },
            ..self.plan
        }
    }

    /// Creates tables and searchers at the first use.
    fn begin(&self, game: &G, idle: &mut Idle<G>) -> Result<(), NoTable> {
        if idle.count.is_none() {
            let plan = self.plan_for(game);
            let shared = plan.resources(game, &*self.factory)?;
            idle.searchers = plan.oracles(game, &*self.factory, &shared)?;
            (idle.count, idle.shared) = (Some(idle.searchers.len()), Some(shared));
        }
        Ok(())
    }

    /// Takes a searcher, with `stop` as its token; dropping it returns it to the pool. Waits until
    /// one is free or `stop` is set.
    pub(crate) fn take(
        &self,
        game: &G,
        stop: &StopToken,
    ) -> Result<SearcherGuard<'_, G>, EngineError> {
        let mut idle = self.lock();
        self.begin(game, &mut idle)
            .map_err(|error| EngineError::NoSearch {
                game: game.spec(),
                error,
            })?;
        loop {
            if let Some(mut searcher) = idle.searchers.pop() {
                searcher.set_stop(stop.clone());
                return Ok(SearcherGuard {
                    of: self,
                    searcher: Some(searcher),
                });
            }
            if idle.count == Some(0) {
                return Err(EngineError::NoSearcherLeft);
            }
            if stop.is_stopped() {
                let searchers = self.plan.count;
                return Err(EngineError::Busy { searchers });
            }
            let left = stop.deadline().map(|at| at.duration_since(Instant::now()));
            let wait = left.map_or(POLL_INTERVAL, |left| left.min(POLL_INTERVAL));
            idle.waiting += 1;
            let waited = self.freed.wait_timeout(idle, wait);
            idle = waited.unwrap_or_else(PoisonError::into_inner).0;
            idle.waiting -= 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Idle<G>> {
        // A panic cannot leave the list inconsistent.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A searcher in use, returned to the pool on drop.
pub(crate) struct SearcherGuard<'a, G: Game> {
    of: &'a Searchers<G>,
    /// `Some` until the drop.
    searcher: Option<Box<dyn Oracle<G>>>,
}

impl<G: Game> Deref for SearcherGuard<'_, G> {
    type Target = Box<dyn Oracle<G>>;

    fn deref(&self) -> &Self::Target {
        self.searcher.as_ref().expect("it is there until the drop")
    }
}

impl<G: Game> DerefMut for SearcherGuard<'_, G> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.searcher.as_mut().expect("it is there until the drop")
    }
}

impl<G: Game> Drop for SearcherGuard<'_, G> {
    fn drop(&mut self) {
        let searcher = self.searcher.take();
        let mut idle = self.of.lock();
        // After a panic the searcher may be inconsistent: it is replaced where it was made here.
        if std::thread::panicking() {
            let parts = idle.shared.as_ref().zip(searcher.as_ref());
            let replacement = parts.map(|(shared, old)| {
                let one = SolverPlan {
                    count: 1,
                    ..self.of.plan_for(old.game())
                };
                one.oracles(old.game(), &*self.of.factory, shared)
            });
            match replacement {
                Some(Ok(searchers)) => idle.searchers.extend(searchers),
                _ => idle.count = idle.count.map(|count| count.saturating_sub(1)),
            }
        } else {
            idle.searchers.extend(searcher);
        }
        let is_awaited = idle.waiting > 0;
        drop(idle);
        // Each call costs a system call.
        if is_awaited {
            self.of.freed.notify_all();
        }
    }
}
