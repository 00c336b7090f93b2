//! The effort allowed for an answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[cfg(feature = "api")]
use serde::{Deserialize, Serialize};
use solveig_search::clock::Instant;
use solveig_search::{Gate, StopToken};

/// Which positions may be searched if they are not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "api",
    derive(Deserialize, Serialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SearchScope {
    /// None: the answer is what is stored, or the result of a finished game.
    Never,
    /// Positions above the artifact's cut; without an artifact, all positions.
    AboveCut,
    /// All positions, but those that the file leaves out for at most a second together.
    #[default]
    Short,
    /// All positions, within the time limit.
    Anywhere,
}

impl SearchScope {
    /// The time for positions that the file leaves out, in a [short](Self::Short) search.
    pub const SHORT: Duration = Duration::from_secs(1);

    /// The time of a short search of a game without a file, for those who keep to it.
    pub const SHORT_ALONE: Duration = Duration::from_secs(2);

    /// Whether positions may be searched that the file leaves out.
    pub(crate) const fn reaches_outside(self) -> bool {
        matches!(self, Self::Short | Self::Anywhere)
    }
}

/// The effort allowed for an answer.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Which positions may be searched.
    pub search: SearchScope,
    /// The time limit of all searches together; `None` for no limit.
    pub time: Option<Duration>,
    /// A flag that stops the searches.
    pub stop: Option<Arc<AtomicBool>>,
    /// Where the searches wait while others have their turn. The time limit runs on meanwhile.
    pub gate: Option<Arc<dyn Gate>>,
    /// Whether best moves that are searched must be the canonical ones. Otherwise a best move is
    /// any that is proved to keep the value, which may take a much shorter search.
    pub canonical: bool,
    /// Whether an answer says how soon a decided game ends, for the position and its moves, even
    /// where the values do not tell it, but a search of at most 0.1 seconds does.
    pub distances: bool,
}

impl Effort {
    /// No searches.
    pub const fn none() -> Self {
        Self {
            search: SearchScope::Never,
            time: None,
            stop: None,
            gate: None,
            canonical: false,
            distances: false,
        }
    }

    /// Searches of all positions, with a time limit.
    pub const fn anywhere(time: Duration) -> Self {
        Self {
            search: SearchScope::Anywhere,
            time: Some(time),
            stop: None,
            gate: None,
            canonical: false,
            distances: false,
        }
    }

    /// What is left of the effort after a time.
    #[must_use]
    pub fn after(&self, spent: Duration) -> Self {
        let mut left = self.clone();
        left.time = self.time.map(|time| time.saturating_sub(spent));
        left
    }

    /// The same with a time limit of at most `time`.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let mut less = self.clone();
        less.time = Some(self.time.map_or(time, |own| own.min(time)));
        less
    }

    /// The stop token of the searches of positions that the file leaves out, in an answer that
    /// begins now.
    pub(crate) fn token_outside(&self) -> StopToken {
        let token = self.token();
        let deadline = Instant::now().checked_add(SearchScope::SHORT);
        match (self.search, deadline) {
            (SearchScope::Short, Some(deadline)) => token.with_deadline(deadline),
            _ => token,
        }
    }

    /// The stop token of an answer that begins now.
    pub fn token(&self) -> StopToken {
        let mut token = StopToken::never();
        // A deadline too far away to be represented is none.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        if let Some(deadline) = deadline {
            token = token.with_deadline(deadline);
        }
        if let Some(stop) = &self.stop {
            token = token.with_flag(Arc::clone(stop));
        }
        if let Some(gate) = &self.gate {
            token = token.with_gate(Arc::clone(gate));
        }
        token
    }
}
