//! Positions.

mod reading;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solveig::{AnyPosition, Game as _, GameExt, Keyed, Move, Notation, Symmetric};
use solveig_engine::{Cell, Line};
use solveig_game::{RepetitionKey, Symmetry, WideKey};

use crate::core::{Core, Game};
use crate::errors::{Kind, raised};

pub use reading::expect_unmasked;

/// A position of a game: immutable, hashable, and drawn in notebooks.
///
/// Two positions are equal if their games, boards and sides to move are; in games that look back on
/// the play, such as Go, also what came before.
///
/// >>> import solveig
/// >>> game = solveig.Game("mnk:3x3?k=3")
/// >>> game.position("a1 b2 c3") == game.position("c3 b2 a1")
/// True
#[pyclass(frozen, weakref, module = "solveig")]
pub struct Position {
    pub core: Arc<Core>,
    /// Where its moves begin.
    root: AnyPosition,
    first_at_root: bool,
    moves: Vec<Move>,
    pub at: AnyPosition,
}

impl Position {
    /// The position at which play begins here, with no moves.
    fn root(core: &Arc<Core>, at: AnyPosition, first: bool) -> Self {
        Self {
            core: Arc::clone(core),
            root: at.clone(),
            first_at_root: first,
            moves: Vec::new(),
            at,
        }
    }

    /// The start of a game.
    pub fn start(core: &Arc<Core>) -> Self {
        Self::root(core, core.start.clone(), core.starts_first)
    }

    /// The position at the end of moves from the start.
    pub fn played(core: &Arc<Core>, moves: Vec<Move>, at: AnyPosition) -> Self {
        Self {
            moves,
            at,
            ..Self::start(core)
        }
    }

    /// A position without the moves that lead there. The side that moved first at the start is to
    /// move if the level tells so.
    ///
    /// # Errors
    ///
    /// Fails as rules in Python do.
    pub fn alone(core: &Arc<Core>, at: AnyPosition) -> PyResult<Self> {
        let level = |at: &AnyPosition| core.game.level(at);
        let levels = core.at_once(|| level(&at) + level(&core.start))?;
        let first = core.starts_first == levels.is_multiple_of(2);
        Ok(Self::root(core, at, first))
    }

    /// The position with a key. `to_move` is 1 or -1 if the level does not tell.
    ///
    /// # Errors
    ///
    /// Fails if the key is of none.
    pub fn of_key(core: &Arc<Core>, key: WideKey, to_move: Option<i32>) -> PyResult<Self> {
        let at = core.at_once(|| core.game.position(key))?.map_err(raised)?;
        match to_move {
            None => Self::alone(core, at),
            Some(to_move) => Ok(Self::root(core, at, reading::is_first(to_move)?)),
        }
    }

    /// The position after more moves.
    fn then(&self, text: &str) -> PyResult<Self> {
        let list = || self.core.game.play_list(&self.at, text);
        let (at, played) = self.core.at_once(list)?.map_err(raised)?;
        Ok(Self {
            core: Arc::clone(&self.core),
            root: self.root.clone(),
            first_at_root: self.first_at_root,
            moves: [&self.moves[..], &played].concat(),
            at,
        })
    }

    /// The image under a symmetry, with its moves.
    fn image(&self, by: Symmetry) -> Self {
        let game = &self.core.game;
        let moves = self.moves.iter();
        Self {
            core: Arc::clone(&self.core),
            root: game.transform(&self.root, by),
            first_at_root: self.first_at_root,
            moves: moves.map(|one| game.transform_move(*one, by)).collect(),
            at: game.transform(&self.at, by),
        }
    }

    /// The earlier positions that the rules look back on, in an order of their own.
    fn history(&self) -> Vec<RepetitionKey> {
        let mut history = Vec::new();
        if let Some(rule) = self.core.game.repetition_rule() {
            let _ = rule.history(&self.at, &mut |key| {
                history.push(key);
                ControlFlow::Continue(())
            });
            history.sort_unstable();
        }
        history
    }

