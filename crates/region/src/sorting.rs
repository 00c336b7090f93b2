//! External sorting: items of later levels are collected in memory, sorted one buffer at a time,
//! stored as runs on disk, and merged by ranges of keys.
//!
//! There are two kinds of runs. [`words`] are packed obligations in sections of the chunks' frames;
//! a range of them is gathered and sorted again in the processor's cache. [`runs`] are compressed
//! keys in separate files; a range of them is merged while it is read, so its length is not limited
//! by memory.

pub(crate) mod runs;
pub(crate) mod words;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Items of several levels, in one list per level.
pub(crate) struct ByLevel<T> {
    levels: Vec<(u32, Vec<T>)>,
    count: usize,
}

impl<T: Ord> ByLevel<T> {
    pub(crate) const fn new() -> Self {
        Self {
            levels: Vec::new(),
            count: 0,
        }
    }

    /// Adds an item of `level`.
    #[inline]
    pub(crate) fn push(&mut self, level: u32, one: T) {
        self.count += 1;
        match self.levels.iter_mut().find(|(known, _)| *known == level) {
            Some((_, list)) => list.push(one),
            None => self.levels.push((level, vec![one])),
        }
    }

    /// The number of items.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// The nonempty lists, by ascending level. [`clear`](Self::clear) keeps their capacity.
    pub(crate) fn lists(&mut self) -> impl Iterator<Item = (u32, &mut Vec<T>)> {
        self.levels.sort_unstable_by_key(|(level, _)| *level);
        let lists = self.levels.iter_mut();
        lists
            .filter(|(_, list)| !list.is_empty())
            .map(|(level, list)| (*level, list))
    }

    /// Removes all items, and the lists of levels that had none.
    pub(crate) fn clear(&mut self) {
        self.levels.retain(|(_, list)| !list.is_empty());
        self.levels.iter_mut().for_each(|(_, list)| list.clear());
        self.count = 0;
    }
}

/// A half-open range of keys; `None` leaves a side unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyRange<K> {
    pub(crate) from: Option<K>,
    pub(crate) to: Option<K>,
}

impl<K> KeyRange<K> {
    /// All keys.
    pub(crate) const ALL: Self = Self {
        from: None,
        to: None,
    };
}

/// Divides the keys into ranges, each but the last with `step` keys of the `sample`.
pub(crate) fn key_ranges<K: Copy + Ord>(mut sample: Vec<K>, step: usize) -> Vec<KeyRange<K>> {
    sample.sort_unstable();
    let mut cuts: Vec<K> = sample.into_iter().skip(step).step_by(step).collect();
    cuts.dedup();
    let from = std::iter::once(None).chain(cuts.iter().copied().map(Some));
    let to = cuts.iter().copied().map(Some).chain([None]);
    from.zip(to)
        .map(|(from, to)| KeyRange { from, to })
        .collect()
}

/// Runs `work` on each range on `threads` threads, and passes the results to `take` in the order of
/// the ranges. Each thread has a scratch value made by `space`. No range is begun after `take` has
/// failed.
pub(crate) fn in_order<K: Copy + Sync, S, T: Send, E>(
    ranges: &[KeyRange<K>],
    threads: usize,
    space: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, KeyRange<K>) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let mut results = Vec::new();
        for _ in 0..threads.clamp(1, ranges.len().max(1)) {
            // Each thread is at most one range ahead of its consumer.
            let (sender, receiver) = mpsc::sync_channel(1);
            results.push(receiver);
            let (next, space, work) = (&next, &space, &work);
            scope.spawn(move || {
                let mut space = space();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(range) = ranges.get(number) else {
                        break;
                    };
                    if sender.send((number, work(&mut space, *range))).is_err() {
                        break;
                    }
                }
            });
        }
        // Each thread sends its ranges in ascending order, so the least one waiting is next.
        let mut waiting: Vec<Option<(usize, T)>> = results
            .iter()
            .map(|receiver| receiver.recv().ok())
            .collect();
        for number in 0..ranges.len() {
            let from = waiting
                .iter()
                .position(|one| one.as_ref().is_some_and(|(first, _)| *first == number))
                .expect("each range is worked on by one thread");
            let (_, result) = waiting[from].take().expect("it was there");
            take(result)?;
            waiting[from] = results[from].recv().ok();
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_all_keys_and_hold_about_as_many_of_the_sample() {
        let ranges = key_ranges((0..100_u32).rev().collect(), 30);
        let ends: Vec<_> = ranges.iter().map(|range| (range.from, range.to)).collect();
        let expected = [
            (None, Some(30)),
            (Some(30), Some(60)),
            (Some(60), Some(90)),
            (Some(90), None),
        ];
        assert_eq!(ends, expected);
        assert_eq!(key_ranges(Vec::<u32>::new(), 5), [KeyRange::ALL]);
        assert_eq!(key_ranges(vec![7; 3], 5), [KeyRange::ALL]);
    }

    #[test]
    fn results_come_in_the_order_of_the_ranges_until_one_is_refused() {
        let ranges = key_ranges((0..1000_u32).collect(), 10);
        for threads in [1, 4] {
            let mut taken = Vec::new();
            let take = |from: Option<u32>| {
                taken.push(from);
                if from == Some(700) {
                    Err("enough")
                } else {
                    Ok(())
                }
            };
            let found = in_order(&ranges, threads, || (), |(), range| range.from, take);
            assert_eq!(found, Err("enough"));
            let first = ranges.iter().map(|range| range.from);
            assert!(taken.into_iter().eq(first.take(71)), "{threads} threads");
        }
    }

    #[test]
    fn lists_are_by_level_and_empty_after_clearing() {
        let mut lists = ByLevel::new();
        for (level, one) in [(3, 'a'), (1, 'b'), (3, 'c')] {
            lists.push(level, one);
        }
        assert_eq!(lists.count(), 3);
        let found: Vec<(u32, String)> = lists
            .lists()
            .map(|(level, list)| (level, list.iter().collect()))
            .collect();
        assert_eq!(found, [(1, "b".to_owned()), (3, "ac".to_owned())]);
        lists.clear();
        assert_eq!((lists.count(), lists.lists().count()), (0, 0));
    }
}
