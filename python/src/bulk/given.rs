//! Many positions as a user gives them: boards, keys, or a sequence of positions.

use std::sync::Arc;

use numpy::ndarray::{ArrayView1, ArrayView2, ArrayView3, Axis, NewAxis, s};
use numpy::{
    PyArrayDescrMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use solveig::{AnyGame, AnyPosition, Keyed, Notation};
use solveig_engine::Line;
use solveig_game::{Key as _, WideKey};

use crate::core::Core;
use crate::errors::Kind;
use crate::position::Position;

/// Cells of the largest board that is read without text.
const MAX_CELLS: usize = 128;

/// Positions that are read between two looks for a signal.
const PATIENCE: usize = 256;

/// Positions in the memory of Python.
pub enum Given<'py> {
    Boards {
        cells: PyReadonlyArray3<'py, i8>,
        to_move: Option<PyReadonlyArray1<'py, i8>>,
    },
    Keys(PyReadonlyArray1<'py, u64>),
    WideKeys(PyReadonlyArray2<'py, u64>),
    Listed(Vec<Py<Position>>),
}

/// The same for other threads.
#[derive(Clone, Copy)]
pub enum View<'a> {
    Boards(Boards<'a>),
    /// A row for each key, the word of its low bits in front.
    Keys(ArrayView2<'a, u64>),
    Listed(&'a [Listed]),
}

/// A position of a sequence, and the line that leads there, if text gives it.
pub struct Listed {
    at: AnyPosition,
    line: Option<Line>,
}

/// Boards as arrays.
#[derive(Clone, Copy)]
pub struct Boards<'a> {
    cells: ArrayView3<'a, i8>,
    /// The side to move on each; `None` where the boards tell.
    to_move: Option<ArrayView1<'a, i8>>,
    first_row_at_top: bool,
}

/// A position, and whether the player who moved first in the play is to move, where that is told.
pub struct Read {
    pub at: AnyPosition,
    pub first: Option<bool>,
}

/// What is expected of an array.
fn expected(core: &Core) -> String {
    let about = core.by_rules.about();
    let keys = match core.game.key_bits().div_ceil(64) {
        0 | 1 => "(n,)".to_owned(),
        words => format!("(n, {words})"),
    };
    let keys = format!("keys of uint64 of shape {keys}");
    match about.family.has_cells() {
        true => format!(
            "boards of int8 of shape (n, {}, {}), or {keys}",
            about.rows, about.columns
        ),
        false => keys,
    }
}

impl<'py> Given<'py> {
    /// What a user gives for many positions. `to_move` is 1 or -1, or an array of these.
    ///
    /// # Errors
    ///
    /// Fails if it has another shape or type.
    pub fn read(
        core: &Arc<Core>,
        given: &Bound<'py, PyAny>,
        to_move: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let array = given.cast::<PyUntypedArray>();
        let given = match array {
            Ok(array) if array.dtype().kind() != b'O' => Self::of_array(core, array)?,
            _ => Self::of_sequence(core, given)?,
        };
        match (to_move, given) {
            (None, given) => Ok(given),
            (Some(to_move), Self::Boards { cells, .. }) => {
                let to_move = sides(to_move, cells.shape()[0])?;
                Ok(Self::Boards {
                    cells,
                    to_move: Some(to_move),
                })
            }
            (Some(_), _) => {
                let said = "to_move: expected it with boards alone: keys and positions tell it";
                Err(PyTypeError::new_err(said))
            }
        }
    }

    fn of_array(core: &Core, array: &Bound<'py, PyUntypedArray>) -> PyResult<Self> {
        let about = core.by_rules.about();
        let words = core.game.key_bits().div_ceil(64) as usize;
        let board = [about.rows as usize, about.columns as usize];
        if let Ok(cells) = array.extract::<PyReadonlyArray3<'_, i8>>()
            && about.family.has_cells()
            && cells.shape()[1..] == board
        {
            let to_move = None;
            return Ok(Self::Boards { cells, to_move });
        }
        if let Ok(keys) = array.extract::<PyReadonlyArray1<'_, u64>>()
            && words <= 1
        {
            return Ok(Self::Keys(keys));
        }
        if let Ok(keys) = array.extract::<PyReadonlyArray2<'_, u64>>()
            && keys.shape()[1] == words
        {
            return Ok(Self::WideKeys(keys));
        }
        let shape = array.getattr("shape")?;
        let said = format!(
            "an array of {} of shape {shape} for positions of {}: expected {}",
            array.dtype(),
            about.spec,
            expected(core)
        );
        let is_of_type = matches!(
            (array.dtype().kind(), array.dtype().itemsize()),
            (b'i', 1) | (b'u', 8)
        );
        Err(match is_of_type {
            true => PyValueError::new_err(said),
            false => PyTypeError::new_err(said),
        })
    }

    fn of_sequence(core: &Arc<Core>, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        let items = match given.is_instance_of::<PyString>() {
            true => None,
            false => given.try_iter().ok(),
        };
        let Some(items) = items else {
            let said = format!(
                "a {} for many positions: expected {}, or a sequence of positions",
                given.get_type().name()?,
                expected(core)
            );
            return Err(PyTypeError::new_err(said));
        };
        let mut positions = Vec::new();
        for item in items {
            let index = positions.len();
            if index % PATIENCE == 0 {
                given.py().check_signals()?;
            }
            let position = Position::of(core, &item?, None);
            positions.push(position.map_err(|error| at_index(given.py(), index, &error))?);
        }
        Ok(Self::Listed(positions))
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        match self {
            Self::Boards { cells, .. } => cells.shape()[0],
            Self::Keys(keys) => keys.len(),
            Self::WideKeys(keys) => keys.shape()[0],
            Self::Listed(positions) => positions.len(),
        }
    }

    /// The positions of a sequence, which [`view`](Self::view) shows; none of arrays.
    pub fn listed(&self) -> Vec<Listed> {
        let Self::Listed(positions) = self else {
            return Vec::new();
        };
        let listed = |one: &Py<Position>| Listed {
            at: one.get().at.clone(),
            line: one.get().line().ok(),
        };
        positions.iter().map(listed).collect()
    }

    /// The positions for other threads.
    pub fn view<'a>(&'a self, core: &Core, listed: &'a [Listed]) -> View<'a> {
        match self {
            Self::Boards { cells, to_move } => View::Boards(Boards {
                cells: cells.as_array(),
                to_move: to_move.as_ref().map(PyReadonlyArray1::as_array),
                first_row_at_top: core.by_rules.about().first_row_at_top,
            }),
            Self::Keys(keys) => View::Keys(keys.as_array().slice_move(s![.., NewAxis])),
            Self::WideKeys(keys) => View::Keys(keys.as_array()),
            Self::Listed(_) => View::Listed(listed),
        }
    }

    /// The first of the positions that is none.
    ///
    /// # Errors
    ///
    /// Fails with what is wrong with it, and its index; where nothing is, the positions are
    /// returned as a sequence, since the game reads them as text alone.
    pub fn by_text(&self, py: Python<'py>, core: &Arc<Core>) -> PyResult<Self> {
        let listed = self.listed();
        let view = self.view(core, &listed);
        let mut positions = Vec::new();
        for index in 0..self.len() {
            if index % PATIENCE == 0 {
                py.check_signals()?;
            }
            if let Some(read) = core.at_once(|| view.position(&core.game, index))? {
                positions.push(Py::new(py, Position::alone(core, read.at)?)?);
                continue;
            }
            let position = self.one_by_text(core, index);
            positions.push(position.map_err(|error| at_index(py, index, &error))?);
        }
        Ok(Self::Listed(positions))
    }

    /// The position at an index that the fast way does not read.
    fn one_by_text(&self, core: &Arc<Core>, index: usize) -> PyResult<Py<Position>> {
        let Self::Boards { cells, to_move } = self else {
            let listed = self.listed();
            let key = self.view(core, &listed).key(index).unwrap_or_default();
            return Err(Kind::Position.says(solveig_game::InvalidKey(key)));
        };
        let to_move = to_move.as_ref().map(|sides| sides.as_array()[index].into());
        Position::of(core, &cells.as_any().get_item(index)?, to_move)
    }
}

/// The error of the position at an index of many.
fn at_index(py: Python<'_>, index: usize, error: &PyErr) -> PyErr {
    let said = format!("position {index}: {}", error.value(py));
    PyErr::from_type(error.get_type(py), said)
}

/// The side to move of each of `count` boards.
fn sides<'py>(given: &Bound<'py, PyAny>, count: usize) -> PyResult<PyReadonlyArray1<'py, i8>> {
    let py = given.py();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let wrong = || {
        let said = format!("to_move: expected 1, -1, or an array of {count} of these");
        PyValueError::new_err(said)
    };
    let is_turn = numpy.call_method1("isin", (&array, [1, -1]))?;
    if !is_turn.call_method0("all")?.extract::<bool>()? {
        return Err(wrong());
    }
    let array = numpy.call_method1("asarray", (array, "int8"))?;
    let array = numpy.call_method1("broadcast_to", (array, (count,)));
    array.and_then(|array| array.extract()).map_err(|_| wrong())
}

impl View<'_> {
    /// The number of positions.
    pub fn len(&self) -> usize {
        match self {
            Self::Boards(boards) => boards.cells.shape()[0],
            Self::Keys(keys) => keys.nrows(),
            Self::Listed(positions) => positions.len(),
        }
    }

    fn key(&self, index: usize) -> Option<WideKey> {
        let Self::Keys(keys) = self else {
            return None;
        };
        let mut words = keys.row(index).into_iter().copied();
        let mut two =
            || words.next().map_or(0, u128::from) | words.next().map_or(0, u128::from) << 64;
        Some(WideKey {
            low: two(),
            high: two(),
        })
    }

    /// The position at an index; `None` if there is none, or only text tells.
    pub fn position(&self, game: &AnyGame, index: usize) -> Option<Read> {
        match self {
            Self::Boards(boards) => boards.position(game, index),
            Self::Keys(_) => {
                let at = game.position(WideKey::from_wide(self.key(index)?)?).ok()?;
                Some(Read { at, first: None })
            }
            Self::Listed(positions) => Some(Read {
                at: positions[index].at.clone(),
                first: None,
            }),
        }
    }

    /// The text of the position at an index; `None` if there is none.
    pub fn line(&self, game: &AnyGame, index: usize) -> Option<Line> {
        if let Self::Listed(positions) = self {
            return positions[index].line.clone();
        }
        let Read { at, first } = self.position(game, index)?;
        let board = game.format_board(&at, first.unwrap_or(true))?;
        Some(Line::at(board))
    }
}

