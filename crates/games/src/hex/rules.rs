//! The rules of Hex.

use std::fmt;
use std::marker::PhantomData;

use solveig_game::{
    ConnectionGame, Game, InvalidKey, Key, Keyed, Move, Notation, NotationError, SpecError,
    Symmetric, Symmetry, Value, ValueRange,
};

use super::board::HexBoard;
use super::cells::Cells;
use super::keys::Keys;
use crate::colour::Colour;
use crate::names::{Colours, Names};

/// The stones of both sides as bitboards, bit *i* for cell *i*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HexPosition {
    /// The stones of the side to move.
    pub mover: u128,
    /// The stones of the other side.
    pub opponent: u128,
}

impl HexPosition {
    /// The cells that hold a stone.
    pub const fn occupied(self) -> u128 {
        self.mover | self.opponent
    }

    /// How many stones the side to move has, and how many the other.
    pub(super) const fn counts(self) -> (u32, u32) {
        (self.mover.count_ones(), self.opponent.count_ones())
    }
}

/// The rules of Hex on one board.
///
/// Cells are numbered row by row from a1, at the top left. Beside a cell lie the two next to it in
/// its row, those above and above right of it, and those below and below left of it. Black, drawn
/// as X, moves first and wins with a chain of stones from the first row to the last one; White,
/// drawn as O, wins with one from the first column to the last one. There is no draw: a full board
/// has exactly one such chain.
///
/// The board may be set up by hand, with any numbers of stones, as in puzzles and templates: that
/// is a game of its own, whose play begins there.
///
/// Move codes are cells. `K` is `u64` for boards of up to 40 cells, `u128` for up to 81, and
/// [`WideKey`](solveig_game::WideKey) for all.
#[derive(Clone)]
pub struct Hex<K = u128> {
    pub(super) board: HexBoard,
    start: HexPosition,
    keys: Keys,
    key: PhantomData<K>,
}

impl<K: Key> Hex<K> {
    /// The longest side of a board.
    pub const LONGEST_SIDE: u32 = 11;

    /// The game on `columns` x `rows` cells.
    ///
    /// # Errors
    ///
    /// Fails if a side is 0 or longer than [`Self::LONGEST_SIDE`], or the keys do not fit `K`.
    pub fn new(columns: u32, rows: u32) -> Result<Self, SpecError> {
        let error = |problem: String| {
            let spec = format!("hex:{columns}x{rows}");
            Err(SpecError::new(&spec, problem))
        };
        for (side, length) in [("columns", columns), ("rows", rows)] {
            let limit = Self::LONGEST_SIDE;
            if !(1..=limit).contains(&length) {
                return error(format!("{length} {side}: expected 1 to {limit}"));
            }
        }
        let keys = Keys::new(columns * rows, 0);
        if keys.bits() > K::BITS {
            return error(format!(
                "its keys take {} bits: expected at most {}",
                keys.bits(),
                K::BITS
            ));
        }
        Ok(Self {
            board: HexBoard::new(columns, rows),
            start: HexPosition::default(),
            keys,
            key: PhantomData,
        })
    }

    /// The game that begins on this board: a board string as [`Notation::format_board`] writes it,
    /// with or without its space.
    ///
    /// # Errors
    ///
    /// Fails if the text is no board of this size, or if the side to move has connected its edges
    /// already.
    pub fn set_up(mut self, text: &str) -> Result<Self, NotationError> {
        let error = |problem: String| NotationError::new(text, 0, problem);
        let board = self.names().parse_board(text);
        let (colours, first_to_move) = board.unwrap_or_else(|| {
            Err(error(
                "expected a board: X, O or - for each cell".to_owned(),
            ))
        })?;
        let (mover, opponent) = colours.sides(first_to_move);
        let lead = colours.x.count_ones() as i32 - colours.o.count_ones() as i32;
        self.start = HexPosition { mover, opponent };
        self.keys = Keys::new(self.cells(), lead - i32::from(!first_to_move));
        match self.impossibility(self.start) {
            None => Ok(self),
            Some(problem) => Err(error(problem)),
        }
    }

