//! Othello on any board with even sides and at most 64 squares (Takizawa 2026, section 4.1.2).

use super::grid::{Grid, Stones, move_name};
use crate::{Interval, Rules, Stage};

/// The rules of Othello. Utility: the difference in discs at the end, empty squares counted for the
/// winner.
#[derive(Clone, Debug)]
pub struct Othello {
    grid: Grid,
    /// For each pair of opposite directions, the step between neighbours and the squares a line
    /// may run through: not the outer columns, unless it runs along a column.
    directions: [(u32, u64); 4],
}

impl Othello {
    /// A board of `columns` x `rows` squares; `None` unless both are even, at least 4, and the
    /// board has at most 64 squares.
    pub fn new(columns: u32, rows: u32) -> Option<Self> {
        let side = |side: u32| side >= 4 && side.is_multiple_of(2);
        if !side(columns) || !side(rows) || columns.checked_mul(rows)? > 64 {
            return None;
        }
        let grid = Grid::new(columns, rows);
        let inner = (0..grid.squares())
            .filter(|square| !(square % columns == 0 || square % columns == columns - 1))
            .fold(0, |set, square| set | 1_u64 << square);
        let directions = [
            (1, inner),
            (columns - 1, inner),
            (columns, grid.all()),
            (columns + 1, inner),
        ];
        Some(Self { grid, directions })
    }

    /// Columns and rows.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.grid.columns, self.grid.rows)
    }

    /// The squares the side to move may play on.
    pub(crate) fn moves(&self, Stones { mover, opponent }: Stones) -> u64 {
        let longest = self.grid.columns.max(self.grid.rows) - 2;
        let mut reached = 0;
        for (step, squares) in self.directions {
            let through = opponent & squares;
            let (mut up, mut down) = (mover, mover);
            let (mut up_lines, mut down_lines) = (0, 0);
            for _ in 0..longest {
                up = up << step & through;
                down = down >> step & through;
                up_lines |= up;
                down_lines |= down;
            }
            reached |= up_lines << step | down_lines >> step;
        }
        reached & self.grid.all() & !(mover | opponent)
    }

    /// The position after the side to move plays on `square`, a set of one.
    fn play(&self, Stones { mover, opponent }: Stones, square: u64) -> Stones {
        let mut flipped = 0;
        for (step, squares) in self.directions {
            let through = opponent & squares;
            let mut line = 0;
            let mut at = square << step;
            while at & through != 0 {
                line |= at;
                at <<= step;
            }
            if at & mover != 0 {
                flipped |= line;
            }
            line = 0;
            at = square >> step;
            while at & through != 0 {
                line |= at;
                at >>= step;
            }
            if at & mover != 0 {
                flipped |= line;
            }
        }
        Stones {
            mover: opponent & !flipped,
            opponent: mover | square | flipped,
        }
    }
}

/// The same board with the other side to move.
fn passed(stones: Stones) -> Stones {
    Stones {
        mover: stones.opponent,
        opponent: stones.mover,
    }
}

impl Rules for Othello {
    type Position = Stones;

    fn spec(&self) -> String {
        format!("othello:{}x{}", self.grid.columns, self.grid.rows)
    }

    fn start(&self) -> Stones {
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        let square = |column: u32, row: u32| 1_u64 << (row * columns + column);
        let (column, row) = (columns / 2, rows / 2);
        Stones {
            mover: square(column, row - 1) | square(column - 1, row),
            opponent: square(column - 1, row - 1) | square(column, row),
        }
    }

    fn stage(&self, position: &Stones) -> Stage {
        if self.moves(*position) != 0 {
            return Stage::Moves;
        }
        if self.moves(passed(*position)) != 0 {
            return Stage::Pass;
        }
        let own = position.mover.count_ones() as i32;
        let other = position.opponent.count_ones() as i32;
        let empty = self.grid.squares() as i32 - own - other;
        Stage::Over(own - other + empty * (own - other).signum())
    }

    fn children(&self, position: &Stones, children: &mut Vec<Stones>) {
        let mut moves = self.moves(*position);
        if moves == 0 {
            if self.moves(passed(*position)) != 0 {
                children.push(passed(*position));
            }
            return;
        }
        while moves != 0 {
            let square = moves & moves.wrapping_neg();
            children.push(self.play(*position, square));
            moves ^= square;
        }
    }

    fn level(&self, position: &Stones) -> u32 {
        (position.mover | position.opponent).count_ones()
    }

    fn max_level(&self) -> u32 {
        self.grid.squares()
    }

    fn value_range(&self) -> Interval {
        let all = self.grid.squares() as i32;
        Interval::symmetric(all)
    }

    fn key(&self, position: &Stones) -> u128 {
        self.grid.key(*position)
    }

    fn key_bits(&self) -> u32 {
        self.grid.key_bits()
    }

    fn position(&self, key: u128) -> Option<Stones> {
        self.grid.stones(key)
    }

    fn canonical(&self, position: &Stones) -> Stones {
        self.grid.canonical(*position)
    }

    fn counts_terminal_positions(&self) -> bool {
        false
    }

    fn move_count(&self, position: &Stones) -> u32 {
        self.moves(*position).count_ones()
    }

    fn describe(&self, position: &Stones) -> String {
        self.grid.describe(*position)
    }

    fn describe_move(&self, position: &Stones, index: usize) -> String {
        move_name(self.grid.columns, self.moves(*position).into(), index)
    }
}
