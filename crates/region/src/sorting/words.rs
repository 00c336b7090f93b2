//! Sorted runs of packed obligations, and merging them.

use std::marker::PhantomData;
use std::ops::Range;

use super::{KeyRange, in_order, key_ranges};
use crate::word::{Packing, Word};

/// About how many words are sorted at once, so that they fit the processor's cache.
const PART: usize = 1 << 17;

/// One word in this many is sampled to find the bounds of ranges.
const SAMPLED: usize = 512;

/// Encoded words in ascending order of their keys.
#[derive(Clone, Copy)]
pub(crate) struct WordRun<'a, W> {
    bytes: &'a [u8],
    words: PhantomData<W>,
}

impl<'a, W: Word> WordRun<'a, W> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            words: PhantomData,
        }
    }

    const fn len(self) -> usize {
        self.bytes.len() / W::BYTES
    }

    fn at(self, number: usize) -> W {
        W::decode(&self.bytes[number * W::BYTES..][..W::BYTES])
    }

    /// The number of words below `bound`.
    fn below(self, bound: W) -> usize {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if self.at(middle) < bound {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }

    pub(crate) fn words(self, numbers: Range<usize>) -> impl Iterator<Item = W> + 'a {
        self.bytes[numbers.start * W::BYTES..numbers.end * W::BYTES]
            .chunks_exact(W::BYTES)
            .map(W::decode)
    }

    /// The words of a range of keys.
    fn within(self, packing: Packing, range: KeyRange<u128>) -> impl Iterator<Item = W> + 'a {
        let before = |key| self.below(packing.first_word(key));
        let start = range.from.map_or(0, before);
        let end = range.to.map_or(self.len(), before);
        self.words(start..end)
    }
}

/// Merges all `runs` on `threads` threads: passes encoded words to `take` in ascending order of
/// their keys, one per position.
///
/// The keys are divided into ranges of about equal size, each gathered from all runs, sorted and
/// merged independently.
pub(crate) fn gather<W: Word, E>(
    packing: Packing,
    runs: &[WordRun<'_, W>],
    threads: usize,
    mut take: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let ranges = key_ranges(sample(packing, runs), PART / SAMPLED);
    let space = || (Vec::new(), Vec::new());
    let sorted = |(words, spare): &mut (Vec<W>, Vec<W>), range| {
        words.clear();
        for run in runs {
            words.extend(run.within(packing, range));
        }
        packing.sort_and_merge::<W>(words, spare);
        let mut bytes = Vec::with_capacity(words.len() * W::BYTES);
        words.iter().for_each(|word| word.encode(&mut bytes));
        bytes
    };
    in_order(&ranges, threads, space, sorted, |bytes| take(&bytes))
}

/// The keys of every [`SAMPLED`]th word, counted across all runs.
fn sample<W: Word>(packing: Packing, runs: &[WordRun<'_, W>]) -> Vec<u128> {
    let mut sample = Vec::new();
    let mut words = 0;
    for run in runs {
        let first = (SAMPLED - words % SAMPLED) % SAMPLED;
        let numbers = (first..run.len()).step_by(SAMPLED);
        sample.extend(numbers.map(|number| packing.key(run.at(number))));
        words += run.len();
    }
    sample
}
