//! Tools to study the papers; nothing that solves or checks a game depends on them.
//!
//! - [`trees`]: the theory of game trees (Pijls, de Bruin and Plaat 1996), executable;
//! - [`published`]: the positions of a region and its proof, counted as in the published tables;
//! - [`reopening`]: the search of Takizawa (2026), whose tree is a semi-strong solution;
//! - [`symbolic`]: the positions of Connect Four, counted set by set.
//! - [`table`]: tables of semi-strong solutions by others, compared with the rules.

pub mod published;
pub mod reopening;
pub mod symbolic;
pub mod table;
pub mod trees;
