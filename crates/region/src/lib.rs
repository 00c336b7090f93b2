//! What is certified: regions, the obligations that define them, and how they are built.
//!
//! A *region* is a closure (Takizawa 2026, sections 2.2 and 2.3): starting from the start of a
//! game, an optimal player follows the canonical move alone and a free player every move. The three
//! scopes differ in who is free and in what is known of a position:
//!
//! - *strong*: both players are free, every reachable position has its exact value;
//! - *semi-strong*: one player is optimal, the other free, in both orientations; exact values;
//! - *weak*: as semi-strong, but positions carry only the bound that proves the value of the
//!   start: a max and a min solution tree (Pijls, de Bruin and Plaat 1996).
//!
//! One set of rules ([`Closure`]) covers all three, and the auxiliary cut and all nodes of a proof
//! besides. [`build`] applies it level by level: all positions of a level are settled in parallel,
//! each by itself, what they ask of their children is sorted and merged on disk, and so on until
//! nothing is asked. The solver that finds values is an [`Oracle`](solveig_search::Oracle); the
//! closure never knows how it works, and the oracle never knows what is certified.
//!
//! [`enumerate`] only counts what can be reached, far quicker than a build without values would.
//!
//! [`proof`] writes proofs of bounds, which are files of their own.
//!
//! # Invariants
//!
//! - What is built depends on the [`Closure`] alone: not on the oracles, the number of threads, the
//!   size of a table, or interruptions.
//! - A position is settled once all that is asked of it is known, because everything that asks
//!   stands on a lower level.
//! - Memory does not grow with the region: a level lives on disk, sorted, and is streamed.

mod build;
mod closure;
mod demands;
mod enumerate;
mod error;
mod estimate;
mod frames;
mod obligation;
pub mod proof;
mod region;
mod roles;
mod settled;
mod solve;
mod sorting;
mod word;
pub mod work;

pub use build::{BuildProgress, Keep, build};
pub use closure::{CertificateScope, Closure, RefutationMethod, Values};
pub use enumerate::{Enumerated, Enumeration, LevelStep, enumerate};
pub use error::BuildError;
pub use estimate::{Basis, BuildCost, Estimate, EstimateEffort, EstimatedLevel, Range, estimate};
pub use obligation::Obligation;
pub use region::{LevelCounts, Region};
pub use roles::Roles;
pub use settled::Settled;
pub use solve::{OutputTarget, Solved, count, expect_writable, solve, work_directory};
pub use solveig_format::Scope;
