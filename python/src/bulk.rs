//! Many positions at once, from and to arrays.

mod arrays;
mod given;
pub mod samples;

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use solveig::{AnyGame, Game as _};
use solveig_engine::artifact::{QueryError, StoredArtifact, Wanted};
use solveig_engine::{Effort, EngineError, Instant, SearchScope, Settings};
use solveig_game::Interval;

use crate::core::{Core, with_openings};
use crate::errors::raised;
use crate::waiting::{Call, Done};

pub use arrays::{Columns, LevelColumns, Numbers, Parts, level_arrays, words_of};
pub use given::Given;
use given::View;

/// Positions that a thread looks up together.
const CHUNK: usize = 1 << 19;

/// Positions whose values a thread finds between two looks at how far it is.
const TOLD: u64 = 64;

/// Why many positions have no answer.
pub enum Failure {
    /// One of them is no position, or one that only text tells.
    Position,
    Query(QueryError),
    Error(solveig::Error),
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

/// Answers about `given`, which `find` finds of its view. Positions that only text tells are read
/// first.
///
/// # Errors
///
/// Fails as `find` does, with the first of the positions that is none.
pub fn answered<'py, T: Send>(
    py: Python<'py>,
    core: &Arc<Core>,
    mut given: Given<'py>,
    call: &Call,
    find: impl Fn(View<'_>) -> Result<T, Failure> + Sync,
) -> PyResult<T> {
    loop {
        let listed = given.listed();
        let view = given.view(core, &listed);
        match call.wait(py, || find(view))? {
            Ok(found) => return Ok(found),
            Err(Failure::Position) => {}
            Err(Failure::Error(error)) => return Err(raised(error)),
            Err(Failure::Query(error)) => return Err(failed(core, error)),
        }
        given = given.by_text(py, core)?;
    }
}

/// The error of an artifact.
pub fn failed(core: &Core, error: QueryError) -> PyErr {
    let file = core.game.spec();
    let error = Box::new(error);
    raised(EngineError::Artifact { file, error })
}

/// What the artifact and the rules tell of the positions of a view, without a search.
///
/// # Errors
///
/// Fails if the artifact is damaged, or if one of them is no position.
pub fn find(
    artifact: &StoredArtifact<AnyGame>,
    view: View<'_>,
    parts: Parts,
    threads: NonZeroUsize,
    call: &Call,
) -> Result<Columns, Failure> {
    let (game, stop) = (artifact.game(), call.token());
    let columns = Mutex::new(Columns::new(game, view.len(), parts));
    let wanted = Wanted {
        derived: parts.derived,
        moves: parts.moves,
    };
    let chunk = view.len().div_ceil(threads.get()).clamp(1, CHUNK);
    each(threads, view.len().div_ceil(chunk), |number| {
        let first = number * chunk;
        let count = chunk.min(view.len() - first);
        let position = |index: u32| {
            let read = view.position(game, first + index as usize);
            read.map(|read| read.at).ok_or(Failure::Position)
        };
        let findings = artifact.find_many(count as u32, position, wanted, &stop)?;
        let mut columns = columns.lock().unwrap_or_else(PoisonError::into_inner);
        for (index, finding) in findings.iter().enumerate() {
            columns.set(first + index, finding);
        }
        Ok(())
    })?;
    Ok(columns.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The values of the positions of a view, from the openings and by search. What the time limit
/// leaves out is unknown.
///
/// # Errors
///
/// Fails if one of them is no position.
pub fn values(
    core: &Core,
    view: View<'_>,
    threads: NonZeroUsize,
    call: &Call,
) -> Result<Columns, Failure> {
    let engine = match threads.get().min(view.len()) {
        0 | 1 => core.engine().map_err(Failure::Error)?,
        searchers => {
            let settings = Settings {
                searchers,
                threads: 1,
                ..core.settings.clone()
            };
            let opened = with_openings(&core.game, &settings);
            opened.map_err(|error| Failure::Error(error.into()))?
        }
    };
    let token = call.token();
    let columns = Mutex::new(Columns::new(&core.game, view.len(), Parts::default()));
    each(threads, view.len(), |index| {
        if token.is_stopped() {
            return Ok(());
        }
        let line = view.line(&core.game, index).ok_or(Failure::Position)?;
        let effort = Effort {
            search: SearchScope::Anywhere,
            time: token.deadline().map(|at| at.duration_since(Instant::now())),
            stop: Some(Arc::clone(&call.flag)),
            ..Effort::default()
        };
        let value = engine.value(&line, None, &effort, &mut |_| ());
        let value = value.map_err(|error| Failure::Error(error.into()))?;
        let mut columns = columns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = value.known_value.value {
            columns.set_interval(index, Interval::exact(value));
        }
        let done = columns.count();
        if done.is_multiple_of(TOLD) {
            call.tell(Done {
                done,
                total: Some(view.len() as u64),
                unit: "positions",
                aside: String::new(),
            });
        }
        Ok(())
    })?;
    Ok(columns.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Does `work` for each number below `count`, on so many threads, up to the first failure.
fn each(
    threads: NonZeroUsize,
    count: usize,
    work: impl Fn(usize) -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let run = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= count {
            return Ok(());
        }
        if let Err(failure) = work(number) {
            next.store(count, Ordering::Relaxed);
            return Err(failure);
        }
    };
    let others = threads.get().min(count).saturating_sub(1);
    thread::scope(|scope| {
        let others: Vec<_> = (0..others).map(|_| scope.spawn(run)).collect();
        let mut done = run();
        for other in others {
            done = done.and(other.join().unwrap_or_else(|fault| resume_unwind(fault)));
        }
        done
    })
}
