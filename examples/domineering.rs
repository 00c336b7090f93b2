//! Domineering in one file: the rules, a semi-strong solution, its proof, and queries.
//!
//! Two players place dominoes on a board, the first upright, the second flat; whoever cannot place
//! one loses. The game is not built into Solveig: the solver needs the traits of a game, the
//! independent checker its `Rules`.
//!
//! ```text
//! cargo run --release --example domineering -- 5 5
//! ```

use std::path::Path;

use anyhow::{Context, Result, bail};
use solveig::game::{
    Game, GameExt, InvalidKey, Keyed, Move, Notation, NotationError, Symmetric, Symmetry, Value,
    ValueRange,
};
use solveig::verifier::{Interval, Rules, Stage};
use solveig::{Artifact, MoveProbe, Solvable};

/// Domineering on a board of at most 36 squares.
#[derive(Clone, Debug)]
struct Domineering {
    columns: u32,
    rows: u32,
}

/// Covered squares, bit `row * columns + column`. Every domino covers two squares and the players
/// alternate, so the number of covered squares determines who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    covered: u64,
}

impl Domineering {
    fn new(columns: u32, rows: u32) -> Result<Self> {
        if columns == 0 || rows == 0 || columns > 36 || rows > 36 || columns * rows > 36 {
            bail!("a board of {columns} x {rows}; expected 1 to 36 squares");
        }
        Ok(Self { columns, rows })
    }

    fn squares(&self) -> u32 {
        self.columns * self.rows
    }

    fn upright_to_move(position: Position) -> bool {
        position.covered.count_ones().is_multiple_of(4)
    }

    /// The two squares that a move covers. Codes below the number of squares are upright dominoes
    /// by their upper square, the others flat ones by their left square.
    fn squares_of(&self, laid: Move) -> Option<[u32; 2]> {
        let (square, upright) = match u32::from(laid.0) {
            code if code < self.squares() => (code, true),
            code => (code - self.squares(), false),
        };
        let (column, row) = (square % self.columns, square / self.columns);
        let fits = if upright {
            row + 1 < self.rows
        } else {
            column + 1 < self.columns
        };
        (fits && square < self.squares())
            .then(|| [square, square + if upright { self.columns } else { 1 }])
    }

    /// The move that covers these two squares.
    fn move_over(&self, [one, other]: [u32; 2]) -> Option<Move> {
        let first = one.min(other);
        [first, first + self.squares()]
            .map(|code| Move(code as u16))
            .into_iter()
            .find(|laid| self.squares_of(*laid) == Some([first, one.max(other)]))
    }

    fn reflected(&self, square: u32, by: Symmetry) -> u32 {
        let (mut column, mut row) = (square % self.columns, square / self.columns);
        if by.0 & 1 != 0 {
            column = self.columns - 1 - column;
        }
        if by.0 & 2 != 0 {
            row = self.rows - 1 - row;
        }
        row * self.columns + column
    }

    /// Parses a square at the front of `text`; returns it with its length in bytes.
    fn parse_square(&self, text: &str) -> Option<(u32, usize)> {
        let column = u32::from(text.bytes().next()?).checked_sub(u32::from(b'a'))?;
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let row = text.get(1..=digits)?.parse::<u32>().ok()?.checked_sub(1)?;
        (column < self.columns && row < self.rows)
            .then_some((row * self.columns + column, 1 + digits))
    }

    fn square_name(&self, square: u32) -> String {
        let column = char::from(b'a' + (square % self.columns) as u8);
        format!("{column}{}", square / self.columns + 1)
    }
}

/// No knowledge beyond the rules: the solvers try moves in tie-break order.
impl Solvable for Domineering {}

impl Game for Domineering {
    type Position = Position;

