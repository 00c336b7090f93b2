//! Answers about positions of one game, in the game's types.
//!
//! An [`StoredArtifact`] is the file of a solution together with the rules of its game; it looks up
//! positions. A [`Solution`] adds an exact search for positions above the artifact's cut, and
//! answers with values, canonical moves, the value of every move, and the principal variation.
//!
//! Values are never guessed: a position that is neither stored, nor above the cut, nor terminal,
//! and of whose moves no such position tells more, is [`Answer::Outside`]. A solution of scope weak
//! can give bounds instead of values.
//!
//! ```
//! use solveig_format::{Encoder, Header, Reader, Record, Roles, Scope};
//! use solveig_game::{Game, GameExt, Keyed, Notation};
//! use solveig_games::mnk::Mnk;
//! use solveig_engine::artifact::{Answer, StoredArtifact, Solution, Source};
//! use solveig_search::Minimax;
//!
//! // Tic-tac-toe with nothing stored but the start: all above level 0 is searched.
//! let game = Mnk::new(3, 3, 3)?;
//! let header = Header {
//!     artifact: None,
//!     scope: Scope::SemiStrong,
//!     game: game.spec(),
//!     tie_break: game.tie_break_rule(),
//!     symmetry: true,
//!     cut: Some(0),
//!     max_level: game.max_level(),
//!     key_bits: game.key_bits(),
//!     least_value: -1,
//!     greatest_value: 1,
//!     root_key: 0,
//!     root_value: 0,
//! };
//! let mut file = Encoder::new(Vec::new(), &header)?;
//! file.push(0, Record { key: 0, roles: Roles::Both, value: 0, move_index: Some(0) })?;
//! let reader = Reader::from_bytes(file.finish()?.0)?;
//!
//! let artifact = StoredArtifact::new(game.clone(), reader)?;
//! let mut solution = Solution::new(&artifact, Minimax::new(game.clone()));
//! let start = solution.report(&game.start())?;
//! assert_eq!(start.answer, Answer::Exact { value: 0, source: Source::Certified });
//! assert_eq!(start.best_move.map(|best| game.format_move(best)).as_deref(), Some("a1"));
//!
//! let fork = game.parse_position("a1 b1 a2 a3 b2")?;
//! assert_eq!(solution.answer(&fork)?, Answer::Exact { value: -1, source: Source::Searched });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod certificate;
mod error;
mod solution;
mod stored;

pub use answer::{Answer, Source};
pub use certificate::{Certificate, StatedBound};
pub use error::QueryError;
pub use solution::{MoveAnswer, Solution, SolutionReport};
pub use stored::{Location, StoredArtifact};
