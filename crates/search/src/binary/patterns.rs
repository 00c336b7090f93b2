//! Relevance zones as patterns: one proof for all positions with the same stones of the winner in
//! the zone.
//!
//! A [zone](super::zones) of a decided position holds wherever the winner has the stones that it
//! has there, and each of the zone's empty cells is empty or the winner's: further own stones never
//! hurt it, nor does having the move. So a zone decides positions that were never searched
//! (zone-based transposition table, Shih et al. 2021).
//!
//! A pattern is indexed by two of its stones. A look-up tries every pair of the winner's stones.

use std::io;
use std::sync::{Mutex, PoisonError};

use solveig_game::Move;
use solveig_game::mixing::spread_wide;

use crate::checkpoint::{CheckpointReader, CheckpointWriter, invalid};

/// The maximum number of patterns in a bucket, which is searched linearly. Measured on Hex: with
/// 64, Expected Work Search expands more positions.
const MAX_PATTERNS: usize = 512;

/// A pattern that wins for its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Cells on which the winner has stones.
    pub(super) stones: u128,
    /// Cells that must be empty or the winner's.
    pub(super) free: u128,
    /// The winning move, one of the `free` cells, if the winner is to move and it is known.
    pub(super) played: Option<Move>,
}

impl Pattern {
    fn matches(&self, own: u128, other: u128) -> bool {
        let lacking = self.stones & !own | self.free & other;
        lacking == 0 && self.played.is_none_or(|played| own >> played.0 & 1 == 0)
    }
}

/// The side that a pattern wins for, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    /// Whether the owner is the first player, who moves at even levels.
    pub(super) is_first: bool,
    /// Whether the owner is to move.
    pub(super) moves: bool,
}

/// A table of patterns in bounded memory; buckets evict the least recently matched pattern.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: u16,
    buckets: Box<[Mutex<Vec<Pattern>>]>,
    /// Buckets of each owner.
    stride: usize,
    /// The maximum number of patterns in a bucket.
    max: usize,
}

impl Patterns {
    /// An empty table for boards of `cells` cells, of about `bytes` bytes.
    pub(super) fn new(cells: u16, bytes: u64) -> Self {
        let stride = pair(0, cells.into()) + 1;
        let all = bytes as usize / size_of::<Pattern>();
        Self {
            cells,
            buckets: (0..4 * stride).map(|_| Mutex::default()).collect(),
            stride,
            max: (all / (4 * stride)).clamp(2, MAX_PATTERNS),
        }
    }

    fn with<T>(&self, at: usize, then: impl FnOnce(&mut Vec<Pattern>) -> T) -> T {
        let bucket = self.buckets[at].lock();
        then(&mut bucket.unwrap_or_else(PoisonError::into_inner))
    }

    /// The first bucket of an owner.
    fn first(&self, owner: Owner) -> usize {
        (usize::from(owner.is_first) * 2 + usize::from(owner.moves)) * self.stride
    }

    /// Finds a pattern that decides a position in which its owner has the stones `own`, the
    /// opponent `other`.
    pub(super) fn find(&self, owner: Owner, own: u128, other: u128) -> Option<Pattern> {
        let first = self.first(owner);
        let find = |place| {
            self.with(first + place, |bucket| {
                let at = bucket.iter().position(|one| one.matches(own, other))?;
                let found = bucket[at];
                bucket.swap(at, at / 2);
                Some(found)
            })
        };
        let mut high = own;
        while high != 0 {
            let above = high.trailing_zeros() as usize;
            high &= high - 1;
            let mut low = own & ((2_u128 << above).wrapping_sub(1));
            while low != 0 {
                let below = low.trailing_zeros() as usize;
                low &= low - 1;
                if let Some(found) = find(pair(below, above)) {
                    return Some(found);
                }
            }
        }
        find(self.stride - 1)
    }

    /// Stores a pattern unless one in its bucket implies it.
    pub(super) fn keep(&self, owner: Owner, pattern: Pattern) {
        let place = self.place(pattern.stones);
        self.with(self.first(owner) + place, |bucket| {
            let is_known = |one: &Pattern| {
                one.stones & !pattern.stones == 0
                    && one.free & !(pattern.free | pattern.stones) == 0
            };
            if bucket.iter().any(is_known) {
                return;
            }
            if bucket.len() >= self.max {
                bucket.pop();
            }
            let middle = bucket.len() / 2;
            bucket.insert(middle, pattern);
        });
    }

