//! `solveig verify`: checks artifacts and proofs independently of the solver.

mod parts;
mod proof;
mod proved;
mod sample;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use serde::{Serialize, Serializer};
use solveig_format::{Digest, Kind, Reader};
use solveig_verify::proof::ProofError;
use solveig_verify::{
    Budget, ClaimCounts, LevelReport, Options, Progress as Checked, Report, VerifyError,
    verify_opened,
};

use crate::CommandVerdict;
use crate::arguments::ThreadsArgument;
use crate::artifact::expect_file;
use crate::figures::{counted, duration, grouped, rate, rounded, signed};
use crate::games::{caution, checker_rules};
use crate::level_counts::{CountRow, LevelRow, Levels, PROVED};
use crate::limits::LimitArguments;
use crate::output::Output;
use crate::progress::Progress;
pub use parts::{CheckedFiles, verify_with_work};
use parts::{LargeChecks, PartReport, PartialTask};
use proved::{ProvedChecker, ProvedReport, ProvedVerdict};
use sample::SampleAnswer;

/// Check a solution, or a proof, with rules and a search that share no code with the solver
///
/// Checks every byte, then that the region is exactly what its rule says, then every value and
/// every move. Without a certificate, the checker decides
/// by search every claim that a certificate would prove. The exit status
/// is 0 only if everything holds (with --part or --sample, if nothing
/// false was met), and 1 if something does not.
#[derive(Args)]
pub struct Verify {
    /// The artifact, or the proof
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The certificate that was written along with the artifact
    #[arg(long, value_name = "FILE.cert")]
    certificate: Option<PathBuf>,
    /// Leave out what only makes checks faster, so that less code has to be trusted
    #[arg(long)]
    plain: bool,
    /// If everything holds, have the proved checker say so, too
    ///
    /// It is a program of its own, solveig-proved, which is found beside this one or on PATH. It
    /// goes over the files from the beginning, on as many threads, and --memory does not limit it.
    /// Where it refuses what this checker accepts, the files do not hold.
    #[arg(long, conflicts_with_all = ["part", "join", "sample"])]
    proved: bool,
    /// The digest that the file must have, as 64 hexadecimal digits
    #[arg(long, value_name = "DIGEST")]
    expect_digest: Option<Digest>,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    large: LargeChecks,
}

