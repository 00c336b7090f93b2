//! The state that all requests share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use solveig_api::{Failure, Games, Kind, ServedGame};
use solveig_engine::Engine;

use crate::access::Access;
use crate::cache::{Cache, cache};
use crate::etag::Tag;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pool::SearchPool;
use crate::searches::Searches;

/// Answers questions about positions of the games it serves.
pub struct Server {
    opened: OnceLock<TaggedGames>,
    draining: AtomicBool,
    pub(crate) limits: Limits,
    pub(crate) access: Access,
    pub(crate) cache: Cache,
    pub(crate) searches: Searches,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) pool: SearchPool,
    pub(crate) started: Instant,
}

/// Games, each with what the tags of its answers have in common.
struct TaggedGames {
    games: Games,
    tags: Vec<Tag>,
}

impl Server {
    /// A server of the games of `engines`, in this order, to which pages of other origins have no
    /// access.
    pub fn new(engines: Vec<Arc<dyn Engine>>, limits: Limits) -> Arc<Self> {
        let server = Self::opening(limits, Access::default());
        server.open(engines);
        server
    }

    /// A server that is not ready: until it is given games by [`open`](Self::open), it refuses all
    /// questions but whether it runs.
    pub fn opening(limits: Limits, access: Access) -> Arc<Self> {
        let metrics = Arc::new(Metrics::new());
        Arc::new(Self {
            opened: OnceLock::new(),
            draining: AtomicBool::new(false),
            cache: cache(limits.cache),
            searches: Searches::default(),
            pool: SearchPool::new(&limits, metrics.clone()),
            metrics,
            limits,
            access,
            started: Instant::now(),
        })
    }

    /// Begins to answer about the games of `engines`, in this order. Does nothing if the server has
    /// games already.
    pub fn open(&self, engines: Vec<Arc<dyn Engine>>) {
        let games = Games::new(engines);
        let tags = games.all().iter();
        let tags = tags.map(|served| Tag::of_game(&served.game)).collect();
        let _ = self.opened.set(TaggedGames { games, tags });
    }

    /// Makes `/v1/ready` refuse from now on, while all else is answered as before.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// The names that the games have in paths.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let games = self.opened.get().map(|opened| opened.games.all());
        games.unwrap_or_default().iter().map(|served| served.name())
    }

    /// The games.
    ///
    /// # Errors
    ///
    /// Fails while they are being opened.
    pub(crate) fn games(&self) -> Result<&Games, Failure> {
        let opening = || {
            Failure::new(
                Kind::NOT_READY,
                "the server checks its files; /v1/ready tells when it is done",
            )
        };
        let opened = self.opened.get().ok_or_else(opening)?;
        Ok(&opened.games)
    }

    /// Checks that the server takes questions, and will go on to.
    ///
    /// # Errors
    ///
    /// Fails while the games are being opened, and when the server is about to stop.
    pub(crate) fn expect_ready(&self) -> Result<(), Failure> {
        self.games()?;
        match self.draining.load(Ordering::Relaxed) {
            false => Ok(()),
            true => Err(Failure::new(Kind::NOT_READY, "the server is about to stop")),
        }
    }

    /// What the tags of answers about a game have in common.
    pub(crate) fn tag(&self, served: &ServedGame) -> Tag {
        let tags = self.opened.get().map(|opened| &opened.tags);
        let tag = tags.and_then(|tags| tags.get(served.index));
        tag.copied().unwrap_or(Tag::of_bytes(b""))
    }

    /// The deadline of a search that begins now.
    pub(crate) fn search_until(&self) -> Instant {
        Instant::now() + self.limits.search_time
    }
}
