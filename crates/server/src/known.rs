//! What is known of a value, in words and numbers.

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

/// Why a value is believed, or that it is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It is stored in the artifact; `checked` of the game's artifact says what speaks for it.
    Certified,
    /// An exact search by this server found it, without the artifact.
    Searched,
    /// The game is over.
    Terminal,
    /// Only a bound is known: `at_least`, `at_most` or both. It is stored in the artifact.
    Bound,
    /// Nothing is known.
    Outside,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Certified,
        Self::Searched,
        Self::Terminal,
        Self::Bound,
        Self::Outside,
    ];

    /// The word for it in answers and metrics.
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

/// What is known of a value, for the side that the place says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Known {
    /// Why it is believed.
    pub status: Status,
    /// The value, if it is known exactly.
    #[schema(required)]
    pub value: Option<i32>,
    /// A bound: the value is this or more. `null` where the value is known.
    #[schema(required)]
    pub at_least: Option<i32>,
    /// A bound: the value is this or less. `null` where the value is known.
    #[schema(required)]
    pub at_most: Option<i32>,
    /// Plies to the end of the game, where the value tells.
    #[schema(required)]
    pub plies: Option<u32>,
}

impl From<engine::KnownValue> for Known {
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

/// Where a search may look for what is not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// Nowhere: only what is stored, and what the rules say of games that are over.
    Never,
    /// Above the artifact's cut, where nothing is stored by design. Without an artifact, anywhere.
    #[default]
    AboveCut,
    /// Anywhere, for as long as a request may search.
    Anywhere,
}

impl From<Search> for engine::SearchScope {
    fn from(search: Search) -> Self {
        match search {
            Search::Never => Self::Never,
            Search::AboveCut => Self::AboveCut,
            Search::Anywhere => Self::Anywhere,
        }
    }
}
