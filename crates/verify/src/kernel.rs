//! The check of artifacts and certificates: what has to be read, besides the rules of a game and the reading of files, to
//! believe a report.
//!
//! [`files`] checks bytes and headers and runs the check; [`check`] goes through levels, [`claims`] from a record to what
//! it rests on, [`stored`] keeps what records demand of others. Where no file speaks, [`search`] decides, with a
//! [`map`] of what it has proved.

pub mod bounds;
pub mod check;
pub mod claims;
pub mod files;
pub mod map;
pub mod owner;
pub mod search;
pub mod stored;
pub mod terminals;
