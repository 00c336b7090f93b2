//! Games whose rules are written in Python.

use pyo3::prelude::*;

/// Does `work`, in which methods of rules may raise.
pub fn catching<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    Ok(work())
}
