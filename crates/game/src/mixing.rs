//! How keys are scattered over tables, shards and caches.

/// The golden ratio's binary expansion, for multiplicative hashing: the high bits of a product depend on all bits of what is
/// multiplied.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// `number` times the golden ratio; its high bits are the good ones.
#[inline(always)]
pub const fn spread(number: u64) -> u64 {
    number.wrapping_mul(GOLDEN)
}

/// The same of both halves of a wide number together.
#[inline(always)]
pub const fn spread_wide(number: u128) -> u64 {
    spread(number as u64 ^ (number >> 64) as u64)
}

/// One number of the stones of both sides. Its high bits are the good ones.
#[inline(always)]
pub const fn fold_sides(mover: u64, opponent: u64) -> u64 {
    spread(mover) ^ opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29)
}

/// A hash of a key, all bits of which are good.
#[inline]
pub const fn hash(key: u128) -> u64 {
    let folded = spread(key as u64) ^ (key >> 64) as u64;
    let product = (folded ^ folded >> 32) as u128 * GOLDEN as u128;
    (product >> 64) as u64 ^ product as u64
}

/// A hash of 32 bits of a set of cells. Checkpoints keep it: it must stay what it is.
#[inline]
pub const fn short_hash(cells: u128) -> u32 {
    let folded = spread(cells as u64).rotate_left(32) ^ (cells >> 64) as u64;
    let folded = folded.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (spread(folded ^ folded >> 29) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards differ in few bits, often far apart.
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

    /// What an earlier version had.
    #[test]
    fn hashes_in_files_stay_what_they_are() {
        let found = [0, 1, 1 << 64, u128::MAX / 3].map(short_hash);
        assert_eq!(found, [0, 384_013_490, 2_980_268_260, 3_264_502_191]);
    }
}
