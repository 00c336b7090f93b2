//! Draws results from a store and solves them again.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use solveig_game::random::{Random, output};
use solveig_game::{Notation, Symmetric, Value};
use solveig_region::Lock;
use solveig_region::new_files::open_or_create;
use solveig_search::{Oracle, StopToken, Stopped};
use solveig_verify::conclusion::{BoundKind, Premise};

use super::derive::Walks;
use super::record::Record;
use super::store::Store;
use crate::check::DrawnBound;
use crate::error::CampaignError;
use crate::problem::Problem;
use crate::resolve::resolve;

/// By what chance results are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByChance {
    /// Each by the same.
    Uniform,
    /// By the share of the derivations that hangs on them: a random hypothesis is chosen, one of
    /// its bounds, and a way down its derivation.
    Weight,
    /// By the number of nodes that their search took.
    Nodes,
}

impl ByChance {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Uniform, "uniform"),
        (Self::Weight, "weight"),
        (Self::Nodes, "nodes"),
    ];

    /// The name in a log.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        let named = all.find(|(by, _)| *by == self);
        named.map_or("", |(_, name)| name)
    }
}

/// Which results an audit draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// By what chance.
    pub by: ByChance,
    /// The seed of the random numbers: with the same, the same results are drawn.
    pub seed: u64,
    /// Their number.
    pub sample: u64,
}

/// The bytes that a draw takes, at most.
const DRAW_BYTES: u64 = 256;

/// The walks that may end without a result, for each that is wanted.
const TRIES: u64 = 1_000;

/// Draws exact results with replacement, and returns them in the order of keys. As many draws as
/// there are results, or more, take each once. `memory` is in bytes.
///
/// # Errors
///
/// Fails if the store is damaged or has nothing to draw, if the draws take more than the memory, or
/// if it was stopped.
pub fn draw(
    store: &Store,
    draws: Draws,
    memory: u64,
    stop: &StopToken,
) -> Result<Vec<DrawnResult>, CampaignError> {
    let Draws { by, seed, sample } = draws;
    let draws = sample;
    let needed = draws.min(store.exact()).saturating_mul(DRAW_BYTES);
    if needed > memory {
        return Err(CampaignError::TooLittleMemory {
            what: "the drawn results",
            needed,
            limit: memory,
        });
    }
    let nothing = |problem: &str| CampaignError::Unsuitable {
        path: store.path().to_owned(),
        problem: format!("nothing to draw: {problem}"),
    };
    if store.exact() == 0 {
        return Err(nothing("no exact results"));
    }
    let mut drawn: BTreeMap<u128, DrawnResult> = BTreeMap::new();
    let mut add = |record: Record| {
        let entry = drawn.entry(record.key);
        entry.or_insert(DrawnResult { record, times: 0 }).times += 1;
    };
    let mut lookup = store.lookup()?;
    if draws >= store.exact() {
        store.scan(|_, record| {
            stop_at(stop)?;
            if record.exact {
                add(record);
            }
            Ok(())
        })?;
        return Ok(drawn.into_values().collect());
    }
    match by {
        ByChance::Uniform => {
            for number in 0..draws {
                stop_at(stop)?;
                let rank = (u128::from(output(seed, number)) * u128::from(store.exact())) >> 64;
                if let Some(record) = lookup.record(rank as u64)? {
                    add(record);
                }
            }
        }
        ByChance::Nodes => {
            let mut all = 0_u128;
            let weight = |record: &Record| u128::from(record.nodes.unsigned_abs());
            store.scan(|_, record| {
                stop_at(stop)?;
                all += if record.exact { weight(&record) } else { 0 };
                Ok(())
            })?;
            if all == 0 {
                return Err(nothing("no result has a number of nodes"));
            }
            // The high half of the product, which may take more than 128 bits.
            let place = |number| {
                let word = u128::from(output(seed, number));
                word * (all >> 64) + ((word * (all & u128::from(u64::MAX))) >> 64)
            };
            let mut places: Vec<u128> = (0..draws).map(place).collect();
            places.sort_unstable();
            let (mut next, mut before) = (0, 0_u128);
            store.scan(|_, record| {
                stop_at(stop)?;
                before += if record.exact { weight(&record) } else { 0 };
                while places.get(next).is_some_and(|place| *place < before) {
                    add(record);
                    next += 1;
                }
                Ok(())
            })?;
        }
        ByChance::Weight => {
            let sources = store.description().sources.len();
            // In the order of hypotheses: each is derived once.
            let mut by_source: BTreeMap<usize, Vec<Random>> = BTreeMap::new();
            for number in 0..draws {
                let mut random = Random::new(output(seed, number));
                by_source
                    .entry(random.index(sources))
                    .or_default()
                    .push(random);
            }
            let mut walks = Walks::new(store, memory, stop.clone())?;
            let mut left = draws.saturating_mul(TRIES);
            while let Some((source, randoms)) = by_source.pop_first() {
                for mut random in randoms {
                    stop_at(stop)?;
                    match walks.walk(source, &mut random)? {
                        Some(key) => match lookup.find(key, true)? {
                            Some(record) => add(record),
                            None => return Err(nothing("a derivation rests on no result")),
                        },
                        None if left == 0 => return Err(nothing("derivations rest on no results")),
                        None => {
                            // Another hypothesis, since of this one nothing may follow.
                            left -= 1;
                            let another = random.index(sources);
                            by_source.entry(another).or_default().push(random);
                        }
                    }
                }
            }
        }
    }
    let drawn: Vec<_> = drawn.into_values().collect();
    for DrawnResult { record, .. } in &drawn {
        store.expect_possible(record)?;
    }
    Ok(drawn)
}