    /// Whether this is the same position of the same game as another.
    fn is(&self, other: &Self) -> bool {
        self.at == other.at
            && self.is_first() == other.is_first()
            && self.core.is_same_as(&other.core)
            && self.history() == other.history()
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
        if self.root == self.core.start && self.first_at_root == self.core.starts_first {
            return Ok("-".to_owned());
        }
        game.format_board(&self.root, self.first_at_root)
            .ok_or_else(|| {
                let said = format!("{}: no text gives this position", game.spec());
                Kind::Position.says(said)
            })
    }

    /// The moves from the root by name.
    fn names(&self) -> Vec<String> {
        let moves = self.moves.iter();
        moves.map(|one| self.core.move_name(*one)).collect()
    }

    /// The line that leads here.
    ///
    /// # Errors
    ///
    /// Fails if no text gives the position.
    pub fn line(&self) -> PyResult<Line> {
        Ok(Line {
            from: self.from()?,
            moves: self.names().join(" "),
        })
    }

    /// A text that gives the position.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    pub fn text(&self) -> PyResult<String> {
        let Line { from, moves } = self.line()?;
        Ok(match (from.as_str(), moves.as_str()) {
            ("-", "") => from,
            ("-", _) => moves,
            (_, "") => from,
            _ => format!("{from} {moves}"),
        })
    }

    /// The cells, in the order in which they are printed.
    fn printed_cells(&self) -> PyResult<Vec<Cell>> {
        let about = self.core.by_rules.about();
        let board = self.board().filter(|_| about.family.has_cells());
        let Some(board) = board else {
            return Ok(Vec::new());
        };
        let state = self.core.by_rules.state(&Line::at(board)).map_err(raised)?;
        if about.first_row_at_top || about.columns == 0 {
            return Ok(state.cells);
        }
        let rows = state.cells.chunks(about.columns as usize).rev();
        Ok(rows.flatten().copied().collect())
    }
}

#[pymethods]
impl Position {
    /// The game, as a `Game`.
    #[getter]
    fn game(&self) -> Game {
        Game {
            core: Arc::clone(&self.core),
        }
    }

