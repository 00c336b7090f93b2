//! The one trait every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::move_list::play_move_by_move;
use crate::{
    ConnectionGame, GameExt, IllegalMove, InvalidKey, Key, Move, MoveListError, NotationError,
    Reduction, Superko, Symmetry, Value, ValueRange,
};

/// How a game's levels change along a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelRule {
    /// Every move leads to a higher level, except a forced pass, which keeps it. Such a game has no
    /// repetition, and its positions can be solved level by level.
    Rising,
    /// A move may keep or lower the level (captures in Go): nothing follows from levels.
    NonMonotone,
}

/// The rules of a two-player, zero-sum, perfect-information game (Takizawa 2026, section 2.1).
///
/// An implementation gives the items without a default, which come first. Those with a default are,
/// in this order, rules that differ in few games, symmetries, board strings, capabilities that a
/// kind of games has, and methods that a game replaces only to be quicker or to explain an error
/// better. [`GameExt`] adds what follows from these for every game. The repository's
/// `examples/domineering.rs` is a whole game in one file.
///
/// # What an implementation promises
///
/// - [`legal_moves`](Self::legal_moves) lists the moves of a position in the order that breaks ties
///   (TB of Takizawa 2026), each once, and none exactly where
///   [`terminal_value`](Self::terminal_value) gives a utility.
/// - Where the rules force a pass, the pass is the only legal move, and
///   [`is_forced_pass`](Self::is_forced_pass) says so. Passes never follow one another.
/// - Equal positions have equal keys, different ones different keys, all below
///   `2^`[`key_bits`](Self::key_bits). All that the rules make of a position follows from its key,
///   unless the game has a rule against repetition ([`superko`](Self::superko)).
/// - A symmetry maps legal moves to legal moves and preserves values.
///
/// `solveig-conformance` checks all of them.
pub trait Game: Clone + Send + Sync + 'static {
    /// All that the rules need to know, seen from the side to move.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The exact key of a position.
    type Key: Key;

    /// The spec string that names this game with its parameters: `othello:6x6`.
    fn spec(&self) -> String;

    /// The position a play starts from.
    fn start(&self) -> Self::Position;

    /// Appends the legal moves of `position` to `moves`, in the order that breaks ties.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Move>);

    /// The position after a legal move. What an illegal one leads to is not specified.
    fn play_unchecked(&self, position: &Self::Position, played: Move) -> Self::Position;

    /// The utility for the side to move where the game is over; `None` where it is not.
    fn terminal_value(&self, position: &Self::Position) -> Option<Value>;

    /// The least and greatest utility the game can end with.
    fn value_range(&self) -> ValueRange;

    /// The level of a position: its disc count in games that add one disc a move.
    fn level(&self, position: &Self::Position) -> u32;

    /// An upper bound on the level of any position of the game.
    fn max_level(&self) -> u32;

    /// The exact key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The position with this key.
    ///
    /// # Errors
    ///
    /// Fails if no position has it. A key that is accepted encodes a board the rules can be applied
    /// to without panic, whether or not play can reach it.
    fn position(&self, key: Self::Key) -> Result<Self::Position, InvalidKey>;

    /// How many low bits of a key may be set; at most [`Key::BITS`].
    fn key_bits(&self) -> u32;

    /// All move codes are below this number.
    fn move_codes(&self) -> u16;

    /// A move in the game's notation.
    fn format_move(&self, written: Move) -> String;

    /// Reads one move from the front of `text`: the move, and how many bytes it took.
    ///
    /// # Errors
    ///
    /// Fails if no move of this game starts there, whether or not it would be legal.
    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError>;

    /// The board as text for people, several lines, none ending in white space. `first_to_move`
    /// says whether the side to move is the one that moved first in the play.
    fn render(&self, position: &Self::Position, first_to_move: bool) -> String;

    /// The rule behind the order of [`legal_moves`](Self::legal_moves), as a phrase for people.
    fn tie_break_rule(&self) -> String;

    // Rules that differ in few games.

    /// Whether the game can end with the utility 0, if it is in the [range](Self::value_range).
    fn has_draws(&self) -> bool {
        true
    }

    /// How levels change along a play.
    fn level_rule(&self) -> LevelRule {
        LevelRule::Rising
    }

    /// Whether the only legal move is a pass that the rules impose.
    fn is_forced_pass(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether tables of this game count positions where the game is over (Takizawa 2026: Connect
    /// Four yes, Othello no).
    fn counts_terminal_positions(&self) -> bool {
        true
    }

    /// In how many plies from `position`, whose exact value for the side to move is `value`, the game
    /// ends if both sides play for the best value. `None` where values do not tell, or if the
    /// position cannot have this one.
    fn plies_to_end(&self, _position: &Self::Position, _value: Value) -> Option<u32> {
        None
    }

    // Symmetries.

    /// The order of the symmetry group; symmetries are numbered below it, 0 the identity.
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

    /// The symmetry that undoes `of`.
    fn inverse(&self, of: Symmetry) -> Symmetry {
        of
    }

    // Board strings.

    /// Reads a board string: `None` where `text` does not have the shape of one (it may then be a
    /// move list), an error where it has but is not a position.
    fn parse_board(&self, _text: &str) -> Option<Result<Self::Position, NotationError>> {
        None
    }

    /// The board string of a position, which [`parse_board`](Self::parse_board) reads back; `None` in a game
    /// without. `first_to_move` says whether the side to move is the one that moved first in the play.
    fn format_board(&self, _position: &Self::Position, _first_to_move: bool) -> Option<String> {
        None
    }

    // Capabilities of some kinds of games.

    /// The rule against repetition, in a game in which legal moves depend on how play came to a
    /// position.
    fn superko(&self) -> Option<&dyn Superko<Self::Position>> {
        None
    }

    /// The connections that decide the game, in a game such as Hex.
    fn connection(&self) -> Option<&dyn ConnectionGame<Self::Position>> {
        None
    }

    /// The stones of the player who moved first and of the other, as bits by squares, in a game in
    /// which a move puts one stone on an empty square and no stone is ever moved, turned over or
    /// removed. `None` in any other game.
    ///
    /// Who leaves out all positions with certain stones leaves out all that follows from them, and
    /// nothing that leads to others: samples of what play can reach are drawn so.
    fn lasting_stones(&self, position: &Self::Position) -> Option<[u128; 2]> {
        Some(self.connection()?.stones(position))
    }

    // Methods that a game replaces to be quicker, or to explain an error better.

    /// The member with the least key of the position's symmetry class, and the first symmetry that
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

    /// The key of the [representative](GameExt::representative), and the symmetry that leads there:
    /// all that tables ask for, where to transform the history of a representative takes long.
    fn representative_key(
        &self,
        position: &Self::Position,
        reduction: Reduction,
    ) -> (Self::Key, Symmetry) {
        let (representative, symmetry) = self.representative(position, reduction);
        (self.key(&representative), symmetry)
    }

    /// The position after `played`, checked.
    ///
    /// # Errors
    ///
    /// Fails if the rules do not allow the move here.
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

    /// Reads a move list from `start`: moves in the game's notation, written together or apart
    /// (spaces, commas). A forced pass may be left out, as game records do.
    ///
    /// # Errors
    ///
    /// Fails at the first move that is not one or is not legal, and names it.
    fn play_list(
        &self,
        start: &Self::Position,
        text: &str,
    ) -> Result<(Self::Position, Vec<Move>), MoveListError> {
        play_move_by_move(self, start, text)
    }

    /// Calls `next` for each position that one move leads to from the one with this key, forced
    /// passes [contracted](GameExt::contract_passes): its level, the key of its representative, and
    /// whether the game is over there. Keys have 128 bits at most ([`LongKeys`](crate::LongKeys)).
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

    /// The number of move paths of exactly `depth` moves from `position`, passes counted as moves.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        crate::perft(self, position, depth)
    }
}
