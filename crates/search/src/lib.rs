//! Finds exact values and canonical best moves.
//!
//! A solver is an [`Oracle`]: it answers with exact values and nothing else.
//! [`Knowledge`] tells it what is known of the game: the order in which to try moves, and bounds
//! that can be read off a position.

mod alpha_beta;
mod minimax;
mod node_kind;
mod oracle;
mod pvs;
mod table;
mod visit;
mod window;

pub mod knowledge;
pub mod reopening;

pub use alpha_beta::AlphaBeta;
pub use knowledge::{Knowledge, Unordered};
pub use minimax::Minimax;
pub use node_kind::NodeKind;
pub use oracle::Oracle;
pub use pvs::PrincipalVariationSearch;
pub use table::{Entry, NoMemory, TablePolicy, TranspositionTable};
pub use window::Window;
