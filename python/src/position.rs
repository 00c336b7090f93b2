//! Positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solveig::{AnyPosition, Game as _, GameExt, Keyed, Move, Notation, Symmetric};
use solveig_engine::{Cell, Family, Line};
use solveig_game::{Symmetry, WideKey, is_first_at_start};

use crate::core::Core;
use crate::errors::{Kind, raised};
use crate::game::Game;

/// A position of a game.
#[pyclass(frozen, module = "solveig")]
pub struct Position {
    pub core: Arc<Core>,
    /// The game object it came from.
    pub game: Py<Game>,
    /// Where its moves begin.
    root: AnyPosition,
    first_at_root: bool,
    moves: Vec<Move>,
    pub at: AnyPosition,
}

impl Position {
    /// The position at which play begins here, with no moves.
    pub fn root(game: &Bound<'_, Game>, at: AnyPosition, first: bool) -> Self {
        Self {
            core: Arc::clone(&game.get().core),
            game: game.clone().unbind(),
            root: at.clone(),
            first_at_root: first,
            moves: Vec::new(),
            at,
        }
    }

    /// The start of a game.
    pub fn start(game: &Bound<'_, Game>) -> Self {
        let of = &game.get().core.game;
        Self::root(game, of.start(), is_first_at_start(of))
    }

    /// The position that a text gives: moves from the start, a board, or a board and moves.
    pub fn read(game: &Bound<'_, Game>, text: &str) -> PyResult<Self> {
        let core = &game.get().core;
        let text = text.trim();
        if matches!(text, "" | "-") {
            return Ok(Self::start(game));
        }
        let (board, moves) = match core.game.board_at_front(text) {
            Some((board, end)) => (board, text.get(end..).unwrap_or_default()),
            None => (text.to_owned(), ""),
        };
        match core.game.parse_board(&board) {
            Some(Err(error)) => Err(raised(error)),
            Some(Ok(at)) => {
                Self::root(game, at, core.is_first_to_move(&board)?).then(game.py(), moves)
            }
            None => Self::start(game).then(game.py(), text),
        }
    }

    /// The position that an array of a board gives.
    fn read_array(
        game: &Bound<'_, Game>,
        cells: &PyReadonlyArray2<'_, i8>,
        to_move: Option<i32>,
    ) -> PyResult<Self> {
        let core = &game.get().core;
        let about = core.by_rules.about();
        let cells = cells.as_array();
        let wanted = [about.rows as usize, about.columns as usize];
        if !about.family.has_cells() || cells.shape() != wanted {
            let said = format!(
                "an array of shape {:?} for {}: expected {wanted:?}",
                cells.shape(),
                about.spec
            );
            return Err(Kind::Position.says(said));
        }
        let mut letters = Vec::new();
        for row in 0..wanted[0] {
            // Boards of Connect Four are written from the top, all others from row 1 on.
            let row = match about.first_row_at_top || about.family == Family::ConnectFour {
                true => row,
                false => wanted[0] - 1 - row,
            };
            for cell in cells.row(row) {
                letters.push(match cell {
                    0 => '-',
                    1 => 'X',
                    -1 => 'O',
                    other => {
                        let said = format!("expected cells of 1, -1 and 0, found {other}");
                        return Err(Kind::Position.says(said));
                    }
                });
            }
            if about.family == Family::ConnectFour {
                letters.push('/');
            }
        }
        let board: String = letters.iter().collect();
        let board = board.trim_end_matches('/');
        let first = match to_move {
            None => None,
            Some(1) => Some(true),
            Some(-1) => Some(false),
            Some(other) => {
                let said = format!("to_move: expected 1 or -1, found {other}");
                return Err(Kind::Position.says(said));
            }
        };
        let with_side = |first: bool| match about.family {
            Family::ConnectFour => board.to_owned(),
            _ => format!("{board} {}", if first { 'X' } else { 'O' }),
        };
        let found = match first {
            Some(first) => Self::read(game, &with_side(first))?,
            None => {
                let found = Self::read(game, &with_side(true));
                match (found, Self::read(game, &with_side(false))) {
                    (Ok(one), Ok(other)) if one.is_first() != other.is_first() => {
                        let said = "either side may be to move on this board: expected to_move";
                        return Err(Kind::Position.says(said));
                    }
                    (Ok(found), _) | (Err(_), Ok(found)) => found,
                    (Err(error), Err(_)) => return Err(error),
                }
            }
        };
        if first.is_some_and(|first| first != found.is_first()) {
            let said = format!(
                "to_move: the {} side is to move on this board",
                found.to_move()
            );
            return Err(Kind::Position.says(said));
        }
        Ok(found)
    }

