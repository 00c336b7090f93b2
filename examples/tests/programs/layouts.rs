//! Small games on the layouts that no game of Solveig has: Col on points, and sowing on a track.
//! The tests of the page play them.

use std::process::ExitCode;

use solveig::game::{
    BoardLayout, Family, Game, InvalidKey, Keyed, Move, Notation, NotationError, Spec, SpecError,
    Symmetric, Value, ValueRange,
};
use solveig::games::{Presentation, SideColour};
use solveig::{NamedGame, Solvable};

fn main() -> ExitCode {
    solveig_cli::run(solveig_cli::games![Col, Sowing])
}

fn name_of(layout: &BoardLayout, cell: usize) -> String {
    let columns = layout.column_names.len();
    let (column, row) = (cell % columns, cell / columns);
    format!("{}{}", layout.column_names[column], layout.row_names[row])
}

/// The cell whose name is the first word of `text`, and the length of the name.
fn cell_at_front(layout: &BoardLayout, text: &str) -> Result<(Move, usize), NotationError> {
    let is_behind = |one: char| one.is_whitespace() || one == ',';
    let word = text.split(is_behind).next().unwrap_or_default();
    let cells = layout.column_names.len() * layout.row_names.len();
    let named = |cell: &usize| name_of(layout, *cell) == word;
    let cell = (0..cells).find(named);
    let wrong = || NotationError::new(text, 0, "expected the name of a cell");
    Ok((Move(cell.ok_or_else(wrong)? as u16), word.len()))
}

const fn rgb(red: u8, green: u8, blue: u8) -> SideColour {
    SideColour { red, green, blue }
}

const fn letter(first_to_move: bool) -> char {
    if first_to_move { 'X' } else { 'O' }
}

/// Col: a stone on a point that no stone of the same side touches. Who has no move loses.
#[derive(Clone, Debug)]
struct Col {
    columns: u32,
    rows: u32,
}

/// The stones of the side to move, and those of the other: sets of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    own: u16,
    other: u16,
}

impl Col {
    const fn points(&self) -> u32 {
        self.columns * self.rows
    }

    fn touches(&self, point: u32, stones: u16) -> bool {
        let (column, row) = (point % self.columns, point / self.columns);
        let around = [
            (column > 0).then(|| point - 1),
            (column + 1 < self.columns).then(|| point + 1),
            (row > 0).then(|| point - self.columns),
            (row + 1 < self.rows).then(|| point + self.columns),
        ];
        around.iter().flatten().any(|one| stones >> one & 1 == 1)
    }

    fn is_lawful(&self, stones: u16) -> bool {
        let mut points = (0..self.points()).filter(|point| stones >> point & 1 == 1);
        points.all(|point| !self.touches(point, stones))
    }
}

impl Solvable for Col {}

impl NamedGame for Col {
    const NAME: &'static str = "col";
    const SPEC: &'static str = "col:CxR";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&[])?;
        let (columns, rows) = spec.columns_by_rows()?;
        match (1..=4).contains(&columns) && (1..=4).contains(&rows) {
            true => Ok(Self { columns, rows }),
            false => Err(spec.error("expected 1 to 4 points a side".to_owned())),
        }
    }

    fn presentation(&self) -> Presentation {
        let rules = "Stones of one side may not touch each other along a line. Who has no move \
                     loses.";
        Presentation {
            title: Some(format!("Col {}×{}", self.columns, self.rows)),
            rules: Some(rules.to_owned()),
            colours: Some([rgb(0x2b, 0x4c, 0x9b), rgb(0xe8, 0x5d, 0x4a)]),
        }
    }

    fn layout(&self) -> BoardLayout {
        BoardLayout::lettered(Family::Points, self.columns, self.rows, ["Blue", "Red"])
    }
}

impl Game for Col {
    type Position = Stones;

