//! Distributed solving of one position: rounds of jobs, a queue of workers, and a ledger of results
//! (Takizawa 2023).
//!
//! A [`Problem`] is a game with a start position and two cuts (levels). Given the bounds and
//! estimates recorded so far ([`Records`]), [`rounds`] chooses the positions at the second cut to
//! solve next, hypothesis by hypothesis. The [`driver`] sends these as jobs to [`worker`]s through
//! a [`queue`], and records their reports in a [`ledger`]. Afterwards, [`check`]
//! derives the value from the ledger independently, [`resolve`] solves a sample of its bounds
//! again, and [`player`] makes a table of moves that guarantee the proved value. [`results`] takes
//! in what others have proved at a cut, derives from it, and audits it.
//!
//! # A tour
//!
//! ```
//! use std::sync::Arc;
//!
//! use solveig_campaign::agenda::WindowQuestion;
//! use solveig_campaign::rounds::{Choice, prove};
//! use solveig_campaign::worker::decide;
//! use solveig_campaign::{Plan, Problem};
//! use solveig_game::{Game, Interval};
//! use solveig_games::othello::Othello;
//! use solveig_search::Minimax;
//! use solveig_games::othello::knowledge::OthelloKnowledge;
//!
//! let game = Othello::<u64>::new(4, 4)?;
//! let plan = Plan {
//!     first: 9,
//!     second: 6,
//!     ..Plan::whole(&game)
//! };
//! let problem = Problem::new(game.clone(), Arc::new(OthelloKnowledge::new(&game)), &plan)?;
//!
//! // A campaign sends these questions to workers; here they are answered directly.
//! let mut oracle = Minimax::new(game.clone());
//! let unknown = Interval::unknown(game.value_range());
//! let solve = |position: &_, asked: WindowQuestion| {
//!     let WindowQuestion { window, estimate } = asked;
//!     decide(&problem, &mut oracle, position, window, estimate, unknown).expect("never stopped")
//! };
//! let proof = prove(&problem, plan.goal, Choice::default(), solve)?;
//! assert_eq!(proof.bounds.value(), Some(-10));
//! assert!(proof.rounds > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agenda;
pub mod check;
mod checker;
mod conversion;
mod dictionaries;
pub mod driver;
mod error;
pub mod hypotheses;
pub mod job;
pub mod ledger;
pub mod listed_hypotheses;
mod obf;
pub mod player;
mod problem;
pub mod queue;
pub mod resolve;
pub mod results;
pub mod rounds;
mod survey;
pub mod work;
pub mod worker;

pub use dictionaries::{Dictionaries, KeyBounds, Records};
pub use error::{CampaignError, LinePlace};
pub use job::Cut;
pub use problem::{AfterPasses, Plan, Problem, full_window};
pub use survey::{Reading, Survey, SurveyMemory};
