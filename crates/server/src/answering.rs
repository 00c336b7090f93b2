//! The way from a question to its answer: kept, stored, found by another request, or searched.

use std::sync::Arc;
use std::time::Instant;

use axum::http::HeaderMap;
use axum::response::Response;
use solveig_api::{Failure, Key, Kind, PositionQuestion, ReviewQuestion, ServedGame, encoded};
use solveig_engine::{Effort, Line, Reusable, SearchScope};

use crate::answer::{JsonAnswer, lifetime, not_modified, uncacheable};
use crate::askers::Askers;
use crate::cache::{CacheEntry, CacheKey, SearchResult};
use crate::client::Client;
use crate::etag::{Lifetime, Tag};
use crate::pool::SearchAllowance;
use crate::refusal::Refusal;
use crate::searches::{SearchSource, SharedSearch};
use crate::state::Server;

impl Server {
    /// The response to a question in a request with these headers. An asker that has the answer is
    /// told so before anything is looked up.
    pub(crate) async fn respond(
        self: &Arc<Self>,
        question: PositionQuestion,
        client: Client,
        headers: &HeaderMap,
    ) -> Result<Response, Refusal> {
        let PositionQuestion {
            served,
            key,
            is_pinned,
            is_drawn,
        } = question;
        let tag = Tag::of_question(self.tag(&served), &key);
        match tag.lifetime_at_asker(headers) {
            _ if is_drawn => {}
            Some(_) if is_pinned => return Ok(not_modified(tag, Lifetime::Year)),
            // From another address, and for good.
            Some(Lifetime::Year) | None => {}
            Some(lifetime) => return Ok(not_modified(tag, lifetime)),
        }
        let until = self.search_until();
        let answer = self.answer(&served, key, client, until).await?;
        Ok(match is_drawn {
            true => uncacheable(answer.body),
            false => answer.response(headers, tag, is_pinned),
        })
    }

    /// The response to a question about all moves of a play.
    pub(crate) async fn respond_to_review(
        &self,
        question: ReviewQuestion,
        client: Client,
    ) -> Result<Response, Refusal> {
        let ReviewQuestion {
            served,
            line,
            effort,
        } = question;
        let work = move |effort: &Effort| served.review(&line, effort);
        let review = self.run(client, &effort, self.search_until(), work).await?;
        Ok(uncacheable(encoded(&review)?))
    }

