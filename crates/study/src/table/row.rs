//! The rows of a table.

use solveig_game::{Game, GameExt, Interval, Keyed, Notation, Reduction, Symmetric, Value};
use solveig_games::othello::Othello;
use solveig_region::blocks::Item;

/// The first line of a table.
pub const HEADER: &str = "obf,disccount,nodekindcode,lowerbound,upperbound";

/// The columns and rows of the board that rows are written on.
const SIDE: usize = 8;

/// The node kinds of a row (Takizawa 2026, section 2.3), as the sum of their codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKinds(u8);

impl RowKinds {
    /// Kind P: both players make best moves.
    pub const P: Self = Self(1);
    /// Kind A': one move keeps the value, which is exact.
    pub const A_PRIME: Self = Self(2);
    /// Kind P': every move belongs to the solution; the value is exact.
    pub const P_PRIME: Self = Self(4);
    /// Kind A: no move is worth more than the upper bound.
    pub const A: Self = Self(8);
    /// Kind C: one move is worth the lower bound.
    pub const C: Self = Self(16);
    /// The kinds whose value is exact.
    pub const EXACT: Self = Self(7);
    const ALL: Self = Self(31);

    /// The kinds with this sum of codes; `None` for a number that is no such sum.
    pub fn from_code(code: u8) -> Option<Self> {
        (code != 0 && code & !Self::ALL.0 == 0).then_some(Self(code))
    }

    /// The sum of the codes.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Whether one of `kinds` is among them.
    pub const fn has(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }

    /// The kinds of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds that a position has for the other player, after a forced pass.
    #[must_use]
    pub fn after_pass(self) -> Self {
        let of = |kinds: Self| self.0 & kinds.0;
        let doubled = of(Self::A_PRIME.and(Self::A)) << 1;
        let halved = of(Self::P_PRIME.and(Self::C)) >> 1;
        Self(of(Self::P) | doubled | halved)
    }
}

/// A row: a class of symmetric positions, in the order of levels and keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// The number of discs.
    pub level: u8,
    /// The key of the representative.
    pub key: u64,
    /// Its node kinds.
    pub kinds: RowKinds,
    /// The lower bound on its value, for the side to move.
    pub lower: i8,
    /// The upper bound.
    pub upper: i8,
}

impl Row {
    /// Both bounds.
    pub fn bounds(&self) -> Interval {
        Interval {
            lower: self.lower.into(),
            upper: self.upper.into(),
        }
    }

    /// Whether the bounds are those of its kinds: equal where the value is exact, and otherwise
    /// the least of all values below for kinds without C, the greatest above for kinds without A.
    pub fn is_well_formed(&self, greatest: Value) -> bool {
        let bounds = self.bounds();
        if self.kinds.has(RowKinds::EXACT) {
            return bounds.value().is_some();
        }
        let lower = self.kinds.has(RowKinds::C) || bounds.lower == -greatest;
        let upper = self.kinds.has(RowKinds::A) || bounds.upper == greatest;
        lower && upper && bounds.lower <= bounds.upper
    }
}

impl Item for Row {
    const IN_BLOCK: usize = 512;

    const MAX_BYTES: usize = 1 + u64::MAX_BYTES + 3;

    fn encode(self, before: Option<Self>, payload: &mut Vec<u8>) {
        payload.push(self.level);
        let before = before.filter(|before| before.level == self.level);
        self.key.encode(before.map(|before| before.key), payload);
        payload.extend([self.kinds.0, self.lower as u8, self.upper as u8]);
    }

    fn decode(before: Option<Self>, payload: &mut &[u8]) -> Option<Self> {
        let (level, rest) = payload.split_first()?;
        *payload = rest;
        let before = before.filter(|before| before.level == *level);
        let key = u64::decode(before.map(|before| before.key), payload)?;
        let ([kinds, lower, upper], rest) = payload.split_first_chunk()?;
        *payload = rest;
        Some(Self {
            level: *level,
            key,
            kinds: RowKinds::from_code(*kinds)?,
            lower: *lower as i8,
            upper: *upper as i8,
        })
    }
}

/// A board and where it is on the rows' board.
#[derive(Clone, Debug)]
pub struct Layout {
    game: Othello<u64>,
    columns: usize,
    rows: usize,
}

