//! The state that all requests share.

use std::sync::Arc;
use std::time::Instant;

use solveig_api::{Failure, Games};
use solveig_engine::Engine;
use tokio::time::timeout;

use crate::answer::JsonAnswer;
use crate::cache::{Cache, Key, cache};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pool::SearchPool;

/// Answers questions about positions of the games it serves.
pub struct Server {
    pub(crate) games: Games,
    pub(crate) limits: Limits,
    pub(crate) cache: Cache,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) pool: SearchPool,
    pub(crate) started: Instant,
}

impl Server {
    /// A server of the games of `engines`, in this order.
    pub fn new(engines: Vec<Arc<dyn Engine>>, limits: Limits) -> Arc<Self> {
        let metrics = Arc::new(Metrics::new());
        Arc::new(Self {
            games: Games::new(engines),
            cache: cache(limits.cache),
            pool: SearchPool::new(&limits, metrics.clone()),
            metrics,
            limits,
            started: Instant::now(),
        })
    }

    /// The names that the games have in paths.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.all().iter().map(|served| served.name())
    }

    /// The deadline of a search that begins now.
    pub(crate) fn search_until(&self) -> Instant {
        Instant::now() + self.limits.search_time
    }

    /// The answer to `key` from the cache, or else from `work`; a complete one is then cached.
    ///
    /// Of equal concurrent requests, one computes the answer and the others wait for it, at most
    /// [`Limits::wait`]; after that they compute it themselves.
    pub(crate) async fn cached_or_computed(
        &self,
        key: &Key,
        work: impl Future<Output = Result<JsonAnswer, Failure>>,
    ) -> Result<JsonAnswer, Failure> {
        let kept = timeout(self.limits.wait, self.cache.get_value_or_guard_async(key)).await;
        let guard = match kept {
            Ok(Ok(body)) => {
                self.metrics.cache_hits.inc();
                let complete = true;
                return Ok(JsonAnswer { body, complete });
            }
            Ok(Err(guard)) => Some(guard),
            Err(_) => None,
        };
        let answer = work.await?;
        self.metrics.cache_misses.inc();
        if let Some(guard) = guard.filter(|_| answer.complete) {
            // Fails only if another request has inserted an answer meanwhile.
            let _ = guard.insert(answer.body.clone());
        }
        Ok(answer)
    }
}