    fn spec(&self) -> String {
        format!("col:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Stones {
        Stones { own: 0, other: 0 }
    }

    fn legal_moves(&self, stones: &Stones, moves: &mut Vec<Move>) {
        let is_free = |point: &u32| (stones.own | stones.other) >> point & 1 == 0;
        let lawful = |point: &u32| is_free(point) && !self.touches(*point, stones.own);
        moves.extend(
            (0..self.points())
                .filter(lawful)
                .map(|point| Move(point as u16)),
        );
    }

    fn play_unchecked(&self, stones: &Stones, played: Move) -> Stones {
        Stones {
            own: stones.other,
            other: stones.own | 1 << played.0,
        }
    }

    fn terminal_value(&self, stones: &Stones) -> Option<Value> {
        let mut moves = Vec::new();
        self.legal_moves(stones, &mut moves);
        moves.is_empty().then_some(-1)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn has_draws(&self) -> bool {
        false
    }

    fn level(&self, stones: &Stones) -> u32 {
        (stones.own | stones.other).count_ones()
    }

    fn max_level(&self) -> u32 {
        self.points()
    }
}

impl Keyed for Col {
    type Key = u64;

    fn key(&self, stones: &Stones) -> u64 {
        u64::from(stones.own) | u64::from(stones.other) << self.points()
    }

    fn position(&self, key: u64) -> Result<Stones, InvalidKey> {
        let all = (1u64 << self.points()) - 1;
        let stones = Stones {
            own: (key & all) as u16,
            other: (key >> self.points() & all) as u16,
        };
        let turns = stones
            .other
            .count_ones()
            .wrapping_sub(stones.own.count_ones());
        let fits = self.key(&stones) == key
            && stones.own & stones.other == 0
            && turns <= 1
            && self.is_lawful(stones.own)
            && self.is_lawful(stones.other);
        fits.then_some(stones).ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        2 * self.points()
    }

    fn move_codes(&self) -> u16 {
        self.points() as u16
    }
}

impl Symmetric for Col {}

impl Notation for Col {
    fn format_move(&self, written: Move) -> String {
        name_of(&self.layout(), written.0.into())
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let end = text.get(..2).map_or(text.len(), |_| 2);
        cell_at_front(&self.layout(), &text[..end])
    }

    fn parse_board(&self, text: &str) -> Option<Result<Stones, NotationError>> {
        let (cells, side) = text.split_once(' ')?;
        if cells.chars().count() != self.points() as usize || !matches!(side, "X" | "O") {
            return None;
        }
        let set = |wanted: char| {
            let cells = cells.chars().enumerate();
            let ours = cells.filter(|(_, one)| *one == wanted);
            ours.fold(0u16, |set, (point, _)| set | 1 << point)
        };
        let is_first = side == "X";
        let stones = Stones {
            own: set(letter(is_first)),
            other: set(letter(!is_first)),
        };
        let read = self.position(self.key(&stones)).ok();
        let read = read.filter(|read| self.format_board(read, is_first).as_deref() == Some(text));
        let wrong = || NotationError::new(text, 0, "expected stones that do not touch");
        Some(read.ok_or_else(wrong))
    }

    fn format_board(&self, stones: &Stones, first_to_move: bool) -> Option<String> {
        let mark = |point: u32| match (stones.own >> point & 1, stones.other >> point & 1) {
            (1, _) => letter(first_to_move),
            (_, 1) => letter(!first_to_move),
            _ => '-',
        };
        let cells: String = (0..self.points()).map(mark).collect();
        Some(format!("{cells} {}", letter(first_to_move)))
    }

    fn render(&self, stones: &Stones, first_to_move: bool) -> String {
        let board = self.format_board(stones, first_to_move).unwrap_or_default();
        let columns = self.columns as usize;
        let rows = (0..self.rows as usize).map(|row| &board[row * columns..(row + 1) * columns]);
        rows.collect::<Vec<_>>().join("\n")
    }

    fn tie_break_rule(&self) -> String {
        "row by row from a1".to_owned()
    }
}

/// Sowing: a move takes the seeds of a pit and drops one into each pit behind it. Seeds that leave
/// the track are captured. Whose last seed is the first to leave the track moves again.
#[derive(Clone, Debug)]
struct Sowing {
    columns: u32,
    rows: u32,
}

/// Seeds in each pit at the start.
const SEEDS: u32 = 2;
const MAX_PITS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Track {
    /// The seeds in each pit, in the order of sowing.
    pits: [u8; MAX_PITS],
    /// The seeds that the side to move has captured.
    own: u8,
    /// Whether the other side moves again.
    passes: bool,
}

impl Sowing {
    const fn pits(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    const fn seeds(&self) -> u32 {
        SEEDS * self.columns * self.rows
    }

    /// The cell of a pit: two rows are sown along the upper one to the left, then along the lower
    /// one to the right. The same function gives the pit of a cell.
    const fn cell(&self, pit: usize) -> usize {
        let columns = self.columns as usize;
        match self.rows == 2 && pit < columns {
            true => columns - 1 - pit,
            false => pit,
        }
    }

    const fn pass(&self) -> Move {
        Move(self.pits() as u16)
    }

    fn left(&self, track: &Track) -> u32 {
        track.pits.iter().map(|seeds| u32::from(*seeds)).sum()
    }

    /// How far all seeds have to go.
    fn to_go(&self, track: &Track) -> u32 {
        let pits = (0..).zip(&track.pits[..self.pits()]);
        let steps = pits.map(|(pit, seeds)| (self.pits() as u32 - pit) * u32::from(*seeds));
        steps.sum()
    }

    fn others(&self, track: &Track) -> u32 {
        self.seeds() - self.left(track) - u32::from(track.own)
    }
}

impl Solvable for Sowing {}

impl NamedGame for Sowing {
    const NAME: &'static str = "sowing";
    const SPEC: &'static str = "sowing:CxR";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&[])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let fits = (1..=2).contains(&rows) && (1..=MAX_PITS as u32 / rows).contains(&columns);
        match fits {
            true => Ok(Self { columns, rows }),
            false => Err(spec.error("expected 1 or 2 rows with at most 8 pits".to_owned())),
        }
    }

    fn presentation(&self) -> Presentation {
        let rules = "Sow the seeds of a pit, one into each pit behind it. Seeds that leave the \
                     track are yours; if only the last one does, move again.";
        Presentation {
            title: Some(format!("Sowing {}×{}", self.columns, self.rows)),
            rules: Some(rules.to_owned()),
            colours: Some([rgb(0x7a, 0x3e, 0x9d), rgb(0xc9, 0x7b, 0x12)]),
        }
    }

    fn layout(&self) -> BoardLayout {
        let sides = ["Purple", "Amber"];
        match self.rows {
            1 => BoardLayout::track(self.columns, sides),
            rows => BoardLayout::lettered(Family::Track, self.columns, rows, sides),
        }
    }
}

impl Game for Sowing {
    type Position = Track;

    fn spec(&self) -> String {
        format!("sowing:{}x{}", self.columns, self.rows)
    }

    fn start(&self) -> Track {
        let mut pits = [0; MAX_PITS];
        pits[..self.pits()].fill(SEEDS as u8);
        Track {
            pits,
            own: 0,
            passes: false,
        }
    }

    fn legal_moves(&self, track: &Track, moves: &mut Vec<Move>) {
        if track.passes {
            moves.push(self.pass());
            return;
        }
        let full = |cell: &usize| track.pits[self.cell(*cell)] > 0;
        moves.extend((0..self.pits()).filter(full).map(|cell| Move(cell as u16)));
    }

    fn play_unchecked(&self, track: &Track, played: Move) -> Track {
        let mut next = Track {
            own: self.others(track) as u8,
            passes: false,
            ..*track
        };
        if played == self.pass() {
            return next;
        }
        let pit = self.cell(played.0.into());
        let seeds = usize::from(std::mem::take(&mut next.pits[pit]));
        let last = (pit + seeds).min(self.pits() - 1);
        for sown in &mut next.pits[pit + 1..=last] {
            *sown += 1;
        }
        next.passes = pit + seeds == self.pits() && self.left(&next) > 0;
        next
    }

    fn terminal_value(&self, track: &Track) -> Option<Value> {
        let difference = i32::from(track.own) - self.others(track) as i32;
        (self.left(track) == 0).then_some(difference as Value)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.seeds() as Value)
    }

    /// How far all seeds have come.
    fn level(&self, track: &Track) -> u32 {
        self.max_level() - self.to_go(track)
    }

    fn max_level(&self) -> u32 {
        SEEDS * (1..=self.pits() as u32).sum::<u32>()
    }

    fn is_forced_pass(&self, track: &Track) -> bool {
        track.passes
    }
}

impl Keyed for Sowing {
    type Key = u64;