fn stop_at(stop: &StopToken) -> Result<(), Stopped> {
    match stop.is_stopped() {
        true => Err(Stopped),
        false => Ok(()),
    }
}

/// What a search found of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its bounds are true.
    True,
    /// They exclude the value of its position; `None` if the solver knows no such position.
    False(Option<Value>),
}

/// A result that an audit has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnResult {
    /// The result as the store has it.
    pub record: Record,
    /// How many times it was drawn.
    pub times: u64,
}

/// A result whose bounds exclude the value of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FalseResult {
    /// The result as the store has it.
    pub record: Record,
    /// The value; `None` if the solver knows no such position.
    pub value: Option<Value>,
}

/// Solves the position of a result again, as far as its bounds need.
///
/// # Errors
///
/// Fails if the search was stopped.
pub fn test<G: Symmetric + Notation, O: Oracle<G>>(
    problem: &Problem<G>,
    store: &Store,
    record: &Record,
    oracle: &mut O,
) -> Result<Verdict, Stopped> {
    let all = store.board().all();
    let claims = [
        (
            BoundKind::AtLeast,
            record.bounds.lower,
            record.bounds.lower > all.lower,
        ),
        (
            BoundKind::AtMost,
            record.bounds.upper,
            record.bounds.upper < all.upper,
        ),
    ];
    let drawn: Vec<DrawnBound> = claims
        .into_iter()
        .filter(|(_, _, says)| *says)
        .map(|(side, bound, _)| DrawnBound {
            bound: Premise {
                key: record.key,
                side,
                bound,
            },
            position: String::new(),
            times: 1,
        })
        .collect();
    let resolved = resolve(problem, &drawn, oracle, |_, _| ())?;
    // A position that the solver does not know has no value that any bounds allow.
    Ok(match resolved.wrong.first() {
        None => Verdict::True,
        Some(wrong) => Verdict::False(wrong.value),
    })
}

/// What a log says in place of the value if the solver knows no such position.
const NO_POSITION: &str = "unknown";

/// The maximum number of bytes of a log that are read.
const LONGEST_LOG: u64 = 1 << 30;

/// The verdicts of an audit, and those of earlier ones where they were kept in a file.
///
/// What a file says of earlier audits is no evidence, since anybody can write it: it counts only
/// where its reader trusts it.
#[derive(Debug, Default)]
pub struct AuditLog {
    /// What this audit has found.
    found: HashMap<u128, Verdict>,
    /// What the file had when it was opened.
    earlier: HashMap<u128, Verdict>,
    draws: Option<Draws>,
    trusted: bool,
    /// Where draws and verdicts are kept: it grows by a line for each and outlives the process.
    file: Option<LogFile>,
}

