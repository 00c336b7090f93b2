//! Answers about positions over HTTP.
//!
//! A [`Server`] holds engines, what they answered, and [`Limits`]. [`serve`] puts it on a listener:
//!
//! ```no_run
//! use std::net::TcpListener;
//!
//! use solveig_engine::{Settings, open_game};
//! use solveig_server::{Limits, Server, serve};
//!
//! let engine = open_game("mnk:3x3?k=3", &Settings::default())?;
//! let server = Server::new(vec![engine], Limits::default());
//! serve(server, TcpListener::bind("127.0.0.1:8080")?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Stored answers are read from the file where the request is; whatever may search, or reads many
//! positions, does so on threads of its own, of which there is a fixed number. Nothing that is sent makes the
//! server take more memory, time or threads than its limits say.
//!
//! The paths are in the OpenAPI document, which [`openapi`] writes and the server shows at `/docs`.

mod answer;
mod cache;
mod failure;
mod games;
mod known;
mod limits;
mod listen;
mod metrics;
mod observe;
mod page;
mod position;
mod question;
mod router;
mod routes;
mod state;
mod work;

pub use limits::Limits;
pub use listen::{serve, serve_until};
pub use metrics::resident_memory;
pub use router::openapi;
pub use state::Server;
