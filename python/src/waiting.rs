//! Long calls: on a thread of their own, while this one looks for Ctrl-C.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use solveig::StopToken;
use solveig_engine::Instant;

use crate::errors::Kind;
use crate::rules;

/// The time between two looks for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// A whole number of threads, or seconds of at most about 30 years.
const LONGEST: f64 = 1e9;

/// The limits of one call.
#[derive(Clone)]
pub struct Limits {
    /// Set when the call is to end early.
    pub flag: Arc<AtomicBool>,
    /// Its time limit.
    pub time: Option<Duration>,
}

impl Limits {
    /// The limits of a call that may take so many seconds.
    ///
    /// # Errors
    ///
    /// Fails unless the number is positive.
    pub fn new(seconds: Option<f64>) -> PyResult<Self> {
        let time = match seconds {
            Some(seconds) if seconds > 0.0 => Some(Duration::from_secs_f64(seconds.min(LONGEST))),
            Some(seconds) => {
                let said =
                    format!("time_limit: expected a positive number of seconds, found {seconds}");
                return Err(pyo3::exceptions::PyValueError::new_err(said));
            }
            None => None,
        };
        Ok(Self {
            flag: Arc::default(),
            time,
        })
    }

    /// The token of searches that begin now.
    pub fn token(&self) -> StopToken {
        let token = StopToken::never().with_flag(Arc::clone(&self.flag));
        match self.time {
            Some(time) => token.with_deadline(Instant::now() + time),
            None => token,
        }
    }

    /// That the time is over.
    pub fn exceeded(&self) -> PyErr {
        let time = self.time.unwrap_or_default();
        Kind::TimeLimit.says(format!(
            "not decided: the limit of {time:?} ended the search"
        ))
    }
}

/// Does `work` without the interpreter's lock. A signal sets the flag of `limits`, upon which the
/// work has to end; then its exception is raised. So is what a method of rules in Python raised.
///
/// # Errors
///
/// Fails with the exception of a signal or of rules.
pub fn wait<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let mut raised = None;
    let ended = py.detach(|| {
        thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                let _working = working;
                rules::catching(work)
            });
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    limits.flag.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            worker.join()
        })
    });
    match (raised, ended) {
        (Some(error), _) => Err(error),
        (None, Ok(done)) => done,
        (None, Err(fault)) => panic::resume_unwind(fault),
    }
}
