//! The rules of Connect Four.

use solveig_game::{
    Game, GameExt, IllegalMove, InvalidKey, Keyed, Move, MoveListError, Notation, NotationError,
    SpecError, Symmetric, Symmetry, Value, ValueRange, play_move_by_move,
};

use super::notation;

/// The stones on a board as bitboards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConnectFourPosition {
    /// The stones of the side to move.
    pub mover: u64,
    /// The stones of both sides.
    pub occupied: u64,
}

impl ConnectFourPosition {
    /// The stones of the side that just moved.
    pub const fn opponent(self) -> u64 {
        self.mover ^ self.occupied
    }
}

/// The utility of a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Utility {
    /// A win is worth 1, however long it takes (Takizawa 2026, section 4.2.2).
    #[default]
    Outcome,
    /// A win is worth 1 and the stones that the winner has left, as Pons's solver scores it: the
    /// best move wins soonest or loses latest. Spec parameter `?utility=score`.
    Score,
}

/// The rules of Connect Four on one board.
///
/// x moves first; four in line win. Move codes are columns from 0; the order that breaks ties is
/// centre first, then left (Takizawa 2026, section 4.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    pub(super) columns: u32,
    pub(super) rows: u32,
    utility: Utility,
    /// The lowest square of every column.
    pub(super) bottom: u64,
    pub(super) board: u64,
    /// The differences of the numbers of neighbouring squares: along a column, a row and both
    /// diagonals. Where a board is too narrow for lines across columns, all of them go along
    /// columns.
    steps: [u32; 4],
    /// The columns in the order that breaks ties; the first `columns` count.
    order: [u8; Self::MAX_COLUMNS],
}

impl ConnectFour {
    const MAX_COLUMNS: usize = 32;

    /// The game on `columns` x `rows` squares.
    ///
    /// # Errors
    ///
    /// Fails if a side is 0 or `columns * (rows + 1)` is above 64.
    pub fn new(columns: u32, rows: u32) -> Result<Self, SpecError> {
        let error = |problem: String| {
            let spec = format!("connect-four:{columns}x{rows}");
            Err(SpecError::new(&spec, problem))
        };
        if columns == 0 || rows == 0 {
            return error("expected at least one column and one row".to_owned());
        }
        let bits = u64::from(columns) * (u64::from(rows) + 1);
        if bits > 64 {
            return error(format!(
                "columns x (rows + 1) is {bits}: expected at most 64"
            ));
        }
        let height = rows + 1;
        let bottom = (0..columns).fold(0, |bottom, column| bottom | 1 << (column * height));
        let mut order = [0; Self::MAX_COLUMNS];
        let mut sorted: Vec<u32> = (0..columns).collect();
        sorted.sort_by_key(|column| (2 * column).abs_diff(columns - 1));
        for (place, column) in order.iter_mut().zip(sorted) {
            *place = column as u8;
        }
        Ok(Self {
            columns,
            rows,
            utility: Utility::Outcome,
            bottom,
            board: bottom * ((1 << rows) - 1),
            steps: if columns < 4 {
                [1; 4]
            } else {
                [1, height, height + 1, height - 1]
            },
            order,
        })
    }

    /// The same board with another utility; [`new`](Self::new) makes games of
    /// [`Utility::Outcome`].
    #[must_use]
    pub const fn with_utility(self, utility: Utility) -> Self {
        Self { utility, ..self }
    }

    /// The utility of a win.
    pub const fn utility(&self) -> Utility {
        self.utility
    }

    /// The winner's utility of a win with `stones` stones on the board, those of both sides.
    #[inline]
    pub const fn worth_of_win(&self, stones: u32) -> Value {
        match self.utility {
            Utility::Outcome => 1,
            Utility::Score => ((self.columns * self.rows + 2 - stones) / 2) as Value,
        }
    }

    /// The slots into which stones drop.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The stones that a column holds.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// All squares.
    pub const fn board(&self) -> u64 {
        self.board
    }

    /// The lowest square of every column.
    pub const fn bottom(&self) -> u64 {
        self.bottom
    }

