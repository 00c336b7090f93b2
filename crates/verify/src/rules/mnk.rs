//! m,n,k games: the first player to have `k` stones in line wins.

use super::grid::{Grid, Stones, move_name};
use super::placing::{Impossible, exists};
use crate::{Interval, Rules, Stage};

/// The rules of an m,n,k game. Utility: 1, 0 or -1.
#[derive(Clone, Debug)]
pub struct Mnk {
    grid: Grid,
    in_line: u32,
    /// For each direction in which lines fit, the step along one and the squares where one starts.
    lines: Vec<(u32, u64)>,
}

impl Mnk {
    /// A board of `columns` x `rows` squares and lines of `in_line`; `None` unless the board has 1
    /// to 64 squares, at most 26 columns, and a line of that length, at least 1, fits its longer
    /// side.
    pub fn new(columns: u32, rows: u32, in_line: u32) -> Option<Self> {
        let squares = columns.checked_mul(rows)?;
        let fits = in_line >= 1 && in_line <= columns.max(rows);
        if squares == 0 || squares > 64 || columns > 26 || !fits {
            return None;
        }
        let run = in_line - 1;
        let starts = |allowed: &dyn Fn(u32, u32) -> bool| {
            (0..squares)
                .filter(|square| allowed(square % columns, square / columns))
                .fold(0, |set, square| set | 1_u64 << square)
        };
        let right = |column: u32| column + run < columns;
        let left = |column: u32| column >= run;
        let up = |row: u32| row + run < rows;
        let lines = [
            (1, starts(&|column, _| right(column))),
            (columns, starts(&|_, row| up(row))),
            (columns + 1, starts(&|column, row| right(column) && up(row))),
            (columns - 1, starts(&|column, row| left(column) && up(row))),
        ];
        Some(Self {
            grid: Grid::new(columns, rows),
            in_line,
            lines: lines
                .into_iter()
                .filter(|(_, starts)| *starts != 0)
                .collect(),
        })
    }

    fn has_line(&self, stones: u64) -> bool {
        self.lines.iter().any(|&(step, starts)| {
            let line = (0..self.in_line).fold(starts, |line, at| line & stones >> (at * step));
            line != 0
        })
    }

    /// The stones with a key; else why there are none, if there is a reason to give.
    fn read(&self, key: u128) -> Result<Stones, Option<Impossible>> {
        let stones = self.grid.stones(key).ok_or(None)?;
        let sides = [stones.mover, stones.opponent].map(u128::from);
        exists(sides, u128::MAX, |side, _| self.has_line(side as u64))?;
        Ok(stones)
    }

    fn empty(&self, position: Stones) -> u64 {
        self.grid.all() & !(position.mover | position.opponent)
    }
}

impl Rules for Mnk {
    type Position = Stones;

    fn spec(&self) -> String {
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        format!("mnk:{columns}x{rows}?k={}", self.in_line)
    }

    fn start(&self) -> Stones {
        Stones::default()
    }

    fn stage(&self, position: &Stones) -> Stage {
        if self.has_line(position.opponent) {
            Stage::Over(-1)
        } else if self.empty(*position) == 0 {
            Stage::Over(0)
        } else {
            Stage::Moves
        }
    }

    fn children(&self, position: &Stones, children: &mut Vec<Stones>) {
        if self.has_line(position.opponent) {
            return;
        }
        let mut empty = self.empty(*position);
        while empty != 0 {
            let square = empty & empty.wrapping_neg();
            children.push(Stones {
                mover: position.opponent,
                opponent: position.mover | square,
            });
            empty ^= square;
        }
    }

    fn level(&self, position: &Stones) -> u32 {
        (position.mover | position.opponent).count_ones()
    }

    fn max_level(&self) -> u32 {
        self.grid.squares()
    }

    fn value_range(&self) -> Interval {
        Interval::symmetric(1)
    }

    fn key(&self, position: &Stones) -> u128 {
        self.grid.key(*position)
    }

    fn key_bits(&self) -> u32 {
        self.grid.key_bits()
    }

    fn position(&self, key: u128) -> Option<Stones> {
        self.read(key).ok()
    }

    fn impossibility(&self, key: u128) -> Option<String> {
        self.read(key).err()?.map(|why| why.to_string())
    }

    fn canonical(&self, position: &Stones) -> Stones {
        self.grid.canonical(*position)
    }

    fn move_count(&self, position: &Stones) -> u32 {
        match self.stage(position) {
            Stage::Moves => self.max_level() - self.level(position),
            _ => 0,
        }
    }

    fn describe(&self, position: &Stones) -> String {
        self.grid.describe(*position)
    }

    fn describe_move(&self, position: &Stones, index: usize) -> String {
        move_name(self.grid.columns, self.empty(*position).into(), index)
    }
}
