//! The checker.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use solveig_format::Kind as FileKind;
use solveig_verify::proof::{ProofReport, verify_proof_within};
use solveig_verify::{
    Budget, GivenRules, Limits, Options, Progress, Report, VerifyError, verify_opened,
};

use crate::answers;
use crate::errors::raised;
use crate::memory::{self, Memory};
use crate::rules::{CheckerRules, PythonRules};
use crate::waiting::{Call, Done};

/// What a check is made with.
struct Checker {
    rules: Option<Arc<PythonRules>>,
    limits: Limits,
    call: Call,
}

impl Checker {
    fn new(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        memory: Option<&Memory>,
        progress: Option<&Bound<'_, PyAny>>,
        time_limit: Option<f64>,
    ) -> PyResult<Self> {
        let rules = rules.map(PythonRules::new).transpose()?.map(Arc::new);
        let raised = rules.as_ref().map(|rules| Arc::clone(&rules.raised));
        let call = Call::new(time_limit, raised)?.reporting(py, progress, "verifying")?;
        let mut limits = Limits {
            time: call.time,
            ..Limits::default()
        };
        if let Some(memory) = memory {
            limits.memory = memory.bytes()?;
        }
        Ok(Self {
            rules,
            limits,
            call,
        })
    }

    fn budget(&self) -> Budget {
        Budget::new(self.limits).with_flag(Arc::clone(&self.call.flag))
    }

    /// The rules in Python, if they are of this game.
    fn find_rules(&self, spec: &str) -> Option<Result<GivenRules, String>> {
        let rules = self.rules.as_ref().filter(|rules| rules.spec() == spec)?;
        Some(Ok(GivenRules::new(CheckerRules(Arc::clone(rules)), false)))
    }

    fn tell(&self, done: u64, total: u64, unit: &'static str, aside: String) {
        self.call.tell(Done {
            done,
            total: Some(total),
            unit,
            aside,
        });
    }
}

/// Checks a solution, with its certificate if there is one, by rules and a search that share no
/// code with the solver. Returns a `Report`; raises `Refuted` if something is false.
///
/// Without a certificate, searches decide what it would have proved. With `plain`, less code has to
/// be trusted. Rules in Python are needed for games of one's own. `time_limit` is in seconds.
#[pyfunction]
#[pyo3(signature = (
    path, certificate=None, *, rules=None, plain=false, threads=1, memory=None, progress=None,
    time_limit=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn verify<'py>(
    py: Python<'py>,
    path: PathBuf,
    certificate: Option<PathBuf>,
    rules: Option<&Bound<'py, PyAny>>,
    plain: bool,
    threads: usize,
    memory: Option<Memory>,
    progress: Option<&Bound<'py, PyAny>>,
    time_limit: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = memory::threads(threads)?;
    let checker = Checker::new(py, rules, memory.as_ref(), progress, time_limit)?;
    let report = checker.call.wait(py, || -> Result<Report, VerifyError> {
        let budget = checker.budget();
        let artifact = solveig_verify::open(&path, &budget)?.expect_kind(FileKind::Artifact)?;
        let certificate = certificate.map(|path| -> Result<_, VerifyError> {
            let opened = solveig_verify::open(&path, &budget)?;
            Ok(opened.expect_kind(FileKind::Certificate)?)
        });
        let certificate = certificate.transpose()?;
        let nodes = AtomicU64::new(0);
        let progress = |now| match now {
            Progress::Bytes { done, total } => checker.tell(done, total, "byte", String::new()),
            Progress::Positions { done, total } => {
                let searched = nodes.load(Ordering::Relaxed);
                let aside = format!("{searched} nodes");
                checker.tell(done, total, "position", aside);
            }
            Progress::Searched(all) => nodes.store(all, Ordering::Relaxed),
        };
        let options = Options {
            threads: match checker.rules {
                Some(_) => 1,
                None => threads,
            },
            limits: checker.limits,
            plain,
            find_rules: &|spec| checker.find_rules(spec),
            progress: &progress,
        };
        verify_opened(&artifact, certificate.as_ref(), &options, &budget)
    })?;
    let report = report.map_err(raised)?;
    let claims = PyDict::new(py);
    for (decided_by, count) in [
        ("over", report.claims.over),
        ("vacuous", report.claims.vacuous),
        ("artifact", report.claims.artifact),
        ("certificate", report.claims.certificate),
        ("search", report.claims.search),
    ] {
        claims.set_item(decided_by, count)?;
    }
    let fields = (
        report.game.as_str(),
        report.scope.name(),
        report.cut,
        report.root_value,
        report.artifact.to_string(),
        report.certificate.map(|digest| digest.to_string()),
        report.independent,
        report.positions(),
        claims,
        PyTuple::new(py, report.accelerators)?,
        report.nodes,
        report.seconds,
    );
    answers::new(py, "Report", fields)
}

/// Checks a proof of bounds. Returns a `ProofReport`; raises `Refuted` if it does not hold.
#[pyfunction]
#[pyo3(signature = (path, *, rules=None, memory=None, progress=None, time_limit=None))]
pub fn verify_proof<'py>(
    py: Python<'py>,
    path: PathBuf,
    rules: Option<&Bound<'py, PyAny>>,
    memory: Option<Memory>,
    progress: Option<&Bound<'py, PyAny>>,
    time_limit: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let checker = Checker::new(py, rules, memory.as_ref(), progress, time_limit)?;
    let report = checker.call.wait(py, || {
        let tell = &mut |done, total| checker.tell(done, total, "node", String::new());
        verify_proof_within(
            &path,
            &checker.budget(),
            &|spec| checker.find_rules(spec),
            tell,
        )
    })?;
    let report: ProofReport = report.map_err(raised)?;
    let beginning = &report.beginning;
    let fields = (
        report.header.game.as_str(),
        beginning.position.as_str(),
        PyTuple::new(py, &beginning.moves)?,
        report.header.at_least,
        report.header.at_most,
        report.digest.to_string(),
        report.independent,
        report.walked.nodes,
        report.walked.choices,
        report.bytes,
        report.seconds,
    );
    answers::new(py, "ProofReport", fields)
}
