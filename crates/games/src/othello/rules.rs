//! The rules of Othello, over all boards.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use solveig_game::{
    Game, InvalidKey, Key, Keyed, Move, Notation, NotationError, SpecError, Symmetric, Symmetry,
    Value, ValueRange,
};

use super::geometry::{Geometry, final_score};
use crate::grid::Grid;
pub use crate::grid::Position;

/// The rules of Othello on one board.
///
/// Black, drawn as X, moves first. Whoever cannot move passes; the game ends where neither side can
/// move. A utility is the final disc difference, empty squares counted for the winner
/// (Takizawa 2026, section 4.1.2).
///
/// Move codes are squares, numbered row by row from a1; the code of the pass is the number of
/// squares. `K` is `u64` for boards of up to 40 squares and `u128` for all.
#[derive(Clone)]
pub struct Othello<K: Key> {
    grid: Grid,
    geometry: Arc<Geometry>,
    key: PhantomData<K>,
}

impl<K: Key> Othello<K> {
    /// The game on `columns` x `rows` squares.
    ///
    /// # Errors
    ///
    /// Fails if a side is odd or below four, or there are more than 64 squares, or the keys do not
    /// fit `K`.
    pub fn new(columns: u32, rows: u32) -> Result<Self, SpecError> {
        let error = |problem: String| {
            let spec = format!("othello:{columns}x{rows}");
            Err(SpecError::new(&spec, problem))
        };
        for (side, length) in [("columns", columns), ("rows", rows)] {
            if length < 4 || length % 2 != 0 {
                let expected = "expected an even number of at least 4";
                return error(format!("{length} {side}: {expected}"));
            }
        }
        let squares = u64::from(columns) * u64::from(rows);
        if squares > 64 {
            return error(format!("{squares} squares: expected at most 64"));
        }
        let grid = Grid::new(columns, rows);
        if grid.key_bits() > K::BITS {
            return error(format!(
                "its keys take {} bits: expected at most {}",
                grid.key_bits(),
                K::BITS
            ));
        }
        Ok(Self {
            geometry: Arc::new(Geometry::new(&grid)),
            grid,
            key: PhantomData,
        })
    }

    /// The shape of the board, with its square names and symmetries.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The code of the pass: the number of squares.
    pub const fn pass(&self) -> Move {
        Move(self.grid.squares() as u16)
    }

    /// The squares on which the side with the discs `mover` can place a disc.
    #[inline]
    pub fn legal_squares(&self, mover: u64, opponent: u64) -> u64 {
        self.geometry.legal_squares(mover, opponent)
    }

    /// The discs of `opponent` that a disc of `mover` on the empty `square` turns over; none where
    /// the move is not legal.
    #[inline]
    pub fn flips(&self, mover: u64, opponent: u64, square: u32) -> u64 {
        self.geometry.flips(mover, opponent, square)
    }

    /// The position after a disc on the empty `square`, seen from the other side.
    #[inline]
    pub fn place(&self, position: Position, square: u32) -> Position {
        let flips = self.flips(position.mover, position.opponent, square);
        Position {
            mover: position.opponent & !flips,
            opponent: position.mover | flips | 1 << square,
        }
    }

    /// The utility of a final position for the side with the discs `mover`: the disc difference,
    /// empty squares counted for the winner.
    #[inline]
    pub fn final_score(&self, mover: u64, opponent: u64) -> Value {
        final_score(self.grid.squares(), mover, opponent)
    }

    /// The number of move paths of exactly `depth` moves, as [`solveig_game::perft`] counts them,
    /// but faster: the last move is counted by the bits of its squares.
    pub fn perft(&self, position: Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let Position { mover, opponent } = position;
        let mut squares = self.legal_squares(mover, opponent);
        if squares == 0 {
            return if self.legal_squares(opponent, mover) == 0 {
                0
            } else {
                self.perft(passed(position), depth - 1)
            };
        }
        if depth == 1 {
            return u64::from(squares.count_ones());
        }
        let mut paths = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            paths += self.perft(self.place(position, square), depth - 1);
        }
        paths
    }
}

const fn passed(position: Position) -> Position {
    Position {
        mover: position.opponent,
        opponent: position.mover,
    }
}

impl<K: Key> Game for Othello<K> {
    type Position = Position;

    fn spec(&self) -> String {
        format!("othello:{}x{}", self.grid.columns(), self.grid.rows())
    }

