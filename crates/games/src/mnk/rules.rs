//! The rules of m,n,k games.

use std::fmt;

use solveig_game::{
    Game, InvalidKey, Keyed, Move, Notation, NotationError, SpecError, Symmetric, Symmetry, Value,
    ValueRange,
};

use crate::grid::Grid;
pub use crate::grid::Position;

/// The rules of an m,n,k game on one board.
///
/// X moves first; a line of `k` or more of one's own stones wins. Move codes are squares, numbered
/// row by row from a1.
#[derive(Clone)]
pub struct Mnk {
    grid: Grid,
    k: u32,
    lines: Vec<DirectionLines>,
}

#[derive(Clone, Copy)]
struct DirectionLines {
    /// The difference of the numbers of neighbouring squares.
    step: u32,
    /// The lowest square of each line of k squares.
    starts: u64,
}

impl Mnk {
    /// Maximum number of squares: the stones of a side fit 64 bits.
    const MAX_SQUARES: u64 = 64;

    /// The game on `columns` x `rows` squares with `k` in line to win.
    ///
    /// # Errors
    ///
    /// Fails if there are no or more than 64 squares, more than 26 columns (letters name them), or
    /// `k` is 0 or longer than both sides.
    pub fn new(columns: u32, rows: u32, k: u32) -> Result<Self, SpecError> {
        let error = |problem: String| {
            let spec = format!("mnk:{columns}x{rows}?k={k}");
            Err(SpecError::new(&spec, problem))
        };
        let squares = u64::from(columns) * u64::from(rows);
        if squares == 0 || squares > Self::MAX_SQUARES {
            let limit = Self::MAX_SQUARES;
            return error(format!("{squares} squares: expected 1 to {limit}"));
        }
        if columns > Grid::MAX_COLUMNS {
            let limit = Grid::MAX_COLUMNS;
            return error(format!("{columns} columns: expected at most {limit}"));
        }
        let longest = columns.max(rows);
        if k == 0 || k > longest {
            return error(format!(
                "k is {k}: expected 1 to {longest}, the longer side"
            ));
        }
        let directions = [
            (1, 0, 1),
            (0, 1, columns),
            (1, 1, columns + 1),
            (-1, 1, columns - 1),
        ];
        let starts = |right: i32, down: i32| {
            let reach = k as i32 - 1;
            let fits = |square: &u32| {
                let column = (square % columns) as i32 + right * reach;
                let row = (square / columns) as i32 + down * reach;
                (0..columns as i32).contains(&column) && row < rows as i32
            };
            let all = 0..columns * rows;
            all.filter(fits)
                .fold(0, |starts, square| starts | 1 << square)
        };
        let lines = directions.map(|(right, down, step)| DirectionLines {
            step,
            starts: starts(right, down),
        });
        Ok(Self {
            grid: Grid::new(columns, rows),
            k,
            lines: lines.into_iter().filter(|line| line.starts != 0).collect(),
        })
    }

    /// The shape of the board, with its square names and symmetries.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many in line win.
    pub const fn k(&self) -> u32 {
        self.k
    }

    /// The squares of each line of k squares.
    pub(super) fn all_lines(&self) -> Vec<u64> {
        let mut all = Vec::new();
        for DirectionLines { step, mut starts } in self.lines.iter().copied() {
            while starts != 0 {
                let first = starts.trailing_zeros();
                starts &= starts - 1;
                let squares = (0..self.k).map(|place| 1 << (first + step * place));
                all.push(squares.fold(0, |line, square: u64| line | square));
            }
        }
        all
    }

    /// Whether k of these stones are in line.
    pub fn has_line(&self, stones: u64) -> bool {
        self.lines.iter().any(|line| {
            let run = |length| stones >> (line.step * length);
            (1..self.k).fold(stones & line.starts, |lines, length| lines & run(length)) != 0
        })
    }

    /// Returns the reason why a board cannot arise in play, if there is one.
    fn impossibility(&self, position: Position) -> Option<String> {
        let stones = position.occupied().count_ones();
        let first_to_move = self.first_to_move(position);
        if position.mover.count_ones() != stones / 2 {
            let (mover, opponent) = (position.mover.count_ones(), position.opponent.count_ones());
            return Some(format!(
                "{mover} stones of the side to move and {opponent} of the other: \
                 expected as many of each, or one more of the other"
            ));
        }
        let (next, last) = if first_to_move {
            ("X", "O")
        } else {
            ("O", "X")
        };
        let k = self.k;
        if self.has_line(position.mover) {
            return Some(format!(
                "{next} has {k} in line, yet {last} moved after that"
            ));
        }
        let stones = position.opponent;
        let explained =
            |square: u32| stones >> square & 1 == 1 && !self.has_line(stones ^ (1 << square));
        if self.has_line(stones) && !(0..self.grid.squares()).any(explained) {
            return Some(format!("{last} has {k} in line without the last stone"));
        }
        None
    }