impl Layout {
    /// The layout of a board of at most 8 by 8 squares; `None` for a larger one.
    pub fn new(game: Othello<u64>) -> Option<Self> {
        let (columns, rows) = (game.grid().columns(), game.grid().rows());
        let (columns, rows) = (columns as usize, rows as usize);
        (columns <= SIDE && rows <= SIDE).then_some(Self {
            game,
            columns,
            rows,
        })
    }

    /// The game.
    pub const fn game(&self) -> &Othello<u64> {
        &self.game
    }

    /// The row of a line without its end.
    ///
    /// # Errors
    ///
    /// Fails with what was found and what was expected.
    pub fn parse(&self, line: &[u8]) -> Result<Row, String> {
        let text = std::str::from_utf8(line).map_err(|_| "expected plain text".to_owned())?;
        let mut columns = text.split(',');
        let fields = [(); 5].map(|()| columns.next());
        let (
            [
                Some(board),
                Some(discs),
                Some(kinds),
                Some(lower),
                Some(upper),
            ],
            None,
        ) = (fields, columns.next())
        else {
            return Err(format!("expected five columns, {HEADER}"));
        };
        let number = |name: &str, text: &str| {
            let number = text.parse::<i8>();
            number.map_err(|_| format!("{name} is \"{text}\"; expected a small number"))
        };
        let position = self.position(board)?;
        let level = self.game.level(&position);
        if number("disccount", discs).map(i64::from)? != i64::from(level) {
            return Err(format!("disccount is {discs}; the board has {level} discs"));
        }
        let code = kinds.parse().ok().and_then(RowKinds::from_code);
        let kinds = code.ok_or_else(|| {
            format!("nodekindcode is \"{kinds}\"; expected a sum of 1, 2, 4, 8 and 16")
        })?;
        let (lower, upper) = (number("lowerbound", lower)?, number("upperbound", upper)?);
        let range = self.game.value_range();
        if [lower, upper]
            .iter()
            .any(|bound| !range.contains(Value::from(*bound)))
        {
            let (least, greatest) = (range.min, range.max);
            return Err(format!(
                "bounds {lower} and {upper}; expected numbers from {least} to {greatest}"
            ));
        }
        if self.game.legal_squares(position.mover, position.opponent) == 0 {
            return Err("the side to move has no move; tables leave such positions out".to_owned());
        }
        let (key, _) = self
            .game
            .representative_key(&position, Reduction::Canonical);
        Ok(Row {
            level: level as u8,
            key,
            kinds,
            lower,
            upper,
        })
    }

    /// The position of an 8x8 board with X to move.
    fn position(&self, board: &str) -> Result<<Othello<u64> as Game>::Position, String> {
        let expected = || {
            format!(
                "board \"{board}\": expected {} letters X, O or -, then \" X;\"",
                SIDE * SIDE
            )
        };
        let letters = board.strip_suffix(" X;").ok_or_else(expected)?.as_bytes();
        let is_letter = |letter: &u8| matches!(letter, b'X' | b'O' | b'-');
        if letters.len() != SIDE * SIDE || !letters.iter().all(is_letter) {
            return Err(expected());
        }
        let mut inside = String::with_capacity(SIDE * SIDE + 2);
        for (square, letter) in letters.iter().enumerate() {
            if self.is_inside(square) {
                inside.push(char::from(*letter));
            } else if *letter != b'-' {
                return Err(format!(
                    "a disc outside the middle {}x{} squares of the board",
                    self.columns, self.rows
                ));
            }
        }
        inside += " X";
        let parsed = self.game.parse_board(&inside).ok_or_else(expected)?;
        parsed.map_err(|problem| problem.to_string())
    }

    /// Whether a square of the rows' board is one of the game's.
    const fn is_inside(&self, square: usize) -> bool {
        let (left, top) = ((SIDE - self.columns) / 2, (SIDE - self.rows) / 2);
        let (column, row) = (square % SIDE, square / SIDE);
        left <= column && column < left + self.columns && top <= row && row < top + self.rows
    }

