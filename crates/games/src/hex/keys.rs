//! Keys: numbers in base 3, 0 for an empty cell, 1 for the side to move, 2 for the other side, cell
//! *i* with weight 3^*i*. The last cell has 1 for either side: whose stone it is follows from how
//! many stones there are on the other cells.

use solveig_game::WideKey;

use super::HexPosition;
use crate::grid::ternary::{BYTE_KEYS, SPREAD, stones_of};

/// The number of ternary digits that fit 64 bits: 3^40 < 2^64.
const PART: u32 = 40;
const PART_BYTES: usize = PART as usize / 8;
const PART_KEYS: u128 = 3u128.pow(PART);

/// The number of cells in the lower half of a key: 3^80 < 2^127. The upper half holds the remaining
/// cells of larger boards.
const HALF: u32 = 2 * PART;
const HALF_KEYS: u128 = PART_KEYS * PART_KEYS;

/// The keys of boards of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    cells: u32,
    /// The last cell as a bitboard.
    last: u128,
    /// The weight of the last cell in the half of the key that holds it.
    weight: u128,
    lead: i32,
}

impl Keys {
    /// The keys of boards of 1 to 121 cells where Black has `lead` stones more than White whenever
    /// Black is to move.
    pub(super) const fn new(cells: u32, lead: i32) -> Self {
        let below = if cells > HALF + 1 {
            cells - 1 - HALF
        } else {
            cells - 1
        };
        Self {
            cells,
            last: 1 << (cells - 1),
            weight: 3u128.pow(below),
            lead,
        }
    }

    /// How many stones Black has more than White whenever Black is to move: 0 unless the board was
    /// set up by hand.
    pub(super) const fn lead(&self) -> i32 {
        self.lead
    }

    /// Whether Black is to move, by the number of stones.
    #[inline]
    pub(super) const fn first_to_move(&self, stones: u32) -> bool {
        (stones as i32 ^ self.lead) & 1 == 0
    }

    /// How many stones the side to move has more than the other where there are so many in all.
    const fn lead_of_mover(&self, stones: u32) -> i32 {
        match self.first_to_move(stones) {
            true => self.lead,
            false => -self.lead - 1,
        }
    }

    /// Whether the numbers of stones tell that the sides moved in turn.
    pub(super) const fn are_turns(&self, position: HexPosition) -> bool {
        let (mover, opponent) = position.counts();
        mover as i32 - opponent as i32 == self.lead_of_mover(mover + opponent)
    }

    /// Whether the upper half holds the last cell.
    const fn are_wide(&self) -> bool {
        self.cells > HALF + 1
    }

    /// The width of the keys in bits.
    pub(super) const fn bits(&self) -> u32 {
        let of_last = u128::BITS - (2 * self.weight - 1).leading_zeros();
        if self.are_wide() {
            u128::BITS + of_last
        } else {
            of_last
        }
    }

    #[inline]
    pub(super) fn key(&self, position: HexPosition) -> WideKey {
        let HexPosition { mover, opponent } = position;
        let last_stone = match (mover | opponent) & self.last {
            0 => 0,
            _ => self.weight,
        };
        let (mover, opponent) = (mover & !self.last, opponent & !self.last);
        let number = |from: u32| u128::from(number_of(mover >> from, opponent >> from));
        let mut key = WideKey {
            high: 0,
            low: number(0),
        };
        if self.cells > PART {
            key.low += PART_KEYS * number(PART);
        }
        if self.are_wide() {
            key.high = number(HALF) + last_stone;
        } else {
            key.low += last_stone;
        }
        key
    }

    /// The position with this key, if the sides moved in turn.
    pub(super) fn position(&self, key: WideKey) -> Option<HexPosition> {
        let WideKey { mut high, mut low } = key;
        let half = if self.are_wide() { &mut high } else { &mut low };
        let has_last_stone = *half >= self.weight;
        *half -= if has_last_stone { self.weight } else { 0 };
        let last_limit = self.weight;
        let (low_limit, high_limit) = if self.are_wide() {
            (HALF_KEYS, last_limit)
        } else {
            (last_limit, 1)
        };
        if low >= low_limit || high >= high_limit {
            return None;
        }
        let parts = [low % PART_KEYS, low / PART_KEYS, high];
        let mut position = HexPosition::default();
        for (part, from) in parts.into_iter().zip([0, PART, HALF]) {
            // All parts are below 3^40.
            let (mover, opponent) = stones_of(part as u64);
            position.mover |= u128::from(mover) << from;
            position.opponent |= u128::from(opponent) << from;
        }
        if has_last_stone {
            let (mover, opponent) = position.counts();
            let lead = mover as i32 - opponent as i32;
            *(if lead < self.lead_of_mover(mover + opponent + 1) {
                &mut position.mover
            } else {
                &mut position.opponent
            }) |= self.last;
        }
        self.are_turns(position).then_some(position)
    }

