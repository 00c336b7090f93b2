//! Breakthrough: a game that is not built in, with all commands of Solveig, and with independent
//! rules for the checker.
//!
//! Each side has two rows of pawns (one on boards of fewer than five rows). A pawn moves one square
//! straight or diagonally forward to an empty square, and captures diagonally. A side wins by
//! reaching the opponent's first row or capturing all pawns.
//!
//! ```text
//! cargo run --release --bin breakthrough -- solve breakthrough:3x5 --out breakthrough.sol
//! cargo run --release --bin breakthrough -- verify breakthrough.sol
//! ```

use std::process::ExitCode;

use solveig::game::{
    Game, InvalidKey, Keyed, Move, Notation, NotationError, Spec, SpecError, Symmetric, Symmetry,
    Value, ValueRange,
};
use solveig::verifier::{Interval, Rules, Stage};
use solveig::{NamedGame, Solvable};

fn main() -> ExitCode {
    solveig_cli::run(solveig_cli::games![Breakthrough => PlainRules::parse])
}

impl Solvable for Breakthrough {}

impl NamedGame for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SPEC: &'static str = "breakthrough:CxR";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&[])?;
        let (columns, rows) = spec.columns_by_rows()?;
        if !(2..=8).contains(&columns) || !(3..=8).contains(&rows) {
            let problem = format!("{columns}x{rows}: expected 2 to 8 columns and 3 to 8 rows");
            return Err(spec.error(problem));
        }
        Ok(Self { columns, rows })
    }
}

/// Breakthrough on a board of `columns` x `rows` squares.
#[derive(Clone, Debug)]
struct Breakthrough {
    columns: u32,
    rows: u32,
}

/// Pawns of both sides, bit `row * columns + column`, from the view of the side to move: its own
/// first row is row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pawns {
    mover: u64,
    opponent: u64,
}

impl Breakthrough {
    fn squares(&self) -> u32 {
        self.columns * self.rows
    }

    /// Number of rows of pawns of each side at the start.
    fn depth(&self) -> u32 {
        if self.rows < 5 { 1 } else { 2 }
    }

    fn row(&self, row: u32) -> u64 {
        ((1 << self.columns) - 1) << (row * self.columns)
    }

    /// The board rotated by 180 degrees.
    fn rotate(&self, board: u64) -> u64 {
        board.reverse_bits() >> (64 - self.squares())
    }

    /// The squares a move leads from and to; `None` if it leaves the board.
    fn target(&self, code: Move) -> Option<(u32, u32)> {
        let (from, way) = (u32::from(code.0) / 3, u32::from(code.0) % 3);
        let column = (from % self.columns + way).checked_sub(1)?;
        let to = from - from % self.columns + self.columns + column;
        (column < self.columns && to < self.squares()).then_some((from, to))
    }

    fn is_legal(&self, pawns: &Pawns, code: Move) -> bool {
        let Some((from, to)) = self.target(code) else {
            return false;
        };
        let is_capture = pawns.opponent >> to & 1 == 1;
        let straight = code.0 % 3 == 1;
        pawns.mover >> from & 1 == 1 && pawns.mover >> to & 1 == 0 && !(is_capture && straight)
    }

    fn name(&self, square: u32) -> String {
        let column = char::from(b'a' + (square % self.columns) as u8);
        format!("{column}{}", square / self.columns + 1)
    }

    /// Parses a square at the front of `text`; returns it with its length in bytes.
    fn named(&self, text: &str) -> Option<(u32, usize)> {
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let row = text.as_bytes().get(1).copied().filter(u8::is_ascii_digit)?;
        let (column, row) = (
            u32::from(letter - b'a'),
            u32::from(row - b'0').checked_sub(1)?,
        );
        (column < self.columns && row < self.rows).then_some((row * self.columns + column, 2))
    }

    /// Total advance of one side's pawns in rows; captured pawns count `rows` each, so that
    /// captures raise the level as well.
    fn advance(&self, pawns: u64) -> u32 {
        let all = self.columns * self.depth();
        let rows = (0..self.rows).map(|row| row * (pawns & self.row(row)).count_ones());
        rows.sum::<u32>() + (all - pawns.count_ones()) * self.rows
    }
}

impl Game for Breakthrough {
    type Position = Pawns;

