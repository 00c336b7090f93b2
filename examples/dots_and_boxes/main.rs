//! Dots and Boxes: a game that is not built in, which the page draws, with forced passes and with
//! independent rules for the checker.
//!
//! Two players draw edges between neighbouring dots. Who draws the fourth edge of a box owns it and
//! draws again, so the other side passes. When all edges are drawn, more boxes win.
//!
//! ```text
//! cargo run --release --bin dots-and-boxes -- solve dots-and-boxes:2x2 --out boxes.sol
//! cargo run --release --bin dots-and-boxes -- verify boxes.sol
//! cargo run --release --bin dots-and-boxes -- serve boxes.sol
//! ```
//!
//! `docs/guide/your-own-game.md` walks through this file.

mod plain_rules;

use std::process::ExitCode;

use solveig::game::{
    BoardLayout, Family, Game, InvalidKey, Keyed, Move, Notation, NotationError, Spec, SpecError,
    Symmetric, Value, ValueRange,
};
use solveig::games::{Presentation, SideColour};
use solveig::{NamedGame, Solvable};

use plain_rules::PlainRules;

fn main() -> ExitCode {
    solveig_cli::run(solveig_cli::games![DotsAndBoxes => PlainRules::parse])
}

impl Solvable for DotsAndBoxes {}

impl NamedGame for DotsAndBoxes {
    const NAME: &'static str = "dots-and-boxes";
    const SPEC: &'static str = "dots-and-boxes:CxR";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&[])?;
        let (columns, rows) = spec.columns_by_rows()?;
        if !(1..=4).contains(&columns) || !(1..=4).contains(&rows) {
            let problem = format!("{columns}x{rows}: expected 1 to 4 boxes a side");
            return Err(spec.error(problem));
        }
        Ok(Self { columns, rows })
    }

    fn presentation(&self) -> Presentation {
        let rules = "Draw an edge between two dots. Who closes a box owns it and draws again; more \
                     boxes win.";
        let rgb = |red, green, blue| SideColour { red, green, blue };
        Presentation {
            title: Some(format!("Dots and Boxes {}×{}", self.columns, self.rows)),
            rules: Some(rules.to_owned()),
            colours: Some([rgb(0x1b, 0x9e, 0x77), rgb(0xd9, 0x5f, 0x02)]),
        }
    }

    fn layout(&self) -> BoardLayout {
        let (width, height) = (self.width(), self.height());
        BoardLayout::lettered(Family::Edges, width, height, ["Green", "Orange"])
    }
}

/// Dots and Boxes with `columns` x `rows` boxes.
///
/// Dots, edges and boxes are the cells of a grid of odd width, numbered row by row. The edges are
/// the cells with odd numbers. A set of cells has bit `n` for cell `n`.
#[derive(Clone, Debug)]
struct DotsAndBoxes {
    columns: u32,
    rows: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Drawing {
    /// The drawn edges, and the closed boxes of the side to move.
    cells: u128,
    /// Whether the other side has closed a box, and draws again.
    passes: bool,
}

impl DotsAndBoxes {
    fn width(&self) -> u32 {
        2 * self.columns + 1
    }

    fn height(&self) -> u32 {
        2 * self.rows + 1
    }

    fn cells(&self) -> u32 {
        self.width() * self.height()
    }

    fn edges(&self) -> impl Iterator<Item = u32> {
        (1..self.cells()).step_by(2)
    }

    fn all_edges(&self) -> u128 {
        self.edges().fold(0, |set, cell| set | 1 << cell)
    }

    /// The boxes whose four edges are in `cells`.
    fn closed(&self, cells: u128) -> u128 {
        let width = self.width();
        let rows = (1..self.height()).step_by(2);
        let boxes = rows.flat_map(|row| (1..width).step_by(2).map(move |c| row * width + c));
        let is_closed = |at: &u32| {
            let around = [at - width, at - 1, at + 1, at + width];
            around.iter().all(|edge| cells >> edge & 1 == 1)
        };
        boxes.filter(is_closed).fold(0, |set, cell| set | 1 << cell)
    }

