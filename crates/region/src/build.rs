//! Builds a region level by level, in parallel, resumable at every chunk.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use solveig_format::Encoder;
use solveig_game::{Game, Reduction, Value};
use solveig_search::{Oracle, StopChecker, StopToken, Stopped};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_128};

use crate::closure::Closure;
use crate::delegation::{Answers, Helpers, LevelJobs};
use crate::demands::{Demands, section, section_table};
use crate::error::expect_buildable;
use crate::frames::{FrameFile, WorkFile};
use crate::region::{LevelCounts, Region};
use crate::settled::SettledWidth;
use crate::sorting::words::{WordRuns, gather, words_at};
use crate::word::{Long, Packing, Word};
use crate::work::{State, WorkDirectory};
use crate::{BuildError, Obligation, SearchQuestion};

/// What is kept of the settled positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The records of an artifact and a certificate.
    Records,
    /// Counts alone.
    Counts,
}

impl Keep {
    /// The command that keeps this.
    const fn command(self) -> &'static str {
        match self {
            Self::Records => "solve",
            Self::Counts => "count",
        }
    }
}

/// The progress of a build, reported after every chunk.
#[derive(Clone, Copy, Debug)]
pub struct BuildProgress {
    /// The value of the start for the side to move.
    pub root_value: Value,
    /// The level that is being settled.
    pub level: u32,
    /// Settled positions of this level, and all of them.
    pub in_level: (u64, u64),
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
pub fn build<G, O>(
    closure: &Closure<G>,
    path: &Path,
    keep: Keep,
    oracles: &mut [O],
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<Region, BuildError>
where
    G: Game,
    O: Oracle<G>,
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
pub fn build_with_helpers<G, O>(
    closure: &Closure<G>,
    path: &Path,
    keep: Keep,
    oracles: &mut [O],
    stop: &StopToken,
    helpers: Option<&mut dyn Helpers>,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<Region, BuildError>
where
    G: Game,
    O: Oracle<G>,
{
    match keep {
        Keep::Records => closure.check()?,
        Keep::Counts => expect_buildable(&closure.game)?,
    }
    let (work, mut state) = WorkDirectory::open(path, &closure.describe(keep), keep.command())?;
    let packing = Packing::new(&closure.game);
    let mut builder = Builder {
        closure,
        packing,
        work: &work,
        keep,
        oracles,
        stop,
        helpers,
        progress,
        started: Instant::now(),
        settled: 0,
        nodes: 0,
    };
    match packing.bits() {
        0..=64 => builder.run::<u64>(&mut state)?,
        65..=128 => builder.run::<u128>(&mut state)?,
        _ => builder.run::<Long>(&mut state)?,
    }
    Ok(Region {
        nodes: builder.nodes,
        width: SettledWidth::of(&closure.game),
        work,
        state,
        stop: stop.clone(),
    })
}

impl<G: Game> Closure<G> {
    /// Checks that the region can be built and written, before anything is solved.
    ///
    /// # Errors
    ///
    /// Fails if the game cannot be solved level by level, if the cut is below its start, or if the
    /// header of a file cannot describe it.
    pub fn check(&self) -> Result<(), BuildError> {
        expect_buildable(&self.game)?;
        let (start, highest) = (self.root(0).0, self.game.max_level());
        if self.cut < start {
            return Err(BuildError::CutBelowStart {
                cut: self.cut,
                start,
                highest,
            });
        }
        let value = self.game.value_range().min;
        Encoder::new(std::io::sink(), &self.header(value, None))?;
        Ok(())
    }

    /// Describes the computation; equal descriptions give equal results.
    fn describe(&self, keep: Keep) -> String {
        let scope = self.scope.name();
        let symmetry = match self.reduction {
            Reduction::None => "without symmetry",
            Reduction::Canonical => "with symmetry",
        };
        let proof = match self.proof {
            None => "no certificate".to_owned(),
            Some(proof) => {
                let (level, method) = (proof.to_level, proof.refutation);
                format!("certificate to level {level} ({method:?})")
            }
        };
        let kept = match keep {
            Keep::Records => "records",
            Keep::Counts => "counts",
        };
        let spec = self.game.spec();
        let cut = self.cut.min(self.game.max_level());
        format!("{spec}, {scope}, {symmetry}, cut {cut}, {proof}, solved, {kept}")
    }
}

struct Builder<'a, 'h, G: Game, O> {
    closure: &'a Closure<G>,
    packing: Packing,
    work: &'a WorkDirectory,
    keep: Keep,
    oracles: &'a mut [O],
    stop: &'a StopToken,
    helpers: Option<&'a mut (dyn Helpers + 'h)>,
    progress: &'a mut dyn FnMut(&BuildProgress),
    started: Instant,
    settled: u64,
    nodes: u64,
}

/// The encoded result of one chunk.
struct Chunk {
    settled: Vec<u8>,
    demands: Vec<u8>,
    positions: u64,
    nodes: u64,
}

/// Positions per chunk: few enough that an interruption loses little work, enough that the overhead
/// of frames is small.
fn chunk_size(positions: u64) -> u64 {
    (positions / 256).clamp(1, 1 << 15)
}

impl<G: Game, O: Oracle<G>> Builder<'_, '_, G, O> {
    fn run<W: Word>(&mut self, state: &mut State) -> Result<(), BuildError> {
        self.begin::<W>(state)?;
        while let Some(level) = state.level.filter(|_| !state.settled) {
            self.discard_consumed(state, level)?;
            self.settle_level::<W>(state, level)?;
            match self.next_level(state, level)? {
                Some(next) => self.merge_demands::<W>(state, next)?,
                None => {
                    state.settled = true;
                    self.work.write_state(state)?;
                }
            }
        }
        Ok(())
    }

    fn begin<W: Word>(&mut self, state: &mut State) -> Result<(), BuildError> {
        if state.level.is_some() {
            return Ok(());
        }
        let value = self.root_value()?;
        state.root_value = Some(value);
        let (level, root) = self.closure.root(value);
        let mut bytes = Vec::new();
        self.packing.pack::<W>(&root).encode(&mut bytes);
        self.write_obligations::<W>(state, level, |take| take(&bytes))
    }

    /// The value of the start. All oracles search it in parallel; those that share a table share
    /// the work.
    fn root_value(&mut self) -> Result<Value, Stopped> {
        let before = self.visited();
        let game = &self.closure.game;
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
        self.nodes += self.visited() - before;
        values[0]
    }

    /// The nodes that all oracles have visited since they were created.
    fn visited(&self) -> u64 {
        self.oracles.iter().map(O::nodes).sum()
    }

    /// Removes the files that neither `level` nor a later level needs.
    fn discard_consumed(&self, state: &State, level: u32) -> Result<(), BuildError> {
        for former in state.begun().filter(|former| *former < level) {
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
        level: u32,
        obligations: &WorkFile,
    ) -> Result<(), BuildError> {
        let Some(helpers) = self
            .helpers
            .as_mut()
            .filter(|helpers| helpers.takes(level, state.obligations))
        else {
            return Ok(());
        };
        let (closure, packing, count) = (self.closure, self.packing, state.obligations);
        let ask = |range: std::ops::Range<u64>| -> Result<Vec<(u16, SearchQuestion)>, BuildError> {
            let mut room = Vec::new();
            let words = words_at::<W>(obligations, 0, range, &mut room)?;
            let asked = words.zip(0..).filter_map(|(word, place)| {
                let question = closure.question(&packing.unpack(word)?)?;
                Some((place, question))
            });
            Ok(asked.collect())
        };
        // The obligations of a level follow from the closure.
        let described = format!("{}, level {level}, {:x}", state.arguments, state.checksum);
        let identity = format!("{:032x}", xxh3_128(described.as_bytes()));
        let before = self.nodes;
        let mut progress = |answered, nodes| {
            self.nodes = before.saturating_add(nodes);
            (self.progress)(&BuildProgress {
                root_value: state.root_value.unwrap_or_default(),
                level,
                in_level: (answered, count),
                settled: self.settled,
                nodes: self.nodes,
                elapsed: self.started.elapsed(),
            });
        };
        let described = (identity, level, count);
        let mut jobs = LevelJobs::open_in(self.work, described, &ask, &mut progress, self.stop)?;
        if jobs.open().is_empty() {
            return Ok(());
        }
        helpers.answer(&mut jobs)?;
        jobs.sync()
    }

    fn settle_level<W: Word>(&mut self, state: &State, level: u32) -> Result<(), BuildError> {
        let path = self.work.obligations(level);
        let obligations = WorkFile::open(&path)?.ok_or_else(|| {
            BuildError::damaged(
                &path,
                "is empty or gone; remove the directory to start over",
            )
        })?;
        let width = W::BYTES;
        let count = state.obligations;
        let root_value = state.root_value.unwrap_or_default();
        if obligations.length() != count * width as u64
            || checksum(&obligations, self.stop)? != state.checksum
        {
            return Err(BuildError::damaged(
                &path,
                "does not have the checksum it was written with; remove the directory to start over",
            ));
        }
        self.ask_helpers::<W>(state, level, &obligations)?;
        let answers = Answers::of(self.work, level, count, self.stop)?;
        let size = chunk_size(count);
        let chunks = u32::try_from(count.div_ceil(size)).expect("256 to 2^32 chunks");
        let (settled_path, demands_path) = (self.work.settled(level), self.work.demands(level));
        let (done_settled, settled_length) = whole_chunks(&settled_path, self.stop)?;
        let (done_demands, demands_length) = whole_chunks(&demands_path, self.stop)?;
        let done: BTreeSet<u32> = done_settled.intersection(&done_demands).copied().collect();
        let missing: Vec<u32> = (0..chunks).filter(|chunk| !done.contains(chunk)).collect();
        let mut settled_file = FrameFile::open(&settled_path, settled_length)?;
        let mut demands_file = FrameFile::open(&demands_path, demands_length)?;

        let is_further = |to: u32| to != level + 1;
        let further = demanded_levels(&demands_path, self.stop)?;
        let mut needs_sync = further.into_iter().any(is_further);
        let mut in_level = done
            .iter()
            .map(|chunk| chunk_range(*chunk, size, count).count() as u64)
            .sum();
        let (nodes_before, visited_before) = (self.nodes, self.visited());
        let next = AtomicUsize::new(0);
        let ended: Vec<AtomicBool> = missing.iter().map(|_| AtomicBool::new(false)).collect();
        let failed = AtomicBool::new(false);
        let (sender, receiver) = mpsc::sync_channel(2 * self.oracles.len());
        let (closure, packing, keep) = (self.closure, self.packing, self.keep);
        let stop = self.stop;
        let settled = std::thread::scope(|scope| {
            for oracle in self.oracles.iter_mut() {
                let (sender, missing, next, failed) = (sender.clone(), &missing, &next, &failed);
                let (obligations, ended, answers) = (&obligations, &ended, &answers);
                scope.spawn(move || {
                    let (mut demands, mut room) = (Demands::<W>::new(packing), Vec::new());
                    let mut stop = StopChecker::new(stop.clone());
                    while !failed.load(Ordering::Relaxed) {
                        let begun = next.fetch_add(1, Ordering::Relaxed);
                        // When all chunks are begun, work on an unfinished one too: oracles that
                        // share a table share the work, and the first to finish sends the result.
                        let mut open = (0..missing.len())
                            .filter(|at| !ended[*at].load(Ordering::Relaxed))
                            .cycle()
                            .skip(begun % missing.len().max(1));
                        let at = if begun < missing.len() {
                            Some(begun)
                        } else if oracle.shares_work() {
                            open.next()
                        } else {
                            None
                        };
                        let Some(at) = at else {
                            break;
                        };
                        let number = missing[at];
                        let range = chunk_range(number, size, count);
                        let (demands, ends) = (&mut demands, (&ended[at], &mut stop));
                        let asked = words_at::<W>(obligations, 0, range.clone(), &mut room);
                        let result = asked.and_then(|asked| {
                            let asked = asked.map(|word| packing.unpack(word));
                            let told = (answers, range);
                            settle_chunk(closure, keep, oracle, asked, told, demands, ends)
                        });
                        let ended = &ended[at];
                        let Some(result) = result.transpose() else {
                            continue;
                        };
                        if !ended.swap(true, Ordering::Relaxed)
                            && sender.send((number, result)).is_err()
                        {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut receive = || -> Result<(), BuildError> {
                for (number, result) in &receiver {
                    let chunk: Chunk = result?;
                    needs_sync |= section_table(&chunk.demands).any(|(to, _)| is_further(to));
                    // Demands first: a chunk counts as settled only when both frames are whole.
                    demands_file.append(number, &chunk.demands)?;
                    settled_file.append(number, &chunk.settled)?;
                    in_level += chunk.positions;
                    self.settled += chunk.positions;
                    self.nodes += chunk.nodes;
                    (self.progress)(&BuildProgress {
                        root_value,
                        level,
                        in_level: (in_level, count),
                        settled: self.settled,
                        nodes: self.nodes,
                        elapsed: self.started.elapsed(),
                    });
                }
                // Demands lost in a power failure are computed again, unless this level is finished
                // by then. So demands on levels after the next one are synced.
                if needs_sync {
                    demands_file.sync()?;
                }
                settled_file.sync()
            };
            let result = receive();
            failed.store(result.is_err(), Ordering::Relaxed);
            drop(receiver);
            result
        });
        // Includes nodes visited for chunks that another thread finished first.
        self.nodes = nodes_before + (self.visited() - visited_before);
        settled
    }

    /// The lowest level above `level` with a demand.
    fn next_level(&self, state: &State, level: u32) -> Result<Option<u32>, BuildError> {
        let mut next = None;
        for former in state.begun() {
            let above = demanded_levels(&self.work.demands(former), self.stop)?
                .range(level + 1..)
                .next()
                .copied();
            next = next.into_iter().chain(above).min();
        }
        Ok(next)
    }

    fn merge_demands<W: Word>(&self, state: &mut State, level: u32) -> Result<(), BuildError> {
        let mut files = Vec::new();
        for former in state.begun() {
            files.extend(WorkFile::open(&self.work.demands(former))?);
        }
        let mut runs = WordRuns::<W>::new(self.packing);
        for file in &files {
            file.scan(self.stop, |frame, payload| {
                if let Some(places) = section::<W>(payload, level) {
                    runs.add(file, (&frame, payload), places);
                }
                Ok(())
            })?;
        }
        let threads = self.oracles.len();
        self.write_obligations::<W>(state, level, |take| gather(runs, threads, take))
    }

    /// Writes the encoded obligations of a level, which `give` yields in order, and begins the
    /// level.
    fn write_obligations<W: Word>(
        &self,
        state: &mut State,
        level: u32,
        give: impl FnOnce(&mut dyn FnMut(&[u8]) -> std::io::Result<()>) -> std::io::Result<()>,
    ) -> Result<(), BuildError> {
        let mut hasher = Xxh3Default::new();
        let mut length = 0;
        let mut stopped = false;
        let path = self.work.obligations(level);
        let written = self.work.write_whole(&path, |file| {
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
        state.level = Some(level);
        state.obligations = (length / W::BYTES) as u64;
        state.levels.push((level, state.obligations));
        state.checksum = hasher.digest();
        self.work.write_state(state)
    }
}

fn chunk_range(chunk: u32, size: u64, count: u64) -> std::ops::Range<u64> {
    let from = u64::from(chunk) * size;
    from..count.min(from + size)
}

/// The chunks with complete frames, and the length of the file up to the last of them.
fn whole_chunks(path: &Path, stop: &StopToken) -> Result<(BTreeSet<u32>, u64), BuildError> {
    let (mut chunks, mut length) = (BTreeSet::new(), 0);
    if let Some(file) = WorkFile::open(path)? {
        length = file.scan(stop, |frame, _| {
            chunks.insert(frame.chunk);
            Ok(())
        })?;
    }
    Ok((chunks, length))
}

/// The levels on which a demands file has obligations.
fn demanded_levels(path: &Path, stop: &StopToken) -> Result<BTreeSet<u32>, BuildError> {
    let mut levels = BTreeSet::new();
    if let Some(file) = WorkFile::open(path)? {
        file.scan(stop, |_, payload| {
            levels.extend(section_table(payload).map(|(level, _)| level));
            Ok(())
        })?;
    }
    Ok(levels)
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

/// Settles the obligations of one chunk; `None` if another thread finished it first.
fn settle_chunk<G: Game, O: Oracle<G>, W: Word>(
    closure: &Closure<G>,
    keep: Keep,
    oracle: &mut O,
    obligations: impl Iterator<Item = Option<Obligation>>,
    (answers, range): (&Answers, std::ops::Range<u64>),
    demands: &mut Demands<W>,
    (ended, stop): (&AtomicBool, &mut StopChecker),
) -> Result<Option<Chunk>, BuildError> {
    let width = SettledWidth::of(&closure.game);
    let before = oracle.nodes();
    let mut counts = LevelCounts::default();
    let mut records = Vec::new();
    let mut positions = 0;
    let answered = answers.within(range)?;
    for (obligation, told) in obligations.zip(answered) {
        if ended.load(Ordering::Relaxed) {
            demands.clear();
            return Ok(None);
        }
        // Positions of few moves are settled without a search that would look at its token.
        stop.check()?;
        let obligation = obligation.expect("the checksum of the file was right");
        let mut ask = |level, asked| demands.push(level, &asked);
        let settled = closure.settle_as_told(oracle, &obligation, told, &mut ask)?;
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
        demands: demands.take(),
        positions,
        nodes: oracle.nodes() - before,
    }))
}
