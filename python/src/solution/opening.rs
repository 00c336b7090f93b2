//! Solutions that are opened, also from a pickle.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use solveig_engine::artifact::Certificate;
use solveig_engine::{EngineError, Settings, Solution as Stored};
use solveig_format::Reader;
use solveig_games::GameTable;

use super::Solution;
use crate::core::Core;
use crate::errors::{Kind, raised};
use crate::numbers::{self, Memory};
use crate::opened::{Opened, Shared};

/// Opens a solution, with its certificate if there is one, which adds bounds on moves that are not
/// best. Opening takes no time: `verify` checks files. Raises `FileError`.
///
/// >>> import os, solveig, tempfile
/// >>> path = os.path.join(tempfile.mkdtemp(), "ttt.sol")
/// >>> with solveig.Game("mnk:3x3?k=3").solve(path).open() as solution:
/// ...     solution.get("a1 b1"), solution.probe("a1 b1").best_move
/// (1, 'a2')
#[pyfunction]
#[pyo3(signature = (path, certificate=None, *, rules=None, threads=1, memory=None))]
pub fn open(
    py: Python<'_>,
    path: PathBuf,
    certificate: Option<PathBuf>,
    rules: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
    memory: Option<Memory>,
) -> PyResult<Solution> {
    let reader = py.detach(|| Reader::open(&path)).map_err(raised)?;
    let header = reader.header().clone();
    let mut settings = Settings {
        games: GameTable::built_in(),
        threads,
        // Searches above the cut are short: a small table is faster.
        memory: 4 << 20,
        ..Settings::default()
    };
    if let Some(memory) = memory {
        settings.memory = memory.0;
    }
    let core = match rules {
        Some(rules) => Core::of_rules(py, rules, settings)?,
        None => Core::built_in(&header.game, settings)?,
    };
    let file = path.display().to_string();
    let call = core.call(None)?;
    let opened = call.wait(py, || -> Result<Opened, solveig::Error> {
        let stored = Stored::new(core.game.clone(), reader, file, &core.settings)?;
        let certificate = certificate.as_ref().map(|path| {
            let reader = Reader::open(path)?;
            let opened = Certificate::new(reader, stored.artifact());
            opened.map_err(|error| {
                solveig::Error::from(EngineError::Artifact {
                    file: path.display().to_string(),
                    error: Box::new(error),
                })
            })
        });
        Ok(Opened {
            certificate: certificate.transpose()?,
            stored,
        })
    })?;
    Ok(Solution {
        core: Arc::new(core),
        header,
        path,
        certificate,
        shared: Shared::new(opened.map_err(raised)?),
    })
}

/// The solution that a pickle names, which is opened again.
///
/// # Errors
///
/// Fails if another file is there.
#[pyfunction(name = "_restore_solution")]
pub fn restore_solution<'py>(
    paths: &Bound<'py, PyTuple>,
    named: &Bound<'py, PyDict>,
    digest: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = paths.py();
    let open = py.import("solveig._core")?.getattr("open")?;
    let solution = open.call(paths, Some(named))?;
    let found = solution.cast::<Solution>()?.get().digest(py)?;
    if found != digest {
        let path = paths.get_item(0)?;
        let said = format!("{path}: digest {found}: expected {digest}, that of the pickle");
        return Err(Kind::File.says(said));
    }
    Ok(solution)
}
