//! What a thread does for rules in Python: which of them it is asking, and for which call.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::{PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;

/// How deep methods of rules may ask games of rules: each time takes a part of a stack.
const MAX_DEPTH: usize = 64;

/// Room for an exception.
pub type Slot = Mutex<Option<PyErr>>;

thread_local! {
    static HERE: RefCell<Chain> = RefCell::default();
}

/// The objects that are being asked, each in a method of the one before, on whichever threads; and
/// the call for which this thread works: what ends it, and where it finds what a method raised.
#[derive(Default)]
pub struct Chain {
    asked: Vec<usize>,
    stop: Option<Arc<AtomicBool>>,
    raised: Option<Arc<Slot>>,
}

impl Chain {
    /// That of this thread, for one that works for a call of it.
    pub fn for_call(stop: &Arc<AtomicBool>, raised: &Arc<Slot>) -> Self {
        Self {
            asked: HERE.with_borrow(|here| here.asked.clone()),
            stop: Some(Arc::clone(stop)),
            raised: Some(Arc::clone(raised)),
        }
    }

    /// Makes it that of this thread.
    pub fn begin(self) {
        HERE.set(self);
    }
}

/// Fails if the call for which this thread works is to end.
pub fn expect_running() -> PyResult<()> {
    let is_stopped = HERE.with_borrow(|here| {
        let stop = here.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    });
    match is_stopped {
        true => Err(PyRuntimeError::new_err(
            "the call that asks the rules was ended",
        )),
        false => Ok(()),
    }
}

/// Where this thread keeps what a method raises: `other` if it works for no call.
pub fn slot(other: &Arc<Slot>) -> Arc<Slot> {
    HERE.with_borrow(|here| Arc::clone(here.raised.as_ref().unwrap_or(other)))
}

/// Refuses what would wait for the answer to a question that this thread is asking `rules`.
pub fn expect_outside(rules: &Py<PyAny>) -> PyResult<()> {
    match HERE.with_borrow(|here| here.asked.contains(&rules.as_ptr().addr())) {
        true => {
            let said = "a method of rules asks for what is searched by these rules";
            Err(PyRecursionError::new_err(said))
        }
        false => Ok(()),
    }
}

/// Asks a question of `rules`.
pub fn within<T>(rules: &Bound<'_, PyAny>, question: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let depth = HERE.with_borrow_mut(|here| {
        here.asked.push(rules.as_ptr().addr());
        here.asked.len()
    });
    let answer = match depth <= MAX_DEPTH {
        true => question(),
        false => {
            let said = "methods of rules ask games by rules without end";
            Err(PyRecursionError::new_err(said))
        }
    };
    HERE.with_borrow_mut(|here| here.asked.pop());
    answer
}