    fn key(&self, track: &Track) -> u64 {
        let pits = track.pits[..self.pits()].iter();
        let head = u64::from(track.own) << 1 | u64::from(track.passes);
        pits.fold(head, |key, seeds| key << 5 | u64::from(*seeds))
    }

    fn position(&self, key: u64) -> Result<Track, InvalidKey> {
        let mut rest = key;
        let mut pits = [0; MAX_PITS];
        for seeds in pits[..self.pits()].iter_mut().rev() {
            *seeds = (rest & 31) as u8;
            rest >>= 5;
        }
        let track = Track {
            pits,
            own: (rest >> 1 & 31) as u8,
            passes: rest & 1 == 1,
        };
        let seeds = self.left(&track) + u32::from(track.own);
        let fits = self.key(&track) == key
            && seeds <= self.seeds()
            && self.to_go(&track) <= self.max_level()
            && !(track.passes && (self.left(&track) == 0 || self.others(&track) == 0));
        fits.then_some(track).ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        6 + 5 * self.pits() as u32
    }

    fn move_codes(&self) -> u16 {
        self.pass().0 + 1
    }
}

impl Symmetric for Sowing {}

impl Notation for Sowing {
    fn format_move(&self, written: Move) -> String {
        match written == self.pass() {
            true => "pass".to_owned(),
            false => name_of(&self.layout(), written.0.into()),
        }
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        if text.starts_with("pass") {
            return Ok((self.pass(), 4));
        }
        let length = name_of(&self.layout(), 0).len();
        let end = text.get(..length).map_or(text.len(), |_| length);
        cell_at_front(&self.layout(), &text[..end])
    }

