//! Solves two-player games of perfect information, stores the solutions with proofs that an
//! independent checker can verify, and answers queries from them.
//!
//! Othello, Connect Four, *m,n,k* games, Hex, Go on small boards and game trees are built in. Other
//! games implement [`Game`], [`Keyed`], [`Symmetric`], [`Notation`] and [`Solvable`].
//!
//! # Examples
//!
//! The value of a position, for the side to move:
//!
//! ```
//! use solveig::{AnyGame, Game, Notation};
//!
//! let game = AnyGame::parse("othello:6x4")?;
//! let position = game.parse_position("c1 b1")?;
//! assert_eq!(solveig::value(&game, &position)?, 16);
//! # Ok::<(), solveig::Error>(())
//! ```
//!
//! Solve a game, and check the solution with a checker that shares no code with the solver:
//!
//! ```
//! # let directory = tempfile::tempdir()?;
//! # std::env::set_current_dir(&directory)?;
//! use solveig::AnyGame;
//!
//! let tic_tac_toe = AnyGame::parse("mnk:3x3?k=3")?;
//! let solved = solveig::solve(&tic_tac_toe).certificate("ttt.cert").write("ttt.sol")?;
//! let report = solveig::verify("ttt.sol", Some("ttt.cert"))?;
//! assert_eq!((solved.root_value, report.root_value), (0, 0));
//! # Ok::<(), solveig::Error>(())
//! ```
//!
//! Query the solution. After a cross in the corner and a nought beside it, crosses win, and the
//! first winning move is a2:
//!
//! ```
//! # let directory = tempfile::tempdir()?;
//! # std::env::set_current_dir(&directory)?;
//! # solveig::solve(&solveig::AnyGame::parse("mnk:3x3?k=3")?).write("ttt.sol")?;
//! use solveig::Artifact;
//!
//! let mut artifact = Artifact::open("ttt.sol")?;
//! let probe = artifact.probe("a1 b1")?;
//! assert_eq!(probe.value(), Some(1));
//! assert_eq!(probe.best_move.as_deref(), Some("a2"));
//! # Ok::<(), solveig::Error>(())
//! ```
//!
//! # Games
//!
//! [`AnyGame::parse`] reads the spec of a built-in game: `othello:6x6`, `connect-four:7x6`,
//! `mnk:4x4?k=4`, `hex:5x5`, `go:4x4`, `tree:FILE.json`, `random-tree:3x8?seed=1`. [`value`],
//! [`solve`], [`Artifact`] and [`verify_by`] also work with games of your own;
//! `examples/domineering.rs` in the repository walks through one. Besides its rules, such a game
//! needs `impl Solvable`:
//!
//! ```
//! use solveig::game::*;
//! use solveig::Solvable;
//!
//! /// One heap: take one, two or three; who takes the last one wins.
//! #[derive(Clone)]
//! struct Nim { heap: u16 }
//!
//! impl Solvable for Nim {}
//!
//! impl Game for Nim {
//!     type Position = u16;
//!     // ...
//! #   fn spec(&self) -> String { format!("nim:{}", self.heap) }
//! #   fn start(&self) -> u16 { self.heap }
//! #   fn legal_moves(&self, left: &u16, moves: &mut Vec<Move>) {
//! #       moves.extend((1..=3.min(*left)).map(Move));
//! #   }
//! #   fn play_unchecked(&self, left: &u16, taken: Move) -> u16 { left - taken.0 }
//! #   fn terminal_value(&self, left: &u16) -> Option<Value> { (*left == 0).then_some(-1) }
//! #   fn value_range(&self) -> ValueRange { ValueRange::symmetric(1) }
//! #   fn level(&self, left: &u16) -> u32 { u32::from(self.heap - left) }
//! #   fn max_level(&self) -> u32 { u32::from(self.heap) }
//! }
//!
//! impl Keyed for Nim {
//!     type Key = u64;
//!     // ...
//! #   fn key(&self, left: &u16) -> u64 { u64::from(*left) }
//! #   fn position(&self, key: u64) -> Result<u16, InvalidKey> {
//! #       let left = u16::try_from(key).ok().filter(|left| *left <= self.heap);
//! #       left.ok_or(InvalidKey(key.into()))
//! #   }
//! #   fn key_bits(&self) -> u32 { 16 }
//! #   fn move_codes(&self) -> u16 { 4 }
//! }
//!
//! impl Symmetric for Nim {}
//!
//! impl Notation for Nim {
//!     // ...
//! #   fn tie_break_rule(&self) -> String { "fewer first".into() }
//! #   fn format_move(&self, taken: Move) -> String { taken.0.to_string() }
//! #   fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
//! #       match text.chars().next() {
//! #           Some(digit @ '1'..='3') => Ok((Move(digit as u16 - '0' as u16), 1)),
//! #           _ => Err(NotationError::new(text, 0, "expected 1, 2 or 3")),
//! #       }
//! #   }
//! #   fn render(&self, left: &u16, _: bool) -> String { "|".repeat((*left).into()) }
//! }
//!
//! # let directory = tempfile::tempdir()?;
//! # std::env::set_current_dir(&directory)?;
//! let nim = Nim { heap: 21 };
//! assert_eq!(solveig::value(&nim, &20)?, -1);
//!
//! solveig::solve(&nim).write("nim.sol")?;
//! let mut artifact = solveig::Artifact::open_as(nim, "nim.sol")?;
//! assert_eq!(artifact.probe("1 2")?.best_move.as_deref(), Some("2"));
//! # Ok::<(), solveig::Error>(())
//! ```
//!
//! Games whose values depend on the history of play, such as Go with superko, have values and
//! proofs ([`prove`], [`verify_proof`]), but no artifacts.
//!
//! # Features
//!
//! None is on by default. With `conformance`, `solveig::conforms!` tests that a game satisfies the
//! laws of [`Game`].
//!
//! # The program
//!
//! The crate `solveig-cli` is the command-line program, with all its commands for your games as
//! well: `fn main() -> ExitCode { solveig_cli::run(solveig_cli::games![Chomp]) }`.
//! `examples/chomp.rs` in the repository is such a program.
//!
//! # The parts
//!
//! This crate wraps crates that can do more, and re-exports them: [`game`] (the trait and its
//! types), [`games`] (rules of the built-in games), [`search`] (solvers), [`region`]
//! (construction of solutions), [`format`](mod@format) (file format) and [`verifier`] (the
//! checker).
//!
//! [Stability](https://github.com/solveig-games/solveig/blob/main/docs/reference/stability.md) ·
//! [file format](https://github.com/solveig-games/solveig/blob/main/FORMAT.md) ·
//! [your games](https://github.com/solveig-games/solveig/blob/main/docs/guide/your-own-game.md) ·
//! [the program `solveig`](https://crates.io/crates/solveig-cli)

