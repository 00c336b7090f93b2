//! Go on small boards: area scoring, superko, with or without suicide.
//!
//! Black moves first. A stone is placed on an empty point; then chains of the other colour without
//! a liberty are removed, then the stone's own chain if it has none. A pass is always legal; two in
//! a row end the game. A side's area is its stones and the empty regions that touch no stone of the
//! other side.
//!
//! Superko: no move but a pass may repeat an earlier position, that is, its stones and, under
//! situational superko, the side to move. Legal moves depend on the history, which the caller
//! passes in, so [`Go`] does not implement [`Rules`](crate::Rules).

mod arising;
mod life;
pub(crate) mod repeating;
pub(crate) mod territory;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use crate::Interval;

pub use life::benson_lower_bound;

/// Maximum points of a board. Proof walks keep sets of stone counts in one word.
const MAX_POINTS: u32 = 49;
const _: () = assert!(MAX_POINTS < u64::BITS);
/// Maximum columns: the letters without I.
const MAX_COLUMNS: u32 = 25;
/// Maximum komi in points, for either side.
const MAX_KOMI: i32 = 50;

/// A board, who is to move and how many passes came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The stones of Black and of White; point `row * columns + column` is that bit.
    pub(crate) stones: [u64; 2],
    /// Who is to move: 0 for Black, 1 for White.
    pub(crate) colour: usize,
    pub(crate) passes: u8,
}

/// What superko forbids to repeat: the stones as in a key and, under situational superko, the side
/// to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepetitionKey(pub(crate) u128);

/// A legal move with what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor<P = Board> {
    /// The point; `None` for a pass.
    pub point: Option<u32>,
    /// The board or position after it.
    pub after: P,
}

/// The rules of Go on one board.
#[derive(Clone, Debug)]
pub struct Go {
    columns: u32,
    rows: u32,
    /// Komi in half points, if the utility is win, draw or loss; `None` if it is the score.
    komi: Option<i32>,
    situational: bool,
    suicide: bool,
    /// The points beside each point.
    beside: Vec<u64>,
    /// The image of each point under each symmetry of the board. The first is the identity.
    pub(crate) images: Vec<Vec<u32>>,
}

impl Go {
    /// Parses a spec without its name: `5x5?komi=24.5&superko=situational&suicide=yes`. Parameters
    /// come in this order, each only if it is not the default. `None` if there is no such game.
    pub fn parse(body: &str) -> Option<Self> {
        let (board, parameters) = match body.split_once('?') {
            Some((board, parameters)) => (board, Some(parameters)),
            None => (body, None),
        };
        let (columns, rows) = super::numbers::size(board)?;
        let points = columns.checked_mul(rows)?;
        if points == 0 || points > MAX_POINTS || columns > MAX_COLUMNS {
            return None;
        }
        let (mut komi, mut situational, mut suicide) = (None, false, false);
        for parameter in parameters.into_iter().flat_map(|all| all.split('&')) {
            match parameter.split_once('=')? {
                ("komi", text) => komi = Some(half_points(text)?),
                ("superko", "situational") => situational = true,
                ("suicide", "yes") => suicide = true,
                _ => return None,
            }
        }
        let mut game = Self {
            columns,
            rows,
            komi,
            situational,
            suicide,
            beside: Vec::new(),
            images: Vec::new(),
        };
        game.beside = (0..points).map(|point| game.neighbours(point)).collect();
        game.images = game.symmetries();
        // Only the canonical spelling is accepted.
        (game.spec() == format!("go:{body}")).then_some(game)
    }

