//! External sorting: items of later levels are collected in memory, sorted one buffer at a time,
//! stored as runs on disk, and gathered by ranges, each sorted again in the processor's cache.
//!
//! There are two kinds of runs on disk: [`words`] are packed obligations in sections of the chunks'
//! frames, [`keys`] are compressed and have files of their own.

pub(crate) mod keys;
pub(crate) mod words;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::BuildError;

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

/// A half-open range of items; `None` leaves a side unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemRange<T> {
    pub(crate) from: Option<T>,
    pub(crate) to: Option<T>,
}

impl<T: Ord> ItemRange<T> {
    /// Whether an item is in the range.
    pub(crate) fn contains(&self, item: &T) -> bool {
        let Self { from, to } = self;
        from.as_ref().is_none_or(|from| item >= from) && to.as_ref().is_none_or(|to| item < to)
    }
}

/// Items in ascending order.
pub(crate) trait Run<T>: Sync {
    /// Items at which ranges may begin, about equally far apart.
    fn marks(&self) -> impl Iterator<Item = T>;

    /// Appends the items of a range to `items`. `room` is scratch space.
    fn read(
        &self,
        range: ItemRange<T>,
        items: &mut Vec<T>,
        room: &mut Vec<u8>,
    ) -> Result<(), BuildError>;
}

/// About how many items are sorted at once, so that they fit the processor's cache.
pub(crate) const PART: usize = 1 << 17;

/// Divides what all runs have into ranges, each with `step` marks, and passes what `sort` makes of
/// the items of each, which it receives with scratch space, to `take`, in ascending order.
pub(crate) fn gather<T, S, E, R>(
    runs: &[R],
    step: usize,
    threads: usize,
    sort: impl Fn(&mut Vec<T>, &mut Vec<T>) -> S + Sync,
    take: impl FnMut(Result<S, BuildError>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Copy + Ord + Send + Sync,
    S: Send,
    R: Run<T>,
{
    let ranges = divided(runs.iter().flat_map(Run::marks).collect(), step);
    let space = || (Vec::new(), Vec::new(), Vec::new());
    let sorted = |(items, spare, room): &mut (Vec<T>, Vec<T>, Vec<u8>), range| {
        items.clear();
        for run in runs {
            run.read(range, items, room)?;
        }
        Ok(sort(items, spare))
    };
    in_order(&ranges, threads, space, sorted, take)
}

/// Divides all items into ranges, each but the last with `step` items of the `sample`.
fn divided<T: Copy + Ord>(mut sample: Vec<T>, step: usize) -> Vec<ItemRange<T>> {
    sample.sort_unstable();
    let mut cuts: Vec<T> = sample.into_iter().skip(step).step_by(step).collect();
    cuts.dedup();
    let from = std::iter::once(None).chain(cuts.iter().copied().map(Some));
    let to = cuts.iter().copied().map(Some).chain([None]);
    from.zip(to)
        .map(|(from, to)| ItemRange { from, to })
        .collect()
}

/// Runs `work` on each range on `threads` threads, and passes the results to `take` in the order of
/// the ranges. Each thread has a scratch value made by `space`. No range is begun after `take` has
/// failed.
fn in_order<I: Copy + Sync, S, T: Send, E>(
    ranges: &[ItemRange<I>],
    threads: usize,
    space: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, ItemRange<I>) -> T + Sync,
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

    const ALL: ItemRange<u32> = ItemRange {
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

    #[test]
    fn results_come_in_the_order_of_the_ranges_until_one_is_refused() {
        let ranges = divided((0..1000_u32).collect(), 10);
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
