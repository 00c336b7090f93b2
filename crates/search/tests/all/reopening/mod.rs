//! Reopening alpha-beta against the statements of Takizawa (2026): its node counts, its
//! obligations, its rules of reuse, and the region it certifies.

mod algorithm_2;
mod exhaustive;
mod node_counts;
mod obligations;
mod payoff_bound;
mod random_dag;
mod region;
mod reuse;
mod specification;
mod trace;
