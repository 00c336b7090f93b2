//! Hex: the first player connects top and bottom, the second player left and right.

use super::grid::move_name;
use super::placing::{Impossible, ended};
use crate::{Interval, Rules, Stage};

/// The two sides' stones. Cell `row * columns + column` is bit `row * columns + column`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// The stones of the side to move.
    pub mover: u128,
    /// The stones of the other side.
    pub opponent: u128,
}

/// The rules of Hex without the swap rule, from an empty board or one that was set up.
/// Utility: 1 or -1.
#[derive(Clone, Debug)]
pub struct Hex {
    columns: u32,
    rows: u32,
    /// The cells beside each cell.
    beside: Vec<u128>,
    /// The cells of the first row, the last row, the first column and the last column.
    edges: [u128; 4],
    /// The weight of the last cell in a key.
    last_weight: u128,
    start: Cells,
    /// How many stones more than the other the first player has whenever it is to move.
    lead: i32,
}

impl Hex {
    /// A board of `columns` x `rows` cells; `None` unless both are 1 to 11 and there are at most 81
    /// cells, whose keys fit 128 bits.
    pub fn new(columns: u32, rows: u32) -> Option<Self> {
        let sides = 1..=11;
        if !sides.contains(&columns) || !sides.contains(&rows) || columns * rows > 81 {
            return None;
        }
        let cells = columns * rows;
        let touch = |one: u32, other: u32| {
            let (column, row) = (one % columns, one / columns);
            let (other_column, other_row) = (other % columns, other / columns);
            // Cells touch along the diagonal from below left to above right.
            match (column.abs_diff(other_column), row.abs_diff(other_row)) {
                (1, 0) | (0, 1) => true,
                (1, 1) => (column < other_column) != (row < other_row),
                _ => false,
            }
        };
        let all = |of: &dyn Fn(u32) -> bool| {
            let chosen = (0..cells).filter(|cell| of(*cell));
            chosen.fold(0, |set, cell| set | 1_u128 << cell)
        };
        Some(Self {
            columns,
            rows,
            beside: (0..cells)
                .map(|cell| all(&|other| touch(cell, other)))
                .collect(),
            edges: [
                all(&|cell| cell / columns == 0),
                all(&|cell| cell / columns == rows - 1),
                all(&|cell| cell % columns == 0),
                all(&|cell| cell % columns == columns - 1),
            ],
            last_weight: 3_u128.pow(cells - 1),
            start: Cells::default(),
            lead: 0,
        })
    }

    /// The game from a board that was set up: `X`, `O` or `-` for each cell, and the side to move.
    /// `None` if the text is no board, or if the game was over before the last stone.
    pub fn from_board(mut self, text: &str) -> Option<Self> {
        let (board, first_to_move) = match text.strip_suffix('X') {
            Some(board) => (board, true),
            None => (text.strip_suffix('O')?, false),
        };
        if board.len() != self.cells() as usize {
            return None;
        }
        let mut stones = [0_u128; 2];
        for (cell, stone) in board.bytes().enumerate() {
            match stone {
                b'X' => stones[0] |= 1 << cell,
                b'O' => stones[1] |= 1 << cell,
                b'-' => {}
                _ => return None,
            }
        }
        let [first, second] = stones.map(|side| side.count_ones() as i32);
        self.lead = first - second - i32::from(!first_to_move);
        self.start = Cells {
            mover: stones[usize::from(!first_to_move)],
            opponent: stones[usize::from(first_to_move)],
        };
        self.ended(self.start).ok().map(|()| self)
    }

    fn first_to_move(&self, Cells { mover, opponent }: Cells) -> bool {
        ((mover | opponent).count_ones() as i32 - self.lead) % 2 == 0
    }

    /// How many stones more the side to move has than it has where the sides take turns.
    fn surplus(&self, cells: Cells) -> i32 {
        let [mover, opponent] = [cells.mover, cells.opponent].map(|side| side.count_ones() as i32);
        let lead = match self.first_to_move(cells) {
            true => self.lead,
            false => -self.lead - 1,
        };
        mover - opponent - lead
    }

    fn ended(&self, cells: Cells) -> Result<(), Impossible> {
        let first_moves = self.first_to_move(cells);
        ended(
            [cells.mover, cells.opponent],
            u128::MAX,
            |side, of_mover| self.connect(side, first_moves == of_mover),
        )
    }

    fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    fn empty(&self, position: Cells) -> u128 {
        let all = u128::MAX >> (128 - self.cells());
        all & !(position.mover | position.opponent)
    }

    /// Whether the stones of one side connect its edges: a flood fill from one edge.
    fn connect(&self, stones: u128, of_first: bool) -> bool {
        let [top, bottom, left, right] = self.edges;
        let (from, to) = if of_first {
            (top, bottom)
        } else {
            (left, right)
        };
        let mut unseen = stones & !from;
        let mut waiting = stones & from;
        while waiting != 0 {
            if waiting & to != 0 {
                return true;
            }
            let cell = waiting.trailing_zeros();
            let next = self.beside[cell as usize] & unseen;
            unseen &= !next;
            waiting = (waiting & (waiting - 1)) | next;
        }
        false
    }

