//! Errors as exceptions of the package, with the words of the command line.

use std::io;
use std::path::Path;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use solveig_engine::EngineError;
use solveig_format::FormatError;
use solveig_game::{MoveError, MoveListError};
use solveig_region::BuildError;
use solveig_region::proof::ProveError;
use solveig_verify::proof::ProofError;
use solveig_verify::{Failure, Undecided, VerifyError};

/// The exceptions in `solveig._errors`.
#[derive(Clone, Copy)]
pub enum Kind {
    Any,
    Spec,
    Position,
    IllegalMove,
    Outside,
    File,
    NoFile,
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
            Self::NoFile => "FileNotFound",
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
    let Some(FileFault { path, cause }) = fault(&error).filter(|_| matches!(kind, Kind::File))
    else {
        return kind.says(error);
    };
    let is_missing = cause.is_some_and(|cause| cause.kind() == io::ErrorKind::NotFound);
    let kind = if is_missing { Kind::NoFile } else { kind };
    let said = match &error {
        Error::File(FormatError::OtherFormat { found, .. })
        | Error::Verify(VerifyError::Unreadable(FormatError::OtherFormat { found, .. }))
        | Error::VerifyProof(ProofError::Unreadable(FormatError::OtherFormat { found, .. })) => {
            match *found {
                "a proof" => format!("{error}: verify_proof checks proofs"),
                _ => format!("{error}: verify checks solutions"),
            }
        }
        _ => error.to_string(),
    };
    let exception = kind.says(said);
    let described = Python::attach(|py| {
        let value = exception.value(py);
        value.setattr("filename", path.map(Path::as_os_str))?;
        let number = cause.and_then(io::Error::raw_os_error);
        value.setattr("errno", number.or(is_missing.then_some(NO_FILE)))
    });
    described.err().unwrap_or(exception)
}

/// The number of the system's error that a file is not there.
const NO_FILE: i32 = 2;

/// What is wrong with which file.
struct FileFault<'a> {
    path: Option<&'a Path>,
    /// The system's error, if it is one.
    cause: Option<&'a io::Error>,
}

fn fault(error: &solveig::Error) -> Option<FileFault<'_>> {
    use solveig::Error;
    let error = match error {
        Error::Solve(BuildError::File { path, cause, .. }) => {
            return Some(FileFault {
                path: Some(path),
                cause: Some(cause),
            });
        }
        Error::File(error)
        | Error::Solve(BuildError::Format(error))
        | Error::Verify(VerifyError::Unreadable(error))
        | Error::VerifyProof(ProofError::Unreadable(error)) => error,
        Error::Verify(VerifyError::Failed(failure)) => match &**failure {
            Failure::Bytes(error) => error,
            _ => return None,
        },
        _ => return None,
    };
    Some(FileFault {
        path: error.origin().path(),
        cause: match error {
            FormatError::Io { cause, .. } => Some(cause),
            _ => None,
        },
    })
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

fn of_check(error: &VerifyError) -> Kind {
    match error {
        VerifyError::Failed(failure) => match **failure {
            Failure::Bytes(FormatError::Foreign { .. } | FormatError::Newer { .. }) => Kind::File,
            _ => Kind::Refuted,
        },
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
