//! Counts reachable positions: breadth first, on disk, in bounded memory, resumable.
//!
//! A level is a set of keys in sorted files. Expanding it yields the keys of children, which are
//! sorted one buffer at a time and spilled as runs; merging the runs of the next level removes
//! duplicates. No position is solved, so this is far faster than [`build`](crate::build).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use serde::{Deserialize, Serialize};
use solveig_game::{Game, GameExt, InvalidKey, Key, Reduction, Symmetric};
use solveig_search::{StopChecker, StopToken};

use crate::BuildError;
use crate::error::expect_buildable;
use crate::sorting::runs::{BLOCK_KEYS, BlockReader, Run, RunWriter, merge, sorted};
use crate::sorting::{ByLevel, KeyRange, in_order, key_ranges};
use crate::work::{WorkDirectory, in_directory};

/// Calls a function with the level and the key of each child of the position with a key, and with
/// whether the game is over there: [`solveig_game::successors`].
pub type Successors<G> =
    fn(&G, u128, Reduction, &mut dyn FnMut(u32, u128, bool)) -> Result<(), InvalidKey>;

/// What is enumerated, and with which resources; these do not affect the counts.
#[derive(Clone, Debug)]
pub struct Enumeration<G> {
    /// The game.
    pub game: G,
    /// [`solveig_game::successors`], or what a type-erased game has for it.
    pub successors: Successors<G>,
    /// Whether symmetric positions count as one.
    pub reduction: Reduction,
    /// The last level that is counted.
    pub to_level: u32,
    /// Memory for keys, in bytes.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
    /// What ends it early, with [`BuildError::Stopped`].
    pub stop: StopToken,
}

/// A step of the enumeration of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelStep {
    /// Won positions are removed. Only with decision diagrams; otherwise part of expanding.
    Ending,
    /// The children of its positions are found.
    Expanding,
    /// Duplicates among its positions are removed.
    Merging,
}

/// The progress of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Enumerated {
    /// The present level.
    pub level: u32,
    /// The present step.
    pub step: LevelStep,
    /// Keys, or nodes of a decision diagram, that this step has processed, and all of them (0 if
    /// unknown).
    pub in_step: (u64, u64),
    /// Positions of the finished levels.
    pub counted: u64,
}

/// Counts the distinct reachable positions, level by level: with passes contracted, up to symmetry
/// under [`Reduction::Canonical`], terminal ones if the game counts them. These are the positions
/// of a region of scope strong.
///
/// If `directory` is given, an interrupted enumeration there continues from its last finished
/// step, and the directory is removed at the end. Otherwise a temporary directory is used.
///
/// # Errors
///
/// Fails if levels do not rise with every move, if values depend on history, or if keys exceed 128
/// bits; if the directory cannot be used or belongs to another computation; if a file in it is
/// damaged; or if it is stopped.
pub fn enumerate<G: Symmetric>(
    enumeration: &Enumeration<G>,
    directory: Option<&Path>,
    progress: &mut dyn FnMut(&Enumerated),
) -> Result<Vec<(u32, u64)>, BuildError> {
    expect_buildable(&enumeration.game)?;
    // Short keys take half the memory.
    match enumeration.game.key_bits() {
        ..=64 => enumerate_as::<G, u64>(enumeration, directory, progress),
        _ => enumerate_as::<G, u128>(enumeration, directory, progress),
    }
}

/// Enumerates with keys in memory of this type.
fn enumerate_as<G: Symmetric, K: Key>(
    enumeration: &Enumeration<G>,
    directory: Option<&Path>,
    progress: &mut dyn FnMut(&Enumerated),
) -> Result<Vec<(u32, u64)>, BuildError> {
    in_directory(directory, |path| {
        let mut enumerator = Enumerator::<G, K>::open(enumeration, path, directory.is_some())?;
        enumerator.run(progress)?;
        enumerator.work.remove()?;
        Ok(enumerator.levels)
    })
}

impl<G: Game> Enumeration<G> {
    /// Describes the computation; equal descriptions give equal counts.
    fn describe(&self) -> String {
        let symmetry = match self.reduction {
            Reduction::None => "without symmetry",
            Reduction::Canonical => "with symmetry",
        };
        let (game, last) = (self.game.spec(), self.to_level);
        format!("the positions of {game}, {symmetry}, up to level {last}")
    }