    fn is_over(&self, drawing: &Drawing) -> bool {
        drawing.cells & self.all_edges() == self.all_edges()
    }

    fn pass(&self) -> Move {
        Move(self.cells() as u16)
    }

    fn name(&self, cell: u32) -> String {
        let column = char::from(b'a' + (cell % self.width()) as u8);
        format!("{column}{}", cell / self.width() + 1)
    }

    /// A letter for each cell: `#` for drawn edges, the owner for closed boxes, else `-`.
    fn letters(&self, drawing: &Drawing, first_to_move: bool) -> Vec<char> {
        let (own, other) = match first_to_move {
            true => ('X', 'O'),
            false => ('O', 'X'),
        };
        let closed = self.closed(drawing.cells);
        let letter = |cell: u32| match (drawing.cells >> cell & 1, closed >> cell & 1) {
            (1, 1) => own,
            (0, 1) => other,
            (1, _) => '#',
            _ => '-',
        };
        (0..self.cells()).map(letter).collect()
    }
}

impl Game for DotsAndBoxes {
    type Position = Drawing;

    fn spec(&self) -> String {
        format!("dots-and-boxes:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Drawing {
        Drawing {
            cells: 0,
            passes: false,
        }
    }

    fn legal_moves(&self, drawing: &Drawing, moves: &mut Vec<Move>) {
        if drawing.passes {
            moves.push(self.pass());
        } else {
            let free = self.edges().filter(|cell| drawing.cells >> cell & 1 == 0);
            moves.extend(free.map(|cell| Move(cell as u16)));
        }
    }

    fn play_unchecked(&self, drawing: &Drawing, played: Move) -> Drawing {
        let mut edges = drawing.cells & self.all_edges();
        let closed = self.closed(edges);
        if played != self.pass() {
            edges |= 1 << played.0;
        }
        Drawing {
            cells: edges | closed & !drawing.cells,
            passes: self.closed(edges) != closed && edges != self.all_edges(),
        }
    }

    /// The boxes of the side to move, less those of the other.
    fn terminal_value(&self, drawing: &Drawing) -> Option<Value> {
        let own = (drawing.cells & !self.all_edges()).count_ones();
        let all = self.columns * self.rows;
        self.is_over(drawing)
            .then_some(2 * own as Value - all as Value)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric((self.columns * self.rows) as Value)
    }

    /// Number of drawn edges.
    fn level(&self, drawing: &Drawing) -> u32 {
        (drawing.cells & self.all_edges()).count_ones()
    }

    fn max_level(&self) -> u32 {
        self.cells() / 2
    }

    fn is_forced_pass(&self, drawing: &Drawing) -> bool {
        drawing.passes
    }
}

impl Keyed for DotsAndBoxes {
    type Key = u128;

    fn key(&self, drawing: &Drawing) -> u128 {
        drawing.cells | u128::from(drawing.passes) << self.cells()
    }

    fn position(&self, key: u128) -> Result<Drawing, InvalidKey> {
        let drawing = Drawing {
            cells: key & !(1 << self.cells()),
            passes: key >> self.cells() == 1,
        };
        let closed = self.closed(drawing.cells);
        let others = closed & !drawing.cells;
        let fits = drawing.cells & !self.all_edges() & !closed == 0
            && (!drawing.passes || (others != 0 && !self.is_over(&drawing)));
        fits.then_some(drawing).ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        self.cells() + 1
    }

    fn move_codes(&self) -> u16 {
        self.pass().0 + 1
    }
}

impl Symmetric for DotsAndBoxes {}

impl Notation for DotsAndBoxes {
    fn format_move(&self, written: Move) -> String {
        match written == self.pass() {
            true => "pass".to_owned(),
            false => self.name(written.0.into()),
        }
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        if text.starts_with("pass") {
            return Ok((self.pass(), 4));
        }
        let name = text.get(..2).unwrap_or_default();
        let edge = self.edges().find(|cell| self.name(*cell) == name);
        let wrong = || NotationError::new(text, 0, "expected an edge, as in b1, or \"pass\"");
        Ok((Move(edge.ok_or_else(wrong)? as u16), 2))
    }

