//! The trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::move_list::play_move_by_move;
use crate::{
    ConnectionGame, GameExt, IllegalMove, InvalidKey, Key, Move, MoveListError, NotationError,
    Reduction, Superko, Symmetry, Value, ValueRange,
};

/// How levels change with moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelRule {
    /// Every move raises the level, except a forced pass, which keeps it. Positions cannot repeat,
    /// and the game can be solved level by level.
    Rising,
    /// Moves may keep or lower the level, as captures in Go do: nothing is deduced from levels.
    NonMonotone,
}

/// The rules of a two-player, zero-sum, perfect-information game (Takizawa 2026, section 2.1).
///
/// Implement the items without a default, which come first. The defaults come in groups: rules that
/// few games override, symmetries, board strings, capabilities of some kinds of games, and methods
/// to override for speed or better error messages. [`GameExt`] adds methods that follow for every
/// game. `examples/domineering.rs` in the repository is a complete game in one file.
///
/// # Contract
///
/// - [`legal_moves`](Self::legal_moves) lists each legal move once, in tie-break order (TB of
///   Takizawa 2026), and none exactly where [`terminal_value`](Self::terminal_value) returns a
///   utility.
/// - A pass that the rules force is the only legal move, and
///   [`is_forced_pass`](Self::is_forced_pass) is true there. A forced pass never follows another.
/// - Positions are equal if and only if their keys are, and all keys are below
///   `2^`[`key_bits`](Self::key_bits). The key determines everything that the rules derive from a
///   position, except in a game with a rule against repetition ([`superko`](Self::superko)).
/// - A symmetry maps legal moves to legal moves and preserves values.
///
/// `solveig-conformance` tests the whole contract.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position: everything the rules need, from the view of the side to move.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The exact key of a position.
    type Key: Key;

    /// The spec string that names this game with its parameters: `othello:6x6`.
    fn spec(&self) -> String;

    /// The position a play starts from.
    fn start(&self) -> Self::Position;

    /// Appends the legal moves of `position` to `moves`, in the order that breaks ties.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Move>);

    /// The position after a legal move; unspecified for an illegal one.
    fn play_unchecked(&self, position: &Self::Position, played: Move) -> Self::Position;

    /// The utility of a finished game for the side to move; `None` while the game goes on.
    fn terminal_value(&self, position: &Self::Position) -> Option<Value>;

    /// The least and greatest utility of a finished game.
    fn value_range(&self) -> ValueRange;

    /// The level of a position, such as its number of discs; see [`level_rule`](Self::level_rule).
    fn level(&self, position: &Self::Position) -> u32;

    /// An upper bound on the level of any position of the game.
    fn max_level(&self) -> u32;

    /// The exact key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The position with this key.
    ///
    /// # Errors
    ///
    /// Fails if no position has this key. The rules apply without panic to every position that is
    /// returned, even to one that play cannot reach.
    fn position(&self, key: Self::Key) -> Result<Self::Position, InvalidKey>;

    /// Width of the keys in bits: all keys are below `2^key_bits`. At most [`Key::BITS`].
    fn key_bits(&self) -> u32;

    /// Number of move codes; all codes are below it.
    fn move_codes(&self) -> u16;

    /// A move in the game's notation.
    fn format_move(&self, written: Move) -> String;

    /// Parses one move at the front of `text`; returns the move and its length in bytes.
    ///
    /// # Errors
    ///
    /// Fails if `text` does not begin with a move of this game. Legality is not checked.
    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError>;

    /// Draws the board for people: several lines, none with trailing white space. `first_to_move`:
    /// whether the side to move is the player who moved first in the play.
    fn render(&self, position: &Self::Position, first_to_move: bool) -> String;

    /// A phrase for people that describes the order of [`legal_moves`](Self::legal_moves).
    fn tie_break_rule(&self) -> String;

    // Rules that few games override.

    /// Whether the game can end with utility 0, given that 0 is in the [range](Self::value_range).
    fn has_draws(&self) -> bool {
        true
    }

    /// How levels change along a play.
    fn level_rule(&self) -> LevelRule {
        LevelRule::Rising
    }

    /// Whether the rules force a pass, which is then the only legal move.
    fn is_forced_pass(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether counts of positions include finished games (Takizawa 2026: yes for Connect Four, no
    /// for Othello).
    fn counts_terminal_positions(&self) -> bool {
        true
    }

    /// Plies from `position` to the end of the game if both sides play for the best value, given
    /// the exact `value` of `position` for the side to move. `None` if values do not determine it
    /// or `position` cannot have this value.
    fn plies_to_end(&self, _position: &Self::Position, _value: Value) -> Option<u32> {
        None
    }

    // Symmetries.

    /// Number of symmetries, the identity included, which has number 0.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, _by: Symmetry) -> Self::Position {
        position.clone()
    }

    /// The image of a move under a symmetry: `transform(p).play(transform_move(m))` is
    /// `transform(p.play(m))`.
    fn transform_move(&self, moved: Move, _by: Symmetry) -> Move {
        moved
    }

    /// The inverse of a symmetry.
    fn inverse(&self, of: Symmetry) -> Symmetry {
        of
    }

    // Board strings.

    /// Parses a board string. `None` if `text` does not look like one (it may be a move list), an
    /// error if it does but is not a position.
    fn parse_board(&self, _text: &str) -> Option<Result<Self::Position, NotationError>> {
        None
    }

    /// Formats a position as a board string that [`parse_board`](Self::parse_board) reads back;
    /// `None` in a game without board strings. `first_to_move`: whether the side to move is the
    /// player who moved first in the play.
    fn format_board(&self, _position: &Self::Position, _first_to_move: bool) -> Option<String> {
        None
    }

    // Capabilities of some kinds of games.

    /// The rule against repetition, if legal moves depend on the history of a play.
    fn superko(&self) -> Option<&dyn Superko<Self::Position>> {
        None
    }

    /// The connection rules of a game such as Hex.
    fn connection(&self) -> Option<&dyn ConnectionGame<Self::Position>> {
        None
    }

    // Methods that a game overrides for speed or for better error messages.

    /// The member of the position's symmetry class with the least key, and the first symmetry that
    /// maps `position` to it.
    fn canonical(&self, position: &Self::Position) -> (Self::Position, Symmetry) {
        let mut best = (position.clone(), Symmetry::IDENTITY);
        let mut least = self.key(position);
        for symmetry in (1..self.symmetries()).map(Symmetry) {
            let image = self.transform(position, symmetry);
            let key = self.key(&image);
            if key < least {
                least = key;
                best = (image, symmetry);
            }
        }
        best
    }

    /// The key of the [representative](GameExt::representative), and the symmetry that maps
    /// `position` to it. Tables need only these; override the method where transforming the whole
    /// position is slow, for instance its history.
    fn representative_key(
        &self,
        position: &Self::Position,
        reduction: Reduction,
    ) -> (Self::Key, Symmetry) {
        let (representative, symmetry) = self.representative(position, reduction);
        (self.key(&representative), symmetry)
    }

    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    ///
    /// Fails if the move is not legal in `position`.
    fn play(&self, position: &Self::Position, played: Move) -> Result<Self::Position, IllegalMove> {
        let legal = self.moves(position);
        if legal.contains(&played) {
            return Ok(self.play_unchecked(position, played));
        }
        Err(IllegalMove {
            notation: self.format_move(played),
            legal: legal.into_iter().map(|one| self.format_move(one)).collect(),
            reason: None,
        })
    }

    /// Parses a move list and plays it from `start`; returns the final position and the moves.
    /// Moves may be written together or separated by spaces or commas; forced passes may be
    /// omitted, as in game records.
    ///
    /// # Errors
    ///
    /// Fails at the first move that is unreadable or illegal; the error names it.
    fn play_list(
        &self,
        start: &Self::Position,
        text: &str,
    ) -> Result<(Self::Position, Vec<Move>), MoveListError> {
        play_move_by_move(self, start, text)
    }

    /// Calls `next(level, key, is_over)` for each child of the position with `key`, where forced
    /// passes are [contracted](GameExt::contract_passes) and the key is that of the child's
    /// representative. Keys must not exceed 128 bits ([`LongKeys`](crate::LongKeys)).
    ///
    /// # Errors
    ///
    /// Fails if no position has this key.
    fn successors(
        &self,
        key: u128,
        reduction: Reduction,
        next: &mut dyn FnMut(u32, u128, bool),
    ) -> Result<(), InvalidKey> {
        let narrow = Self::Key::from_u128(key).ok_or(InvalidKey(key.into()))?;
        let position = self.position(narrow)?;
        for played in self.moves(&position) {
            let (child, _) = self.contract_passes(&self.play_unchecked(&position, played));
            let (key, _) = self.representative_key(&child, reduction);
            let is_over = self.terminal_value(&child).is_some();
            next(self.level(&child), key.to_u128(), is_over);
        }
        Ok(())
    }

    /// Number of move paths of exactly `depth` moves from `position`; passes count as moves.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        crate::perft(self, position, depth)
    }
}