    /// The spec string of the game.
    pub fn spec(&self) -> String {
        let mut parameters = Vec::new();
        if let Some(half_points) = self.komi {
            let sign = if half_points < 0 { "-" } else { "" };
            let half = if half_points % 2 == 0 { "" } else { ".5" };
            let whole = half_points.abs() / 2;
            parameters.push(format!("komi={sign}{whole}{half}"));
        }
        if self.situational {
            parameters.push("superko=situational".to_owned());
        }
        if self.suicide {
            parameters.push("suicide=yes".to_owned());
        }
        let mark = if parameters.is_empty() { "" } else { "?" };
        let parameters = parameters.join("&");
        format!("go:{}x{}{mark}{parameters}", self.columns, self.rows)
    }

    fn neighbours(&self, point: u32) -> u64 {
        let place = |point: u32| (point % self.columns, point / self.columns);
        let (column, row) = place(point);
        let touches = |other: &u32| {
            let (other_column, other_row) = place(*other);
            column.abs_diff(other_column) + row.abs_diff(other_row) == 1
        };
        (0..self.points())
            .filter(touches)
            .fold(0, |set, other| set | 1 << other)
    }

    fn symmetries(&self) -> Vec<Vec<u32>> {
        let (columns, rows) = (self.columns, self.rows);
        let mut all = Vec::new();
        for transposes in [false, true] {
            if transposes && columns != rows {
                break;
            }
            for mirrored in 0..4 {
                let image = |point: u32| {
                    let (mut column, mut row) = (point % columns, point / columns);
                    if transposes {
                        (column, row) = (row, column);
                    }
                    if mirrored & 1 == 1 {
                        column = columns - 1 - column;
                    }
                    if mirrored & 2 == 2 {
                        row = rows - 1 - row;
                    }
                    row * columns + column
                };
                all.push((0..self.points()).map(image).collect());
            }
        }
        all
    }

    pub(crate) const fn points(&self) -> u32 {
        self.columns * self.rows
    }

    /// The empty board, Black to move.
    pub const fn start(&self) -> Board {
        Board {
            stones: [0, 0],
            colour: 0,
            passes: 0,
        }
    }

    /// The stone on a point: of Black (0) or White (1).
    fn stone(stones: [u64; 2], point: u32) -> Option<usize> {
        (0..2).find(|colour| stones[*colour] >> point & 1 == 1)
    }

