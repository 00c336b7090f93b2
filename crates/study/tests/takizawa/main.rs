//! Takizawa (2026): reopening alpha-beta against the algorithms as printed, the region that it
//! certifies against the definition, the rules of reuse, and the counts of the tables.

mod algorithm_2;
mod exhaustive;
mod published;
mod random_dag;
mod region;
mod reuse;
mod specification;
mod table;
mod trace;
