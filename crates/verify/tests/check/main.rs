//! The checker on solutions made by brute force: which files it must accept, and which it must
//! reject.

mod accepts;
mod arrays;
mod facts;
mod forged;
mod graph;
mod messages;
mod mutations;
mod naive;
mod promises;
mod random;
mod rules;
mod trees;
