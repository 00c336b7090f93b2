//! Hex without the swap rule: one side connects top and bottom, the other left and right.

mod board;
mod cells;
mod keys;
pub mod knowledge;
mod rules;

use solveig_game::{Key, Spec, SpecError, WideKey};
use solveig_search::solvers::{Factory, Solvers};

use crate::any::AnyGame;
use crate::entry::GameEntry;
use crate::named::{NamedGame, Solvable};
use crate::position::AnyPosition;
use crate::{BoardLayout, Family};
use knowledge::{AnalysisOptions, HexKnowledge};

pub use rules::{Hex, HexPosition};

/// The entry of Hex: boards get the narrowest keys that fit.
pub(crate) const ENTRY: GameEntry = GameEntry::with(Hex::<u64>::NAME, Hex::<u64>::SPEC, |spec| {
    let (columns, rows) = spec.columns_by_rows()?;
    match columns.saturating_mul(rows) {
        ..=40 => Hex::<u64>::from_spec(spec).map(AnyGame::new),
        41..=81 => Hex::<u128>::from_spec(spec).map(AnyGame::new),
        82.. => Hex::<WideKey>::from_spec(spec).map(AnyGame::new),
    }
});

impl<K: Key> NamedGame for Hex<K> {
    const NAME: &'static str = "hex";
    const SPEC: &'static str = "hex:CxR or hex:CxR?start=BOARD";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&["start"])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let game = Self::new(columns, rows).map_err(|error| spec.error(error.problem))?;
        match spec.parameter("start") {
            Some(board) => game
                .set_up(board)
                .map_err(|error| spec.error(error.to_string())),
            None => Ok(game),
        }
    }

    fn layout(&self) -> BoardLayout {
        BoardLayout::lettered(Family::Hex, self.columns(), self.rows(), ["Black", "White"])
    }

    fn into_any(position: HexPosition) -> AnyPosition {
        AnyPosition::of_words::<HexPosition>([position.mover, position.opponent])
    }

    #[inline]
    fn from_any(any: &AnyPosition) -> HexPosition {
        let [mover, opponent] = any.words::<HexPosition>();
        HexPosition { mover, opponent }
    }
}

impl<K: Key> Solvable for Hex<K> {
    fn solvers(&self) -> Factory<Self> {
        Solvers::shared(self, HexKnowledge::new(self, AnalysisOptions::default()))
    }

    /// Playouts use the fast full-board method all the same.
    fn solvers_by_rules(&self) -> Factory<Self> {
        Solvers::shared(self, HexKnowledge::new(self, AnalysisOptions::NONE))
    }
}