    fn spec(&self) -> String {
        format!("breakthrough:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Pawns {
        let mover = (0..self.depth()).fold(0, |pawns, row| pawns | self.row(row));
        Pawns {
            mover,
            opponent: self.rotate(mover),
        }
    }

    fn legal_moves(&self, position: &Pawns, moves: &mut Vec<Move>) {
        if self.terminal_value(position).is_none() {
            let codes = (0..self.move_codes()).map(Move);
            moves.extend(codes.filter(|code| self.is_legal(position, *code)));
        }
    }

    fn play_unchecked(&self, position: &Pawns, played: Move) -> Pawns {
        let (from, to) = self.target(played).expect("the move is legal");
        let moved = position.mover & !(1 << from) | 1 << to;
        Pawns {
            mover: self.rotate(position.opponent & !(1 << to)),
            opponent: self.rotate(moved),
        }
    }

    fn terminal_value(&self, position: &Pawns) -> Option<Value> {
        let arrived = position.opponent & self.row(0) != 0;
        (arrived || position.mover == 0).then_some(-1)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn has_draws(&self) -> bool {
        false
    }

    /// Advance of both sides since the start.
    fn level(&self, position: &Pawns) -> u32 {
        let start = self.columns * self.depth() * (self.depth() - 1);
        self.advance(position.mover) + self.advance(self.rotate(position.opponent)) - start
    }

    fn max_level(&self) -> u32 {
        2 * self.columns * self.depth() * self.rows
    }
}

impl Keyed for Breakthrough {
    type Key = u128;

    fn key(&self, position: &Pawns) -> u128 {
        u128::from(position.mover) | u128::from(position.opponent) << self.squares()
    }

    fn position(&self, key: u128) -> Result<Pawns, InvalidKey> {
        let board = u64::MAX >> (64 - self.squares());
        let pawns = Pawns {
            mover: key as u64 & board,
            opponent: (key >> self.squares()) as u64 & board,
        };
        let max = self.columns * self.depth();
        let fits = self.key(&pawns) == key
            && pawns.mover & pawns.opponent == 0
            && pawns.mover.count_ones() <= max
            && pawns.opponent.count_ones() <= max
            // The side to move has not won yet.
            && pawns.mover & self.row(self.rows - 1) == 0
            && pawns.opponent != 0;
        if fits {
            Ok(pawns)
        } else {
            Err(InvalidKey(key.into()))
        }
    }

    fn key_bits(&self) -> u32 {
        2 * self.squares()
    }

    /// Three moves from each square: left, straight and right.
    fn move_codes(&self) -> u16 {
        (3 * self.squares()) as u16
    }
}

impl Symmetric for Breakthrough {
    /// The identity, and the mirror image with left and right exchanged.
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, position: &Pawns, by: Symmetry) -> Pawns {
        let mirrored = |board: u64| {
            (0..self.squares()).fold(0, |image, at| {
                let to = at - at % self.columns + self.columns - 1 - at % self.columns;
                image | (board >> at & 1) << to
            })
        };
        match by {
            Symmetry::IDENTITY => *position,
            _ => Pawns {
                mover: mirrored(position.mover),
                opponent: mirrored(position.opponent),
            },
        }
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        let (from, way) = (u32::from(moved.0) / 3, u32::from(moved.0) % 3);
        let image = from - from % self.columns + self.columns - 1 - from % self.columns;
        match by {
            Symmetry::IDENTITY => moved,
            _ => Move((3 * image + 2 - way) as u16),
        }
    }
}

impl Notation for Breakthrough {
    /// From the view of the side to move, with rows counted from its own first row: `a2b3`.
    fn format_move(&self, written: Move) -> String {
        match self.target(written) {
            Some((from, to)) => format!("{}{}", self.name(from), self.name(to)),
            None => format!("?{}", written.0),
        }
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let wrong = || NotationError::new(text, 0, "expected two squares, as in a2b3");
        let (from, length) = self.named(text).ok_or_else(wrong)?;
        let (to, more) = self.named(&text[length..]).ok_or_else(wrong)?;
        let codes = (0..3).map(|way| Move((3 * from + way) as u16));
        let mut moves = codes.filter(|code| self.target(*code) == Some((from, to)));
        Ok((moves.next().ok_or_else(wrong)?, length + more))
    }

    fn render(&self, position: &Pawns, first_to_move: bool) -> String {
        let (mine, yours) = if first_to_move {
            ('X', 'O')
        } else {
            ('O', 'X')
        };
        let square = |bit: u32| match (position.mover >> bit & 1, position.opponent >> bit & 1) {
            (1, _) => mine,
            (_, 1) => yours,
            _ => '.',
        };
        let row = |row: u32| {
            let squares = (0..self.columns).map(|column| square(row * self.columns + column));
            format!("{} {}", row + 1, squares.collect::<String>())
        };
        let mut lines: Vec<String> = (0..self.rows).rev().map(row).collect();
        lines.push(format!("  {}", &"abcdefgh"[..self.columns as usize]));
        lines.push(format!("{mine} to move, upwards"));
        lines.join("\n")
    }

    fn tie_break_rule(&self) -> String {
        "from squares row by row from a1, left before straight before right".to_owned()
    }
}

/// Independent rules for the checker: a board of letters, row 0 that of the side to move, `m` its
/// pawns and `o` the opponent's.
struct PlainRules {
    columns: usize,
    rows: usize,
}

type Letters = Vec<Vec<u8>>;

impl PlainRules {
    fn parse(spec: &str) -> Result<Self, String> {
        let size = spec
            .strip_prefix("breakthrough:")
            .and_then(|size| size.split_once('x'));
        let size = size.and_then(|(c, r)| Some((c.parse().ok()?, r.parse().ok()?)));
        match size {
            Some((columns @ 2..=8, rows @ 3..=8)) => Ok(Self { columns, rows }),
            _ => Err("expected breakthrough:CxR, 2 to 8 columns and 3 to 8 rows".to_owned()),
        }
    }

