//! Games.

use std::sync::Arc;

use bytesize::ByteSize;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use solveig::Game as _;
use solveig_engine::{Effort, Line, SearchScope, Settings};

use crate::answers;
use crate::core::Core;
use crate::errors::raised;
use crate::position::Position;
use crate::waiting::{Limits, wait};

/// A game, and answers about its positions.
#[pyclass(frozen, module = "solveig")]
pub struct Game {
    pub core: Arc<Core>,
}

/// An amount of memory: a number of bytes, or a text such as `256MiB`.
#[derive(FromPyObject)]
pub enum Memory {
    Bytes(u64),
    Text(String),
}

impl Memory {
    /// The number of bytes.
    ///
    /// # Errors
    ///
    /// Fails if the text is not an amount.
    pub fn bytes(&self) -> PyResult<u64> {
        match self {
            Self::Bytes(bytes) => Ok(*bytes),
            Self::Text(text) => match text.parse::<ByteSize>() {
                Ok(size) => Ok(size.as_u64()),
                Err(_) => {
                    let said = format!("memory: expected bytes, as in 256MiB, found {text:?}");
                    Err(PyValueError::new_err(said))
                }
            },
        }
    }
}

/// The effort of an answer.
fn effort(limits: &Limits, distances: bool) -> Effort {
    Effort {
        search: SearchScope::Anywhere,
        time: limits.time,
        stop: Some(Arc::clone(&limits.flag)),
        distances,
        ..Effort::default()
    }
}

impl Game {
    /// A position that a user gives, and its line.
    fn line(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<(Py<Position>, Line)> {
        let position = Position::of(slf, position, None)?;
        let line = position.get().line()?;
        Ok((position, line))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (spec, *, threads=1, memory=None))]
    fn new(spec: &str, threads: usize, memory: Option<Memory>) -> PyResult<Self> {
        let mut settings = Settings {
            threads: threads.max(1),
            ..Settings::default()
        };
        if let Some(memory) = memory {
            settings.memory = memory.bytes()?;
        }
        let core = Arc::new(Core::built_in(spec, settings)?);
        Ok(Self { core })
    }

    #[getter]
    fn spec(&self) -> String {
        self.core.game.spec()
    }

    #[getter]
    fn name(&self) -> String {
        let about = self.core.by_rules.about();
        about
            .presentation
            .title
            .clone()
            .unwrap_or_else(|| about.spec.clone())
    }

    #[getter]
    fn start(slf: &Bound<'_, Self>) -> Position {
        Position::start(slf)
    }

    #[getter]
    fn value_range(&self) -> (i32, i32) {
        let range = self.core.game.value_range();
        (range.min, range.max)
    }

    #[getter]
    fn max_level(&self) -> u32 {
        self.core.game.max_level()
    }

    #[getter]
    fn move_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core.by_rules.move_names())
    }

    #[getter]
    fn shape(&self) -> Option<(u32, u32)> {
        let about = self.core.by_rules.about();
        about
            .family
            .has_cells()
            .then_some((about.rows, about.columns))
    }

    #[pyo3(signature = (position, *, to_move=None))]
    fn position(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        to_move: Option<i32>,
    ) -> PyResult<Py<Position>> {
        Position::of(slf, position, to_move)
    }

    #[pyo3(signature = (position, *, time_limit=None))]
    fn value(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
    ) -> PyResult<i32> {
        let limits = Limits::new(time_limit)?;
        let (_, line) = Self::line(slf, position)?;
        let core = &slf.get().core;
        let found = wait(slf.py(), &limits, || {
            let effort = effort(&limits, false);
            core.engine()?.value(&line, None, &effort, &mut |_| ())
        })?;
        let found = found.map_err(raised)?;
        found.known_value.value.ok_or_else(|| limits.exceeded())
    }

    #[pyo3(signature = (position, bound, *, time_limit=None))]
    fn at_least(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        bound: i32,
        time_limit: Option<f64>,
    ) -> PyResult<bool> {
        let limits = Limits::new(time_limit)?;
        let (_, line) = Self::line(slf, position)?;
        let core = &slf.get().core;
        let found = wait(slf.py(), &limits, || {
            let effort = effort(&limits, false);
            core.engine()?
                .value(&line, Some(bound), &effort, &mut |_| ())
        })?;
        let (_, at_least, at_most) = answers::bounds(&found.map_err(raised)?.known_value);
        match (at_least, at_most) {
            (Some(least), _) if least >= bound => Ok(true),
            (_, Some(most)) if most < bound => Ok(false),
            _ => Err(limits.exceeded()),
        }
    }

    #[pyo3(signature = (position, *, canonical=false, time_limit=None))]
    fn best_move(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        canonical: bool,
        time_limit: Option<f64>,
    ) -> PyResult<Option<String>> {
        let limits = Limits::new(time_limit)?;
        let (position, line) = Self::line(slf, position)?;
        let core = &slf.get().core;
        let found = wait(slf.py(), &limits, || {
            let effort = Effort {
                canonical,
                ..effort(&limits, false)
            };
            core.engine()?.best_move(&line, &effort)
        })?;
        let found = found.map_err(raised)?;
        match found.name {
            None if core.game.terminal_value(&position.get().at).is_none() => {
                Err(limits.exceeded())
            }
            name => Ok(name),
        }
    }

    #[pyo3(signature = (position, *, time_limit=None, distances=true))]
    fn analyse<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
        time_limit: Option<f64>,
        distances: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let limits = Limits::new(time_limit)?;
        let (position, line) = Self::line(slf, position)?;
        let core = &slf.get().core;
        let report = wait(py, &limits, || {
            core.engine()?.report(&line, &effort(&limits, distances))
        })?;
        answers::analysis(
            py,
            position.into_bound(py).into_any(),
            &report.map_err(raised)?,
        )
    }

    #[pyo3(signature = (position, *, time_limit=None))]
    fn variation<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let limits = Limits::new(time_limit)?;
        let (_, line) = Self::line(slf, position)?;
        let core = &slf.get().core;
        let found = wait(slf.py(), &limits, || {
            core.engine()?.variation(&line, &effort(&limits, false))
        })?;
        PyTuple::new(slf.py(), found.map_err(raised)?.moves)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.core.game.spec())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| self.core.is_same_as(&other.get().core))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.core.game.spec().hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let settings = &self.core.settings;
        let named = PyDict::new(py);
        named.set_item("threads", settings.threads)?;
        named.set_item("memory", settings.memory)?;
        Ok(((self.core.game.spec(),), named))
    }
}
