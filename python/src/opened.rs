//! The files of a solution, while they are open.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solveig::{Answer, AnyGame, AnyPosition, Game as _};
use solveig_engine::artifact::{Certificate, Location, QueryError, StoredArtifact};
use solveig_engine::{EngineError, Solution as Stored, SolutionReport};
use solveig_format::Roles;

/// The open files; locked by threads that hold no lock of the interpreter.
pub struct Shared(Mutex<Option<Opened>>);

impl Shared {
    /// Files that are open.
    pub fn new(opened: Opened) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Some(opened))))
    }

    /// The files, until they are closed.
    pub fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails if they are closed.
    pub fn expect_open(&self, py: Python<'_>) -> PyResult<()> {
        let is_open = py.detach(|| self.lock().is_some());
        is_open.then_some(()).ok_or_else(closed)
    }

    /// Asks the artifact; `None` if it is closed.
    pub fn with_artifact<T>(
        &self,
        question: impl FnOnce(&StoredArtifact<AnyGame>) -> T,
    ) -> Option<T> {
        self.lock()
            .as_ref()
            .map(|opened| question(opened.artifact()))
    }
}

/// That the files are closed.
pub fn closed() -> PyErr {
    PyValueError::new_err("the solution is closed")
}

/// The files of a solution.
pub struct Opened {
    pub stored: Stored<AnyGame>,
    pub certificate: Option<Certificate>,
}

/// What is known of a position.
pub struct Found {
    pub report: SolutionReport,
    pub role: Option<&'static str>,
}

impl Opened {
    pub fn artifact(&self) -> &StoredArtifact<AnyGame> {
        self.stored.artifact()
    }

    /// Why a position is stored; `None` if it is not.
    fn role(&self, at: &AnyPosition) -> Result<Option<&'static str>, solveig::Error> {
        let located = self
            .artifact()
            .locate(at)
            .map_err(|error| self.failure(error))?
            .0;
        Ok(match located {
            Location::Stored { record, .. } => Some(match record.roles {
                Roles::Optimal => "optimal",
                Roles::Free => "free",
                Roles::Both => "both",
            }),
            _ => None,
        })
    }

    pub fn failure(&self, error: QueryError) -> EngineError {
        EngineError::Artifact {
            file: self.artifact().game().spec(),
            error: Box::new(error),
        }
    }

    /// All that is known of a position. Bounds of the certificate stand in for what the artifact
    /// does not know of moves.
    pub fn found(&mut self, at: &AnyPosition) -> Result<Found, solveig::Error> {
        let mut report = self.stored.report(at)?;
        let role = self.role(at)?;
        if let Some(certificate) = &self.certificate {
            let game = self.artifact().game();
            for one in &mut report.moves {
                if !matches!(one.answer, Answer::Outside | Answer::Unknown) {
                    continue;
                }
                let child = game.play_unchecked(at, one.played);
                let bound = certificate.bound(self.artifact(), &child);
                let bound = bound.map_err(|error| self.failure(error))?;
                if let Some(bound) = bound {
                    one.answer = Answer::Bounds {
                        at_least: None,
                        at_most: Some(-bound.at_least),
                        source: solveig_engine::Source::Certified,
                    };
                }
            }
        }
        Ok(Found { report, role })
    }
}
