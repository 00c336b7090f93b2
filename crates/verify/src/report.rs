//! The report of a successful check.

use std::ops::AddAssign;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use solveig_format::{Digest, Scope};

/// A confirmed artifact, and how it was confirmed.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The spec of the game.
    pub game: String,
    /// The kind of solution.
    pub scope: Scope,
    /// The highest level whose positions the artifact has; `None` for all.
    pub cut: Option<u32>,
    /// The value of the start for the side to move.
    pub root_value: i32,
    /// The digest of the artifact, recomputed.
    pub artifact: Digest,
    /// The digest of the certificate, recomputed, if there was one.
    pub certificate: Option<Digest>,
    /// The records of each level, all of them checked; levels rise.
    pub levels: Vec<LevelReport>,
    /// The claims on which the records rest, counted by what decided them.
    pub claims: ClaimCounts,
    /// The accelerators that took part, as source files of this crate: they must be trusted besides
    /// the kernel, the rules and the reading of files. Empty if nothing was searched, or with
    /// [`Options::plain`](crate::Options::plain).
    pub accelerators: &'static [&'static str],
    /// Whether the rules were written independently of the solver's. The checker's own are; of
    /// rules of the caller's it is the caller who says so, in [`GivenRules`](crate::GivenRules);
    /// [`verify`](crate::verify) alone does not know and says no.
    pub independent: bool,
    /// Positions visited by the checker's own searches; varies with how threads shared the work.
    pub nodes: u64,
    /// Records that this check examined: fewer than all if parts were done before.
    pub examined: u64,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

impl Report {
    /// Records in all levels of both files.
    pub fn positions(&self) -> u64 {
        let records = |level: &LevelReport| level.artifact + level.certificate;
        self.levels.iter().map(records).sum()
    }
}

/// The records of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelReport {
    /// The level, which rises with every move.
    pub level: u32,
    /// Records of the artifact.
    pub artifact: u64,
    /// Records of the certificate.
    pub certificate: u64,
}

/// Numbers of claims about children, by what decided them. Claims of several records about one
/// child count separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimCounts {
    /// Decided by the rules: the game is over.
    pub over: u64,
    /// Satisfied by every value of the game.
    pub vacuous: u64,
    /// Decided by a record of the artifact.
    pub artifact: u64,
    /// Decided by a record of the certificate.
    pub certificate: u64,
    /// Decided by search.
    pub search: u64,
}

impl AddAssign for ClaimCounts {
    fn add_assign(&mut self, other: Self) {
        self.over += other.over;
        self.vacuous += other.vacuous;
        self.artifact += other.artifact;
        self.certificate += other.certificate;
        self.search += other.search;
    }
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Checksums and digests.
    Bytes {
        /// Bytes read.
        done: u64,
        /// Bytes of both files.
        total: u64,
    },
    /// Records.
    Positions {
        /// Records checked.
        done: u64,
        /// Records to check; 0 if records are drawn until the time is over.
        total: u64,
    },
    /// Positions visited by the checker's searches so far; up to about a thousand per thread may be
    /// missing.
    Searched(u64),
}

/// Runs `work`, while another thread calls `tell` twice a second.
pub(crate) fn while_telling<T>(tell: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (working, ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            let pause = Duration::from_millis(500);
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        });
        let done = work();
        drop(working);
        done
    })
}
