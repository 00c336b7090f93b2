//! Certified regions: the obligations that define them, and how they are built.
//!
//! A *region* is a closure (Takizawa 2026, sections 2.2 and 2.3): the positions reachable from the
//! start of a game where an optimal player follows the canonical move alone and a free player every
//! move. The three scopes differ in who is free and in what is stored of a position:
//!
//! - *strong*: both players are free, every reachable position has its exact value;
//! - *semi-strong*: one player is optimal, the other free, in both orientations; exact values;
//! - *weak*: as semi-strong, but positions carry only the bound that proves the value of the
//!   start: a max and a min solution tree (Pijls, de Bruin and Plaat 1996).
//!
//! One set of rules ([`ScopeClosure`]) covers all three scopes, and the auxiliary cut and all nodes
//! of a proof; a [`Closure`] of another crate can define more. [`build`] applies it level by level:
//! all positions of a level are settled (given value and move) in parallel and independently, and
//! the demands on their children are sorted and merged on disk, until no demand is left. Values
//! come from an [`Oracle`](solveig_search::Oracle). The closure does not depend on how the oracle
//! searches, nor the oracle on what is certified.
//!
//! [`enumerate`] only counts reachable positions, far faster than a build without values.
//!
//! [`proof`] writes proofs of bounds, a file format of its own.
//!
//! # Invariants
//!
//! - The result depends on the [`Closure`] alone: not on the oracles, the number of threads, the
//!   size of a table, or interruptions.
//! - A position is settled only after all demands on it are known, because they come from lower
//!   levels.
//! - Memory hardly grows with the region: levels are kept sorted on disk and streamed, with a mark
//!   in memory for every 128 obligations and 16 or 24 bytes for each block written.

pub mod blocks;
mod build;
mod closure;
mod delegation;
mod demands;
mod enumerate;
mod error;
mod estimate;
mod frames;
mod lock;
pub mod new_files;
mod obligation;
pub mod proof;
mod question;
mod region;
mod request;
mod role_set;
mod settled;
mod solve;
pub mod sorting;
mod word;
pub mod work;

pub use build::{Amount, BuildProgress, Keep, build, build_with_helpers};
pub use closure::{CertificateScope, Closure, RefutationMethod, ScopeClosure};
pub use delegation::{Helpers, LevelJobs};
pub use enumerate::{Enumeration, EnumerationProgress, LevelStep, Successors, enumerate};
pub use error::BuildError;
pub use estimate::{Basis, Estimate, FileEstimate, Range, estimate};
pub use lock::{Lock, LockError};
pub use obligation::Obligation;
pub use question::{Find, SearchAnswer, SearchQuestion};
pub use region::{LevelCounts, Region, RegionLevel};
pub use request::SolveRequest;
pub use role_set::RoleSet;
pub use settled::SettledPosition;
pub use solve::{
    OutputTarget, SolveSummary, count, expect_writable, solve, solve_with_helpers, work_directory,
};
pub use solveig_format::Scope;
