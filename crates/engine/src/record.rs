//! A game in progress, with undo.

use std::sync::Arc;

use solveig_game::excerpt;

use crate::{Engine, EngineError, Family, GameState, LegalMove, Line, Side};

/// The maximum number of moves of a game; some programs play on for very long in Go.
const MAX_MOVES: usize = 2048;

/// A game in progress: its line and the steps that can be undone.
pub struct Record {
    engine: Arc<dyn Engine>,
    line: Line,
    state: GameState,
    steps: Vec<UndoStep>,
}

/// A step that can be undone.
struct UndoStep {
    before: Line,
    played: Vec<PlayedMove>,
}

/// A move of a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Who played it.
    pub side: Side,
    /// As the game writes it.
    pub name: String,
}

/// Why a move was not played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The move is illegal; the reason.
    #[error("{0}")]
    Illegal(String),
    /// The engine could not tell the position after the move.
    #[error(transparent)]
    Engine(EngineError),
}

impl From<EngineError> for PlayError {
    fn from(error: EngineError) -> Self {
        match error.is_askers_fault() {
            true => Self::Illegal(error.to_string()),
            false => Self::Engine(error),
        }
    }
}

impl Record {
    /// A game from the start.
    ///
    /// # Errors
    ///
    /// Fails if the engine does.
    pub fn new(engine: Arc<dyn Engine>) -> Result<Self, EngineError> {
        Self::from_board(engine, "-")
    }

    /// A game from a board string.
    ///
    /// # Errors
    ///
    /// Fails if the board string is invalid, or the engine fails.
    pub fn from_board(engine: Arc<dyn Engine>, board: &str) -> Result<Self, EngineError> {
        let line = Line::at(board);
        let state = engine.state(&line)?;
        Ok(Self {
            engine,
            line,
            state,
            steps: Vec::new(),
        })
    }

    /// The engine that answers about the game at its present position.
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// The present position as a line.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The position after all moves that stand.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The moves played, in order, including forced passes that were omitted.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = &PlayedMove> {
        self.steps.iter().flat_map(|step| &step.played)
    }

    /// How many steps can be undone.
    pub fn undoable(&self) -> usize {
        self.steps.len()
    }

    /// Plays the move of `side` with this name.
    ///
    /// A forced pass of the other side may be omitted. A side may also play out of turn if board
    /// strings state the side to move: then the position is set up with that side to move.
    ///
    /// # Errors
    ///
    /// Fails, and changes nothing, if the move is illegal.
    pub fn play(&mut self, side: Side, name: &str) -> Result<(), PlayError> {
        let (line, state) = self.with_turn_of(side)?;
        let Some(legal) = find(&state, name) else {
            return Err(PlayError::Illegal(refusal(&state, name)));
        };
        if state.moves.len() >= MAX_MOVES || self.steps.len() >= MAX_MOVES {
            let reason = format!("a play is followed for {MAX_MOVES} moves; clear the board");
            return Err(PlayError::Illegal(reason));
        }
        let was_continued = line.from == self.line.from && line.moves.starts_with(&self.line.moves);
        let mut played = Vec::new();
        if was_continued && state.moves.len() > self.state.moves.len() {
            played.push(PlayedMove {
                side: side.other(),
                name: "pass".to_owned(),
            });
        }
        played.push(PlayedMove {
            side,
            name: legal.name.clone(),
        });
        let next = line.then(&legal.name);
        let state = self.engine.state(&next)?;
        let before = std::mem::replace(&mut self.line, next);
        self.steps.push(UndoStep { before, played });
        self.state = state;
        Ok(())
    }

    /// The present position with `side` to move.
    ///
    /// # Errors
    ///
    /// Fails if it is the other side's turn and the game's board strings do not state the side to
    /// move.
    pub fn with_turn_of(&self, side: Side) -> Result<(Line, GameState), PlayError> {
        let state = &self.state;
        let is_go = self.engine.about().family == Family::Go;
        // After two passes in Go, players may resume to agree on dead stones.
        let resumes = is_go && state.areas.is_some();
        if is_go && state.over.is_some() && !resumes {
            return Err(PlayError::Illegal("a long cycle ended the game".to_owned()));
        }
        if state.to_move == side && !resumes {
            return Ok((self.line.clone(), state.clone()));
        }
        if let [only] = &state.legal[..]
            && only.pass
        {
            let line = self.line.then(&only.name);
            let state = self.engine.state(&line)?;
            return Ok((line, state));
        }
        let board = match state.board.rsplit_once(' ') {
            Some((cells, "X" | "O")) => format!("{cells} {}", side.letter()),
            _ => {
                let whose = self.engine.about().sides[state.to_move as usize];
                return Err(PlayError::Illegal(format!("it is the turn of {whose}")));
            }
        };
        let line = Line::at(board);
        let state = self.engine.state(&line)?;
        Ok((line, state))
    }

    /// Undoes the last step; false if there was none.
    ///
    /// # Errors
    ///
    /// Fails if the engine does.
    pub fn undo(&mut self) -> Result<bool, EngineError> {
        let Some(step) = self.steps.last() else {
            return Ok(false);
        };
        self.state = self.engine.state(&step.before)?;
        self.line = step.before.clone();
        self.steps.pop();
        Ok(true)
    }
}

/// The legal move with this name, ignoring case.
pub fn find<'a>(state: &'a GameState, name: &str) -> Option<&'a LegalMove> {
    let is_named = |one: &&LegalMove| one.name.eq_ignore_ascii_case(name);
    state.legal.iter().find(is_named)
}

fn refusal(state: &GameState, name: &str) -> String {
    if state.over.is_some() {
        return "the game is over".to_owned();
    }
    let names: Vec<&str> = state.legal.iter().map(|one| one.name.as_str()).collect();
    let (name, legal) = (excerpt(name), names.join(" "));
    format!("{name} is not legal here; legal: {legal}")
}
