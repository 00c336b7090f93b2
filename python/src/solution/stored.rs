//! The stored positions of a level, one by one.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use solveig::{AnyGame, Keyed};
use solveig_engine::artifact::StoredArtifact;
use solveig_format::FormatError;
use solveig_game::{InvalidKey, Key as _, WideKey};

use super::Solution;
use crate::errors::raised;
use crate::opened::closed;
use crate::position::Position;

/// The stored positions of a level, in ascending order of keys.
#[pyclass(frozen, module = "solveig._core")]
pub struct StoredPositions {
    solution: Py<Solution>,
    level: u32,
    next: Mutex<u64>,
}

impl StoredPositions {
    /// Those of a level, from the first on.
    pub fn new(solution: Py<Solution>, level: u32) -> Self {
        Self {
            solution,
            level,
            next: Mutex::new(0),
        }
    }
}

#[pymethods]
impl StoredPositions {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Position, Option<i32>)>> {
        let solution = self.solution.get();
        let rank = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            *next += 1;
            *next - 1
        };
        // `list` and its like look for no signals.
        py.check_signals()?;
        let stored = |artifact: &StoredArtifact<AnyGame>| -> Result<_, FormatError> {
            let record = artifact.reader().get(self.level, rank)?;
            Ok(record.map(|record| (record.key, artifact.answer_of(&record).value())))
        };
        let found = py.detach(|| solution.shared.with_artifact(stored));
        let found = found.ok_or_else(closed)?.map_err(raised)?;
        let Some((key, value)) = found else {
            return Ok(None);
        };
        let core = &solution.core;
        let wide = WideKey::from_u128(key).ok_or_else(|| raised(InvalidKey(key.into())))?;
        let at = core.at_once(|| core.game.position(wide))?.map_err(raised)?;
        Ok(Some((Position::alone(core, at)?, value)))
    }
}