    fn first_to_move(&self, position: Position) -> bool {
        position.occupied().count_ones().is_multiple_of(2)
    }
}

impl Game for Mnk {
    type Position = Position;

    fn spec(&self) -> String {
        let (columns, rows) = (self.grid.columns(), self.grid.rows());
        format!("mnk:{columns}x{rows}?k={}", self.k)
    }

    fn start(&self) -> Position {
        Position::default()
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if self.has_line(position.opponent) {
            return;
        }
        let mut empty = self.grid.board() & !position.occupied();
        while empty != 0 {
            moves.push(Move(empty.trailing_zeros() as u16));
            empty &= empty - 1;
        }
    }

    fn play_unchecked(&self, position: &Position, played: Move) -> Position {
        Position {
            mover: position.opponent,
            opponent: position.mover | 1 << played.0,
        }
    }

    fn terminal_value(&self, position: &Position) -> Option<Value> {
        if self.has_line(position.opponent) {
            Some(-1)
        } else if position.occupied() == self.grid.board() {
            Some(0)
        } else {
            None
        }
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn level(&self, position: &Position) -> u32 {
        position.occupied().count_ones()
    }

    fn max_level(&self) -> u32 {
        self.grid.squares()
    }
}

impl Keyed for Mnk {
    type Key = u128;

    fn key(&self, position: &Position) -> u128 {
        self.grid.key(*position)
    }

    fn position(&self, key: u128) -> Result<Position, InvalidKey> {
        self.grid
            .position(key)
            .filter(|position| self.impossibility(*position).is_none())
            .ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        self.grid.key_bits()
    }

    fn move_codes(&self) -> u16 {
        self.grid.squares() as u16
    }
}

impl Symmetric for Mnk {
    fn symmetries(&self) -> u8 {
        self.grid.symmetries()
    }

    fn transform(&self, position: &Position, by: Symmetry) -> Position {
        self.grid.transform(*position, by)
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        Move(self.grid.square_image(u32::from(moved.0), by) as u16)
    }

    fn inverse(&self, of: Symmetry) -> Symmetry {
        self.grid.inverse(of)
    }

    fn canonical(&self, position: &Position) -> (Position, Symmetry) {
        self.grid.canonical(*position)
    }
}

impl Notation for Mnk {
    fn format_move(&self, written: Move) -> String {
        self.grid.square_name(u32::from(written.0))
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let (square, length) = self.grid.parse_square(text, "")?;
        Ok((Move(square as u16), length))
    }

    fn render(&self, position: &Position, first_to_move: bool) -> String {
        let mut text = self.grid.render(*position, first_to_move);
        let (next, last) = if first_to_move {
            ('X', 'O')
        } else {
            ('O', 'X')
        };
        text += &match self.terminal_value(position) {
            None => format!("{next} to move\n"),
            Some(0) => "game over: the board is full\n".to_owned(),
            Some(_) => format!("game over: {last} has {} in line\n", self.k),
        };
        text
    }

    fn tie_break_rule(&self) -> String {
        "first square, row by row from a1".to_owned()
    }

    fn format_board(&self, position: &Position, _first_to_move: bool) -> Option<String> {
        Some(
            self.grid
                .board_string(*position, self.first_to_move(*position)),
        )
    }

    fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        self.grid.board_at_front(text)
    }

    fn parse_board(&self, text: &str) -> Option<Result<Position, NotationError>> {
        let (position, first_to_move) = match self.grid.parse_board(text)? {
            Ok(board) => board,
            Err(error) => return Some(Err(error)),
        };
        let problem = if first_to_move == self.first_to_move(position) {
            self.impossibility(position)
        } else {
            let (side, stones) = if first_to_move {
                ('X', "odd")
            } else {
                ('O', "even")
            };
            Some(format!(
                "{side} is to move, yet the number of stones is {stones}"
            ))
        };
        Some(match problem {
            None => Ok(position),
            Some(problem) => Err(NotationError::new(text, 0, problem)),
        })
    }

    fn position_of_stones(&self, stones: [u128; 2], first_to_move: bool) -> Option<Position> {
        let position = self.grid.position_of_stones(stones, first_to_move)?;
        let is_turn = first_to_move == self.first_to_move(position);
        let is_possible = is_turn && self.impossibility(position).is_none();
        is_possible.then_some(position)
    }
}

impl fmt::Debug for Mnk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mnk({})", self.spec())
    }
}
