//! Derives the bounds of hypotheses from a store.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use solveig_game::random::Random;
use solveig_game::{Interval, ValueRange};
use solveig_search::{StopToken, Window};
use solveig_verify::conclusion::BoundKind;
use solveig_verify::{Bound, Rules, Stones};

pub use super::closure::OpenLine;

use super::closure::Closure;
use super::store::Store;
use crate::error::CampaignError;
use crate::listed_hypotheses::{ListedHypotheses, ListedHypothesis, list};

/// The maximum number of open positions that are counted.
pub const MAX_OPEN: u32 = 16;

/// The nodes that are visited to count them, for each claim.
const COUNTING: u64 = 20_000_000;

/// What is to follow.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Of each file, as for a campaign's goal, which of the values in the window the value is, or
    /// on which side of it.
    Window(Window),
    /// Of each file that a hypothesis of the list is about, up to symmetry, what it says. Other
    /// files are passed over.
    List(ListedHypotheses),
}

/// How to derive.
#[derive(Clone, Debug)]
pub struct DeriveOptions {
    /// What is to follow.
    pub goal: Goal,
    /// The bytes of memory for all searches together.
    pub memory: u64,
    /// How many hypotheses are derived at a time.
    pub threads: usize,
    /// When to stop.
    pub stop: StopToken,
}

/// What follows about one hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedBounds {
    /// The letters of its file: the position, with X to move.
    pub board: String,
    /// The number of its file among the sources of the store.
    pub source: usize,
    /// What a list says about it.
    pub hypothesis: Option<ListedHypothesis>,
    /// Bounds that follow, for X: the best, unless what a list says follows. Then no more is
    /// searched than the list asks.
    pub bounds: Interval,
    /// Whether the goal is decided: of a list, whether what it says follows.
    pub decided: bool,
    /// Where the goal is not decided: the claims that would decide it, and what they lack. None
    /// that the bounds refute.
    pub missing: Vec<MissingClaim>,
    /// The positions that were looked at.
    pub nodes: u64,
}

/// A claim that does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingClaim {
    /// The bound on the value of the hypothesis, for X.
    pub claim: Bound,
    /// How many positions at the cut would suffice with better bounds; `None` if more than
    /// [`MAX_OPEN`], or if they take too long to count.
    pub open: Option<u32>,
    /// The play to the first of them.
    pub line: OpenLine,
}

/// Reads a list of hypotheses, read from `path`, about positions above the cut of a store.
///
/// # Errors
///
/// Fails with the first line that is none.
pub fn hypotheses(
    store: &Store,
    path: &Path,
    bytes: &[u8],
) -> Result<ListedHypotheses, CampaignError> {
    list::read_above(store.board().rules(), store.board().cut(), path, bytes)
}

/// Derives the bounds of the hypotheses, in the order of the sources. `observe` receives the number
/// of those that are done, and of all.
///
/// # Errors
///
/// Fails if the store has no hypotheses, cannot be read or is damaged, or if it was stopped.
pub fn derive(
    store: &Store,
    options: &DeriveOptions,
    observe: &(impl Fn(u64, u64) + Sync),
) -> Result<Vec<DerivedBounds>, CampaignError> {
    let tasks = tasks(store, &options.goal)?;
    let threads = options.threads.clamp(1, tasks.len().max(1));
    let share = options.memory / threads as u64;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || -> Result<Vec<(usize, DerivedBounds)>, CampaignError> {
        let mut closure = Closure::new(store, share, options.stop.clone())?;
        let mut derived = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(number) else {
                return Ok(derived);
            };
            derived.push((number, one(store, &mut closure, *task, &options.goal)?));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            observe(done as u64, tasks.len() as u64);
        }
    };
    let mut all = Vec::with_capacity(tasks.len());
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

/// A file to derive.
#[derive(Clone, Copy)]
struct Task {
    /// Its number among the sources.
    source: usize,
    /// What a list says about its position.
    hypothesis: Option<ListedHypothesis>,
}

/// The files to derive: of those about one row of a list the first.
fn tasks(store: &Store, goal: &Goal) -> Result<Vec<Task>, CampaignError> {
    let sources = &store.description().sources;
    if sources.is_empty() {
        return Err(no_hypotheses(store));
    }
    let hypotheses = match goal {
        Goal::Window(_) => {
            let task = |source| Task {
                source,
                hypothesis: None,
            };
            return Ok((0..sources.len()).map(task).collect());
        }
        Goal::List(hypotheses) => hypotheses,
    };
    let rules = store.board().rules();
    let mut has_source = vec![false; hypotheses.rows().len()];
    let mut tasks = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let position = position(store, &source.board)?;
        let found = hypotheses.find(rules.key(&rules.canonical(&position)));
        if let Some((place, _)) = found {
            let place = place as usize;
            if !std::mem::replace(&mut has_source[place], true) {
                tasks.push(Task {
                    source: number,
                    hypothesis: Some(hypotheses.rows()[place]),
                });
            }
        }
    }
    Ok(tasks)
}

