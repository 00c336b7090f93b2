//! Stones on a rectangle of at most 64 squares: ternary keys and the symmetries of the board.

/// The two sides' stones. Square `row * columns + column` is bit `row * columns + column`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stones {
    /// The stones of the side to move.
    pub mover: u64,
    /// The stones of the other side.
    pub opponent: u64,
}

impl Stones {
    /// Whether the key of `self` is less than that of `other`: the highest square on which they
    /// differ decides, as in any positional notation.
    fn precedes(self, other: Self) -> bool {
        let differing = (self.mover ^ other.mover) | (self.opponent ^ other.opponent);
        if differing == 0 {
            return false;
        }
        let square = differing.ilog2();
        let digit =
            |stones: Self| (stones.mover >> square & 1) + 2 * (stones.opponent >> square & 1);
        digit(self) < digit(other)
    }
}

/// A permutation of bits made of swaps: each entry exchanges the masked bits with those `shift`
/// places higher.
#[derive(Clone, Debug, Default)]
pub struct Swaps(Vec<(u64, u32)>);

impl Swaps {
    /// The swaps of each pair of bits `(low, high)`; pairs at one distance share an entry.
    pub fn new(pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut swaps: Vec<(u64, u32)> = Vec::new();
        for (low, high) in pairs {
            match swaps.iter_mut().find(|(_, shift)| *shift == high - low) {
                Some((mask, _)) => *mask |= 1 << low,
                None => swaps.push((1 << low, high - low)),
            }
        }
        Self(swaps)
    }

    /// The bits of `word`, permuted.
    pub fn apply(&self, mut word: u64) -> u64 {
        for &(mask, shift) in &self.0 {
            let differing = (word ^ (word >> shift)) & mask;
            word ^= differing | (differing << shift);
        }
        word
    }

    fn stones(&self, stones: Stones) -> Stones {
        Stones {
            mover: self.apply(stones.mover),
            opponent: self.apply(stones.opponent),
        }
    }
}

/// Squares in the low part of a key, which fits 64 bits: 3^40 < 2^64.
const LOW_SQUARES: u32 = 40;
const LOW: u128 = 3_u128.pow(LOW_SQUARES);
/// The number of ways to fill eight squares.
const OCTET: u64 = 3_u64.pow(8);

/// The sum of `3^i` over the set bits `i` of each byte.
pub static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte] += 3_u16.pow(bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A board of `columns` x `rows` squares.
#[derive(Clone, Debug)]
pub struct Grid {
    pub columns: u32,
    pub rows: u32,
    mirror_columns: Swaps,
    mirror_rows: Swaps,
    /// The exchange of columns and rows, on a square board.
    transpose: Option<Swaps>,
    /// For each filling of eight squares, the mover's and the opponent's stones.
    octets: Vec<[u8; 2]>,
}

impl Grid {
    /// A board of at most 64 squares and 26 columns.
    pub fn new(columns: u32, rows: u32) -> Self {
        let square = |column: u32, row: u32| row * columns + column;
        let squares = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let pairs = |image: &dyn Fn(u32, u32) -> u32| {
            let moved = |(column, row)| (square(column, row), image(column, row));
            Swaps::new(squares().map(moved).filter(|(low, high)| low < high))
        };
        let mut octets = vec![[0; 2]; OCTET as usize];
        for mover in 0..=255_u8 {
            for opponent in (0..=255_u8).filter(|opponent| mover & opponent == 0) {
                let filling = TERNARY[usize::from(mover)] + 2 * TERNARY[usize::from(opponent)];
                octets[usize::from(filling)] = [mover, opponent];
            }
        }
        Self {
            columns,
            rows,
            mirror_columns: pairs(&|column, row| square(columns - 1 - column, row)),
            mirror_rows: pairs(&|column, row| square(column, rows - 1 - row)),
            transpose: (columns == rows).then(|| pairs(&|column, row| square(row, column))),
            octets,
        }
    }

    pub fn squares(&self) -> u32 {
        self.columns * self.rows
    }

    /// The set of all squares.
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.squares())
    }

    /// The bits a key can have: those of `3^squares - 1`.
    pub fn key_bits(&self) -> u32 {
        (3_u128.pow(self.squares()) - 1).ilog2() + 1
    }

    /// The key: a number in base 3 whose digit `i` is 1 for a stone of the side to move on square
    /// `i`, 2 for one of the opponent, 0 for neither.
    pub fn key(&self, stones: Stones) -> u128 {
        let digits = |from: u32, to: u32| {
            (from / 8..to.div_ceil(8)).rev().fold(0, |number, byte| {
                let at = |word: u64| u64::from(TERNARY[(word >> (8 * byte) & 0xff) as usize]);
                number * OCTET + at(stones.mover) + 2 * at(stones.opponent)
            })
        };
        let low = digits(0, self.squares().min(LOW_SQUARES));
        if self.squares() <= LOW_SQUARES {
            return low.into();
        }
        u128::from(low) + LOW * u128::from(digits(LOW_SQUARES, self.squares()))
    }

    /// The stones with this key, if any.
    pub fn stones(&self, key: u128) -> Option<Stones> {
        if key >= 3_u128.pow(self.squares()) {
            return None;
        }
        let mut stones = Stones::default();
        let halves = [(key % LOW) as u64, (key / LOW) as u64];
        for (half, first) in halves.into_iter().zip([0, LOW_SQUARES]) {
            let (mut rest, mut at) = (half, first);
            while rest > 0 {
                let [mover, opponent] = self.octets[(rest % OCTET) as usize];
                stones.mover |= u64::from(mover) << at;
                stones.opponent |= u64::from(opponent) << at;
                rest /= OCTET;
                at += 8;
            }
        }
        Some(stones)
    }

    /// The image with the least key under the symmetries of the board: four on a rectangle, eight
    /// on a square.
    pub fn canonical(&self, stones: Stones) -> Stones {
        let mut least = stones;
        let mut image = stones;
        let mut see = |image: Stones| {
            if image.precedes(least) {
                least = image;
            }
        };
        for transposes in [false, true] {
            if transposes {
                let Some(transpose) = &self.transpose else {
                    break;
                };
                image = transpose.stones(image);
                see(image);
            }
            for mirror in [
                &self.mirror_columns,
                &self.mirror_rows,
                &self.mirror_columns,
            ] {
                image = mirror.stones(image);
                see(image);
            }
        }
        least
    }

    /// The board row by row from square 0, `X` the side to move, `O` the other, `-` empty; then the
    /// side to move.
    pub fn describe(&self, stones: Stones) -> String {
        let square = |at: u32| match (stones.mover >> at & 1, stones.opponent >> at & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        let board: String = (0..self.squares()).map(square).collect();
        format!("{board} X")
    }
}

/// The name of the move to the square at `index` among `squares`, ascending: columns are letters,
/// rows numbers from 1.
pub fn move_name(columns: u32, squares: u128, index: usize) -> String {
    let mut left = (0..128).filter(|square| squares >> square & 1 == 1);
    match left.nth(index) {
        Some(square) => {
            let (column, row) = (square % columns, square / columns);
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        }
        None => format!("no move (place {index} of {})", squares.count_ones()),
    }
}
