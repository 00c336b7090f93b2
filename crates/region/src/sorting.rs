//! External sorting: what does not fit memory is sorted one buffer at a time, stored as runs on
//! disk, and merged from these in parts, each sorted again in the processor's cache.
//!
//! [`merge`] reads [sorted files](crate::blocks::SortedFile) from their fronts, in bounded memory.
//! Packed obligations are sections of the chunks' frames, and are gathered by ranges of keys.

mod files;
mod keys;
pub(crate) mod words;

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

pub use files::{MergeLimits, merge};

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
        match self
            .levels
            .iter_mut()
            .find(|(list_level, _)| *list_level == level)
        {
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

/// About how many items are sorted at once, so that they fit the processor's cache.
pub(crate) const PART: usize = 1 << 17;

/// Runs `work` on each of the `parts` on `threads` threads, and passes the results to `take` in the
/// order of the parts, which the threads draw in turn. Each thread has a scratch value made by
/// `space`. No part is begun after `take` has failed.
fn in_order<I, S, T: Send, E>(
    parts: impl Iterator<Item = I> + Send,
    threads: usize,
    space: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let parts = Mutex::new(parts.enumerate());
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        let mut results = Vec::new();
        for _ in 0..threads.max(1) {
            // Each thread is at most one part ahead of its consumer.
            let (sender, receiver) = mpsc::sync_channel(1);
            results.push(receiver);
            let (next, space, work) = (&next, &space, &work);
            scope.spawn(move || {
                let mut space = space();
                while let Some((number, part)) = next() {
                    if sender.send((number, work(&mut space, part))).is_err() {
                        break;
                    }
                }
            });
        }
        // Each thread sends its parts in ascending order, so the least one waiting is next.
        let mut waiting: Vec<Option<(usize, T)>> = results
            .iter()
            .map(|receiver| receiver.recv().ok())
            .collect();
        let least = |waiting: &[Option<(usize, T)>]| {
            let numbers = waiting.iter().enumerate();
            let numbers = numbers.filter_map(|(from, one)| Some((one.as_ref()?.0, from)));
            numbers.min().map(|(_, from)| from)
        };
        while let Some(from) = least(&waiting) {
            let received = waiting[from].take();
            if let Some((_, result)) = received {
                take(result)?;
            }
            waiting[from] = results[from].recv().ok();
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_parts_until_one_is_refused() {
        for threads in [1, 4] {
            let mut parts = Vec::new();
            let take = |part: u32| {
                parts.push(part);
                if part == 70 { Err("enough") } else { Ok(()) }
            };
            let found = in_order(0..100, threads, || (), |(), part| part, take);
            assert_eq!(found, Err("enough"));
            assert!(parts.into_iter().eq(0..=70), "{threads} threads");
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
