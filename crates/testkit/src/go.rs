//! The rules of Go on lists, as slow and plain as can be. They share no code with the library.

use std::cmp::Ordering;
use std::iter::successors;
use std::rc::Rc;

/// The rule about repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// No move repeats a board.
    Positional,
    /// No move repeats a board with its side to move.
    Situational,
    /// Basic ko, and longer cycles end the game.
    Basic,
}

/// The rules on one board.
pub struct Rules {
    columns: usize,
    rows: usize,
    ko: Ko,
    suicide: bool,
}

/// A board row by row from A1: 0 empty, 1 Black, 2 White; and how it came about.
#[derive(Clone)]
pub struct State {
    /// The points row by row from A1: 0 empty, 1 Black, 2 White.
    pub board: Vec<u8>,
    /// The side to move.
    pub mover: u8,
    /// The passes that came last.
    pub passes: u8,
    /// What Black gets by the cycle that ended the game.
    pub cycle: Option<i32>,
    /// The boards so far, the present one among them.
    history: Rc<Link>,
}

/// A board, the side to move on it, the stones of each side that were captured so far, and the
/// boards before.
struct Link {
    board: Vec<u8>,
    mover: u8,
    captured: [usize; 2],
    before: Option<Rc<Link>>,
}

impl Rules {
    /// The rules on a board of this size.
    pub const fn new(columns: usize, rows: usize, ko: Ko, suicide: bool) -> Self {
        Self {
            columns,
            rows,
            ko,
            suicide,
        }
    }

    /// Columns times rows.
    pub const fn points(&self) -> usize {
        self.columns * self.rows
    }

    /// The game, as specs write it.
    pub fn spec(&self) -> String {
        let ko = match self.ko {
            Ko::Positional => "superko=positional",
            Ko::Situational => "superko=situational",
            Ko::Basic => "ko=basic",
        };
        let suicide = if self.suicide { "yes" } else { "no" };
        let (columns, rows) = (self.columns, self.rows);
        format!("go:{columns}x{rows}?{ko}&suicide={suicide}")
    }

    /// The name of a move: a point, or the number of points for the pass.
    pub fn name(&self, played: usize) -> String {
        if played == self.points() {
            return "pass".to_owned();
        }
        let letter = b"ABCDEFGHJ"[played % self.columns] as char;
        format!("{letter}{}", played / self.columns + 1)
    }

    /// The empty board, Black to move.
    pub fn start(&self) -> State {
        let board = vec![0; self.points()];
        State {
            history: Rc::new(Link {
                board: board.clone(),
                mover: 1,
                captured: [0; 2],
                before: None,
            }),
            board,
            mover: 1,
            passes: 0,
            cycle: None,
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

    /// Removes the stones of a colour that have no liberty; says how many there were.
    fn remove(&self, board: &mut [u8], colour: u8) -> usize {
        let before = board.to_vec();
        let mut removed = 0;
        for point in 0..self.points() {
            if before[point] == colour && !self.chain(&before, point).1[0] {
                board[point] = 0;
                removed += 1;
            }
        }
        removed
    }

    /// What Black gets where the game ends with a second occurrence of a board, `first` being the
    /// first one: he wins all who captured more stones in between, by the Computer Olympiad Rules.
    fn cycle(&self, first: &Link, captured: [usize; 2]) -> i32 {
        let black_lost = captured[0] - first.captured[0];
        let white_lost = captured[1] - first.captured[1];
        match white_lost.cmp(&black_lost) {
            Ordering::Greater => self.points() as i32,
            Ordering::Less => -(self.points() as i32),
            Ordering::Equal => 0,
        }
    }

    /// The legal moves with the states after them, the pass first.
    pub fn moves(&self, state: &State) -> Vec<(usize, State)> {
        let mut all = Vec::new();
        if state.passes == 2 || state.cycle.is_some() {
            return all;
        }
        let next = 3 - state.mover;
        let after = |board: Vec<u8>, passes, captured, cycle| {
            let history = Rc::new(Link {
                board: board.clone(),
                mover: next,
                captured,
                before: Some(Rc::clone(&state.history)),
            });
            State {
                board,
                mover: next,
                passes,
                cycle,
                history,
            }
        };
        let captured = state.history.captured;
        all.push((
            self.points(),
            after(state.board.clone(), state.passes + 1, captured, None),
        ));
        for point in 0..self.points() {
            if state.board[point] != 0 {
                continue;
            }
            let mut board = state.board.clone();
            let mut captured = captured;
            board[point] = state.mover;
            captured[usize::from(next) - 1] += self.remove(&mut board, next);
            if self.remove(&mut board, state.mover) > 0 && !self.suicide {
                continue;
            }
            let boards = successors(Some(&*state.history), |link| link.before.as_deref());
            let first = boards.filter(|link| link.board == board).last();
            let two_plies_ago = state.history.before.as_deref();
            let cycle = match (self.ko, first) {
                (_, None) => None,
                (Ko::Positional, Some(_)) => continue,
                (Ko::Situational, Some(_)) => {
                    let mut boards =
                        successors(Some(&*state.history), |link| link.before.as_deref());
                    if boards.any(|link| link.board == board && link.mover == next) {
                        continue;
                    }
                    None
                }
                (Ko::Basic, Some(first)) => {
                    if two_plies_ago.is_some_and(|link| link.board == board) {
                        continue;
                    }
                    Some(self.cycle(first, captured))
                }
            };
            all.push((point, after(board, 0, captured, cycle)));
        }
        all
    }

    /// What the side to move gets where the game is over: its area less that of the other, or all
    /// or nothing by a cycle.
    pub fn final_score(&self, state: &State) -> Option<i32> {
        let of_mover = |score: i32| if state.mover == 1 { score } else { -score };
        if let Some(score) = state.cycle {
            return Some(of_mover(score));
        }
        if state.passes < 2 {
            return None;
        }
        Some(of_mover(self.area_score(&state.board)))
    }

    /// Black's area less White's.
    pub fn area_score(&self, board: &[u8]) -> i32 {
        let mut score = 0;
        for point in 0..self.points() {
            let beside = match board[point] {
                0 => self.chain(board, point).1,
                1 => [false, true, false],
                _ => [false, false, true],
            };
            score += i32::from(beside[1] && !beside[2]) - i32::from(beside[2] && !beside[1]);
        }
        score
    }
}
