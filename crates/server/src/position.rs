//! A position as it is answered.

use serde::Serialize;
use solveig_engine::{self as engine, Engine, Line};
use utoipa::ToSchema;

use crate::failure::Failure;
use crate::known::{Known, Side, Status};

/// A position, and what is known of it and of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Position {
    /// The game, as its path has it.
    pub game: String,
    /// The board that the moves were played from; `-` is the start.
    pub from: String,
    /// The moves played from there, forced passes among them.
    pub moves_played: Vec<String>,
    /// The position as a board. It can be asked about as `from`.
    pub board: String,
    /// The board drawn as text, several lines. Every game has it, also one without `cells`.
    pub board_text: String,
    /// A character for each cell, row by row from the row named first, columns from the left: `X`
    /// the first side, `O` the second, `-` empty. Empty for games that have no such cells.
    pub cells: String,
    /// The side to move.
    pub to_move: Side,
    /// The position's level: what grows with every move, stones or discs on most boards.
    pub level: u32,
    /// Whether the game is over here.
    pub over: bool,
    /// Why the value is believed.
    pub status: Status,
    /// The value for the side to move, if it is known exactly.
    #[schema(required)]
    pub value: Option<i32>,
    /// A bound: the value is this or more. `null` where the value is known.
    #[schema(required)]
    pub at_least: Option<i32>,
    /// A bound: the value is this or less. `null` where the value is known.
    #[schema(required)]
    pub at_most: Option<i32>,
    /// Plies to the end of the game, where the value tells.
    #[schema(required)]
    pub plies: Option<u32>,
    /// Whose view the values are: the side to move.
    pub view: Side,
    /// The canonical move: the first of the best in the game's tie-break order.
    #[schema(required)]
    pub best_move: Option<String>,
    /// Where no best move is known and the game is not over: the move that looks best without search. It
    /// is a guess and proves nothing.
    #[schema(required)]
    pub guess: Option<String>,
    /// Whether the effort allowed ended before all was known that could be.
    pub interrupted: bool,
    /// The legal moves, best first, those of unknown value last.
    pub moves: Vec<MoveAnswer>,
}

/// A legal move, and what is known of it to the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// Its name.
    #[serde(rename = "move")]
    pub played: String,
    /// Where its stone lands: the place in `cells`, from 0.
    #[schema(required)]
    pub cell: Option<u32>,
    /// Whether it is a pass.
    pub pass: bool,
    /// Why the value is believed.
    pub status: Status,
    /// The value for the side that plays the move, if it is known exactly.
    #[schema(required)]
    pub value: Option<i32>,
    /// A bound: the value is this or more. `null` where the value is known.
    #[schema(required)]
    pub at_least: Option<i32>,
    /// A bound: the value is this or less. `null` where the value is known.
    #[schema(required)]
    pub at_most: Option<i32>,
    /// Plies to the end of the game after this move, where the value tells.
    #[schema(required)]
    pub plies: Option<u32>,
    /// Whose view the values are: the side that plays the move.
    pub view: Side,
}

/// A position without values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Place {
    /// The game, as its path has it.
    pub game: String,
    /// The board that the moves were played from; `-` is the start.
    pub from: String,
    /// The moves played from there, forced passes among them.
    pub moves_played: Vec<String>,
    /// The position as a board. It can be asked about as `from`.
    pub board: String,
    /// The board drawn as text, several lines. Every game has it, also one without `cells`.
    pub board_text: String,
    /// A character for each cell, as in a position with values.
    pub cells: String,
    /// The side to move.
    pub to_move: Side,
    /// The position's level.
    pub level: u32,
    /// Whether the game is over here.
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
    /// Where its stone lands: the place in `cells`, from 0.
    #[schema(required)]
    pub cell: Option<u32>,
    /// Whether it is a pass.
    pub pass: bool,
}

impl Position {
    /// The answer that `report` is about a position of `game`, without a guess.
    pub fn new(game: &str, report: engine::Report) -> Self {
        let moves = report.moves.into_iter().map(|one| (one.played, one.known));
        Self::assembled(
            game,
            report.standing,
            report.known,
            report.best_move,
            moves,
            report.interrupted,
        )
    }

    /// The position of a `proof`, without a guess, whose moves come in the same order as its own.
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

    /// The same, with a guess where it is of use. `line` is the line of the position.
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
        let known = Known::from(known);
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
        let known = Known::from(known);
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

impl Place {
    /// Where `standing` is, in `game`.
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
