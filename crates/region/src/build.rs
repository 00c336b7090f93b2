//! Builds a region level by level, in parallel, resumable at every chunk.

mod chunks;

use std::io::Write;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use solveig_game::{Game, Value};
use solveig_search::{Oracle, StopToken, Stopped};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_128};

use crate::closure::Closure;
use crate::delegation::{Answers, AskedLevel, Helpers, LevelJobs};
use crate::demands::section;
use crate::error::expect_buildable;
use crate::frames::WorkFile;
use crate::region::Region;
use crate::settled::SettledWidth;
use crate::sorting::words::{WordRun, gather, words_at};
use crate::word::{Long, Packing, Word};
use crate::work::{LevelState, State, WorkDirectory};
use crate::{BuildError, SearchQuestion};
use chunks::{ChunkPlan, ChunkPool, LevelTask, LevelWriter, demanded_levels};

/// What is kept of the settled positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The records of an artifact and a certificate.
    Records,
    /// Counts alone.
    Counts,
}

impl Keep {
    const fn command(self) -> &'static str {
        match self {
            Self::Records => "solve",
            Self::Counts => "count",
        }
    }

    /// What the description of a computation says of it.
    const fn described(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Counts => "counts",
        }
    }
}

/// How much of something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// What is done.
    pub done: u64,
    /// All that there is to do, if that is known.
    pub total: Option<u64>,
}

/// The progress of a build, reported after every chunk.
#[derive(Clone, Copy, Debug)]
pub struct BuildProgress {
    /// The value of the start for the side to move.
    pub root_value: Value,
    /// The level that is being settled.
    pub level: u32,
    /// The settled positions of this level.
    pub in_level: Amount,
    /// Positions settled since this process started.
    pub settled: u64,
    /// Nodes searched since this process started.
    pub nodes: u64,
    /// Time since this process started building.
    pub elapsed: Duration,
}

/// Builds the region of `closure` in the work directory `path`, with one thread per oracle.
///
/// Continues an interrupted computation of the same closure in that directory. The result depends
/// on the closure alone: not on the oracles, their number, or interruptions.
///
/// # Errors
///
/// Fails if levels do not rise with every move, if values depend on history, or if keys exceed 128
/// bits; if the work directory cannot be used or belongs to another computation; or if the oracles
/// contradict themselves.
pub fn build<C, O>(
    closure: &C,
    path: &Path,
    keep: Keep,
    oracles: &mut [O],
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<Region, BuildError>
where
    C: Closure,
    O: Oracle<C::Game>,
{
    let never = StopToken::never();
    build_with_helpers(closure, path, keep, oracles, &never, None, progress)
}

/// As [`build`], until `stop` stops it, and where other processes answer the questions of the
/// levels that they take. An interrupted build may continue with or without them.
///
/// The searches of `oracles` have tokens of their own, which ought to stop them when `stop` does.
///
/// # Errors
///
/// Fails like [`build`], if it is stopped, if the helpers fail, or if one of their answers is found
/// to be wrong.
pub fn build_with_helpers<C, O>(
    closure: &C,
    path: &Path,
    keep: Keep,
    oracles: &mut [O],
    stop: &StopToken,
    helpers: Option<&mut dyn Helpers>,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<Region, BuildError>
where
    C: Closure,
    O: Oracle<C::Game>,
{
    let game = closure.game();
    expect_buildable(game)?;
    let arguments = format!("{}, solved, {}", closure.describe(), keep.described());
    let (work, begun) = WorkDirectory::open(path, &arguments, keep.command())?;
    let packing = Packing::new(game);
    let mut builder = Builder {
        closure,
        packing,
        work: &work,
        keep,
        oracles,
        stop,
        helpers,
        progress: ProgressReporter {
            report: progress,
            started: Instant::now(),
            settled: 0,
            nodes: 0,
        },
    };
    let state = match packing.bits() {
        0..=64 => builder.run::<u64>(begun, arguments)?,
        65..=128 => builder.run::<u128>(begun, arguments)?,
        _ => builder.run::<Long>(begun, arguments)?,
    };
    Ok(Region {
        nodes: builder.progress.nodes,
        width: SettledWidth::of(game),
        work,
        state,
        stop: stop.clone(),
    })
}

struct Builder<'a, 'h, C, O> {
    closure: &'a C,
    packing: Packing,
    work: &'a WorkDirectory,
    keep: Keep,
    oracles: &'a mut [O],
    stop: &'a StopToken,
    helpers: Option<&'a mut (dyn Helpers + 'h)>,
    progress: ProgressReporter<'a>,
}

/// Counts what this process has done, and reports it.
struct ProgressReporter<'a> {
    report: &'a mut dyn FnMut(&BuildProgress),
    started: Instant,
    settled: u64,
    nodes: u64,
}

