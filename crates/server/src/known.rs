//! What is known of a value, as the API states it.

use serde::{Deserialize, Serialize};
use solveig_engine::{self as engine, Source};
use utoipa::ToSchema;

/// One of the two sides. The first is the one that moves first in a play from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
}

impl From<engine::Side> for Side {
    fn from(side: engine::Side) -> Self {
        match side {
            engine::Side::First => Self::First,
            engine::Side::Second => Self::Second,
        }
    }
}

/// The source of a value, or `outside` if nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Stored in the artifact; `checked` of the game's artifact states how it was checked.
    Certified,
    /// Found by an exact search of this server.
    Searched,
    /// The game is over.
    Terminal,
    /// The artifact stores only bounds: `at_least`, `at_most` or both.
    Bound,
    /// Nothing is known.
    Outside,
}

impl Status {
    /// All statuses, in the order of their discriminants.
    pub const ALL: [Self; 5] = [
        Self::Certified,
        Self::Searched,
        Self::Terminal,
        Self::Bound,
        Self::Outside,
    ];

    /// The name in answers and metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certified => "certified",
            Self::Searched => "searched",
            Self::Terminal => "terminal",
            Self::Bound => "bound",
            Self::Outside => "outside",
        }
    }
}

impl From<&engine::KnownValue> for Status {
    fn from(known: &engine::KnownValue) -> Self {
        match (known.value, known.source) {
            (Some(_), Some(Source::Certified)) => Self::Certified,
            (Some(_), Some(Source::Searched)) => Self::Searched,
            (Some(_), Some(Source::Terminal)) => Self::Terminal,
            _ if known.at_least.is_some() || known.at_most.is_some() => Self::Bound,
            _ => Self::Outside,
        }
    }
}

/// What is known of a value. The containing object states for which side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Known)]
pub struct KnownValue {
    /// The source of the value.
    pub status: Status,
    /// The value, if it is known exactly.
    #[schema(required)]
    pub value: Option<i32>,
    /// Lower bound on the value; `null` where the exact value is known.
    #[schema(required)]
    pub at_least: Option<i32>,
    /// Upper bound on the value; `null` where the exact value is known.
    #[schema(required)]
    pub at_most: Option<i32>,
    /// Plies to the end of the game, in games whose values determine it.
    #[schema(required)]
    pub plies: Option<u32>,
}

impl From<engine::KnownValue> for KnownValue {
    fn from(known: engine::KnownValue) -> Self {
        let exact = known.value.is_some();
        Self {
            status: Status::from(&known),
            value: known.value,
            at_least: known.at_least.filter(|_| !exact),
            at_most: known.at_most.filter(|_| !exact),
            plies: known.plies,
        }
    }
}

/// Which positions may be searched if they are not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Search)]
pub enum SearchScope {
    /// None: the answer is what is stored, or the result of a finished game.
    Never,
    /// Positions above the artifact's cut; without an artifact, all positions.
    #[default]
    AboveCut,
    /// All positions, within the time limit of a request.
    Anywhere,
}

impl From<SearchScope> for engine::SearchScope {
    fn from(search: SearchScope) -> Self {
        match search {
            SearchScope::Never => Self::Never,
            SearchScope::AboveCut => Self::AboveCut,
            SearchScope::Anywhere => Self::Anywhere,
        }
    }
}
