//! Searchers that questions take in turn.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use solveig_game::{Game, Move};
use solveig_search::fastest::{Fastest, MakeFastest};
use solveig_search::interrupt::Limit;
use solveig_search::{NoTable, Oracle};

/// At most so many searchers of one game, which share tables. They are made when the first is wanted.
pub(crate) struct Searchers<G: Game> {
    game: G,
    make: MakeFastest<G>,
    bytes: u64,
    most: usize,
    idle: Mutex<Idle<G>>,
    freed: Condvar,
}

struct Idle<G: Game> {
    /// What makes more of them.
    maker: Option<Arc<dyn Fastest<G>>>,
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

impl<G: Game> Searchers<G> {
    /// `most` searchers, which take about so many bytes together.
    pub(crate) const fn new(game: G, make: MakeFastest<G>, bytes: u64, most: usize) -> Self {
        Self {
            game,
            make,
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

    /// The move that knowledge of the game would search first.
    pub(crate) fn first_guess(&self, position: &G::Position) -> Result<Option<Move>, NoTable> {
        let maker = Arc::clone(self.begun(&mut self.lock())?);
        Ok(maker.first_guess(position))
    }

    /// What makes searchers, made itself when it is first wanted.
    fn begun<'a>(&self, idle: &'a mut Idle<G>) -> Result<&'a Arc<dyn Fastest<G>>, NoTable> {
        if idle.maker.is_none() {
            let maker: Arc<dyn Fastest<G>> = (self.make)(&self.game, self.bytes)?.into();
            idle.searchers = maker.solvers(self.most)?;
            idle.maker = Some(maker);
        }
        Ok(idle.maker.as_ref().expect("it was just made"))
    }

    /// Takes a searcher, which comes back when it is dropped. Waits until one is free or `limit` is over.
    pub(crate) fn take(&self, limit: &Limit) -> Result<Taken<'_, G>, NoSearcher> {
        let mut idle = self.lock();
        self.begun(&mut idle).map_err(NoSearcher::NoTable)?;
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

    fn lock(&self) -> MutexGuard<'_, Idle<G>> {
        // Searchers are put in and taken out whole.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A searcher that is taken.
pub(crate) struct Taken<'a, G: Game> {
    of: &'a Searchers<G>,
    /// There until it is dropped.
    searcher: Option<Box<dyn Oracle<G>>>,
    is_broken: bool,
}

impl<G: Game> Taken<'_, G> {
    /// Says that a search was broken off.
    pub(crate) fn was_broken_off(&mut self) {
        self.is_broken = !self.recover();
    }
}

impl<G: Game> Deref for Taken<'_, G> {
    type Target = Box<dyn Oracle<G>>;

    fn deref(&self) -> &Self::Target {
        self.searcher.as_ref().expect("it is there until the drop")
    }
}

impl<G: Game> DerefMut for Taken<'_, G> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.searcher.as_mut().expect("it is there until the drop")
    }
}

impl<G: Game> Drop for Taken<'_, G> {
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