    fn start(&self) -> Position {
        let columns = self.grid.columns();
        let square = |column, row| 1u64 << (row * columns + column);
        let (right, down) = (columns / 2, self.grid.rows() / 2);
        Position {
            mover: square(right, down - 1) | square(right - 1, down),
            opponent: square(right - 1, down - 1) | square(right, down),
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let Position { mover, opponent } = *position;
        let mut squares = self.legal_squares(mover, opponent);
        if squares == 0 {
            if self.legal_squares(opponent, mover) != 0 {
                moves.push(self.pass());
            }
            return;
        }
        while squares != 0 {
            moves.push(Move(squares.trailing_zeros() as u16));
            squares &= squares - 1;
        }
    }

    fn play_unchecked(&self, position: &Position, played: Move) -> Position {
        if played == self.pass() {
            passed(*position)
        } else {
            self.place(*position, u32::from(played.0))
        }
    }

    fn terminal_value(&self, position: &Position) -> Option<Value> {
        let Position { mover, opponent } = *position;
        let over =
            self.legal_squares(mover, opponent) == 0 && self.legal_squares(opponent, mover) == 0;
        over.then(|| self.final_score(mover, opponent))
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.grid.squares() as Value)
    }

    fn level(&self, position: &Position) -> u32 {
        position.occupied().count_ones()
    }

    fn max_level(&self) -> u32 {
        self.grid.squares()
    }

    fn is_forced_pass(&self, position: &Position) -> bool {
        let Position { mover, opponent } = *position;
        self.legal_squares(mover, opponent) == 0 && self.legal_squares(opponent, mover) != 0
    }
}

impl<K: Key> Keyed for Othello<K> {
    type Key = K;

    fn key(&self, position: &Position) -> K {
        K::from_u128(self.grid.key(*position)).expect("new() checked that keys fit")
    }

    fn position(&self, key: K) -> Result<Position, InvalidKey> {
        let key = key.to_u128();
        self.grid.position(key).ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        self.grid.key_bits()
    }

    fn move_codes(&self) -> u16 {
        self.pass().0 + 1
    }

    fn counts_terminal_positions(&self) -> bool {
        false
    }
}

impl<K: Key> Symmetric for Othello<K> {
    fn symmetries(&self) -> u8 {
        self.grid.symmetries()
    }

    fn transform(&self, position: &Position, by: Symmetry) -> Position {
        self.grid.transform(*position, by)
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        if moved == self.pass() {
            moved
        } else {
            Move(self.grid.square_image(u32::from(moved.0), by) as u16)
        }
    }

    fn inverse(&self, of: Symmetry) -> Symmetry {
        self.grid.inverse(of)
    }

    fn canonical(&self, position: &Position) -> (Position, Symmetry) {
        self.grid.canonical(*position)
    }
}

impl<K: Key> Notation for Othello<K> {
    fn format_move(&self, written: Move) -> String {
        if written == self.pass() {
            "pass".to_owned()
        } else {
            self.grid.square_name(u32::from(written.0))
        }
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        // Other programs abbreviate it.
        for pass in ["pass", "pa", "ps", "--"] {
            let front = text.as_bytes().get(..pass.len());
            if front.is_some_and(|front| front.eq_ignore_ascii_case(pass.as_bytes())) {
                return Ok((self.pass(), pass.len()));
            }
        }
        let (square, length) = self.grid.parse_square(text, " or pass")?;
        Ok((Move(square as u16), length))
    }

    fn render(&self, position: &Position, first_to_move: bool) -> String {
        let mut text = self.grid.render(*position, first_to_move);
        let (side, x, o) = if first_to_move {
            ('X', position.mover, position.opponent)
        } else {
            ('O', position.opponent, position.mover)
        };
        let discs = format!("X {}, O {}", x.count_ones(), o.count_ones());
        text += &if self.terminal_value(position).is_some() {
            format!("game over; {discs}\n")
        } else {
            format!("{side} to move; {discs}\n")
        };
        text
    }

    fn tie_break_rule(&self) -> String {
        "first square, row by row from a1".to_owned()
    }

    fn format_board(&self, position: &Position, first_to_move: bool) -> Option<String> {
        Some(self.grid.board_string(*position, first_to_move))
    }

    fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        self.grid.board_at_front(text)
    }

    fn parse_board(&self, text: &str) -> Option<Result<Position, NotationError>> {
        let board = self.grid.parse_board(text)?;
        Some(board.map(|(position, _)| position))
    }

    fn position_of_stones(&self, stones: [u128; 2], first_to_move: bool) -> Option<Position> {
        self.grid.position_of_stones(stones, first_to_move)
    }
}

impl<K: Key> fmt::Debug for Othello<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Othello({})", self.spec())
    }
}
