//! HTTP server for values and moves of positions.
//!
//! A [`Server`] holds engines, a cache of their answers, and [`Limits`]. [`serve`] runs it on a
//! listener:
//!
//! ```no_run
//! use std::net::TcpListener;
//!
//! use solveig_engine::{Settings, open_game};
//! use solveig_server::{Limits, Server, serve};
//!
//! let engine = open_game("mnk:3x3?k=3", &Settings::default())?;
//! let server = Server::new(vec![engine], Limits::default());
//! serve(server, TcpListener::bind("127.0.0.1:8080")?, || ())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A stored position is read on the async thread that handles its request. Searches and questions
//! that read many positions run on a fixed number of blocking threads. [`Limits`] bounds the
//! memory, time and threads that requests can take.
//!
//! The OpenAPI document ([`solveig_api::OPENAPI`]) describes all routes; the server shows it at
//! `/docs`.

mod access;
mod answer;
mod answering;
mod askers;
mod batch;
mod cache;
mod client;
mod connections;
mod etag;
mod folder;
mod heads;
mod health;
mod limits;
mod listen;
mod metrics;
mod observe;
mod page;
mod pool;
mod question;
mod queue;
mod refusal;
mod router;
mod searches;
mod state;
mod turns;
mod usage;

pub use access::{Access, NoOrigin, Origin};
pub use folder::{ENGINE, FolderFile, FolderGame, LIST, folder};
pub use limits::Limits;
pub use listen::{serve, serve_until};
pub use metrics::resident_memory;
pub use state::Server;