    fn parse_board(&self, text: &str) -> Option<Result<Drawing, NotationError>> {
        let (letters, rest) = text.split_once(' ')?;
        if letters.len() != self.cells() as usize || !letters.starts_with('-') {
            return None;
        }
        let side = rest.chars().last()?;
        let marks = letters.chars().enumerate();
        let marks = marks.filter(|(_, letter)| *letter == '#' || *letter == side);
        let passes = u128::from(rest.starts_with("pass")) << self.cells();
        let key = marks.fold(passes, |key, (cell, _)| key | 1 << cell);
        let drawing = self.position(key).ok();
        let drawing =
            drawing.filter(|read| self.format_board(read, side == 'X').as_deref() == Some(text));
        let problem = "expected drawn edges as #, owners of closed boxes, and who is to move";
        Some(drawing.ok_or_else(|| NotationError::new(text, 0, problem)))
    }

    fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        let end = text.find(" X").or_else(|| text.find(" O"))? + 2;
        let board = text[..end].to_owned();
        self.parse_board(&board)?.ok()?;
        Some((
            board,
            end + text[end..].len() - text[end..].trim_start().len(),
        ))
    }

    fn format_board(&self, drawing: &Drawing, first_to_move: bool) -> Option<String> {
        let letters: String = self.letters(drawing, first_to_move).iter().collect();
        let passes = if drawing.passes { " pass" } else { "" };
        let side = if first_to_move { 'X' } else { 'O' };
        Some(format!("{letters}{passes} {side}"))
    }

    fn render(&self, drawing: &Drawing, first_to_move: bool) -> String {
        let letters = self.letters(drawing, first_to_move);
        let drawn = |row: usize, column: usize, letter: char| match (row % 2, column % 2, letter) {
            (0, 0, _) => '+',
            (_, _, '-') => ' ',
            (0, _, '#') => '-',
            (_, _, '#') => '|',
            _ => letter,
        };
        let line = |(row, letters): (usize, &[char])| {
            let letters = letters.iter().enumerate();
            let line: String = letters.map(|(c, letter)| drawn(row, c, *letter)).collect();
            line.trim_end().to_owned()
        };
        let lines = letters.chunks(self.width() as usize).enumerate().map(line);
        lines.collect::<Vec<_>>().join("\n")
    }

    fn tie_break_rule(&self) -> String {
        "row by row from a1".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use solveig::game::{Game, GameExt, Keyed, Value};

    use super::{DotsAndBoxes, Drawing};

    /// The value by the rules alone, with the values of positions that it has seen.
    fn minimax(game: &DotsAndBoxes, at: &Drawing, seen: &mut HashMap<u128, Value>) -> Value {
        if let Some(value) = game.terminal_value(at) {
            return value;
        }
        let key = game.key(at);
        if let Some(value) = seen.get(&key) {
            return *value;
        }
        let moves = game.moves(at).into_iter();
        let values = moves.map(|one| -minimax(game, &game.play_unchecked(at, one), seen));
        let value = values.max().expect("a game that is not over has a move");
        seen.insert(key, value);
        value
    }

    const fn boxes(columns: u32, rows: u32) -> DotsAndBoxes {
        DotsAndBoxes { columns, rows }
    }

    solveig::conforms!(square, boxes(2, 2));
    solveig::conforms!(oblong, boxes(3, 1));
    solveig::conforms!(largest, boxes(4, 4));

    #[test]
    fn small_boards_have_the_values_that_minimax_finds() {
        for (columns, rows, value) in [(1, 1, -1), (2, 1, 0), (3, 1, -1), (2, 2, 2), (3, 2, -2)] {
            let game = boxes(columns, rows);
            let found = solveig::value(&game, &game.start()).unwrap();
            let expected = minimax(&game, &game.start(), &mut HashMap::new());
            assert_eq!((found, expected), (value, value), "{columns}x{rows}");
        }
    }
}
