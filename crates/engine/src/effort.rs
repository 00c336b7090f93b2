//! The effort allowed for an answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use solveig_search::StopToken;

/// Which positions may be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchScope {
    /// None: answers come from the artifact and the rules alone.
    Never,
    /// Positions above the artifact's cut; without an artifact, all.
    #[default]
    AboveCut,
    /// All positions, also outside the certified region.
    Anywhere,
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
}

impl Effort {
    /// No searches.
    pub const fn none() -> Self {
        Self {
            search: SearchScope::Never,
            time: None,
            stop: None,
        }
    }

    /// Searches of all positions, with a time limit.
    pub const fn anywhere(time: Duration) -> Self {
        Self {
            search: SearchScope::Anywhere,
            time: Some(time),
            stop: None,
        }
    }

    /// The stop token of an answer that begins now.
    pub(crate) fn token(&self) -> StopToken {
        let mut token = StopToken::never();
        // A deadline too far away to be represented is none.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        if let Some(deadline) = deadline {
            token = token.with_deadline(deadline);
        }
        if let Some(stop) = &self.stop {
            token = token.with_flag(Arc::clone(stop));
        }
        token
    }
}
