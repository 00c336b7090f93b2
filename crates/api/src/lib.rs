//! The API without its transport: questions about positions, and their answers in JSON.
//!
//! The server has a route for each question; [`Games::ask`] answers the same questions without a
//! server, for instance in a browser.
//!
//! ```
//! use std::time::Duration;
//!
//! use solveig_api::{Allowance, Games, Request};
//! use solveig_engine::{Settings, open_game};
//!
//! let games = Games::new(vec![open_game("mnk:3x3?k=3", &Settings::default())?]);
//! let request = Request {
//!     path: "/v1/games/mnk-3x3-k-3/position",
//!     query: "moves=a1+b1",
//!     body: None,
//! };
//! let allowed = Allowance {
//!     line: 4096,
//!     batch: 1000,
//!     search_time: Duration::from_secs(10),
//!     stop: None,
//!     seed: 0,
//! };
//! let answer = games.ask(&request, &allowed).map_err(|error| error.message().to_owned())?;
//! assert!(String::from_utf8(answer)?.contains("\"value\":1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod ask;
mod batch;
mod failure;
mod games;
pub mod paths;
mod position;
mod proof;
mod question;
mod review;

pub use answer::{Question, encoded};
pub use ask::{Allowance, Request};
pub use batch::{Answers, BatchAnswer};
pub use failure::{Failure, FailureBody, Kind};
pub use games::{Family, Game, GameList, Games, LevelList, Served};
pub use position::{
    Areas, BarePosition, Category, GameState, Judged, MoveAnswer, Position, search_may_find_more,
};
pub use proof::{Proof, Refutation};
pub use question::{
    Batch, EmptyQuery, Item, Played, PositionQuery, RandomQuery, SearchQuery, read_body, read_line,
    read_query,
};
pub use review::{Losses, Review};
