//! The Python package `solveig`: games, positions and answers of this workspace, as classes.
//!
//! `python/solveig/_core.pyi` documents them.

mod answers;
mod core;
mod errors;
mod game;
mod position;
mod rules;
mod waiting;

use pyo3::prelude::*;

/// What the package is made of.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::position::{Position, restore_position};

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
