//! Tests of drawn records.
//!
//! That a record agrees with the records it rests on does not make it true: one false record on a
//! late level can falsify all that lie before it, which still agree with it. So every claim of a
//! drawn record is left to the rules and the search, and no other record is believed. That takes
//! too long on early levels: a trial decides from which level on records are drawn, and the report
//! says nothing of the others.

use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use solveig_format::{BLOCK_RECORDS, Digest, Kind, LevelSummary, Reader};

use crate::Rules;
use crate::failure::VerifyError;
use crate::kernel::check::Check;
use crate::kernel::files::{MakeSearch, Options, check_headers, check_promises, plain};
use crate::kernel::stored::{DecodedBlock, RecordFile};
use crate::limits::{Budget, Limits};
use crate::random::Random;
use crate::report::Progress;

/// The part of the time that the trial takes at most.
const TRIAL: u32 = 4;

/// Records that the trial draws of each level, and what part of the time one of them may take.
const TRIAL_DRAWS: u64 = 8;
const TRIAL_RECORD: u32 = 200;

/// Draws that are tested together: all of them count, or none.
const BATCH: usize = 64;

/// What a sample without a false record shows.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleReport {
    /// The spec of the game.
    pub game: String,
    /// The digests that the files state; they were not recomputed.
    pub artifact: Digest,
    /// That of the certificate, if there is one.
    pub certificate: Option<Digest>,
    /// Records were drawn from this level on; `None` if none can be decided in the time.
    pub first_level: Option<u32>,
    /// Records of these levels in both files.
    pub records: u64,
    /// Records of all levels.
    pub all_records: u64,
    /// Records drawn from them, with repetition, and found to be true.
    pub draws: u64,
    /// Positions visited by the searches.
    pub nodes: u64,
}

impl SampleReport {
    /// With 99 % confidence at most this share of the records drawn from is false: if more were,
    /// so many draws would have met one with a probability of 99 %.
    ///
    /// The bound holds whenever the draws end, since they end before one of which the outcome is
    /// not known, and count from the first without a gap: it is wrong only if the first `n` draws
    /// are true although a share of more than `1 - 0.01^(1/n)` is false.
    pub fn false_share(&self) -> f64 {
        match self.draws {
            0 => 1.0,
            draws => 1.0 - 0.01_f64.powf(1.0 / draws as f64),
        }
    }
}

/// The records of both files from some level on.
struct Population<'c, 'a> {
    levels: Vec<PopulationLevel<'c, 'a>>,
    records: u64,
}

struct PopulationLevel<'c, 'a> {
    file: Kind,
    stored: &'c RecordFile<'a>,
    summary: &'c LevelSummary,
}

impl<'c, 'a> Population<'c, 'a> {
    fn new<R: Rules + ?Sized>(check: &'c Check<'a, R>, includes: impl Fn(u32) -> bool) -> Self {
        let mut levels = Vec::new();
        for (file, stored) in check.files() {
            let summaries = stored.reader.levels().iter();
            let included = summaries.filter(|summary| includes(summary.level));
            levels.extend(included.map(|summary| PopulationLevel {
                file,
                stored,
                summary,
            }));
        }
        let records = levels.iter().map(|level| level.summary.records).sum();
        Self { levels, records }
    }

    /// Whether record `number` of them is true.
    fn test<R: Rules + ?Sized>(
        &self,
        check: &Check<'_, R>,
        mut number: u64,
    ) -> Result<(), VerifyError> {
        for level in &self.levels {
            let summary = level.summary;
            if number < summary.records {
                let block = summary.blocks.start + number / BLOCK_RECORDS as u64;
                let DecodedBlock { records, .. } = level.stored.block(block)?;
                let record = records[(number % BLOCK_RECORDS as u64) as usize];
                let owner = check.examine(level.file, summary.level, record)?;
                for open in &owner.open {
                    check.decide_by_search(&owner, open)?;
                }
                return check.expect_reached(&owner);
            }
            number -= summary.records;
        }
        Ok(())
    }
}

/// [`sample_opened`](crate::sample_opened) by the search that `make` returns.
pub fn sample_with<R: Rules + ?Sized>(
    rules: &R,
    artifact: &Reader,
    certificate: Option<&Reader>,
    seed: u64,
    options: &Options<'_>,
    budget: &Budget,
    make: MakeSearch<R>,
) -> Result<SampleReport, VerifyError> {
    check_promises(rules)?;
    let make = if options.plain { plain } else { make };
    let time = budget.time_left();
    let mut random = Random(seed);
    let pool = ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(VerifyError::Threads)?;

    let progress = options.progress;
    let trial_budget = Budget::new(Limits {
        time: time.map(|time| time / TRIAL),
        memory: budget.left() / 2,
    });
    let search = make(rules, &trial_budget, trial_budget.left() / 4 * 3);
    let trial = Check::new(
        rules,
        artifact,
        certificate,
        false,
        &*search,
        &trial_budget,
        progress,
    );
    check_headers(&trial)?;
    let first_level = pool.install(|| first_level(&trial, &mut random, time))?;
    drop(trial);
    drop(search);

    let memory = budget.left() / 4 * 3;
    let search = make(rules, budget, memory);
    let check = Check::new(
        rules,
        artifact,
        certificate,
        false,
        &*search,
        budget,
        progress,
    );
    let population = Population::new(&check, |level| {
        first_level.is_some_and(|first| level >= first)
    });
    let mut draws = 0;
    loop {
        if population.records == 0 {
            break;
        }
        let mut draw = || random.below(population.records as usize) as u64;
        let batch: Vec<u64> = (0..BATCH).map(|_| draw()).collect();
        let failure = pool.install(|| {
            let tests = batch.par_iter();
            let errors = tests.filter_map(|number| population.test(&check, *number).err());
            // A false record counts even if another was not decided.
            errors.reduce_with(|one, other| match one {
                VerifyError::Undecided(_) => other,
                _ => one,
            })
        });
        match failure {
            Some(VerifyError::Undecided(_)) => break,
            Some(error) => return Err(error),
            None => draws += BATCH as u64,
        }
        progress(Progress::Positions {
            done: draws,
            total: 0,
        });
    }
    Ok(SampleReport {
        game: artifact.header().game.clone(),
        artifact: artifact.digest(),
        certificate: certificate.map(Reader::digest),
        first_level: first_level.filter(|_| population.records > 0),
        records: population.records,
        all_records: check.total,
        draws,
        nodes: search.nodes(),
    })
}

/// The lowest level from which on records can be tested soon enough; `None` if there is none. What
/// is drawn for that counts for nothing else, but a false record is one.
fn first_level<R: Rules + ?Sized>(
    check: &Check<'_, R>,
    random: &mut Random,
    time: Option<Duration>,
) -> Result<Option<u32>, VerifyError> {
    let levels = check.files().flat_map(|(_, stored)| stored.reader.levels());
    let mut levels: Vec<u32> = levels.map(|summary| summary.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut first = None;
    for &level in levels.iter().rev() {
        let population = Population::new(check, |other| other == level);
        let begun = Instant::now();
        for _ in 0..TRIAL_DRAWS.min(population.records) {
            match population.test(check, random.below(population.records as usize) as u64) {
                Err(VerifyError::Undecided(_)) => return Ok(first),
                tested => tested?,
            }
        }
        let patience = time.map(|time| time * TRIAL_DRAWS as u32 / TRIAL_RECORD);
        if patience.is_some_and(|patience| begun.elapsed() > patience) {
            return Ok(first);
        }
        first = Some(level);
    }
    Ok(first)
}
