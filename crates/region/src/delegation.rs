//! Levels whose questions are answered by other processes.
//!
//! Before a level is settled, its questions go out in jobs, and the answers are appended to a file
//! of the work directory, each job as a checksummed frame. Then the level is settled as ever, with
//! answers in place of searches. Answers that are missing are searched, so that what a process
//! leaves at any moment is a valid beginning.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;

use solveig_game::Value;
use solveig_search::StopToken;

use crate::frames::{FrameFile, scan};
use crate::work::{WorkDirectory, map};
use crate::{BuildError, Find, SearchAnswer, SearchQuestion};

/// Other processes that answer the questions of a level.
pub trait Helpers {
    /// Whether they are asked about the positions of this level, so many.
    fn takes(&self, level: u32, positions: u64) -> bool;

    /// The share of answers, 0 to 1, that this process finds again by its own search.
    fn audited(&self) -> f64;

    /// Has the [open](LevelJobs::open) jobs of a level answered and [recorded](LevelJobs::record).
    /// Those that are left open are searched by this process.
    ///
    /// # Errors
    ///
    /// Fails if the helpers cannot be reached, or with [`BuildError::Stopped`]. What is recorded is
    /// kept.
    fn answer(&mut self, jobs: &mut LevelJobs<'_>) -> Result<(), BuildError>;
}

/// The questions of a level's positions, in jobs.
///
/// A job holds the questions of one kind about a part of the level. Its number depends on nothing
/// but the closure.
pub struct LevelJobs<'a> {
    identity: String,
    level: u32,
    parts: Parts,
    /// The questions about a range of the level's positions, with their places in it.
    ask: &'a dyn Fn(Range<u64>) -> Vec<(u16, SearchQuestion)>,
    open: BTreeSet<u32>,
    file: FrameFile,
    answered: u64,
    nodes: u64,
    progress: &'a mut dyn FnMut(u64, u64),
}

/// How a level is cut into parts.
#[derive(Clone, Copy, Debug)]
struct Parts {
    size: u64,
    count: u64,
}

impl Parts {
    /// Many enough for as many workers, and small enough for a message.
    const MOST_PARTS: u64 = 1024;
    const LARGEST: u64 = 1000;

    fn of(count: u64) -> Self {
        let size = (count / Self::MOST_PARTS).clamp(1, Self::LARGEST);
        Self { size, count }
    }

    /// Whether answers were recorded for parts of this size. Another program may have others.
    fn are_those_of(self, payload: &[u8]) -> bool {
        payload.starts_with(&self.size.to_le_bytes())
    }

    fn range(self, part: u32) -> Range<u64> {
        let from = u64::from(part) * self.size;
        from..self.count.min(from + self.size)
    }

    fn all(self) -> Range<u32> {
        // At least a thousandth of what a file of obligations holds.
        0..u32::try_from(self.count.div_ceil(self.size))
            .unwrap_or(u32::MAX)
            .min(u32::MAX / KINDS)
    }
}

const KINDS: u32 = Find::ALL.len() as u32;

/// The number of a job.
fn number(part: u32, find: Find) -> u32 {
    part * KINDS + find as u32
}

impl<'a> LevelJobs<'a> {
    /// The open jobs of a level with `count` positions.
    pub(crate) fn open_in(
        work: &WorkDirectory,
        (identity, level, count): (String, u32, u64),
        ask: &'a dyn Fn(Range<u64>) -> Vec<(u16, SearchQuestion)>,
        progress: &'a mut dyn FnMut(u64, u64),
        stop: &StopToken,
    ) -> Result<Self, BuildError> {
        let (path, parts) = (work.answers(level), Parts::of(count));
        let (mut done, mut length) = (BTreeSet::new(), 0);
        if let Some(bytes) = map(&path)? {
            let (frames, whole) = scan(&bytes, stop)?;
            let frames = frames.iter().filter(|frame| {
                let payload = &bytes[frame.payload.clone()];
                parts.are_those_of(payload)
            });
            done.extend(frames.map(|frame| frame.chunk));
            length = whole;
        }
        let (mut open, mut answered) = (BTreeSet::new(), 0);
        for part in parts.all() {
            let questions = ask(parts.range(part));
            answered += parts.range(part).count() as u64;
            for (_, question) in &questions {
                let job = number(part, question.find);
                if !done.contains(&job) {
                    answered -= 1;
                    open.insert(job);
                }
            }
        }
        Ok(Self {
            identity,
            level,
            parts,
            ask,
            open,
            file: FrameFile::open(&path, length)?,
            answered,
            nodes: 0,
            progress,
        })
    }

