//! Merging what a level is asked by many chunks, in parallel.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::demands::WordRun;
use crate::word::{Packing, Word};

/// About as many words as are sorted at once: they stay in a processor's cache.
const PART: usize = 1 << 17;

/// One word in so many is looked at to find where to divide.
const SAMPLED: usize = 512;

/// Gives the words of all `runs` to `take` in ascending order of their keys, encoded, what is asked
/// of the same position merged, with the help of `threads` threads.
///
/// The keys are divided into ranges of about equal size. A range is gathered from all runs, sorted
/// and merged by itself.
pub(crate) fn gather<W: Word, E>(
    packing: Packing,
    runs: &[WordRun<'_, W>],
    threads: usize,
    mut take: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let bounds = divide(packing, runs);
    let ranges = bounds.len() + 1;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let mut results = Vec::new();
        for _ in 0..threads.clamp(1, ranges) {
            // Each thread is at most a range ahead of what was taken from it.
            let (sender, receiver) = mpsc::sync_channel::<(usize, Vec<u8>)>(1);
            results.push(receiver);
            let (bounds, next) = (&bounds, &next);
            scope.spawn(move || {
                let (mut words, mut spare) = (Vec::new(), Vec::new());
                loop {
                    let range = next.fetch_add(1, Ordering::Relaxed);
                    if range >= ranges {
                        break;
                    }
                    let from = range.checked_sub(1).map(|before| bounds[before]);
                    let within = (from, bounds.get(range).copied());
                    words.clear();
                    for run in runs {
                        words.extend(run.words(numbers(*run, within)));
                    }
                    packing.sort_and_merge::<W>(&mut words, &mut spare);
                    let mut bytes = Vec::with_capacity(words.len() * W::BYTES);
                    words.iter().for_each(|word| word.encode(&mut bytes));
                    if sender.send((range, bytes)).is_err() {
                        break;
                    }
                }
            });
        }
        // A thread sends its ranges in ascending order, so the least that is waiting is next.
        let mut waiting: Vec<Option<(usize, Vec<u8>)>> = results
            .iter()
            .map(|receiver| receiver.recv().ok())
            .collect();
        for range in 0..ranges {
            let from = waiting
                .iter()
                .position(|one| one.as_ref().is_some_and(|(number, _)| *number == range))
                .expect("each range is worked on by one thread");
            let (_, bytes) = waiting[from].take().expect("it was there");
            take(&bytes)?;
            waiting[from] = results[from].recv().ok();
        }
        Ok(())
    })
}

/// Least words of ranges, all but the first, that hold about [`PART`] words each.
fn divide<W: Word>(packing: Packing, runs: &[WordRun<'_, W>]) -> Vec<W> {
    let mut sample: Vec<u128> = Vec::new();
    let mut words = 0;
    for run in runs {
        // Every so many of all words, wherever runs begin.
        let first = (SAMPLED - words % SAMPLED) % SAMPLED;
        let numbers = (first..run.len()).step_by(SAMPLED);
        sample.extend(numbers.map(|number| packing.key(run.at(number))));
        words += run.len();
    }
    sample.sort_unstable();
    let step = PART / SAMPLED;
    let mut bounds: Vec<u128> = sample.into_iter().skip(step).step_by(step).collect();
    bounds.dedup();
    bounds
        .into_iter()
        .map(|key| packing.first_word(key))
        .collect()
}

/// Which words of a run lie in a range.
fn numbers<W: Word>(run: WordRun<'_, W>, (from, to): (Option<W>, Option<W>)) -> Range<usize> {
    let start = from.map_or(0, |from| run.below(from));
    let end = to.map_or(run.len(), |to| run.below(to));
    start..end
}