impl ProgressReporter<'_> {
    /// Reports that `done` positions of the level are settled or answered.
    fn report(&mut self, state: &State, done: u64) {
        (self.report)(&BuildProgress {
            root_value: state.root_value,
            level: state.present.level,
            in_level: Amount {
                done,
                total: Some(state.present.obligations),
            },
            settled: self.settled,
            nodes: self.nodes,
            elapsed: self.started.elapsed(),
        });
    }
}

/// A file of obligations as it was written.
struct WrittenLevel {
    obligations: u64,
    checksum: u64,
}

impl<C: Closure, O: Oracle<C::Game>> Builder<'_, '_, C, O> {
    /// Builds all levels, from the `begun` state on if there is one; returns the final state.
    fn run<W: Word>(
        &mut self,
        begun: Option<State>,
        arguments: String,
    ) -> Result<State, BuildError> {
        let mut state = match begun {
            Some(state) => state,
            None => self.begin::<W>(arguments)?,
        };
        while !state.settled {
            self.discard_consumed(&state)?;
            self.settle_level::<W>(&state)?;
            match self.next_level(&state)? {
                Some(next) => self.merge_demands::<W>(&mut state, next)?,
                None => {
                    state.settled = true;
                    self.work.write_state(&state)?;
                }
            }
        }
        Ok(state)
    }

    fn begin<W: Word>(&mut self, arguments: String) -> Result<State, BuildError> {
        let root_value = self.root_value()?;
        let (level, root) = self.closure.root(root_value);
        let mut bytes = Vec::new();
        self.packing.pack::<W>(&root).encode(&mut bytes);
        let written = self.write_obligations::<W>(level, |take| take(&bytes))?;
        let state = State {
            arguments,
            root_value,
            former: Vec::new(),
            present: LevelState {
                level,
                obligations: written.obligations,
            },
            checksum: written.checksum,
            settled: false,
        };
        self.work.write_state(&state)?;
        Ok(state)
    }

