//! The rules of Dots and Boxes for the checker. They share no code with those of the solver.

use solveig::verifier::{Interval, Rules, Stage};

/// Dots and Boxes with `columns` x `rows` boxes.
pub struct PlainRules {
    columns: usize,
    rows: usize,
}

/// Dots, edges and boxes in rows of letters: `#` for drawn edges, `m` for boxes of the side to
/// move, `o` for boxes of the other, else `.`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    letters: Vec<Vec<u8>>,
    /// The side to move has only a pass.
    pass: bool,
}

impl Sheet {
    /// Rows and columns of edges that are not drawn, in tie-break order.
    fn free(&self) -> Vec<[usize; 2]> {
        let mut free = Vec::new();
        for (row, letters) in self.letters.iter().enumerate() {
            for (column, letter) in letters.iter().enumerate() {
                if row % 2 != column % 2 && *letter == b'.' {
                    free.push([row, column]);
                }
            }
        }
        free
    }

    fn count(&self, wanted: u8) -> usize {
        let letters = self.letters.iter().flatten();
        letters.filter(|letter| **letter == wanted).count()
    }

    /// Gives boxes with four drawn edges and no owner to `owner`; returns whether there were any.
    fn close(&mut self, owner: u8) -> bool {
        let mut any = false;
        for row in (1..self.letters.len()).step_by(2) {
            for column in (1..self.letters[row].len()).step_by(2) {
                let closed = self.is_closed(row, column);
                if closed && self.letters[row][column] == b'.' {
                    self.letters[row][column] = owner;
                    any = true;
                }
            }
        }
        any
    }

    fn is_closed(&self, row: usize, column: usize) -> bool {
        let letters = &self.letters;
        letters[row - 1][column] == b'#'
            && letters[row + 1][column] == b'#'
            && letters[row][column - 1] == b'#'
            && letters[row][column + 1] == b'#'
    }

    fn change_sides(&mut self) {
        for letter in self.letters.iter_mut().flatten() {
            *letter = match *letter {
                b'm' => b'o',
                b'o' => b'm',
                other => other,
            };
        }
    }
}

impl PlainRules {
    /// The rules of the game that a spec names.
    pub fn parse(spec: &str) -> Result<Self, String> {
        let size = spec
            .strip_prefix("dots-and-boxes:")
            .and_then(|size| size.split_once('x'));
        let size = size.and_then(|(c, r)| Some((c.parse().ok()?, r.parse().ok()?)));
        match size {
            Some((columns @ 1..=4, rows @ 1..=4)) => Ok(Self { columns, rows }),
            _ => Err("expected dots-and-boxes:CxR, 1 to 4 boxes a side".to_owned()),
        }
    }
}

impl Rules for PlainRules {
    type Position = Sheet;

    fn spec(&self) -> String {
        format!("dots-and-boxes:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Sheet {
        Sheet {
            letters: vec![vec![b'.'; 2 * self.columns + 1]; 2 * self.rows + 1],
            pass: false,
        }
    }

    fn stage(&self, sheet: &Sheet) -> Stage {
        if sheet.pass {
            Stage::Pass
        } else if sheet.free().is_empty() {
            Stage::Over(sheet.count(b'm') as i32 - sheet.count(b'o') as i32)
        } else {
            Stage::Moves
        }
    }

    fn children(&self, sheet: &Sheet, children: &mut Vec<Sheet>) {
        if sheet.pass {
            let mut next = sheet.clone();
            next.pass = false;
            next.change_sides();
            children.push(next);
            return;
        }
        for [row, column] in sheet.free() {
            let mut next = sheet.clone();
            next.letters[row][column] = b'#';
            next.pass = next.close(b'm') && !next.free().is_empty();
            next.change_sides();
            children.push(next);
        }
    }

    fn level(&self, sheet: &Sheet) -> u32 {
        sheet.count(b'#') as u32
    }

    fn max_level(&self) -> u32 {
        (self.columns * (self.rows + 1) + self.rows * (self.columns + 1)) as u32
    }

    fn value_range(&self) -> Interval {
        let boxes = (self.columns * self.rows) as i32;
        Interval::symmetric(boxes)
    }

    /// A bit for each cell, row by row, set for drawn edges and for boxes of the side to move; then
    /// one for the pass.
    fn key(&self, sheet: &Sheet) -> u128 {
        let letters = sheet.letters.iter().flatten();
        let mut bits: Vec<bool> = letters.map(|l| *l == b'#' || *l == b'm').collect();
        bits.push(sheet.pass);
        bits.iter()
            .rev()
            .fold(0, |key, bit| 2 * key + u128::from(*bit))
    }

    fn key_bits(&self) -> u32 {
        ((2 * self.columns + 1) * (2 * self.rows + 1) + 1) as u32
    }

    fn position(&self, key: u128) -> Option<Sheet> {
        let mut sheet = self.start();
        let mut rest = key;
        for (row, letters) in sheet.letters.iter_mut().enumerate() {
            for (column, letter) in letters.iter_mut().enumerate() {
                match (rest & 1, row % 2, column % 2) {
                    (0, _, _) => {}
                    (_, 0, 0) => return None,
                    (_, 1, 1) => *letter = b'm',
                    _ => *letter = b'#',
                }
                rest /= 2;
            }
        }
        let mut owned = 0;
        for row in (1..sheet.letters.len()).step_by(2) {
            for column in (1..sheet.letters[row].len()).step_by(2) {
                let is_own = sheet.letters[row][column] == b'm';
                owned += usize::from(is_own && sheet.is_closed(row, column));
            }
        }
        let others = sheet.close(b'o');
        sheet.pass = rest == 1;
        let possible = rest <= 1
            && owned == sheet.count(b'm')
            && (!sheet.pass || (others && !sheet.free().is_empty()));
        possible.then_some(sheet)
    }

    fn describe(&self, sheet: &Sheet) -> String {
        let rows = sheet.letters.iter();
        let rows = rows.map(|row| String::from_utf8_lossy(row).into_owned());
        let pass = if sheet.pass { " pass" } else { "" };
        rows.collect::<Vec<_>>().join("/") + pass
    }

    fn describe_move(&self, sheet: &Sheet, index: usize) -> String {
        match sheet.free().get(index) {
            _ if sheet.pass => "pass".to_owned(),
            Some([row, column]) => format!("row {} column {}", row + 1, column + 1),
            None => format!("move {index}"),
        }
    }
}
