//! Whole campaigns: ledger, queue, driver and workers, and what may go wrong with them.

mod conformance;
mod drivers;
mod exports;
mod failures;
mod field;
mod forged;
#[cfg(feature = "jetstream")]
mod jetstream;
mod ledgers;
mod listed_hypotheses;
mod players;
mod proofs;
mod recipes;
mod samples;
mod schemas;
mod settling;
mod sums;
mod workers;
