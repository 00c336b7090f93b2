//! Accelerators: a packed table that replaces the kernel's map, and a search for Othello.
//!
//! They are not used with [`Options::plain`]. Otherwise these files must be trusted too.

mod othello;
mod table;

use std::path::Path;

use solveig_format::{ByteSource, Reader};

use crate::Rules;
use crate::failure::{Failure, VerifyError};
use crate::kernel::files::{MakeSearch, Options, open, plain, verify_with};
use crate::kernel::search::{AlphaBeta, Search};
use crate::limits::Budget;
use crate::report::Report;
use crate::rules::grid::Stones;
use crate::rules::known::{KnownRules, UnknownGame, rules_for};
use crate::rules::othello::Othello;
use crate::rules::position_of;
use othello::VectorSearch;
use table::BoundsTable;

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

/// Like [`verify_files`], for files in memory or open already, with all of the limits left.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify_known<B: ByteSource + Sync>(
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    verify_opened(artifact, certificate, options, &Budget::new(options.limits))
}

/// Like [`verify_files`], for files that were [opened](crate::open) within `budget`, which began
/// with the limits of the options.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify_opened<B: ByteSource + Sync>(
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
    budget: &Budget,
) -> Result<Report, VerifyError> {
    match rules_for(&artifact.header().game, options.given)? {
        KnownRules::Othello(rules) => {
            let within = (budget, vectorized as MakeSearch<Othello>);
            verify_with(&rules, artifact, certificate, options, within)
        }
        KnownRules::ConnectFour(rules) => {
            verify_with(&rules, artifact, certificate, options, (budget, packed))
        }
        KnownRules::Mnk(rules) => {
            verify_with(&rules, artifact, certificate, options, (budget, packed))
        }
        KnownRules::Hex(rules) => {
            verify_with(&rules, artifact, certificate, options, (budget, packed))
        }
        KnownRules::Tree(rules) => {
            verify_with(&rules, artifact, certificate, options, (budget, packed))
        }
        KnownRules::Go(rules) => Err(UnknownGame::DependsOnHistory(rules.spec()).into()),
        KnownRules::Given(rules) => {
            let within = (budget, packed as MakeSearch<_>);
            let mut report = verify_with(&*rules, artifact, certificate, options, within)?;
            report.independent = rules.independent;
            Ok(report)
        }
    }
}

/// Like [`verify`](crate::verify), but with the packed table, unless the check is
/// [`plain`](Options::plain). For the caller's own rules of large games.
///
/// # Errors
///
/// Says what is wrong with the files; or why they could not be checked.
pub fn verify_packed<R: Rules + ?Sized, B: ByteSource + Sync>(
    rules: &R,
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let budget = Budget::new(options.limits);
    verify_with(rules, artifact, certificate, options, (&budget, packed))
}

/// The kernel's search with a packed table of `bytes` bytes, if the game's keys fit one.
fn packed<'a, R: Rules + ?Sized>(
    rules: &'a R,
    budget: &'a Budget,
    bytes: u64,
) -> Box<dyn Search<R::Position> + 'a> {
    match BoundsTable::new(rules.key_bits(), rules.value_range(), bytes) {
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

/// Whether the value of one position is at least `bound`, for the side to move, and the number of
/// positions searched. Uses the search that decides open claims of files. The game is given by its
/// spec, the position by its key.
///
/// # Errors
///
/// Fails if the checker has no rules for the game, if values depend on history in it, if no
/// position has the key, or if the limits end the search.
pub fn at_least(
    spec: &str,
    key: u128,
    bound: i32,
    options: &Options<'_>,
) -> Result<(bool, u64), VerifyError> {
    let (answers, nodes) = at_least_each(spec, &[(key, bound)], options)?;
    Ok((answers == [true], nodes))
}

/// Like [`at_least`], for several positions and bounds, one after another, with one memory. Returns
/// the answers in order and the number of positions searched for all of them.
///
/// # Errors
///
/// Like [`at_least`].
pub fn at_least_each(
    spec: &str,
    questions: &[(u128, i32)],
    options: &Options<'_>,
) -> Result<(Vec<bool>, u64), VerifyError> {
    match rules_for(spec, options.given)? {
        KnownRules::Othello(rules) => decide(&rules, vectorized, questions, options),
        KnownRules::ConnectFour(rules) => decide(&rules, packed, questions, options),
        KnownRules::Mnk(rules) => decide(&rules, packed, questions, options),
        KnownRules::Hex(rules) => decide(&rules, packed, questions, options),
        KnownRules::Tree(rules) => decide(&rules, packed, questions, options),
        KnownRules::Go(rules) => Err(UnknownGame::DependsOnHistory(rules.spec()).into()),
        KnownRules::Given(rules) => decide(&*rules, packed, questions, options),
    }
}

fn decide<R: Rules + ?Sized>(
    rules: &R,
    accelerated: MakeSearch<R>,
    questions: &[(u128, i32)],
    options: &Options<'_>,
) -> Result<(Vec<bool>, u64), VerifyError> {
    let budget = Budget::new(options.limits);
    let memory = options.limits.memory / 4 * 3;
    let make = if options.plain { plain } else { accelerated };
    let positions = questions.iter().map(|&(key, _)| position_of(rules, key));
    let positions: Vec<_> = positions.collect::<Result<_, _>>().map_err(Failure::from)?;
    let search = make(rules, &budget, memory);
    let answers = positions
        .iter()
        .zip(questions)
        .map(|(position, &(_, bound))| search.at_least(position, bound))
        .collect::<Result<_, _>>()?;
    Ok((answers, search.nodes()))
}