    /// The cells of a row, named by letters.
    pub const fn columns(&self) -> u32 {
        self.board.columns
    }

    /// The cells of a column, named by numbers.
    pub const fn rows(&self) -> u32 {
        self.board.rows
    }

    /// Columns times rows.
    pub const fn cells(&self) -> u32 {
        self.board.cells()
    }

    /// All cells.
    pub const fn board(&self) -> u128 {
        self.board.all
    }

    /// The cells beside a cell, which must be on the board.
    pub fn neighbours(&self, cell: u32) -> u128 {
        self.board.neighbours(cell as usize)
    }

    /// Whether these stones connect the edges of the side that moved first in the play, or of the
    /// other.
    #[inline]
    pub fn connects(&self, stones: u128, of_first_player: bool) -> bool {
        self.board.connects(stones, colour(of_first_player))
    }

    /// Whether the side to move is the one that moved first in the play.
    #[inline]
    pub const fn first_to_move(&self, position: HexPosition) -> bool {
        self.keys.first_to_move(position.occupied().count_ones())
    }

    /// The side to move.
    #[inline]
    pub(super) const fn mover(&self, position: HexPosition) -> Colour {
        colour(self.first_to_move(position))
    }

    /// Whether the side that has just moved has connected its edges.
    #[inline]
    pub fn is_over(&self, position: HexPosition) -> bool {
        self.connects(position.opponent, !self.first_to_move(position))
    }

    /// The position after a stone on an empty cell, seen from the other side.
    #[inline]
    pub const fn place(&self, position: HexPosition, cell: u32) -> HexPosition {
        HexPosition {
            mover: position.opponent,
            opponent: position.mover | 1 << cell,
        }
    }

    /// Whether play begins on a board that was set up.
    fn is_set_up(&self) -> bool {
        self.start != HexPosition::default() || self.keys.lead() != 0
    }

    /// The board at the start and the side to move, without a space.
    fn start_text(&self) -> String {
        let colours = self.colours(self.start);
        let board = self
            .names()
            .board_string(colours, self.first_to_move(self.start));
        board.replace(' ', "")
    }

    /// The level of an empty board.
    const fn first_level(&self) -> u32 {
        !self.keys.first_to_move(0) as u32
    }

    const fn names(&self) -> Names {
        Names {
            columns: self.columns(),
            rows: self.rows(),
            square: "cell",
            vertices: false,
        }
    }

    const fn colours(&self, position: HexPosition) -> Colours {
        let first_to_move = self.first_to_move(position);
        Colours::new(position.mover, position.opponent, first_to_move)
    }

    /// Returns the reason why a board cannot arise in play, if there is one.
    fn impossibility(&self, position: HexPosition) -> Option<String> {
        if !self.keys.are_turns(position) {
            let (mover, opponent) = position.counts();
            let expected = match self.keys.lead() {
                0 => "as many of each, or one more of the other".to_owned(),
                _ => format!("what play from {} gives", self.start_text()),
            };
            return Some(format!(
                "{mover} stones of the side to move and {opponent} of the other: \
                 expected {expected}"
            ));
        }
        let first_to_move = self.first_to_move(position);
        let (next, last) = sides(first_to_move);
        if self.connects(position.mover, first_to_move) {
            return Some(format!(
                "{next} has connected its edges, yet {last} moved after that"
            ));
        }
        if !self.is_over(position) {
            return None;
        }
        let stones = position.opponent;
        let completes = |cell: u32| {
            let stone = 1 << cell;
            stones & stone != 0 && !self.connects(stones ^ stone, !first_to_move)
        };
        let is_possible = (0..self.cells()).any(completes);
        (!is_possible).then(|| format!("{last} has connected its edges without the last stone"))
    }
}

const fn colour(is_first: bool) -> Colour {
    match is_first {
        true => Colour::Black,
        false => Colour::White,
    }
}

