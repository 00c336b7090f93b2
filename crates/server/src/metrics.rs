//! Metrics in the OpenMetrics text format.

use std::fmt;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use solveig_engine::Status;

use crate::cache::Cache;

/// All metrics of a server.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram, fn() -> Histogram>,
    positions: Vec<Counter>,
    /// Requests that are being answered.
    pub in_flight: Gauge,
    /// Open connections.
    pub connections: Gauge,
    /// Connections closed by a client error: malformed HTTP, timeout or disconnect.
    pub broken_connections: Counter,
    /// Searches that are running.
    pub searches_running: Gauge,
    /// Requests that wait for a search thread.
    pub searches_waiting: Gauge,
    /// Searches started.
    pub searches: Counter,
    /// Searches ended by their time limit before all asked values were known.
    pub searches_interrupted: Counter,
    /// Requests refused as `busy`.
    pub refused: Counter,
    /// Nodes that searches visited.
    pub nodes: Counter,
    /// Answers from the cache.
    pub cache_hits: Counter,
    /// Answers that were computed.
    pub cache_misses: Counter,
    /// Requests that ended in a panic.
    pub panics: Counter,
    cache_entries: Gauge,
    cache_bytes: Gauge,
    memory: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: RouteLabel,
    method: &'static str,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: RouteLabel,
}

/// The pattern of a route, such as `/v1/games/{game}`; `none` for unknown paths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RouteLabel(pub Arc<str>);

impl EncodeLabelValue for RouteLabel {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        (&*self.0).encode(encoder)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusLabels {
    status: &'static str,
}

fn durations() -> Histogram {
    // From 50 microseconds to 26 seconds.
    Histogram::new(exponential_buckets(5e-5, 3.0, 13))
}

impl Metrics {
    /// All metrics, at zero.
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("solveig");
        let requests = Family::default();
        registry.register("requests", "Requests answered", requests.clone());
        let durations: Family<_, _, fn() -> Histogram> = Family::new_with_constructor(durations);
        registry.register_with_unit(
            "request_duration",
            "From the end of a request's head to the beginning of its answer",
            Unit::Seconds,
            durations.clone(),
        );
        let answered: Family<StatusLabels, Counter> = Family::default();
        registry.register(
            "positions",
            "Positions answered, by what was known of them",
            answered.clone(),
        );
        let positions = Status::ALL.map(|status| {
            let status = status.name();
            answered.get_or_create(&StatusLabels { status }).clone()
        });
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let broken_connections = counter(
            "broken_connections",
            "Connections that ended in an error of theirs",
        );
        let searches = counter("searches", "Searches begun");
        let searches_interrupted = counter(
            "searches_interrupted",
            "Searches that ended before all was known",
        );
        let refused = counter("searches_refused", "Requests that found no search free");
        let nodes = counter("searched_nodes", "Nodes visited by searches");
        let cache_hits = counter("cache_hits", "Answers kept from before");
        let cache_misses = counter("cache_misses", "Answers that were not kept from before");
        let panics = counter("panics", "Requests that met a defect of the server");
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let in_flight = gauge("requests_in_flight", "Requests being answered");
        let connections = gauge("connections", "Open connections");
        let searches_running = gauge("searches_running", "Searches running");
        let searches_waiting = gauge("searches_waiting", "Requests that wait to search");
        let cache_entries = gauge("cache_entries", "Answers kept");
        let cache_bytes = gauge("cache_bytes", "Bytes of answers kept");
        let memory = gauge(
            "resident_memory_bytes",
            "Memory of the process, mapped files too",
        );
        Self {
            registry,
            requests,
            durations,
            positions: positions.into(),
            in_flight,
            connections,
            broken_connections,
            searches_running,
            searches_waiting,
            searches,
            searches_interrupted,
            refused,
            nodes,
            cache_hits,
            cache_misses,
            panics,
            cache_entries,
            cache_bytes,
            memory,
        }
    }

    /// Counts a request.
    pub fn request(
        &self,
        route: RouteLabel,
        method: &'static str,
        status: u16,
        duration: Duration,
    ) {
        let labels = RequestLabels {
            route: route.clone(),
            method,
            status,
        };
        self.requests.get_or_create(&labels).inc();
        let labels = RouteLabels { route };
        let durations = self.durations.get_or_create(&labels);
        durations.observe(duration.as_secs_f64());
    }

    /// Counts an answer about a position.
    pub fn position(&self, status: Status) {
        self.positions[status as usize].inc();
    }

    /// The exposition text, with the current size of `cache`.
    pub fn text(&self, cache: &Cache) -> String {
        self.cache_entries.set(saturated(cache.len() as u64));
        self.cache_bytes.set(saturated(cache.weight()));
        if let Some(bytes) = resident_memory() {
            self.memory.set(saturated(bytes));
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

fn saturated(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The resident memory of this process in bytes; `None` where there is no `/proc`.
pub fn resident_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Holds a gauge one higher for as long as it lives.
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Increments `gauge` until the drop.
    pub fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}