/// A log, locked.
#[derive(Debug)]
struct LogFile {
    path: PathBuf,
    file: File,
    _lock: Lock,
}

impl AuditLog {
    /// Opens the file of an audit of a store, or begins it. A last line that was cut off is
    /// removed. What it says of earlier audits counts only if it is `trusted`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or written, or is no log of this store.
    pub fn open(path: &Path, store: &Store, trusted: bool) -> Result<Self, CampaignError> {
        let of_file = |error| CampaignError::of_file(path, "write")(error);
        let mut file = open_or_create(path).map_err(of_file)?;
        let lock = Lock::in_place(path, "campaign audit")?;
        let heading = format!("audit of the results {:016x}", store.content());
        let wrong = |line: u64, problem: String| CampaignError::Line {
            path: path.to_owned(),
            line,
            problem,
        };
        let first = format!("{heading}\n");
        let mut text = Vec::new();
        let mut begin = (&mut file).take(first.len() as u64);
        begin.read_to_end(&mut text).map_err(of_file)?;
        if !first.as_bytes().starts_with(&text) {
            return Err(wrong(1, format!("expected \"{heading}\"")));
        }
        let is_new = text.len() < first.len();
        let mut rest = (&mut file).take(LONGEST_LOG);
        rest.read_to_end(&mut text).map_err(of_file)?;
        if rest.limit() == 0 {
            let problem = format!("expected a log of less than {LONGEST_LOG} bytes");
            return Err(of_file(std::io::Error::other(problem)));
        }
        let whole = text
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let lines = (1..)
            .zip(text[..whole].split(|byte| *byte == b'\n'))
            .skip(1);
        let mut log = Self {
            trusted,
            ..Self::default()
        };
        let mut lookup = store.lookup()?;
        for (number, line) in lines {
            if line.is_empty() && number > 1 && text[..whole].ends_with(b"\n") {
                continue;
            }
            let line = std::str::from_utf8(line).unwrap_or_default();
            if let Some(said) = draws_of(line) {
                log.draws = Some(said);
                continue;
            }
            let (key, verdict) = verdict(line).ok_or_else(|| {
                let expected = "expected a key and \"true\" or \"false\" with the value, or \
                                \"draws by\" a chance, a seed and a number";
                wrong(number, expected.to_owned())
            })?;
            if verdict != Verdict::True && lookup.find(key, true)?.is_none() {
                let expected = "expected keys of the store's exact results";
                return Err(wrong(number, format!("key {key:x}: {expected}")));
            }
            // What was found false stays so.
            let earlier = log.earlier.entry(key).or_insert(verdict);
            if *earlier == Verdict::True {
                *earlier = verdict;
            }
        }
        file.set_len(whole as u64).map_err(of_file)?;
        file.seek(SeekFrom::End(0)).map_err(of_file)?;
        log.file = Some(LogFile {
            path: path.to_owned(),
            file,
            _lock: lock,
        });
        if is_new {
            log.append(&heading)?;
        }
        Ok(log)
    }

    /// The last draws that the file has, if it is trusted: a seed that somebody else has chosen may
    /// draw nothing that is false.
    pub fn draws(&self) -> Option<Draws> {
        self.draws.filter(|_| self.trusted)
    }

