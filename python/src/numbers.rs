//! Numbers that a user gives, with what is expected of them.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use bytesize::ByteSize;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use solveig_game::{WideKey, excerpt};

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

/// That an argument, or what a method of rules returned, is not what is expected.
pub fn unexpected(name: &str, given: &Bound<'_, PyAny>, expected: &str, is_of_type: bool) -> PyErr {
    let text = given.repr().map(|text| text.to_string());
    let text = text.unwrap_or_else(|_| "what has no repr".to_owned());
    let said = format!("{name}: expected {expected}, found {}", excerpt(&text));
    match is_of_type {
        true => PyValueError::new_err(said),
        false => PyTypeError::new_err(said),
    }
}

/// Whether it is a whole number, by its type.
pub fn is_whole(given: &Bound<'_, PyAny>) -> bool {
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

/// A level of a game.
///
/// # Errors
///
/// Fails unless it is a whole number of 32 bits.
pub fn level(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    level_of("level", given)
}

/// The highest level that is stored, if there is one.
///
/// # Errors
///
/// As [`level`].
pub fn cut(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    match given.is_none() {
        true => Ok(None),
        false => level_of("cut", given).map(Some),
    }
}

/// The highest level of a certificate, if there is one.
///
/// # Errors
///
/// As [`level`].
pub fn certificate_cut(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    match given.is_none() {
        true => Ok(None),
        false => level_of("certificate_cut", given).map(Some),
    }
}

/// The levels of a sample, the least and the greatest; all if it is None.
///
/// # Errors
///
/// Fails unless they are two levels.
pub fn level_range(given: &Bound<'_, PyAny>) -> PyResult<Option<(u32, u32)>> {
    let levels = given.extract();
    levels.map_err(|_: PyErr| levels_unexpected(given, "two whole numbers from 0 on"))
}

/// The levels of a table; all if it is None.
///
/// # Errors
///
/// Fails unless they are levels.
pub fn levels(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u32>>> {
    let levels = given.extract();
    levels.map_err(|_: PyErr| levels_unexpected(given, "whole numbers from 0 on"))
}

fn levels_unexpected(given: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    unexpected("levels", given, expected, given.len().is_ok())
}

fn level_of(name: &str, given: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(name, given, 0..=u32::MAX.into()).map(|level| level as u32)
}

/// A key: a number, or its words of 64 bits as arrays of keys have them.
///
/// # Errors
///
/// Fails unless it is a whole number of 256 bits.
pub fn key(given: &Bound<'_, PyAny>) -> PyResult<WideKey> {
    let key = wide(given).or_else(|| of_words(given.extract().ok()?));
    let expected = "a whole number from 0 to 2**256 - 1, or its words of 64 bits";
    key.ok_or_else(|| unexpected("key", given, expected, is_whole(given)))
}

fn wide(given: &Bound<'_, PyAny>) -> Option<WideKey> {
    let low = || given.bitand(u128::MAX).ok()?.extract().ok();
    let high = || given.rshift(u128::BITS).ok()?.extract().ok();
    match given.extract() {
        Ok(low) => Some(WideKey { high: 0, low }),
        Err(_) => Some(WideKey {
            high: high()?,
            low: low()?,
        }),
    }
}

fn of_words(words: Vec<u64>) -> Option<WideKey> {
    let mut words = words.into_iter();
    let mut two = || words.next().map_or(0, u128::from) | words.next().map_or(0, u128::from) << 64;
    let (low, high) = (two(), two());
    words.next().is_none().then_some(WideKey { high, low })
}
