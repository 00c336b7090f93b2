//! Tools to study the papers; nothing that solves or checks a game depends on them.
//!
//! - [`trees`]: the theory of game trees (Pijls, de Bruin and Plaat 1996), executable;
//! - [`symbolic`]: the positions of Connect Four, counted set by set.

pub mod symbolic;
pub mod trees;
