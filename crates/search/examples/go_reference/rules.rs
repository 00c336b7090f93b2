//! The rules of Go on lists.

use std::iter::successors;
use std::rc::Rc;

/// The rules on one board.
pub struct Rules {
    columns: usize,
    rows: usize,
    situational: bool,
    suicide: bool,
}

/// A board row by row from A1: 0 empty, 1 Black, 2 White; and how it came about.
#[derive(Clone)]
pub struct State {
    pub board: Vec<u8>,
    pub mover: u8,
    pub passes: u8,
    /// The boards so far, the present one among them.
    history: Rc<Link>,
}

/// A board and the side to move on it, and the boards before.
struct Link {
    board: Vec<u8>,
    mover: u8,
    before: Option<Rc<Link>>,
}

impl Rules {
    pub const fn new(columns: usize, rows: usize, situational: bool, suicide: bool) -> Self {
        Self {
            columns,
            rows,
            situational,
            suicide,
        }
    }

    pub const fn points(&self) -> usize {
        self.columns * self.rows
    }

    pub fn spec(&self) -> String {
        let superko = if self.situational {
            "situational"
        } else {
            "positional"
        };
        let suicide = if self.suicide { "yes" } else { "no" };
        let (columns, rows) = (self.columns, self.rows);
        format!("go:{columns}x{rows}?superko={superko}&suicide={suicide}")
    }

    /// The name of a move: a point, or the number of points for the pass.
    pub fn name(&self, played: usize) -> String {
        if played == self.points() {
            return "pass".to_owned();
        }
        let letter = b"ABCDEFGHJ"[played % self.columns] as char;
        format!("{letter}{}", played / self.columns + 1)
    }

    pub fn start(&self) -> State {
        let board = vec![0; self.points()];
        State {
            history: Rc::new(Link {
                board: board.clone(),
                mover: 1,
                before: None,
            }),
            board,
            mover: 1,
            passes: 0,
        }
    }

    fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        let (column, row) = (point % self.columns, point / self.columns);
        let left = (column > 0).then(|| point - 1);
        let right = (column + 1 < self.columns).then(|| point + 1);
        let below = (row > 0).then(|| point - self.columns);
        let above = (row + 1 < self.rows).then(|| point + self.columns);
        [left, right, below, above].into_iter().flatten()
    }

    /// The points connected with one that hold the same, and what lies beside them.
    fn chain(&self, board: &[u8], point: usize) -> (Vec<usize>, [bool; 3]) {
        let (mut chain, mut beside) = (vec![point], [false; 3]);
        let mut at = 0;
        while at < chain.len() {
            for next in self.neighbours(chain[at]) {
                if board[next] != board[point] {
                    beside[usize::from(board[next])] = true;
                } else if !chain.contains(&next) {
                    chain.push(next);
                }
            }
            at += 1;
        }
        (chain, beside)
    }

    /// Removes the stones of a colour that have no liberty; says whether there were any.
    fn remove(&self, board: &mut [u8], colour: u8) -> bool {
        let before = board.to_vec();
        let mut any = false;
        for point in 0..self.points() {
            if before[point] == colour && !self.chain(&before, point).1[0] {
                board[point] = 0;
                any = true;
            }
        }
        any
    }

    /// The legal moves with the states after them, the pass first.
    pub fn moves(&self, state: &State) -> Vec<(usize, State)> {
        let mut all = Vec::new();
        if state.passes == 2 {
            return all;
        }
        let next = 3 - state.mover;
        let after = |board: Vec<u8>, passes| {
            let history = Rc::new(Link {
                board: board.clone(),
                mover: next,
                before: Some(Rc::clone(&state.history)),
            });
            State {
                board,
                mover: next,
                passes,
                history,
            }
        };
        all.push((self.points(), after(state.board.clone(), state.passes + 1)));
        for point in 0..self.points() {
            if state.board[point] != 0 {
                continue;
            }
            let mut board = state.board.clone();
            board[point] = state.mover;
            self.remove(&mut board, next);
            if self.remove(&mut board, state.mover) && !self.suicide {
                continue;
            }
            let mut boards = successors(Some(&*state.history), |link| link.before.as_deref());
            let repeats =
                |link: &Link| link.board == board && (!self.situational || link.mover == next);
            if !boards.any(repeats) {
                all.push((point, after(board, 0)));
            }
        }
        all
    }

    /// The area of the side to move less that of the other, where the game is over.
    pub fn final_score(&self, state: &State) -> Option<i32> {
        if state.passes < 2 {
            return None;
        }
        let mut score = 0;
        for point in 0..self.points() {
            let beside = match state.board[point] {
                0 => self.chain(&state.board, point).1,
                1 => [false, true, false],
                _ => [false, false, true],
            };
            score += i32::from(beside[1] && !beside[2]) - i32::from(beside[2] && !beside[1]);
        }
        Some(if state.mover == 1 { score } else { -score })
    }
}
