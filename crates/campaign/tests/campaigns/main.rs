//! Whole campaigns: ledger, queue, driver and workers, and what may go wrong with them.

mod assumptions;
mod conformance;
mod drivers;
mod exports;
mod failures;
mod field;
mod forged;
#[cfg(feature = "jetstream")]
mod jetstream;
mod ledgers;
mod players;
mod proofs;
mod recipes;
mod samples;
mod schemas;
mod settling;
mod sums;
mod workers;
