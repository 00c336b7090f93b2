//! Solves too large for one machine: rounds of jobs, a ledger, and the queue between them.

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
pub mod rounds;
mod survey;
pub mod work;
pub mod worker;

pub use error::CampaignError;
pub use known::Known;
pub use problem::{Cut, Goal, Met, Plan, Problem};
pub use survey::{Guesses, Reading, Survey};
