//! A game with the engine that answers questions about it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use solveig::{AnyGame, AnyPosition, Game as _, Notation, SolverOptions, StopToken};
use solveig_engine::{
    ArtifactSource, ConfirmedProof, Engine, EngineError, FileBytes, Line, Settings, Side,
    open_game_with, open_with_solvers,
};
use solveig_game::is_first_at_start;

use crate::asking;
use crate::errors::raised;
use crate::rules::{PythonGame, PythonRules};
use crate::waiting::Call;

/// What all positions of a game share.
pub struct Core {
    pub game: AnyGame,
    pub settings: Settings,
    /// Answers by the rules alone.
    pub by_rules: Arc<dyn Engine>,
    /// The rules, if they are in Python.
    pub rules: Option<Arc<PythonRules>>,
    pub start: AnyPosition,
    /// Whether X is to move at the start.
    pub starts_first: bool,
    /// Answers from the openings and by search, once it is asked.
    engine: Mutex<Option<Arc<dyn Engine>>>,
}

/// A game, and answers about its positions.
///
/// `spec` names a built-in game, such as `othello:6x6`, `connect-four:7x6`, `mnk:3x3?k=3`,
/// `hex:5x5`, `go:3x3` or `tree:FILE.json`; `rules`, a `solveig.Rules`, are those of a game of
/// one's own. Searches run on `threads` threads, with tables of `memory`: bytes, or a text such as
/// "256MiB".
///
/// Raises `SpecError` if there is no such game.
///
/// >>> import solveig
/// >>> solveig.Game("chess")
/// Traceback (most recent call last):
/// solveig._errors.SpecError: game "chess": there is no game "chess"; ...
#[pyclass(frozen, weakref, module = "solveig")]
pub struct Game {
    pub core: Arc<Core>,
}

impl Core {
    /// The built-in game with this spec.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    pub fn built_in(spec: &str, settings: Settings) -> PyResult<Self> {
        let game = settings.games.parse(spec).map_err(raised)?;
        let by_rules = solveig_engine::open_game(&game.spec(), &settings).map_err(raised)?;
        Ok(Self {
            start: game.start(),
            starts_first: is_first_at_start(&game),
            game,
            settings,
            by_rules,
            rules: None,
            engine: Mutex::default(),
        })
    }

    /// The game of rules in Python.
    ///
    /// # Errors
    ///
    /// Fails as the rules do.
    pub fn of_rules(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        settings: Settings,
    ) -> PyResult<Self> {
        let rules = Arc::new(PythonRules::new(rules)?);
        let call = Call::new(None, Some(Arc::clone(&rules.raised)))?;
        let (game, by_rules, start) = call.wait(py, || {
            let game = AnyGame::new(PythonGame(Arc::clone(&rules)));
            let by_rules = open_with_solvers(game.clone(), Vec::new());
            let start = game.start();
            (game, by_rules, start)
        })?;
        Ok(Self {
            start,
            starts_first: true,
            game,
            settings: Settings {
                threads: 1,
                ..settings
            },
            by_rules,
            rules: Some(rules),
            engine: Mutex::default(),
        })
    }

    /// A call of a function about the game.
    ///
    /// # Errors
    ///
    /// Fails unless the time limit is positive, and in a method of the game's own rules.
    pub fn call(&self, time_limit: Option<f64>) -> PyResult<Call> {
        if let Some(rules) = &self.rules {
            asking::expect_outside(&rules.object)?;
        }
        let raised = self.rules.as_ref().map(|rules| Arc::clone(&rules.raised));
        Call::new(time_limit, raised)
    }

    /// Does what needs no search and takes no time. The rules may be in Python, and raise.
    ///
    /// # Errors
    ///
    /// Fails as the rules do.
    pub fn at_once<T>(&self, work: impl FnOnce() -> T) -> PyResult<T> {
        match &self.rules {
            None => Ok(work()),
            Some(rules) => rules.catching(work),
        }
    }

    /// The solvers of the game, which end when `stop` says so.
    pub fn solver_options(&self, stop: StopToken) -> SolverOptions {
        SolverOptions {
            threads: NonZeroUsize::new(self.settings.threads),
            memory: self.settings.memory,
            stop,
            ..SolverOptions::default()
        }
    }

    /// The threads of a call about many positions; rules in Python have one.
    pub fn bulk_threads(&self, wanted: Option<NonZeroUsize>) -> NonZeroUsize {
        let own = || NonZeroUsize::new(self.settings.threads);
        let wanted = match self.rules {
            None => wanted.or_else(own),
            Some(_) => None,
        };
        const MAX: NonZeroUsize = NonZeroUsize::new(1024).unwrap();
        wanted.unwrap_or(NonZeroUsize::MIN).min(MAX)
    }

    /// Forgets the searches so far, one of which rules in Python have ended.
    pub fn close_engine(&self, py: Python<'_>) {
        if self.rules.is_some() {
            // A thread that holds the engine may ask the rules, and needs the interpreter.
            py.detach(|| *self.engine.lock().unwrap_or_else(PoisonError::into_inner) = None);
        }
    }

    /// The engine, which is opened at the first call.
    ///
    /// # Errors
    ///
    /// Fails if an opening cannot be read.
    pub fn engine(&self) -> Result<Arc<dyn Engine>, solveig::Error> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = &*engine {
            return Ok(Arc::clone(opened));
        }
        let opened = match self.rules {
            None => with_openings(&self.game, &self.settings)?,
            Some(_) => {
                let solver = self.solver_options(StopToken::never()).solver(&self.game)?;
                open_with_solvers(self.game.clone(), vec![solver])
            }
        };
        *engine = Some(Arc::clone(&opened));
        Ok(opened)
    }

    /// Whose turn it is on a board.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a board.
    pub fn is_first_to_move(&self, board: &str) -> PyResult<bool> {
        let state = self.at_once(|| self.by_rules.state(&Line::at(board)))?;
        let state = state.map_err(raised)?;
        Ok(state.to_move == Side::First)
    }

    /// Whether this is the same game as another: for rules in Python, if these are equal too.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let has_same_rules = || match (&self.rules, &other.rules) {
            (None, None) => true,
            (Some(own), Some(others)) => Python::attach(|py| {
                let (own, others) = (own.object.bind(py), &others.object);
                own.is(others) || own.eq(others).unwrap_or(false)
            }),
            _ => false,
        };
        std::ptr::eq(self, other) || self.game.spec() == other.game.spec() && has_same_rules()
    }

    /// The code of a move by its name.
    pub fn move_name(&self, played: solveig::Move) -> String {
        self.game.format_move(played)
    }
}

/// The game with the openings that the program carries.
pub fn with_openings(game: &AnyGame, settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
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
                false => return of_proof(file, settings),
            }
        }
    }
    open_game_with(&game.spec(), artifacts, settings)
}

/// An engine of a proof that the program carries, which is checked once.
fn of_proof(file: FileBytes, settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
    static CONFIRMED: Mutex<BTreeMap<String, ConfirmedProof>> = Mutex::new(BTreeMap::new());
    let mut confirmed = CONFIRMED.lock().unwrap_or_else(PoisonError::into_inner);
    let proof = match confirmed.entry(file.name.clone()) {
        Entry::Occupied(proof) => proof.into_mut(),
        Entry::Vacant(place) => place.insert(ConfirmedProof::of_bytes(file, settings)?),
    };
    Ok(proof.engine(settings))
}
