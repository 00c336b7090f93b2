//! Proofs: forged ones, those that misled earlier, limits of checks, and the widths of fields.

mod definition;
mod forger;
mod go_rules;
mod kept;
mod limits;
mod naive_go;
#[path = "../check/random.rs"]
mod random;
mod strategies;
mod widths;