    fn pawn_rows(&self) -> usize {
        if self.rows >= 5 { 2 } else { 1 }
    }

    fn other_side(board: &Letters) -> Letters {
        let swapped = |letter: &u8| match letter {
            b'm' => b'o',
            b'o' => b'm',
            _ => b'.',
        };
        let row = |row: &Vec<u8>| row.iter().rev().map(swapped).collect();
        board.iter().rev().map(row).collect()
    }

    /// Moves as row and column from, row and column to, in tie-break order.
    fn moves(&self, board: &Letters) -> Vec<[usize; 4]> {
        let mut moves = Vec::new();
        for row in 0..self.rows - 1 {
            for column in 0..self.columns {
                for to in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                    let allowed = match board[row + 1][to] {
                        b'.' => true,
                        b'o' => to != column,
                        _ => false,
                    };
                    if board[row][column] == b'm' && allowed {
                        moves.push([row, column, row + 1, to]);
                    }
                }
            }
        }
        moves
    }

    fn count(board: &Letters, pawn: u8) -> usize {
        board
            .iter()
            .flatten()
            .filter(|letter| **letter == pawn)
            .count()
    }
}

impl Rules for PlainRules {
    type Position = Letters;

    fn spec(&self) -> String {
        format!("breakthrough:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Letters {
        let letter = |row: usize| match row {
            row if row < self.pawn_rows() => b'm',
            row if row >= self.rows - self.pawn_rows() => b'o',
            _ => b'.',
        };
        (0..self.rows)
            .map(|row| vec![letter(row); self.columns])
            .collect()
    }

    fn stage(&self, board: &Letters) -> Stage {
        match board[0].contains(&b'o') || Self::count(board, b'm') == 0 {
            true => Stage::Over(-1),
            false => Stage::Moves,
        }
    }

    fn children(&self, board: &Letters, children: &mut Vec<Letters>) {
        if let Stage::Over(_) = self.stage(board) {
            return;
        }
        for [row, column, to_row, to_column] in self.moves(board) {
            let mut next = board.clone();
            next[row][column] = b'.';
            next[to_row][to_column] = b'm';
            children.push(Self::other_side(&next));
        }
    }

    fn level(&self, board: &Letters) -> u32 {
        let all = self.columns * self.pawn_rows();
        let mut level = (2 * all - Self::count(board, b'm') - Self::count(board, b'o')) * self.rows;
        for (row, letters) in board.iter().enumerate() {
            for letter in letters {
                level += match letter {
                    b'm' => row,
                    b'o' => self.rows - 1 - row,
                    _ => 0,
                };
            }
        }
        (level - all * (self.pawn_rows() - 1)) as u32
    }

    fn max_level(&self) -> u32 {
        (2 * self.columns * self.pawn_rows() * self.rows) as u32
    }

    fn value_range(&self) -> Interval {
        Interval::symmetric(1)
    }

    fn key(&self, board: &Letters) -> u128 {
        let squares = self.columns * self.rows;
        let letters = board.iter().flatten().enumerate();
        letters.fold(0, |key, (at, letter)| match letter {
            b'm' => key | 1 << at,
            b'o' => key | 1 << (squares + at),
            _ => key,
        })
    }

    fn key_bits(&self) -> u32 {
        (2 * self.columns * self.rows) as u32
    }

    fn position(&self, key: u128) -> Option<Letters> {
        let squares = self.columns * self.rows;
        let letter = |at: usize| match (key >> at & 1, key >> (squares + at) & 1) {
            (1, 0) => b'm',
            (0, 1) => b'o',
            _ => b'.',
        };
        let row = |row: usize| {
            (0..self.columns)
                .map(|c| letter(row * self.columns + c))
                .collect()
        };
        let board: Letters = (0..self.rows).map(row).collect();
        let all = self.columns * self.pawn_rows();
        let possible = self.key(&board) == key
            && Self::count(&board, b'm') <= all
            && (1..=all).contains(&Self::count(&board, b'o'))
            && !board[self.rows - 1].contains(&b'm');
        possible.then_some(board)
    }

    fn canonical(&self, board: &Letters) -> Letters {
        let mirrored = board.iter().map(|row| row.iter().rev().copied().collect());
        let mirrored: Letters = mirrored.collect();
        match self.key(&mirrored) < self.key(board) {
            true => mirrored,
            false => board.clone(),
        }
    }

    fn describe(&self, board: &Letters) -> String {
        let rows = board
            .iter()
            .map(|row| String::from_utf8_lossy(row).into_owned());
        rows.collect::<Vec<_>>().join("/")
    }

    fn describe_move(&self, board: &Letters, index: usize) -> String {
        let name =
            |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        match self.moves(board).get(index) {
            Some([row, column, to_row, to_column]) => {
                name(*row, *column) + &name(*to_row, *to_column)
            }
            None => format!("move {index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Breakthrough;

    const fn board(columns: u32, rows: u32) -> Breakthrough {
        Breakthrough { columns, rows }
    }

    solveig::conforms!(small, board(3, 4));
    solveig::conforms!(narrow, board(2, 7));
    solveig::conforms!(largest, board(8, 8));
}
