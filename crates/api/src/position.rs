//! Positions in answers.

use serde::Serialize;
use solveig_engine::{
    self as engine, Areas, Engine, ForbiddenMove, KnownValue, LegalMove, Line, Report, Side,
};

use crate::failure::Failure;
use crate::games::ServedGame;

/// The outcome of best play for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// A value above 0.
    Win,
    /// The value 0.
    Draw,
    /// A value below 0.
    Loss,
    /// Not known.
    Unknown,
}

impl Category {
    /// The category of a value as far as it is known, for the same side.
    fn of(known_value: &KnownValue) -> Self {
        let (min, max) = match known_value.value {
            Some(value) => (Some(value), Some(value)),
            None => (known_value.at_least, known_value.at_most),
        };
        match (min, max) {
            (Some(1..), _) => Self::Win,
            (_, Some(..=-1)) => Self::Loss,
            (Some(0), Some(0)) => Self::Draw,
            _ => Self::Unknown,
        }
    }
}

/// A position by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameState {
    /// The name of the game in paths.
    pub game: String,
    /// The board that the moves were played from; `-` is the start.
    pub from: String,
    /// The moves played from there, forced passes included.
    pub moves_played: Vec<String>,
    /// The position as a board, in the notation of `from`.
    pub board: String,
    /// The board drawn as text of several lines, also for games without `cells`.
    pub board_text: String,
    /// One character per cell, row by row in the order of `row_names`, from the left: `X` for the
    /// first side, `O` for the second, `#` for one taken by neither, `-` for an empty cell. On a
    /// track also counts: `1` to `9`, and `a` to `z` for 10 to 35. Empty for games without such
    /// cells.
    pub cells: String,
    /// The side to move.
    pub to_move: Side,
    /// The position's level, which rises with every move: on most boards the number of stones.
    pub level: u32,
    /// Whether the game is over.
    pub over: bool,
    /// The moves that only the rule of ko forbids, in tie-break order; none in other games than Go.
    pub forbidden: Vec<ForbiddenMove>,
    /// The areas by which a finished game of Go is scored.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub areas: Option<Areas>,
}

/// What is known of the value of a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SideValue {
    /// The value, for the side that `view` names.
    #[serde(flatten)]
    pub known_value: KnownValue,
    /// Whether that side wins, as far as value and bounds tell.
    pub category: Category,
    /// The side that values are for: the side to move, or the side that plays the move.
    pub view: Side,
}

/// A position, and what is known of it and of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Position {
    /// The position.
    #[serde(flatten)]
    pub state: GameState,
    /// Its value for the side to move.
    #[serde(flatten)]
    pub side_value: SideValue,
    /// A best move, the canonical one if it is stored; where a bound alone is known, a move that
    /// keeps it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub best_move: Option<String>,
    /// If no best move is known and the game is not over: the move of the highest estimate, else
    /// the first of the heuristic order. It proves nothing.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub guess: Option<String>,
    /// Whether the search was interrupted by its limits, so that a longer one may find more.
    pub interrupted: bool,
    /// The legal moves, best first, those of unknown value last.
    pub moves: Vec<MoveAnswer>,
}

/// A legal move, and what is known of its value for the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    /// The move.
    #[serde(flatten)]
    pub played: LegalMove,
    /// Its value for the side that plays it; `plies` count the move itself, too.
    #[serde(flatten)]
    pub side_value: SideValue,
}

/// A position without values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BarePosition {
    /// The position.
    #[serde(flatten)]
    pub state: GameState,
    /// The legal moves, in the game's tie-break order.
    pub moves: Vec<LegalMove>,
}

impl GameState {
    /// The position that `state` describes, of `game`, and its legal moves.
    fn new(game: &str, state: engine::GameState) -> (Self, Vec<LegalMove>) {
        let described = Self {
            game: game.to_owned(),
            cells: cells(&state.cells),
            forbidden: state.forbidden,
            areas: state.areas,
            from: state.from,
            moves_played: state.moves,
            board: state.board,
            board_text: state.picture.trim_end().to_owned(),
            to_move: state.to_move,
            level: state.level,
            over: state.over.is_some(),
        };
        (described, state.legal)
    }
}

impl SideValue {
    /// What is known of a value for the side `view`.
    pub(crate) fn new(known_value: KnownValue, view: Side) -> Self {
        Self {
            category: Category::of(&known_value),
            known_value,
            view,
        }
    }
}

impl Position {
    /// The answer from `report` about the position `state` of `game`, without a guess.
    pub(crate) fn new(game: &str, state: engine::GameState, report: Report) -> Self {
        let (state, legal) = GameState::new(game, state);
        let view = state.to_move;
        let moves = report.moves.iter().filter_map(|one| {
            Some(MoveAnswer {
                played: legal.get(one.index)?.clone(),
                side_value: SideValue::new(one.known_value, view),
            })
        });
        Self {
            moves: moves.collect(),
            state,
            side_value: SideValue::new(report.known_value, view),
            best_move: report.best_move,
            guess: None,
            interrupted: report.interrupted,
        }
    }

    /// Adds a guess if the best move is not known. `line` leads to the position.
    pub(crate) fn guessed(self, engine: &dyn Engine, line: &Line) -> Result<Self, Failure> {
        let first = self.moves.first();
        let estimated = first.filter(|one| one.side_value.known_value.estimate.is_some());
        let guess = match estimated {
            _ if self.state.over || self.best_move.is_some() => None,
            Some(one) => Some(one.played.name.clone()),
            None => engine.guess(line)?,
        };
        Ok(Self { guess, ..self })
    }
}

impl ServedGame {
    /// The answer from `report` about the position after `line`.
    pub(crate) fn position(&self, line: &Line, report: Report) -> Result<Position, Failure> {
        let state = self.engine.state(line)?;
        Position::new(self.name(), state, report).guessed(&*self.engine, line)
    }
}

impl BarePosition {
    /// The position that `state` describes, of `game`.
    pub(crate) fn new(game: &str, state: engine::GameState) -> Self {
        let (state, moves) = GameState::new(game, state);
        Self { state, moves }
    }
}

fn cells(cells: &[engine::Cell]) -> String {
    cells.iter().map(|cell| cell.letter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_may_decide_who_wins() {
        let of = |value, at_least, at_most| {
            Category::of(&KnownValue {
                value,
                at_least,
                at_most,
                ..KnownValue::default()
            })
        };
        assert_eq!(of(Some(2), None, None), Category::Win);
        assert_eq!(of(Some(0), None, None), Category::Draw);
        assert_eq!(of(Some(-2), None, None), Category::Loss);
        assert_eq!(of(None, Some(1), Some(4)), Category::Win);
        assert_eq!(of(None, None, Some(-1)), Category::Loss);
        assert_eq!(of(None, Some(-1), Some(1)), Category::Unknown);
        assert_eq!(of(None, Some(0), None), Category::Unknown);
        assert_eq!(of(None, None, None), Category::Unknown);
    }
}
