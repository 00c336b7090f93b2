//! How much may be done for an answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use solveig_search::interrupt::Limit;

/// What may be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchScope {
    /// Nothing: only what is stored and what the rules say.
    Never,
    /// Positions above an artifact's cut, which belong to what it certifies; without an artifact, all.
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
    /// Breaks the searches off once it becomes true.
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

    /// The limit of an answer that begins now.
    pub(crate) fn limit(&self) -> Limit {
        Limit {
            // A time too far away to be written is none.
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            stop: self.stop.clone(),
            ..Limit::default()
        }
    }
}
