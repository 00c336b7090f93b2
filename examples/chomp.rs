//! Chomp: a game that is not built in, with all commands of Solveig.
//!
//! Two players take turns eating a bar of chocolate: taking a square also takes all squares above
//! it, right of it, or both. The square a1 is poisoned, and whoever must take it loses.
//!
//! ```text
//! cargo run --release --bin chomp -- solve chomp:5x4 --out chomp.sol --certificate chomp.cert
//! cargo run --release --bin chomp -- verify chomp.sol --certificate chomp.cert
//! cargo run --release --bin chomp -- serve chomp.sol
//! ```

use std::process::ExitCode;

use solveig::game::{
    Game, InvalidKey, Keyed, Move, Notation, NotationError, Spec, SpecError, Symmetric, Symmetry,
    Value, ValueRange,
};
use solveig::games::Presentation;
use solveig::{NamedGame, Solvable};

fn main() -> ExitCode {
    solveig_cli::run(solveig_cli::games![Chomp])
}

impl Solvable for Chomp {}

impl NamedGame for Chomp {
    const NAME: &'static str = "chomp";
    const SPEC: &'static str = "chomp:CxR";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&[])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let sides = 1..=Self::LONGEST_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) || columns * rows < 2 {
            let problem = format!("{columns}x{rows}: expected sides of 1 to 16, and two squares");
            return Err(spec.error(problem));
        }
        Ok(Self { columns, rows })
    }

    fn presentation(&self) -> Presentation {
        let rules = "Eat a square with all that are above it, right of it, or both. Who must take \
                     the poisoned square a1 loses.";
        Presentation {
            title: Some(format!("Chomp {}×{}", self.columns, self.rows)),
            rules: Some(rules.to_owned()),
            colours: None,
        }
    }
}

/// Chomp on a bar of `columns` x `rows` squares.
#[derive(Clone, Debug)]
struct Chomp {
    columns: u32,
    rows: u32,
}

/// Squares left in each row, from row 1 up; a row never has more than the row below.
type Rows = [u8; Chomp::LONGEST_SIDE as usize];

impl Chomp {
    const LONGEST_SIDE: u32 = 16;

    fn left(position: &Rows) -> u32 {
        position.iter().map(|&left| u32::from(left)).sum()
    }

    /// Column and row of a square, both from 0.
    fn square(&self, code: Move) -> (u8, usize) {
        let (column, row) = (
            u32::from(code.0) % self.columns,
            u32::from(code.0) / self.columns,
        );
        (column as u8, row as usize)
    }

    fn code(&self, column: u32, row: u32) -> Move {
        Move((row * self.columns + column) as u16)
    }
}

impl Game for Chomp {
    type Position = Rows;

    fn spec(&self) -> String {
        format!("chomp:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Rows {
        std::array::from_fn(|row| {
            if row < self.rows as usize {
                self.columns as u8
            } else {
                0
            }
        })
    }

    fn legal_moves(&self, position: &Rows, moves: &mut Vec<Move>) {
        for (row, left) in position.iter().enumerate() {
            let first = u32::from(row == 0);
            moves.extend((first..u32::from(*left)).map(|column| self.code(column, row as u32)));
        }
    }

    fn play_unchecked(&self, position: &Rows, played: Move) -> Rows {
        let (column, row) = self.square(played);
        let eaten = |(at, left): (usize, &u8)| if at >= row { column.min(*left) } else { *left };
        let mut next = *position;
        for (at, left) in position.iter().enumerate() {
            next[at] = eaten((at, left));
        }
        next
    }

    /// A side that finds only the poisoned square has lost.
    fn terminal_value(&self, position: &Rows) -> Option<Value> {
        (Self::left(position) == 1).then_some(-1)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn has_draws(&self) -> bool {
        false
    }

    /// Number of eaten squares.
    fn level(&self, position: &Rows) -> u32 {
        self.columns * self.rows - Self::left(position)
    }

    fn max_level(&self) -> u32 {
        self.columns * self.rows - 1
    }
}

impl Keyed for Chomp {
    type Key = u128;

    /// Five bits per row, for 0 to 16 squares.
    fn key(&self, position: &Rows) -> u128 {
        let digits = position.iter().rev();
        digits.fold(0, |key, left| key << 5 | u128::from(*left))
    }

    fn position(&self, key: u128) -> Result<Rows, InvalidKey> {
        let rows: Rows = std::array::from_fn(|row| (key >> (5 * row)) as u8 & 31);
        let fits = rows.iter().all(|left| u32::from(*left) <= self.columns)
            && rows.iter().skip(self.rows as usize).all(|left| *left == 0)
            && rows.is_sorted_by(|below, above| below >= above)
            && rows[0] > 0
            && self.key(&rows) == key;
        if fits {
            Ok(rows)
        } else {
            Err(InvalidKey(key.into()))
        }
    }

    fn key_bits(&self) -> u32 {
        5 * self.rows
    }

    fn move_codes(&self) -> u16 {
        (self.columns * self.rows) as u16
    }
}

impl Symmetric for Chomp {
    /// A square bar can be reflected in its diagonal.
    fn symmetries(&self) -> u8 {
        1 + u8::from(self.columns == self.rows)
    }

    fn transform(&self, position: &Rows, by: Symmetry) -> Rows {
        match by {
            Symmetry::IDENTITY => *position,
            _ => std::array::from_fn(|column| {
                position
                    .iter()
                    .filter(|left| usize::from(**left) > column)
                    .count() as u8
            }),
        }
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        let (column, row) = self.square(moved);
        match by {
            Symmetry::IDENTITY => moved,
            _ => self.code(row as u32, u32::from(column)),
        }
    }
}

impl Notation for Chomp {
    fn format_move(&self, written: Move) -> String {
        let (column, row) = self.square(written);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let wrong = || NotationError::new(text, 0, "expected a square, as in b2");
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase);
        let column = u32::from(letter.ok_or_else(wrong)? - b'a');
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let row: u32 = text[1..=digits].parse().map_err(|_| wrong())?;
        if column >= self.columns || !(1..=self.rows).contains(&row) {
            return Err(wrong());
        }
        Ok((self.code(column, row - 1), 1 + digits))
    }

    fn render(&self, position: &Rows, _first_to_move: bool) -> String {
        let row = |number: u32| {
            let left = usize::from(position[number as usize]);
            format!("{:>2} {}", number + 1, "#".repeat(left))
        };
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        rows.iter()
            .map(|row| row.trim_end())
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn tie_break_rule(&self) -> String {
        "row by row from a1".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Chomp;

    const fn bar(columns: u32, rows: u32) -> Chomp {
        Chomp { columns, rows }
    }

    solveig::conforms!(square, bar(4, 4));
    solveig::conforms!(oblong, bar(5, 3));
    solveig::conforms!(longest, bar(16, 16));

    #[test]
    fn who_moves_first_wins_on_every_bar() {
        use solveig::Game;
        for (columns, rows) in [(2, 1), (2, 2), (3, 2), (4, 3), (5, 4)] {
            let game = bar(columns, rows);
            assert_eq!(
                solveig::value(&game, &game.start()).unwrap(),
                1,
                "{columns}x{rows}"
            );
        }
    }
}
