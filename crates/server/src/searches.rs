//! Searches that equal questions share while they run.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures_util::FutureExt;
use futures_util::future::{Shared, WeakShared};
use solveig_api::{Failure, Key};
use solveig_engine::PositionClass;

use crate::askers::{Asker, Askers};
use crate::cache::SearchResult;
use crate::client::Client;

type Work = Pin<Box<dyn Future<Output = Result<Arc<SearchResult>, Failure>> + Send>>;

/// A search that runs as long as anybody waits for it.
pub type Search = Shared<Work>;

/// Which searches run, so that equal questions share one.
#[derive(Clone, Default)]
pub struct Searches(Arc<Mutex<Running>>);

#[derive(Default)]
struct Running {
    next: u64,
    searches: HashMap<Key<PositionClass>, RunningSearch>,
}

struct RunningSearch {
    number: u64,
    until: Instant,
    askers: Askers,
    search: WeakShared<Work>,
}

/// Where an answer comes from.
pub enum SearchSource {
    /// It was found before.
    Kept(Arc<SearchResult>),
    /// It is being found.
    Search(SharedSearch),
}

/// A search, and one who asks for its answer.
pub struct SharedSearch {
    pub search: Search,
    /// To be kept while it waits.
    pub asker: Asker,
    /// Whether it was begun for this question.
    pub is_own: bool,
    /// When it ends, at the latest.
    pub until: Instant,
}

impl Searches {
    /// The search for the answer to `key` that is running, or else a new one, `search`, that ends
    /// at `until`; unless `kept` has the answer meanwhile. `client` is one of those whose turns it
    /// takes from now on.
    pub fn join<F>(
        &self,
        key: &Key<PositionClass>,
        until: Instant,
        client: Client,
        kept: impl FnOnce() -> Option<Arc<SearchResult>>,
        search: impl FnOnce(Askers) -> F,
    ) -> SearchSource
    where
        F: Future<Output = Result<Arc<SearchResult>, Failure>> + Send + 'static,
    {
        let mut running = self.lock();
        if let Some(found) = kept() {
            return SearchSource::Kept(found);
        }
        let other = running.searches.get(key);
        let other = other.and_then(|other| Some((other.search.upgrade()?, other)));
        if let Some((
            search,
            &RunningSearch {
                until, ref askers, ..
            },
        )) = other
        {
            return SearchSource::Search(SharedSearch {
                search,
                asker: askers.join(client),
                is_own: false,
                until,
            });
        }
        let number = running.next;
        running.next += 1;
        let removal = RemovalOnDrop {
            of: self.clone(),
            key: key.clone(),
            number,
        };
        let askers = Askers::default();
        let asker = askers.join(client);
        let search = search(askers.clone());
        let work: Work = Box::pin(async move {
            // Taken along, so that it is dropped with the search, finished or not.
            let _removal = removal;
            search.await
        });
        let search = work.shared();
        if let Some(weak) = search.downgrade() {
            let one = RunningSearch {
                number,
                until,
                askers,
                search: weak,
            };
            running.searches.insert(key.clone(), one);
        }
        SearchSource::Search(SharedSearch {
            search,
            asker,
            is_own: true,
            until,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        // Nothing in between can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets a search when it ends.
struct RemovalOnDrop {
    of: Searches,
    key: Key<PositionClass>,
    number: u64,
}

impl Drop for RemovalOnDrop {
    fn drop(&mut self) {
        let mut running = self.of.lock();
        let found = running.searches.get(&self.key);
        if found.is_some_and(|found| found.number == self.number) {
            running.searches.remove(&self.key);
        }
    }
}
