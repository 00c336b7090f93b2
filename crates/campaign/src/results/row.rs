//! The rows of a file of results, and the position that its name states.
//!
//! A row has six columns: a board with the side to move, as `---OX--- X;` with a letter for each
//! square, row by row from a1; depth and strength of the search; two bounds on the score of the
//! side to move; and the number of nodes, negative where the search ran with other options. The
//! search is exact if its depth is the number of empty squares and its strength 100; otherwise both
//! bounds are the same, an estimate.
//!
//! Every line ends with a line feed. Lines may be a [`header`](Header); it says which of the bounds
//! comes first.

use solveig_game::Interval;
use solveig_verify::{NoRules, Othello, Rules, Stage, Stones};

use super::record::{MAX_NODES, Record};
use crate::error::CampaignError;
use crate::obf;

/// The columns of a row, with the lower bound first.
pub const LOWER_FIRST: &str = "obf,depth,accuracy,score_lowerbound,score_upperbound,nodes";

/// The columns of a row, with the upper bound first.
pub const UPPER_FIRST: &str = "obf,depth,accuracy,score_upperbound,score_lowerbound,nodes";

/// The columns of a row.
const COLUMNS: usize = 6;

/// What a header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// The lower bound comes first.
    LowerFirst,
    /// The upper bound comes first.
    UpperFirst,
}

/// What a row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Which bound comes first from here on.
    Header(Header),
    /// A result; file and line are still 0.
    Result(Record),
    /// An exact result whose bounds are all values there are.
    Vacuous,
    /// A true result of a position at which the game is over.
    Over,
}

/// A board of Othello and the number of empty squares that its rows have.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Othello,
    squares: u32,
    empty: u32,
    /// The squares that are taken from the start on.
    middle: u64,
}

impl Board {
    /// The board of `game`, with rows about positions of `empty` empty squares.
    ///
    /// # Errors
    ///
    /// Fails if the checker knows no such board of Othello, or if there are no such positions.
    pub fn new(game: &str, empty: u32) -> Result<Self, CampaignError> {
        let rules = solveig_verify::rules_for(game, &solveig_verify::none_given)?;
        let solveig_verify::KnownRules::Othello(rules) = rules else {
            return Err(CampaignError::OtherGame {
                path: "the results".into(),
                found: game.to_owned(),
                wanted: "othello:CxR".to_owned(),
            });
        };
        let start = rules.start();
        let squares = rules.max_level();
        let max = squares - rules.level(&start);
        if !(1..=max).contains(&empty) {
            return Err(NoRules::Parameters {
                spec: game.to_owned(),
                problem: format!(
                    "results of positions with {empty} empty squares: expected 1 to {max}"
                ),
            }
            .into());
        }
        Ok(Self {
            middle: start.mover | start.opponent,
            rules,
            squares,
            empty,
        })
    }

    /// Those of the checker, by whose keys results are stored.
    pub const fn rules(&self) -> &Othello {
        &self.rules
    }

    /// The number of squares.
    pub const fn squares(&self) -> u32 {
        self.squares
    }

    /// The number of empty squares at the cut.
    pub const fn empty(&self) -> u32 {
        self.empty
    }

    /// The level of the cut.
    pub const fn cut(&self) -> u32 {
        self.squares - self.empty
    }

    /// The least and the greatest value that a position can have.
    pub const fn all(&self) -> Interval {
        let max = self.squares as i32;
        Interval {
            lower: -max,
            upper: max,
        }
    }

    /// The position that letters describe, X or O on each square or `-` for none, with X to move
    /// unless `swapped`.
    ///
    /// # Errors
    ///
    /// Fails with the reason if they describe none.
    pub fn stones(&self, letters: &[u8], swapped: bool) -> Result<Stones, String> {
        let stones = obf::stones(&self.rules, letters, swapped)?;
        self.expect_middle(&stones)?;
        Ok(stones)
    }

    /// Fails if a square is empty that is taken from the start on.
    fn expect_middle(&self, stones: &Stones) -> Result<(), String> {
        match (stones.mover | stones.opponent) & self.middle == self.middle {
            true => Ok(()),
            false => Err("a square in the middle is empty: expected discs on all four".to_owned()),
        }
    }

    /// The position with a key, as the letters of a row.
    pub fn describe(&self, key: u128) -> String {
        match self.rules.position(key) {
            Some(position) => format!("{};", self.rules.describe(&position)),
            None => format!("key {key:#x}"),
        }
    }

