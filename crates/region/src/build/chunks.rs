//! Solves the obligations of a level in chunks, on several threads.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use solveig_game::Game;
use solveig_search::{Oracle, StopChecker, StopToken};

use super::Keep;
use crate::closure::Closure;
use crate::delegation::Answers;
use crate::demands::{Demands, section_table};
use crate::frames::{FrameFile, WorkFile};
use crate::region::LevelCounts;
use crate::settled::SettledWidth;
use crate::sorting::words::words_at;
use crate::word::{Packing, Word};
use crate::work::WorkDirectory;
use crate::{BuildError, Obligation, SearchAnswer};

/// The division of a level's obligations into chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChunkPlan {
    size: u64,
    count: u64,
}

impl ChunkPlan {
    /// Chunks for this many obligations: small enough that an interruption loses little work, large
    /// enough that the overhead of frames is small.
    pub(super) fn new(count: u64) -> Self {
        Self {
            size: (count / 256).clamp(1, 1 << 15),
            count,
        }
    }

    fn numbers(self) -> Range<u32> {
        0..u32::try_from(self.count.div_ceil(self.size)).expect("256 to 2^32 chunks")
    }

    /// The obligations of a chunk.
    pub(super) fn range(self, chunk: u32) -> Range<u64> {
        let from = u64::from(chunk) * self.size;
        from..self.count.min(from + self.size)
    }
}

/// The encoded result of one chunk.
pub(super) struct Chunk {
    settled: Vec<u8>,
    demands: Vec<u8>,
    pub(super) positions: u64,
    pub(super) nodes: u64,
}

/// A chunk's number and result.
pub(super) type NumberedChunk = (u32, Result<Chunk, BuildError>);

/// The level that is solved, and how.
pub(super) struct LevelTask<'a, C> {
    pub(super) closure: &'a C,
    pub(super) level: u32,
    pub(super) packing: Packing,
    pub(super) keep: Keep,
    pub(super) obligations: &'a WorkFile,
    pub(super) answers: &'a Answers,
    pub(super) plan: ChunkPlan,
    pub(super) stop: &'a StopToken,
}

/// The open chunks of a level, which several threads solve.
pub(super) struct ChunkPool<'a, C> {
    task: LevelTask<'a, C>,
    chunks: Vec<OpenChunk>,
    next: AtomicUsize,
    failed: AtomicBool,
}

/// A chunk that was not solved when the level was opened.
struct OpenChunk {
    number: u32,
    ended: AtomicBool,
}

impl<'a, C: Closure> ChunkPool<'a, C> {
    /// A pool of the chunks that are not in `done`.
    pub(super) fn new(task: LevelTask<'a, C>, done: &BTreeSet<u32>) -> Self {
        let missing = task.plan.numbers().filter(|number| !done.contains(number));
        let chunks = missing.map(|number| OpenChunk {
            number,
            ended: AtomicBool::new(false),
        });
        Self {
            chunks: chunks.collect(),
            task,
            next: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
        }
    }

    /// Ends the threads, each at its next position.
    pub(super) fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Solves chunks with `oracle` and sends their results, until none is left.
    pub(super) fn solve<O: Oracle<C::Game>, W: Word>(
        &self,
        oracle: &mut O,
        results: &SyncSender<NumberedChunk>,
    ) {
        let task = &self.task;
        let (mut demands, mut room) = (Demands::<W>::new(task.packing), Vec::new());
        let mut stop = StopChecker::new(task.stop.clone());
        while !self.failed.load(Ordering::Relaxed) {
            let Some(chunk) = self.next_chunk(oracle.shares_work()) else {
                break;
            };
            let range = task.plan.range(chunk.number);
            let words = words_at::<W>(task.obligations, 0, range.clone(), &mut room);
            let result = words.and_then(|words| {
                let obligations = words.map(|word| task.packing.unpack(word));
                let answers = task.answers.within(range)?;
                let mut worker = ChunkWorker {
                    task,
                    oracle: &mut *oracle,
                    demands: &mut demands,
                    stop: &mut stop,
                };
                let ends = [&chunk.ended, &self.failed];
                worker.solve(obligations.zip(answers), ends)
            });
            let Some(result) = result.transpose() else {
                continue;
            };
            let is_first = !chunk.ended.swap(true, Ordering::Relaxed);
            if (is_first || result.is_err()) && results.send((chunk.number, result)).is_err() {
                break;
            }
        }
    }

    /// The next chunk for a thread. When all chunks are begun, this is an unfinished one if the
    /// oracles share a table: then they share the work, and the first to finish sends the result.
    fn next_chunk(&self, shares_work: bool) -> Option<&OpenChunk> {
        let begun = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(chunk) = self.chunks.get(begun) {
            return Some(chunk);
        }
        let chunks = self.chunks.iter();
        let mut open = chunks
            .filter(|chunk| !chunk.ended.load(Ordering::Relaxed))
            .cycle()
            .skip(begun % self.chunks.len().max(1));
        open.next().filter(|_| shares_work)
    }
}

/// A thread that solves a chunk.
struct ChunkWorker<'a, C, O, W> {
    task: &'a LevelTask<'a, C>,
    oracle: &'a mut O,
    demands: &'a mut Demands<W>,
    stop: &'a mut StopChecker,
}

