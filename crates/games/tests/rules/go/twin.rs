//! The rules of Go on lists, as slow and plain as can be.

/// Who has a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    Nobody,
    Black,
    White,
}

use Stone::{Black, Nobody, White};

type Points = Vec<Vec<Stone>>;

/// The rule about repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    Positional,
    Situational,
    Basic,
}

/// A play as its boards.
pub struct Twin {
    columns: usize,
    rows: usize,
    ko: Ko,
    suicide: bool,
    pub to_move: Stone,
    passes: usize,
    board: Points,
    /// How many stones each side captured so far, Black's number first.
    captured: [i32; 2],
    /// All boards so far, who was to move, and what was captured until then.
    before: Vec<(Points, Stone, [i32; 2])>,
    /// Black's captures less White's in the cycle that ended the game.
    pub cycle: Option<i32>,
}

fn opponent(stone: Stone) -> Stone {
    match stone {
        Black => White,
        White => Black,
        Nobody => Nobody,
    }
}

impl Twin {
    pub fn new(columns: usize, rows: usize, ko: Ko, suicide: bool) -> Self {
        let board = vec![vec![Nobody; columns]; rows];
        Self {
            columns,
            rows,
            ko,
            suicide,
            to_move: Black,
            passes: 0,
            captured: [0; 2],
            before: vec![(board.clone(), Black, [0; 2])],
            board,
            cycle: None,
        }
    }

    fn neighbours(&self, column: usize, row: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        if column > 0 {
            all.push((column - 1, row));
        }
        if row > 0 {
            all.push((column, row - 1));
        }
        if column + 1 < self.columns {
            all.push((column + 1, row));
        }
        if row + 1 < self.rows {
            all.push((column, row + 1));
        }
        all
    }

    /// Adds the points that are connected with one, of whatever it holds, and what lies around
    /// them.
    fn explore(
        &self,
        board: &Points,
        (column, row): (usize, usize),
        part: &mut Vec<(usize, usize)>,
        around: &mut Vec<Stone>,
    ) {
        part.push((column, row));
        for (to_column, to_row) in self.neighbours(column, row) {
            let there = board[to_row][to_column];
            if there != board[row][column] {
                around.push(there);
            } else if !part.contains(&(to_column, to_row)) {
                self.explore(board, (to_column, to_row), part, around);
            }
        }
    }

    fn remove_without_liberty(&self, board: &mut Points, stone: Stone) -> bool {
        let before = board.clone();
        let mut removed = false;
        for row in 0..self.rows {
            for column in 0..self.columns {
                if before[row][column] != stone {
                    continue;
                }
                let (mut part, mut around) = (Vec::new(), Vec::new());
                self.explore(&before, (column, row), &mut part, &mut around);
                if !around.contains(&Nobody) {
                    board[row][column] = Nobody;
                    removed = true;
                }
            }
        }
        removed
    }

    /// The board after a stone on an empty point, if the rules allow it.
    fn after(&self, point: usize) -> Option<Points> {
        let (column, row) = (point % self.columns, point / self.columns);
        if self.board[row][column] != Nobody {
            return None;
        }
        let mut board = self.board.clone();
        board[row][column] = self.to_move;
        self.remove_without_liberty(&mut board, opponent(self.to_move));
        if self.remove_without_liberty(&mut board, self.to_move) && !self.suicide {
            return None;
        }
        let next = opponent(self.to_move);
        let is_legal = match self.ko {
            Ko::Positional => self.before.iter().all(|one| one.0 != board),
            Ko::Situational => (self.before.iter()).all(|one| one.0 != board || one.1 != next),
            // The last board is the present one.
            Ko::Basic => self
                .before
                .iter()
                .nth_back(1)
                .is_none_or(|one| one.0 != board),
        };
        is_legal.then_some(board)
    }

    /// How many stones of `stone` there are.
    fn count(board: &Points, stone: Stone) -> i32 {
        board.iter().flatten().filter(|one| **one == stone).count() as i32
    }

    pub fn moves(&self) -> Vec<usize> {
        if self.passes == 2 || self.cycle.is_some() {
            return Vec::new();
        }
        let points = self.columns * self.rows;
        let legal = (0..points).filter(|point| self.after(*point).is_some());
        legal.chain([points]).collect()
    }

    pub fn play(&mut self, code: usize) {
        if code == self.columns * self.rows {
            self.passes += 1;
        } else {
            let board = self.after(code).expect("the move is legal");
            let other = opponent(self.to_move);
            let taken = Self::count(&self.board, other) - Self::count(&board, other);
            self.captured[usize::from(self.to_move == White)] += taken;
            if let (Ko::Basic, Some((.., then))) =
                (self.ko, self.before.iter().find(|one| one.0 == board))
            {
                let [black, white] = self.captured;
                self.cycle = Some((black - then[0]) - (white - then[1]));
            }
            self.board = board;
            self.passes = 0;
        }
        self.to_move = opponent(self.to_move);
        self.before
            .push((self.board.clone(), self.to_move, self.captured));
    }

    pub fn area(&self, stone: Stone) -> i32 {
        let mut area = 0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let counts = match self.board[row][column] {
                    Nobody => {
                        let (mut part, mut around) = (Vec::new(), Vec::new());
                        self.explore(&self.board, (column, row), &mut part, &mut around);
                        around.contains(&stone) && !around.contains(&opponent(stone))
                    }
                    there => there == stone,
                };
                area += i32::from(counts);
            }
        }
        area
    }

    /// The difference of the areas for the side to move, where the game is over; after a cycle the
    /// whole board for the winner.
    pub fn score_at_end(&self) -> Option<i32> {
        if let Some(cycle) = self.cycle {
            let all = (self.columns * self.rows) as i32;
            let sign = if self.to_move == Black { 1 } else { -1 };
            return Some(sign * all * cycle.signum());
        }
        let score = self.area(self.to_move) - self.area(opponent(self.to_move));
        (self.passes == 2).then_some(score)
    }

    pub fn stones(&self, stone: Stone) -> u64 {
        let mut stones = 0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                if self.board[row][column] == stone {
                    stones |= 1 << (row * self.columns + column);
                }
            }
        }
        stones
    }
}