    /// Reads a line with its end. `order` is what the last header said.
    ///
    /// # Errors
    ///
    /// Fails with what was wrong and what was expected.
    pub fn row(&self, line: &[u8], order: Header) -> Result<Row, String> {
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(
                "the line has no end: expected a line feed; is the file cut off?".to_owned(),
            );
        };
        if line.ends_with(b"\r") {
            return Err(
                "the line ends with a carriage return: expected a line feed alone".to_owned(),
            );
        }
        if line.starts_with(b"obf") {
            return header(line);
        }
        let mut columns = [&line[..0]; COLUMNS];
        let mut count = 0;
        for column in line.split(|byte| *byte == b',') {
            if let Some(place) = columns.get_mut(count) {
                *place = column;
            }
            count += 1;
        }
        if count != COLUMNS {
            return Err(format!(
                "{count} columns: expected the {COLUMNS} of {LOWER_FIRST}"
            ));
        }
        let [board, depth, strength, first, second, nodes] = columns;
        let stones = self.board(board)?;
        let depth = number("depth", depth, 0, self.empty.into())? as u8;
        let strength = number("accuracy", strength, 0, 100)? as u8;
        let max = i64::from(self.squares);
        let (names, lower, upper) = match order {
            Header::LowerFirst => (["lower", "upper"], first, second),
            Header::UpperFirst => (["upper", "lower"], second, first),
        };
        let lower = number("lower bound", lower, -max, max)? as i32;
        let upper = number("upper bound", upper, -max, max)? as i32;
        let nodes = number("number of nodes", nodes, -MAX_NODES, MAX_NODES)?;
        let exact = u32::from(depth) == self.empty && strength == 100;
        if lower > upper {
            return Err(format!(
                "the lower bound {lower} is above the upper bound {upper}: expected them in order, \
                 the {} bound in the fourth column and the {} bound in the fifth",
                names[0], names[1]
            ));
        }
        if !exact && lower != upper {
            return Err(format!(
                "an estimate (depth {depth}, accuracy {strength}) from {lower} to {upper}: expected \
                 both bounds alike, or depth {} and accuracy 100",
                self.empty
            ));
        }
        // Discs and empty squares go to one side or the other, and the board has an even number.
        if exact && (lower % 2 != 0 || upper % 2 != 0) {
            return Err(format!(
                "exact bounds {lower} and {upper}: expected even numbers, as scores are on this board"
            ));
        }
        let bounds = Interval { lower, upper };
        self.result(stones, exact, bounds, depth, strength, nodes)
    }

    /// The board and the side to move, as in `---OX--- X;`.
    fn board(&self, text: &[u8]) -> Result<Stones, String> {
        let stones = obf::position(&self.rules, text)?;
        self.expect_middle(&stones)?;
        let empty = self.squares - self.rules.level(&stones);
        if empty != self.empty {
            return Err(format!("{empty} empty squares: expected {}", self.empty));
        }
        Ok(stones)
    }

    fn result(
        &self,
        mut stones: Stones,
        exact: bool,
        mut bounds: Interval,
        depth: u8,
        strength: u8,
        nodes: i64,
    ) -> Result<Row, String> {
        match self.rules.stage(&stones) {
            Stage::Moves => {}
            Stage::Pass => {
                (stones.mover, stones.opponent) = (stones.opponent, stones.mover);
                bounds = bounds.negated();
            }
            Stage::Over(value) if !exact || (bounds.lower..=bounds.upper).contains(&value) => {
                return Ok(Row::Over);
            }
            Stage::Over(value) => {
                let Interval { lower, upper } = bounds;
                return Err(format!(
                    "the game is over with a score of {value}: expected bounds around it, not \
                     {lower} and {upper}"
                ));
            }
        }
        if exact && bounds.upper < self.all().upper {
            let best = obf::best_end(&self.rules, &stones);
            if let Some(best) = best.filter(|best| *best > bounds.upper) {
                return Err(format!(
                    "a move ends the game with {best} for the side to move: the value cannot be at \
                     most {}",
                    bounds.upper
                ));
            }
        }
        if exact && bounds == self.all() {
            return Ok(Row::Vacuous);
        }
        Ok(Row::Result(Record {
            key: self.rules.key(&self.rules.canonical(&stones)),
            exact,
            bounds,
            depth,
            strength,
            file: 0,
            line: 0,
            nodes,
        }))
    }
}

fn header(line: &[u8]) -> Result<Row, String> {
    let said = match line {
        _ if line == LOWER_FIRST.as_bytes() => Header::LowerFirst,
        _ if line == UPPER_FIRST.as_bytes() => Header::UpperFirst,
        _ => {
            let line = line[..line.len().min(80)].escape_ascii();
            return Err(format!("the header \"{line}\": expected {LOWER_FIRST}"));
        }
    };
    Ok(Row::Header(said))
}

/// A whole number from `least` to `max`.
fn number(what: &str, text: &[u8], min: i64, max: i64) -> Result<i64, String> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let mut read = Some(0_i64);
    for digit in digits {
        let more = |read: i64| read.checked_mul(10)?.checked_add(i64::from(digit - b'0'));
        read = read.filter(|_| digit.is_ascii_digit()).and_then(more);
    }
    let signed = read.filter(|_| !digits.is_empty());
    let signed = signed.map(|read| if negative { -read } else { read });
    signed
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| {
            let text = text[..text.len().min(40)].escape_ascii();
            format!("the {what} is \"{text}\": expected a whole number from {min} to {max}")
        })
}
