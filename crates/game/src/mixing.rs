//! Hash functions that distribute keys over tables, shards and caches.

/// 2^64 divided by the golden ratio, for Fibonacci hashing: the high bits of a product with it
/// depend on all bits of the other factor.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Fibonacci hash of `number`; use the high bits.
#[inline(always)]
pub const fn spread(number: u64) -> u64 {
    number.wrapping_mul(GOLDEN)
}

/// Fibonacci hash of a wide number, its halves combined; use the high bits.
#[inline(always)]
pub const fn spread_wide(number: u128) -> u64 {
    spread(number as u64 ^ (number >> 64) as u64)
}

/// Hash of the stones of both sides; use the high bits.
#[inline(always)]
pub const fn fold_sides(mover: u64, opponent: u64) -> u64 {
    spread(mover) ^ opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29)
}

/// Hash of a key; all bits are usable.
#[inline]
pub const fn hash(key: u128) -> u64 {
    let folded = spread(key as u64) ^ (key >> 64) as u64;
    let product = (folded ^ folded >> 32) as u128 * GOLDEN as u128;
    (product >> 64) as u64 ^ product as u64
}

/// 32-bit hash of a set of cells. Checkpoints store it, so it must never change.
#[inline]
pub const fn short_hash(cells: u128) -> u32 {
    let folded = spread(cells as u64).rotate_left(32) ^ (cells >> 64) as u64;
    let folded = folded.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (spread(folded ^ folded >> 29) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Related boards differ in few bits, often far apart.
    #[test]
    fn boards_that_differ_little_fall_into_different_places() {
        let boards = (0..40_u32).flat_map(|one| (0..one).map(move |other| (one, other)));
        let mut loads = [[0_u32; 64]; 4];
        for (one, other) in boards {
            let (mover, opponent) = (1_u64 << one, 1_u64 << other);
            let key = u128::from(mover) << 64 | u128::from(opponent);
            let places = [
                spread_wide(key ^ key >> 9) >> 58,
                spread(fold_sides(mover, opponent)) >> 58,
                hash(key) % 64,
                u64::from(short_hash(key)) % 64,
            ];
            for (load, place) in loads.iter_mut().zip(places) {
                load[place as usize] += 1;
            }
        }
        for load in loads {
            assert!(load.iter().all(|keys| *keys <= 48), "{load:?}");
        }
    }

    /// The expected hashes were computed by an earlier version.
    #[test]
    fn hashes_in_files_stay_what_they_are() {
        let found = [0, 1, 1 << 64, u128::MAX / 3].map(short_hash);
        assert_eq!(found, [0, 384_013_490, 2_980_268_260, 3_264_502_191]);
    }
}
