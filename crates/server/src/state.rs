//! A server: the games, what it has answered, and what it may do.

use std::sync::Arc;
use std::time::Instant;

use solveig_engine::Engine;

use crate::answer::JsonAnswer;
use crate::cache::{Cache, KeyRef};
use crate::games::Games;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::request_ids::RequestIds;
use crate::work::Work;

/// Answers about the positions of some games.
pub struct Server {
    pub(crate) games: Games,
    pub(crate) limits: Limits,
    pub(crate) cache: Cache,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) work: Work,
    pub(crate) request_ids: RequestIds,
    pub(crate) started: Instant,
}

impl Server {
    /// A server of the games that `engines` know, in this order.
    pub fn new(engines: Vec<Arc<dyn Engine>>, limits: Limits) -> Arc<Self> {
        let metrics = Arc::new(Metrics::new());
        Arc::new(Self {
            games: Games::new(engines),
            cache: Cache::new(limits.cache),
            work: Work::new(&limits, metrics.clone()),
            metrics,
            limits,
            request_ids: RequestIds::new(),
            started: Instant::now(),
        })
    }

    /// The names that the games have in paths.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.all().iter().map(|served| served.name())
    }

    /// When a search that begins now has to end.
    pub(crate) fn search_until(&self) -> Instant {
        Instant::now() + self.limits.search_time
    }

    /// The answer to `key`, if it was kept.
    pub(crate) fn kept(&self, key: &KeyRef<'_>) -> Option<JsonAnswer> {
        let body = self.cache.get(key)?;
        self.metrics.cache_hits.inc();
        let complete = true;
        Some(JsonAnswer { body, complete })
    }

    /// Keeps `answer`, if it is worth it.
    pub(crate) fn keep(&self, key: &KeyRef<'_>, answer: &JsonAnswer) {
        self.metrics.cache_misses.inc();
        if answer.complete {
            self.cache.insert(key, answer.body.clone());
        }
    }
}
