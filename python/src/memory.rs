//! Amounts of memory.

use bytesize::ByteSize;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// An amount of memory: a number of bytes, or a text such as `256MiB`.
#[derive(FromPyObject)]
pub enum Memory {
    Bytes(u64),
    Text(String),
}

impl Memory {
    /// The number of bytes.
    ///
    /// # Errors
    ///
    /// Fails if the text is not an amount.
    pub fn bytes(&self) -> PyResult<u64> {
        match self {
            Self::Bytes(bytes) => Ok(*bytes),
            Self::Text(text) => match text.parse::<ByteSize>() {
                Ok(size) => Ok(size.as_u64()),
                Err(_) => {
                    let said = format!("memory: expected bytes, as in 256MiB, found {text:?}");
                    Err(PyValueError::new_err(said))
                }
            },
        }
    }
}

/// A number of threads.
///
/// # Errors
///
/// Fails unless it is from 1 to 1,024.
pub fn threads(number: usize) -> PyResult<usize> {
    match number {
        1..=1024 => Ok(number),
        _ => {
            let said = format!("threads: expected 1 to 1024, found {number}");
            Err(PyValueError::new_err(said))
        }
    }
}
