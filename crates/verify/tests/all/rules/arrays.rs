//! Boards as arrays, for slow and obvious rules.

use solveig_verify::Stones;

/// A board as an array: 0 empty, 1 the side to move, 2 the other; square `row * columns + column`.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub columns: i32,
    pub rows: i32,
    pub squares: Vec<u8>,
}

impl Board {
    pub fn at(&self, column: i32, row: i32) -> Option<u8> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then(|| self.squares[(row * self.columns + column) as usize])
    }

    pub fn set(&mut self, column: i32, row: i32, stone: u8) {
        self.squares[(row * self.columns + column) as usize] = stone;
    }

    pub fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let columns = self.columns;
        (0..self.columns * self.rows).map(move |square| (square % columns, square / columns))
    }

    pub fn other_side(&self) -> Self {
        let other_stone = |stone: &u8| match stone {
            1 => 2,
            2 => 1,
            _ => 0,
        };
        Self {
            squares: self.squares.iter().map(other_stone).collect(),
            ..*self
        }
    }

    /// The length of the longest line of stones of one kind.
    pub fn longest_line(&self, stone: u8) -> u32 {
        let mut longest = 0;
        for (column, row) in self.places() {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let steps = (0..).map(|step| self.at(column + step * right, row + step * up));
                let run = steps.take_while(|at| *at == Some(stone)).count();
                longest = longest.max(run as u32);
            }
        }
        longest
    }

    pub fn is_full(&self) -> bool {
        self.squares.iter().all(|stone| *stone != 0)
    }

    /// The image with column and row exchanged, or mirrored, or both.
    pub fn image(&self, transpose: bool, mirror_columns: bool, mirror_rows: bool) -> Self {
        let mut image = self.clone();
        for (column, row) in self.places() {
            let (mut to_column, mut to_row) = if transpose {
                (row, column)
            } else {
                (column, row)
            };
            if mirror_columns {
                to_column = self.columns - 1 - to_column;
            }
            if mirror_rows {
                to_row = self.rows - 1 - to_row;
            }
            image.set(to_column, to_row, self.at(column, row).unwrap());
        }
        image
    }

    pub fn ternary_key(&self) -> u128 {
        let digits = self.squares.iter().rev();
        digits.fold(0, |key, stone| 3 * key + u128::from(*stone))
    }

    pub fn least_ternary_image(&self) -> u128 {
        let flags = [false, true];
        let square = self.columns == self.rows;
        let mut keys = Vec::new();
        for transpose in flags.into_iter().filter(|transpose| square || !transpose) {
            for mirror_columns in flags {
                for mirror_rows in flags {
                    let image = self.image(transpose, mirror_columns, mirror_rows);
                    keys.push(image.ternary_key());
                }
            }
        }
        keys.into_iter().min().unwrap()
    }

    pub fn stones(&self) -> Stones {
        let set = |kind: u8| {
            let squares = self.squares.iter().enumerate();
            squares
                .filter(|(_, stone)| **stone == kind)
                .fold(0, |set, (square, _)| set | 1_u64 << square)
        };
        Stones {
            mover: set(1),
            opponent: set(2),
        }
    }

    pub fn empty(columns: u32, rows: u32) -> Self {
        Self {
            columns: columns as i32,
            rows: rows as i32,
            squares: vec![0; (columns * rows) as usize],
        }
    }
}