    fn spec(&self) -> String {
        format!("domineering:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Position {
        Position { covered: 0 }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let first = if Self::upright_to_move(*position) {
            0
        } else {
            self.squares()
        };
        let is_free = |laid: &Move| {
            let squares = self.squares_of(*laid);
            squares.is_some_and(|pair| pair.iter().all(|at| position.covered >> at & 1 == 0))
        };
        moves.extend(
            (first..first + self.squares())
                .map(|code| Move(code as u16))
                .filter(is_free),
        );
    }

    fn play_unchecked(&self, position: &Position, laid: Move) -> Position {
        let squares = self.squares_of(laid).into_iter().flatten();
        Position {
            covered: squares.fold(position.covered, |covered, at| covered | 1 << at),
        }
    }

    fn terminal_value(&self, position: &Position) -> Option<Value> {
        self.moves(position).is_empty().then_some(-1)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn level(&self, position: &Position) -> u32 {
        position.covered.count_ones() / 2
    }

    fn max_level(&self) -> u32 {
        self.squares() / 2
    }
}

impl Keyed for Domineering {
    type Key = u64;

    fn key(&self, position: &Position) -> u64 {
        position.covered
    }

    fn position(&self, key: u64) -> Result<Position, InvalidKey> {
        let on_board = key >> self.squares() == 0;
        if on_board && key.count_ones().is_multiple_of(2) {
            Ok(Position { covered: key })
        } else {
            Err(InvalidKey(key.into()))
        }
    }

    fn key_bits(&self) -> u32 {
        self.squares()
    }

    fn move_codes(&self) -> u16 {
        2 * self.squares() as u16
    }
}

impl Symmetric for Domineering {
    /// The identity, the reflections in both axes, and the rotation by 180 degrees.
    fn symmetries(&self) -> u8 {
        4
    }

    fn transform(&self, position: &Position, by: Symmetry) -> Position {
        let covered = (0..self.squares())
            .filter(|square| position.covered >> square & 1 == 1)
            .map(|square| 1 << self.reflected(square, by))
            .sum();
        Position { covered }
    }

    fn transform_move(&self, laid: Move, by: Symmetry) -> Move {
        let image = self
            .squares_of(laid)
            .and_then(|pair| self.move_over(pair.map(|square| self.reflected(square, by))));
        image.unwrap_or(laid)
    }
}

impl Notation for Domineering {
    fn tie_break_rule(&self) -> String {
        "the upper or left square of the domino, row by row from a1".into()
    }

    fn format_move(&self, laid: Move) -> String {
        match self.squares_of(laid) {
            Some(pair) => pair.map(|square| self.square_name(square)).concat(),
            None => format!("#{}", laid.0),
        }
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let parsed = self.parse_square(text).and_then(|(one, length)| {
            let (other, more) = self.parse_square(&text[length..])?;
            Some((self.move_over([one, other])?, length + more))
        });
        parsed.ok_or_else(|| {
            let problem = format!(
                "expected two neighbouring squares of the {} x {} board, as in a1a2",
                self.columns, self.rows
            );
            NotationError::new(text, 0, problem)
        })
    }

    fn render(&self, position: &Position, _first_to_move: bool) -> String {
        let square = |at: u32| {
            if position.covered >> at & 1 == 1 {
                "#"
            } else {
                "."
            }
        };
        let row = |row: u32| {
            let squares = (0..self.columns).map(|column| square(row * self.columns + column));
            squares.collect::<Vec<_>>().join(" ")
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Independent rules for the checker: a board is a list of squares, and dominoes are tried one by
/// one.
struct PlainRules {
    columns: usize,
    rows: usize,
}

impl PlainRules {
    /// The boards after each domino the side to move can place, by its upper or left square.
    fn laid(&self, board: &[bool]) -> Vec<Vec<bool>> {
        let dominoes = board.iter().filter(|covered| **covered).count() / 2;
        let step = if dominoes.is_multiple_of(2) {
            self.columns
        } else {
            1
        };
        let mut boards = Vec::new();
        for square in 0..board.len() {
            let wraps = step == 1 && (square + 1) % self.columns == 0;
            if wraps || board[square] || board.get(square + step) != Some(&false) {
                continue;
            }
            let mut after = board.to_vec();
            after[square] = true;
            after[square + step] = true;
            boards.push(after);
        }
        boards
    }
}

impl Rules for PlainRules {
    type Position = Vec<bool>;

    fn spec(&self) -> String {
        format!("domineering:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Vec<bool> {
        vec![false; self.columns * self.rows]
    }

    fn stage(&self, board: &Vec<bool>) -> Stage {
        if self.laid(board).is_empty() {
            Stage::Over(-1)
        } else {
            Stage::Moves
        }
    }

    fn children(&self, board: &Vec<bool>, children: &mut Vec<Vec<bool>>) {
        children.extend(self.laid(board));
    }

    fn level(&self, board: &Vec<bool>) -> u32 {
        board.iter().filter(|covered| **covered).count() as u32 / 2
    }

    fn max_level(&self) -> u32 {
        (self.columns * self.rows / 2) as u32
    }

    fn value_range(&self) -> Interval {
        Interval::symmetric(1)
    }

    fn key(&self, board: &Vec<bool>) -> u128 {
        board
            .iter()
            .rev()
            .fold(0, |key, covered| key << 1 | u128::from(*covered))
    }

    fn key_bits(&self) -> u32 {
        (self.columns * self.rows) as u32
    }

    fn position(&self, key: u128) -> Option<Vec<bool>> {
        let squares = self.columns * self.rows;
        let even = key.count_ones().is_multiple_of(2);
        let board = || (0..squares).map(|square| key >> square & 1 == 1).collect();
        (key >> squares == 0 && even).then(board)
    }

    fn canonical(&self, board: &Vec<bool>) -> Vec<bool> {
        let upside_down: Vec<bool> = board
            .chunks(self.columns)
            .rev()
            .flatten()
            .copied()
            .collect();
        let sideways = |board: &[bool]| -> Vec<bool> {
            board
                .chunks(self.columns)
                .flat_map(|row| row.iter().rev().copied())
                .collect()
        };
        let images = [
            board.clone(),
            sideways(board),
            sideways(&upside_down),
            upside_down.clone(),
        ];
        images
            .into_iter()
            .min_by_key(|image| self.key(image))
            .expect("four images")
    }

    fn describe(&self, board: &Vec<bool>) -> String {
        let rows = board.chunks(self.columns);
        let row = |row: &[bool]| {
            row.iter()
                .map(|covered| if *covered { '#' } else { '.' })
                .collect()
        };
        rows.map(row).collect::<Vec<String>>().join("/")
    }

    fn describe_move(&self, board: &Vec<bool>, index: usize) -> String {
        match self.laid(board).get(index) {
            Some(after) => self.describe(after),
            None => format!("move {index}"),
        }
    }
}

/// Solves a board, has the solution checked, and queries the start. Returns the value of the start
/// for the side to move, the first player.
fn solve_prove_probe(game: &Domineering, directory: &Path) -> Result<Value> {
    let files = ["domineering.sol", "domineering.cert"].map(|name| directory.join(name));
    let [artifact, certificate] = &files;

    // Solve, on all cores.
    let solved = solveig::solve(game)
        .certificate(certificate)
        .write(artifact)?;
    println!(
        "solved  {}: {} positions, {} bytes, digest {}",
        game.spec(),
        solved.artifact.records,
        solved.artifact.bytes,
        solved.artifact.digest
    );

    // Prove: the checker uses rules of its own.
    let (columns, rows) = (game.columns as usize, game.rows as usize);
    let rules = PlainRules { columns, rows };
    let report = solveig::verify_by(&rules, artifact, Some(certificate))
        .context("the checker does not agree")?;
    println!(
        "proved  {} records, {} claims by certificate, {} nodes searched",
        report.positions(),
        report.claims.certificate,
        report.nodes
    );

    // Probe: the value of the start, and of each first move.
    let start = Artifact::open_as(game.clone(), artifact)?.probe("-")?;
    println!("{}", game.render(&game.start(), true));
    for MoveProbe { name, answer } in &start.moves {
        println!("probed  {name} {answer}");
    }
    start.value().context("the start is certified")
}

fn main() -> Result<()> {
    let mut sizes = std::env::args().skip(1).map(|size| size.parse::<u32>());
    let columns = sizes.next().transpose().context("columns")?.unwrap_or(5);
    let rows = sizes.next().transpose().context("rows")?.unwrap_or(5);
    let directory = tempfile::tempdir()?;
    let value = solve_prove_probe(&Domineering::new(columns, rows)?, directory.path())?;
    println!(
        "the {} player wins",
        if value > 0 { "first" } else { "second" }
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    solveig::conforms!(domineering_4x3, Domineering::new(4, 3).unwrap());
    solveig::conforms!(domineering_4x4, Domineering::new(4, 4).unwrap());

    /// Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering" (2000): the first player
    /// wins 2x2, 3x3 and 4x4, the second 5x5.
    #[test]
    fn square_boards_have_their_published_winners() {
        for (size, winner) in [(2, 1), (3, 1), (4, 1), (5, -1)] {
            let directory = tempfile::tempdir().unwrap();
            let game = Domineering::new(size, size).unwrap();
            assert_eq!(
                solve_prove_probe(&game, directory.path()).unwrap(),
                winner,
                "{size}"
            );
        }
    }

    #[test]
    fn moves_are_two_neighbouring_squares() {
        let game = Domineering::new(4, 4).unwrap();
        assert!(game.parse_position("a1a2 c1d1").is_ok());
        let error = game.parse_position("a1a2a1b1").unwrap_err().to_string();
        assert!(error.starts_with("move 2 of \"a1a2a1b1\" (at character 5): a1b1 is not legal"));
        assert!(game.parse_position("a1c1").is_err());
    }
}