    /// The pits, the seeds that the first side has captured, and who is to move.
    fn parse_board(&self, text: &str) -> Option<Result<Track, NotationError>> {
        let words: Vec<&str> = text.split(' ').collect();
        let (&[pits, first, "X" | "O"] | &[pits, first, "pass", "X" | "O"]) = &words[..] else {
            return None;
        };
        let is_first = text.ends_with('X');
        let read = || {
            let mut track = self.start();
            let letters = pits.chars().take(self.pits()).enumerate();
            for (cell, letter) in letters {
                let seeds = if letter == '-' {
                    0
                } else {
                    letter.to_digit(36)?
                };
                track.pits[self.cell(cell)] = seeds as u8;
            }
            let left = self.left(&track);
            let first = first.parse::<u32>().ok()?;
            let second = self.seeds().checked_sub(left)?.checked_sub(first)?;
            track.own = if is_first { first } else { second } as u8;
            track.passes = words.len() == 4;
            let track = self.position(self.key(&track)).ok()?;
            (self.format_board(&track, is_first)? == text).then_some(track)
        };
        let wrong = || NotationError::new(text, 0, "expected seeds in pits, as in 22-1 3 X");
        Some(read().ok_or_else(wrong))
    }

    fn format_board(&self, track: &Track, first_to_move: bool) -> Option<String> {
        let seeds = |cell: usize| match track.pits[self.cell(cell)] {
            0 => '-',
            seeds => char::from_digit(seeds.into(), 36).unwrap_or('-'),
        };
        let pits: String = (0..self.pits()).map(seeds).collect();
        let first = match first_to_move {
            true => u32::from(track.own),
            false => self.others(track),
        };
        let passes = if track.passes { " pass" } else { "" };
        Some(format!("{pits} {first}{passes} {}", letter(first_to_move)))
    }

    fn render(&self, track: &Track, first_to_move: bool) -> String {
        let board = self.format_board(track, first_to_move).unwrap_or_default();
        let columns = self.columns as usize;
        let rows = (0..self.rows as usize).map(|row| &board[row * columns..(row + 1) * columns]);
        let pits = rows.collect::<Vec<_>>().join("\n");
        let captured = [u32::from(track.own), self.others(track)];
        let [first, second] = match first_to_move {
            true => captured,
            false => [captured[1], captured[0]],
        };
        format!("{pits}\nPurple {first}, Amber {second}")
    }

    fn tie_break_rule(&self) -> String {
        "row by row from the left".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{Col, Sowing};

    solveig::conforms!(
        points,
        Col {
            columns: 3,
            rows: 3
        }
    );
    solveig::conforms!(
        row,
        Sowing {
            columns: 4,
            rows: 1
        }
    );
    solveig::conforms!(
        facing_rows,
        Sowing {
            columns: 3,
            rows: 2
        }
    );
}
