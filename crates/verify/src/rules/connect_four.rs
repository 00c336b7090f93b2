//! Connect Four on any board whose columns, each with a spare bit, fit 64 bits (Takizawa 2026,
//! section 4.2.2).

use super::grid::Swaps;
use super::placing::{Impossible, exists};
use crate::{Interval, Rules, Stage};

/// Stones on the board; square `column * (rows + 1) + row` is that bit, row 0 at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drops {
    /// The stones of the side to move.
    mover: u64,
    /// The stones of both sides.
    both: u64,
}

/// The rules of Connect Four. Utility: 1, 0 or -1. By score, a win is worth 1 plus the number of
/// stones that the winner has left, and a loss the negative of that.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    columns: u32,
    rows: u32,
    by_score: bool,
    /// The columns in tie-break order.
    order: Vec<u32>,
    mirror: Swaps,
}

impl ConnectFour {
    /// A board of `columns` x `rows` squares; `None` unless both are at least 1 and
    /// `columns * (rows + 1)` is at most 64.
    pub fn new(columns: u32, rows: u32) -> Option<Self> {
        let bits = columns.checked_mul(rows.checked_add(1)?)?;
        if columns == 0 || rows == 0 || bits > 64 {
            return None;
        }
        let mut order: Vec<u32> = (0..columns).collect();
        order.sort_by_key(|column| ((2 * column).abs_diff(columns - 1), *column));
        let height = rows + 1;
        let mirrored = |bit: u32| (columns - 1 - bit / height) * height + bit % height;
        let pairs = (0..bits).map(|bit| (bit, mirrored(bit)));
        Some(Self {
            columns,
            rows,
            by_score: false,
            order,
            mirror: Swaps::new(pairs.filter(|(low, high)| low < high)),
        })
    }

    /// The same board, where a win is worth 1 plus the number of stones that the winner has left.
    #[must_use]
    pub fn by_score(self) -> Self {
        Self {
            by_score: true,
            ..self
        }
    }

    /// What a win is worth, by score, to the side that ends the game with `placed` stones on the
    /// board.
    fn score_of_win(&self, placed: u32) -> i32 {
        // If the number of squares is odd, the first player has one stone more.
        let squares = self.columns * self.rows;
        let (dealt, used) = if placed % 2 == 1 {
            (squares.div_ceil(2), placed.div_ceil(2))
        } else {
            (squares / 2, placed / 2)
        };
        1 + (dealt - used) as i32
    }

    /// The bits of one column from the bottom to the top, without the spare one.
    fn column(&self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * (self.rows + 1))
    }

    /// The square on which a stone dropped into `column` lands, as a set; empty if the column is
    /// full.
    fn landing(&self, position: Drops, column: u32) -> u64 {
        let squares = self.column(column);
        let bottom = squares & squares.wrapping_neg();
        ((position.both & squares) + bottom) & squares
    }

    fn is_full(&self, both: u64) -> bool {
        both.count_ones() == self.columns * self.rows
    }

    /// Whether `stones` hold four in line. The spare bit of each column keeps lines from wrapping.
    fn four(&self, stones: u64) -> bool {
        let height = self.rows + 1;
        let along = |stones: u64, steps: u32| stones.checked_shr(steps).unwrap_or(0);
        [1, height - 1, height, height + 1].into_iter().any(|step| {
            let pairs = stones & along(stones, step);
            pairs & along(pairs, 2 * step) != 0
        })
    }

    /// The stones with a key; else why there are none, if there is a reason to give. The last stone
    /// lies on top of its column.
    fn read(&self, key: u128) -> Result<Drops, Option<Impossible>> {
        let height = self.rows + 1;
        if key >> self.key_bits() != 0 {
            return Err(None);
        }
        let mut position = self.start();
        for column in 0..self.columns {
            let sum = key >> (column * height) & ((1 << height) - 1);
            let stones = (sum + 1).ilog2();
            if stones > self.rows {
                return Err(None);
            }
            let mover = (sum + 1) ^ 1 << stones;
            position.mover |= (mover as u64) << (column * height);
            position.both |= ((1 << stones) - 1) << (column * height);
        }
        let Drops { mover, both } = position;
        let [mover, opponent, tops] = [mover, both ^ mover, both & !(both >> 1)].map(u128::from);
        exists([mover, opponent], tops, |side, _| self.four(side as u64))?;
        Ok(position)
    }

    /// The columns that are not full, in tie-break order.
    fn open_columns(&self, position: Drops) -> impl Iterator<Item = u32> {
        let open = move |column: &u32| self.landing(position, *column) != 0;
        self.order.iter().copied().filter(open)
    }
}

