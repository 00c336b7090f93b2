//! Accelerators: a packed table that replaces the kernel's map, and a search for Othello.
//!
//! They are not used with [`Options::plain`]. Otherwise these files must be trusted too.

mod othello;
mod table;

use std::path::Path;

use solveig_format::Reader;

use crate::failure::{Failure, VerifyError};
use crate::kernel::check::Check;
use crate::kernel::files::{MakeSearch, Options, open, plain, verify_with, whole};
use crate::kernel::search::{AlphaBeta, Search};
use crate::limits::Budget;
use crate::parts::Parts;
use crate::report::Report;
use crate::rules::catalogue::{KnownRules, NoRules, rules_for};
use crate::rules::grid::Stones;
use crate::rules::othello::Othello;
use crate::rules::position_of;
use crate::sample::{SampleReport, sample_with};
use crate::with_rules;
use crate::{Interval, Rules};
use othello::VectorSearch;
use table::BoundsTable;

/// Does the same work with the rules of any game without history and the fastest search for it.
macro_rules! with_search {
    ($known_rules:expr, $rules:ident, $make:ident => $work:expr) => {
        match $known_rules {
            KnownRules::Othello($rules) => {
                let $make: MakeSearch<_> = vectorized;
                $work
            }
            known_rules => with_rules!(
                known_rules,
                $rules => {
                    let $make: MakeSearch<_> = packed;
                    $work
                },
                go => Err(NoRules::DependsOnHistory(go.spec()).into()),
            ),
        }
    };
}

/// Checks an artifact, and its certificate if there is one, with the checker's own rules of the
/// game that the artifact names.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify_files(
    artifact: &Path,
    certificate: Option<&Path>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let budget = Budget::new(options.limits);
    let artifact = open(artifact, &budget)?;
    let certificate = certificate.map(|path| open(path, &budget)).transpose()?;
    verify_opened(&artifact, certificate.as_ref(), options, &budget)
}

/// Like [`verify_files`], for files that were [opened](crate::open) within `budget`, which began
/// with the limits of the options.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify_opened(
    artifact: &Reader,
    certificate: Option<&Reader>,
    options: &Options<'_>,
    budget: &Budget,
) -> Result<Report, VerifyError> {
    let known_rules = rules_for(&artifact.header().game, options.find_rules)?;
    let mut report = with_search!(&known_rules, rules, make => {
        verify_with(rules, artifact, certificate, options, budget, make, whole)
    })?;
    report.independent = known_rules.are_independent();
    Ok(report)
}

/// Like [`verify_opened`], but does these parts of the check alone.
///
/// # Errors
///
/// Fails as [`verify_opened`] does, and if findings of other parts are damaged or none can be kept.
pub fn verify_parts(
    artifact: &Reader,
    certificate: Option<&Reader>,
    parts: &Parts<'_>,
    options: &Options<'_>,
    budget: &Budget,
) -> Result<Report, VerifyError> {
    let known_rules = rules_for(&artifact.header().game, options.find_rules)?;
    let mut report = with_search!(&known_rules, rules, make => {
        let run = |check: &mut Check<'_, _>, levels: &[u32]| parts.run(check, levels);
        verify_with(rules, artifact, certificate, options, budget, make, run)
    })?;
    report.independent = known_rules.are_independent();
    Ok(report)
}

/// Tests drawn records of files that were [opened](crate::open) within `budget`, until its time is
/// over. `seed` decides which, so nobody who wrote the files may know it.
///
/// # Errors
///
/// Says which record is false; or why the files could not be read.
pub fn sample_opened(
    artifact: &Reader,
    certificate: Option<&Reader>,
    seed: u64,
    options: &Options<'_>,
    budget: &Budget,
) -> Result<SampleReport, VerifyError> {
    let known_rules = rules_for(&artifact.header().game, options.find_rules)?;
    with_search!(&known_rules, rules, make => {
        sample_with(rules, artifact, certificate, seed, options, budget, make)
    })
}

/// The kernel's search with a packed table of `bytes` bytes, if the game's keys fit one.
fn packed<'a, R: Rules + ?Sized>(
    rules: &'a R,
    budget: &'a Budget,
    bytes: u64,
) -> Box<dyn Search<R::Position> + 'a> {
    let Interval { least, greatest } = rules.value_range();
    match BoundsTable::new(rules.key_bits(), least..=greatest, bytes) {
        Some(table) => Box::new(AlphaBeta::new(rules, table, budget)),
        None => plain(rules, budget, bytes),
    }
}

/// The vectorized search of Othello, where there is one for the size of the board.
fn vectorized<'a>(
    rules: &'a Othello,
    budget: &'a Budget,
    bytes: u64,
) -> Box<dyn Search<Stones> + 'a> {
    match VectorSearch::new(rules, bytes, budget) {
        Some(search) => Box::new(search),
        None => packed(rules, budget, bytes),
    }
}

/// Whether the value of a position is at least a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundQuestion {
    /// The key of the position.
    pub key: u128,
    /// The bound, for the side to move.
    pub bound: i32,
}

/// Whether the values of positions, for the side to move, are at least given bounds: the answers in
/// order, and the number of positions searched for all of them. Uses the search that decides open
/// claims of files, with one memory. The game is given by its spec.
///
/// # Errors
///
/// Fails if the checker has no rules for the game, if values depend on history in it, if no
/// position has a key, or if the limits end the search.
pub fn at_least_each(
    spec: &str,
    questions: &[BoundQuestion],
    options: &Options<'_>,
) -> Result<(Vec<bool>, u64), VerifyError> {
    let known_rules = rules_for(spec, options.find_rules)?;
    with_search!(&known_rules, rules, make => {
        let limits = options.limits;
        let budget = Budget::new(limits);
        let make = if options.plain { plain } else { make };
        let search = make(rules, &budget, limits.memory / 4 * 3);
        let answer = |&BoundQuestion { key, bound }| {
            let position = position_of(rules, key).map_err(Failure::from)?;
            search.at_least(&position, bound)
        };
        let answers = questions.iter().map(answer).collect::<Result<_, _>>()?;
        Ok((answers, search.nodes()))
    })
}