    /// The number of keys a thread collects before it sorts and spills them.
    fn buffered_keys<K: Key>(&self) -> usize {
        let bytes = self.memory / 8 * 7 / self.threads.max(1) as u64;
        let keys = bytes / (u64::from(K::BITS) / 8);
        usize::try_from(keys).unwrap_or(usize::MAX).max(256)
    }

    /// The number of runs merged at once. Each thread has every run's file open and holds one block
    /// of it, encoded and decoded.
    fn merged_runs<K: Key>(&self) -> usize {
        let threads = self.threads.max(1);
        let block = (BLOCK_KEYS as u64) * u64::from(K::BITS) / 4;
        let runs = self.memory / (block * threads as u64);
        usize::try_from(runs)
            .unwrap_or(usize::MAX)
            .min(800 / threads)
            .max(2)
    }
}

/// The state from which a restart continues; written atomically, by rename, after every step.
#[derive(Debug, Serialize, Deserialize)]
struct EnumerationState {
    /// The description of the computation.
    arguments: String,
    /// The counts of the levels so far.
    levels: Vec<(u32, u64)>,
    /// The files of the last level; none once it is expanded.
    level: Vec<u64>,
    /// The runs of later levels.
    pending: BTreeMap<u32, Vec<u64>>,
}

/// A run of positions of a later level.
type Spilled<K> = (u32, Run<K>);

struct Enumerator<'a, G, K> {
    enumeration: &'a Enumeration<G>,
    work: WorkDirectory,
    /// Whether finished steps must survive a restart.
    durable: bool,
    next_file: AtomicU64,
    levels: Vec<(u32, u64)>,
    level: Vec<Run<K>>,
    pending: BTreeMap<u32, Vec<Run<K>>>,
}

impl<'a, G: Symmetric, K: Key> Enumerator<'a, G, K> {
    fn open(
        enumeration: &'a Enumeration<G>,
        path: &Path,
        durable: bool,
    ) -> Result<Self, BuildError> {
        let work = WorkDirectory::lock(path, &["keys-"], "count")?;
        let mut enumerator = Self {
            enumeration,
            work,
            durable,
            next_file: AtomicU64::new(0),
            levels: Vec::new(),
            level: Vec::new(),
            pending: BTreeMap::new(),
        };
        match enumerator.work.read_state(&enumeration.describe())? {
            Some(state) => enumerator.restore(path, state)?,
            None => enumerator.begin()?,
        }
        Ok(enumerator)
    }

    /// Opens the runs of a saved state, and removes those of an unfinished step.
    fn restore(&mut self, path: &Path, state: EnumerationState) -> Result<(), BuildError> {
        let open = |numbers: Vec<u64>| -> Result<Vec<Run<K>>, BuildError> {
            numbers
                .into_iter()
                .map(|number| Run::open(&self.work.file(&file_name(number)), &mut self.checker()))
                .collect()
        };
        let level = open(state.level)?;
        let mut pending = BTreeMap::new();
        for (to, numbers) in state.pending {
            pending.insert(to, open(numbers)?);
        }
        let known: BTreeSet<&Path> = level
            .iter()
            .chain(pending.values().flatten())
            .map(Run::path)
            .collect();
        for entry in fs::read_dir(path).map_err(BuildError::file(path, "read"))? {
            let name = entry.map_err(BuildError::file(path, "read"))?.file_name();
            let file = path.join(&name);
            if name.to_string_lossy().starts_with("keys-") && !known.contains(file.as_path()) {
                self.work.discard(&file)?;
            }
        }
        let numbers = known.iter().filter_map(|path| file_number(path));
        self.next_file = AtomicU64::new(numbers.max().map_or(0, |last| last + 1));
        self.levels = state.levels;
        self.level = level;
        self.pending = pending;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), BuildError> {
        let Enumeration {
            game, reduction, ..
        } = self.enumeration;
        let (start, _) = game.contract_passes(&game.start());
        let mut writer = self.writer()?;
        let (key, _) = game.representative_key(&start, *reduction);
        writer.push(narrow(key.to_u128()))?;
        self.level = vec![writer.finish(self.durable)?];
        self.levels = vec![(game.level(&start), 1)];
        self.save()
    }

    fn run(&mut self, progress: &mut dyn FnMut(&Enumerated)) -> Result<(), BuildError> {
        loop {
            if !self.level.is_empty() {
                self.expand(progress)?;
            }
            match self.pending.keys().next() {
                Some(&level) => self.merge(level, progress)?,
                None => return Ok(()),
            }
        }
    }