    /// What a user gives for a position of `game`.
    pub fn of(
        game: &Bound<'_, Game>,
        given: &Bound<'_, PyAny>,
        to_move: Option<i32>,
    ) -> PyResult<Py<Self>> {
        let py = game.py();
        if let Ok(position) = given.cast::<Self>() {
            let (own, other) = (&game.get().core, &position.get().core);
            if !own.is_same_as(other) {
                let (own, other) = (own.game.spec(), other.game.spec());
                let said = format!("a position of {other}: expected one of {own}");
                return Err(Kind::Position.says(said));
            }
            return Ok(position.clone().unbind());
        }
        if let Ok(text) = given.extract::<String>() {
            return Py::new(py, Self::read(game, &text)?);
        }
        if let Ok(cells) = given.extract::<PyReadonlyArray2<'_, i8>>() {
            return Py::new(py, Self::read_array(game, &cells, to_move)?);
        }
        if let Ok(moves) = given.extract::<Vec<String>>() {
            return Py::new(py, Self::start(game).then(py, &moves.join(" "))?);
        }
        let said = format!(
            "a {} for a position: expected moves or a board as text, a sequence of moves, an array \
             of int8 of shape (rows, columns), or a position",
            given.get_type().name()?
        );
        Err(PyTypeError::new_err(said))
    }

    /// The position after more moves.
    fn then(&self, py: Python<'_>, text: &str) -> PyResult<Self> {
        let (at, played) = self.core.game.play_list(&self.at, text).map_err(raised)?;
        Ok(Self {
            core: Arc::clone(&self.core),
            game: self.game.clone_ref(py),
            root: self.root.clone(),
            first_at_root: self.first_at_root,
            moves: [&self.moves[..], &played].concat(),
            at,
        })
    }

    /// The image under a symmetry, with its moves.
    fn image(&self, py: Python<'_>, by: Symmetry) -> Self {
        let game = &self.core.game;
        let moves = self.moves.iter();
        Self {
            core: Arc::clone(&self.core),
            game: self.game.clone_ref(py),
            root: game.transform(&self.root, by),
            first_at_root: self.first_at_root,
            moves: moves.map(|one| game.transform_move(*one, by)).collect(),
            at: game.transform(&self.at, by),
        }
    }

    /// Whether the side that moves first in the play is to move.
    pub fn is_first(&self) -> bool {
        self.first_at_root == self.moves.len().is_multiple_of(2)
    }

    /// The board at which the moves begin; `-` for the start.
    ///
    /// # Errors
    ///
    /// Fails if that is not the start of a game without boards as text.
    fn from(&self) -> PyResult<String> {
        let game = &self.core.game;
        if self.root == game.start() && self.first_at_root == is_first_at_start(game) {
            return Ok("-".to_owned());
        }
        game.format_board(&self.root, self.first_at_root)
            .ok_or_else(|| {
                let said = format!("{}: no text gives this position", game.spec());
                Kind::Position.says(said)
            })
    }

    /// The line that leads here.
    ///
    /// # Errors
    ///
    /// Fails if no text gives the position.
    pub fn line(&self) -> PyResult<Line> {
        Ok(Line {
            from: self.from()?,
            moves: self.moves().join(" "),
        })
    }

    /// The cells, in the order in which they are printed.
    fn printed_cells(&self) -> PyResult<Vec<Cell>> {
        let Some(board) = self.board() else {
            return Ok(Vec::new());
        };
        let state = self.core.by_rules.state(&Line::at(board)).map_err(raised)?;
        let about = self.core.by_rules.about();
        if about.first_row_at_top || about.columns == 0 {
            return Ok(state.cells);
        }
        let rows = state.cells.chunks(about.columns as usize).rev();
        Ok(rows.flatten().copied().collect())
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        let moves = self.moves.iter();
        moves.map(|one| self.core.move_name(*one)).collect()
    }

    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let moves = self.core.game.moves(&self.at);
        PyTuple::new(py, moves.iter().map(|one| self.core.move_name(*one)))
    }

    #[getter]
    pub fn to_move(&self) -> &'static str {
        match self.is_first() {
            true => "first",
            false => "second",
        }
    }

    #[getter]
    fn level(&self) -> u32 {
        self.core.game.level(&self.at)
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.payoff().is_some()
    }

    #[getter]
    fn payoff(&self) -> Option<i32> {
        self.core.game.terminal_value(&self.at)
    }

    #[getter]
    fn board(&self) -> Option<String> {
        self.core.game.format_board(&self.at, self.is_first())
    }

    #[getter]
    fn cells(&self) -> PyResult<String> {
        Ok(self
            .printed_cells()?
            .iter()
            .map(|one| one.letter())
            .collect())
    }

    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let WideKey { high, low } = self.core.game.key(&self.at);
        let low = low.into_pyobject(py)?.into_any();
        match high {
            0 => Ok(low),
            high => high
                .into_pyobject(py)?
                .into_any()
                .lshift(u128::BITS)?
                .bitor(low),
        }
    }

    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<Self> {
        self.then(py, r#move)
    }

    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut images: Vec<Self> = Vec::new();
        for by in (0..self.core.game.symmetries()).map(Symmetry) {
            let image = self.image(py, by);
            if images.iter().all(|other| other.at != image.at) {
                images.push(image);
            }
        }
        PyTuple::new(py, images)
    }

    fn canonical(&self, py: Python<'_>) -> Self {
        let (_, symmetry) = self.core.game.canonical(&self.at);
        self.image(py, symmetry)
    }

    fn render(&self) -> String {
        self.core.game.render(&self.at, self.is_first())
    }

    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let about = self.core.by_rules.about();
        let cells = self.printed_cells()?.into_iter().map(|cell| match cell {
            Cell::Empty => 0,
            Cell::First => 1,
            Cell::Second => -1,
            Cell::Neither => 2,
            Cell::Count(count) => i8::try_from(count).unwrap_or(i8::MAX),
        });
        let flat = numpy::PyArray1::from_iter(py, cells);
        flat.reshape([about.rows as usize, about.columns as usize])
    }

    #[pyo3(signature = (values=None))]
    fn svg<'py>(
        slf: &Bound<'py, Self>,
        values: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let drawing = slf.py().import("solveig._drawing")?;
        drawing.call_method1("svg", (slf, values))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::svg(slf, None)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::svg(slf, None)
    }

    fn __str__(&self) -> String {
        self.render()
    }

    fn __repr__(&self) -> PyResult<String> {
        let Line { from, moves } = self.line()?;
        let text = match (from.as_str(), moves.as_str()) {
            ("-", moves) => moves.to_owned(),
            (from, "") => from.to_owned(),
            (from, moves) => format!("{from} {moves}"),
        };
        Ok(format!("Position({:?}, {text:?})", self.core.game.spec()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.at == other.at
                && self.is_first() == other.is_first()
                && self.core.is_same_as(&other.core)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.core.game.spec().hash(&mut hasher);
        (&self.at, self.is_first()).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, String, String))> {
        let restore = py.import("solveig._core")?.getattr("_restore_position")?;
        let Line { from, moves } = self.line()?;
        Ok((restore, (self.game.clone_ref(py), from, moves)))
    }
}

/// The position at the end of a line, as a pickle has it.
#[pyfunction(name = "_restore_position")]
pub fn restore_position(game: &Bound<'_, Game>, root: &str, moves: &str) -> PyResult<Position> {
    Position::read(game, root)?.then(game.py(), moves)
}
