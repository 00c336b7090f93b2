//! Dots and Boxes: a game that is not built in, which the page draws.
//!
//! Two players draw edges between neighbouring dots. Who draws the fourth edge of a box owns it and
//! draws again, so the other side passes. When all edges are drawn, more boxes win.
//!
//! ```text
//! cargo run --release --bin dots-and-boxes -- value dots-and-boxes:2x2
//! cargo run --release --bin dots-and-boxes -- serve dots-and-boxes:2x2
//! ```

use std::process::ExitCode;

use solveig::game::{
    BoardLayout, Family, Game, InvalidKey, Keyed, Move, Notation, NotationError, Spec, SpecError,
    Symmetric, Value, ValueRange,
};
use solveig::games::{Presentation, SideColour};
use solveig::{NamedGame, Solvable};

fn main() -> ExitCode {
    solveig::run(solveig::games![DotsAndBoxes])
}

impl Solvable for DotsAndBoxes {}

impl NamedGame for DotsAndBoxes {
    const NAME: &'static str = "dots-and-boxes";
    const SPEC: &'static str = "dots-and-boxes:CxR";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&[])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let sides = 1..=Self::LONGEST_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            let problem = format!("{columns}x{rows}: expected 1 to 4 boxes a side");
            return Err(spec.error(problem));
        }
        Ok(Self { columns, rows })
    }

    fn presentation(&self) -> Presentation {
        let rgb = |red, green, blue| SideColour { red, green, blue };
        Presentation {
            title: Some(format!("Dots and Boxes {}x{}", self.columns, self.rows)),
            rules: Some(
                "Draw an edge between two dots. Who closes a box owns it and draws again; more \
                 boxes win."
                    .to_owned(),
            ),
            colours: Some([rgb(0x1b, 0x9e, 0x77), rgb(0xd9, 0x5f, 0x02)]),
        }
    }

    fn layout(&self) -> BoardLayout {
        let letter = |column: u32| char::from(b'a' + column as u8).to_string();
        BoardLayout {
            family: Family::Edges,
            column_names: (0..self.width()).map(letter).collect(),
            row_names: (1..=self.height()).map(|row| row.to_string()).collect(),
            first_row_at_top: true,
            sides: ["Green", "Orange"],
        }
    }
}

/// Dots and Boxes with `columns` x `rows` boxes.
///
/// Dots, edges and boxes are the cells of a grid of odd width, so the edges are the cells with odd
/// numbers.
#[derive(Clone, Debug)]
struct DotsAndBoxes {
    columns: u32,
    rows: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Drawing {
    /// The edges that are drawn: bit `n` is cell `2 * n + 1`.
    edges: u64,
    /// The closed boxes of the side to move, in the order of their cells.
    own: u64,
    /// Whether the other side has closed a box, and draws again.
    passes: bool,
}

impl DotsAndBoxes {
    const LONGEST_SIDE: u32 = 4;

    const fn width(&self) -> u32 {
        2 * self.columns + 1
    }

    const fn height(&self) -> u32 {
        2 * self.rows + 1
    }

    const fn cells(&self) -> u32 {
        self.width() * self.height()
    }

    const fn edges(&self) -> u32 {
        self.cells() / 2
    }

    const fn boxes(&self) -> u32 {
        self.columns * self.rows
    }

    const fn all_edges(&self) -> u64 {
        (1 << self.edges()) - 1
    }

    const fn pass(&self) -> Move {
        Move(self.cells() as u16)
    }

    /// The cell of a box.
    const fn cell_of(&self, number: u32) -> u32 {
        let (column, row) = (number % self.columns, number / self.columns);
        (2 * row + 1) * self.width() + 2 * column + 1
    }

    /// The boxes whose four edges are among `edges`.
    fn closed(&self, edges: u64) -> u64 {
        let is_closed = |number: &u32| {
            let cell = self.cell_of(*number);
            let around = [cell - self.width(), cell - 1, cell + 1, cell + self.width()];
            around.iter().all(|edge| edges >> (edge / 2) & 1 == 1)
        };
        let numbers = (0..self.boxes()).filter(is_closed);
        numbers.fold(0, |closed, number| closed | 1 << number)
    }

