//! Answers as the data classes of `solveig._answers`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use solveig::Answer;
use solveig_engine::{KnownValue, MoveReport, Report};

/// A new object of a class in `solveig._answers`.
pub fn new<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("solveig._answers").map(Bound::unbind))?;
    let fields = fields.into_pyobject(py)?;
    module.bind(py).getattr(class)?.call1(fields)
}

/// The value and the bounds, which are equal where the value is known.
pub const fn bounds(of: &KnownValue) -> (Option<i32>, Option<i32>, Option<i32>) {
    match of.value {
        Some(_) => (of.value, of.value, of.value),
        None => (None, of.at_least, of.at_most),
    }
}

/// The same of an answer.
pub fn of_answer(of: &Answer) -> (Option<i32>, Option<i32>, Option<i32>) {
    match *of {
        Answer::Exact { value, .. } => (Some(value), Some(value), Some(value)),
        Answer::Bounds {
            at_least, at_most, ..
        } => (None, at_least, at_most),
        Answer::Outside | Answer::Unknown => (None, None, None),
    }
}

/// A move with its value.
pub fn move_value<'py>(py: Python<'py>, one: &MoveReport) -> PyResult<Bound<'py, PyAny>> {
    let (value, at_least, at_most) = bounds(&one.known_value);
    let plies = one.known_value.plies;
    new(
        py,
        "MoveValue",
        (one.played.as_str(), value, at_least, at_most, plies),
    )
}

/// The values of a position and its moves.
pub fn analysis<'py>(
    py: Python<'py>,
    position: Bound<'py, PyAny>,
    report: &Report,
) -> PyResult<Bound<'py, PyAny>> {
    let moves = report.moves.iter().map(|one| move_value(py, one));
    let moves = PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)?;
    let (value, at_least, at_most) = bounds(&report.known_value);
    let best_move = report.best_move.as_deref();
    let plies = report.known_value.plies;
    let is_complete = !report.interrupted;
    let nodes = report.nodes;
    new(
        py,
        "Analysis",
        (
            position,
            value,
            at_least,
            at_most,
            best_move,
            moves,
            plies,
            nodes,
            is_complete,
        ),
    )
}
