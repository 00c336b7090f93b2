//! Positions in answers.

use serde::Serialize;
use solveig_engine::{self as engine, Engine, Line};
use utoipa::ToSchema;

use crate::failure::Failure;
use crate::known::{KnownValue, Side, Status};

/// A position, and what is known of it and of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Position {
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
    /// first side, `O` for the second, `-` for an empty cell. Empty for games without such cells.
    pub cells: String,
    /// The side to move.
    pub to_move: Side,
    /// The position's level, which rises with every move: on most boards the number of stones.
    pub level: u32,
    /// Whether the game is over.
    pub over: bool,
    /// The source of the value.
    pub status: Status,
    /// The value for the side to move, if it is known exactly.
    #[schema(required)]
    pub value: Option<i32>,
    /// Lower bound on the value; `null` where the exact value is known.
    #[schema(required)]
    pub at_least: Option<i32>,
    /// Upper bound on the value; `null` where the exact value is known.
    #[schema(required)]
    pub at_most: Option<i32>,
    /// Plies to the end of the game, in games whose values determine it.
    #[schema(required)]
    pub plies: Option<u32>,
    /// The side that values are for: the side to move.
    pub view: Side,
    /// The canonical move: the first of the best moves in the game's tie-break order.
    #[schema(required)]
    pub best_move: Option<String>,
    /// If no best move is known and the game is not over: the first move of the heuristic order.
    /// It proves nothing.
    #[schema(required)]
    pub guess: Option<String>,
    /// Whether the search was interrupted by its limits, so that a longer one may find more.
    pub interrupted: bool,
    /// The legal moves, best first, those of unknown value last.
    pub moves: Vec<MoveAnswer>,
}

/// A legal move, and what is known of its value for the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// Its name.
    #[serde(rename = "move")]
    pub played: String,
    /// The index in `cells` of the cell where its stone lands.
    #[schema(required)]
    pub cell: Option<u32>,
    /// Whether it is a pass.
    pub pass: bool,
    /// The source of the value.
    pub status: Status,
    /// The value for the side that plays the move, if it is known exactly.
    #[schema(required)]
    pub value: Option<i32>,
    /// Lower bound on the value; `null` where the exact value is known.
    #[schema(required)]
    pub at_least: Option<i32>,
    /// Upper bound on the value; `null` where the exact value is known.
    #[schema(required)]
    pub at_most: Option<i32>,
    /// Plies to the end of the game after this move, in games whose values determine it.
    #[schema(required)]
    pub plies: Option<u32>,
    /// The side that values are for: the side that plays the move.
    pub view: Side,
}

/// A position without values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Place)]
pub struct BarePosition {
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
    /// A character for each cell, as in a position with values.
    pub cells: String,
    /// The side to move.
    pub to_move: Side,
    /// The position's level.
    pub level: u32,
    /// Whether the game is over.
    pub over: bool,
    /// The legal moves, in the game's tie-break order.
    pub moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LegalMove {
    /// Its name.
    #[serde(rename = "move")]
    pub played: String,
    /// The index in `cells` of the cell where its stone lands.
    #[schema(required)]
    pub cell: Option<u32>,
    /// Whether it is a pass.
    pub pass: bool,
}

impl Position {
    /// The answer from `report` about the position `standing` of `game`, without a guess.
    pub fn new(game: &str, standing: engine::Standing, report: engine::Report) -> Self {
        let legal = standing.legal.clone();
        let moves = report.moves.iter();
        let moves = moves.filter_map(|one| Some((legal.get(one.index)?.clone(), one.known)));
        Self::assembled(
            game,
            standing,
            report.known,
            report.best_move,
            moves,
            report.interrupted,
        )
    }

    /// The position of `proof`, without a guess, with the moves in the order of the proof.
    pub fn of_proof(game: &str, proof: &engine::NodeProof) -> Self {
        let moves = proof
            .moves
            .iter()
            .map(|one| (one.played.clone(), one.known));
        Self::assembled(
            game,
            proof.standing.clone(),
            proof.known,
            proof.best_move.clone(),
            moves,
            proof.interrupted,
        )
    }

    /// Adds a guess if the best move is not known. `line` leads to the position.
    ///
    /// # Errors
    ///
    /// Fails if the engine does.
    pub fn guessed(self, engine: &dyn Engine, line: &Line) -> Result<Self, Failure> {
        let is_known = self.over || self.best_move.is_some();
        let guess = if is_known { None } else { engine.guess(line)? };
        Ok(Self { guess, ..self })
    }

    fn assembled(
        game: &str,
        standing: engine::Standing,
        known: engine::KnownValue,
        best_move: Option<String>,
        moves: impl Iterator<Item = (engine::LegalMove, engine::KnownValue)>,
        interrupted: bool,
    ) -> Self {
        let view = Side::from(standing.to_move);
        let known = KnownValue::from(known);
        Self {
            game: game.to_owned(),
            cells: cells(&standing.cells),
            from: standing.from,
            moves_played: standing.moves,
            board: standing.board,
            board_text: standing.picture.trim_end().to_owned(),
            to_move: view,
            level: standing.level,
            over: standing.over.is_some(),
            status: known.status,
            value: known.value,
            at_least: known.at_least,
            at_most: known.at_most,
            plies: known.plies,
            view,
            best_move,
            guess: None,
            interrupted,
            moves: moves
                .map(|(played, known)| MoveAnswer::new(played, known, view))
                .collect(),
        }
    }
}

impl MoveAnswer {
    fn new(played: engine::LegalMove, known: engine::KnownValue, view: Side) -> Self {
        let known = KnownValue::from(known);
        Self {
            played: played.name,
            cell: played.cell,
            pass: played.pass,
            status: known.status,
            value: known.value,
            at_least: known.at_least,
            at_most: known.at_most,
            plies: known.plies,
            view,
        }
    }
}

impl BarePosition {
    /// The position that `standing` describes, of `game`.
    pub fn new(game: &str, standing: engine::Standing) -> Self {
        Self {
            game: game.to_owned(),
            cells: cells(&standing.cells),
            from: standing.from,
            moves_played: standing.moves,
            board: standing.board,
            board_text: standing.picture.trim_end().to_owned(),
            to_move: standing.to_move.into(),
            level: standing.level,
            over: standing.over.is_some(),
            moves: standing
                .legal
                .into_iter()
                .map(|one| LegalMove {
                    played: one.name,
                    cell: one.cell,
                    pass: one.pass,
                })
                .collect(),
        }
    }
}

fn cells(cells: &[engine::Cell]) -> String {
    let character = |cell: &engine::Cell| match cell {
        engine::Cell::Empty => '-',
        engine::Cell::First => 'X',
        engine::Cell::Second => 'O',
    };
    cells.iter().map(character).collect()
}
