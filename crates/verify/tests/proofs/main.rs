//! Proofs: forged by the hundred thousand and kept as they were found, their limits, and the widths of their
//! fields.

mod definition;
mod forger;
mod go_rules;
mod kept;
mod limits;
mod naive_go;
#[path = "../check/random.rs"]
mod random;
mod widths;
