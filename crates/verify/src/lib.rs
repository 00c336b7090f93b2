//! An independent checker: confirms that an artifact is a solution of its game.
//!
//! It shares the file format with the solver: the rules of the games and the search are written
//! anew. The writer of proofs runs the walk of this crate. `docs/explanation/verification.md`
//! explains what is checked and what is trusted.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use solveig_format::{Encoder, Header, Reader, Record, Roles, Scope};
//! use solveig_verify::{Mnk, Options, Rules, verify};
//!
//! // On one row of three squares, two in line: the middle wins.
//! let rules = Mnk::new(3, 1, 2).unwrap();
//! let header = Header {
//!     artifact: None,
//!     scope: Scope::SemiStrong,
//!     game: rules.spec(),
//!     tie_break: "ascending squares".to_owned(),
//!     symmetry: false,
//!     cut: Some(0),
//!     max_level: 3,
//!     key_bits: rules.key_bits(),
//!     least_value: -1,
//!     greatest_value: 1,
//!     root_key: 0,
//!     root_value: 1,
//! };
//! let solved_with = |move_index| -> Result<_, solveig_format::FormatError> {
//!     let mut file = Encoder::new(Vec::new(), &header)?;
//!     let start = Record { key: 0, roles: Roles::Both, value: 1, move_index: Some(move_index) };
//!     file.push(0, start)?;
//!     Reader::from_bytes(file.finish()?.0)
//! };
//!
//! let report = verify(&rules, &solved_with(1)?, None, &Options::default())?;
//! assert_eq!(report.positions(), 1);
//!
//! let error = verify(&rules, &solved_with(0)?, None, &Options::default()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "artifact: level 0, key 0x0, position --- X: a1 leads to O-- X: \
//!      expected its value to be -1, but a search finds otherwise"
//! );
//! # Ok(())
//! # }
//! ```

mod bounds;
pub mod conclusion;
mod failure;
mod fast;
pub mod following;
mod kernel;
mod limits;
mod parts;
pub mod proof;
mod random;
mod report;
mod rules;
mod sample;

pub use bounds::{Bound, Interval};
pub use failure::{Failure, VerifyError};
pub use fast::{
    BoundQuestion, at_least_each, sample_opened, verify_files, verify_opened, verify_parts,
};
pub use kernel::files::{Options, open, verify};
pub use limits::{Budget, Limits, Undecided};
pub use parts::{Findings, PartNumber, Parts};
pub use report::{ClaimCounts, LevelReport, Progress, Report};
pub use rules::catalogue::{KnownRules, NoRules, rules_for};
pub use rules::connect_four::{ConnectFour, Drops};
pub use rules::external::{FindRules, GivenRules, none_given};
pub use rules::go;
pub use rules::grid::Stones;
pub use rules::hex::{Cells, Hex};
pub use rules::mnk::Mnk;
pub use rules::othello::Othello;
pub use rules::tree::{Tree, TreeError};
pub use rules::{NoPosition, Rules, Stage};
pub use sample::SampleReport;
