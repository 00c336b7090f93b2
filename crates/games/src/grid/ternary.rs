//! Ternary keys: digit 0 for an empty square, 1 for the side to move, 2 for the other side, square
//! *i* with weight 3^*i*.

use std::ops::Add;

use solveig_game::Symmetry;

use super::{Grid, Position, squares_of_byte};

/// The number of keys of eight squares: 3^8.
pub(crate) const BYTE_KEYS: usize = 6561;

/// The number of keys of the low half of the largest board: 3^32.
const HALF_KEYS: u64 = (BYTE_KEYS as u64).pow(4);

/// The number whose ternary digits are the binary digits of a byte.
pub(crate) static SPREAD: [u16; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut weight) = (0, 1);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                spread[byte] += weight;
            }
            weight *= 3;
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// The bytes (mover, opponent) that each key of eight squares stands for.
static GATHER: [(u8, u8); BYTE_KEYS] = {
    let mut gather = [(0, 0); BYTE_KEYS];
    let mut key = 0;
    while key < BYTE_KEYS {
        let (mut bit, mut rest) = (0, key);
        while rest > 0 {
            match rest % 3 {
                1 => gather[key].0 |= 1 << bit,
                2 => gather[key].1 |= 1 << bit,
                _ => {}
            }
            rest /= 3;
            bit += 1;
        }
        key += 1;
    }
    gather
};

/// The stones of the side to move and of its opponent for a ternary number.
pub(crate) fn stones_of(mut number: u64) -> (u64, u64) {
    let mut stones = (0, 0);
    let mut shift = 0;
    while number > 0 {
        let (mover, opponent) = GATHER[(number % BYTE_KEYS as u64) as usize];
        stones.0 |= u64::from(mover) << shift;
        stones.1 |= u64::from(opponent) << shift;
        number /= BYTE_KEYS as u64;
        shift += 8;
    }
    stones
}

impl Grid {
    /// The width of the keys in bits.
    pub fn key_bits(&self) -> u32 {
        128 - (self.tables.key_limit - 1).leading_zeros()
    }

    /// The exact key of a position.
    pub fn key(&self, position: Position) -> u128 {
        let mover = position.mover.to_le_bytes();
        let opponent = position.opponent.to_le_bytes();
        let digit = |place: usize| {
            u64::from(SPREAD[usize::from(mover[place])])
                + 2 * u64::from(SPREAD[usize::from(opponent[place])])
        };
        let join = |places: [usize; 4]| {
            let base = BYTE_KEYS as u64;
            let pair = |low, high| digit(low) + base * digit(high);
            pair(places[0], places[1]) + base * base * pair(places[2], places[3])
        };
        let low = join([0, 1, 2, 3]);
        let high = if self.squares() <= 40 {
            digit(4)
        } else {
            join([4, 5, 6, 7])
        };
        u128::from(low) + u128::from(high) * u128::from(HALF_KEYS)
    }

    /// The position with this key, if there is one.
    pub fn position(&self, key: u128) -> Option<Position> {
        if key >= self.tables.key_limit {
            return None;
        }
        let mut position = Position::default();
        let half = u128::from(HALF_KEYS);
        // Both halves are below 3^32, which fits.
        for (offset, part) in [(0, key % half), (32, key / half)] {
            let (mover, opponent) = stones_of(part as u64);
            position.mover |= mover << offset;
            position.opponent |= opponent << offset;
        }
        Some(position)
    }
}

/// Tables with what each byte of a bitboard contributes to the keys of all images.
///
/// A key is linear in the squares, so the keys of all images are sums of one table row per byte,
/// and only the image with the least key has to be built.
pub(super) enum ImageKeys {
    /// Keys of at most 64 bits.
    Narrow(Box<[[[u64; 8]; 256]]>),
    /// Keys of up to 128 bits.
    Wide(Box<[[[u128; 8]; 256]]>),
}

