//! Errors as exceptions of the package, with the words of the command line.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use solveig_engine::EngineError;
use solveig_format::FormatError;
use solveig_game::{MoveError, MoveListError};
use solveig_region::BuildError;
use solveig_region::proof::ProveError;
use solveig_verify::proof::ProofError;
use solveig_verify::{Undecided, VerifyError};

/// The exceptions in `solveig._errors`.
#[derive(Clone, Copy)]
pub enum Kind {
    Any,
    Spec,
    Position,
    IllegalMove,
    Outside,
    File,
    Refuted,
    TimeLimit,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Any => "Error",
            Self::Spec => "SpecError",
            Self::Position => "PositionError",
            Self::IllegalMove => "IllegalMove",
            Self::Outside => "Outside",
            Self::File => "FileError",
            Self::Refuted => "Refuted",
            Self::TimeLimit => "TimeLimit",
        }
    }

    /// The exception of this kind that says so.
    pub fn says(self, said: impl ToString) -> PyErr {
        static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let said = said.to_string();
        Python::attach(|py| {
            let module =
                MODULE.get_or_try_init(py, || py.import("solveig._errors").map(Bound::unbind));
            let kind = module.and_then(|module| module.bind(py).getattr(self.name()));
            match kind.and_then(|kind| Ok(kind.cast_into::<PyType>()?)) {
                Ok(kind) => PyErr::from_type(kind, said),
                Err(error) => error,
            }
        })
    }
}

/// An error of the program, as an exception.
pub fn raised(error: impl Into<solveig::Error>) -> PyErr {
    use solveig::Error;
    let error = error.into();
    let kind = match &error {
        Error::Spec(_) => Kind::Spec,
        Error::Position(error) => of_list(error),
        Error::Notation(_) | Error::Key(_) => Kind::Position,
        Error::Move(_) => Kind::IllegalMove,
        Error::Stopped(_) => Kind::TimeLimit,
        Error::File(error) => of_format(error),
        Error::OneFileForTwo { .. } | Error::Io(_) => Kind::File,
        Error::Artifact(error) => of_engine(error),
        Error::Verify(error) => of_check(error),
        Error::VerifyProof(error) => of_proof(error),
        Error::Solve(BuildError::Stopped(_)) | Error::Prove(ProveError::Stopped) => Kind::TimeLimit,
        Error::Solve(error) => of_build(error),
        _ => Kind::Any,
    };
    kind.says(error)
}

const fn of_build(error: &BuildError) -> Kind {
    match error {
        BuildError::File { .. } | BuildError::Damaged { .. } => Kind::File,
        BuildError::Format(error) => of_format(error),
        _ => Kind::Any,
    }
}

const fn of_list(error: &MoveListError) -> Kind {
    match error {
        MoveListError::Move {
            cause: MoveError::Illegal(_),
            ..
        } => Kind::IllegalMove,
        _ => Kind::Position,
    }
}

const fn of_format(error: &FormatError) -> Kind {
    match error {
        FormatError::Stopped { .. } => Kind::TimeLimit,
        _ => Kind::File,
    }
}

fn of_engine(error: &EngineError) -> Kind {
    match error {
        EngineError::Spec(_) => Kind::Spec,
        EngineError::Line(error) => of_list(error),
        EngineError::Busy { .. } => Kind::TimeLimit,
        EngineError::Artifact { .. }
        | EngineError::NoPosition { .. }
        | EngineError::OtherRules { .. }
        | EngineError::NotTheConfirmed { .. } => Kind::File,
        EngineError::Proof { error, .. } => of_proof(error),
        _ => Kind::Any,
    }
}

const fn of_check(error: &VerifyError) -> Kind {
    match error {
        VerifyError::Failed(_) => Kind::Refuted,
        VerifyError::Unreadable(error) => of_format(error),
        VerifyError::Undecided(Undecided::Time(_)) => Kind::TimeLimit,
        _ => Kind::Any,
    }
}

const fn of_proof(error: &ProofError) -> Kind {
    match error {
        ProofError::Failed(_) | ProofError::Bytes(_) => Kind::Refuted,
        ProofError::Unreadable(error) => of_format(error),
        ProofError::Undecided(Undecided::Time(_)) => Kind::TimeLimit,
        _ => Kind::Any,
    }
}