fn no_hypotheses(store: &Store) -> CampaignError {
    CampaignError::Unsuitable {
        path: store.path().to_owned(),
        problem: "no hypotheses: expected a store of one file or more".to_owned(),
    }
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
    Task { source, hypothesis }: Task,
    goal: &Goal,
) -> Result<DerivedBounds, CampaignError> {
    closure.forget();
    let before = closure.nodes();
    let letters = &store.description().sources[source].board;
    let root = position(store, letters)?;
    let all = store.board().all();
    let (bounds, decided, wanted) = match (goal, hypothesis) {
        (_, Some(hypothesis)) => {
            let (min, max) = (all.lower, all.upper);
            let wanted = hypothesis.bounds(ValueRange { min, max });
            match within(store, closure, &root, wanted)? {
                Some(bounds) => (bounds, true, wanted),
                None => (bounds(store, closure, &root)?, false, wanted),
            }
        }
        (Goal::Window(window), None) => {
            let (lower, upper) = (window.alpha + 1, window.beta - 1);
            let bounds = bounds(store, closure, &root)?;
            let decided = window.decided_by(bounds).is_some();
            (bounds, decided, Interval { lower, upper })
        }
        (Goal::List(_), None) => (all, true, all),
    };
    let mut missing = Vec::new();
    if !decided {
        if bounds.lower < wanted.lower && wanted.lower <= bounds.upper {
            missing.push(lacking(closure, &root, Bound::AtLeast(wanted.lower))?);
        }
        if bounds.upper > wanted.upper && wanted.upper >= bounds.lower {
            missing.push(lacking(closure, &root, Bound::AtMost(wanted.upper))?);
        }
    }
    Ok(DerivedBounds {
        board: letters.clone(),
        source,
        hypothesis,
        bounds,
        decided,
        missing,
        nodes: closure.nodes() - before,
    })
}

/// Bounds within `wanted`, if such bounds follow, by searches of null windows.
fn within(
    store: &Store,
    closure: &mut Closure<'_>,
    root: &Stones,
    wanted: Interval,
) -> Result<Option<Interval>, CampaignError> {
    let mut found = store.board().all();
    if wanted.lower > found.lower {
        found.lower = closure.value(root, BoundKind::AtLeast, Window::test(wanted.lower))?;
    }
    if found.lower >= wanted.lower && wanted.upper < found.upper {
        found.upper = closure.value(root, BoundKind::AtMost, Window::test(wanted.upper + 1))?;
    }
    let follows = found.lower >= wanted.lower && found.upper <= wanted.upper;
    follows.then(|| agreeing(store, root, found)).transpose()
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
    agreeing(store, root, Interval { lower, upper })
}

/// The bounds, if they leave a value.
fn agreeing(store: &Store, root: &Stones, bounds: Interval) -> Result<Interval, CampaignError> {
    let Interval { lower, upper } = bounds;
    if lower <= upper {
        return Ok(bounds);
    }
    Err(CampaignError::Unsuitable {
        path: store.path().to_owned(),
        problem: format!(
            "about {} would follow a value of {lower} at least and of {upper} at most: results \
             contradict one another",
            store.board().describe(store.board().rules().key(root))
        ),
    })
}

fn lacking(
    closure: &mut Closure<'_>,
    root: &Stones,
    claim: Bound,
) -> Result<MissingClaim, CampaignError> {
    closure.count_for(COUNTING);
    let (mut open, mut limit) = (None, 1);
    while open.is_none() && limit <= MAX_OPEN {
        open = closure.needed(root, claim, limit)?;
        limit *= 2;
    }
    let line = closure.open_line(root, claim, open.unwrap_or(MAX_OPEN))?;
    Ok(MissingClaim { claim, open, line })
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
                let source = self.store.description().sources.get(number);
                let letters = &source.ok_or_else(|| no_hypotheses(self.store))?.board;
                let root = position(self.store, letters)?;
                let bounds = bounds(self.store, &mut self.closure, &root)?;
                self.current = Some((number, root, bounds));
                (root, bounds)
            }
        };
        let all = self.store.board().all();
        let claim = match (bounds.lower > all.lower, bounds.upper < all.upper) {
            (false, false) => return Ok(None),
            (true, false) => Bound::AtLeast(bounds.lower),
            (false, true) => Bound::AtMost(bounds.upper),
            (true, true) if random.index(2) == 0 => Bound::AtLeast(bounds.lower),
            (true, true) => Bound::AtMost(bounds.upper),
        };
        self.closure.descend(&root, claim, random)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use tempfile::TempDir;

    use super::*;
    use crate::results::store::{Description, StoreWriter};

    /// A store that names no files has no hypotheses, whatever its records.
    #[test]
    fn a_store_without_files_is_refused_where_hypotheses_are_needed() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("r.store");
        let index = File::options()
            .create_new(true)
            .read(true)
            .write(true)
            .open(folder.path().join("index"))
            .unwrap();
        let writer = StoreWriter::new(File::create(&path).unwrap(), index).unwrap();
        let description = Description {
            game: "othello:4x4".to_owned(),
            empty: 4,
            sources: Vec::new(),
        };
        writer.finish(&description).unwrap();
        let store = Store::open(&path, 1 << 20).unwrap();
        let mut walks = Walks::new(&store, 1 << 20, StopToken::never()).unwrap();
        let walked = walks.walk(0, &mut Random::new(1)).unwrap_err();
        assert!(walked.to_string().contains("no hypotheses"), "{walked}");
        let options = DeriveOptions {
            goal: Goal::Window(Window { alpha: -1, beta: 1 }),
            memory: 1 << 20,
            threads: 1,
            stop: StopToken::never(),
        };
        let derived = derive(&store, &options, &|_, _| ()).unwrap_err();
        assert!(derived.to_string().contains("no hypotheses"), "{derived}");
    }
}
