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
use prometheus_client::registry::{Metric, Registry, Unit};

use solveig_engine::{KnownValue, Source};

use crate::cache::Cache;

/// All metrics of a server.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram, fn() -> Histogram>,
    positions: Family<StatusLabels, Counter>,
    /// Requests that are being answered.
    pub in_flight: Gauge,
    /// Open connections.
    pub connections: Gauge,
    /// Connections closed by a client error: malformed HTTP, timeout or disconnect.
    pub broken_connections: Counter,
    /// Connections closed at once, of clients that had as many as they may.
    pub refused_connections: Counter,
    /// Connections closed to make room for others.
    pub displaced_connections: Counter,
    pub searches_running: Gauge,
    /// Requests that wait for a search thread.
    pub searches_waiting: Gauge,
    /// Searches started.
    pub searches: Counter,
    /// Searches ended by their time limit before all asked values were known.
    pub searches_interrupted: Counter,
    /// Requests answered by the search of an equal one.
    pub searches_shared: Counter,
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
    source: &'static str,
}

/// A new metric, under this name in the registry.
fn registered<M: Metric + Clone + Default>(to: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    to.register(name, help, metric.clone());
    metric
}

fn durations() -> Histogram {
    // From 50 microseconds to 26 seconds.
    Histogram::new(exponential_buckets(5e-5, 3.0, 13))
}

impl Metrics {
    /// All metrics, at zero.
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("solveig");
        let requests = registered(&mut registry, "requests", "Requests answered");
        let durations: Family<_, _, fn() -> Histogram> = Family::new_with_constructor(durations);
        registry.register_with_unit(
            "request_duration",
            "From the end of a request's head to the beginning of its answer",
            Unit::Seconds,
            durations.clone(),
        );
        let answered: Family<StatusLabels, Counter> = registered(
            &mut registry,
            "positions",
            "Positions answered, by what was known of them",
        );
        let to = &mut registry;
        Self {
            requests,
            durations,
            positions: answered,
            broken_connections: registered(
                to,
                "broken_connections",
                "Connections that ended in an error of theirs",
            ),
            refused_connections: registered(
                to,
                "refused_connections",
                "Connections of clients that had as many as they may",
            ),
            displaced_connections: registered(
                to,
                "displaced_connections",
                "Connections closed to make room for others",
            ),
            searches: registered(to, "searches", "Searches begun"),
            searches_interrupted: registered(
                to,
                "searches_interrupted",
                "Searches that ended before all was known",
            ),
            searches_shared: registered(
                to,
                "searches_shared",
                "Requests answered by the search of an equal one",
            ),
            refused: registered(to, "searches_refused", "Requests that found no search free"),
            nodes: registered(to, "searched_nodes", "Nodes visited by searches"),
            cache_hits: registered(to, "cache_hits", "Answers kept from before"),
            cache_misses: registered(to, "cache_misses", "Answers that were not kept from before"),
            panics: registered(to, "panics", "Requests that met a defect of the server"),
            in_flight: registered(to, "requests_in_flight", "Requests being answered"),
            connections: registered(to, "connections", "Open connections"),
            searches_running: registered(to, "searches_running", "Searches running"),
            searches_waiting: registered(to, "searches_waiting", "Requests that wait to search"),
            cache_entries: registered(to, "cache_entries", "Answers kept"),
            cache_bytes: registered(to, "cache_bytes", "Bytes of answers kept"),
            memory: registered(to, "resident_memory_bytes", "Memory of the process"),
            registry,
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
    pub fn position(&self, known_value: &KnownValue) {
        let labels = StatusLabels {
            status: known_value.status.name(),
            source: known_value.source.map_or("none", Source::name),
        };
        self.positions.get_or_create(&labels).inc();
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
