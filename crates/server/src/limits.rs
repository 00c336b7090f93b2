//! Resource limits.

use std::time::Duration;

use solveig_api::Allowance;

/// Bounds on what requests may cost, whatever clients send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in the body of a request.
    pub body: usize,
    /// Positions in one batch.
    pub batch: usize,
    /// Bytes in a board or in a list of moves.
    pub line: usize,
    /// Requests that search at the same time.
    pub searches: usize,
    /// Requests whose search has not begun. Where there are more, the newest of the client that has
    /// the most are refused as `busy`.
    pub waiting: usize,
    /// Requests of one client among them.
    pub waiting_each: usize,
    /// How long they wait before they are refused as `busy`.
    pub wait: Duration,
    /// How long one request may search, all positions of a batch together, and the time included in
    /// which others have their turn.
    pub search_time: Duration,
    /// How long a request may take from the end of its head to the beginning of its answer.
    pub request_time: Duration,
    /// How long the head of a request may take to arrive. A connection may be idle for as long.
    pub header_time: Duration,
    /// How long the body of a request may take to arrive.
    pub body_time: Duration,
    /// How long a write may stall on a client that does not read its answer.
    pub write_time: Duration,
    /// Connections open at the same time. Where another comes, one of the client that has the most
    /// ends, the one that has been idle longest before others.
    pub connections: usize,
    /// Connections of one client among them; further ones are closed. Behind proxies, whose
    /// connections carry many clients, there is no such limit, and none ends that is not idle.
    pub connections_each: usize,
    /// Bytes of cached answers; 0 disables the cache.
    pub cache: u64,
    /// How long the server goes on after the shutdown signal, while `/v1/ready` refuses, so that
    /// whoever sends it requests can look elsewhere.
    pub drain: Duration,
    /// How long requests may run on after that.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let Allowance {
            line,
            batch,
            search_time,
            ..
        } = Allowance::default();
        Self {
            body: 256 << 10,
            batch,
            line,
            searches: 2,
            waiting: 64,
            waiting_each: 16,
            wait: Duration::from_secs(5),
            search_time,
            request_time: Duration::from_secs(20),
            header_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            write_time: Duration::from_secs(20),
            connections: 1024,
            connections_each: 256,
            cache: 64 << 20,
            drain: Duration::ZERO,
            grace: Duration::from_secs(2),
        }
    }
}

/// How many searches may have begun and wait to go on.
const PAUSED: usize = 16;

impl Limits {
    /// Searches that have begun, and run or wait to go on. Each holds a thread of the system and a
    /// searcher of its game; where another begins, one of the client that used most ends early.
    pub const fn begun(&self) -> usize {
        self.searches.saturating_add(PAUSED)
    }

    /// Sets the connections open at the same time, of which one client may have a quarter.
    #[must_use]
    pub const fn with_connections(self, connections: usize) -> Self {
        Self {
            connections,
            connections_each: connections.div_ceil(4),
            ..self
        }
    }

    /// Sets the search time of a request, and raises or lowers `request_time` to waiting time plus
    /// search time plus five seconds.
    #[must_use]
    pub fn with_search_time(self, search_time: Duration) -> Self {
        let slack = Duration::from_secs(5);
        Self {
            request_time: search_time.saturating_add(self.wait + slack),
            search_time,
            ..self
        }
    }
}
