//! What a statement on a ledger may take.
//!
//! Pages of a forged file can lead to one another so that a few of them say rows without end. So no
//! statement takes more steps, or yields more bytes, than a file of its size has use for; and each
//! ends when the program is told to stop.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, ErrorCode};
use solveig_search::{StopToken, Stopped};

use super::{beside, damaged, failure};
use crate::error::CampaignError;

/// How often a statement asks whether it may go on, in steps of SQLite's virtual machine.
const INTERVAL: i32 = 1_000;

/// The steps of a statement for each byte of the file. A row has some ten bytes at least, and a
/// statement takes some tens of steps for it and for each row that it is joined with.
const STEPS_EACH: u64 = 64;

/// The bytes that a statement yields for each byte of the file: it may repeat the name of a worker
/// for each of its rows.
const BYTES_EACH: u64 = 16;

/// The bytes that a statement may yield beside these.
const LEAST_BYTES: u64 = 1 << 20;

/// The steps that a statement may take beside these.
const LEAST_STEPS: u64 = 1 << 22;

/// The steps that a change may take beside these: it may have as many rows as a queue brings.
const LEAST_OF_CHANGES: u64 = 1 << 28;

const GOES_ON: u8 = 0;
const ENDLESS: u8 = 1;
const STOPPED: u8 = 2;

/// The meter of a connection.
#[derive(Clone)]
pub(super) struct Meter(Arc<Readings>);

struct Readings {
    path: PathBuf,
    stop: Mutex<StopToken>,
    steps: AtomicU64,
    bytes: AtomicU64,
    least_steps: AtomicU64,
    /// The length of the file when it was last looked at.
    length: AtomicU64,
    state: AtomicU8,
}

impl Meter {
    /// Puts a meter on the connection to the ledger at `path`.
    pub(super) fn attach(path: &Path, connection: &Connection) -> rusqlite::Result<Self> {
        let meter = Self(Arc::new(Readings {
            path: path.to_owned(),
            stop: Mutex::default(),
            steps: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            least_steps: AtomicU64::new(LEAST_STEPS),
            length: AtomicU64::new(0),
            state: AtomicU8::new(GOES_ON),
        }));
        let of_connection = meter.clone();
        connection.progress_handler(INTERVAL, Some(move || of_connection.is_over()))?;
        Ok(meter)
    }

    /// Statements end from now on when `stop` says so.
    pub(super) fn stop_at(&self, stop: StopToken) {
        *self.0.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop;
    }

    /// A statement begins that reads.
    pub(super) fn reads(&self) {
        self.begin(LEAST_STEPS);
    }

    /// Begins to count the steps of a transaction.
    pub(super) fn writes(&self) {
        self.begin(LEAST_OF_CHANGES);
    }

    fn begin(&self, least: u64) {
        self.0.least_steps.store(least, Relaxed);
        self.0.steps.store(0, Relaxed);
        self.0.bytes.store(0, Relaxed);
        self.0.state.store(GOES_ON, Relaxed);
    }

    fn is_over(&self) -> bool {
        let readings = &self.0;
        let stop = readings.stop.lock().unwrap_or_else(PoisonError::into_inner);
        if stop.is_stopped() {
            readings.state.store(STOPPED, Relaxed);
            return true;
        }
        let steps = readings.steps.fetch_add(INTERVAL as u64, Relaxed);
        let least = readings.least_steps.load(Relaxed);
        !self.has_room(steps, least, STEPS_EACH)
    }

    /// Whether so much may be taken, of a file that allows for so much with each byte.
    fn has_room(&self, amount: u64, least: u64, each: u64) -> bool {
        let readings = &self.0;
        let fits = |length: u64| amount <= least.saturating_add(length.saturating_mul(each));
        if fits(readings.length.load(Relaxed)) {
            return true;
        }
        // It may have grown.
        let length = length(&readings.path);
        readings.length.store(length, Relaxed);
        let fits = fits(length);
        if !fits {
            readings.state.store(ENDLESS, Relaxed);
        }
        fits
    }

    /// The present statement has yielded so many bytes.
    pub(super) fn yields(&self, bytes: usize) -> Result<(), CampaignError> {
        let bytes = bytes as u64;
        let before = self.0.bytes.fetch_add(bytes, Relaxed);
        match self.has_room(before.saturating_add(bytes), LEAST_BYTES, BYTES_EACH) {
            true => Ok(()),
            false => Err(self.endless()),
        }
    }

    fn endless(&self) -> CampaignError {
        let problem = "reading it comes to no end: it says more than it has room for".to_owned();
        damaged(&self.0.path, problem)
    }

    /// What SQLite's error becomes. `action` is a verb.
    pub(super) fn failed(
        &self,
        action: &'static str,
    ) -> impl FnOnce(rusqlite::Error) -> CampaignError + use<> {
        let meter = self.clone();
        move |cause| {
            let interrupted = cause.sqlite_error_code() == Some(ErrorCode::OperationInterrupted);
            match meter.0.state.load(Relaxed) {
                STOPPED if interrupted => Stopped.into(),
                ENDLESS if interrupted => meter.endless(),
                _ => failure(&meter.0.path, action)(cause),
            }
        }
    }
}

/// The bytes of the file and its write-ahead log.
fn length(path: &Path) -> u64 {
    let length = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
    length(path).saturating_add(length(&beside(path, "-wal")))
}