    fn is_over(&self, drawing: &Drawing) -> bool {
        drawing.edges == self.all_edges()
    }

    /// Whether there is such a drawing.
    fn can_be(&self, drawing: &Drawing) -> bool {
        let Drawing { edges, own, passes } = *drawing;
        let closed = self.closed(edges);
        let others = closed & !own;
        edges & !self.all_edges() == 0
            && own & !closed == 0
            && (!passes || (others != 0 && !self.is_over(drawing)))
    }

    fn name(&self, cell: u32) -> String {
        let column = char::from(b'a' + (cell % self.width()) as u8);
        format!("{column}{}", cell / self.width() + 1)
    }

    /// The letters of the cells, row by row: of the owners of boxes, and `#` for edges.
    fn letters(&self, drawing: &Drawing, first_to_move: bool) -> Vec<char> {
        let (own, others) = if first_to_move {
            ('X', 'O')
        } else {
            ('O', 'X')
        };
        let mut letters = vec!['-'; self.cells() as usize];
        for edge in (0..self.edges()).filter(|edge| drawing.edges >> edge & 1 == 1) {
            letters[2 * edge as usize + 1] = '#';
        }
        let closed = self.closed(drawing.edges);
        for number in (0..self.boxes()).filter(|number| closed >> number & 1 == 1) {
            let is_own = drawing.own >> number & 1 == 1;
            letters[self.cell_of(number) as usize] = if is_own { own } else { others };
        }
        letters
    }

    fn read(&self, cells: &str, passes: bool, side: &str) -> Option<Drawing> {
        let own = match side {
            "X" => 'X',
            "O" => 'O',
            _ => return None,
        };
        let letters: Vec<char> = cells.chars().collect();
        let edges =
            (0..self.edges()).filter(|edge| letters.get(2 * *edge as usize + 1) == Some(&'#'));
        let boxes = (0..self.boxes())
            .filter(|number| letters.get(self.cell_of(*number) as usize) == Some(&own));
        let drawing = Drawing {
            edges: edges.fold(0, |all, edge| all | 1 << edge),
            own: boxes.fold(0, |all, number| all | 1 << number),
            passes,
        };
        let is_read = self.letters(&drawing, side == "X") == letters;
        (is_read && self.can_be(&drawing)).then_some(drawing)
    }
}

impl Game for DotsAndBoxes {
    type Position = Drawing;

    fn spec(&self) -> String {
        format!("dots-and-boxes:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Drawing {
        Drawing {
            edges: 0,
            own: 0,
            passes: false,
        }
    }

    fn legal_moves(&self, drawing: &Drawing, moves: &mut Vec<Move>) {
        if drawing.passes {
            moves.push(self.pass());
            return;
        }
        let free = (0..self.edges()).filter(|edge| drawing.edges >> edge & 1 == 0);
        moves.extend(free.map(|edge| Move(2 * edge as u16 + 1)));
    }

    fn play_unchecked(&self, drawing: &Drawing, played: Move) -> Drawing {
        let before = self.closed(drawing.edges);
        let edges = match played == self.pass() {
            true => drawing.edges,
            false => drawing.edges | 1 << (played.0 / 2),
        };
        Drawing {
            edges,
            own: before & !drawing.own,
            passes: self.closed(edges) != before && edges != self.all_edges(),
        }
    }

    fn terminal_value(&self, drawing: &Drawing) -> Option<Value> {
        let own = drawing.own.count_ones() as Value;
        self.is_over(drawing)
            .then_some(2 * own - self.boxes() as Value)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.boxes() as Value)
    }

    fn has_draws(&self) -> bool {
        self.boxes().is_multiple_of(2)
    }

    /// Number of edges that are drawn.
    fn level(&self, drawing: &Drawing) -> u32 {
        drawing.edges.count_ones()
    }

    fn max_level(&self) -> u32 {
        self.edges()
    }

