//! Solutions and proofs that are written.

use std::fs;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solveig::{ProofBounds, ProofMoves, ProofProgress, Scope, SolveSummary, WholeProof};
use solveig_format::proof::ProofSummary;

use crate::answers;
use crate::core::Core;
use crate::errors::{Kind, raised};
use crate::waiting::{Call, Done};

/// What of a game is solved, and where it is written.
pub struct SolveArguments {
    pub path: PathBuf,
    pub certificate: Option<PathBuf>,
    pub scope: Scope,
    pub symmetry: bool,
    pub cut: Option<u32>,
    pub certificate_cut: Option<u32>,
}

/// The scope with a name.
///
/// # Errors
///
/// Fails if there is none.
pub fn scope(name: &str) -> PyResult<Scope> {
    let all = [Scope::Weak, Scope::SemiStrong, Scope::Strong];
    all.into_iter()
        .find(|one| one.name() == name)
        .ok_or_else(|| {
            let said = format!("scope: expected weak, semi-strong or strong, found {name:?}");
            PyValueError::new_err(said)
        })
}

/// Solves a game, and says what was written.
pub fn solve<'py>(
    py: Python<'py>,
    core: &Core,
    call: &Call,
    arguments: SolveArguments,
) -> PyResult<Bound<'py, PyAny>> {
    let path = arguments.path.clone();
    let certificate = arguments.certificate.clone();
    let mut work = path.clone().into_os_string();
    work.push(".work");
    let work = Path::new(&work);
    let by_rules = core.rules.is_some();
    if by_rules && work.exists() {
        let said = format!(
            "{}: the work of another solve, perhaps by other rules: expected none",
            work.display()
        );
        return Err(Kind::File.says(said));
    }
    let solved = call.wait(py, || write(core, call, arguments));
    if by_rules && !matches!(solved, Ok(Ok(_))) && work.exists() {
        let removed = fs::remove_dir_all(work);
        removed.map_err(|error| Kind::File.says(format!("{}: {error}", work.display())))?;
    }
    let solved = solved?.map_err(raised)?;
    let levels = solved.levels.iter().map(|one| {
        let counts = &one.counts;
        let positions = counts.certified + counts.certified_terminal;
        let proof = counts.auxiliary + counts.auxiliary_terminal;
        answers::new(py, "SolvedLevel", (one.level, positions, proof))
    });
    let levels = PyTuple::new(py, levels.collect::<PyResult<Vec<_>>>()?)?;
    let fields = (
        path,
        certificate,
        solved.root_value,
        solved.artifact.records,
        solved.artifact.bytes,
        solved.artifact.digest.to_string(),
        levels,
        solved.nodes,
    );
    answers::new(py, "Solved", fields)
}

fn write(
    core: &Core,
    call: &Call,
    arguments: SolveArguments,
) -> Result<SolveSummary, solveig::Error> {
    let mut request = solveig::solve(&core.game)
        .scope(arguments.scope)
        .symmetry(arguments.symmetry)
        .solvers(core.solver_options(call.token()))
        .progress(|now| {
            call.tell(Done {
                done: now.in_level.done,
                total: now.in_level.total,
                unit: "position",
                aside: format!("level {}, {} nodes", now.level, now.nodes),
            });
        });
    if let Some(path) = arguments.certificate {
        request = request.certificate(path);
    }
    if let Some(cut) = arguments.cut {
        request = request.cut(cut);
    }
    if let Some(cut) = arguments.certificate_cut {
        request = request.certificate_cut(cut);
    }
    request.write(arguments.path)
}

/// The moves of a proof by their name.
///
/// # Errors
///
/// Fails if the name is none.
pub fn proof_moves(name: &str) -> PyResult<ProofMoves> {
    match name {
        "canonical" => Ok(ProofMoves::Canonical),
        "found" => Ok(ProofMoves::Found),
        "history-free" => Ok(ProofMoves::HistoryFree),
        other => {
            let said = format!("moves: expected canonical, found or history-free, found {other:?}");
            Err(PyValueError::new_err(said))
        }
    }
}

/// Proves bounds, the value if there are none, and says what was written.
pub fn prove<'py>(
    py: Python<'py>,
    core: &Core,
    call: &Call,
    path: PathBuf,
    position: &str,
    claims: ProofBounds,
    moves: ProofMoves,
) -> PyResult<Bound<'py, PyAny>> {
    let proved = call.wait(py, || {
        write_proof(core, call, &path, position, claims, moves)
    })?;
    let (whole, written) = proved.map_err(raised)?;
    let fields = (
        path,
        whole.claims.at_least,
        whole.claims.at_most,
        whole.proof.nodes,
        written.bytes,
        written.digest.to_string(),
        whole.visits,
    );
    answers::new(py, "Proved", fields)
}

fn write_proof(
    core: &Core,
    call: &Call,
    path: &Path,
    position: &str,
    claims: ProofBounds,
    moves: ProofMoves,
) -> Result<(WholeProof, ProofSummary), solveig::Error> {
    let request = solveig::prove(&core.game, position)
        .moves(moves)
        .solvers(core.solver_options(call.token()))
        .progress(|now| {
            let (done, unit, aside) = match now {
                ProofProgress::Searching(effort) => (effort.nodes, "node", "searching".to_owned()),
                ProofProgress::Bounds(found) => {
                    let aside = format!("value {:+} to {:+}", found.lower, found.upper);
                    (0, "node", aside)
                }
                ProofProgress::HistoryFree(_) => return,
                ProofProgress::Walking(walked) => (walked.nodes, "node", "walking".to_owned()),
            };
            call.tell(Done {
                done,
                total: None,
                unit,
                aside,
            });
        });
    let request = match claims {
        ProofBounds {
            at_least: None,
            at_most: None,
        } => request,
        claims => request.claims(claims),
    };
    let found = request.find()?;
    let written = found.proof.write(path)?;
    Ok((found, written))
}
