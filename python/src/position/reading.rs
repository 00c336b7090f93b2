//! Positions from what a user gives.

use std::sync::Arc;

use numpy::{PyReadonlyArray2, PyUntypedArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use solveig::{Game as _, Notation};
use solveig_engine::Family;

use super::Position;
use crate::core::Core;
use crate::errors::{Kind, raised};

impl Position {
    /// The position that a text gives: moves from the start, a board, or a board and moves.
    pub fn read(core: &Arc<Core>, text: &str) -> PyResult<Self> {
        let text = text.trim();
        if matches!(text, "" | "-") {
            return Ok(Self::start(core));
        }
        let (board, moves) = match core.game.board_at_front(text) {
            Some((board, end)) => (board, text.get(end..).unwrap_or_default()),
            None => (text.to_owned(), ""),
        };
        match core.at_once(|| core.game.parse_board(&board))? {
            Some(Err(error)) => Err(raised(error)),
            Some(Ok(at)) => Self::root(core, at, core.is_first_to_move(&board)?).then(moves),
            None => Self::start(core).then(text),
        }
    }

    /// The position that an array of a board gives.
    fn read_array(
        core: &Arc<Core>,
        cells: &PyReadonlyArray2<'_, i8>,
        to_move: Option<i32>,
    ) -> PyResult<Self> {
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
        let first = to_move.map(is_first).transpose()?;
        let with_side = |first: bool| match about.family {
            Family::ConnectFour => board.to_owned(),
            _ => format!("{board} {}", if first { 'X' } else { 'O' }),
        };
        let found = match first {
            Some(first) => Self::read(core, &with_side(first))?,
            None => {
                let found = Self::read(core, &with_side(true));
                match (found, Self::read(core, &with_side(false))) {
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

    /// What a user gives for a position of a game.
    pub fn of(
        core: &Arc<Core>,
        given: &Bound<'_, PyAny>,
        to_move: Option<i32>,
    ) -> PyResult<Py<Self>> {
        let py = given.py();
        if let Ok(position) = given.cast::<Self>() {
            let other = &position.get().core;
            if !core.is_same_as(other) {
                let (own, other) = (core.game.spec(), other.game.spec());
                let said = match own == other {
                    true => format!("a position of {other} by other rules: expected equal rules"),
                    false => format!("a position of {other}: expected one of {own}"),
                };
                return Err(Kind::Position.says(said));
            }
            return Ok(position.clone().unbind());
        }
        if let Ok(text) = given.extract::<String>() {
            return Py::new(py, Self::read(core, &text)?);
        }
        expect_unmasked(given)?;
        if let Ok(cells) = given.extract::<PyReadonlyArray2<'_, i8>>() {
            return Py::new(py, Self::read_array(core, &cells, to_move)?);
        }
        if let Ok(moves) = given.extract::<Vec<String>>() {
            return Py::new(py, Self::start(core).then(&moves.join(" "))?);
        }
        let said = format!(
            "a {} for a position: expected moves or a board as text, a sequence of moves, an array \
             of int8 of shape (rows, columns), or a position",
            given.get_type().name()?
        );
        Err(PyTypeError::new_err(said))
    }
}

/// Whether the first side is the one to move.
pub fn is_first(to_move: i32) -> PyResult<bool> {
    match to_move {
        1 => Ok(true),
        -1 => Ok(false),
        other => {
            let said = format!("to_move: expected 1 or -1, found {other}");
            Err(Kind::Position.says(said))
        }
    }
}

/// Refuses arrays that have a mask, which would be lost.
pub fn expect_unmasked(given: &Bound<'_, PyAny>) -> PyResult<()> {
    match given.is_instance_of::<PyUntypedArray>() && given.hasattr("mask")? {
        true => {
            let said = "a masked array: expected one without a mask, as its method filled returns";
            Err(PyTypeError::new_err(said))
        }
        false => Ok(()),
    }
}
