//! The row of a stored position.

use std::fmt;

use anyhow::{Context, Result};
use serde::Serialize;
use solveig_api::CsvLine;
use solveig_engine::artifact::StoredArtifact;
use solveig_format::{Record, Roles, Scope};
use solveig_game::{Game, Keyed, Notation};
use solveig_games::AnyGame;

use crate::boards::board_at;

/// What the file has of one position, as it is exported.
#[derive(Debug, Serialize)]
pub struct ExportRow {
    /// The moves made before it, or the discs in Othello.
    pub level: u32,
    /// In hexadecimal, of the representative of its symmetry class.
    pub key: String,
    /// Its board; empty in a game without boards as text.
    pub board: String,
    /// The side to move on that board.
    pub mover: &'static str,
    /// Its value for the side to move, or a bound.
    pub value: i32,
    /// The canonical move; `None` where the record has none.
    pub best: Option<String>,
    /// Plies to the end of the game, where the value tells.
    pub plies: Option<u32>,
    pub roles: &'static str,
}

/// The names of the columns, in the order of the fields.
pub fn header() -> String {
    "level,key,board,mover,value,best,plies,roles".to_owned()
}

impl ExportRow {
    /// The row of a record of this level.
    ///
    /// # Errors
    ///
    /// Fails if the record is that of no position of the game.
    pub fn of(artifact: &StoredArtifact<AnyGame>, level: u32, record: &Record) -> Result<Self> {
        let game = artifact.game();
        let place = || format!("{}: level {level}", artifact.reader().origin());
        let position = game.position(record.key.into()).with_context(place)?;
        let best = artifact
            .stored_move(record, &position)
            .with_context(place)?;
        let exact = artifact.answer_of(record).value();
        let shown = board_at(game, &position);
        Ok(Self {
            level,
            key: format!("{:#x}", record.key),
            board: shown.board,
            mover: shown.mover,
            value: record.value,
            best: best.map(|best| game.format_move(best)),
            plies: exact.and_then(|value| game.plies_to_end(&position, value)),
            roles: match (record.roles, artifact.header().scope) {
                (Roles::Both, _) => "both",
                (Roles::Optimal, Scope::Weak) => "lower",
                (Roles::Optimal, _) => "optimal",
                (Roles::Free, Scope::Weak) => "upper",
                (Roles::Free, _) => "free",
            },
        })
    }
}

impl fmt::Display for ExportRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = CsvLine::default();
        line.optional_cell(Some(self.level));
        line.cell(&self.key);
        line.cell(&self.board);
        line.cell(self.mover);
        line.optional_cell(Some(self.value));
        line.text(self.best.as_deref().unwrap_or_default());
        line.optional_cell(self.plies);
        line.cell(self.roles);
        f.write_str(&line.finish())
    }
}
