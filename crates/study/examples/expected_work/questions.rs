//! One question to one solver.

use std::error::Error;
use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use solveig_game::{Reduction, Symmetric, Value};
use solveig_search::binary::{Effort, Resources};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::{SolverName, Solvers};

use super::Options;

/// What came of a question.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The answer, unless time was up.
    pub reaches: Option<bool>,
    pub time: Duration,
    pub effort: Effort,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (
            seconds,
            Effort {
                nodes, expansions, ..
            },
        ) = (self.time.as_secs_f64(), self.effort);
        let before = if self.reaches.is_some() { "" } else { "> " };
        write!(f, "{before}{seconds:.3} s, {nodes} ({expansions})")
    }
}

/// Asks a new solver with an empty table whether a position reaches a bound, within the memory and
/// time of `options`.
pub fn ask<G: Symmetric, K: GameKnowledge<G>>(
    name: SolverName,
    game: &G,
    knowledge: &K,
    position: &G::Position,
    bound: Value,
    options: &Options,
) -> Result<Outcome, Box<dyn Error>> {
    let resources =
        Resources::for_game(game, Reduction::Canonical, options.memory, options.memory)?;
    let solver = Solvers::shared(game, knowledge.clone()).binary(name, &resources);
    let mut solver = solver.ok_or("the solver answers no binary questions")?;
    std::thread::yield_now();
    let start = now();
    let reaches = solver.reaches(position, bound, &mut |_| {
        (now() - start).as_secs_f64() < options.seconds
    });
    std::thread::yield_now();
    Ok(Outcome {
        reaches,
        time: now() - start,
        effort: solver.effort(),
    })
}

/// What times are measured by.
pub fn clock() -> &'static str {
    match processor_time() {
        Some(_) => "processor time",
        None => "time",
    }
}

/// The processor time of this thread where the system tells it, else the time.
fn now() -> Duration {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    processor_time().unwrap_or_else(|| STARTED.get_or_init(Instant::now).elapsed())
}

/// The processor time of this thread as Linux tells it: up to when it last looked, which it does
/// every few milliseconds and when a thread gives way.
fn processor_time() -> Option<Duration> {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(spent.split(' ').next()?.parse().ok()?))
}
