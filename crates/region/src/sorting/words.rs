//! Sorted runs of packed obligations, in sections of frames.

use std::ops::Range;

use super::{PART, in_order};
use crate::BuildError;
use crate::frames::WorkFile;
use crate::word::{Packing, Word};

/// A half-open range of words; `None` leaves a side unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WordRange<T> {
    from: Option<T>,
    to: Option<T>,
}

impl<T: Ord> WordRange<T> {
    fn contains(&self, item: &T) -> bool {
        let Self { from, to } = self;
        from.as_ref().is_none_or(|from| item >= from) && to.as_ref().is_none_or(|to| item < to)
    }
}

/// The words from one mark to the next.
const MARKED: usize = 128;

/// Words in ascending order of their keys, encoded in a file whose checksums are right.
pub(crate) struct WordRun<'a, W> {
    file: &'a WorkFile,
    start: u64,
    count: usize,
    /// The least words with the keys of the first word, of that [`MARKED`] after it, and so on.
    marks: Vec<W>,
}

impl<'a, W: Word> WordRun<'a, W> {
    /// The words that a file has from the byte `start` on, encoded in `bytes`.
    pub(crate) fn new(packing: Packing, file: &'a WorkFile, start: u64, bytes: &[u8]) -> Self {
        let words = bytes.chunks_exact(W::BYTES);
        let least = |bytes| packing.first_word(packing.key(W::decode(bytes)));
        Self {
            file,
            start,
            count: words.len(),
            marks: words.step_by(MARKED).map(least).collect(),
        }
    }

    /// Appends the words of a range to `words`. `room` is scratch space.
    fn read(
        &self,
        range: WordRange<W>,
        words: &mut Vec<W>,
        room: &mut Vec<u8>,
    ) -> Result<(), BuildError> {
        // Words before the first are below `from`, words from the second on are not below `to`.
        let marked = |bound| self.marks.partition_point(|mark| *mark < bound) * MARKED;
        let first = range
            .from
            .map_or(0, |from| marked(from).saturating_sub(MARKED));
        let end = range.to.map_or(self.count, |to| marked(to).min(self.count));
        if first < end {
            let read = words_at(self.file, self.start, first as u64..end as u64, room)?;
            words.extend(read.filter(|word| range.contains(word)));
        }
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

/// Divides what all runs have into ranges of about [`PART`] words, and passes what `sort` makes of
/// the words of each, which it receives with scratch space, to `take`, in ascending order.
pub(crate) fn gather<W: Word, S: Send, E>(
    runs: &[WordRun<'_, W>],
    threads: usize,
    sort: impl Fn(&mut Vec<W>, &mut Vec<W>) -> S + Sync,
    take: impl FnMut(Result<S, BuildError>) -> Result<(), E>,
) -> Result<(), E> {
    let marks = runs.iter().flat_map(|run| &run.marks).copied().collect();
    let ranges = divided(marks, PART / MARKED);
    let space = || (Vec::new(), Vec::new(), Vec::new());
    let sorted = |(words, spare, room): &mut (Vec<W>, Vec<W>, Vec<u8>), range| {
        words.clear();
        for run in runs {
            run.read(range, words, room)?;
        }
        Ok(sort(words, spare))
    };
    let threads = threads.min(ranges.len());
    in_order(ranges.into_iter(), threads, space, sorted, take)
}

/// Divides all words into ranges, each but the last with `step` items of the `sample`.
fn divided<T: Copy + Ord>(mut sample: Vec<T>, step: usize) -> Vec<WordRange<T>> {
    sample.sort_unstable();
    let mut cuts: Vec<T> = sample.into_iter().skip(step).step_by(step).collect();
    cuts.dedup();
    let from = std::iter::once(None).chain(cuts.iter().copied().map(Some));
    let to = cuts.iter().copied().map(Some).chain([None]);
    from.zip(to)
        .map(|(from, to)| WordRange { from, to })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: WordRange<u32> = WordRange {
        from: None,
        to: None,
    };

    #[test]
    fn ranges_cover_all_keys_and_hold_about_as_many_of_the_sample() {
        let ranges = divided((0..100_u32).rev().collect(), 30);
        let ends: Vec<_> = ranges.iter().map(|range| (range.from, range.to)).collect();
        let expected = [
            (None, Some(30)),
            (Some(30), Some(60)),
            (Some(60), Some(90)),
            (Some(90), None),
        ];
        assert_eq!(ends, expected);
        assert_eq!(divided(Vec::<u32>::new(), 5), [ALL]);
        assert_eq!(divided(vec![7; 3], 5), [ALL]);
    }
}