impl ImageKeys {
    /// The tables for the symmetries with these permutations of the squares; fewer than eight are
    /// repeated.
    pub(super) fn new(permutations: &[Vec<u32>]) -> Self {
        let squares = permutations[0].len();
        let weight = |place: usize, byte: usize, symmetry: usize| -> u128 {
            let permutation = &permutations[symmetry % permutations.len()];
            squares_of_byte(squares, place, byte)
                .map(|square| 3u128.pow(permutation[square]))
                .sum()
        };
        match squares {
            ..=40 => Self::Narrow(byte_tables(squares, |place, byte, by| {
                weight(place, byte, by) as u64
            })),
            _ => Self::Wide(byte_tables(squares, weight)),
        }
    }

    /// The first symmetry whose image of the position has the least key.
    pub(super) fn least(&self, position: Position) -> Symmetry {
        match self {
            Self::Narrow(tables) => first_least(tables, position),
            Self::Wide(tables) => first_least(tables, position),
        }
    }
}

/// For each byte of a board, each of its values and each symmetry, the weight.
fn byte_tables<K>(
    squares: usize,
    weight: impl Fn(usize, usize, usize) -> K,
) -> Box<[[[K; 8]; 256]]> {
    let table = |place| {
        std::array::from_fn(|byte| std::array::from_fn(|symmetry| weight(place, byte, symmetry)))
    };
    (0..squares.div_ceil(8)).map(table).collect()
}

/// The first symmetry with the least sum of weights.
#[inline(always)]
fn first_least<K>(tables: &[[[K; 8]; 256]], position: Position) -> Symmetry
where
    K: Copy + Default + Ord + Add<Output = K>,
{
    let mut keys = [K::default(); 8];
    let (mut mover, mut opponent) = (position.mover, position.opponent);
    for table in tables {
        let one = &table[(mover & 0xff) as usize];
        let two = &table[(opponent & 0xff) as usize];
        for symmetry in 0..8 {
            keys[symmetry] = keys[symmetry] + one[symmetry] + two[symmetry] + two[symmetry];
        }
        (mover, opponent) = (mover >> 8, opponent >> 8);
    }
    let mut first = 0;
    for symmetry in 1..8 {
        if keys[symmetry] < keys[first] {
            first = symmetry;
        }
    }
    Symmetry(first as u8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn slow_key(position: Position) -> u128 {
        (0..64).rev().fold(0, |key, square| {
            let mover = position.mover >> square & 1;
            let opponent = position.opponent >> square & 1;
            key * 3 + u128::from(mover + 2 * opponent)
        })
    }

    fn slow_canonical(grid: &Grid, position: Position) -> (Position, Symmetry) {
        (0..grid.symmetries())
            .map(|number| (grid.transform(position, Symmetry(number)), Symmetry(number)))
            .min_by_key(|(image, _)| slow_key(*image))
            .expect("there is always the identity")
    }

    proptest! {
        #[test]
        fn keys_are_ternary_numbers_and_lead_back(
            (columns, rows) in prop::sample::select(vec![
                (1, 1), (3, 3), (4, 4), (6, 4), (6, 6), (10, 4), (4, 10), (6, 10), (16, 4), (8, 8),
            ]),
            mover: u64,
            opponent: u64,
        ) {
            let grid = Grid::new(columns, rows);
            let mover = mover & grid.board();
            let position = Position { mover, opponent: opponent & grid.board() & !mover };
            let key = grid.key(position);
            prop_assert_eq!(key, slow_key(position));
            prop_assert!(key >> grid.key_bits() == 0);
            prop_assert_eq!(grid.position(key), Some(position));
            prop_assert_eq!(grid.canonical(position), slow_canonical(&grid, position));
        }
    }

    #[test]
    fn keys_end_at_three_to_the_number_of_squares() {
        for (columns, rows, bits) in [(3, 3, 15), (6, 6, 58), (10, 4, 64), (8, 8, 102)] {
            let grid = Grid::new(columns, rows);
            let limit = 3u128.pow(columns * rows);
            assert_eq!(grid.key_bits(), bits);
            let all_opponent = Position {
                mover: 0,
                opponent: grid.board(),
            };
            assert_eq!(grid.position(limit - 1), Some(all_opponent));
            assert_eq!(grid.position(limit), None);
            assert_eq!(grid.position(u128::MAX), None);
        }
    }
}