impl Rules for ConnectFour {
    type Position = Drops;

    fn spec(&self) -> String {
        let utility = if self.by_score { "?utility=score" } else { "" };
        format!("connect-four:{}x{}{utility}", self.columns, self.rows)
    }

    fn start(&self) -> Drops {
        Drops { mover: 0, both: 0 }
    }

    fn stage(&self, position: &Drops) -> Stage {
        if self.four(position.both ^ position.mover) {
            Stage::Over(match self.by_score {
                true => -self.score_of_win(position.both.count_ones()),
                false => -1,
            })
        } else if self.is_full(position.both) {
            Stage::Over(0)
        } else {
            Stage::Moves
        }
    }

    fn children(&self, position: &Drops, children: &mut Vec<Drops>) {
        if self.stage(position) != Stage::Moves {
            return;
        }
        children.extend(self.open_columns(*position).map(|column| Drops {
            mover: position.both ^ position.mover,
            both: position.both | self.landing(*position, column),
        }));
    }

    fn level(&self, position: &Drops) -> u32 {
        position.both.count_ones()
    }

    fn max_level(&self) -> u32 {
        self.columns * self.rows
    }

    fn value_range(&self) -> Interval {
        // The earliest win is the first player's, with four of seven stones.
        let soonest = self.score_of_win((self.columns * self.rows).min(7));
        let max = if self.by_score { soonest.max(1) } else { 1 };
        Interval::symmetric(max)
    }

    /// The mover's stones plus all stones, as integers. In a column of `h` stones the sum is `2^h -
    /// 1` plus the mover's bits; one more than that has `h` as its highest bit.
    fn key(&self, position: &Drops) -> u128 {
        u128::from(position.mover) + u128::from(position.both)
    }

    fn key_bits(&self) -> u32 {
        self.columns * (self.rows + 1)
    }

    fn position(&self, key: u128) -> Option<Drops> {
        self.read(key).ok()
    }

    fn impossibility(&self, key: u128) -> Option<String> {
        self.read(key).err()?.map(|why| why.to_string())
    }

    fn canonical(&self, position: &Drops) -> Drops {
        let image = Drops {
            mover: self.mirror.apply(position.mover),
            both: self.mirror.apply(position.both),
        };
        if self.key(&image) < self.key(position) {
            image
        } else {
            *position
        }
    }

    fn move_count(&self, position: &Drops) -> u32 {
        match self.stage(position) {
            Stage::Moves => self.open_columns(*position).count() as u32,
            _ => 0,
        }
    }

    /// Rows from the top, `x` for the side that moved first, `o` for the other, `.` empty.
    fn describe(&self, position: &Drops) -> String {
        let (mover, other) = if self.level(position).is_multiple_of(2) {
            ('x', 'o')
        } else {
            ('o', 'x')
        };
        let square = |column: u32, row: u32| {
            let bit = column * (self.rows + 1) + row;
            match (position.both >> bit & 1, position.mover >> bit & 1) {
                (0, _) => '.',
                (_, 1) => mover,
                _ => other,
            }
        };
        let line = |row: u32| {
            (0..self.columns)
                .map(|column| square(column, row))
                .collect()
        };
        let lines: Vec<String> = (0..self.rows).rev().map(line).collect();
        lines.join("/")
    }

    fn describe_move(&self, position: &Drops, index: usize) -> String {
        match self.open_columns(*position).nth(index) {
            Some(column) if column < 9 => (column + 1).to_string(),
            Some(column) => char::from(b'a' + (column - 9) as u8).to_string(),
            None => format!(
                "no move (place {index} of {})",
                self.open_columns(*position).count()
            ),
        }
    }
}