    fn is_forced_pass(&self, drawing: &Drawing) -> bool {
        drawing.passes
    }
}

impl Keyed for DotsAndBoxes {
    type Key = u64;

    fn key(&self, drawing: &Drawing) -> u64 {
        let owners = drawing.own | u64::from(drawing.passes) << self.boxes();
        drawing.edges | owners << self.edges()
    }

    fn position(&self, key: u64) -> Result<Drawing, InvalidKey> {
        let owners = key >> self.edges();
        let drawing = Drawing {
            edges: key & self.all_edges(),
            own: owners & ((1 << self.boxes()) - 1),
            passes: owners >> self.boxes() & 1 == 1,
        };
        let fits = self.can_be(&drawing) && self.key(&drawing) == key;
        fits.then_some(drawing)
            .ok_or_else(|| InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        self.edges() + self.boxes() + 1
    }

    fn move_codes(&self) -> u16 {
        self.cells() as u16 + 1
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
        let letters = text.chars().next().filter(char::is_ascii_lowercase);
        let behind = letters.map_or("", |_| &text[1..]);
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let name = &text[..letters.map_or(0, |_| 1 + digits)];
        let edge = (0..self.edges()).find(|edge| self.name(2 * edge + 1) == name);
        let wrong = || NotationError::new(text, 0, "expected an edge, as in b1, or \"pass\"");
        let edge = edge.ok_or_else(wrong)?;
        Ok((Move(2 * edge as u16 + 1), name.len()))
    }

    fn parse_board(&self, text: &str) -> Option<Result<Drawing, NotationError>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (cells, passes, side) = match words[..] {
            [cells, side] => (cells, false, side),
            [cells, "pass", side] => (cells, true, side),
            _ => return None,
        };
        if cells.chars().count() != self.cells() as usize || !cells.starts_with('-') {
            return None;
        }
        let problem = "expected drawn edges as #, owners of closed boxes, and who is to move";
        let read = self.read(cells, passes, side);
        Some(read.ok_or_else(|| NotationError::new(text, 0, problem)))
    }

    fn format_board(&self, drawing: &Drawing, first_to_move: bool) -> Option<String> {
        let cells: String = self.letters(drawing, first_to_move).iter().collect();
        let passes = if drawing.passes { " pass" } else { "" };
        let side = if first_to_move { 'X' } else { 'O' };
        Some(format!("{cells}{passes} {side}"))
    }

    fn render(&self, drawing: &Drawing, first_to_move: bool) -> String {
        let letters = self.letters(drawing, first_to_move);
        let cell = |(number, letter): (usize, &char)| {
            let (row, column) = (
                number / self.width() as usize,
                number % self.width() as usize,
            );
            match (row % 2, column % 2, letter) {
                (0, 0, _) => '+',
                (0, 1, '#') => '-',
                (1, 0, '#') => '|',
                (1, 1, owner @ ('X' | 'O')) => *owner,
                _ => ' ',
            }
        };
        let drawn: Vec<char> = letters.iter().enumerate().map(cell).collect();
        let rows = drawn.chunks(self.width() as usize);
        let rows: Vec<String> = rows
            .map(|row| row.iter().collect::<String>().trim_end().to_owned())
            .collect();
        rows.join("\n")
    }

    fn tie_break_rule(&self) -> String {
        "row by row from a1".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::DotsAndBoxes;

    const fn boxes(columns: u32, rows: u32) -> DotsAndBoxes {
        DotsAndBoxes { columns, rows }
    }

    solveig::conforms!(square, boxes(2, 2));
    solveig::conforms!(oblong, boxes(3, 1));
    solveig::conforms!(largest, boxes(4, 4));

    #[test]
    fn who_moves_first_loses_one_box_and_wins_four_by_two() {
        use solveig::Game;
        for (columns, rows, value) in [(1, 1, -1), (2, 1, 0), (2, 2, 2)] {
            let game = boxes(columns, rows);
            assert_eq!(
                solveig::value(&game, &game.start()).unwrap(),
                value,
                "{columns}x{rows}"
            );
        }
    }
}