/// How the side to move and the other are drawn.
const fn sides(first_to_move: bool) -> (char, char) {
    if first_to_move {
        ('X', 'O')
    } else {
        ('O', 'X')
    }
}

impl<K: Key> Game for Hex<K> {
    type Position = HexPosition;

    fn spec(&self) -> String {
        let size = format!("hex:{}x{}", self.columns(), self.rows());
        match self.is_set_up() {
            true => format!("{size}?start={}", self.start_text()),
            false => size,
        }
    }

    fn start(&self) -> HexPosition {
        self.start
    }

    fn legal_moves(&self, position: &HexPosition, moves: &mut Vec<Move>) {
        if self.is_over(*position) {
            return;
        }
        let empty = Cells(self.board() & !position.occupied());
        moves.extend(empty.map(|cell| Move(cell as u16)));
    }

    fn play_unchecked(&self, position: &HexPosition, played: Move) -> HexPosition {
        self.place(*position, u32::from(played.0))
    }

    fn terminal_value(&self, position: &HexPosition) -> Option<Value> {
        self.is_over(*position).then_some(-1)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn has_draws(&self) -> bool {
        false
    }

    /// The number of stones, one more where White is to move on an even number: the levels at which
    /// Black is to move are even.
    fn level(&self, position: &HexPosition) -> u32 {
        position.occupied().count_ones() + self.first_level()
    }

    #[inline]
    fn connection(&self) -> Option<&dyn ConnectionGame<HexPosition>> {
        Some(self)
    }

    fn max_level(&self) -> u32 {
        self.cells() + self.first_level()
    }
}

impl<K: Key> Keyed for Hex<K> {
    type Key = K;

    fn key(&self, position: &HexPosition) -> K {
        K::from_wide(self.keys.key(*position)).expect("new() checked that keys fit")
    }

    fn position(&self, key: K) -> Result<HexPosition, InvalidKey> {
        let key = key.to_wide();
        self.keys
            .position(key)
            .filter(|position| self.impossibility(*position).is_none())
            .ok_or(InvalidKey(key))
    }

    fn key_bits(&self) -> u32 {
        self.keys.bits()
    }

    fn move_codes(&self) -> u16 {
        self.cells() as u16
    }
}

impl<K: Key> Symmetric for Hex<K> {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, position: &HexPosition, by: Symmetry) -> HexPosition {
        if by == Symmetry::IDENTITY {
            return *position;
        }
        HexPosition {
            mover: self.board.rotated(position.mover),
            opponent: self.board.rotated(position.opponent),
        }
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        if by == Symmetry::IDENTITY {
            moved
        } else {
            Move(self.cells() as u16 - 1 - moved.0)
        }
    }

    fn canonical(&self, position: &HexPosition) -> (HexPosition, Symmetry) {
        let rotated = self.transform(position, Symmetry(1));
        if self.keys.precedes(rotated, *position) {
            (rotated, Symmetry(1))
        } else {
            (*position, Symmetry::IDENTITY)
        }
    }
}

impl<K: Key> Notation for Hex<K> {
    fn format_move(&self, written: Move) -> String {
        self.names().name(u32::from(written.0))
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let (cell, length) = self.names().parse(text, "")?;
        Ok((Move(cell as u16), length))
    }

    /// The number of stones determines the side to move.
    fn render(&self, position: &HexPosition, _first_to_move: bool) -> String {
        let (next, last) = sides(self.first_to_move(*position));
        let state = if self.is_over(*position) {
            format!("game over: {last} has connected its edges\n")
        } else {
            let edges = "X connects top and bottom, O left and right";
            format!("{next} to move; {edges}\n")
        };
        self.names().render(self.colours(*position), 1) + &state
    }

    fn tie_break_rule(&self) -> String {
        "first cell, row by row from a1".to_owned()
    }