    fn checker(&self) -> StopChecker {
        StopChecker::new(self.enumeration.stop.clone())
    }

    fn writer(&self) -> Result<RunWriter<K>, BuildError> {
        let number = self.next_file.fetch_add(1, Ordering::Relaxed);
        RunWriter::create(self.work.file(&file_name(number)))
    }

    fn save(&self) -> Result<(), BuildError> {
        if !self.durable {
            return Ok(());
        }
        let numbers = |runs: &Vec<Run<K>>| -> Vec<u64> {
            let paths = runs.iter().map(Run::path);
            paths.filter_map(file_number).collect()
        };
        let state = EnumerationState {
            arguments: self.enumeration.describe(),
            levels: self.levels.clone(),
            level: numbers(&self.level),
            pending: self
                .pending
                .iter()
                .map(|(level, runs)| (*level, numbers(runs)))
                .collect(),
        };
        self.work.write_state(&state)
    }

    /// Saves the state, then removes the `former` runs.
    fn replace(&self, former: &[Run<K>]) -> Result<(), BuildError> {
        self.save()?;
        former
            .iter()
            .try_for_each(|run| self.work.discard(run.path()))
    }

    fn counted(&self) -> u64 {
        self.levels.iter().map(|(_, count)| count).sum()
    }

    /// Expands a level: reads its files and writes runs of children.
    fn expand(&mut self, progress: &mut dyn FnMut(&Enumerated)) -> Result<(), BuildError> {
        let blocks: Vec<(&Run<K>, usize)> = self
            .level
            .iter()
            .flat_map(|run| (0..run.blocks()).map(move |block| (run, block)))
            .collect();
        let &(level, total) = self.levels.last().expect("a level was begun");
        let (mut done, counted) = (0, self.counted());
        let next = AtomicUsize::new(0);
        let spilled = run_on_threads(
            self.enumeration.threads.min(blocks.len()),
            &mut |keys| {
                done += keys;
                progress(&Enumerated {
                    level,
                    step: LevelStep::Expanding,
                    in_step: (done, total),
                    counted,
                });
            },
            |report, stop| self.expand_blocks(&blocks, &next, report, stop),
        )?;
        for (to, run) in spilled.into_iter().flatten() {
            self.pending.entry(to).or_default().push(run);
        }
        let former = std::mem::take(&mut self.level);
        self.replace(&former)
    }