    /// The value of the start. All oracles search it in parallel; those that share a table share
    /// the work.
    fn root_value(&mut self) -> Result<Value, Stopped> {
        let before = self.visited();
        let game = self.closure.game();
        let start = game.start();
        let unknown = solveig_game::Interval::unknown(game.value_range());
        let values: Vec<_> = std::thread::scope(|scope| {
            let searches: Vec<_> = self
                .oracles
                .iter_mut()
                .map(|oracle| scope.spawn(|| oracle.value(&start, unknown)))
                .collect();
            let ended = searches.into_iter().map(|search| search.join());
            ended
                .map(|value| value.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        self.progress.nodes += self.visited() - before;
        values[0]
    }

    /// The nodes that all oracles have visited since they were created.
    fn visited(&self) -> u64 {
        self.oracles.iter().map(O::nodes).sum()
    }

    /// Removes the files that neither the present level nor a later one needs.
    fn discard_consumed(&self, state: &State) -> Result<(), BuildError> {
        let level = state.present.level;
        for former in state.former.iter().map(|one| one.level) {
            self.work.discard(&self.work.obligations(former))?;
            let path = self.work.demands(former);
            let targets = demanded_levels(&path, self.stop)?;
            if targets.last().is_none_or(|last| *last <= level) {
                self.work.discard(&path)?;
            }
            self.work.discard(&self.work.answers(former))?;
        }
        Ok(())
    }

    /// Has the helpers answer the questions of a level.
    fn ask_helpers<W: Word>(
        &mut self,
        state: &State,
        obligations: &WorkFile,
    ) -> Result<(), BuildError> {
        let LevelState {
            level,
            obligations: positions,
        } = state.present;
        let Some(helpers) = self
            .helpers
            .as_mut()
            .filter(|helpers| helpers.takes(level, positions))
        else {
            return Ok(());
        };
        let (closure, packing) = (self.closure, self.packing);
        let ask = |range: std::ops::Range<u64>| -> Result<Vec<(u16, SearchQuestion)>, BuildError> {
            let mut room = Vec::new();
            let words = words_at::<W>(obligations, 0, range, &mut room)?;
            let questions = words.zip(0..).filter_map(|(word, place)| {
                let question = closure.question(&packing.unpack(word)?)?;
                Some((place, question))
            });
            Ok(questions.collect())
        };
        // The obligations of a level follow from the closure.
        let described = format!("{}, level {level}, {:x}", state.arguments, state.checksum);
        let questions = AskedLevel {
            identity: format!("{:032x}", xxh3_128(described.as_bytes())),
            level,
            positions,
        };
        let before = self.progress.nodes;
        let mut progress = |answered, nodes| {
            self.progress.nodes = before.saturating_add(nodes);
            self.progress.report(state, answered);
        };
        let mut jobs = LevelJobs::open_in(self.work, questions, &ask, &mut progress, self.stop)?;
        if jobs.open().is_empty() {
            return Ok(());
        }
        helpers.answer(&mut jobs)?;
        jobs.sync()
    }

    /// Settles the obligations of the present level that are not settled yet.
    fn settle_level<W: Word>(&mut self, state: &State) -> Result<(), BuildError> {
        let obligations = self.open_obligations::<W>(state)?;
        self.ask_helpers::<W>(state, &obligations)?;
        let (level, count) = (state.present.level, state.present.obligations);
        let answers = Answers::of(self.work, level, count, self.stop)?;
        let (mut writer, done) = LevelWriter::open(self.work, level, self.stop)?;
        let plan = ChunkPlan::new(count);
        let task = LevelTask {
            closure: self.closure,
            level,
            packing: self.packing,
            keep: self.keep,
            obligations: &obligations,
            answers: &answers,
            plan,
            stop: self.stop,
        };
        let pool = ChunkPool::new(task, &done);
        let in_done = done.iter().map(|chunk| plan.range(*chunk).count() as u64);
        let mut in_level: u64 = in_done.sum();
        let (nodes_before, visited_before) = (self.progress.nodes, self.visited());
        let written = std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(2 * self.oracles.len());
            for oracle in self.oracles.iter_mut() {
                let (sender, pool) = (sender.clone(), &pool);
                scope.spawn(move || pool.solve::<O, W>(oracle, &sender));
            }
            drop(sender);
            let written = writer.write(&receiver, |chunk| {
                in_level += chunk.positions;
                self.progress.settled += chunk.positions;
                self.progress.nodes += chunk.nodes;
                self.progress.report(state, in_level);
            });
            if written.is_err() {
                pool.fail();
            }
            written
        });
        // Includes nodes visited for chunks that another thread finished first.
        self.progress.nodes = nodes_before + (self.visited() - visited_before);
        written
    }

    /// Opens the file of the present level's obligations and checks its length and checksum.
    fn open_obligations<W: Word>(&self, state: &State) -> Result<WorkFile, BuildError> {
        let path = self.work.obligations(state.present.level);
        let damaged = |problem| {
            let problem = format!("{problem}; remove the directory to start over");
            BuildError::damaged(&path, problem)
        };
        let file = WorkFile::open(&path)?.ok_or_else(|| damaged("is empty or gone"))?;
        let is_whole = file.length() == state.present.obligations * W::BYTES as u64;
        match is_whole && checksum(&file, self.stop)? == state.checksum {
            true => Ok(file),
            false => Err(damaged("does not have the checksum it was written with")),
        }
    }

    /// The lowest level above the present one with a demand.
    fn next_level(&self, state: &State) -> Result<Option<u32>, BuildError> {
        let mut next = None;
        for LevelState { level: former, .. } in state.begun() {
            let above = demanded_levels(&self.work.demands(former), self.stop)?
                .range(state.present.level + 1..)
                .next()
                .copied();
            next = next.into_iter().chain(above).min();
        }
        Ok(next)
    }

    fn merge_demands<W: Word>(&self, state: &mut State, level: u32) -> Result<(), BuildError> {
        let mut files = Vec::new();
        for LevelState { level: former, .. } in state.begun() {
            files.extend(WorkFile::open(&self.work.demands(former))?);
        }
        let mut runs = Vec::new();
        for file in &files {
            file.scan(self.stop, |frame, payload| {
                if let Some(places) = section::<W>(payload, level) {
                    let start = frame.payload.start + places.start as u64;
                    runs.push(WordRun::<W>::new(
                        self.packing,
                        file,
                        start,
                        &payload[places],
                    ));
                }
                Ok(())
            })?;
        }
        let (packing, threads) = (self.packing, self.oracles.len());
        let encoded = |words: &mut Vec<W>, spare: &mut Vec<W>| {
            packing.sort_and_merge(words, spare);
            let mut bytes = Vec::with_capacity(words.len() * W::BYTES);
            words.iter().for_each(|word| word.encode(&mut bytes));
            bytes
        };
        let written = self.write_obligations::<W>(level, |take| {
            gather(&runs, threads, encoded, |bytes| {
                take(&bytes.map_err(std::io::Error::other)?)
            })
        })?;
        state.former.push(state.present);
        state.present = LevelState {
            level,
            obligations: written.obligations,
        };
        state.checksum = written.checksum;
        self.work.write_state(state)
    }

    /// Writes the encoded obligations of a level, which `give` yields in order.
    fn write_obligations<W: Word>(
        &self,
        level: u32,
        give: impl FnOnce(&mut dyn FnMut(&[u8]) -> std::io::Result<()>) -> std::io::Result<()>,
    ) -> Result<WrittenLevel, BuildError> {
        let mut hasher = Xxh3Default::new();
        let mut length = 0;
        let mut stopped = false;
        let path = self.work.obligations(level);
        let written = self.work.replace_file(&path, |file| {
            give(&mut |bytes| {
                stopped = self.stop.is_stopped();
                if stopped {
                    return Err(std::io::Error::other(Stopped));
                }
                hasher.update(bytes);
                length += bytes.len();
                file.write_all(bytes)
            })
        });
        if stopped {
            return Err(Stopped.into());
        }
        written?;
        Ok(WrittenLevel {
            obligations: (length / W::BYTES) as u64,
            checksum: hasher.digest(),
        })
    }
}

/// The xxh3-64 of a whole file.
fn checksum(file: &WorkFile, stop: &StopToken) -> Result<u64, BuildError> {
    const STRIDE: u64 = 1 << 20;
    let (mut hasher, mut room, length) = (Xxh3Default::new(), Vec::new(), file.length());
    for from in (0..length).step_by(STRIDE as usize) {
        if stop.is_stopped() {
            return Err(Stopped.into());
        }
        hasher.update(file.read(from..length.min(from + STRIDE), &mut room)?);
    }
    Ok(hasher.digest())
}
