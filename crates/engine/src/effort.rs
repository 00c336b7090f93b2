//! How much may be done for an answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use solveig_search::StopToken;

/// What may be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchScope {
    /// Nothing: only what is stored and what the rules say.
    Never,
    /// Positions above an artifact's cut, which belong to what it certifies; without an artifact,
    /// all.
    #[default]
    AboveCut,
    /// Positions outside the certified region too.
    Anywhere,
}

/// How much may be done for an answer.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// What may be searched.
    pub search: SearchScope,
    /// How long the answer may take, all searches together; `None` for as long as they need.
    pub time: Option<Duration>,
    /// Stops the searches once it becomes true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Effort {
    /// Nothing is searched.
    pub const fn none() -> Self {
        Self {
            search: SearchScope::Never,
            time: None,
            stop: None,
        }
    }

    /// Anything is searched, for so long.
    pub const fn anywhere(time: Duration) -> Self {
        Self {
            search: SearchScope::Anywhere,
            time: Some(time),
            stop: None,
        }
    }

    /// What stops the searches for an answer that begins now.
    pub(crate) fn token(&self) -> StopToken {
        let mut token = StopToken::never();
        // A time too far away to be written is none.
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
