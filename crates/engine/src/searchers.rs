//! Searchers that questions take in turn.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use solveig_game::Game;
use solveig_search::interrupt::Limit;
use solveig_search::{Fastest, Knowledge, NoTable, Oracle};

/// At most so many searchers of one game, which share tables. They are made when the first is wanted.
pub(crate) struct Searchers<G: Game, K> {
    game: G,
    knowledge: K,
    bytes: u64,
    most: usize,
    idle: Mutex<Idle<G, K>>,
    freed: Condvar,
}

struct Idle<G: Game, K> {
    /// What makes more of them.
    maker: Option<Fastest<G, K>>,
    searchers: Vec<Box<dyn Oracle<G>>>,
}

/// How long to wait for a searcher before looking whether the question was taken back.
const PATIENCE: Duration = Duration::from_millis(20);

/// Why there is no searcher.
pub(crate) enum NoSearcher {
    /// All are at work.
    Busy,
    /// They cannot be made.
    NoTable(NoTable),
}

impl<G: Game, K: Knowledge<G>> Searchers<G, K> {
    /// `most` searchers, which take about so many bytes together.
    pub(crate) const fn new(game: G, knowledge: K, bytes: u64, most: usize) -> Self {
        Self {
            game,
            knowledge,
            bytes,
            most,
            idle: Mutex::new(Idle {
                maker: None,
                searchers: Vec::new(),
            }),
            freed: Condvar::new(),
        }
    }

    /// How many there are.
    pub(crate) const fn most(&self) -> usize {
        self.most
    }

    /// What is known of the game.
    pub(crate) const fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Takes a searcher, which comes back when it is dropped. Waits until one is free or `limit` is over.
    pub(crate) fn take(&self, limit: &Limit) -> Result<Taken<'_, G, K>, NoSearcher> {
        let mut idle = self.lock();
        if idle.maker.is_none() {
            let maker = Fastest::new(&self.game, &self.knowledge, self.bytes);
            let maker = maker.map_err(NoSearcher::NoTable)?;
            idle.searchers = maker.solvers(self.most).map_err(NoSearcher::NoTable)?;
            idle.maker = Some(maker);
        }
        loop {
            if let Some(searcher) = idle.searchers.pop() {
                return Ok(Taken {
                    of: self,
                    searcher: Some(searcher),
                    is_broken: false,
                });
            }
            if limit.is_over() {
                return Err(NoSearcher::Busy);
            }
            let left = limit.deadline.map(|at| at.duration_since(Instant::now()));
            let wait = left.map_or(PATIENCE, |left| left.min(PATIENCE));
            let waited = self.freed.wait_timeout(idle, wait);
            idle = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Idle<G, K>> {
        // Searchers are put in and taken out whole.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A searcher that is taken.
pub(crate) struct Taken<'a, G: Game, K: Knowledge<G>> {
    of: &'a Searchers<G, K>,
    /// There until it is dropped.
    searcher: Option<Box<dyn Oracle<G>>>,
    is_broken: bool,
}

impl<G: Game, K: Knowledge<G>> Taken<'_, G, K> {
    /// Says that a search was broken off.
    pub(crate) fn was_broken_off(&mut self) {
        self.is_broken = !self.recover();
    }
}

impl<G: Game, K: Knowledge<G>> Deref for Taken<'_, G, K> {
    type Target = Box<dyn Oracle<G>>;

    fn deref(&self) -> &Self::Target {
        self.searcher.as_ref().expect("it is there until the drop")
    }
}

impl<G: Game, K: Knowledge<G>> DerefMut for Taken<'_, G, K> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.searcher.as_mut().expect("it is there until the drop")
    }
}

impl<G: Game, K: Knowledge<G>> Drop for Taken<'_, G, K> {
    fn drop(&mut self) {
        let searcher = self.searcher.take();
        let mut idle = self.of.lock();
        // One that a panic left behind may be in any state.
        if self.is_broken || std::thread::panicking() {
            drop(searcher);
            let made = idle.maker.as_ref().map(|maker| maker.solvers(1));
            idle.searchers.extend(made.into_iter().flatten().flatten());
        } else {
            idle.searchers.extend(searcher);
        }
        drop(idle);
        self.of.freed.notify_one();
    }
}