    /// The board of a row, its representative, as tables write it.
    pub fn board(&self, row: &Row) -> String {
        let Ok(position) = self.game.position(row.key) else {
            return format!("key {:#x}", row.key);
        };
        let inside = self.game.format_board(&position, true).unwrap_or_default();
        let mut inside = inside.chars().filter(|letter| "XO-".contains(*letter));
        let squares = (0..SIDE * SIDE).map(|square| match self.is_inside(square) {
            true => inside.next().unwrap_or('-'),
            false => '-',
        });
        squares.chain(" X;".chars()).collect()
    }

    /// The legal moves of a row, in tie-break order, each with what follows it.
    pub(super) fn children(&self, row: &Row) -> Vec<Child> {
        let Ok(position) = self.game.position(row.key) else {
            return Vec::new();
        };
        let moves = self.game.moves(&position).into_iter();
        let children = moves.map(|played| {
            let child = self.game.play_unchecked(&position, played);
            let (child, passes) = self.game.contract_passes(&child);
            let over = self.game.terminal_value(&child);
            Child {
                key: self.game.representative_key(&child, Reduction::Canonical).0,
                passes: passes % 2 == 1,
                over,
            }
        });
        children.collect()
    }
}

/// What follows a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The key of its class.
    pub(super) key: u64,
    /// Whether the same side is to move again, after a forced pass.
    pub(super) passes: bool,
    /// The value for its side to move, where the game is over.
    pub(super) over: Option<Value>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        Layout::new(Othello::new(6, 6).unwrap()).unwrap()
    }

    const START: &str = "---------------------------OX------XO--------------------------- X;";

    #[test]
    fn a_row_is_read_and_written_as_the_same_class() {
        let row = layout()
            .parse(format!("{START},4,1,-4,-4").as_bytes())
            .unwrap();
        assert_eq!(
            (row.level, row.kinds, row.bounds()),
            (4, RowKinds::P, Interval::exact(-4))
        );
        let written = format!("{},4,1,-4,-4", layout().board(&row));
        assert_eq!(layout().parse(written.as_bytes()).unwrap(), row);
        assert!(row.is_well_formed(36));
    }

    #[test]
    fn lines_that_are_no_rows_are_refused_with_what_was_expected() {
        for (line, expected) in [
            (format!("{START},4,1,-4"), "expected five columns"),
            (format!("{START},5,1,-4,-4"), "the board has 4 discs"),
            (format!("{START},4,0,-4,-4"), "a sum of 1, 2, 4, 8 and 16"),
            (format!("{START},4,32,-4,-4"), "a sum of 1, 2, 4, 8 and 16"),
            (format!("{START},4,1,-37,-4"), "from -36 to 36"),
            (format!("{START},4,1,-4,x"), "upperbound is \"x\""),
            (
                format!("{},4,1,-4,-4", START.replace('X', "Y")),
                "64 letters",
            ),
            (
                format!("X{},5,1,-4,-4", &START[1..]),
                "outside the middle 6x6",
            ),
            (
                format!("{},4,1,-4,-4", START.replace(" X;", " O;")),
                "64 letters",
            ),
        ] {
            let problem = layout().parse(line.as_bytes()).unwrap_err();
            assert!(problem.contains(expected), "{line}: {problem}");
        }
    }

    #[test]
    fn kinds_change_sides_with_a_pass() {
        for code in 1..32 {
            let kinds = RowKinds::from_code(code).unwrap();
            assert_eq!(kinds.after_pass().after_pass(), kinds);
        }
        assert_eq!(RowKinds::A_PRIME.after_pass(), RowKinds::P_PRIME);
        assert_eq!(RowKinds::C.after_pass(), RowKinds::A);
        assert_eq!(RowKinds::P.after_pass(), RowKinds::P);
    }

    #[test]
    fn blocks_have_all_rows_of_all_levels() {
        let row = |level, key, code| Row {
            level,
            key,
            kinds: RowKinds::from_code(code).unwrap(),
            lower: -36,
            upper: 36,
        };
        let rows = [
            row(4, 7, 1),
            row(4, u64::MAX, 31),
            row(5, 3, 24),
            row(255, 3, 8),
        ];
        let (mut payload, mut before) = (Vec::new(), None);
        for one in rows {
            one.encode(before.replace(one), &mut payload);
        }
        let (mut rest, mut before) = (&payload[..], None);
        for one in rows {
            let read = Row::decode(before, &mut rest).unwrap();
            assert_eq!(read, one);
            before = Some(read);
        }
        assert!(rest.is_empty());
    }
}
