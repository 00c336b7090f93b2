//! Connect Four on every board whose bits fit 64.
//!
//! The bit of a square is `column * (rows + 1) + row`, row 0 at the bottom; the spare bit above
//! each column keeps lines from running from one column into the next.

pub mod knowledge;
mod notation;
mod rules;

use solveig_game::{Spec, SpecError, excerpt};
use solveig_search::solvers::{Factory, Solvers};

use crate::named::{NamedGame, Solvable};
use crate::position::AnyPosition;
use crate::{BoardLayout, Family};
use knowledge::ConnectFourKnowledge;

pub use rules::{ConnectFour, ConnectFourPosition, Utility};

impl NamedGame for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SPEC: &'static str = "connect-four:CxR or connect-four:CxR?utility=score";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&["utility"])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let game = Self::new(columns, rows).map_err(|error| spec.error(error.problem))?;
        let utility = match spec.parameter("utility") {
            None | Some("outcome") => Utility::Outcome,
            Some("score") => Utility::Score,
            Some(other) => {
                let other = excerpt(other);
                let problem = format!("there is no utility \"{other}\"; expected outcome or score");
                return Err(spec.error(problem));
            }
        };
        Ok(game.with_utility(utility))
    }

    fn by_score(&self) -> Option<Self> {
        let is_outcome = self.utility() == Utility::Outcome;
        is_outcome.then(|| self.clone().with_utility(Utility::Score))
    }

    fn perft(&self, position: &ConnectFourPosition, depth: u32) -> u64 {
        Self::perft(self, *position, depth)
    }

    fn layout(&self) -> BoardLayout {
        let (columns, rows) = (self.columns(), self.rows());
        let name = |column| char::from_digit(column + 1, 36).unwrap_or('?').to_string();
        BoardLayout {
            column_names: (0..columns).map(name).collect(),
            first_row_at_top: false,
            ..BoardLayout::lettered(Family::ConnectFour, columns, rows, ["Yellow", "Red"])
        }
    }

    fn into_any(position: ConnectFourPosition) -> AnyPosition {
        AnyPosition::of_words::<ConnectFourPosition>([
            u128::from(position.mover),
            u128::from(position.occupied),
        ])
    }

    #[inline]
    fn from_any(any: &AnyPosition) -> ConnectFourPosition {
        let [mover, occupied] = any.words::<ConnectFourPosition>().map(|word| word as u64);
        ConnectFourPosition { mover, occupied }
    }
}

impl Solvable for ConnectFour {
    fn solvers(&self) -> Factory<Self> {
        Solvers::shared(self, Some(ConnectFourKnowledge))
    }

    fn solvers_by_rules(&self) -> Factory<Self> {
        Solvers::shared(self, None::<ConnectFourKnowledge>)
    }
}
