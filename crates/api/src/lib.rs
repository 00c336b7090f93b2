//! The API without its transport: questions about positions, and their answers in JSON.
//!
//! [`ROUTES`] are the paths, methods and readers of all questions. [`Route::ask`] has a
//! [`Responder`] answer one: that of the server, over HTTP, or that of [`Games::ask`], on the
//! calling thread, for instance in a browser.
//!
//! ```
//! use solveig_api::{Allowance, Games, Request};
//! use solveig_engine::{Settings, open_game};
//!
//! let games = Games::new(vec![open_game("mnk:3x3?k=3", &Settings::default())?]);
//! let request = Request {
//!     path: "/v1/games/mnk-3x3-k-3/position",
//!     query: "moves=a1+b1",
//!     body: None,
//! };
//! let answer = games.ask(&request, &Allowance::default());
//! let answer = answer.map_err(|error| error.message().to_owned())?;
//! assert!(String::from_utf8(answer)?.contains("\"value\":1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod ask;
mod batch;
mod choice;
mod failure;
mod games;
mod health;
#[cfg(feature = "openapi")]
mod openapi;
mod position;
mod proof;
mod question;
mod record;
mod review;
mod routes;
mod rows;
mod value;

pub use answer::{Key, QuestionKind, encoded, expect_report};
pub use ask::Request;
pub use batch::{Answers, BatchAnswer};
pub use choice::{Choice, ChosenMove, Grounds};
pub use failure::{Failure, FailureBody, Kind};
pub use games::{Family, Game, GameList, Games, LevelList, ServedGame};
pub use health::{HEALTH, Health, READY, Readiness};
#[cfg(feature = "openapi")]
pub use openapi::described;
pub use position::{BarePosition, Category, GameState, MoveAnswer, Position, SideValue};
pub use proof::{Proof, Refutation};
pub use question::{
    Allowance, Batch, Item, MoveQuery, Play, PositionQuery, RandomQuery, SearchQuery, Style,
    expect_no_query, read_body,
};
pub use record::{GameRecord, RecordText};
pub use review::{Losses, Review};
pub use routes::{
    BatchQuestion, OPENAPI, Parts, PositionQuestion, ROUTES, Responder, ReviewQuestion, Route,
};
pub use rows::{AnswerColumns, AnswerRow, CsvLine, MoveColumns, MoveValue};
pub use value::ValueAnswer;