    fn expand_blocks(
        &self,
        blocks: &[(&Run<K>, usize)],
        next: &AtomicUsize,
        report: &Sender<u64>,
        stop: &AtomicBool,
    ) -> Result<Vec<Spilled<K>>, BuildError> {
        let Enumeration {
            game,
            successors,
            reduction,
            to_level,
            ..
        } = self.enumeration;
        let capacity = self.enumeration.buffered_keys::<K>();
        let mut spilled = Vec::new();
        let mut children = ByLevel::new();
        let mut reader: Option<(&Path, BlockReader)> = None;
        let mut keys: Vec<K> = Vec::new();
        let mut checker = self.checker();
        let counts_terminals = game.counts_terminal_positions();
        while let Some((run, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if reader.as_ref().is_none_or(|(path, _)| *path != run.path()) {
                reader = Some((run.path(), BlockReader::open(run.path())?));
            }
            if let Some((_, reader)) = &mut reader {
                run.read_block(reader, *block, &mut keys)?;
            }
            for &key in &keys {
                checker.check()?;
                let mut next = |level, key: u128, is_over: bool| {
                    if level <= *to_level && (counts_terminals || !is_over) {
                        children.push(level, narrow(key));
                    }
                };
                successors(game, key.to_u128(), *reduction, &mut next)
                    .map_err(|error| BuildError::damaged(run.path(), error.to_string()))?;
                if children.count() >= capacity {
                    self.spill(&mut children, &mut spilled, &mut checker)?;
                }
            }
            // The receiver is gone only if another thread failed.
            let _ = report.send(keys.len() as u64);
        }
        self.spill(&mut children, &mut spilled, &mut checker)?;
        Ok(spilled)
    }

    fn spill(
        &self,
        children: &mut ByLevel<K>,
        spilled: &mut Vec<Spilled<K>>,
        stop: &mut StopChecker,
    ) -> Result<(), BuildError> {
        for (level, keys) in children.lists() {
            let mut writer = self.writer()?;
            sorted(keys, stop, |key| writer.push(key))?;
            spilled.push((level, writer.finish(self.durable)?));
        }
        children.clear();
        Ok(())
    }

    /// Merges the runs of a level into its files.
    fn merge(
        &mut self,
        level: u32,
        progress: &mut dyn FnMut(&Enumerated),
    ) -> Result<(), BuildError> {
        while self.pending[&level].len() > self.enumeration.merged_runs::<K>() {
            self.merge_smallest(level)?;
        }
        let runs: Vec<&Run<K>> = self.pending[&level].iter().collect();
        let total = runs.iter().map(|run| run.keys()).sum();
        let ranges = ranges(&runs, 16 * self.enumeration.threads);
        // The last level is counted but never expanded, so its keys need no files.
        let kept = level < self.enumeration.to_level;
        let (mut done, counted) = (0, self.counted());
        let merged = |(): &mut (), range| {
            let mut count: u64 = 0;
            let mut checker = self.checker();
            let mut writer = kept.then(|| self.writer()).transpose()?;
            let read = merge(&runs, range, |key| {
                checker.check()?;
                count += 1;
                writer.as_mut().map_or(Ok(()), |writer| writer.push(key))
            })?;
            let file = writer.map(|writer| writer.finish(self.durable));
            Ok((read, count, file.transpose()?))
        };
        let (mut count, mut files) = (0, Vec::new());
        let take =
            |merged: Result<(u64, u64, Option<Run<K>>), BuildError>| -> Result<(), BuildError> {
                let (read, in_range, file) = merged?;
                count += in_range;
                files.extend(file);
                done += read;
                progress(&Enumerated {
                    level,
                    step: LevelStep::Merging,
                    in_step: (done, total),
                    counted,
                });
                Ok(())
            };
        in_order(&ranges, self.enumeration.threads, || (), merged, take)?;
        self.levels.push((level, count));
        self.level = files;
        let former = self.pending.remove(&level).unwrap_or_default();
        self.replace(&former)
    }

    /// Merges the smallest runs, as many as can be merged at once, into one.
    fn merge_smallest(&mut self, level: u32) -> Result<(), BuildError> {
        let mut runs = self.pending.remove(&level).unwrap_or_default();
        runs.sort_unstable_by_key(|run| std::cmp::Reverse(run.keys()));
        let largest = runs.len() - self.enumeration.merged_runs::<K>();
        let former = runs.split_off(largest);
        let mut writer = self.writer()?;
        let all: Vec<&Run<K>> = former.iter().collect();
        let mut checker = self.checker();
        merge(&all, KeyRange::ALL, |key| {
            checker.check()?;
            writer.push(key)
        })?;
        runs.push(writer.finish(self.durable)?);
        self.pending.insert(level, runs);
        self.replace(&former)
    }
}

/// Converts a key, which must fit the type.
fn narrow<K: Key>(key: u128) -> K {
    K::from_u128(key).expect("the type is chosen by how many bits the game's keys have")
}

/// Divides the keys of all runs into about `wanted` ranges of about equal size.
fn ranges<K: Key>(runs: &[&Run<K>], wanted: usize) -> Vec<KeyRange<K>> {
    let firsts: Vec<K> = runs.iter().flat_map(|run| run.firsts()).collect();
    let blocks = firsts.len().div_ceil(wanted.max(1)).max(8);
    key_ranges(firsts, blocks)
}

/// Runs `work` on several threads. Their progress is reported on the calling thread; the first
/// failure stops the others.
fn run_on_threads<T: Send>(
    threads: usize,
    report: &mut dyn FnMut(u64),
    work: impl Fn(&Sender<u64>, &AtomicBool) -> Result<T, BuildError> + Sync,
) -> Result<Vec<T>, BuildError> {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.max(1))
            .map(|_| {
                let (sender, stop, work) = (sender.clone(), &stop, &work);
                scope.spawn(move || {
                    let result = work(&sender, stop);
                    stop.fetch_or(result.is_err(), Ordering::Relaxed);
                    result
                })
            })
            .collect();
        drop(sender);
        receiver.into_iter().for_each(report);
        let join = |handle: thread::ScopedJoinHandle<'_, Result<T, BuildError>>| {
            handle
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().map(join).collect()
    })
}

fn file_name(number: u64) -> String {
    format!("keys-{number:08}")
}

fn file_number(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix("keys-")?.parse().ok()
}
