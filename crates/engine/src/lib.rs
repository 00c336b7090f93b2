//! An object-safe interface to games, for servers, protocols and the terminal.
//!
//! An [`Engine`] answers questions about the positions of one game, from an artifact or a proof and
//! by exact search, or by search alone. Input and output are text and plain numbers, so callers do
//! not need the game's types. An [`Effort`] limits the searches; an answer then states whether it
//! is complete. Values are never guessed.
//!
//! ```
//! use solveig_engine::{Effort, Engine, Line, Settings, Status, open_game};
//!
//! let engine = open_game("mnk:3x3?k=3", &Settings::default())?;
//! let report = engine.report(&Line::of("a1 b1"), &Effort::default())?;
//! assert_eq!(report.known_value.value, Some(1));
//! assert_eq!(report.known_value.status, Status::Exact);
//! assert_eq!(report.best_move.as_deref(), Some("a2"));
//!
//! let error = engine.state(&Line::of("a1 a1")).unwrap_err();
//! assert!(error.is_askers_fault());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
pub mod area;
pub mod artifact;
mod artifacts;
pub mod choice;
mod effort;
mod error;
mod game_engine;
mod lasting;
mod line;
mod on_demand;
mod open;
mod opened_proof;
mod position_class;
mod query;
pub mod record;
mod report;
pub mod sample;
mod searchers;
mod solution;
mod solver_plan;

pub use about::{
    About, ArtifactFile, ArtifactLevel, CertificateFile, CheckScope, PlayerFile, ProofFile,
};
pub use artifact::Source;
pub use effort::{Effort, SearchScope};
pub use error::EngineError;
pub use line::{Areas, Cell, ForbiddenMove, GameState, LegalMove, Line, Side};
pub use open::{
    ArtifactSource, ConfirmedProof, Evidence, FileBytes, OpeningLimits, Settings, SolutionDigests,
    is_proof, open_artifact, open_artifact_bytes, open_artifact_with, open_game, open_game_with,
    open_proof, open_proof_bytes, open_with_solvers,
};
pub use position_class::{PositionClass, Reusable};
pub use report::{
    BestMove, CertificateBound, Finding, FindingWatch, KnownValue, LastingMoves, MoveReport,
    NodeProof, Refutation, Report, Review, ReviewedMove, Status, ValueReport, Variation, Verdict,
};
pub use solution::{MoveAnswer, Solution, SolutionReport};
pub use solveig_games::{Family, Presentation};
pub use solveig_search::Gate;
pub use solveig_search::clock::Instant;
pub use solver_plan::SolverPlan;

/// One game, opened.
///
/// Unless stated otherwise, the value of a position is for its side to move, and the value of a
/// move for the side that plays it.
pub trait Engine: Send + Sync {
    /// The game and its artifact or proof, independent of a position.
    fn about(&self) -> &About;

    /// The names of all moves that the game has in any position, in the order of their codes.
    fn move_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// The position at the end of a line, by the rules alone.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be read or has a move that is not legal.
    fn state(&self, line: &Line) -> Result<GameState, EngineError>;

    /// The value of a position alone; with `at_least`, only whether it is at least that: a
    /// null-window test, and a bound for an answer. `watch` is told the bounds that are proved
    /// meanwhile; a stopped search ends with the last of them.
    ///
    /// # Errors
    ///
    /// Like [`report`](Self::report).
    fn value(
        &self,
        line: &Line,
        at_least: Option<i32>,
        effort: &Effort,
        watch: &mut FindingWatch<'_>,
    ) -> Result<ValueReport, EngineError>;

    /// The values of a position and of its moves.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be read, if the artifact is damaged, or if no searcher became free.
    fn report(&self, line: &Line, effort: &Effort) -> Result<Report, EngineError> {
        self.analyse(line, effort, &mut |_| ())
    }

    /// Like [`report`](Self::report); tells `watch` everything as soon as it is found: bounds on
    /// the value, the value, then each move, a best one first.
    ///
    /// # Errors
    ///
    /// Like [`report`](Self::report).
    fn analyse(
        &self,
        line: &Line,
        effort: &Effort,
        watch: &mut FindingWatch<'_>,
    ) -> Result<Report, EngineError>;

    /// A best move, the canonical one if it is stored or [asked for](Effort::canonical).
    ///
    /// # Errors
    ///
    /// Like [`report`](Self::report).
    fn best_move(&self, line: &Line, effort: &Effort) -> Result<BestMove, EngineError>;

    /// Of the moves that keep the value which `report` has for this position, those that end the
    /// game soonest if it is won and latest if it is lost; of equally good moves in a lost
    /// position those with the most replies that are mistakes. None if nothing sets the moves apart
    /// within `effort`, or the engine does not compare them.
    ///
    /// # Errors
    ///
    /// Like [`report`](Self::report).
    fn lasting(
        &self,
        _line: &Line,
        _report: &Report,
        _effort: &Effort,
    ) -> Result<LastingMoves, EngineError> {
        Ok(LastingMoves::default())
    }

    /// The first move in the order of the game's knowledge, a guess that proves nothing; `None` if
    /// the game is over.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be read.
    fn guess(&self, line: &Line) -> Result<Option<String>, EngineError>;

    /// Best play from a position, as far as it is known: moves like those of
    /// [`best_move`](Self::best_move).
    ///
    /// # Errors
    ///
    /// Like [`report`](Self::report).
    fn variation(&self, line: &Line, effort: &Effort) -> Result<Variation, EngineError> {
        self.watched_variation(line, effort, &mut |_| ())
    }

    /// Like [`variation`](Self::variation); tells `watch` the name of each move once it is found.
    ///
    /// # Errors
    ///
    /// Like [`variation`](Self::variation).
    fn watched_variation(
        &self,
        line: &Line,
        effort: &Effort,
        watch: &mut dyn FnMut(&str),
    ) -> Result<Variation, EngineError>;

    /// The value lost by each move of a line, and the best moves.
    ///
    /// # Errors
    ///
    /// Like [`report`](Self::report).
    fn review(&self, line: &Line, effort: &Effort) -> Result<Review, EngineError>;

    /// Why no move of a position is worth more than its value.
    ///
    /// # Errors
    ///
    /// Like [`report`](Self::report).
    fn proof(&self, line: &Line, effort: &Effort) -> Result<NodeProof, EngineError>;

    /// The class of the position at the end of a line: the positions with the same answers, up to
    /// the names of moves.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be read.
    fn class(&self, line: &Line) -> Result<PositionClass, EngineError> {
        Ok(PositionClass::of_line(line))
    }

    /// `answer`, about the position at the end of the line `from`, as an answer about that at the
    /// end of `to`; `None` if they are not of one [class](Self::class). Moves that are stored or
    /// [canonical](Effort::canonical) are those that an answer about `to` itself would have.
    ///
    /// # Errors
    ///
    /// Fails if a line cannot be read.
    fn transfer(
        &self,
        answer: &Reusable,
        from: &Line,
        to: &Line,
    ) -> Result<Option<Reusable>, EngineError> {
        Ok((from == to).then(|| answer.clone()))
    }

    /// A uniformly random position of the artifact; `None` without an artifact. The same seed gives
    /// the same position.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged.
    fn random(&self, seed: u64) -> Result<Option<GameState>, EngineError>;
}
