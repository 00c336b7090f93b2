//! m,n,k games: the first player with k stones in line wins; tic-tac-toe is `mnk:3x3?k=3`.

mod rules;
mod threats;

use solveig_game::{Spec, SpecError};
use solveig_search::solvers::{Factory, Solvers};

use self::threats::MnkKnowledge;
use crate::named::{NamedGame, Solvable};
use crate::position::AnyPosition;
use crate::{BoardLayout, Family};

pub use rules::{Mnk, Position};

impl NamedGame for Mnk {
    const NAME: &'static str = "mnk";
    const SPEC: &'static str = "mnk:CxR?k=K";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&["k"])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let k = spec.number("k", Self::SPEC)?;
        Self::new(columns, rows, k).map_err(|error| spec.error(error.problem))
    }

    fn layout(&self) -> BoardLayout {
        let (columns, rows) = (self.grid().columns(), self.grid().rows());
        BoardLayout::lettered(Family::Mnk, columns, rows, ["X", "O"])
    }

    fn into_any(position: Position) -> AnyPosition {
        position.into_any()
    }

    #[inline]
    fn from_any(any: &AnyPosition) -> Position {
        Position::from_any(any)
    }
}

impl Solvable for Mnk {
    fn solvers(&self) -> Factory<Self> {
        Solvers::shared(self, Some(MnkKnowledge))
    }

    fn solvers_by_rules(&self) -> Factory<Self> {
        Solvers::shared(self, None::<MnkKnowledge>)
    }
}
