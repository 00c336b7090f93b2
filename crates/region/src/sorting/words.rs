//! Sorted runs of packed obligations, and merging them.

use std::io;
use std::ops::Range;

use super::{KeyRange, in_order, key_ranges};
use crate::BuildError;
use crate::frames::WorkFile;
use crate::word::{Packing, Word};

/// About how many words are sorted at once, so that they fit the processor's cache.
const PART: usize = 1 << 17;

/// One word in this many is sampled to find the bounds of ranges.
const SAMPLED: usize = 512;

/// One word in this many is kept of each run, so that a range of it is read at once.
const MARKED: usize = 128;

/// Words in ascending order of their keys, encoded in a file.
struct WordRun<'a, W> {
    file: &'a WorkFile,
    start: u64,
    count: usize,
    /// The words with the numbers 0, [`MARKED`], ...
    marks: Vec<W>,
}

impl<W: Word> WordRun<'_, W> {
    /// Appends the words of a range of keys to `words`.
    fn read(
        &self,
        packing: Packing,
        range: KeyRange<u128>,
        words: &mut Vec<W>,
        room: &mut Vec<u8>,
    ) -> Result<(), BuildError> {
        let [from, to] = [range.from, range.to].map(|key| key.map(|key| packing.first_word(key)));
        // Words before the first are below `from`, words from the second on are not below `to`.
        let marked = |bound: W| self.marks.partition_point(|mark| *mark < bound) * MARKED;
        let first = from.map_or(0, |from| marked(from).saturating_sub(MARKED));
        let end = to.map_or(self.count, |to| marked(to).min(self.count));
        if first >= end {
            return Ok(());
        }
        let read = words_at(self.file, self.start, first as u64..end as u64, room)?;
        let inside =
            |word: &W| from.is_none_or(|from| *word >= from) && to.is_none_or(|to| *word < to);
        words.extend(read.filter(inside));
        Ok(())
    }
}

/// The words with these numbers of those that a file has from the byte `start` on.
pub(crate) fn words_at<'a, W: Word>(
    file: &'a WorkFile,
    start: u64,
    numbers: Range<u64>,
    room: &'a mut Vec<u8>,
) -> Result<impl Iterator<Item = W> + 'a, BuildError> {
    let width = W::BYTES as u64;
    let bytes = file.read(
        start + numbers.start * width..start + numbers.end * width,
        room,
    )?;
    Ok(bytes.chunks_exact(W::BYTES).map(W::decode))
}

/// Runs that are merged.
pub(crate) struct WordRuns<'a, W> {
    packing: Packing,
    runs: Vec<WordRun<'a, W>>,
    /// The keys of every [`SAMPLED`]th word, counted across all runs.
    sample: Vec<u128>,
    words: usize,
}

impl<'a, W: Word> WordRuns<'a, W> {
    pub(crate) const fn new(packing: Packing) -> Self {
        Self {
            packing,
            runs: Vec::new(),
            sample: Vec::new(),
            words: 0,
        }
    }

    /// Adds the words that a file has from the byte `start` on, encoded in `bytes`.
    pub(crate) fn add(&mut self, file: &'a WorkFile, start: u64, bytes: &[u8]) {
        let count = bytes.len() / W::BYTES;
        let at = |number: usize| W::decode(&bytes[number * W::BYTES..][..W::BYTES]);
        let first = (SAMPLED - self.words % SAMPLED) % SAMPLED;
        let sampled = (first..count).step_by(SAMPLED);
        self.sample
            .extend(sampled.map(|number| self.packing.key(at(number))));
        self.words += count;
        self.runs.push(WordRun {
            file,
            start,
            count,
            marks: (0..count).step_by(MARKED).map(at).collect(),
        });
    }
}

/// Merges all `runs` on `threads` threads: passes encoded words to `take` in ascending order of
/// their keys, one per position.
///
/// The keys are divided into ranges of about equal size, each gathered from all runs, sorted and
/// merged independently.
pub(crate) fn gather<W: Word>(
    runs: WordRuns<'_, W>,
    threads: usize,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let WordRuns {
        packing,
        runs,
        sample,
        ..
    } = runs;
    let ranges = key_ranges(sample, PART / SAMPLED);
    let space = || (Vec::new(), Vec::new(), Vec::new());
    let sorted = |(words, spare, room): &mut (Vec<W>, Vec<W>, Vec<u8>), range| {
        words.clear();
        for run in &runs {
            let read = run.read(packing, range, words, room);
            read.map_err(io::Error::other)?;
        }
        packing.sort_and_merge::<W>(words, spare);
        let mut bytes = Vec::with_capacity(words.len() * W::BYTES);
        words.iter().for_each(|word| word.encode(&mut bytes));
        Ok::<_, io::Error>(bytes)
    };
    in_order(&ranges, threads, space, sorted, |bytes| take(&bytes?))
}
