//! What the engine answers about a position.

use std::sync::Arc;

use pyo3::prelude::*;
use solveig_engine::{Effort, Engine, EngineError, Line, SearchScope};

use crate::core::Game;
use crate::errors::raised;
use crate::position::Position;
use crate::waiting::Call;

/// An answer of the engine about a position.
pub struct Asked<T> {
    pub position: Py<Position>,
    pub call: Call,
    pub answer: T,
}

impl Game {
    /// Asks the engine about a position that a user gives. An engine that rules in Python ended,
    /// perhaps in a call of another thread, is not asked again.
    pub(super) fn ask<T: Send>(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
        question: impl Fn(&dyn Engine, &Line, Effort) -> Result<T, EngineError> + Sync,
    ) -> PyResult<Asked<T>> {
        let (py, core) = (slf.py(), &slf.get().core);
        let call = core.call(time_limit)?;
        let position = Position::of(core, position, None)?;
        let line = position.get().line()?;
        loop {
            let answer = call.wait(py, || -> Result<T, solveig::Error> {
                let effort = Effort {
                    search: SearchScope::Anywhere,
                    time: call.time,
                    stop: Some(Arc::clone(&call.flag)),
                    distances: false,
                    ..Effort::default()
                };
                Ok(question(&*core.engine()?, &line, effort)?)
            });
            let is_ended = match &answer {
                Err(_) => true,
                Ok(Err(solveig::Error::Artifact(EngineError::NoSearcherLeft))) => true,
                Ok(_) => false,
            };
            if is_ended {
                core.close_engine(py);
            }
            match answer? {
                Err(_) if is_ended && core.rules.is_some() => {}
                answer => {
                    return Ok(Asked {
                        position,
                        call,
                        answer: answer.map_err(raised)?,
                    });
                }
            }
        }
    }
}
