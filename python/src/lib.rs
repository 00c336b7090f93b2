//! The Python package `solveig`: games, positions and answers of this workspace, as classes.
//!
//! Comments on what Python sees are its docstrings; `python/solveig/_core.pyi` has the types.

mod answers;
mod arrow;
mod asking;
mod bulk;
mod checking;
mod core;
mod errors;
mod game;
mod numbers;
mod opened;
mod position;
mod rules;
mod solution;
mod solving;
mod trees;
mod waiting;

use pyo3::prelude::*;

/// Tells the program where its code is: in this module.
fn set_code_file(py: Python<'_>) -> PyResult<()> {
    let file = py.import("solveig._core")?.filename()?;
    solveig_cli::set_code_file(file.extract()?);
    Ok(())
}

/// What the package is made of.
#[pymodule]
mod _core {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::arrow::Table;
    #[pymodule_export]
    use crate::checking::{verify, verify_proof};
    #[pymodule_export]
    use crate::core::Game;
    #[pymodule_export]
    use crate::position::{Position, restore_position};
    #[pymodule_export]
    use crate::rules::conforms;
    #[pymodule_export]
    use crate::solution::{Solution, StoredPositions, open, restore_solution};
    #[pymodule_export]
    use crate::trees::Tree;

    /// Runs the program `solveig` with these arguments; returns its exit status.
    #[pyfunction]
    fn main(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
        crate::set_code_file(py)?;
        Ok(py.detach(|| solveig_cli::run_with(arguments, [])))
    }

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
