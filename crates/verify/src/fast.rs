//! Accelerators: a packed table that replaces the kernel's map, and a search for Othello.
//!
//! They are not used with [`Options::plain`]. Otherwise these files must be trusted too.

mod othello;
mod table;

use std::path::Path;

use solveig_format::Reader;

use crate::Rules;
use crate::failure::{Failure, VerifyError};
use crate::kernel::files::{Options, plain, verify_with};
use crate::kernel::search::{AlphaBeta, Search, count_replies};
use crate::limits::Budget;
use crate::report::Report;
use crate::rules::Stage;
use crate::rules::connect_four::ConnectFour;
use crate::rules::given::GivenRules;
use crate::rules::hex::Hex;
use crate::rules::known::{KnownRules, UnknownGame, rules_for};
use crate::rules::mnk::Mnk;
use crate::rules::othello::Othello;
use crate::rules::tree::Tree;
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
    match rules_for(&artifact.header().game, options.given)? {
        KnownRules::Othello(rules) => check(&rules, artifact, certificate, options),
        KnownRules::ConnectFour(rules) => check(&rules, artifact, certificate, options),
        KnownRules::Mnk(rules) => check(&rules, artifact, certificate, options),
        KnownRules::Hex(rules) => check(&rules, artifact, certificate, options),
        KnownRules::Tree(rules) => check(&rules, artifact, certificate, options),
        KnownRules::Go(rules) => Err(UnknownGame::DependsOnHistory(rules.spec()).into()),
        KnownRules::Given(rules) => {
            let mut report = check(&rules, artifact, certificate, options)?;
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
pub fn verify_packed<R: Rules, B: AsRef<[u8]> + Sync>(
    rules: &R,
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let make = if options.plain { plain } else { packed };
    verify_with(rules, artifact, certificate, options, make)
}

/// The kernel's search with a packed table of `bytes` bytes.
fn packed<'a, R: Rules>(
    rules: &'a R,
    budget: &'a Budget,
    bytes: u64,
) -> Box<dyn Search<R::Position> + 'a> {
    Box::new(AlphaBeta::new(
        rules,
        table(rules, bytes),
        budget,
        count_replies,
    ))
}

fn check<R: Accelerated, B: AsRef<[u8]> + Sync>(
    rules: &R,
    artifact: &Reader<B>,
    certificate: Option<&Reader<B>>,
    options: &Options<'_>,
) -> Result<Report, VerifyError> {
    let make = if options.plain { plain } else { R::search };
    verify_with(rules, artifact, certificate, options, make)
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
    match rules_for(spec, options.given)? {
        KnownRules::Othello(rules) => decide(&rules, key, bound, options),
        KnownRules::ConnectFour(rules) => decide(&rules, key, bound, options),
        KnownRules::Mnk(rules) => decide(&rules, key, bound, options),
        KnownRules::Hex(rules) => decide(&rules, key, bound, options),
        KnownRules::Tree(rules) => decide(&rules, key, bound, options),
        KnownRules::Go(rules) => Err(UnknownGame::DependsOnHistory(rules.spec()).into()),
        KnownRules::Given(rules) => decide(&rules, key, bound, options),
    }
}

fn decide<R: Accelerated>(
    rules: &R,
    key: u128,
    bound: i32,
    options: &Options<'_>,
) -> Result<(bool, u64), VerifyError> {
    let position = rules.position(key).ok_or(Failure::NoPosition { key })?;
    let budget = Budget::new(options.limits);
    let memory = options.limits.memory / 4 * 3;
    let make = if options.plain { plain } else { R::search };
    let search = make(rules, &budget, memory);
    let holds = search.at_least(&position, bound)?;
    Ok((holds, search.nodes()))
}

/// Rules for which there is a faster search than the kernel's.
trait Accelerated: Rules + Sized {
    /// Sort key of children, ascending: the number of replies, without a list of them.
    fn order(&self, position: &Self::Position) -> u32;

    /// The search, with a memory of `bytes` bytes.
    fn search<'a>(
        &'a self,
        budget: &'a Budget,
        bytes: u64,
    ) -> Box<dyn Search<Self::Position> + 'a> {
        let table = table(self, bytes);
        Box::new(AlphaBeta::new(self, table, budget, Self::order))
    }
}

fn table<R: Rules>(rules: &R, bytes: u64) -> BoundsTable {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    BoundsTable::new(rules.key_bits(), rules.value_range(), bytes)
}

impl Accelerated for Othello {
    fn order(&self, position: &Self::Position) -> u32 {
        self.moves(*position).count_ones()
    }

    fn search<'a>(
        &'a self,
        budget: &'a Budget,
        bytes: u64,
    ) -> Box<dyn Search<Self::Position> + 'a> {
        let table = table(self, bytes);
        match othello::VectorSearch::new(self.size(), table, budget) {
            Ok(search) => Box::new(search),
            Err(table) => Box::new(AlphaBeta::new(self, table, budget, Self::order)),
        }
    }
}

impl Accelerated for ConnectFour {
    fn order(&self, position: &Self::Position) -> u32 {
        match self.stage(position) {
            Stage::Moves => self.open_columns(*position).count() as u32,
            _ => 0,
        }
    }
}

impl Accelerated for Mnk {
    fn order(&self, position: &Self::Position) -> u32 {
        match self.stage(position) {
            Stage::Moves => self.max_level() - self.level(position),
            _ => 0,
        }
    }
}

impl Accelerated for Hex {
    fn order(&self, position: &Self::Position) -> u32 {
        match self.stage(position) {
            Stage::Moves => self.max_level() - self.level(position),
            _ => 0,
        }
    }
}

impl Accelerated for Tree {
    fn order(&self, position: &Self::Position) -> u32 {
        self.child_count(*position)
    }
}

impl Accelerated for GivenRules {
    fn order(&self, position: &Self::Position) -> u32 {
        count_replies(self, position)
    }
}
