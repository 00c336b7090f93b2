//! Stored solutions.

mod opening;
mod stored;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use solveig::{Answer, Notation};
use solveig_engine::Effort;
use solveig_engine::artifact::Location;
use solveig_format::Header;

use crate::answers;
use crate::arrow::Table;
use crate::bulk::samples::{self, Division};
use crate::bulk::{self, Given, Parts};
use crate::core::{Core, Game};
use crate::errors::{Kind, raised};
use crate::numbers;
use crate::opened::{Found, Opened, Shared, closed};
use crate::position::Position;

pub use opening::{open, restore_solution};
pub use stored::StoredPositions;

/// A stored solution, which answers questions about positions: `position in solution` tells whether
/// it has one. Use `with solveig.open(path) as solution`, or close it. A pickle has the paths
/// alone: the files are opened again, and others are refused.
#[pyclass(frozen, weakref, module = "solveig")]
pub struct Solution {
    pub core: Arc<Core>,
    header: Header,
    path: PathBuf,
    certificate: Option<PathBuf>,
    shared: Arc<Shared>,
}

impl Solution {
    /// Asks the open files, without the interpreter's lock. Searches above the cut are stopped by
    /// signals and the time limit.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        time_limit: Option<f64>,
        question: impl FnOnce(&mut Opened) -> Result<T, solveig::Error> + Send,
    ) -> PyResult<T> {
        let call = self.core.call(time_limit)?;
        let ask = || match &mut *self.lock() {
            Some(opened) => {
                opened.stored.set_effort(Effort {
                    time: call.time,
                    stop: Some(Arc::clone(&call.flag)),
                    ..Effort::default()
                });
                Some(question(opened))
            }
            None => None,
        };
        // Without a cut nothing is searched, and an answer takes no time.
        let answer = match (self.header.cut, &self.core.rules) {
            (None, None) => py.detach(ask),
            _ => call.wait(py, ask)?,
        };
        match answer {
            Some(answer) => answer.map_err(raised),
            None => Err(closed()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        self.shared.lock()
    }

    /// What is known of a position; `None` if that is nothing.
    fn look(
        &self,
        py: Python<'_>,
        position: &Position,
        time_limit: Option<f64>,
    ) -> PyResult<Option<Found>> {
        let at = &position.at;
        let found = self.ask(py, time_limit, |opened| opened.found(at))?;
        match found.report.answer {
            Answer::Outside => Ok(None),
            Answer::Unknown => Err(self.core.call(time_limit)?.exceeded()),
            _ => Ok(Some(found)),
        }
    }

    fn outside(&self, position: &Position) -> PyErr {
        let said = format!(
            "{} is outside: {} does not have it, nor enough of its moves",
            position
                .text()
                .unwrap_or_else(|_| "the position".to_owned()),
            self.path.display()
        );
        Kind::Outside.says(said)
    }

    fn position(&self, given: &Bound<'_, PyAny>) -> PyResult<Py<Position>> {
        Position::of(&self.core, given, None)
    }
}

#[pymethods]
impl Solution {
    /// The game that is solved.
    #[getter]
    fn game(&self) -> Game {
        Game {
            core: Arc::clone(&self.core),
        }
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// "weak", "semi-strong" or "strong".
    #[getter]
    fn scope(&self) -> &'static str {
        self.header.scope.name()
    }

    /// The highest level at which positions are stored; None if all are.
    #[getter]
    fn cut(&self) -> Option<u32> {
        self.header.cut
    }

    /// Whether symmetric positions are stored as one.
    #[getter]
    fn symmetry(&self) -> bool {
        self.header.symmetry
    }

    /// The value of the start for its side to move.
    #[getter]
    fn value(&self) -> i32 {
        self.header.root_value
    }

    /// The BLAKE3 digest of the content, as 64 hexadecimal digits.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, None, |opened| {
            Ok(opened.artifact().reader().digest().to_string())
        })
    }

    /// The counts of each level, as `StoredLevel`.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let levels = self.ask(py, None, |opened| {
            Ok(opened.artifact().reader().levels().to_vec())
        })?;
        let levels = levels.iter().map(|one| {
            let [optimal, free, both] = one.by_roles;
            let counts = (one.level, one.records, optimal, free, both, one.terminals);
            answers::new(py, "StoredLevel", counts)
        });
        PyTuple::new(py, levels.collect::<PyResult<Vec<_>>>()?)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, None, |opened| {
            Ok(opened.artifact().reader().record_count() as usize)
        })
    }

    /// All that the solution knows of a position, a `Probe`. What lies above the cut is searched.
    /// Raises `Outside`, a KeyError, for a position that is not in the region that was solved and
    /// of whose moves not enough are.
    #[pyo3(signature = (position, *, time_limit=None))]
    fn probe<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = self.position(position)?;
        let Some(Found { report, role }) = self.look(py, position.get(), time_limit)? else {
            return Err(self.outside(position.get()));
        };
        let name = |one| self.core.game.format_move(one);
        let moves = report.moves.iter().map(|one| {
            let (value, at_least, at_most) = answers::of_answer(&one.answer);
            answers::new(
                py,
                "MoveValue",
                (name(one.played), value, at_least, at_most, None::<u32>),
            )
        });
        let moves = PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)?;
        let (value, at_least, at_most) = answers::of_answer(&report.answer);
        let best_move = report.best_move.map(name);
        let fields = (position, value, at_least, at_most, role, best_move, moves);
        answers::new(py, "Probe", fields)
    }

    /// The value of a position for the side to move; `default` where it is not known exactly.
    #[pyo3(signature = (position, default=None, *, time_limit=None))]
    fn get(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        default: Option<Py<PyAny>>,
        time_limit: Option<f64>,
    ) -> PyResult<Py<PyAny>> {
        let position = self.position(position)?;
        let at = &position.get().at;
        let answer = self.ask(py, time_limit, |opened| Ok(opened.stored.answer(at)?))?;
        match (answer, answer.value()) {
            (_, Some(value)) => Ok(value.into_pyobject(py)?.into_any().unbind()),
            (Answer::Unknown, None) => Err(self.core.call(time_limit)?.exceeded()),
            (_, None) => Ok(default.unwrap_or_else(|| py.None())),
        }
    }

    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let position = self.position(position)?;
        let at = &position.get().at;
        let located = self.ask(py, None, |opened| {
            let located = opened.artifact().locate(at);
            Ok(located.map_err(|error| opened.failure(error))?.0)
        })?;
        Ok(!matches!(located, Location::Outside))
    }

    /// The stored positions of a level with their values for the side to move, None where a bound
    /// is stored: an iterator that reads the file as it goes. With `symmetry` a position stands for
    /// all of its images.
    fn level(
        slf: Bound<'_, Self>,
        #[pyo3(from_py_with = numbers::level)] level: u32,
    ) -> PyResult<StoredPositions> {
        slf.get().shared.expect_open(slf.py())?;
        Ok(StoredPositions::new(slf.unbind(), level))
    }

    /// What the file and the rules tell of many positions, without a search.
    ///
    /// `positions` are boards, int8 of shape (n, rows, columns) as `Position.array` has them; or
    /// keys, uint64 of shape (n,) as in `Position.key`, (n, words) where they take more than 64
    /// bits, the word of the low bits first; or a sequence of positions. Arrays are read where they
    /// are, contiguous or not. Where boards do not tell the side to move, as in Othello, `to_move`
    /// is 1 for the first player or -1, one for all or an array of n.
    ///
    /// A value is known where `get` has it without a search: where it is stored, where the game is
    /// over and, unless `derived` is false, where it follows from what is stored of the moves.
    /// Positions above the cut are not searched: `Game.values` does. `moves`, `roles` and `bounds`
    /// ask for these arrays as well. `threads` is that of the game unless it is given.
    ///
    /// Raises `PositionError` with the index of the first board or key that is no position, and
    /// TypeError or ValueError for arrays of another type or shape.
    ///
    /// >>> import os, solveig, tempfile, numpy as np
    /// >>> path = os.path.join(tempfile.mkdtemp(), "ttt.sol")
    /// >>> _ = solveig.Game("mnk:3x3?k=3").solve(path)
    /// >>> boards = np.zeros((2, 3, 3), np.int8)
    /// >>> boards[1, 0] = [1, -1, 0]
    /// >>> found = solveig.open(path).probe_many(boards)
    /// >>> found.values.tolist(), found.known.tolist()
    /// ([0, 1], [True, True])
    #[pyo3(signature = (
        positions, *, to_move=None, moves=false, roles=false, bounds=false, derived=true, threads=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        moves: bool,
        roles: bool,
        bounds: bool,
        derived: bool,
        #[pyo3(from_py_with = numbers::own_threads)] threads: Option<NonZeroUsize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = Given::read(&self.core, positions, to_move)?;
        let call = self.core.call(None)?;
        let parts = Parts {
            derived,
            bounds,
            moves,
            roles,
        };
        let threads = self.core.bulk_threads(threads);
        let found = bulk::answered(py, &self.core, given, &call, |view| {
            let find = |artifact: &_| bulk::find(artifact, view, parts, threads, &call);
            self.shared.with_artifact(find).transpose()
        })?;
        found.ok_or_else(closed)?.into_python(py)
    }

    /// The stored positions of a level as arrays, in ascending order of their keys.
    ///
    /// They are empty where nothing is stored. Without `moves` the positions need not be decoded,
    /// which is faster.
    #[pyo3(signature = (level, *, moves=true))]
    fn level_arrays<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::level)] level: u32,
        moves: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = self.core.call(None)?;
        let found = call.wait(py, || {
            self.shared
                .with_artifact(|artifact| bulk::level_arrays(artifact, level, moves, &call))
        })?;
        let columns = found.ok_or_else(closed)?;
        let columns = columns.map_err(|error| bulk::failed(&self.core, error))?;
        columns.into_python(py, &self.core.game)
    }

    /// Random stored positions with exact values, in the order of the file.
    ///
    /// With `by` "positions" all are as likely; "level" gives as many of each level, "value" as
    /// many won, drawn and lost for the side to move, as far as there are. `levels` are the least
    /// and the greatest. The same seed gives the same positions, those of `solveig sample`. Raises
    /// `Error` if there are fewer.
    #[pyo3(signature = (
        count, seed=0, *, by=Division::Positions, levels=None, progress=None
    ))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::count)] count: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        by: Division,
        #[pyo3(from_py_with = numbers::level_range)] levels: Option<(u32, u32)>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let core = &self.core;
        let draw = samples::draw(core, count, seed, by, levels)?;
        let call = core.call(None)?.reporting(py, progress, "sample")?;
        let drawn = call.wait(py, || {
            self.shared
                .with_artifact(|artifact| samples::of_records(artifact, draw, &call))
        })?;
        let drawn = drawn.ok_or_else(closed)?.map_err(samples::Fault::raised)?;
        samples::into_python(py, core, drawn, true)
    }

    /// The stored positions, of these levels or all, as a table for libraries that read Arrow.
    ///
    /// They read it batch by batch of up to 65,536 positions:
    /// `polars.DataFrame(solution.table())`, `pyarrow.table(...)`, `pandas.DataFrame.from_arrow`,
    /// and DuckDB from a variable by its name. Columns: level (uint32), key (uint64; key_1 has the
    /// high word where one does not suffice), value (int8, int16 or int32, for the side to move; a
    /// bound as in `LevelArrays`), best (the stored move by name, or null) and roles (uint8).
    #[pyo3(signature = (levels=None))]
    fn table(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::levels)] levels: Option<Vec<u32>>,
    ) -> PyResult<Table> {
        let wanted = |level: u32| levels.as_ref().is_none_or(|levels| levels.contains(&level));
        let all = self.ask(py, None, |opened| {
            Ok(opened.artifact().reader().levels().to_vec())
        })?;
        let stored = all.into_iter().filter(|one| wanted(one.level)).collect();
        Ok(Table::new(Arc::clone(&self.shared), &self.core, stored))
    }

    /// Closes the files.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.lock() = None);
    }

    fn __enter__(slf: Py<Self>, py: Python<'_>) -> PyResult<Py<Self>> {
        slf.get().shared.expect_open(py)?;
        Ok(slf)
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        _kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) {
        self.close(py);
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let absolute = |path: &PathBuf| Ok::<_, PyErr>(std::path::absolute(path)?);
        let certificate = this.certificate.as_ref().map(absolute).transpose()?;
        let paths = (absolute(&this.path)?, certificate).into_pyobject(py)?;
        let named = PyDict::new(py);
        if let Some(rules) = &this.core.rules {
            named.set_item("rules", &rules.object)?;
        }
        named.set_item("threads", this.core.settings.threads)?;
        named.set_item("memory", this.core.settings.memory)?;
        let restore = py.import("solveig._core")?.getattr("_restore_solution")?;
        let arguments = (paths, named, this.digest(py)?);
        Ok((restore, arguments.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let (game, scope) = (&self.header.game, self.header.scope.name());
        format!("<Solution of {game}, {scope}, in {:?}>", self.path)
    }
}