    /// Hexadecimal digits that differ for levels of other computations, and are the same for this
    /// one whichever process asks.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The level.
    pub const fn level(&self) -> u32 {
        self.level
    }

    /// The numbers of the jobs without an answer.
    pub const fn open(&self) -> &BTreeSet<u32> {
        &self.open
    }

    /// The kind and the questions of a job; empty if there is none of this number.
    pub fn questions(&self, job: u32) -> (Find, Vec<SearchQuestion>) {
        let (find, placed) = self.placed(job);
        (find, placed.into_iter().map(|(_, one)| one).collect())
    }

    fn placed(&self, job: u32) -> (Find, Vec<(u16, SearchQuestion)>) {
        let find = Find::ALL[(job % KINDS) as usize];
        let mut questions = (self.ask)(self.parts.range(job / KINDS));
        questions.retain(|(_, question)| question.find == find);
        (find, questions)
    }

    /// Records the answers of a job in the order of its questions. `worker` says who gave them, and
    /// `nodes` what they took. A job that is recorded already is left as it is.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be written.
    pub fn record(
        &mut self,
        job: u32,
        worker: &str,
        answers: &[SearchAnswer],
        nodes: u64,
    ) -> Result<(), BuildError> {
        let (_, questions) = self.placed(job);
        if questions.len() != answers.len() || !self.open.remove(&job) {
            return Ok(());
        }
        let worker: String = worker.chars().take(LONGEST_NAME).collect();
        let mut payload = self.parts.size.to_le_bytes().to_vec();
        payload.push(worker.len() as u8);
        payload.extend_from_slice(worker.as_bytes());
        for ((place, _), found) in questions.iter().zip(answers) {
            payload.extend_from_slice(&place.to_le_bytes());
            payload.extend_from_slice(&found.value.to_le_bytes());
            let index = found.move_index.unwrap_or(NO_MOVE);
            payload.extend_from_slice(&index.to_le_bytes());
        }
        self.file.append(job, &payload)?;
        self.answered += answers.len() as u64;
        self.nodes = self.nodes.saturating_add(nodes);
        (self.progress)(self.answered, self.nodes);
        Ok(())
    }

    /// Writes what is recorded to the disk. Only then may it be forgotten elsewhere.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn sync(&self) -> Result<(), BuildError> {
        self.file.sync()
    }
}

/// The longest name of a worker that is kept, in characters: at most four bytes each.
const LONGEST_NAME: usize = 60;
const NO_MOVE: u16 = u16::MAX;
/// Place, value and move of an answer.
const WIDTH: usize = 8;

/// The answers that are recorded for a level.
pub(crate) struct Answers {
    path: PathBuf,
    bytes: Option<memmap2::Mmap>,
    /// The payloads, by job.
    frames: Vec<(u32, Range<usize>)>,
    parts: Parts,
    audited: f64,
    seed: u64,
}

/// An answer, and in which frame it stands.
#[derive(Clone, Copy)]
pub(crate) struct Told {
    pub(crate) found: SearchAnswer,
    frame: usize,
}

