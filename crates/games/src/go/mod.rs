//! Go on small boards, under area scoring.
//!
//! Black moves first. A stone is played on an empty point; then opposing chains without liberties
//! are removed, and where suicide is allowed, the stone's own chain if it has none. A pass is
//! always legal, and two in a row end the game. A side's area is its stones and the empty regions
//! that touch no stone of the other; the larger area wins.
//!
//! Superko forbids moves that recreate an earlier board, basic ko forbids to retake a ko at once
//! and ends the game where a longer cycle is completed ([`KoRule`]). So positions carry a history,
//! and equal boards may have different legal moves and values.
//!
//! Move codes are points, row by row from A1 at the bottom left, and one more for the pass.

mod board;
mod history;
pub mod knowledge;
mod notation;
mod options;
mod position;
mod repetition;
mod rules;

use solveig_game::{Spec, SpecError};
use solveig_search::solvers::{Factory, Solvers};

use crate::named::{NamedGame, Solvable};
use crate::{BoardLayout, Family};
use knowledge::GoKnowledge;

pub use crate::colour::Colour;
pub use board::Board;
pub use history::Situation;
pub use options::{KoRule, Komi, LongCycle};
pub use position::GoPosition;
pub use rules::Go;

impl NamedGame for Go {
    const NAME: &'static str = "go";
    const SPEC: &'static str = "go:CxR or go:CxR?komi=K&superko=situational&suicide=yes or \
                                go:CxR?komi=K&ko=basic";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Self::from_spec(spec)
    }

    fn layout(&self) -> BoardLayout {
        let (columns, rows) = (self.board().columns(), self.board().rows());
        BoardLayout {
            column_names: (0..columns)
                .map(|column| self.names().column_letter(column).to_string())
                .collect(),
            first_row_at_top: false,
            ..BoardLayout::lettered(Family::Go, columns, rows, ["Black", "White"])
        }
    }
}

impl Solvable for Go {
    fn solvers(&self) -> Factory<Self> {
        Solvers::shared(self, Some(GoKnowledge::default()))
    }

    fn solvers_by_rules(&self) -> Factory<Self> {
        Solvers::shared(self, None::<GoKnowledge>)
    }
}