    /// The squares of one column, counted from 0.
    pub const fn column(&self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * (self.rows + 1))
    }

    /// The columns in the order that breaks ties: centre first, then left.
    pub fn column_order(&self) -> &[u8] {
        &self.order[..self.columns as usize]
    }

    /// The playable squares: the lowest empty one of each column that is not full.
    #[inline]
    pub const fn playable(&self, occupied: u64) -> u64 {
        (occupied + self.bottom) & self.board
    }

    /// Whether four of these stones are in line.
    #[inline]
    pub fn has_four(&self, stones: u64) -> bool {
        self.steps.into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// The empty squares, whether or not they can be played now, on which a stone would complete
    /// four in line for the side with the stones `mover`.
    #[inline]
    pub fn winning_squares(&self, mover: u64, occupied: u64) -> u64 {
        let mut squares = 0;
        for step in self.steps {
            let up = mover << step;
            let down = mover >> step;
            let two_up = up & (mover << (2 * step));
            let two_down = down & (mover >> (2 * step));
            squares |= two_up & (mover << (3 * step));
            squares |= two_up & down;
            squares |= up & two_down;
            squares |= two_down & (mover >> (3 * step));
        }
        squares & self.board & !occupied
    }

    /// The position after a stone on the playable `square` (one bit), seen from the other side.
    #[inline]
    pub const fn place(&self, position: ConnectFourPosition, square: u64) -> ConnectFourPosition {
        ConnectFourPosition {
            mover: position.opponent(),
            occupied: position.occupied | square,
        }
    }

    /// The bits of the first column with the spare one.
    const fn column_bits(&self) -> u64 {
        u64::MAX >> (63 - self.rows)
    }

    /// The mirror image of a set of bits: the first column becomes the last.
    #[inline]
    pub fn mirror(&self, bits: u64) -> u64 {
        let height = self.rows + 1;
        let mut image = 0;
        for column in 0..self.columns {
            let bits = bits >> (column * height) & self.column_bits();
            image |= bits << ((self.columns - 1 - column) * height);
        }
        image
    }

    /// The squares of a board whose squares are numbered row by row.
    fn by_columns(&self, rows: u64) -> u64 {
        let mut squares = 0;
        for row in 0..self.rows {
            let mut left = rows >> (row * self.columns) & ((1 << self.columns) - 1);
            while left != 0 {
                squares |= 1 << (left.trailing_zeros() * (self.rows + 1) + row);
                left &= left - 1;
            }
        }
        squares
    }

    /// The stones that lie on empty squares.
    pub(super) const fn floating(&self, occupied: u64) -> u64 {
        occupied & !(occupied << 1) & !self.bottom
    }

    /// The number of move paths of exactly `depth` moves, as [`solveig_game::perft`] counts them,
    /// but faster: the last move is counted by the bits of its squares.
    pub fn perft(&self, position: ConnectFourPosition, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.has_four(position.opponent()) {
            return 0;
        }
        let mut squares = self.playable(position.occupied);
        if depth == 1 {
            return u64::from(squares.count_ones());
        }
        let mut paths = 0;
        while squares != 0 {
            let square = squares & squares.wrapping_neg();
            squares ^= square;
            paths += self.perft(self.place(position, square), depth - 1);
        }
        paths
    }

    /// Returns the reason why a board without gaps in its columns cannot arise in play, if there is
    /// one.
    pub(super) fn impossibility(&self, position: ConnectFourPosition) -> Option<String> {
        let (stones, mover) = (position.occupied.count_ones(), position.mover.count_ones());
        if mover != stones / 2 {
            let (x, o) = if stones % 2 == 0 {
                (mover, stones - mover)
            } else {
                (stones - mover, mover)
            };
            let expected = "expected as many of each, or one x more";
            return Some(format!("{x} x and {o} o: {expected}"));
        }
        let (next, last) = if stones % 2 == 0 {
            ("x", "o")
        } else {
            ("o", "x")
        };
        if self.has_four(position.mover) {
            let late = format!("{next} has four in line, yet {last} moved after that");
            return Some(late);
        }
        let stones = position.opponent();
        if self.has_four(stones) {
            let tops = Self::tops(position.occupied) & stones;
            if !bits(tops).any(|top| !self.has_four(stones ^ top)) {
                let late = format!("{last} has four in line without the last stone");
                return Some(late);
            }
        }
        None
    }

    /// The highest stone of every column.
    const fn tops(occupied: u64) -> u64 {
        occupied & !(occupied >> 1)
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Game for ConnectFour {
    type Position = ConnectFourPosition;

    fn spec(&self) -> String {
        let utility = match self.utility {
            Utility::Outcome => "",
            Utility::Score => "?utility=score",
        };
        format!("connect-four:{}x{}{utility}", self.columns, self.rows)
    }

    fn start(&self) -> ConnectFourPosition {
        ConnectFourPosition::default()
    }

    fn legal_moves(&self, position: &ConnectFourPosition, moves: &mut Vec<Move>) {
        if self.has_four(position.opponent()) {
            return;
        }
        let playable = self.playable(position.occupied);
        let open = self.column_order().iter().map(|column| u16::from(*column));
        moves.extend(
            open.filter(|column| playable & self.column(u32::from(*column)) != 0)
                .map(Move),
        );
    }

    fn play_unchecked(&self, position: &ConnectFourPosition, played: Move) -> ConnectFourPosition {
        let column = self.column(u32::from(played.0));
        self.place(*position, self.playable(position.occupied) & column)
    }

    fn terminal_value(&self, position: &ConnectFourPosition) -> Option<Value> {
        if self.has_four(position.opponent()) {
            Some(-self.worth_of_win(position.occupied.count_ones()))
        } else if position.occupied == self.board {
            Some(0)
        } else {
            None
        }
    }

    fn value_range(&self) -> ValueRange {
        // The earliest win takes seven stones, or all there are.
        let soonest = (self.columns * self.rows).min(7);
        ValueRange::symmetric(self.worth_of_win(soonest).max(1))
    }

    fn level(&self, position: &ConnectFourPosition) -> u32 {
        position.occupied.count_ones()
    }

    /// By [`Utility::Score`]; a draw ends when the board is full.
    fn plies_to_end(&self, position: &ConnectFourPosition, value: Value) -> Option<u32> {
        let squares = self.columns * self.rows;
        let stones = position.occupied.count_ones();
        if self.utility == Utility::Outcome {
            return None;
        }
        if value == 0 {
            return Some(squares - stones);
        }
        // Wins that leave an even number of stones and one less are worth the same; the last stone
        // is the winner's, which tells them apart.
        let even = (squares + 2).checked_sub(2 * value.unsigned_abs())? & !1;
        let plies_are_odd = u32::from(value > 0);
        [even, even.checked_sub(1)?, even + 1]
            .into_iter()
            .filter(|last| *last >= stones && self.worth_of_win(*last) == value.abs())
            .map(|last| last - stones)
            .find(|plies| plies % 2 == plies_are_odd)
    }

    fn max_level(&self) -> u32 {
        self.columns * self.rows
    }
}

impl Keyed for ConnectFour {
    type Key = u64;

    fn key(&self, position: &ConnectFourPosition) -> u64 {
        position.mover + position.occupied
    }

    fn position(&self, key: u64) -> Result<ConnectFourPosition, InvalidKey> {
        let invalid = InvalidKey(key.into());
        if key
            .checked_shr(self.key_bits())
            .is_some_and(|rest| rest != 0)
        {
            return Err(invalid);
        }
        // A column of n stones holds the number 2^n - 1 + (the stones of the side to move): with
        // one more, its highest bit lies right above the stones. All ones are no column, and one
        // more would run over into the next.
        let (marked, over) = key.overflowing_add(self.bottom);
        let carried = marked ^ key ^ self.bottom;
        if over || (carried & self.bottom) | carried.checked_shr(self.key_bits()).unwrap_or(0) != 0
        {
            return Err(invalid);
        }
        let height = self.rows + 1;
        let rows_below = |row: u32| self.bottom * ((1 << row) - 1);
        let mut filled = marked;
        let mut step = 1;
        while step < height {
            filled |= filled >> step & rows_below(height - step);
            step *= 2;
        }
        let occupied = filled >> 1 & rows_below(height - 1);
        let position = ConnectFourPosition {
            mover: key - occupied,
            occupied,
        };
        match self.impossibility(position) {
            None => Ok(position),
            Some(_) => Err(invalid),
        }
    }

    fn key_bits(&self) -> u32 {
        self.columns * (self.rows + 1)
    }

    fn move_codes(&self) -> u16 {
        self.columns as u16
    }
}

impl Symmetric for ConnectFour {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, position: &ConnectFourPosition, by: Symmetry) -> ConnectFourPosition {
        if by == Symmetry::IDENTITY {
            return *position;
        }
        ConnectFourPosition {
            mover: self.mirror(position.mover),
            occupied: self.mirror(position.occupied),
        }
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        if by == Symmetry::IDENTITY {
            moved
        } else {
            Move(self.columns as u16 - 1 - moved.0)
        }
    }

    fn canonical(&self, position: &ConnectFourPosition) -> (ConnectFourPosition, Symmetry) {
        // A key holds a number for each column, so the mirror image of the key is the key of the
        // mirror image.
        let key = self.key(position);
        let by = Symmetry(u8::from(self.mirror(key) < key));
        (self.transform(position, by), by)
    }
}

impl Notation for ConnectFour {
    fn play(
        &self,
        position: &ConnectFourPosition,
        played: Move,
    ) -> Result<ConnectFourPosition, IllegalMove> {
        let open = played.0 < self.columns as u16 && !self.has_four(position.opponent());
        let square = match open {
            true => self.playable(position.occupied) & self.column(u32::from(played.0)),
            false => 0,
        };
        if square != 0 {
            return Ok(self.place(*position, square));
        }
        let legal = self.moves(position).into_iter();
        Err(IllegalMove {
            notation: self.format_move(played),
            legal: legal.map(|one| self.format_move(one)).collect(),
            reason: None,
        })
    }

    fn play_list(
        &self,
        start: &ConnectFourPosition,
        text: &str,
    ) -> Result<(ConnectFourPosition, Vec<Move>), MoveListError> {
        match self.play_columns(start, text) {
            Some(played) => Ok(played),
            None => play_move_by_move(self, start, text),
        }
    }

    fn format_move(&self, written: Move) -> String {
        notation::column_name(u32::from(written.0)).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        self.parse_column(text)
    }

    fn render(&self, position: &ConnectFourPosition, first_to_move: bool) -> String {
        self.draw(*position, first_to_move)
    }

    fn tie_break_rule(&self) -> String {
        "column nearest the centre, then the left one".to_owned()
    }

    fn format_board(&self, position: &ConnectFourPosition, _first_to_move: bool) -> Option<String> {
        Some(self.board_string(*position))
    }

    fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        let rows = self.rows_at_front(text);
        if rows.is_some() {
            return rows;
        }
        let is_between = |one: char| one.is_whitespace() || one == ';';
        let (board, behind) = text.split_at(text.find(is_between).unwrap_or(text.len()));
        let end = text.len() - behind.trim_start_matches(is_between).len();
        let is_board = self.has_board_shape(board);
        is_board.then(|| (board.to_owned(), end))
    }

    fn parse_board(&self, text: &str) -> Option<Result<ConnectFourPosition, NotationError>> {
        match self.rows_at_front(text) {
            Some((rows, end)) if end == text.len() => Some(self.parse_shaped_board(&rows)),
            _ => self
                .has_board_shape(text)
                .then(|| self.parse_shaped_board(text)),
        }
    }

    fn position_of_stones(
        &self,
        stones: [u128; 2],
        first_to_move: bool,
    ) -> Option<ConnectFourPosition> {
        let [x, o] = stones;
        let is_turn = (x | o).count_ones().is_multiple_of(2) == first_to_move;
        let beyond = (x | o).checked_shr(self.max_level()).unwrap_or(0);
        if x & o != 0 || beyond != 0 || !is_turn {
            return None;
        }
        let [x, o] = [x, o].map(|stones| self.by_columns(stones as u64));
        let position = ConnectFourPosition {
            mover: if first_to_move { x } else { o },
            occupied: x | o,
        };
        let is_possible =
            self.floating(position.occupied) == 0 && self.impossibility(position).is_none();
        is_possible.then_some(position)
    }
}