impl Answers {
    /// Those of a level with `count` positions, of which a share is `audited`.
    pub(crate) fn of(
        work: &WorkDirectory,
        level: u32,
        count: u64,
        audited: f64,
        stop: &StopToken,
    ) -> Result<Self, BuildError> {
        let path = work.answers(level);
        let bytes = map(&path)?;
        let frames = bytes.as_ref().map(|bytes| scan(bytes, stop)).transpose()?;
        let frames = frames.unwrap_or_default().0;
        let parts = Parts::of(count);
        let frames = frames.into_iter().map(|frame| (frame.chunk, frame.payload));
        let mut frames: Vec<(u32, Range<usize>)> = frames.collect();
        let bytes_of = |at: &Range<usize>| bytes.as_ref().and_then(|bytes| bytes.get(at.clone()));
        frames.retain(|(_, at)| bytes_of(at).is_some_and(|bytes| parts.are_those_of(bytes)));
        frames.sort_by_key(|(job, _)| *job);
        frames.dedup_by_key(|(job, _)| *job);
        // No worker may foresee what is drawn.
        use std::hash::{BuildHasher, RandomState};
        let seed = RandomState::new().hash_one(level);
        Ok(Self {
            path,
            bytes,
            frames,
            parts,
            audited,
            seed,
        })
    }

    /// The answers for a range of the level's positions.
    pub(crate) fn within(&self, range: Range<u64>) -> Vec<Option<Told>> {
        let mut told = vec![None; (range.end - range.start) as usize];
        let part = |place: u64| place / self.parts.size;
        let first = u64::from(KINDS) * part(range.start);
        let from = (self.frames).partition_point(|(job, _)| u64::from(*job) < first);
        let last = part(range.end.max(1) - 1);
        for frame in from..self.frames.len() {
            let part = self.frames[frame].0 / KINDS;
            if u64::from(part) > last {
                break;
            }
            let begin = self.parts.range(part).start;
            let answers = self.read(frame).map(|(_, answers)| answers);
            for (place, found) in answers.into_iter().flatten() {
                let at = (begin + u64::from(place)).checked_sub(range.start);
                if let Some(slot) = at.and_then(|at| told.get_mut(at as usize)) {
                    *slot = Some(Told { found, frame });
                }
            }
        }
        told
    }

    /// Who gave the answers of a frame, and the answers with their places.
    fn read(&self, frame: usize) -> Option<(&str, impl Iterator<Item = (u16, SearchAnswer)>)> {
        let payload = self.bytes.as_ref()?.get(self.frames[frame].1.clone())?;
        let (_size, payload) = payload.split_at_checked(size_of::<u64>())?;
        let (length, rest) = payload.split_first()?;
        let (worker, answers) = rest.split_at_checked(usize::from(*length))?;
        let answers = answers.chunks_exact(WIDTH).map(|bytes| {
            let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            let value = Value::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]);
            let move_index = Some(short(6)).filter(|index| *index != NO_MOVE);
            (short(0), SearchAnswer { value, move_index })
        });
        Some((std::str::from_utf8(worker).ok()?, answers))
    }

    /// Whether the answer about a position is to be found again.
    pub(crate) fn is_audited(&self, key: u128) -> bool {
        let folded = key as u64 ^ (key >> 64) as u64;
        let drawn = solveig_game::random::output(self.seed, folded) >> 11;
        (drawn as f64) < self.audited * (1_u64 << 53) as f64
    }

    /// The error for a wrong answer.
    pub(crate) fn wrong(&self, key: u128, told: &Told, found: Option<SearchAnswer>) -> BuildError {
        let text = |found: &SearchAnswer| match found.move_index {
            Some(index) => format!("the value {} by move {index}", found.value),
            None => format!("the value {}", found.value),
        };
        BuildError::WrongAnswer {
            directory: self.path.parent().unwrap_or(&self.path).to_owned(),
            worker: self
                .read(told.frame)
                .map_or("", |(worker, _)| worker)
                .to_owned(),
            key,
            told: text(&told.found),
            found: found.map_or_else(|| "none".to_owned(), |found| text(&found)),
        }
    }
}