    /// The set of all points.
    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.points())
    }

    /// The points beside any of a set; points of the set may be among them.
    fn around(&self, set: u64) -> u64 {
        points(set).fold(0, |all, point| all | self.beside[point as usize])
    }

    /// The points of `within` connected to `from`, which is one of them.
    fn connected(&self, from: u32, within: u64) -> u64 {
        let mut reached = 1 << from;
        loop {
            let more = reached | self.around(reached) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The connected parts of a set.
    fn parts(&self, mut set: u64) -> Vec<u64> {
        let mut all = Vec::new();
        while set != 0 {
            let part = self.connected(set.trailing_zeros(), set);
            set &= !part;
            all.push(part);
        }
        all
    }

    /// The stones of the chain on a point, if there is one and it has no liberty.
    fn captured(&self, stones: [u64; 2], point: u32) -> Option<u64> {
        let colour = Self::stone(stones, point)?;
        let chain = self.connected(point, stones[colour]);
        let liberties = self.around(chain) & !(stones[0] | stones[1]);
        (liberties == 0).then_some(chain)
    }

    /// The stones after `colour` plays on the empty `point`.
    fn put(&self, mut stones: [u64; 2], colour: usize, point: u32) -> [u64; 2] {
        stones[colour] |= 1 << point;
        for next in points(self.beside[point as usize] & stones[1 - colour]) {
            stones[1 - colour] &= !self.captured(stones, next).unwrap_or(0);
        }
        stones[colour] &= !self.captured(stones, point).unwrap_or(0);
        stones
    }

    /// What superko remembers of a board.
    pub fn repetition_key(&self, board: &Board) -> RepetitionKey {
        let colour = if self.situational { board.colour } else { 0 };
        let after = Board {
            colour,
            passes: 0,
            ..*board
        };
        RepetitionKey(self.key(&after))
    }

    /// The legal moves: points row by row, then the pass. `was_there` states which repetition keys
    /// are in the history. Those that alone make a move illegal are appended to `forbidden`. The
    /// present position may not be repeated either.
    pub fn moves(
        &self,
        board: &Board,
        was_there: &dyn Fn(RepetitionKey) -> bool,
        forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Successor> {
        let mut moves = Vec::new();
        if board.passes == 2 {
            return moves;
        }
        let present = self.repetition_key(board);
        for point in 0..self.points() {
            if Self::stone(board.stones, point).is_some() {
                continue;
            }
            let after = Board {
                stones: self.put(board.stones, board.colour, point),
                colour: 1 - board.colour,
                passes: 0,
            };
            let is_suicide = Self::stone(after.stones, point).is_none();
            let repetition = self.repetition_key(&after);
            if is_suicide && !self.suicide || repetition == present {
                continue;
            }
            match was_there(repetition) {
                true => forbidden.push(repetition),
                false => moves.push(Successor {
                    point: Some(point),
                    after,
                }),
            }
        }
        moves.push(Successor {
            point: None,
            after: Board {
                colour: 1 - board.colour,
                passes: board.passes + 1,
                ..*board
            },
        });
        moves
    }

    /// The utility for the side to move, if the game is over.
    pub fn utility(&self, board: &Board) -> Option<i32> {
        if board.passes < 2 {
            return None;
        }
        let mut score = board.stones[0].count_ones() as i32 - board.stones[1].count_ones() as i32;
        let [black, white] = board.stones;
        for region in self.parts(self.all() & !(black | white)) {
            let around = self.around(region);
            match (around & black != 0, around & white != 0) {
                (true, false) => score += region.count_ones() as i32,
                (false, true) => score -= region.count_ones() as i32,
                _ => {}
            }
        }
        Some(Self::seen_by(board.colour, self.worth(score)))
    }

    /// The utility for Black of a difference of areas.
    fn worth(&self, score: i32) -> i32 {
        match self.komi {
            None => score,
            Some(half_points) => (2 * score - half_points).signum(),
        }
    }

    const fn seen_by(colour: usize, value_of_black: i32) -> i32 {
        match colour {
            0 => value_of_black,
            _ => -value_of_black,
        }
    }

    /// The least and the greatest utility.
    pub fn value_range(&self) -> Interval {
        let max = match self.komi {
            None => self.points() as i32,
            Some(_) => 1,
        };
        Interval::symmetric(max)
    }

    /// Bounds on the value for the side to move, from unconditionally alive stones (Benson 1976).
    /// They hold after any history.
    pub fn certain_bounds(&self, board: &Board) -> Interval {
        let least = self.worth(benson_lower_bound(self, board.stones, 0));
        let greatest = self.worth(-benson_lower_bound(self, board.stones, 1));
        let of_black = Interval { least, greatest };
        match board.colour {
            0 => of_black,
            _ => of_black.negated(),
        }
    }

    /// Black's points, White's points, the side to move and the passes, from the lowest bit on.
    pub fn key(&self, board: &Board) -> u128 {
        let points = self.points();
        let rest = (board.passes as u128) << 1 | board.colour as u128;
        u128::from(board.stones[0]) | u128::from(board.stones[1]) << points | rest << (2 * points)
    }

    /// The board with this key, if it is valid: no point has two stones, every chain has a liberty,
    /// and at most two passes came last.
    pub fn board(&self, key: u128) -> Option<Board> {
        self.read(key).ok()
    }

    /// The board with a key; else why there is none, if there is a reason to give.
    pub(crate) fn read(&self, key: u128) -> Result<Board, Option<String>> {
        let points = self.points();
        let stones = self.stones_in(RepetitionKey(key));
        let rest = key >> (2 * points);
        let both = stones[0] & stones[1];
        if both != 0 {
            let name = self.move_name(Some(both.trailing_zeros()));
            return Err(Some(format!("both sides have a stone on {name}")));
        }
        if rest >= 6 {
            return Err((rest < 8).then(|| "three passes came last".to_owned()));
        }
        let captured = |point: &u32| self.captured(stones, *point).is_some();
        if let Some(point) = (0..points).find(captured) {
            let name = self.move_name(Some(point));
            return Err(Some(format!("the chain at {name} has no liberty")));
        }
        Ok(Board {
            stones,
            colour: (rest & 1) as usize,
            passes: (rest >> 1) as u8,
        })
    }

    /// The least key of the images under the symmetries of the board, and the index of the first
    /// symmetry that gives it.
    pub(crate) fn canonical_key(&self, board: &Board) -> (u128, usize) {
        let keys = (0..self.images.len()).map(|by| {
            let stones = board.stones.map(|stones| self.image(stones, by));
            (self.key(&Board { stones, ..*board }), by)
        });
        keys.min().unwrap_or((self.key(board), 0))
    }

    /// The image of a set of points under a symmetry.
    pub(crate) fn image(&self, stones: u64, by: usize) -> u64 {
        let image = |point: u32| self.images[by][point as usize];
        points(stones).fold(0, |all, point| all | 1 << image(point))
    }

    /// The image of a repetition key under a symmetry.
    pub(crate) fn image_of_key(
        &self,
        RepetitionKey(key): RepetitionKey,
        by: usize,
    ) -> RepetitionKey {
        let points = self.points();
        let stones = self.stones_in(RepetitionKey(key));
        let [black, white] = stones.map(|stones| u128::from(self.image(stones, by)));
        let rest = key >> (2 * points) << (2 * points);
        RepetitionKey(rest | black | white << points)
    }

    /// The stones of Black and of White.
    pub(crate) fn stones_in(&self, RepetitionKey(key): RepetitionKey) -> [u64; 2] {
        let all = (1_u128 << self.points()) - 1;
        [key & all, key >> self.points() & all].map(|stones| stones as u64)
    }

    /// The inverse of a symmetry.
    pub(crate) fn inverse(&self, of: usize) -> usize {
        let undone = |by: &Vec<u32>| {
            let mut points = 0..self.points();
            points.all(|point| by[self.images[of][point as usize] as usize] == point)
        };
        self.images.iter().position(undone).unwrap_or(0)
    }

    pub(crate) fn stones_of(&self, RepetitionKey(key): RepetitionKey) -> u32 {
        let both = (1_u128 << (2 * self.points())) - 1;
        (key & both).count_ones()
    }

    /// The name of a move: letters for columns, without I, rows from 1.
    pub fn move_name(&self, point: Option<u32>) -> String {
        let Some(point) = point else {
            return "pass".to_owned();
        };
        let (column, row) = ((point % self.columns) as u8, point / self.columns);
        let letter = char::from(b'A' + column + u8::from(column >= 8));
        format!("{letter}{}", row + 1)
    }

    /// The board row by row from the first, `X` for Black, `O` for White, `-` for nothing; who is
    /// to move; and the passes that came last, if any.
    pub fn describe(&self, board: &Board) -> String {
        let stone = |point| match Self::stone(board.stones, point) {
            Some(0) => 'X',
            Some(_) => 'O',
            None => '-',
        };
        let mut text: String = (0..self.points()).map(stone).collect();
        text += if board.colour == 0 { " X" } else { " O" };
        if board.passes > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {} passed", board.passes);
        }
        text
    }
}

/// Each point of a set as a number, ascending.
fn points(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (point < u64::BITS).then_some(point)
    })
}

/// Reads komi in half points.
fn half_points(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, half) = match digits.strip_suffix(".5") {
        Some(whole) => (whole, 1),
        None => (digits, 0),
    };
    let whole = i32::try_from(super::numbers::number(whole)?).ok()?;
    let points = whole.checked_mul(2)?.checked_add(half)?;
    (points <= 2 * MAX_KOMI).then_some(sign * points)
}
