//! Random positions.

use std::cmp::Ordering;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solveig::{AnyGame, AnyPosition, Game as _, Keyed, Value};
use solveig_engine::artifact::StoredArtifact;
use solveig_engine::sample::{Draw, Drawn, DrawnRecord, Plays, Records, SampleError};
use solveig_engine::{Effort, Line, SearchScope};

use super::PATIENCE;
use super::arrays::{Numbers, keys_array, words, words_of};
use crate::core::Core;
use crate::errors::{Kind, raised};
use crate::position::Position;
use crate::waiting::{Call, Done};

/// What a sample is divided by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Division {
    Positions,
    Level,
    Value,
}

impl FromPyObject<'_, '_> for Division {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let text: String = given.extract()?;
        match text.as_str() {
            "positions" => Ok(Self::Positions),
            "level" => Ok(Self::Level),
            "value" => Ok(Self::Value),
            other => {
                let said =
                    format!("by: expected \"positions\", \"level\" or \"value\", found {other:?}");
                Err(PyValueError::new_err(said))
            }
        }
    }
}

/// What is drawn.
pub fn draw(
    core: &Core,
    count: u64,
    seed: u64,
    by: Division,
    levels: Option<(u32, u32)>,
) -> PyResult<Draw> {
    let levels = match levels {
        None => 0..=u32::MAX,
        Some((least, greatest)) if least <= greatest && least <= core.game.max_level() => {
            RangeInclusive::new(least, greatest)
        }
        Some((least, greatest)) => {
            let said = format!(
                "levels: expected the least and the greatest, up to {}, found {least} and {greatest}",
                core.game.max_level()
            );
            return Err(PyValueError::new_err(said));
        }
    };
    Ok(Draw {
        count,
        seed,
        levels,
        by_level: by == Division::Level,
        balanced: by == Division::Value,
    })
}

/// Why nothing is drawn.
pub enum Fault {
    Sample(SampleError),
    Error(solveig::Error),
}

impl From<SampleError> for Fault {
    fn from(error: SampleError) -> Self {
        Self::Sample(error)
    }
}

impl Fault {
    /// The exception.
    pub fn raised(self) -> PyErr {
        match self {
            Self::Error(error) => raised(error),
            Self::Sample(SampleError::Format(error)) => raised(error),
            Self::Sample(error) => Kind::Any.says(error),
        }
    }
}

/// A position of a sample.
pub struct Sampled {
    drawn: Drawn<AnyPosition>,
    value: Option<Value>,
}

/// Positions of random plays.
///
/// # Errors
///
/// Fails if there are not so many, or if the values of their positions are asked for and a search
/// fails or is stopped.
pub fn of_plays(core: &Core, draw: Draw, call: &Call) -> Result<Vec<Sampled>, Fault> {
    let token = call.token();
    let go_on = || match token.is_stopped() {
        true => Err(Fault::Sample(SampleError::Stopped)),
        false => Ok(()),
    };
    let (count, balanced) = (draw.count, draw.balanced);
    let engine = match balanced {
        true => Some(core.engine().map_err(Fault::Error)?),
        false => None,
    };
    let effort = Effort {
        search: SearchScope::Anywhere,
        stop: Some(Arc::clone(&call.flag)),
        ..Effort::default()
    };
    let outcome = |drawn: &Drawn<AnyPosition>| -> Result<Option<Ordering>, Fault> {
        go_on()?;
        let Some(engine) = &engine else {
            return Ok(None);
        };
        let line = Line::at(drawn.text(&core.game));
        let found = engine.value(&line, None, &effort, &mut |_| ());
        let found = found.map_err(|error| Fault::Error(error.into()))?;
        go_on()?;
        Ok(found.known_value.value.map(|value| value.cmp(&0)))
    };
    let mut sampled = Vec::new();
    let plays = Plays::new(core.game.clone(), draw, outcome).with_stop(token.clone());
    for drawn in plays {
        go_on()?;
        let (drawn, value) = (drawn?, None);
        sampled.push(Sampled { drawn, value });
        tell(call, sampled.len(), count);
    }
    Ok(sampled)
}

/// Stored positions, with their values.
///
/// # Errors
///
/// Fails if there are not so many, or if the file is damaged.
pub fn of_records(
    artifact: &StoredArtifact<AnyGame>,
    draw: Draw,
    call: &Call,
) -> Result<Vec<Sampled>, Fault> {
    let (token, count) = (call.token(), draw.count);
    let mut go_on = |_, _| match token.is_stopped() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut sampled = Vec::new();
    for drawn in Records::new(artifact, draw, &mut go_on)? {
        if token.is_stopped() {
            return Err(SampleError::Stopped.into());
        }
        let DrawnRecord { position, record } = drawn?;
        let value = artifact.answer_of(&record).value();
        sampled.push(Sampled {
            drawn: position,
            value,
        });
        tell(call, sampled.len(), count);
    }
    Ok(sampled)
}

fn tell(call: &Call, done: usize, total: u64) {
    call.tell(Done {
        done: done as u64,
        total: Some(total),
        unit: "positions",
        aside: String::new(),
    });
}

/// Looks for a signal now and then.
fn look(py: Python<'_>, index: usize) -> PyResult<()> {
    match index.is_multiple_of(PATIENCE) {
        true => py.check_signals(),
        false => Ok(()),
    }
}

/// The object of positions and arrays.
///
/// # Errors
///
/// Fails as rules in Python do.
pub fn into_python<'py>(
    py: Python<'py>,
    core: &Arc<Core>,
    sampled: Vec<Sampled>,
    with_values: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, range) = (&core.game, core.game.value_range());
    let width = words_of(game);
    let mut keys = Vec::with_capacity(sampled.len() * width);
    let mut values = Numbers::with_room(range.min.min(0), range.max.max(0), sampled.len());
    for (index, one) in sampled.iter().enumerate() {
        look(py, index)?;
        let key = core.at_once(|| game.key(&one.drawn.position))?;
        keys.extend(words(key, width));
        values.push(one.value.unwrap_or(0));
    }
    let positions = sampled.into_iter().enumerate().map(|(index, one)| {
        look(py, index)?;
        let Drawn {
            position, played, ..
        } = one.drawn;
        match played {
            Some(moves) => Ok(Position::played(core, moves, position)),
            None => Position::alone(core, position),
        }
    });
    let positions = PyTuple::new(py, positions.collect::<PyResult<Vec<_>>>()?)?;
    let levels = positions.iter().enumerate().map(|(index, one)| {
        look(py, index)?;
        one.getattr("level")?.extract()
    });
    let levels = levels.collect::<PyResult<Vec<i32>>>()?.into_pyarray(py);
    let values = with_values.then(|| values.into_array(py));
    let about = core.by_rules.about();
    let shape = (about.rows, about.columns);
    let fields = (
        positions,
        keys_array(py, keys, game)?,
        levels,
        values,
        shape,
    );
    py.import("solveig._bulk")?.getattr("Sample")?.call1(fields)
}
