//! Numbers that a user gives, with what is expected of them.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use bytesize::ByteSize;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use solveig_game::excerpt;

/// An amount of memory: a number of bytes, or a text such as `256MiB`.
pub struct Memory(pub u64);

impl FromPyObject<'_, '_> for Memory {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let bytes = match given.extract::<String>() {
            Ok(text) => text.parse().ok().map(|size: ByteSize| size.as_u64()),
            Err(_) => given.extract().ok(),
        };
        bytes.map(Self).ok_or_else(|| {
            let expected = "a number of bytes, or a text such as \"256MiB\"";
            let is_of_type = is_whole(&given) || given.is_instance_of::<PyString>();
            unexpected("memory", &given, expected, is_of_type)
        })
    }
}

/// That an argument is not what is expected.
fn unexpected(name: &str, given: &Bound<'_, PyAny>, expected: &str, is_of_type: bool) -> PyErr {
    let text = given.repr().map(|text| text.to_string());
    let text = text.unwrap_or_else(|_| "what has no repr".to_owned());
    let said = format!("{name}: expected {expected}, found {}", excerpt(&text));
    match is_of_type {
        true => PyValueError::new_err(said),
        false => PyTypeError::new_err(said),
    }
}

fn is_whole(given: &Bound<'_, PyAny>) -> bool {
    given.hasattr("__index__").unwrap_or(false)
}

fn whole(name: &str, given: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = given.extract().ok().filter(|one| range.contains(one));
    number.ok_or_else(|| {
        let (least, greatest) = (range.start(), range.end());
        let expected = format!("a whole number from {least} to {greatest}");
        unexpected(name, given, &expected, is_whole(given))
    })
}

/// A seed of random numbers.
///
/// # Errors
///
/// Fails unless it is a whole number of 64 bits.
pub fn seed(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", given, 0..=u64::MAX)
}

/// How many positions are drawn. Each is an object of Python.
///
/// # Errors
///
/// Fails if they are more than any memory holds.
pub fn count(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("count", given, 0..=1_000_000_000)
}

/// A number of threads.
///
/// # Errors
///
/// Fails unless it is from 1 to 1,024.
pub fn threads(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", given, 1..=1024).map(|number| number as usize)
}

/// A number of threads, that of the game if it is None.
///
/// # Errors
///
/// As [`threads`].
pub fn own_threads(given: &Bound<'_, PyAny>) -> PyResult<Option<NonZeroUsize>> {
    match given.is_none() {
        true => Ok(None),
        false => threads(given).map(NonZeroUsize::new),
    }
}
