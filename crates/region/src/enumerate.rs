//! Counts reachable positions: breadth first, on disk, in bounded memory, resumable.
//!
//! A level is a set of keys in sorted files. Expanding it yields the keys of children, which are
//! sorted one buffer at a time and spilled as runs; gathering the runs of the next level removes
//! duplicates. No position is solved, so this is far faster than [`build`](crate::build).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};
use solveig_game::{Game, GameExt, InvalidKey, Key, Reduction, Successor, Symmetric};
use solveig_search::{StopChecker, StopToken, Stopped};

use crate::BuildError;
use crate::blocks::{BlockReader, Extent, FileWriter, Item, SortedFile};
use crate::build::Amount;
use crate::error::expect_buildable;
use crate::sorting::{ByLevel, MergeLimits, merge};
use crate::work::{WorkDirectory, in_directory};

/// Calls a function with each child of the position with a key: [`solveig_game::successors`].
pub type Successors<G> =
    fn(&G, u128, Reduction, &mut dyn FnMut(Successor)) -> Result<(), InvalidKey>;

/// The blocks of a level that a thread expands at a time.
const EXPANDED: usize = 8;

/// The bytes of a level's file that are read at a time.
const READ_AHEAD: u64 = 1 << 16;

/// What is enumerated, and with which resources; these do not affect the counts.
#[derive(Clone, Debug)]
pub struct Enumeration<G> {
    /// The game whose reachable positions are counted.
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

/// What an enumeration is at, for a display.
#[derive(Clone, Copy, Debug)]
pub struct EnumerationProgress {
    /// The level whose positions are being enumerated.
    pub level: u32,
    /// What is being done with the level.
    pub step: LevelStep,
    /// The keys, or nodes of a decision diagram, that this step processes.
    pub in_step: Amount,
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
    progress: &mut dyn FnMut(&EnumerationProgress),
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
    progress: &mut dyn FnMut(&EnumerationProgress),
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
        let symmetry = self.reduction;
        let (game, last) = (self.game.spec(), self.to_level);
        format!("the positions of {game}, {symmetry}, up to level {last}")
    }

    /// The number of keys a thread collects before it sorts and spills them. They are sorted in
    /// about a second, so that it stops soon.
    fn buffered_keys<K: Key>(&self) -> usize {
        let bytes = self.memory / 8 * 7 / self.threads.max(1) as u64;
        let keys = bytes / (u64::from(K::BITS) / 8);
        usize::try_from(keys)
            .unwrap_or(usize::MAX)
            .clamp(256, 1 << 24)
    }

    /// What a merge may use.
    const fn merge_limits(&self) -> MergeLimits {
        MergeLimits {
            memory: self.memory,
            threads: self.threads,
        }
    }
}

/// The state from which a restart continues; written atomically, by rename, after every step.
#[derive(Debug, Serialize, Deserialize)]
struct EnumerationState {
    /// The description of the computation.
    arguments: String,
    /// The counts of the levels so far.
    levels: Vec<(u32, u64)>,
    /// The file of the last level; none once it is expanded.
    level: Option<(u64, Extent)>,
    /// The runs of later levels.
    pending: BTreeMap<u32, Vec<(u64, Extent)>>,
}

/// A run of positions of a later level.
struct LevelRun {
    level: u32,
    file: SortedFile,
}

