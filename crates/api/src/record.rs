//! Records of games: texts in other programs' formats in, boards and moves out.

use serde::{Deserialize, Serialize};
use solveig_engine::Line;
use solveig_records::{Board, Record, RecordError, read};

use crate::failure::{Failure, Kind};
use crate::games::ServedGame;

/// A text that is to be read as a record of a game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    /// The game's name, as in the list of games.
    pub game: String,
    /// A board, moves, or both; or a record in SGF, GGF or OBF.
    pub text: String,
}

/// A record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameRecord {
    /// The board before the first move; `-` is the start.
    pub from: String,
    /// The moves by their names; `swap` where the players of Hex exchange colours.
    pub moves: Vec<String>,
    /// What was left out or assumed, in sentences.
    pub notes: Vec<String>,
    /// The format: `sgf`, `ggf`, `obf`, or `moves` for a board and moves.
    #[cfg_attr(feature = "openapi", schema(example = "sgf"))]
    pub format: &'static str,
}

impl ServedGame {
    /// Reads a text as a record of the game. Moves need not be legal, but have to lead to the
    /// boards that the record states.
    pub(crate) fn record(&self, text: &str) -> Result<GameRecord, Failure> {
        let layout = self.engine.about().layout();
        let board = Board {
            spec: &self.game.spec,
            layout: &layout,
        };
        let record = read(text, &board)?;
        if !record.boards.is_empty() {
            record.compare(&self.boards_along(&record)?)?;
        }
        Ok(GameRecord {
            from: record.from,
            moves: record.moves,
            notes: record.notes,
            format: record.format.name(),
        })
    }

    /// The boards after 0, 1, 2, ... moves of a record.
    fn boards_along(&self, record: &Record) -> Result<Vec<String>, Failure> {
        let plies = 0..=record.moves.len();
        let boards = plies.map(|ply| {
            let line = Line {
                from: record.from.clone(),
                moves: record.moves[..ply].join(" "),
            };
            Ok(self.engine.state(&line)?.board)
        });
        boards.collect()
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Self::new(Kind::BAD_POSITION, error.to_string())
    }
}
