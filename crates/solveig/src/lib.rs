//! Solves two-player games of perfect information, proves the solution to anyone who doubts it, and answers from it.
//!
//! Othello, Connect Four, *m,n,k* games, Hex, Go on small boards and game trees are built in. Any other game is one
//! implementation of the trait [`Game`].
//!
//! # Examples
//!
//! The value of a position, for the side to move:
//!
//! ```
//! use solveig::{AnyGame, Game};
//!
//! let game = AnyGame::parse("othello:6x4")?;
//! let position = game.parse_position("c1 b1")?;
//! assert_eq!(solveig::value(&game, &position)?, 16);
//! # Ok::<(), solveig::Error>(())
//! ```
//!
//! Solve a game, and have the solution checked by a program part that shares no code with the solver:
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
//! Ask the solution. After crosses in the corner and noughts beside it, crosses win, and the first winning move is a2:
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
//! [`AnyGame::parse`] reads the name of a built-in game: `othello:6x6`, `connect-four:7x6`, `mnk:4x4?k=4`, `hex:5x5`,
//! `go:4x4`, `tree:FILE.json`, `random-tree:3x8?seed=1`. With a game of your own, [`value`], [`solve`], [`Artifact`] and
//! [`verify_by`] work alike: [`Solvable`] shows one, and `examples/domineering.rs` in the repository walks through another.
//!
//! In games in which values depend on how play came about, as in Go with superko, there are values of positions and
//! proofs, but no artifacts.
//!
//! # Features
//!
//! None is on by default.
//!
//! - `conformance`: `solveig::conforms!`, which tests that a game keeps the laws of [`Game`].
//!
//! # The parts
//!
//! The functions here are short ways through crates that can do more. They are re-exported whole: [`game`] has the trait
//! and its vocabulary, [`games`] the rules of the built-in games, [`search`] the solvers, [`region`] what is certified and how
//! it is built, [`format`](mod@format) the bytes of the files, [`verifier`] the checker.
//!
//! [Stability](https://github.com/solveig-games/solveig/blob/main/docs/stability.md) ·
//! [file format](https://github.com/solveig-games/solveig/blob/main/FORMAT.md) ·
//! [a game of your own](https://github.com/solveig-games/solveig/blob/main/docs/your-own-game.md) ·
//! [the program `solveig`](https://crates.io/crates/solveig-cli)

mod artifact;
mod checking;
mod error;
mod solver;
mod solving;

use solveig_engine::artifact as stored;

pub use artifact::{Artifact, Probe};
pub use checking::{verify, verify_by};
pub use error::Error;
pub use solver::{Solvable, Solver, value};
pub use solving::{Solve, solve};

pub use solveig_format::{Header, Scope};
pub use solveig_game::{Game, GameExt, Move, Value};
pub use solveig_games::{AnyGame, AnyPosition, NamedGame};
pub use solveig_region::Solved;
pub use solveig_verify::{Report, Rules};
pub use stored::{Answer, MoveAnswer, SolutionReport, Source};

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