    /// Adds draws that are about to be tested, unless they are the last that were begun. Where
    /// there is a file, they are on the disk when this returns.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn begin(&mut self, draws: Draws) -> Result<(), CampaignError> {
        if self.draws != Some(draws) {
            let Draws { by, seed, sample } = draws;
            let by = by.name();
            self.append(&format!("draws by {by}, seed {seed}, sample {sample}"))?;
            self.draws = Some(draws);
        }
        Ok(())
    }

    /// All results whose verdict is false and counts, whichever draws these were, with the values
    /// of their positions, in the order of keys.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read, or does not have one of them.
    pub fn false_results(&self, store: &Store) -> Result<Vec<FalseResult>, CampaignError> {
        let earlier = self.earlier.keys().filter(|_| self.trusted);
        let keys = earlier.chain(self.found.keys());
        false_ones(
            store,
            keys.filter_map(|key| Some((*key, self.verdict(*key)?))),
        )
    }

    /// All results that the file calls false, which a search can show at once, in the order of
    /// keys.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be read, or is damaged.
    pub fn earlier_false(&self, store: &Store) -> Result<Vec<FalseResult>, CampaignError> {
        let earlier = self.earlier.iter();
        let found = false_ones(store, earlier.map(|(key, verdict)| (*key, *verdict)))?;
        for FalseResult { record, .. } in &found {
            store.expect_possible(record)?;
        }
        Ok(found)
    }

    /// What the file said of the result of the position with this key when it was opened, trusted
    /// or not.
    pub fn earlier(&self, key: u128) -> Option<Verdict> {
        self.earlier.get(&key).copied()
    }

    /// Whether this audit has tested the result of the position with this key.
    pub fn tested(&self, key: u128) -> bool {
        self.found.contains_key(&key)
    }

    /// The verdict on the result of the position with this key, if there is one that counts.
    pub fn verdict(&self, key: u128) -> Option<Verdict> {
        let earlier = || self.earlier(key).filter(|_| self.trusted);
        self.found.get(&key).copied().or_else(earlier)
    }

    /// Adds a verdict of this audit. Where there is a file, it is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn add(&mut self, key: u128, verdict: Verdict) -> Result<(), CampaignError> {
        let line = match verdict {
            Verdict::True => format!("{key:x} true"),
            Verdict::False(Some(value)) => format!("{key:x} false {value}"),
            Verdict::False(None) => format!("{key:x} false {NO_POSITION}"),
        };
        self.append(&line)?;
        self.found.insert(key, verdict);
        Ok(())
    }

    fn append(&mut self, line: &str) -> Result<(), CampaignError> {
        let Some(LogFile { path, file, .. }) = &mut self.file else {
            return Ok(());
        };
        let line = format!("{line}\n");
        let written = file.write_all(line.as_bytes());
        let written = written.and_then(|()| file.sync_data());
        written.map_err(CampaignError::of_file(path, "write"))
    }
}

/// The results among these that are false, in the order of keys.
fn false_ones(
    store: &Store,
    verdicts: impl Iterator<Item = (u128, Verdict)>,
) -> Result<Vec<FalseResult>, CampaignError> {
    let mut lookup = store.lookup()?;
    let found: BTreeMap<u128, Option<Value>> = verdicts
        .filter_map(|(key, verdict)| match verdict {
            Verdict::True => None,
            Verdict::False(value) => Some((key, value)),
        })
        .collect();
    let record = |(key, value)| match lookup.find(key, true)? {
        Some(record) => Ok(FalseResult { record, value }),
        None => Err(CampaignError::Unsuitable {
            path: store.path().to_owned(),
            problem: format!("key {key:x}: expected a key of its exact results"),
        }),
    };
    found.into_iter().map(record).collect()
}

fn draws_of(line: &str) -> Option<Draws> {
    let (by, rest) = line.strip_prefix("draws by ")?.split_once(", seed ")?;
    let (seed, sample) = rest.split_once(", sample ")?;
    let (by, _) = ByChance::ALL.into_iter().find(|(_, name)| *name == by)?;
    let (seed, sample) = (seed.parse().ok()?, sample.parse().ok()?);
    Some(Draws { by, seed, sample })
}

fn verdict(line: &str) -> Option<(u128, Verdict)> {
    let (key, verdict) = line.split_once(' ')?;
    let key = u128::from_str_radix(key, 16).ok()?;
    match verdict.split_once(' ') {
        None if verdict == "true" => Some((key, Verdict::True)),
        Some(("false", NO_POSITION)) => Some((key, Verdict::False(None))),
        Some(("false", value)) => Some((key, Verdict::False(Some(value.parse().ok()?)))),
        _ => None,
    }
}
