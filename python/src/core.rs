//! A game with the engine that answers questions about it.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use solveig::{AnyGame, Game as _, Notation};
use solveig_engine::{
    ArtifactSource, Engine, EngineError, FileBytes, Line, Settings, Side, open_game_with,
    open_proof_bytes,
};
use solveig_games::GameTable;

use crate::errors::raised;

/// What all positions of a game share.
pub struct Core {
    pub game: AnyGame,
    pub settings: Settings,
    /// Answers by the rules alone.
    pub by_rules: Arc<dyn Engine>,
    /// Answers from the openings and by search, once it is asked.
    engine: Mutex<Option<Arc<dyn Engine>>>,
}

impl Core {
    /// The built-in game with this spec.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    pub fn built_in(spec: &str, settings: Settings) -> PyResult<Self> {
        let game = GameTable::built_in().parse(spec).map_err(raised)?;
        let by_rules = solveig_engine::open_game(&game.spec(), &settings).map_err(raised)?;
        Ok(Self {
            game,
            settings,
            by_rules,
            engine: Mutex::default(),
        })
    }

    /// The engine, which is opened at the first call.
    ///
    /// # Errors
    ///
    /// Fails if an opening cannot be read.
    pub fn engine(&self) -> Result<Arc<dyn Engine>, EngineError> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = &*engine {
            return Ok(Arc::clone(opened));
        }
        let opened = with_openings(&self.game, &self.settings)?;
        *engine = Some(Arc::clone(&opened));
        Ok(opened)
    }

    /// Whose turn it is on a board.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a board.
    pub fn is_first_to_move(&self, board: &str) -> PyResult<bool> {
        let state = self.by_rules.state(&Line::at(board)).map_err(raised)?;
        Ok(state.to_move == Side::First)
    }

    /// Whether this is the same game as another.
    pub fn is_same_as(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.game.spec() == other.game.spec()
    }

    /// The code of a move by its name.
    pub fn move_name(&self, played: solveig::Move) -> String {
        self.game.format_move(played)
    }
}

/// The game with the openings that the program carries.
fn with_openings(game: &AnyGame, settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
    let mut artifacts = Vec::new();
    let by_score = game.by_score();
    for spec in [Some(game), by_score.as_ref()].into_iter().flatten() {
        for opening in solveig_openings::of(&spec.spec()) {
            let file = FileBytes {
                name: opening.file.to_owned(),
                bytes: opening.bytes.to_vec(),
            };
            match opening.is_artifact() {
                true => artifacts.push(ArtifactSource::Bytes(file)),
                false => return open_proof_bytes(file, settings),
            }
        }
    }
    open_game_with(&game.spec(), artifacts, settings)
}
