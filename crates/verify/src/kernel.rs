//! The kernel: the check of artifacts and certificates. To trust a report, read this module, the
//! rules of the game and the module `reading` of `solveig-format`.
//!
//! [`files`] checks bytes and headers and runs the check. [`check`] goes through the levels,
//! [`claims`] derives and decides the claims of a record, and [`stored`] holds the demands of
//! records on others. Claims that no file decides are left to [`search`], with [`map`] as its
//! transposition table.

pub mod check;
pub mod claims;
pub mod files;
pub mod map;
pub mod owner;
pub mod search;
pub mod stored;
pub mod terminals;