impl<C: Closure, O: Oracle<C::Game>, W: Word> ChunkWorker<'_, C, O, W> {
    /// Solves obligations, with the recorded answers where there are any; `None` if one of `ends`
    /// is set, because another thread finished the chunk first or failed.
    fn solve(
        &mut self,
        obligations: impl Iterator<Item = (Option<Obligation>, Option<SearchAnswer>)>,
        ends: [&AtomicBool; 2],
    ) -> Result<Option<Chunk>, BuildError> {
        let LevelTask {
            closure,
            keep,
            level: own,
            ..
        } = *self.task;
        let width = SettledWidth::of(closure.game());
        self.demands.clear();
        let before = self.oracle.nodes();
        let mut counts = LevelCounts::default();
        let mut records = Vec::new();
        let mut positions = 0;
        for (obligation, answer) in obligations {
            if ends.iter().any(|end| end.load(Ordering::Relaxed)) {
                return Ok(None);
            }
            // Positions of few moves are solved without a search that would look at its token.
            self.stop.check()?;
            let obligation = obligation.expect("the checksum of the file was right");
            let mut rises = true;
            let mut ask = |level, demand| {
                rises &= level > own;
                self.demands.push(level, &demand);
            };
            let settled = closure.settle(self.oracle, &obligation, answer, &mut ask)?;
            if !rises {
                let game = closure.game().spec();
                return Err(BuildError::LevelsDoNotRise { game });
            }
            counts.count(&settled);
            let stored = settled.roles.is_certified() || settled.move_index.is_some();
            if keep == Keep::Records && stored && !settled.terminal {
                settled.encode(width, &mut records);
            }
            positions += 1;
        }
        let mut settled = counts.encode();
        settled.extend_from_slice(&records);
        Ok(Some(Chunk {
            settled,
            demands: self.demands.take(),
            positions,
            nodes: self.oracle.nodes() - before,
        }))
    }
}

/// Appends the results of chunks to the files of a level.
pub(super) struct LevelWriter {
    level: u32,
    settled: FrameFile,
    demands: FrameFile,
    /// Whether the file has demands on levels after the next one.
    demands_later_levels: bool,
}

impl LevelWriter {
    /// Opens the files of a level; also returns the chunks that they hold completely.
    pub(super) fn open(
        work: &WorkDirectory,
        level: u32,
        stop: &StopToken,
    ) -> Result<(Self, BTreeSet<u32>), BuildError> {
        let (settled, demands) = (work.settled(level), work.demands(level));
        let (in_settled, settled_length) = whole_chunks(&settled, stop)?;
        let (in_demands, demands_length) = whole_chunks(&demands, stop)?;
        let mut writer = Self {
            level,
            settled: FrameFile::open(&settled, settled_length)?,
            demands: FrameFile::open(&demands, demands_length)?,
            demands_later_levels: false,
        };
        writer.note_levels(demanded_levels(&demands, stop)?);
        Ok((writer, &in_settled & &in_demands))
    }

    fn note_levels(&mut self, demanded: impl IntoIterator<Item = u32>) {
        let mut demanded = demanded.into_iter();
        self.demands_later_levels |= demanded.any(|to| to != self.level + 1);
    }

    /// Appends the results of chunks as they come, and calls `written` after each.
    pub(super) fn write(
        &mut self,
        results: &Receiver<NumberedChunk>,
        mut written: impl FnMut(&Chunk),
    ) -> Result<(), BuildError> {
        for (number, result) in results {
            let chunk = result?;
            self.append(number, &chunk)?;
            written(&chunk);
        }
        self.sync()
    }

    fn append(&mut self, number: u32, chunk: &Chunk) -> Result<(), BuildError> {
        self.note_levels(section_table(&chunk.demands).map(|(to, _)| to));
        // Demands first: a chunk counts as settled only when both frames are whole.
        self.demands.append(number, &chunk.demands)?;
        self.settled.append(number, &chunk.settled)
    }

    /// Writes what was appended to the disk. Demands lost in a power failure are computed again,
    /// unless this level is finished by then, so only those on levels after the next are synced.
    fn sync(&self) -> Result<(), BuildError> {
        if self.demands_later_levels {
            self.demands.sync()?;
        }
        self.settled.sync()
    }
}

/// The chunks with complete frames, and the length of the file up to the last of them.
fn whole_chunks(path: &Path, stop: &StopToken) -> Result<(BTreeSet<u32>, u64), BuildError> {
    let (mut chunks, mut length) = (BTreeSet::new(), 0);
    if let Some(file) = WorkFile::open(path)? {
        length = file.scan(stop, |frame, _| {
            chunks.insert(frame.number);
            Ok(())
        })?;
    }
    Ok((chunks, length))
}

/// The levels on which a demands file has obligations.
pub(super) fn demanded_levels(path: &Path, stop: &StopToken) -> Result<BTreeSet<u32>, BuildError> {
    let mut levels = BTreeSet::new();
    if let Some(file) = WorkFile::open(path)? {
        file.scan(stop, |_, payload| {
            levels.extend(section_table(payload).map(|(level, _)| level));
            Ok(())
        })?;
    }
    Ok(levels)
}