    /// Writes all patterns.
    pub(super) fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        for at in 0..self.buckets.len() {
            let bucket = self.with(at, |bucket| bucket.clone());
            to.word(bucket.len() as u64)?;
            for pattern in bucket {
                to.wide(pattern.stones)?;
                to.wide(pattern.free)?;
                to.word(pattern.played.map_or(u64::MAX, |played| played.0.into()))?;
            }
        }
        Ok(())
    }

    /// Reads the patterns that [`save`](Self::save) wrote for boards of the same size.
    pub(super) fn load(&self, from: &mut CheckpointReader) -> io::Result<()> {
        let board = u128::MAX >> (128 - u32::from(self.cells).min(128));
        for at in 0..self.buckets.len() {
            let moves = at / self.stride % 2 == 1;
            for _ in 0..from.number("patterns", MAX_PATTERNS as u64)? {
                let (stones, free) = (from.wide()?, from.wide()?);
                if stones & free != 0 || (stones | free) & !board != 0 {
                    return Err(invalid(format!("pattern {stones:#x} with {free:#x}")));
                }
                let played = match from.word()? {
                    u64::MAX => None,
                    played => Some(Move(played.min(u16::MAX.into()) as u16)),
                };
                let is_free = |played: Move| played.0 < self.cells && free >> played.0 & 1 == 1;
                if !moves && played.is_some() || !played.is_none_or(is_free) {
                    return Err(invalid(format!("pattern {stones:#x} with move {played:?}")));
                }
                self.with(at, |bucket| {
                    if bucket.len() < self.max {
                        bucket.push(Pattern {
                            stones,
                            free,
                            played,
                        });
                    }
                });
            }
        }
        Ok(())
    }

    /// The bucket of a pattern: two of its stones selected by a hash of all, so that buckets fill
    /// evenly.
    fn place(&self, stones: u128) -> usize {
        let count = stones.count_ones();
        if count == 0 {
            return self.stride - 1;
        }
        let hash = spread_wide(stones);
        let draw = |part: u64| nth(stones, ((part * u64::from(count)) >> 32) as u32);
        let (one, mut other) = (draw(hash & 0xffff_ffff), draw(hash >> 32));
        if one == other {
            let rest = stones & !(1 << one);
            other = match rest {
                0 => one,
                _ => rest.trailing_zeros() as usize,
            };
        }
        pair(one.min(other), one.max(other))
    }
}

/// The index of a pair of cells, the lower one first.
const fn pair(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

fn nth(mut cells: u128, at: u32) -> usize {
    for _ in 0..at {
        cells &= cells - 1;
    }
    cells.trailing_zeros() as usize
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::random::Random;

    /// On boards of one cell up to as many as a set holds, in any memory.
    #[test]
    fn patterns_are_found_wherever_their_owner_has_their_stones() {
        let mut random = Random::new(1);
        let mut any = || (0..4).fold(0, |all, _| all << 32 | u128::from(random.below(u32::MAX)));
        let (is_first, moves) = (true, true);
        let owner = Owner { is_first, moves };
        for cells in [2, 63, 64, 65, 121, 127, 128] {
            let (board, last) = (u128::MAX >> (128 - cells), 1 << (cells - 1));
            for bytes in [0, u64::MAX] {
                let [patterns, read] = [(); 2].map(|()| Patterns::new(cells, bytes));
                let mut all = vec![0, 1, last, board ^ 1, board ^ last];
                all.extend((0..20).map(|_| any() & any() & board & !last));
                for stones in all {
                    let free = board & !stones & (any() | 1 | last);
                    let pattern = Pattern {
                        stones,
                        free,
                        played: Some(Move(free.trailing_zeros() as u16)),
                    };
                    patterns.keep(owner, pattern);
                    let own = stones | any() & board & !free;
                    let found = patterns.find(owner, own, board & !own & !free);
                    assert!(found.is_some(), "{cells}: {pattern:?}");
                }
                let mut words = Vec::new();
                patterns.save(&mut CheckpointWriter(&mut words)).unwrap();
                read.load(&mut CheckpointReader(&mut &words[..])).unwrap();
                assert_eq!(read.find(owner, last, 0), patterns.find(owner, last, 0));
            }
        }
    }
}
