//! Proofs that are written, checked, and damaged.

mod alone;
mod games;
mod go_rules;
mod history_free;
mod hostile;
