//! Games.

mod asked;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use solveig::{Game as _, ProofBounds};
use solveig_engine::{Effort, Settings};

use crate::answers;
use crate::bulk::samples::{self, Division};
use crate::bulk::{self, Given};
use crate::core::{Core, Game};
use crate::numbers::{self, Memory};
use crate::position::Position;
use crate::solving::{self, SolveArguments};

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (spec=None, *, rules=None, threads=1, memory=None))]
    fn new(
        py: Python<'_>,
        spec: Option<&str>,
        rules: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        memory: Option<Memory>,
    ) -> PyResult<Self> {
        let mut settings = Settings {
            threads,
            ..Settings::default()
        };
        if let Some(memory) = memory {
            settings.memory = memory.0;
        }
        let core = match (spec, rules) {
            (Some(spec), None) => Core::built_in(spec, settings)?,
            (None, Some(rules)) => Core::of_rules(py, rules, settings)?,
            _ => return Err(PyTypeError::new_err("expected a spec or rules")),
        };
        Ok(Self {
            core: Arc::new(core),
        })
    }

    /// The spec in its normal form.
    ///
    /// >>> import solveig
    /// >>> solveig.Game("othello:6x6").spec
    /// 'othello:6x6'
    #[getter]
    fn spec(&self) -> String {
        self.core.game.spec()
    }

    /// The title for people; the spec, if the game has none.
    #[getter]
    fn name(&self) -> String {
        let about = self.core.by_rules.about();
        about
            .presentation
            .title
            .clone()
            .unwrap_or_else(|| about.spec.clone())
    }

    /// The position with which play begins.
    #[getter]
    fn start(&self) -> Position {
        Position::start(&self.core)
    }

    /// The least and the greatest value that a game can end with: discs in Othello, points in Go,
    /// -1 and 1 where games are won or lost.
    #[getter]
    fn value_range(&self) -> (i32, i32) {
        let range = self.core.game.value_range();
        (range.min, range.max)
    }

    /// A level that no position exceeds.
    #[getter]
    fn max_level(&self) -> u32 {
        self.core.game.max_level()
    }

    /// The names of all moves, in the order of their codes; empty for rules in Python.
    #[getter]
    fn move_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        // Moves of rules in Python have names once they are met.
        let names = match self.core.rules {
            None => self.core.by_rules.move_names(),
            Some(_) => Vec::new(),
        };
        PyTuple::new(py, names)
    }

    /// Rows and columns of the board; None in games without cells.
    #[getter]
    fn shape(&self) -> Option<(u32, u32)> {
        let about = self.core.by_rules.about();
        about
            .family
            .has_cells()
            .then_some((about.rows, about.columns))
    }

    /// The family of the board, the names of its columns, those of its rows from the top, and the
    /// colours of the sides if it has its own.
    #[getter]
    fn _layout(&self) -> (&'static str, Vec<String>, Vec<String>, Option<[String; 2]>) {
        let about = self.core.by_rules.about();
        let mut rows = about.row_names.clone();
        if !about.first_row_at_top {
            rows.reverse();
        }
        let colours = about.presentation.colours.as_ref();
        let colours = colours.map(|both| both.each_ref().map(ToString::to_string));
        (
            about.family.name(),
            about.column_names.clone(),
            rows,
            colours,
        )
    }

    /// A position, from moves or a board as text, a sequence of moves, an array, or a position of
    /// the same game.
    ///
    /// An array is of int8 and of shape (rows, columns), with row 0 at the top: 1 is a stone of the
    /// side that moves first, -1 one of the other, 0 nothing. `to_move` is 1 or -1; it may be left
    /// out where the stones tell it. `key` stands in for all that: as in `Position.key` or an entry
    /// of an array of keys; where no level tells the side to move, `to_move` does. Raises
    /// `PositionError`, and `IllegalMove` for a move.
    ///
    /// >>> import solveig
    /// >>> game = solveig.Game("connect-four:7x6")
    /// >>> position = game.position("4 4 3")
    /// >>> position == game.position(["4", "4", "3"]) == game.position(position.array())
    /// True
    /// >>> position == game.position(key=position.key)
    /// True
    #[pyo3(signature = (position=None, *, to_move=None, key=None))]
    fn position(
        slf: &Bound<'_, Self>,
        position: Option<&Bound<'_, PyAny>>,
        to_move: Option<i32>,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Position>> {
        let core = &slf.get().core;
        match (position, key) {
            (Some(position), None) => Position::of(core, position, to_move),
            (None, Some(key)) => {
                let position = Position::of_key(core, numbers::key(key)?, to_move)?;
                Py::new(slf.py(), position)
            }
            _ => Err(PyTypeError::new_err("expected a position or a key")),
        }
    }

    /// The exact value of a position for the side to move.
    ///
    /// Boards that the package carries are answered at once; the others are searched. Raises
    /// `TimeLimit` if `time_limit`, in seconds, does not suffice.
    ///
    /// >>> import solveig
    /// >>> solveig.Game("connect-four:7x6").value("4 4 4")
    /// -1
    /// >>> solveig.Game("othello:6x6").value("-")
    /// -4
    #[pyo3(signature = (position, *, time_limit=None))]
    fn value(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
    ) -> PyResult<i32> {
        let asked = Self::ask(slf, position, time_limit, |engine, line, effort| {
            engine.value(line, None, &effort, &mut |_| ())
        })?;
        let value = asked.answer.known_value.value;
        value.ok_or_else(|| asked.call.exceeded())
    }

    /// The exact values of many positions, by the openings that the program carries and by
    /// search.
    ///
    /// Positions as in `Solution.probe_many`. Each thread searches positions of its own; all share
    /// one table. Where `time_limit`, in seconds for all together, ends the search, `known` is
    /// false. Raises `PositionError` with the index of the first board or key that is no position.
    ///
    /// >>> import solveig
    /// >>> game = solveig.Game("connect-four:7x6")
    /// >>> game.values([game.position("4 4 4 4 4 2"), game.position("1 2 1 2 1 2 1")]).values
    /// array([ 1, -1], dtype=int8)
    #[pyo3(signature = (
        positions, *, to_move=None, time_limit=None, threads=None, progress=None
    ))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
        time_limit: Option<f64>,
        #[pyo3(from_py_with = numbers::own_threads)] threads: Option<NonZeroUsize>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let core = &self.core;
        let given = Given::read(core, positions, to_move)?;
        let call = core.call(time_limit)?.reporting(py, progress, "values")?;
        let threads = core.bulk_threads(threads);
        let found = bulk::answered(py, core, given, &call, |view| {
            bulk::values(core, view, threads, &call)
        });
        if found.is_err() {
            core.close_engine(py);
        }
        found?.into_python(py)
    }

    /// Random positions, each from a random play of its own, no two of which are symmetric.
    ///
    /// All legal moves of a play are as likely. `by` ("positions", "level" or "value") and `levels`
    /// as in `Solution.sample`; values are searched only to draw as many won, drawn and lost ones,
    /// and not answered. Raises `Error` if random plays bring no more.
    ///
    /// >>> import solveig
    /// >>> sample = solveig.Game("connect-four:7x6").sample(3, seed=1, by="level")
    /// >>> sample.boards.shape, sample.keys.dtype
    /// ((3, 6, 7), dtype('uint64'))
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
        let drawn = call.wait(py, || samples::of_plays(core, draw, &call));
        if drawn.is_err() {
            core.close_engine(py);
        }
        let drawn = drawn?.map_err(samples::Fault::raised)?;
        samples::into_python(py, core, drawn, false)
    }

    /// Whether the value of a position, for the side to move, is at least `bound`: a shorter search
    /// than that of the value. Raises `TimeLimit`.
    #[pyo3(signature = (position, bound, *, time_limit=None))]
    fn at_least(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        bound: i32,
        time_limit: Option<f64>,
    ) -> PyResult<bool> {
        let asked = Self::ask(slf, position, time_limit, |engine, line, effort| {
            engine.value(line, Some(bound), &effort, &mut |_| ())
        })?;
        let (_, at_least, at_most) = answers::bounds(&asked.answer.known_value);
        match (at_least, at_most) {
            (Some(least), _) if least >= bound => Ok(true),
            (_, Some(most)) if most < bound => Ok(false),
            _ => Err(asked.call.exceeded()),
        }
    }

    /// A best move, None if the game is over; with `canonical`, the first of the best moves in the
    /// order of `legal_moves`, which may take longer. Raises `TimeLimit`.
    #[pyo3(signature = (position, *, canonical=false, time_limit=None))]
    fn best_move(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        canonical: bool,
        time_limit: Option<f64>,
    ) -> PyResult<Option<String>> {
        let asked = Self::ask(slf, position, time_limit, |engine, line, effort| {
            let effort = Effort {
                canonical,
                ..effort
            };
            engine.best_move(line, &effort)
        })?;
        match asked.answer.name {
            None if !asked.position.get().is_over()? => Err(asked.call.exceeded()),
            name => Ok(name),
        }
    }

    /// The values of a position and of all its moves, an `Analysis`.
    ///
    /// After `time_limit` seconds it has what is proved by then. With `distances` it tells how soon
    /// a decided game ends, where a search of at most 0.1 seconds finds it.
    #[pyo3(signature = (position, *, time_limit=None, distances=true))]
    fn analyse<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
        time_limit: Option<f64>,
        distances: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Self::ask(slf, position, time_limit, |engine, line, effort| {
            let effort = Effort {
                distances,
                ..effort
            };
            engine.report(line, &effort)
        })?;
        let position = asked.position.into_bound(slf.py()).into_any();
        answers::analysis(slf.py(), position, &asked.answer)
    }

    /// Best play from a position on, as far as it is known when `time_limit` seconds are over.
    #[pyo3(signature = (position, *, time_limit=None))]
    fn variation<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let asked = Self::ask(slf, position, time_limit, |engine, line, effort| {
            engine.variation(line, &effort)
        })?;
        PyTuple::new(slf.py(), asked.answer.moves)
    }

    /// Solves the game and writes the solution to the file `path`, and with `certificate` also a
    /// file by which a checker confirms it without long searches. Returns a `Solved`.
    ///
    /// `scope` is "weak" (a strategy for each side that secures the value of the start),
    /// "semi-strong" (all positions where at least one side has played canonical moves) or "strong"
    /// (all that play can reach). Positions above the level `cut` are left to search. Files with
    /// these names are replaced. What is solved when `time_limit` seconds are over, which raises
    /// `TimeLimit`, or at Ctrl-C is kept in `path`.work, from where the next call goes on; not with
    /// rules in Python, which may change. `progress` is True, a class such as `tqdm`, or a bar.
    ///
    /// >>> import os, solveig, tempfile
    /// >>> path = os.path.join(tempfile.mkdtemp(), "ttt.sol")
    /// >>> solved = solveig.Game("mnk:3x3?k=3").solve(path)
    /// >>> solved.value, solved.positions
    /// (0, 235)
    #[pyo3(signature = (
        path, *, certificate=None, scope="semi-strong", symmetry=true, cut=None,
        certificate_cut=None, time_limit=None, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        certificate: Option<PathBuf>,
        scope: &str,
        symmetry: bool,
        #[pyo3(from_py_with = numbers::cut)] cut: Option<u32>,
        #[pyo3(from_py_with = numbers::certificate_cut)] certificate_cut: Option<u32>,
        time_limit: Option<f64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = SolveArguments {
            path,
            certificate,
            scope: solving::scope(scope)?,
            symmetry,
            cut,
            certificate_cut,
        };
        let call = self
            .core
            .call(time_limit)?
            .reporting(py, progress, "solving")?;
        solving::solve(py, &self.core, &call, arguments)
    }

    /// Proves bounds on the value of a position (the start, if none is given) for its side to move,
    /// the exact value if no bound is given, and writes the proof to the file `path`. Returns a
    /// `Proved`.
    ///
    /// `moves` tells which winning moves the file holds: "canonical" ones, those "found" first, or
    /// in Go those of "history-free" strategies. Raises `Error` if a bound is false.
    #[pyo3(signature = (
        path, position=None, *, at_least=None, at_most=None, moves="canonical", time_limit=None,
        progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        position: Option<&Bound<'py, PyAny>>,
        at_least: Option<i32>,
        at_most: Option<i32>,
        moves: &str,
        time_limit: Option<f64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = match position {
            Some(given) => Position::of(&self.core, given, None)?.get().text()?,
            None => "-".to_owned(),
        };
        let claims = ProofBounds { at_least, at_most };
        let moves = solving::proof_moves(moves)?;
        let call = self
            .core
            .call(time_limit)?
            .reporting(py, progress, "proving")?;
        solving::prove(py, &self.core, &call, path, &position, claims, moves)
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

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let settings = &self.core.settings;
        let named = PyDict::new(py);
        if let Some(rules) = &self.core.rules {
            named.set_item("rules", &rules.object)?;
        }
        named.set_item("threads", settings.threads)?;
        named.set_item("memory", settings.memory)?;
        let spec = match self.core.rules {
            None => PyTuple::new(py, [self.core.game.spec()])?,
            Some(_) => PyTuple::empty(py),
        };
        Ok((spec, named))
    }
}