    /// The stones with a key; else why there are none, if there is a reason to give. A stone on the
    /// last cell belongs to the side that has too few stones without it.
    fn read(&self, key: u128) -> Result<Cells, Option<Impossible>> {
        let (last_stone, mut others) = (key / self.last_weight, key % self.last_weight);
        let mut stones = [0_u128; 3];
        for cell in 0..self.cells() - 1 {
            stones[(others % 3) as usize] |= 1 << cell;
            others /= 3;
        }
        let [_, mover, opponent] = stones;
        let mut cells = Cells { mover, opponent };
        let last = 1 << (self.cells() - 1);
        match last_stone {
            0 => {}
            1 => {
                cells.opponent |= last;
                if self.surplus(cells) < 0 {
                    cells.mover |= last;
                    cells.opponent = opponent;
                }
            }
            _ => return Err(None),
        }
        if self.surplus(cells) != 0 {
            let [mover, opponent] = [cells.mover, cells.opponent].map(u128::count_ones);
            return Err((self.lead == 0).then_some(Impossible::Turns { mover, opponent }));
        }
        self.ended(cells)?;
        Ok(cells)
    }

    fn is_over(&self, position: Cells) -> bool {
        self.connect(position.opponent, !self.first_to_move(position))
    }

    /// The level of a board without stones.
    fn first_level(&self) -> u32 {
        u32::from(!self.first_to_move(Cells::default()))
    }
}

impl Rules for Hex {
    type Position = Cells;

    fn spec(&self) -> String {
        let size = format!("hex:{}x{}", self.columns, self.rows);
        if self.start == Cells::default() && self.lead == 0 {
            return size;
        }
        let start = self.describe(&self.start).replace(' ', "");
        format!("{size}?start={start}")
    }

    fn start(&self) -> Cells {
        self.start
    }

    fn stage(&self, position: &Cells) -> Stage {
        if self.is_over(*position) {
            Stage::Over(-1)
        } else {
            Stage::Moves
        }
    }

    fn children(&self, position: &Cells, children: &mut Vec<Cells>) {
        if self.is_over(*position) {
            return;
        }
        let empty = self.empty(*position);
        for cell in (0..self.cells()).filter(|cell| empty >> cell & 1 == 1) {
            children.push(Cells {
                mover: position.opponent,
                opponent: position.mover | 1 << cell,
            });
        }
    }

    /// The number of stones, one more where the second player moves on an even number.
    fn level(&self, position: &Cells) -> u32 {
        (position.mover | position.opponent).count_ones() + self.first_level()
    }

    fn max_level(&self) -> u32 {
        self.cells() + self.first_level()
    }

    fn value_range(&self) -> Interval {
        Interval::symmetric(1)
    }

    /// A number in base 3 whose digit `i` is 1 for a stone of the side to move on cell `i`, 2 for
    /// one of the opponent, 0 for neither; but for the last cell, 1 for a stone of either, as the
    /// numbers of stones tell whose it is.
    fn key(&self, position: &Cells) -> u128 {
        let stone = |stones: u128, cell: u32| stones >> cell & 1;
        let last = self.cells() - 1;
        let last_stone = stone(position.mover | position.opponent, last);
        (0..last).rev().fold(last_stone, |number, cell| {
            3 * number + stone(position.mover, cell) + 2 * stone(position.opponent, cell)
        })
    }

    fn key_bits(&self) -> u32 {
        (2 * self.last_weight - 1).ilog2() + 1
    }

    fn position(&self, key: u128) -> Option<Cells> {
        self.read(key).ok()
    }

    fn impossibility(&self, key: u128) -> Option<String> {
        self.read(key).err()?.map(|why| why.to_string())
    }

    /// The symmetry is the rotation by 180 degrees, which exchanges each side's two edges.
    fn canonical(&self, position: &Cells) -> Cells {
        let rotate = |stones: u128| stones.reverse_bits() >> (128 - self.cells());
        let image = Cells {
            mover: rotate(position.mover),
            opponent: rotate(position.opponent),
        };
        if self.key(&image) < self.key(position) {
            image
        } else {
            *position
        }
    }

    fn move_count(&self, position: &Cells) -> u32 {
        match self.stage(position) {
            Stage::Moves => self.max_level() - self.level(position),
            _ => 0,
        }
    }

    /// The board row by row from a1, `X` the side that moved first, `O` the other, `-` empty; then
    /// the side to move.
    fn describe(&self, position: &Cells) -> String {
        let (mover, opponent) = if self.first_to_move(*position) {
            ('X', 'O')
        } else {
            ('O', 'X')
        };
        let cell = |at: u32| match (position.mover >> at & 1, position.opponent >> at & 1) {
            (1, _) => mover,
            (_, 1) => opponent,
            _ => '-',
        };
        let board: String = (0..self.cells()).map(cell).collect();
        format!("{board} {mover}")
    }

    fn describe_move(&self, position: &Cells, index: usize) -> String {
        move_name(self.columns, self.empty(*position), index)
    }
}
