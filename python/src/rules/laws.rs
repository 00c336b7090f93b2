//! The laws of games, tested for rules.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::{Arc, Once};

use pyo3::exceptions::PyAssertionError;
use pyo3::prelude::*;

use super::{PythonGame, PythonRules, Raised};
use crate::waiting::{Call, said_by};

/// Tests that rules keep the laws of a game, by random plays. Raises AssertionError, which names
/// the law that they break; so it may stand in a test.
#[pyfunction]
pub fn conforms(py: Python<'_>, rules: &Bound<'_, PyAny>) -> PyResult<()> {
    let rules = Arc::new(PythonRules::new(rules)?);
    let game = PythonGame(Arc::clone(&rules));
    let call = Call::new(None, Some(Arc::clone(&rules.raised)))?;
    rules.stop.get_or_init(|| Arc::clone(&call.flag));
    match call.wait(py, || broken_law(&game))? {
        None => Ok(()),
        Some(broken) => Err(PyAssertionError::new_err(broken)),
    }
}

thread_local! {
    /// Whether this thread tests laws, whose breach is told to the caller alone.
    static TESTS_LAWS: Cell<bool> = const { Cell::new(false) };
}

/// The law that a game breaks, in words.
fn broken_law(game: &PythonGame) -> Option<String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |fault| {
            if !TESTS_LAWS.get() {
                before(fault);
            }
        }));
    });
    TESTS_LAWS.set(true);
    let tested = catch_unwind(AssertUnwindSafe(|| solveig_conformance::check(game)));
    TESTS_LAWS.set(false);
    let fault = tested.err()?;
    if fault.is::<Raised>() {
        resume_unwind(fault);
    }
    Some(said_by(&*fault).to_owned())
}