impl Verify {
    /// Checks, and prints the result.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        expect_file(&self.file)?;
        if solveig_format::proof::is_proof(&self.file)? {
            if let Some(certificate) = &self.certificate {
                bail!(
                    "{}: a certificate belongs to an artifact, but {} is a proof",
                    certificate.display(),
                    self.file.display()
                );
            }
            if self.proved {
                bail!(
                    "{}: --proved: the proved checker checks no proofs of bounds",
                    self.file.display()
                );
            }
            if !self.large.is_none() {
                bail!(
                    "{}: a proof has no parts and no sample",
                    self.file.display()
                );
            }
            return self.proof(output);
        }
        let proved = self.proved.then(ProvedChecker::find).transpose()?;
        let sample = self.large.sample;
        let mut limits = self.limits.limits();
        if let Some(time) = sample {
            limits.time = Some(time.0);
        }
        let budget = Budget::new(limits);
        let (artifact, certificate) = self.open(&budget)?;
        let progress = Progress::new("opening");
        let (started, nodes) = (Instant::now(), AtomicU64::new(0));
        let task = self.large.task(&self.file)?;
        let certificate = certificate.as_ref();
        let options = Options {
            threads: self.threads.count(),
            limits,
            plain: self.plain,
            find_rules: &checker_rules,
            progress: &|now| match now {
                Checked::Bytes { done, total } => {
                    progress.update("bytes", done, total, String::new());
                }
                Checked::Positions { done, total: 0 } => {
                    let draws = format!("; {} drawn", counted(done, "record"));
                    progress.update("sampling", 0, 0, draws);
                }
                Checked::Positions { done, total } => {
                    progress.update("positions", done, total, searched(&nodes, started));
                }
                Checked::Searched(all) => {
                    nodes.store(all, Relaxed);
                    progress.remark(searched(&nodes, started));
                }
            },
        };
        let checked = if sample.is_some() {
            let seed = RandomState::new().hash_one(0);
            let sampled =
                solveig_verify::sample_opened(&artifact, certificate, seed, &options, &budget);
            drop(progress);
            sampled.map_err(anyhow::Error::from).map(|report| {
                output.answer(&SampleAnswer::new(&report))?;
                Ok(match report.draws {
                    0 => CommandVerdict::NotDecided,
                    _ => CommandVerdict::Holds,
                })
            })
        } else {
            let files = CheckedFiles {
                artifact: &self.file,
                certificate: self.certificate.as_deref(),
            };
            let checked = match &task {
                Some(task) => task.check(files, &artifact, certificate, &options, &budget),
                None => verify_opened(&artifact, certificate, &options, &budget)
                    .map_err(anyhow::Error::from),
            };
            drop(progress);
            checked.map(|report| {
                let mut confirmation = Confirmation::new(&report);
                match &task {
                    Some(PartialTask::One(part, keeper)) => {
                        output.answer(&PartReport::new(*part, keeper, &report))?;
                        return Ok(CommandVerdict::Holds);
                    }
                    Some(PartialTask::Join(files)) => confirmation.joined = Some(files.len()),
                    _ => {}
                }
                if let Some(checker) = proved {
                    let certificate = self.certificate.as_deref();
                    let threads = self.threads.count();
                    match checker.check(&self.file, certificate, threads, &report, &budget)? {
                        ProvedVerdict::Holds(report) => confirmation.proved = Some(report),
                        ProvedVerdict::Fails(problem) => {
                            let problem = format!(
                                "the verdicts differ: it holds by this checker, but not by the \
                                 proved one: {problem}"
                            );
                            return refute(self.file.clone(), problem, output);
                        }
                    }
                }
                output.answer(&confirmation)?;
                Ok(CommandVerdict::Holds)
            })
        };
        match checked.map_err(anyhow::Error::downcast) {
            Ok(answered) => answered,
            Err(Ok(VerifyError::Failed(failure))) => refute(self.file, failure.to_string(), output),
            Err(Ok(error)) => Err(error.into()),
            Err(Err(error)) => Err(error),
        }
    }

    fn proof(self, output: &mut Output) -> Result<CommandVerdict> {
        let report = match proof::check(&self.file, self.limits.limits()) {
            Ok(report) => report,
            Err(ProofError::Failed(failure)) => {
                return refute(self.file, failure.to_string(), output);
            }
            Err(ProofError::Bytes(damage)) => {
                return refute(self.file, damage.to_string(), output);
            }
            Err(error) => return Err(error.into()),
        };
        self.expect_digest_of(report.digest)?;
        output.answer(&proof::Proven::new(&report))?;
        Ok(CommandVerdict::Holds)
    }

    /// Opens the files. Fails if they are not an artifact and a certificate of the same game, or if
    /// the digest is not the expected one.
    fn open(&self, budget: &Budget) -> Result<(Reader, Option<Reader>)> {
        let artifact = solveig_verify::open(&self.file, budget)?.expect_kind(Kind::Artifact)?;
        self.expect_digest_of(artifact.digest())?;
        let Some(path) = &self.certificate else {
            return Ok((artifact, None));
        };
        let certificate = solveig_verify::open(path, budget)?.expect_kind(Kind::Certificate)?;
        let (about, wanted) = (&certificate.header().game, &artifact.header().game);
        if about != wanted {
            bail!(
                "{}: a certificate for {about}, but {} is a solution of {wanted}",
                path.display(),
                self.file.display()
            );
        }
        Ok((artifact, Some(certificate)))
    }

    /// Fails if the digest that the file states is not the expected one. The check itself confirms
    /// that the stated digest is right.
    fn expect_digest_of(&self, stated: Digest) -> Result<()> {
        match self.expect_digest {
            Some(expected) if expected != stated => bail!(
                "{}: expected digest {expected}, found {stated}",
                self.file.display()
            ),
            _ => Ok(()),
        }
    }
}

/// Prints that a file does not hold, and why.
pub(super) fn refute(
    file: PathBuf,
    problem: String,
    output: &mut Output,
) -> Result<CommandVerdict> {
    // Messages about damaged bytes begin with the file's name already.
    let named = format!("{}: ", file.display());
    let problem = problem.strip_prefix(&named).unwrap_or(&problem).to_owned();
    output.answer(&Refutation {
        holds: false,
        file,
        problem,
    })?;
    Ok(CommandVerdict::Fails)
}

