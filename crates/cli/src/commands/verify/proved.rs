//! Runs the proved checker, `solveig-proved`, on files that hold.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use solveig_verify::{Budget, Report};

use crate::messages::is_quiet;
use crate::stopping::stop_on_signals;

/// Between two looks at whether the program has ended.
const PAUSE: Duration = Duration::from_millis(20);

/// The proved checker's program.
pub struct ProvedChecker {
    program: PathBuf,
}

/// The verdict of the proved checker.
pub enum ProvedVerdict {
    Holds(ProvedReport),
    /// It refuses a file, for this reason.
    Fails(String),
}

/// The proved checker's report on files that hold.
#[derive(Serialize)]
pub struct ProvedReport {
    pub program: PathBuf,
    pub seconds: f64,
}

impl ProvedChecker {
    /// Finds the program beside this one, or on the search path.
    pub fn find() -> Result<Self> {
        let own = env::current_exe().ok();
        let beside = own.as_deref().and_then(Path::parent).map(Path::to_owned);
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = beside.into_iter().chain(env::split_paths(&path));
        let mut programs = folders
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(format!("solveig-proved{EXE_SUFFIX}")));
        let program = programs.find(|program| program.is_file()).context(
            "--proved: no program solveig-proved beside this one or on PATH; with Coq and OCaml, \
             `make -C proved` in Solveig's source builds proved/build/solveig-proved",
        )?;
        Ok(Self { program })
    }

    /// Checks the files that `report` is about. The verdict is an error if the program comes to
    /// none, a signal or the limit of time ends it, or it has read other files.
    pub fn check(
        &self,
        artifact: &Path,
        certificate: Option<&Path>,
        threads: usize,
        report: &Report,
        budget: &Budget,
    ) -> Result<ProvedVerdict> {
        let started = Instant::now();
        let absolute = std::path::absolute(artifact)?;
        let mut command = Command::new(&self.program);
        // An absolute path is no option.
        command.arg(&absolute);
        if let Some(path) = certificate {
            command.arg(std::path::absolute(path)?);
        }
        command.args(["--jobs", &threads.to_string()]);
        let ran = self.run(&mut command, budget);
        let Ran {
            status,
            answer,
            complaint,
        } = ran.with_context(|| format!("--proved: {}", self.program.display()))?;
        let lines: Vec<&str> = answer.lines().collect();
        match (status.code(), &lines[..]) {
            (Some(0), [first, .., last]) => {
                let digest = format!("; digest {}", report.artifact);
                let is_own = first.starts_with("holds: ") && first.ends_with(&digest);
                let own = report.certificate.map(|digest| digest.to_string());
                if !is_own || own.is_some_and(|own| !last.ends_with(&own)) {
                    bail!("--proved: the proved checker has read other files: {first}");
                }
                Ok(ProvedVerdict::Holds(ProvedReport {
                    program: self.program.clone(),
                    seconds: started.elapsed().as_secs_f64(),
                }))
            }
            (Some(1), [refusal, ..]) => {
                let named = format!("DOES NOT HOLD: {}: ", absolute.display());
                let problem = refusal.strip_prefix(&named).unwrap_or(refusal);
                Ok(ProvedVerdict::Fails(problem.to_owned()))
            }
            _ => {
                let why = complaint.lines().last().map_or_else(
                    || status.to_string(),
                    |line| line.trim_start_matches("error: ").to_owned(),
                );
                bail!(
                    "{}: it holds by this checker, but the proved one did not decide: {why}",
                    artifact.display()
                );
            }
        }
    }

    /// Runs the program; on a terminal, it shows its progress itself.
    fn run(&self, command: &mut Command, budget: &Budget) -> Result<Ran> {
        let stop = stop_on_signals()?;
        let [mut answer, mut complaint] = [tempfile::tempfile()?, tempfile::tempfile()?];
        command.stdin(Stdio::null()).stdout(answer.try_clone()?);
        command.stderr(match io::stderr().is_terminal() && !is_quiet() {
            true => Stdio::inherit(),
            false => complaint.try_clone()?.into(),
        });
        let mut child = command.spawn()?;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            let may_go_on = match stop.load(Relaxed) {
                true => Err(anyhow::anyhow!("stopped by a signal")),
                false => budget.go_on().map_err(anyhow::Error::from),
            };
            if may_go_on.is_err() {
                child.kill()?;
                child.wait()?;
                may_go_on?;
            }
            std::thread::sleep(PAUSE);
        };
        Ok(Ran {
            status,
            answer: text(&mut answer)?,
            complaint: text(&mut complaint)?,
        })
    }
}

/// What a run of the program left.
struct Ran {
    status: ExitStatus,
    answer: String,
    complaint: String,
}

/// What was written to a file.
fn text(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
