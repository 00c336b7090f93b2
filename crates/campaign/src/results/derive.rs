//! Derives the bounds of hypotheses from a store.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use solveig_game::Interval;
use solveig_game::random::Random;
use solveig_search::{StopToken, Window};
use solveig_verify::Stones;
use solveig_verify::conclusion::BoundKind;

pub use super::closure::{BoundClaim, OpenLine};

use super::closure::Closure;
use super::store::Store;
use crate::error::CampaignError;

/// The most open positions that are counted.
pub const MOST_OPEN: u32 = 16;

/// The nodes that are visited to count them, for each claim.
const COUNTING: u64 = 20_000_000;

/// How to derive.
#[derive(Clone, Debug)]
pub struct DeriveOptions {
    /// What is to be decided: as for a campaign's goal, which of the values in the window the
    /// value is, or on which side of it.
    pub goal: Window,
    /// The bytes of memory for all searches together.
    pub memory: u64,
    /// How many hypotheses are derived at a time.
    pub threads: usize,
    /// When to stop.
    pub stop: StopToken,
}

/// What follows about one hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The letters of its file: the position, with X to move.
    pub board: String,
    /// The best bounds that follow, for X.
    pub bounds: Interval,
    /// Where the goal is not decided: the claims that would decide it, and what they lack.
    pub missing: Vec<Missing>,
    /// The positions that were looked at.
    pub nodes: u64,
}

/// A claim that does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The claim.
    pub claim: BoundClaim,
    /// How many positions at the cut would suffice with better bounds; `None` if more than
    /// [`MOST_OPEN`], or if they take too long to count.
    pub open: Option<u32>,
    /// The play to the first of them.
    pub line: OpenLine,
}

/// Derives the bounds of all hypotheses, in the order of the sources. `observe` receives the number
/// of those that are done.
///
/// # Errors
///
/// Fails if the store cannot be read or is damaged, or if it was stopped.
pub fn derive(
    store: &Store,
    options: &DeriveOptions,
    observe: &(impl Fn(u64) + Sync),
) -> Result<Vec<Derived>, CampaignError> {
    let sources = &store.description().sources;
    let threads = options.threads.clamp(1, sources.len().max(1));
    let share = options.memory / threads as u64;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || -> Result<Vec<(usize, Derived)>, CampaignError> {
        let mut closure = Closure::new(store, share, options.stop.clone())?;
        let mut derived = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(number) else {
                return Ok(derived);
            };
            derived.push((number, one(store, &mut closure, &source.board, options)?));
            observe(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        }
    };
    let mut all = Vec::with_capacity(sources.len());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let joined = worker.join();
            all.extend(joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok::<(), CampaignError>(())
    })?;
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, derived)| derived).collect())
}

/// The position of a hypothesis.
pub(super) fn position(store: &Store, letters: &str) -> Result<Stones, CampaignError> {
    let read = store.board().stones(letters.as_bytes(), false);
    read.map_err(|problem| CampaignError::Position {
        text: letters.to_owned(),
        problem,
    })
}

fn one(
    store: &Store,
    closure: &mut Closure<'_>,
    letters: &str,
    options: &DeriveOptions,
) -> Result<Derived, CampaignError> {
    closure.forget();
    let before = closure.nodes();
    let root = position(store, letters)?;
    let bounds = bounds(store, closure, &root)?;
    let Window { alpha, beta } = options.goal;
    let mut missing = Vec::new();
    if options.goal.decided_by(bounds).is_none() {
        if bounds.lower <= alpha {
            missing.push(lacking(closure, &root, BoundKind::AtLeast, alpha + 1)?);
        }
        if bounds.upper >= beta {
            missing.push(lacking(closure, &root, BoundKind::AtMost, beta - 1)?);
        }
    }
    Ok(Derived {
        board: letters.to_owned(),
        bounds,
        missing,
        nodes: closure.nodes() - before,
    })
}

/// The best bounds that follow.
pub(super) fn bounds(
    store: &Store,
    closure: &mut Closure<'_>,
    root: &Stones,
) -> Result<Interval, CampaignError> {
    let all = store.board().all();
    let window = Window {
        alpha: all.lower - 1,
        beta: all.upper + 1,
    };
    let lower = closure.value(root, BoundKind::AtLeast, window)?;
    let upper = closure.value(root, BoundKind::AtMost, window)?;
    if lower > upper {
        return Err(CampaignError::Unsuitable {
            path: store.path().to_owned(),
            problem: format!(
                "about {} would follow a value of {lower} at least and of {upper} at most: \
                 results contradict one another",
                store
                    .board()
                    .describe(solveig_verify::Rules::key(store.board().rules(), root))
            ),
        });
    }
    Ok(Interval { lower, upper })
}

fn lacking(
    closure: &mut Closure<'_>,
    root: &Stones,
    side: BoundKind,
    bound: i32,
) -> Result<Missing, CampaignError> {
    let claim = BoundClaim { side, bound };
    closure.count_for(COUNTING);
    let (mut open, mut limit) = (None, 1);
    while open.is_none() && limit <= MOST_OPEN {
        open = closure.needed(root, claim, limit)?;
        limit *= 2;
    }
    let line = closure.open_line(root, claim, open.unwrap_or(MOST_OPEN))?;
    Ok(Missing { claim, open, line })
}

/// Walks down the derivations of hypotheses, chosen by random, to the results on which they rest.
pub(super) struct Walks<'a> {
    store: &'a Store,
    closure: Closure<'a>,
    /// The hypothesis whose derivation the closure remembers, with its bounds.
    current: Option<(usize, Stones, Interval)>,
}

impl<'a> Walks<'a> {
    pub(super) fn new(
        store: &'a Store,
        memory: u64,
        stop: StopToken,
    ) -> Result<Self, CampaignError> {
        Ok(Self {
            closure: Closure::new(store, memory, stop)?,
            store,
            current: None,
        })
    }

    /// The key of a result on which a bound of the hypothesis of this number rests; `None` if the
    /// walk ends where the rules suffice, or nothing follows.
    pub(super) fn walk(
        &mut self,
        number: usize,
        random: &mut Random,
    ) -> Result<Option<u128>, CampaignError> {
        let (root, bounds) = match self.current {
            Some((current, root, bounds)) if current == number => (root, bounds),
            _ => {
                self.closure.forget();
                let letters = &self.store.description().sources[number].board;
                let root = position(self.store, letters)?;
                let bounds = bounds(self.store, &mut self.closure, &root)?;
                self.current = Some((number, root, bounds));
                (root, bounds)
            }
        };
        let all = self.store.board().all();
        let (side, bound) = match (bounds.lower > all.lower, bounds.upper < all.upper) {
            (false, false) => return Ok(None),
            (true, false) => (BoundKind::AtLeast, bounds.lower),
            (false, true) => (BoundKind::AtMost, bounds.upper),
            (true, true) if random.index(2) == 0 => (BoundKind::AtLeast, bounds.lower),
            (true, true) => (BoundKind::AtMost, bounds.upper),
        };
        self.closure
            .descend(&root, BoundClaim { side, bound }, random)
    }
}
