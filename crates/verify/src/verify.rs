//! Checking files: bytes, headers, then the solution they hold.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use solveig_format::{Header, Kind, Reader};

use crate::Rules;
use crate::check::Check;
use crate::failure::{Failure, VerifyError};
use crate::known::{KnownRules, UnknownGame, rules_for};
use crate::report::{LevelReport, Progress, Report};

/// What the table of the searches takes, in bytes: this, and more for each record.
const LEAST_MEMORY: usize = 1 << 22;
const RECORD_MEMORY: u64 = 1 << 10;

/// How a check is run. Its outcome does not depend on this.
pub struct Options<'a> {
    /// How many threads check records; 0 for as many as the machine has cores.
    pub threads: usize,
    /// How many bytes the table of the searches may take. Short checks take less.
    pub memory: usize,
    /// Is told, from any of the threads, how far the check has come.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            threads: 0,
            memory: 1 << 30,
            progress: &|_| {},
        }
    }
}

/// Checks an artifact, and its certificate if there is one, with the checker's own rules of the game
/// that the artifact names.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify_files(
    artifact: &Path,
    certificate: Option<&Path>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let artifact = Reader::open(artifact)?;
    let certificate = certificate.map(Reader::open).transpose()?;
    verify_known(&artifact, certificate.as_ref(), options)
}

/// Like [`verify_files`], for files that are open already.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify_known<B: AsRef<[u8]> + Sync>(
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    match rules_for(&artifact.header().game)? {
        KnownRules::Othello(rules) => verify(&rules, artifact, certificate, options),
        KnownRules::ConnectFour(rules) => verify(&rules, artifact, certificate, options),
        KnownRules::Mnk(rules) => verify(&rules, artifact, certificate, options),
        KnownRules::Hex(rules) => verify(&rules, artifact, certificate, options),
        KnownRules::Tree(rules) => verify(&rules, artifact, certificate, options),
        KnownRules::Go(rules) => Err(UnknownGame::DependsOnHistory(rules.spec()).into()),
    }
}

/// Checks an artifact, and its certificate if there is one, against `rules`.
///
/// A semi-strong artifact without a certificate is checked by searching what the certificate would
/// have said.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify<R: Rules, B: AsRef<[u8]> + Sync>(
    rules: &R,
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()?;
    pool.install(|| run(rules, artifact, certificate, options))
}

fn run<R: Rules, B: AsRef<[u8]> + Sync>(
    rules: &R,
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let started = Instant::now();
    let files = || [Some(artifact), certificate].into_iter().flatten();

    let total = files().map(Reader::byte_length).sum();
    let mut before = 0;
    for file in files() {
        file.check_bytes(|read| {
            let done = before + read;
            (options.progress)(Progress::Bytes { done, total });
            ControlFlow::Continue(())
        })?;
        before += file.byte_length();
    }

    let records: u64 = files().map(Reader::record_count).sum();
    let memory = usize::try_from(records.saturating_mul(RECORD_MEMORY)).unwrap_or(usize::MAX);
    let memory = memory.saturating_add(LEAST_MEMORY).min(options.memory);
    let threads = rayon::current_num_threads();
    let mut check = Check::new(
        rules,
        artifact,
        certificate,
        threads,
        memory,
        options.progress,
    )?;
    check_header(rules, artifact.header(), &check.start().0)?;
    if let Some(certificate) = certificate {
        check_certificate_header(artifact, certificate.header())?;
    }

    let mut levels: Vec<u32> = files()
        .flat_map(|file| file.levels().iter().map(|summary| summary.level))
        .collect();
    levels.sort_unstable();
    levels.dedup();
    check.demand_start()?;
    for &level in &levels {
        check.check_level(level)?;
    }
    check.check_terminals()?;

    let header = artifact.header();
    let records = |file: &Reader<B>, level| file.level(level).map_or(0, |level| level.records);
    let report = |level| LevelReport {
        level,
        artifact: records(artifact, level),
        certificate: certificate.map_or(0, |certificate| records(certificate, level)),
    };
    Ok(Report {
        game: header.game.clone(),
        scope: header.scope,
        root_value: header.root_value,
        artifact: artifact.digest(),
        certificate: certificate.map(Reader::digest),
        levels: levels.into_iter().map(report).collect(),
        claims: check.claims(),
        nodes: check.nodes(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// What a header must say, one field after the other.
struct Expected {
    file: Kind,
}

impl Expected {
    fn equal<T: PartialEq + std::fmt::Display>(
        &self,
        field: &'static str,
        expected: &T,
        found: &T,
    ) -> Result<(), VerifyError> {
        if expected == found {
            return Ok(());
        }
        Err(VerifyError::from(Failure::Header {
            file: self.file,
            field,
            expected: expected.to_string(),
            found: found.to_string(),
        }))
    }
}

fn check_header<R: Rules>(
    rules: &R,
    header: &Header,
    start: &R::Position,
) -> Result<(), VerifyError> {
    let artifact = Expected {
        file: Kind::Artifact,
    };
    artifact.equal("kind", &Kind::Artifact, &header.kind())?;
    artifact.equal("game", &rules.spec(), &header.game)?;
    artifact.equal("highest level", &rules.max_level(), &header.max_level)?;
    artifact.equal("bits of a key", &rules.key_bits(), &header.key_bits)?;
    let (least, greatest) = rules.value_range();
    artifact.equal("least value", &least, &header.least_value)?;
    artifact.equal("greatest value", &greatest, &header.greatest_value)?;
    artifact.equal("key of the start", &rules.key(start), &header.root_key)
}

fn check_certificate_header<B: AsRef<[u8]>>(
    artifact: &Reader<B>,
    header: &Header,
) -> Result<(), VerifyError> {
    let certificate = Expected {
        file: Kind::Certificate,
    };
    let of = artifact.header();
    certificate.equal("kind", &Kind::Certificate, &header.kind())?;
    let digest = header.artifact.unwrap_or(artifact.digest());
    certificate.equal("digest of the artifact", &artifact.digest(), &digest)?;
    certificate.equal("scope", &of.scope, &header.scope)?;
    certificate.equal("game", &of.game, &header.game)?;
    certificate.equal("symmetry", &of.symmetry, &header.symmetry)?;
    certificate.equal("highest level", &of.max_level, &header.max_level)?;
    certificate.equal("bits of a key", &of.key_bits, &header.key_bits)?;
    certificate.equal("least value", &of.least_value, &header.least_value)?;
    certificate.equal("greatest value", &of.greatest_value, &header.greatest_value)?;
    certificate.equal("key of the start", &of.root_key, &header.root_key)?;
    certificate.equal("value of the start", &of.root_value, &header.root_value)
}
