//! Searchers that questions take in turn.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use solveig_game::{Game, Move};
use solveig_search::binary::Resources;
use solveig_search::solvers::{Factory, SolverName};
use solveig_search::{NoTable, Oracle, StopToken};

/// At most so many searchers of one game, which share tables. They are made when the first is
/// wanted.
pub(crate) struct Searchers<G: Game> {
    factory: Factory<G>,
    bytes: u64,
    most: usize,
    idle: Mutex<Idle<G>>,
    freed: Condvar,
}

struct Idle<G: Game> {
    /// What they share.
    shared: Option<Resources>,
    searchers: Vec<Box<dyn Oracle<G>>>,
}

/// The solvers that searchers are.
const SOLVER: SolverName = SolverName::Fastest;

/// How long to wait for a searcher before looking whether the question was taken back.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Why there is no searcher.
pub(crate) enum NoSearcher {
    /// All are at work.
    Busy,
    /// They cannot be made.
    NoTable(NoTable),
}

impl<G: Game> Searchers<G> {
    /// `most` searchers, which take about so many bytes together.
    pub(crate) const fn new(factory: Factory<G>, bytes: u64, most: usize) -> Self {
        Self {
            factory,
            bytes,
            most,
            idle: Mutex::new(Idle {
                shared: None,
                searchers: Vec::new(),
            }),
            freed: Condvar::new(),
        }
    }

    /// How many there are.
    pub(crate) const fn most(&self) -> usize {
        self.most
    }

    /// The move that knowledge of the game would search first.
    pub(crate) fn first_guess(&self, position: &G::Position) -> Option<Move> {
        self.factory.first_guess(position)
    }

    /// Makes tables and searchers when one is first wanted.
    fn begin(&self, idle: &mut Idle<G>) -> Result<(), NoTable> {
        if idle.shared.is_none() {
            // Each searcher's own tree, where it has one, may take half of the memory.
            let shared = self.factory.resources(SOLVER, self.bytes, 1)?;
            idle.searchers = self.factory.solvers(SOLVER, &shared, self.most)?;
            idle.shared = Some(shared);
        }
        Ok(())
    }

    /// Takes a searcher, which heeds `stop` and comes back when it is dropped. Waits until one is
    /// free or `stop` says so.
    pub(crate) fn take(&self, stop: &StopToken) -> Result<TakenSearcher<'_, G>, NoSearcher> {
        let mut idle = self.lock();
        self.begin(&mut idle).map_err(NoSearcher::NoTable)?;
        loop {
            if let Some(mut searcher) = idle.searchers.pop() {
                searcher.set_stop(stop.clone());
                return Ok(TakenSearcher {
                    of: self,
                    searcher: Some(searcher),
                });
            }
            if stop.is_stopped() {
                return Err(NoSearcher::Busy);
            }
            let left = stop.deadline().map(|at| at.duration_since(Instant::now()));
            let wait = left.map_or(POLL_INTERVAL, |left| left.min(POLL_INTERVAL));
            let waited = self.freed.wait_timeout(idle, wait);
            idle = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Idle<G>> {
        // Searchers are put in and taken out whole.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A searcher that is taken.
pub(crate) struct TakenSearcher<'a, G: Game> {
    of: &'a Searchers<G>,
    /// There until it is dropped.
    searcher: Option<Box<dyn Oracle<G>>>,
}

impl<G: Game> Deref for TakenSearcher<'_, G> {
    type Target = Box<dyn Oracle<G>>;

    fn deref(&self) -> &Self::Target {
        self.searcher.as_ref().expect("it is there until the drop")
    }
}

impl<G: Game> DerefMut for TakenSearcher<'_, G> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.searcher.as_mut().expect("it is there until the drop")
    }
}

impl<G: Game> Drop for TakenSearcher<'_, G> {
    fn drop(&mut self) {
        let searcher = self.searcher.take();
        let mut idle = self.of.lock();
        // One that a panic left behind may be in any state.
        if std::thread::panicking() {
            drop(searcher);
            let factory = &self.of.factory;
            let made = (idle.shared.as_ref()).map(|shared| factory.solvers(SOLVER, shared, 1));
            idle.searchers.extend(made.into_iter().flatten().flatten());
        } else {
            idle.searchers.extend(searcher);
        }
        drop(idle);
        self.of.freed.notify_one();
    }
}