    /// The moves that led here from the start or from the board that was given, by name.
    ///
    /// >>> import solveig
    /// >>> solveig.Game("othello:6x6").position("c2b2").moves
    /// ('c2', 'b2')
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.names())
    }

    /// The names of the legal moves in the order that breaks ties; none if the game is over.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let moves = self.core.at_once(|| self.core.game.moves(&self.at))?;
        PyTuple::new(py, moves.iter().map(|one| self.core.move_name(*one)))
    }

    /// The side to move, "first" or "second", also if the game is over. The first side is the one
    /// with the stones X, 1 in arrays.
    #[getter]
    pub fn to_move(&self) -> &'static str {
        match self.is_first() {
            true => "first",
            false => "second",
        }
    }

    /// The level: in most games the number of stones.
    #[getter]
    fn level(&self) -> PyResult<u32> {
        self.core.at_once(|| self.core.game.level(&self.at))
    }

    /// Whether the game is over.
    #[getter]
    pub fn is_over(&self) -> PyResult<bool> {
        Ok(self.payoff()?.is_some())
    }

    /// What a finished game is worth to the side to move, in the unit of the game; None while it
    /// goes on.
    #[getter]
    fn payoff(&self) -> PyResult<Option<i32>> {
        self.core
            .at_once(|| self.core.game.terminal_value(&self.at))
    }

    /// The board as text that `Game.position` reads back; None in games without such text.
    #[getter]
    fn board(&self) -> Option<String> {
        self.core.game.format_board(&self.at, self.is_first())
    }

    /// A letter for each cell, row by row from the top, as `render` prints them: "X" of the side
    /// that moves first, "O" of the other, "-" for an empty cell. Empty in games without cells.
    #[getter]
    fn cells(&self) -> PyResult<String> {
        Ok(self
            .printed_cells()?
            .iter()
            .map(|one| one.letter())
            .collect())
    }

    /// The exact key, less than 2**256: positions of a game have the same key only if they are the
    /// same for the side to move, whatever the colours.
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

    /// The position after a move, or after several in one text. Forced passes may be left out.
    ///
    /// Raises `IllegalMove` or `PositionError`.
    ///
    /// >>> import solveig
    /// >>> solveig.Game("mnk:3x3?k=3").start.play("b2").to_move
    /// 'second'
    fn play(&self, r#move: &str) -> PyResult<Self> {
        self.then(r#move)
    }

    /// The distinct images of the position under the symmetries of the game, itself first.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut images: Vec<Self> = Vec::new();
        for by in (0..self.core.game.symmetries()).map(Symmetry) {
            let image = self.image(by);
            if !images.iter().any(|other| other.is(&image)) {
                images.push(image);
            }
        }
        PyTuple::new(py, images)
    }

    /// The image that stands for all of them: the one with the least key.
    fn canonical(&self) -> Self {
        let (_, symmetry) = self.core.game.canonical(&self.at);
        self.image(symmetry)
    }

    /// The board in lines of text, as `str` does.
    fn render(&self) -> PyResult<String> {
        self.core
            .at_once(|| self.core.game.render(&self.at, self.is_first()))
    }

    /// The cells as a new int8 array of shape (rows, columns), row 0 at the top: 1 for the side
    /// that moves first, -1 for the other, 0 for an empty cell, 2 for what neither side owns;
    /// counts as they are. Shape (0, 0) in games without cells.
    ///
    /// >>> import solveig
    /// >>> solveig.Game("mnk:3x3?k=3").position("a1 b2").array()
    /// array([[ 1,  0,  0],
    ///        [ 0, -1,  0],
    ///        [ 0,  0,  0]], dtype=int8)
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

    /// The board as SVG. `values`, an `Analysis`, a `Probe` or a mapping from moves to numbers,
    /// puts the value of each move where its stone would land, for the side that plays it.
    #[pyo3(signature = (values=None))]
    fn svg<'py>(
        slf: &Bound<'py, Self>,
        values: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let drawing = slf.py().import("solveig._drawing")?;
        drawing.call_method1("svg", (slf, values))
    }

    /// The legal moves, each with the cell where its stone lands, in the order of `cells`.
    fn _move_cells(&self) -> PyResult<Vec<(String, Option<u32>)>> {
        let about = self.core.by_rules.about();
        let board = self.board().filter(|_| about.family.has_cells());
        let Some(board) = board else {
            return Ok(Vec::new());
        };
        let state = self.core.by_rules.state(&Line::at(board)).map_err(raised)?;
        let printed = |cell: u32| match about.first_row_at_top {
            true => cell,
            false => (about.rows - 1 - cell / about.columns) * about.columns + cell % about.columns,
        };
        let legal = state.legal.into_iter();
        Ok(legal.map(|one| (one.name, one.cell.map(printed))).collect())
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::svg(slf, None)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::svg(slf, None)
    }

    fn _repr_pretty_(&self, printer: &Bound<'_, PyAny>, cycle: bool) -> PyResult<()> {
        let text = if cycle {
            "...".to_owned()
        } else {
            self.render()?
        };
        printer.call_method1("text", (text,)).map(drop)
    }

    fn __str__(&self) -> PyResult<String> {
        self.render()
    }

    fn __repr__(&self) -> String {
        let spec = self.core.game.spec();
        match self.text() {
            Ok(text) => format!("Position({spec:?}, {text:?})"),
            Err(_) => format!(
                "<Position of {spec}, key {:#x}>",
                self.core.game.key(&self.at)
            ),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.is(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.core.game.spec().hash(&mut hasher);
        (&self.at, self.is_first(), self.history()).hash(&mut hasher);
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
    ) -> PyResult<(Bound<'py, PyAny>, (Game, String, String))> {
        let restore = py.import("solveig._core")?.getattr("_restore_position")?;
        let Line { from, moves } = self.line()?;
        Ok((restore, (self.game(), from, moves)))
    }
}

/// The position at the end of a line, as a pickle has it.
#[pyfunction(name = "_restore_position")]
pub fn restore_position(game: &Bound<'_, Game>, root: &str, moves: &str) -> PyResult<Position> {
    Position::read(&game.get().core, root)?.then(moves)
}
