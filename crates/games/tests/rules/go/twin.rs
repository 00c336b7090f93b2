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

/// A play as its boards.
pub struct Twin {
    columns: usize,
    rows: usize,
    situational: bool,
    suicide: bool,
    pub to_move: Stone,
    passes: usize,
    board: Points,
    /// All boards so far, and who was to move.
    before: Vec<(Points, Stone)>,
}

fn opponent(stone: Stone) -> Stone {
    match stone {
        Black => White,
        White => Black,
        Nobody => Nobody,
    }
}

impl Twin {
    pub fn new(columns: usize, rows: usize, situational: bool, suicide: bool) -> Self {
        let board = vec![vec![Nobody; columns]; rows];
        Self {
            columns,
            rows,
            situational,
            suicide,
            to_move: Black,
            passes: 0,
            before: vec![(board.clone(), Black)],
            board,
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
        let was_there = self
            .before
            .iter()
            .any(|(earlier, to_move)| *earlier == board && (!self.situational || *to_move == next));
        (!was_there).then_some(board)
    }

    pub fn moves(&self) -> Vec<usize> {
        if self.passes == 2 {
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
            self.board = self.after(code).expect("the move is legal");
            self.passes = 0;
        }
        self.to_move = opponent(self.to_move);
        self.before.push((self.board.clone(), self.to_move));
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

    /// The difference of the areas for the side to move, where the game is over.
    pub fn score_at_end(&self) -> Option<i32> {
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
