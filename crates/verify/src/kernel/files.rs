//! Checks the bytes and headers of files, then the solution they hold.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use solveig_format::{FormatError, Header, Kind, Reader};

use super::check::Check;
use super::map::ShardedMap;
use super::search::{AlphaBeta, Search};
use crate::failure::{Failure, VerifyError, wrong_header};
use crate::limits::{Budget, Limits};
use crate::report::{LevelReport, Progress, Report, while_telling};
use crate::rules::external::{FindRules, none_given};
use crate::{Interval, Rules};

/// Bytes of the search's memory: a minimum, and more for each record; at most three quarters of the
/// memory limit.
const LEAST_MEMORY: u64 = 1 << 22;
const RECORD_MEMORY: u64 = 1 << 10;

/// Bytes that each level of a file takes in the check and in its report, whatever the level holds.
const LEVEL_MEMORY: u64 = 1 << 9;

/// How a check is run. The verdict does not depend on it, but limits may end a check without one.
pub struct Options<'a> {
    /// Number of threads; 0 for one per core.
    pub threads: usize,
    /// Limits of time and memory; a check that would exceed them ends without a verdict.
    pub limits: Limits,
    /// Whether to check without accelerators, so that less code has to be trusted. [`verify`] uses
    /// none in any case.
    pub plain: bool,
    /// Finds rules of games for which the checker has none of its own.
    pub find_rules: &'a FindRules<'a>,
    /// Receives progress, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            threads: 0,
            limits: Limits::default(),
            plain: false,
            find_rules: &none_given,
            progress: &|_| {},
        }
    }
}

/// Checks an artifact, and its certificate if there is one, against `rules`, with the kernel's own
/// search.
///
/// Without a certificate, search decides what the certificate would have decided.
///
/// # Errors
///
/// Fails if the files are wrong or could not be checked; the error gives the reason.
pub fn verify<R: Rules + ?Sized>(
    rules: &R,
    artifact: &Reader,
    certificate: Option<&Reader>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let budget = Budget::new(options.limits);
    verify_with(rules, artifact, certificate, options, &budget, plain, whole)
}

/// Opens a file within the limits of a check, which the reader's memory is charged to.
///
/// # Errors
///
/// Fails as [`Reader::open`] does, and if the limits do not suffice.
pub fn open(path: &Path, budget: &Budget) -> Result<Reader, VerifyError> {
    let what = "the index of a file";
    let opened = Reader::open_within(path, budget.left() / 8, &mut || Ok(budget.go_on()?));
    let reader = opened.map_err(|error| match error {
        VerifyError::Unreadable(FormatError::TooLarge { .. }) => budget.exceeded(what).into(),
        other => other,
    })?;
    budget.take(reader.memory(), what)?;
    Ok(reader)
}

/// The kernel's own search, with a memory of `bytes` bytes.
pub fn plain<'a, R: Rules + ?Sized>(
    rules: &'a R,
    budget: &'a Budget,
    bytes: u64,
) -> Box<dyn Search<R::Position> + 'a> {
    let Interval { least, greatest } = rules.value_range();
    let memory = ShardedMap::new(bytes, least..=greatest);
    Box::new(AlphaBeta::new(rules, memory, budget))
}

/// Makes a search from rules, limits and the size of its memory in bytes.
pub type MakeSearch<R> =
    for<'a> fn(&'a R, &'a Budget, u64) -> Box<dyn Search<<R as Rules>::Position> + 'a>;

/// The part of a check that was done before it began.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlierWork {
    /// Positions searched.
    pub nodes: u64,
    /// Records examined.
    pub records: u64,
}

/// Checks all records.
pub fn whole<R: Rules + ?Sized>(
    check: &mut Check<'_, R>,
    levels: &[u32],
) -> Result<EarlierWork, VerifyError> {
    check.run(levels).map(|()| EarlierWork::default())
}