    /// Whether the key of `one` is less than that of `other`: the highest cell on which they differ
    /// decides.
    #[inline]
    pub(super) const fn precedes(&self, one: HexPosition, other: HexPosition) -> bool {
        let mut differing = (one.mover ^ other.mover) | (one.opponent ^ other.opponent);
        if one.occupied() & other.occupied() & self.last != 0 {
            differing &= !self.last;
        }
        if differing == 0 {
            return false;
        }
        let highest = 1 << (u128::BITS - 1 - differing.leading_zeros());
        // The side to move has the lesser digit, an empty cell the least.
        let is_taken = other.occupied() & highest != 0;
        is_taken && (one.occupied() & highest == 0 || other.opponent & highest != 0)
    }
}

/// The number of the low 40 cells.
#[inline]
fn number_of(mover: u128, opponent: u128) -> u64 {
    let (mover, opponent) = (mover.to_le_bytes(), opponent.to_le_bytes());
    (0..PART_BYTES).rev().fold(0, |number, byte| {
        let digits = |stones: u8| u64::from(SPREAD[usize::from(stones)]);
        number * BYTE_KEYS as u64 + digits(mover[byte]) + 2 * digits(opponent[byte])
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SIZES: [u32; 12] = [1, 2, 9, 39, 40, 41, 80, 81, 82, 88, 110, 121];

    /// As many stones of either side, or one more of the other, on the first cells of a shuffle.
    fn position(order: &[u32], stones: usize) -> HexPosition {
        let mut position = HexPosition::default();
        for (place, cell) in order[..stones].iter().enumerate() {
            let turn = (stones - place).is_multiple_of(2);
            *(if turn {
                &mut position.mover
            } else {
                &mut position.opponent
            }) |= 1 << cell;
        }
        position
    }

    /// The digits of a key from the last cell down, which sort as the key does.
    fn digits(cells: u32, position: HexPosition) -> Vec<u128> {
        let digit = |cell: u32| position.mover >> cell & 1 | (position.opponent >> cell & 1) << 1;
        let last = digit(cells - 1).min(1);
        let others = (0..cells - 1).rev().map(digit);
        std::iter::once(last).chain(others).collect()
    }

    proptest! {
        #[test]
        fn keys_are_numbers_in_base_three_and_lead_back(
            cells in prop::sample::select(&SIZES[..]),
            seeds in prop::collection::vec(any::<u64>(), 121),
            stones in prop::array::uniform2(any::<prop::sample::Index>()),
        ) {
            let keys = Keys::new(cells, 0);
            let mut order: Vec<u32> = (0..cells).collect();
            order.sort_by_key(|cell| seeds[*cell as usize]);
            let one = position(&order, stones[0].index(cells as usize + 1));
            order.reverse();
            let other = position(&order, stones[1].index(cells as usize + 1));
            for position in [one, other] {
                let key = keys.key(position);
                prop_assert!(key.width() <= keys.bits());
                prop_assert_eq!(keys.position(key), Some(position));
                if cells <= HALF + 1 {
                    let number = digits(cells, position).into_iter();
                    let number = number.fold(0, |number, digit| 3 * number + digit);
                    prop_assert_eq!(key, number.into());
                }
            }
            let order = digits(cells, one).cmp(&digits(cells, other));
            prop_assert_eq!(keys.key(one).cmp(&keys.key(other)), order);
            prop_assert_eq!(keys.precedes(one, other), order.is_lt());
        }

        #[test]
        fn numbers_are_keys_of_what_they_give(
            cells in prop::sample::select(&SIZES[..]),
            high: u128,
            low: u128,
            shift in 0..128u32,
        ) {
            let keys = Keys::new(cells, 0);
            for key in [WideKey { high: high >> shift, low }, (low >> shift).into()] {
                if let Some(position) = keys.position(key) {
                    prop_assert_eq!(keys.key(position), key);
                }
            }
        }
    }

    #[test]
    fn keys_end_where_the_last_cell_has_its_highest_digit() {
        let bits = |cells| Keys::new(cells, 0).bits();
        assert_eq!([1, 9, 25, 36, 40].map(bits), [1, 14, 40, 57, 63]);
        assert_eq!([41, 49, 64, 81].map(bits), [65, 78, 101, 128]);
        assert_eq!([88, 100, 121].map(bits), [141, 160, 193]);
        for cells in SIZES {
            let keys = Keys::new(cells, 0);
            let beyond = 2 * keys.weight;
            let beyond = if keys.are_wide() {
                WideKey {
                    high: beyond,
                    low: 0,
                }
            } else {
                beyond.into()
            };
            assert_eq!(keys.position(beyond), None);
            let largest = WideKey {
                high: u128::MAX,
                low: u128::MAX,
            };
            assert_eq!(keys.position(largest), None);
        }
    }
}
