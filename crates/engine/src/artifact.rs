//! The file of a solution together with the rules of its game: lookup of positions, in the game's
//! types. A [`Solution`](crate::Solution) adds a search above the artifact's cut.

mod answer;
mod certificate;
mod error;
mod many;
mod stored;

pub use answer::{Answer, Source};
pub use certificate::{Certificate, StatedBound};
pub use error::QueryError;
pub use many::{Finding, Wanted};
pub use stored::{Location, StoredArtifact};
