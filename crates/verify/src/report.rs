//! What a check that found nothing wrong has done.

use std::ops::AddAssign;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use solveig_format::{Digest, Scope};

/// An artifact that was confirmed, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The spec of the game.
    pub game: String,
    /// What is certified.
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
    /// How the claims on which the records rest were settled.
    pub claims: Claims,
    /// The accelerators that took part, as files of this crate: what has to be trusted beside the kernel, the rules and the
    /// reading of files. None if nothing was searched, or with [`Options::plain`](crate::Options::plain).
    pub accelerators: &'static [&'static str],
    /// Whether the rules were written apart from those that the solver used. Only rules that the
    /// caller gave may not be.
    pub independent: bool,
    /// Positions visited by the checker's own searches; varies with how threads shared the work.
    pub nodes: u64,
    /// Time taken, on the clock.
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
    /// The level.
    pub level: u32,
    /// Records of the artifact.
    pub artifact: u64,
    /// Records of the certificate.
    pub certificate: u64,
}

/// How many claims about children were settled by what. A child on which several records rest
/// counts for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The game is over there.
    pub over: u64,
    /// No value of the game could break them.
    pub vacuous: u64,
    /// The artifact has the position.
    pub artifact: u64,
    /// The certificate has the position.
    pub certificate: u64,
    /// The checker searched.
    pub search: u64,
}

impl AddAssign for Claims {
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
        /// Records of both files.
        total: u64,
    },
    /// Positions visited by the checker's searches so far: told from time to time, by about a thousand a thread too few.
    Searched(u64),
}

/// Does `work`, and calls `tell` twice a second, from another thread, as long as it takes.
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