    /// Runs `work` in the turns of one client, with searches that end at `until`.
    async fn run<T: Send + 'static>(
        &self,
        client: Client,
        effort: &Effort,
        until: Instant,
        work: impl FnOnce(&Effort) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let askers = Askers::default();
        let _asker = askers.join(client);
        let allowed = SearchAllowance {
            askers,
            search: effort.search,
            canonical: effort.canonical,
            until,
        };
        self.pool.run(allowed, work).await
    }

    /// The answer to a question, with a search that ends at `until` if one is needed.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        served: &Arc<ServedGame>,
        key: Key<Line>,
        client: Client,
        until: Instant,
    ) -> Result<JsonAnswer, Failure> {
        let written = CacheKey::Line(key.clone());
        if let Some(CacheEntry::Written(answer)) = self.cache.get(&written) {
            self.metrics.cache_hits.inc();
            return Ok(answer);
        }
        let found = self.stored_or_found(served, &key, client, until).await?;
        let lifetime = lifetime(&found);
        let body = served.write(key.question, &key.of, found)?.into();
        let answer = JsonAnswer { body, lifetime };
        if lifetime != Lifetime::None {
            self.cache
                .insert(written, CacheEntry::Written(answer.clone()));
        }
        Ok(answer)
    }

    /// What answers a question, with a search that ends at `until` if one is needed.
    pub(crate) async fn stored_or_found(
        self: &Arc<Self>,
        served: &Arc<ServedGame>,
        key: &Key<Line>,
        client: Client,
        until: Instant,
    ) -> Result<Reusable, Failure> {
        let Some(stored) = served.look_up(key)? else {
            return self.find(served, key, client, until).await;
        };
        // How soon the game ends is worth a short search, but no place that others wait for.
        let is_busy = self.metrics.searches_running.get() >= self.limits.searches as i64;
        if !is_busy && served.may_lack_plies(key, &stored) {
            let found = self.find(served, key, client, until).await;
            if let Some(found) = found.ok().filter(|found| !found.is_interrupted()) {
                return Ok(found);
            }
        }
        self.metrics.cache_misses.inc();
        self.count(&stored);
        Ok(stored)
    }

    /// What is found about a position, or was about an equal one, or is being found.
    async fn find(
        self: &Arc<Self>,
        served: &Arc<ServedGame>,
        key: &Key<Line>,
        client: Client,
        until: Instant,
    ) -> Result<Reusable, Failure> {
        let class = key.about(served.engine.class(&key.of)?);
        let kept = CacheKey::Class(class.clone());
        loop {
            let is_late = Instant::now() >= until;
            if is_late && key.search != SearchScope::Never {
                return self.without_search(served, key, client).await;
            }
            let search = |askers| {
                self.clone()
                    .search(served.clone(), key.clone(), askers, until)
            };
            let get_kept = || match self.cache.get(&kept) {
                Some(CacheEntry::Found(found)) => Some(found),
                _ => None,
            };
            let joined = self.searches.join(&class, until, client, get_kept, search);
            let SharedSearch {
                search,
                asker: _asker,
                is_own,
                until: ends,
            } = match joined {
                SearchSource::Kept(found) => {
                    self.metrics.cache_hits.inc();
                    return transfer(served, &found, &key.of);
                }
                SearchSource::Search(shared) => shared,
            };
            match search.await {
                // Who searched had much less time, or no place in the queue.
                Ok(found)
                    if !is_own
                        && found.answer.is_interrupted()
                        && until > ends + self.limits.search_time / 2 => {}
                Err(failure) if !is_own && failure.is_busy() => {}
                Ok(found) => {
                    if !is_own {
                        self.metrics.searches_shared.inc();
                    }
                    return transfer(served, &found, &key.of);
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Searches on a thread of the pool, and keeps what is complete.
    async fn search(
        self: Arc<Self>,
        served: Arc<ServedGame>,
        key: Key<Line>,
        askers: Askers,
        until: Instant,
    ) -> Result<Arc<SearchResult>, Failure> {
        let allowed = SearchAllowance {
            askers,
            search: key.search,
            canonical: key.canonical,
            until,
        };
        let (of, question) = (served.clone(), key.clone());
        let work = move |effort: &Effort| of.find(&question, effort);
        let answer = self.pool.run(allowed, work).await?;
        self.metrics.cache_misses.inc();
        self.metrics.nodes.inc_by(answer.nodes());
        if answer.is_interrupted() {
            self.metrics.searches_interrupted.inc();
        }
        self.count(&answer);
        let class = key.about(served.engine.class(&key.of)?);
        let is_complete = !answer.is_interrupted();
        let line = key.of;
        let found = Arc::new(SearchResult { line, answer });
        if is_complete {
            let kept = CacheEntry::Found(found.clone());
            self.cache.insert(CacheKey::Class(class), kept);
        }
        Ok(found)
    }

    /// What is known without a search, where there was no time for one.
    async fn without_search(
        &self,
        served: &Arc<ServedGame>,
        key: &Key<Line>,
        client: Client,
    ) -> Result<Reusable, Failure> {
        let of = served.clone();
        let question = Key {
            search: SearchScope::Never,
            distances: false,
            ..key.clone()
        };
        let work = move |effort: &Effort| of.find(&question, effort);
        let answer = self
            .run(client, &Effort::none(), Instant::now(), work)
            .await?;
        self.count(&answer);
        Ok(answer.with_interrupted(true))
    }

    fn count(&self, found: &Reusable) {
        if let Reusable::Report(report) = found {
            self.metrics.position(&report.known_value);
        }
    }
}

/// What was found about an equal position, for this line.
pub(crate) fn transfer(
    served: &ServedGame,
    found: &SearchResult,
    line: &Line,
) -> Result<Reusable, Failure> {
    if found.line == *line {
        return Ok(found.answer.clone());
    }
    let image = served.engine.transfer(&found.answer, &found.line, line)?;
    image.ok_or_else(|| Failure::new(Kind::INTERNAL, "two positions of one class differ"))
}
