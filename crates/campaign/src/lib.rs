//! Solves too large for one machine: rounds of jobs, a ledger, and the queue between them
//! (Takizawa 2023).
//!
//! A [`Problem`] is a game that is cut at two levels. [`rounds`] says which positions at the second
//! cut have to be solved next for the value of the start to be proved, given all that is
//! [`Dictionaries`]; [`driver`] puts that into a [`ledger`] as jobs, and takes in what each
//! [`worker`] brings back through a [`queue`]. [`check`] derives the value from the ledger anew,
//! [`resolve`] solves a sample of what is in it again, and [`player`] makes of it a player that
//! never does worse.
//!
//! # A tour
//!
//! ```
//! use std::sync::Arc;
//!
//! use solveig_campaign::choice::WindowQuestion;
//! use solveig_campaign::rounds::prove;
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
//! // What a campaign hands to workers is answered on the spot here.
//! let mut oracle = Minimax::new(game.clone());
//! let unknown = Interval::unknown(game.value_range());
//! let solve = |position: &_, asked: WindowQuestion| {
//!     decide(&problem, &mut oracle, position, asked.window, asked.estimate, unknown)
//! };
//! let (proved, _, rounds) = prove(&problem, plan.goal.window(), solve)?;
//! assert_eq!(proved.value(), Some(-10));
//! assert!(rounds > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod check;
pub mod choice;
pub mod driver;
mod error;
pub mod hypotheses;
pub mod job;
mod known;
pub mod ledger;
pub mod player;
mod problem;
pub mod queue;
pub mod resolve;
pub mod rounds;
mod survey;
pub mod work;
pub mod worker;

pub use error::CampaignError;
pub use known::Dictionaries;
pub use problem::{AfterPasses, Cut, Goal, Plan, Problem};
pub use survey::{Guesses, Reading, Survey};
