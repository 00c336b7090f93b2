//! The checker against solutions made by the most naive means: what it must accept, and what it
//! must reject.

mod accepts;
mod forged;
mod graph;
mod messages;
mod mutations;
mod naive;
mod promises;
mod random;
mod rules;
mod trees;
