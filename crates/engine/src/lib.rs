//! A game behind one object-safe trait: what servers, protocols and players in a terminal stand on.
//!
//! An [`Engine`] answers about the positions of one game, from an artifact and by exact search, or
//! by search alone. Which game it is, is known when it is opened; after that, nobody needs its
//! types. What comes in and goes out is text and plain numbers. A search may be given an
//! [`Effort`], and an answer then says that it is not complete; it never guesses.
//!
//! ```
//! use solveig_engine::{Effort, Engine, Line, Settings, Source, open_game};
//!
//! let engine = open_game("mnk:3x3?k=3", &Settings::default())?;
//! let report = engine.report(&Line::of("a1 b1"), &Effort::default())?;
//! assert_eq!(report.known.value, Some(1));
//! assert_eq!(report.known.source, Some(Source::Searched));
//! assert_eq!(report.best_move.as_deref(), Some("a2"));
//!
//! let error = engine.standing(&Line::of("a1 a1")).unwrap_err();
//! assert!(error.is_askers_fault());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
pub mod area;
pub mod artifact;
pub mod choice;
mod effort;
mod error;
mod line;
mod on_demand;
mod open;
mod opened;
pub mod record;
mod report;
mod searchers;

pub use about::{About, ArtifactAbout, CertificateAbout, Checked, LevelAbout};
pub use artifact::Source;
pub use effort::{Effort, SearchScope};
pub use error::EngineError;
pub use line::{Cell, LegalMove, Line, Side, Standing};
pub use open::{Evidence, Settings, open_artifact, open_artifact_with, open_game};
pub use report::{
    KnownValue, MoveReport, NodeProof, Refutation, Report, Review, ReviewedMove, Stated, Variation,
    Verdict,
};
pub use solveig_games::Family;

/// One game, opened.
///
/// Values are for the side to move in the position they are about, and of a move, for the side that
/// plays it, unless something else is said.
pub trait Engine: Send + Sync {
    /// What can be said of the game and of the artifact without a position.
    fn about(&self) -> &About;

    /// What the rules say of the position at the end of a line.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be read or has a move that is not legal.
    fn standing(&self, line: &Line) -> Result<Standing, EngineError>;

    /// All that is known of a position and of its moves.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be read, if the artifact is damaged, or if no searcher became free.
    fn report(&self, line: &Line, effort: &Effort) -> Result<Report, EngineError>;

    /// The canonical move; `None` where the game is over, and where it is not known.
    ///
    /// # Errors
    ///
    /// As [`report`](Self::report).
    fn best_move(&self, line: &Line, effort: &Effort) -> Result<Option<String>, EngineError>;

    /// The move that knowledge of the game would look at first. It is a guess, and proves nothing;
    /// `None` where the game is over.
    ///
    /// # Errors
    ///
    /// Fails if the line cannot be read.
    fn guess(&self, line: &Line) -> Result<Option<String>, EngineError>;

    /// The canonical play from a position, as far as it is known.
    ///
    /// # Errors
    ///
    /// As [`report`](Self::report).
    fn variation(&self, line: &Line, effort: &Effort) -> Result<Variation, EngineError>;

    /// Where value was lost in the moves of a line, and what would have been best.
    ///
    /// # Errors
    ///
    /// As [`report`](Self::report).
    fn review(&self, line: &Line, effort: &Effort) -> Result<Review, EngineError>;

    /// Why no move of a position is better than its value.
    ///
    /// # Errors
    ///
    /// As [`report`](Self::report).
    fn proof(&self, line: &Line, effort: &Effort) -> Result<NodeProof, EngineError>;

    /// A position of the artifact, each as likely as the next; `None` without an artifact. The same
    /// seed leads to the same position.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged.
    fn random(&self, seed: u64) -> Result<Option<Standing>, EngineError>;
}
