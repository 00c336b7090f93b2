//! Levels whose questions are answered by other processes.
//!
//! Before a level is settled, its questions go out in jobs, and the answers are appended to a file
//! of the work directory, each job as a checksummed frame. Then the level is settled as ever, with
//! answers in place of searches. Answers that are missing are searched, so that what a process
//! leaves at any moment is a valid beginning.

use std::collections::BTreeSet;
use std::ops::Range;

use solveig_game::Value;
use solveig_search::StopToken;

use crate::frames::{FrameFile, WorkFile};
use crate::work::WorkDirectory;
use crate::{BuildError, Find, SearchAnswer, SearchQuestion};

/// Other processes that answer the questions of a level.
pub trait Helpers {
    /// Whether they are asked about the positions of this level, so many.
    fn takes(&self, level: u32, positions: u64) -> bool;

    /// Has the [open](LevelJobs::open) jobs of a level answered and [recorded](LevelJobs::record).
    /// Those that are left open are searched by this process.
    ///
    /// # Errors
    ///
    /// Fails if the helpers cannot be reached, or with [`BuildError::Stopped`]. What is recorded is
    /// kept.
    fn answer(&mut self, jobs: &mut LevelJobs<'_>) -> Result<(), BuildError>;
}

/// Finds the questions about a range of a level's positions, with their places in it.
type Ask<'a> = dyn Fn(Range<u64>) -> Result<Vec<(u16, SearchQuestion)>, BuildError> + 'a;

/// A level whose questions go out.
pub(crate) struct AskedLevel {
    /// Identifies the level among those of all computations.
    pub(crate) identity: String,
    pub(crate) level: u32,
    pub(crate) positions: u64,
}

/// The questions of a level's positions, in jobs.
///
/// A job holds the questions of one kind about a part of the level. Its number depends on nothing
/// but the closure.
pub struct LevelJobs<'a> {
    identity: String,
    level: u32,
    parts: Parts,
    ask: &'a Ask<'a>,
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
    const MAX_PARTS: u64 = 1024;
    const LARGEST: u64 = 1000;

    fn of(count: u64) -> Self {
        let size = (count / Self::MAX_PARTS).clamp(1, Self::LARGEST);
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
    /// Opens the jobs of a level, with the answers that an earlier run left.
    pub(crate) fn open_in(
        work: &WorkDirectory,
        questions: AskedLevel,
        ask: &'a Ask<'a>,
        progress: &'a mut dyn FnMut(u64, u64),
        stop: &StopToken,
    ) -> Result<Self, BuildError> {
        let AskedLevel {
            identity,
            level,
            positions,
        } = questions;
        let (path, parts) = (work.answers(level), Parts::of(positions));
        let (mut done, mut length) = (BTreeSet::new(), 0);
        if let Some(file) = WorkFile::open(&path)? {
            length = file.scan(stop, |frame, payload| {
                if parts.are_those_of(payload) {
                    done.insert(frame.number);
                }
                Ok(())
            })?;
        }
        let (mut open, mut answered) = (BTreeSet::new(), 0);
        for part in parts.all() {
            let questions = ask(parts.range(part))?;
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

    /// The level of the positions that the questions are about.
    pub const fn level(&self) -> u32 {
        self.level
    }

    /// The numbers of the jobs without an answer.
    pub const fn open(&self) -> &BTreeSet<u32> {
        &self.open
    }

    /// The kind and the questions of a job; empty if there is none of this number.
    ///
    /// # Errors
    ///
    /// Fails if the positions of the level cannot be read.
    pub fn questions(&self, job: u32) -> Result<(Find, Vec<SearchQuestion>), BuildError> {
        let (find, placed) = self.placed(job)?;
        Ok((find, placed.into_iter().map(|(_, one)| one).collect()))
    }

    fn placed(&self, job: u32) -> Result<(Find, Vec<(u16, SearchQuestion)>), BuildError> {
        let find = Find::ALL[(job % KINDS) as usize];
        let mut questions = (self.ask)(self.parts.range(job / KINDS))?;
        questions.retain(|(_, question)| question.find == find);
        Ok((find, questions))
    }

    /// Records the answers of a job in the order of its questions, and the `nodes` that they took.
    /// A job that is recorded already is left as it is.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be written.
    pub fn record(
        &mut self,
        job: u32,
        answers: &[SearchAnswer],
        nodes: u64,
    ) -> Result<(), BuildError> {
        let (_, questions) = self.placed(job)?;
        if questions.len() != answers.len() || !self.open.remove(&job) {
            return Ok(());
        }
        let mut payload = self.parts.size.to_le_bytes().to_vec();
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

const NO_MOVE: u16 = u16::MAX;
/// Place, value and move of an answer.
const WIDTH: usize = 8;

/// The answers that are recorded for a level.
pub(crate) struct Answers {
    file: Option<WorkFile>,
    /// Where the payloads are in the file, by job.
    frames: Vec<(u32, Range<u64>)>,
    parts: Parts,
}

impl Answers {
    /// Those of a level with `count` positions.
    pub(crate) fn of(
        work: &WorkDirectory,
        level: u32,
        count: u64,
        stop: &StopToken,
    ) -> Result<Self, BuildError> {
        let file = WorkFile::open(&work.answers(level))?;
        let (parts, mut frames) = (Parts::of(count), Vec::new());
        if let Some(file) = &file {
            file.scan(stop, |frame, payload| {
                if parts.are_those_of(payload) {
                    frames.push((frame.number, frame.payload));
                }
                Ok(())
            })?;
        }
        frames.sort_by_key(|(job, _)| *job);
        frames.dedup_by_key(|(job, _)| *job);
        Ok(Self {
            file,
            frames,
            parts,
        })
    }

    /// The answers for a range of the level's positions.
    pub(crate) fn within(
        &self,
        range: Range<u64>,
    ) -> Result<Vec<Option<SearchAnswer>>, BuildError> {
        let mut answers = vec![None; (range.end - range.start) as usize];
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
            for (place, found) in self.read(frame)? {
                let at = (begin + u64::from(place)).checked_sub(range.start);
                if let Some(slot) = at.and_then(|at| answers.get_mut(at as usize)) {
                    *slot = Some(found);
                }
            }
        }
        Ok(answers)
    }

    /// The answers of a frame with their places.
    fn read(&self, frame: usize) -> Result<Vec<(u16, SearchAnswer)>, BuildError> {
        let mut room = Vec::new();
        let payload = match &self.file {
            Some(file) => file.read(self.frames[frame].1.clone(), &mut room)?,
            None => &[],
        };
        let answers = payload.get(size_of::<u64>()..).unwrap_or_default();
        let answers = answers.chunks_exact(WIDTH).map(|bytes| {
            let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            let value = Value::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]);
            let move_index = Some(short(6)).filter(|index| *index != NO_MOVE);
            (short(0), SearchAnswer { value, move_index })
        });
        Ok(answers.collect())
    }
}
