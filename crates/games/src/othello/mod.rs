//! Othello on every board with even sides of at least four and at most 64 squares.

mod geometry;
pub mod knowledge;
mod rules;

use solveig_game::{Key, Spec, SpecError};
use solveig_search::solvers::{Factory, Solvers};

use crate::any::AnyGame;
use crate::entry::GameEntry;
use crate::named::{NamedGame, Solvable};
use crate::position::AnyPosition;
use crate::{BoardLayout, Family};
use knowledge::OthelloKnowledge;

pub use rules::{Othello, Position};

/// The entry of Othello: keys have 64 bits on boards of up to 40 squares, and 128 bits on others.
pub(crate) const ENTRY: GameEntry =
    GameEntry::with(Othello::<u64>::NAME, Othello::<u64>::SPEC, |spec| {
        let (columns, rows) = spec.columns_by_rows()?;
        match columns.saturating_mul(rows) {
            ..=40 => Othello::<u64>::from_spec(spec).map(AnyGame::new),
            41.. => Othello::<u128>::from_spec(spec).map(AnyGame::new),
        }
    });

impl<K: Key> NamedGame for Othello<K> {
    const NAME: &'static str = "othello";
    const SPEC: &'static str = "othello:CxR";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&[])?;
        let (columns, rows) = spec.columns_by_rows()?;
        Self::new(columns, rows).map_err(|error| spec.error(error.problem))
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        Self::perft(self, *position, depth)
    }

    fn layout(&self) -> BoardLayout {
        let (columns, rows) = (self.grid().columns(), self.grid().rows());
        BoardLayout::lettered(Family::Othello, columns, rows, ["Black", "White"])
    }

    fn into_any(position: Position) -> AnyPosition {
        position.into_any()
    }

    #[inline]
    fn from_any(any: &AnyPosition) -> Position {
        Position::from_any(any)
    }
}

impl<K: Key> Solvable for Othello<K> {
    fn solvers(&self) -> Factory<Self> {
        Solvers::shared(self, Some(OthelloKnowledge::new(self)))
    }

    fn solvers_by_rules(&self) -> Factory<Self> {
        Solvers::shared(self, None::<OthelloKnowledge>)
    }
}