impl Boards<'_> {
    fn position(&self, game: &AnyGame, index: usize) -> Option<Read> {
        let board = self.cells.index_axis(Axis(0), index);
        let mut room = [0; MAX_CELLS];
        let cells = match board.as_slice() {
            Some(cells) => cells,
            None => {
                let room = room.get_mut(..board.len())?;
                for (cell, from) in room.iter_mut().zip(board) {
                    *cell = *from;
                }
                room
            }
        };
        let mut stones = stones_of(cells)?;
        if !self.first_row_at_top {
            stones = stones.map(|drawn| from_below(drawn, board.nrows(), board.ncols()));
        }
        let read = |first| {
            let at = game.position_of_stones(stones, first)?;
            Some(Read {
                at,
                first: Some(first),
            })
        };
        match self.to_move {
            Some(to_move) => read(to_move[index] > 0),
            None => match (read(true), read(false)) {
                (Some(_), Some(_)) => None,
                (one, other) => one.or(other),
            },
        }
    }
}

/// The cells with 1 and those with -1, a bit each; `None` if a cell is neither of these nor 0.
fn stones_of(cells: &[i8]) -> Option<[u128; 2]> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Gathers the lowest bit of each byte, that of the first byte lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    if cells.len() > MAX_CELLS {
        return None;
    }
    let mut stones = [0; 2];
    for (place, part) in cells.chunks(8).enumerate() {
        let mut bytes = [0; 8];
        for (byte, cell) in bytes.iter_mut().zip(part) {
            *byte = cell.cast_unsigned();
        }
        let word = u64::from_le_bytes(bytes);
        let negative = word >> 7 & EACH;
        let positive = word & EACH & !negative;
        if word != (negative * 0xff) | positive {
            return None;
        }
        for (side, ones) in stones.iter_mut().zip([positive, negative]) {
            *side |= u128::from(ones.wrapping_mul(GATHER) >> 56) << (8 * place);
        }
    }
    Some(stones)
}

/// A board whose rows are in the opposite order.
fn from_below(drawn: u128, rows: usize, columns: usize) -> u128 {
    let row = u128::MAX >> (128 - columns.clamp(1, 128));
    (0..rows).fold(0, |board, one| {
        board | (drawn >> (one * columns) & row) << ((rows - 1 - one) * columns)
    })
}