/// The report on an artifact that holds.
#[derive(Serialize)]
struct Confirmation {
    holds: bool,
    game: String,
    /// Whether the checker's rules are an independent implementation.
    independent: bool,
    scope: &'static str,
    /// The highest level stored; absent if all levels are.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<u32>,
    value: i32,
    status: &'static str,
    digest: String,
    certificate: Option<String>,
    levels: Levels,
    totals: CountRow,
    #[serde(serialize_with = "settled")]
    claims: ClaimCounts,
    /// Code to be trusted in addition to the kernel, the rules of the game and the file reader.
    accelerators: &'static [&'static str],
    /// The number of files that were joined, which are believed; absent if none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    joined: Option<usize>,
    /// That the proved checker agrees; absent if it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<ProvedReport>,
    nodes: u64,
    /// Records that were not examined before.
    #[serde(skip)]
    examined: u64,
    seconds: f64,
}

/// The report on a file that does not hold.
#[derive(Serialize)]
struct Refutation {
    holds: bool,
    file: PathBuf,
    problem: String,
}

/// A spec, in quotes if it has whitespace or a semicolon.
fn quoted(spec: &str) -> String {
    match spec.contains(|letter: char| letter.is_whitespace() || letter == ';') {
        true => format!("{spec:?}"),
        false => spec.to_owned(),
    }
}

/// Nodes searched so far, and their rate, as text.
fn searched(nodes: &AtomicU64, started: Instant) -> String {
    match nodes.load(Relaxed) {
        0 => String::new(),
        nodes => {
            let per_second = nodes as f64 / started.elapsed().as_secs_f64().max(1e-3);
            let (nodes, rate) = (rounded(nodes as f64), rounded(per_second));
            format!("; {nodes} nodes searched, {rate}/s")
        }
    }
}

impl Confirmation {
    fn new(report: &Report) -> Self {
        let counts = |level: &LevelReport| {
            LevelRow::of_files(level.level, level.artifact, level.certificate)
        };
        let levels = Levels::of(PROVED, report.levels.iter().map(counts));
        Self {
            holds: true,
            game: report.game.clone(),
            independent: report.independent,
            scope: report.scope.name(),
            cut: report.cut,
            value: report.root_value,
            status: "exact",
            digest: report.artifact.to_string(),
            certificate: report.certificate.map(|digest| digest.to_string()),
            totals: levels.totals(),
            levels,
            claims: report.claims,
            accelerators: report.accelerators,
            joined: None,
            proved: None,
            nodes: report.nodes,
            examined: report.examined,
            seconds: report.seconds,
        }
    }
}

/// Serializes numbers of claims about moves, by what discharged them.
fn settled<S: Serializer>(claims: &ClaimCounts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([
        ("over", claims.over),
        ("vacuous", claims.vacuous),
        ("artifact", claims.artifact),
        ("certificate", claims.certificate),
        ("search", claims.search),
    ])
}

impl fmt::Display for Confirmation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = quoted(&self.game);
        let scope = self.scope;
        let cut = self.cut.map_or_else(String::new, |cut| {
            format!(", positions up to level {cut} alone")
        });
        writeln!(
            f,
            "holds: {game} has the value {}, {scope}{cut}; digest {}",
            signed(self.value),
            self.digest
        )?;
        let [artifact, certificate] = [0, 1].map(|column| self.totals.counts[column]);
        writeln!(
            f,
            "{} of the artifact and {} of the certificate checked in {} ({})",
            counted(artifact, "position"),
            grouped(certificate),
            duration(self.seconds),
            rate(self.examined, self.seconds)
        )?;
        let claims = &self.claims;
        write!(
            f,
            "claims about moves: {} by the artifact, {} by the certificate, {} by the rules, \
             {} by a search of {} nodes; trusted: reading, kernel, rules{}",
            grouped(claims.artifact),
            grouped(claims.certificate),
            grouped(claims.over + claims.vacuous),
            grouped(claims.search),
            grouped(self.nodes),
            match self.accelerators {
                [] => String::new(),
                files => format!(", {}", files.join(", ")),
            }
        )?;
        if let Some(files) = self.joined {
            write!(f, "; also trusted: whoever made the {files} joined files")?;
        }
        f.write_str(caution(self.independent))?;
        match &self.proved {
            Some(proved) => write!(
                f,
                "\nholds by the proved checker, too ({}, {})",
                proved.program.display(),
                duration(proved.seconds)
            ),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "DOES NOT HOLD: {}: {}",
            self.file.display(),
            self.problem
        )
    }
}
