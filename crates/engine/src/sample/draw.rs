//! Which positions are drawn.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// How many positions are drawn, of which levels, by which seed.
#[derive(Clone, Debug)]
pub struct Draw {
    /// How many.
    pub count: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The levels from which positions are drawn.
    pub levels: RangeInclusive<u32>,
    /// Whether as many of each level.
    pub by_level: bool,
    /// Whether as many with each outcome for the side to move.
    pub balanced: bool,
}

/// How many of `count` fall to each class: as many to each, as far as it has them.
pub(super) fn equal_shares<K: Copy + Ord>(
    sizes: &BTreeMap<K, u64>,
    count: u64,
) -> BTreeMap<K, u64> {
    let mut classes: Vec<(K, u64)> = sizes.iter().map(|(class, size)| (*class, *size)).collect();
    classes.sort_by_key(|(_, size)| *size);
    let mut left = count;
    let mut shares = BTreeMap::new();
    for (done, (class, size)) in classes.iter().enumerate() {
        let others = (classes.len() - done) as u64;
        let share = (left / others).min(*size);
        shares.insert(*class, share);
        left -= share;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_small_class_lacks_the_others_give() {
        let sizes = BTreeMap::from([(0, 1), (1, 50), (2, 3), (3, 9)]);
        for (count, expected) in [
            (0, [0, 0, 0, 0]),
            (2, [0, 1, 0, 1]),
            (4, [1, 1, 1, 1]),
            (20, [1, 8, 3, 8]),
            (40, [1, 27, 3, 9]),
            (63, [1, 50, 3, 9]),
        ] {
            let shares = equal_shares(&sizes, count);
            assert!(shares.into_values().eq(expected), "{count}");
        }
        let without_bound = BTreeMap::from(["a", "b", "c"].map(|class| (class, u64::MAX)));
        let shares = equal_shares(&without_bound, 8);
        assert_eq!(shares.into_values().collect::<Vec<_>>(), [2, 3, 3]);
    }
}