/// Like [`verify`], within a budget from which files may have taken already, and with the search
/// that `make` returns unless the check is [`plain`](Options::plain). `run` checks the records on
/// these levels and returns what was done before.
pub fn verify_with<R: Rules + ?Sized>(
    rules: &R,
    artifact: &Reader,
    certificate: Option<&Reader>,
    options: &Options<'_>,
    budget: &Budget,
    make: MakeSearch<R>,
    run: impl FnOnce(&mut Check<'_, R>, &[u32]) -> Result<EarlierWork, VerifyError> + Send,
) -> Result<Report, VerifyError> {
    let started = Instant::now();
    let files = || [Some(artifact), certificate].into_iter().flatten();
    check_bytes(&files, budget, options)?;
    check_promises(rules)?;
    let levels: u64 = files().map(|file| file.levels().len() as u64).sum();
    budget.take(levels * LEVEL_MEMORY, "the levels of the files")?;

    let records: u64 = files().map(Reader::record_count).sum();
    let memory = records
        .saturating_mul(RECORD_MEMORY)
        .saturating_add(LEAST_MEMORY);
    let memory = memory.min(budget.left() / 4 * 3);
    budget.take(memory, "the memory of the search")?;
    let make = if options.plain { plain } else { make };
    let search = make(rules, budget, memory);
    let mut check = Check::new(
        rules,
        artifact,
        certificate,
        true,
        &*search,
        budget,
        options.progress,
    );
    check_headers(&check)?;
    let levels: BTreeSet<u32> = files()
        .flat_map(|file| file.levels().iter().map(|summary| summary.level))
        .collect();
    let levels: Vec<u32> = levels.into_iter().collect();
    let pool = ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(VerifyError::Threads)?;
    let tell = || (options.progress)(Progress::Searched(search.nodes()));
    let before = while_telling(tell, || pool.install(|| run(&mut check, &levels)))?;
    let nodes = before.nodes + search.nodes();
    // What was checked is what was hashed before.
    files().try_for_each(Reader::expect_unchanged)?;

    let header = artifact.header();
    let records = |file: &Reader, level| file.level(level).map_or(0, |level| level.records);
    let report = |level| LevelReport {
        level,
        artifact: records(artifact, level),
        certificate: certificate.map_or(0, |certificate| records(certificate, level)),
    };
    Ok(Report {
        game: header.game.clone(),
        scope: header.scope,
        cut: header.cut,
        root_value: header.root_value,
        artifact: artifact.digest(),
        certificate: certificate.map(Reader::digest),
        levels: levels.into_iter().map(report).collect(),
        claims: check.claims(),
        independent: false,
        accelerators: if nodes > 0 { search.trusted() } else { &[] },
        nodes,
        examined: check.checked.into_inner() - before.records,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Checks the headers.
pub fn check_headers<R: Rules + ?Sized>(check: &Check<'_, R>) -> Result<(), VerifyError> {
    let artifact = check.artifact.reader;
    check_header(check.rules, artifact.header(), &check.start().0)?;
    match &check.certificate {
        Some(certificate) => check_certificate_header(artifact, certificate.reader.header()),
        None => Ok(()),
    }
}

/// Recomputes the checksums and digests of the files.
fn check_bytes<'a, F: Iterator<Item = &'a Reader>>(
    files: &impl Fn() -> F,
    budget: &Budget,
    options: &Options<'_>,
) -> Result<(), VerifyError> {
    let total = files().map(Reader::byte_length).sum();
    let mut before = 0;
    for file in files() {
        let checked = file.check_bytes(|read| {
            let done = before + read;
            (options.progress)(Progress::Bytes { done, total });
            match budget.go_on() {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        budget.go_on()?;
        checked?;
        before += file.byte_length();
    }
    Ok(())
}

/// Checks the promises of rules that can be checked without play: key width and value range.
pub fn check_promises<R: Rules + ?Sized>(rules: &R) -> Result<(), VerifyError> {
    let Interval { least, greatest } = rules.value_range();
    let bound = 1 << 30;
    let broken = if !(1..=128).contains(&rules.key_bits()) {
        "keys have 1 to 128 bits"
    } else if least > greatest || least <= -bound || greatest >= bound {
        "the least value is not above the greatest, and both are smaller than 2^30"
    } else {
        return Ok(());
    };
    Err(Failure::Rules { broken }.into())
}

/// Fails unless a header field is as expected.
fn equal<T: PartialEq + Display>(
    file: Kind,
    field: &str,
    expected: &T,
    found: &T,
) -> Result<(), VerifyError> {
    match expected == found {
        true => Ok(()),
        false => Err(wrong_header(file, field, expected, found)),
    }
}

fn check_header<R: Rules + ?Sized>(
    rules: &R,
    header: &Header,
    start: &R::Position,
) -> Result<(), VerifyError> {
    let Interval { least, greatest } = rules.value_range();
    let file = Kind::Artifact;
    equal(file, "kind", &file, &header.kind())?;
    equal(file, "game", &rules.spec(), &header.game)?;
    equal(file, "highest level", &rules.max_level(), &header.max_level)?;
    equal(file, "bits of a key", &rules.key_bits(), &header.key_bits)?;
    equal(file, "least value", &least, &header.least_value)?;
    equal(file, "greatest value", &greatest, &header.greatest_value)?;
    equal(
        file,
        "key of the start",
        &rules.key(start),
        &header.root_key,
    )
}

fn check_certificate_header(artifact: &Reader, header: &Header) -> Result<(), VerifyError> {
    let of = artifact.header();
    let digest = header.artifact.unwrap_or(artifact.digest());
    let file = Kind::Certificate;
    equal(file, "kind", &file, &header.kind())?;
    equal(file, "digest of the artifact", &artifact.digest(), &digest)?;
    equal(file, "scope", &of.scope, &header.scope)?;
    equal(file, "game", &of.game, &header.game)?;
    equal(file, "symmetry", &of.symmetry, &header.symmetry)?;
    equal(file, "highest level", &of.max_level, &header.max_level)?;
    equal(file, "bits of a key", &of.key_bits, &header.key_bits)?;
    equal(file, "least value", &of.least_value, &header.least_value)?;
    equal(
        file,
        "greatest value",
        &of.greatest_value,
        &header.greatest_value,
    )?;
    equal(file, "key of the start", &of.root_key, &header.root_key)?;
    equal(
        file,
        "value of the start",
        &of.root_value,
        &header.root_value,
    )
}
