//! Long calls: on a thread of their own, while this one looks for Ctrl-C and shows progress.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use solveig::StopToken;
use solveig_engine::Instant;

use crate::errors::Kind;

/// The time between two looks for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// The longest time limit, in seconds: about 30 years.
const MAX_SECONDS: f64 = 1e9;

/// One call: what ends it early, and who is told how far it is.
#[derive(Default)]
pub struct Call {
    /// Set when the work is to end.
    pub flag: Arc<AtomicBool>,
    /// Its time limit.
    pub time: Option<Duration>,
    /// Where rules in Python keep what their methods raised, which unwound the work.
    raised: Option<Arc<Slot>>,
    reporter: Option<Py<PyAny>>,
    latest: Mutex<Option<Done>>,
}

/// Room for an exception.
pub type Slot = Mutex<Option<PyErr>>;

/// How far a call is.
pub struct Done {
    pub done: u64,
    pub total: Option<u64>,
    pub unit: &'static str,
    /// What else is known.
    pub aside: String,
}

impl Call {
    /// A call that may take so many seconds.
    ///
    /// # Errors
    ///
    /// Fails unless the number is positive.
    pub fn new(seconds: Option<f64>, raised: Option<Arc<Slot>>) -> PyResult<Self> {
        let time = match seconds {
            Some(seconds) if seconds > 0.0 => {
                Some(Duration::from_secs_f64(seconds.min(MAX_SECONDS)))
            }
            Some(seconds) => {
                let said = format!("time_limit: expected more than 0 seconds, found {seconds}");
                return Err(PyValueError::new_err(said));
            }
            None => None,
        };
        Ok(Self {
            time,
            raised,
            ..Self::default()
        })
    }

    /// The same call, whose progress is shown as the argument `progress` of the package says.
    pub fn reporting(
        mut self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        task: &str,
    ) -> PyResult<Self> {
        if let Some(progress) = progress.filter(|one| !one.is_none()) {
            let module = py.import("solveig._progress")?;
            let reporter = module.call_method1("reporter", (progress, task))?;
            self.reporter = (!reporter.is_none()).then(|| reporter.unbind());
        }
        Ok(self)
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
        Kind::TimeLimit.says(match self.time {
            Some(time) => format!("not decided: the limit of {time:?} ended the search"),
            None => "not decided: the search ended without a value".to_owned(),
        })
    }

    /// Says how far the call is, from any thread.
    pub fn tell(&self, done: Done) {
        if self.reporter.is_some() {
            *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        }
    }

    /// Does `work` without the interpreter's lock. A signal sets the flag, upon which the work has
    /// to end; then its exception is raised. So is what a method of rules in Python raised.
    ///
    /// # Errors
    ///
    /// Fails with the exception of a signal, of rules, or of the one who shows progress.
    pub fn wait<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        let mut raised = None;
        let ended = py.detach(|| {
            thread::scope(|scope| {
                let (working, ended) = mpsc::channel::<()>();
                let worker = scope.spawn(move || {
                    let _working = working;
                    work()
                });
                while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    if raised.is_none()
                        && let Err(error) = Python::attach(|py| self.look(py))
                    {
                        self.flag.store(true, Ordering::Relaxed);
                        raised = Some(error);
                    }
                }
                worker.join()
            })
        });
        let closed = match &self.reporter {
            Some(reporter) => self
                .show(py)
                .and(reporter.call_method0(py, "close").map(drop)),
            None => Ok(()),
        };
        let taken = |slot: &Arc<Slot>| slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        let of_rules = self.raised.as_ref().and_then(taken);
        match (raised.or(of_rules), ended) {
            (Some(error), _) => Err(error),
            (None, Ok(done)) => closed.map(|()| done),
            (None, Err(fault)) => {
                let said = format!("a fault of the program: {}", said_by(&*fault));
                Err(PyRuntimeError::new_err(said))
            }
        }
    }

    fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        self.show(py)
    }

    fn show(&self, py: Python<'_>) -> PyResult<()> {
        let latest = self
            .latest
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let (Some(reporter), Some(now)) = (&self.reporter, latest) {
            reporter.call_method1(py, "show", (now.done, now.total, now.unit, now.aside))?;
        }
        Ok(())
    }
}

/// The words of a fault.
pub fn said_by(fault: &(dyn Any + Send)) -> &str {
    let text = fault.downcast_ref::<String>().map(String::as_str);
    let text = text.or(fault.downcast_ref::<&str>().copied());
    text.unwrap_or("a thread ended")
}