struct Enumerator<'a, G, K> {
    enumeration: &'a Enumeration<G>,
    work: WorkDirectory,
    /// Whether finished steps must survive a restart.
    durable: bool,
    next_file: AtomicU64,
    levels: Vec<(u32, u64)>,
    level: Option<SortedFile>,
    pending: BTreeMap<u32, Vec<SortedFile>>,
    /// The type of keys in memory.
    keys: PhantomData<K>,
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
            level: None,
            pending: BTreeMap::new(),
            keys: PhantomData,
        };
        match enumerator.work.read_state(&enumeration.describe())? {
            Some(state) => enumerator.restore(path, state)?,
            None => enumerator.begin()?,
        }
        Ok(enumerator)
    }

    /// Opens the runs of a saved state, and removes those of an unfinished step.
    fn restore(&mut self, path: &Path, state: EnumerationState) -> Result<(), BuildError> {
        let open = |(number, extent)| {
            let path = self.work.file(&file_name(number));
            SortedFile::open::<K>(path, extent, &mut self.checker())
        };
        let level = state.level.map(open).transpose()?;
        let mut pending: BTreeMap<u32, Vec<SortedFile>> = BTreeMap::new();
        for (to, saved) in state.pending {
            let files: Result<_, BuildError> = saved.into_iter().map(open).collect();
            pending.insert(to, files?);
        }
        let current: BTreeSet<&Path> = level
            .iter()
            .chain(pending.values().flatten())
            .map(SortedFile::path)
            .collect();
        for entry in fs::read_dir(path).map_err(BuildError::file(path, "read"))? {
            let name = entry.map_err(BuildError::file(path, "read"))?.file_name();
            let file = path.join(&name);
            if name.to_string_lossy().starts_with("keys-") && !current.contains(file.as_path()) {
                self.work.discard(&file)?;
            }
        }
        let numbers = current.iter().filter_map(|path| file_number(path));
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
        self.level = Some(writer.finish(self.durable)?);
        self.levels = vec![(game.level(&start), 1)];
        self.save()
    }

    fn run(&mut self, progress: &mut dyn FnMut(&EnumerationProgress)) -> Result<(), BuildError> {
        loop {
            if let Some(file) = self.level.take() {
                self.expand(file, progress)?;
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

    fn writer(&self) -> Result<FileWriter<K>, BuildError> {
        let number = self.next_file.fetch_add(1, Ordering::Relaxed);
        FileWriter::create(self.work.file(&file_name(number)))
    }

    fn save(&self) -> Result<(), BuildError> {
        if !self.durable {
            return Ok(());
        }
        let saved = |file: &SortedFile| Some((file_number(file.path())?, file.extent()));
        let state = EnumerationState {
            arguments: self.enumeration.describe(),
            levels: self.levels.clone(),
            level: self.level.as_ref().and_then(saved),
            pending: self
                .pending
                .iter()
                .map(|(level, files)| (*level, files.iter().filter_map(saved).collect()))
                .collect(),
        };
        self.work.write_state(&state)
    }

    /// Saves the state, then removes the `former` files.
    fn replace(&self, former: &[SortedFile]) -> Result<(), BuildError> {
        self.save()?;
        former
            .iter()
            .try_for_each(|file| self.work.discard(file.path()))
    }

    fn counted(&self) -> u64 {
        self.levels.iter().map(|(_, count)| count).sum()
    }

    /// Expands a level: reads its file and writes runs of children.
    fn expand(
        &mut self,
        file: SortedFile,
        progress: &mut dyn FnMut(&EnumerationProgress),
    ) -> Result<(), BuildError> {
        let reader = Mutex::new(file.reader::<K>(READ_AHEAD));
        let &(level, total) = self.levels.last().expect("a level was begun");
        let (mut done, counted) = (0, self.counted());
        let parts = file
            .extent()
            .items
            .div_ceil((EXPANDED * K::IN_BLOCK) as u64);
        let threads = self.enumeration.threads as u64;
        let spilled = run_on_threads(
            threads.min(parts) as usize,
            &mut |keys| {
                done += keys;
                progress(&EnumerationProgress {
                    level,
                    step: LevelStep::Expanding,
                    in_step: Amount {
                        done,
                        total: Some(total),
                    },
                    counted,
                });
            },
            |report, stop| self.expand_blocks(&file, &reader, report, stop),
        )?;
        for run in spilled.into_iter().flatten() {
            self.pending.entry(run.level).or_default().push(run.file);
        }
        self.replace(&[file])
    }

    fn expand_blocks(
        &self,
        file: &SortedFile,
        reader: &Mutex<BlockReader<K>>,
        report: &Sender<u64>,
        stop: &AtomicBool,
    ) -> Result<Vec<LevelRun>, BuildError> {
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
        let mut keys = Vec::new();
        let mut checker = self.checker();
        let counts_terminals = game.counts_terminal_positions();
        loop {
            keys.clear();
            if !stop.load(Ordering::Relaxed) {
                let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                for _ in 0..EXPANDED {
                    keys.extend_from_slice(reader.next_block()?.unwrap_or_default());
                }
            }
            if keys.is_empty() {
                break;
            }
            for &key in &keys {
                checker.check()?;
                let mut next = |child: Successor| {
                    if child.level <= *to_level && (counts_terminals || !child.is_over) {
                        children.push(child.level, narrow(child.key));
                    }
                };
                successors(game, key.to_u128(), *reduction, &mut next)
                    .map_err(|error| BuildError::damaged(file.path(), error.to_string()))?;
                if children.count() >= capacity {
                    self.spill(&mut children, &mut spilled)?;
                }
            }
            // The receiver is gone only if another thread failed.
            let _ = report.send(keys.len() as u64);
        }
        self.spill(&mut children, &mut spilled)?;
        Ok(spilled)
    }

    fn spill(
        &self,
        children: &mut ByLevel<K>,
        spilled: &mut Vec<LevelRun>,
    ) -> Result<(), BuildError> {
        for (level, keys) in children.lists() {
            let mut writer = self.writer()?;
            keys.sort_unstable();
            keys.dedup();
            extend(&mut writer, keys)?;
            let file = writer.finish(self.durable)?;
            spilled.push(LevelRun { level, file });
        }
        children.clear();
        Ok(())
    }

    /// Merges the runs of a level into its file.
    fn merge(
        &mut self,
        level: u32,
        progress: &mut dyn FnMut(&EnumerationProgress),
    ) -> Result<(), BuildError> {
        let limits = self.enumeration.merge_limits();
        let pending = |files: &mut BTreeMap<_, _>| limits.surplus::<K>(files.get_mut(&level)?);
        while let Some(former) = pending(&mut self.pending) {
            let mut writer = self.writer()?;
            self.merged(&former, |_, keys| extend(&mut writer, keys))?;
            let file = writer.finish(self.durable)?;
            self.pending.entry(level).or_default().push(file);
            self.replace(&former)?;
        }
        let total = self.pending[&level]
            .iter()
            .map(|file| file.extent().items)
            .sum();
        // The last level is counted but never expanded, so its keys need no file.
        let kept = level < self.enumeration.to_level;
        let mut writer = kept.then(|| self.writer()).transpose()?;
        let (mut done, mut count, counted) = (0, 0, self.counted());
        self.merged(&self.pending[&level], |read, keys| {
            done += read;
            count += keys.len() as u64;
            progress(&EnumerationProgress {
                level,
                step: LevelStep::Merging,
                in_step: Amount {
                    done,
                    total: Some(total),
                },
                counted,
            });
            writer
                .as_mut()
                .map_or(Ok(()), |writer| extend(writer, keys))
        })?;
        let file = writer.map(|writer| writer.finish(self.durable));
        self.level = file.transpose()?;
        self.levels.push((level, count));
        let former = self.pending.remove(&level).unwrap_or_default();
        self.replace(&former)
    }

    /// Merges runs, as [`merge`] does.
    fn merged(
        &self,
        files: &[SortedFile],
        mut take: impl FnMut(u64, &[K]) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        merge(
            files,
            self.enumeration.merge_limits(),
            |read, keys| match self.enumeration.stop.is_stopped() {
                true => Err(Stopped.into()),
                false => take(read, keys),
            },
        )
    }
}

/// Appends keys, each greater than all before it.
fn extend<K: Key>(writer: &mut FileWriter<K>, keys: &[K]) -> Result<(), BuildError> {
    keys.iter().try_for_each(|key| writer.push(*key))
}

/// Converts a key, which must fit the type.
fn narrow<K: Key>(key: u128) -> K {
    K::from_u128(key).expect("the type is chosen by how many bits the game's keys have")
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