    fn format_board(&self, position: &HexPosition, _first_to_move: bool) -> Option<String> {
        let first_to_move = self.first_to_move(*position);
        let colours = self.colours(*position);
        Some(self.names().board_string(colours, first_to_move))
    }

    fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        self.names().board_at_front(text)
    }

    fn parse_board(&self, text: &str) -> Option<Result<HexPosition, NotationError>> {
        let (colours, first_to_move) = match self.names().parse_board(text)? {
            Ok(board) => board,
            Err(error) => return Some(Err(error)),
        };
        let (mover, opponent) = colours.sides(first_to_move);
        let position = HexPosition { mover, opponent };
        let problem = if first_to_move == self.first_to_move(position) {
            self.impossibility(position)
        } else {
            let (side, _) = sides(first_to_move);
            let stones = match position.occupied().count_ones() % 2 {
                0 => "even",
                _ => "odd",
            };
            Some(format!(
                "{side} is to move, yet the number of stones is {stones}"
            ))
        };
        let Some(problem) = problem else {
            return Some(Ok(position));
        };
        let hint = self.clone().set_up(text).map_or_else(
            |_| problem.clone(),
            |game| format!("{problem}; the game that begins here is {}", game.spec()),
        );
        Some(Err(NotationError::new(text, 0, hint)))
    }

    fn position_of_stones(&self, [x, o]: [u128; 2], first_to_move: bool) -> Option<HexPosition> {
        let (mover, opponent) = Colours { x, o }.sides(first_to_move);
        let position = HexPosition { mover, opponent };
        let is_board = x & o == 0 && (x | o) & !self.board() == 0;
        let is_possible = is_board
            && first_to_move == self.first_to_move(position)
            && self.impossibility(position).is_none();
        is_possible.then_some(position)
    }
}

impl<K: Key> ConnectionGame<HexPosition> for Hex<K> {
    /// A shortest winning chain.
    fn winning_path(&self, position: &HexPosition) -> Option<u128> {
        if !self.is_over(*position) {
            return None;
        }
        let stones = position.opponent;
        let [from, to] = self.board.edges(self.mover(*position).opponent());
        // Breadth-first layers of stones from one edge.
        let mut layers = vec![stones & from];
        let mut reached = layers[0];
        while layers[layers.len() - 1] & to == 0 {
            let next = self.board.around(layers[layers.len() - 1]) & stones & !reached;
            reached |= next;
            layers.push(next);
        }
        let mut beside = to;
        let mut chain = 0;
        for layer in layers.into_iter().rev() {
            let cell = layer & beside & (layer & beside).wrapping_neg();
            chain |= cell;
            beside = self.board.around(cell);
        }
        Some(chain)
    }

    #[inline]
    fn immediate_wins(&self, position: &HexPosition, of_mover: bool) -> u128 {
        let stones = match of_mover {
            true => position.mover,
            false => position.opponent,
        };
        let of = colour(self.first_to_move(*position) == of_mover);
        self.board.joints(stones, of) & self.board() & !position.occupied()
    }

    fn stones_to_win(&self, position: &HexPosition, of_mover: bool) -> Option<u32> {
        let stones = match of_mover {
            true => position.mover,
            false => position.opponent,
        };
        let of = colour(self.first_to_move(*position) == of_mover);
        let [from, to] = self.board.edges(of);
        let empty = self.board() & !position.occupied();
        // What is reached from one edge with so many stones more.
        let mut reached = self.board.flood(from, stones);
        let mut needed = 0;
        while reached & to == 0 {
            let beside = (from | self.board.around(reached)) & empty & !reached;
            if beside == 0 {
                return None;
            }
            reached = self
                .board
                .flood(reached | beside, reached | beside | stones);
            needed += 1;
        }
        Some(needed)
    }

    #[inline]
    fn stones(&self, position: &HexPosition) -> [u128; 2] {
        let stones = [position.mover, position.opponent];
        Colours::by_player(stones, self.first_to_move(*position))
    }
}

impl<K: Key> fmt::Debug for Hex<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({})", self.spec())
    }
}