mod artifact;
mod checking;
mod error;
mod proving;
mod solver;
mod solver_options;
mod solving;

pub use artifact::{Artifact, MoveProbe, Probe};
pub use checking::{verify, verify_by};
pub use error::Error;
pub use proving::{ProofMoves, Prove, prove, verify_proof};
pub use solveig_search::{StopToken, Stopped};
pub use solver::{Solver, value};
pub use solver_options::{SolverOptions, by_bisection};
pub use solving::{Cuts, Solve, solve};

pub use solveig_engine::artifact::{Answer, Source};
pub use solveig_engine::{MoveAnswer, SolutionReport};
pub use solveig_format::{Header, Scope};
pub use solveig_game::{Game, GameExt, Keyed, Move, Notation, Symmetric, Value};
pub use solveig_games::{AnyGame, AnyPosition, NamedGame, Solvable};
pub use solveig_region::proof::{ProofBounds, ProofProgress, WholeProof};
pub use solveig_region::{
    BuildProgress, Estimate, Helpers, LevelCounts, RegionLevel, SolveSummary,
};
pub use solveig_search::solvers::SolverName;
pub use solveig_verify::{Report, Rules};

pub use solveig_format as format;
pub use solveig_game as game;
pub use solveig_games as games;
pub use solveig_region as region;
pub use solveig_search as search;
pub use solveig_verify as verifier;

#[cfg(feature = "conformance")]
pub use solveig_conformance::conforms;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
