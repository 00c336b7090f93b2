//! The one trait every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::move_list::play_move_by_move;
use crate::{
    Diagram, IllegalMove, InvalidKey, Key, Move, MoveListError, NotationError, Reduction, Symmetry,
    Value, ValueRange,
};

/// How a game's levels change along a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelRule {
    /// Every move leads to a higher level, except a forced pass, which keeps it. Such a game has no
    /// repetition, and its positions can be solved level by level.
    Rising,
    /// A move may keep or lower the level (captures in Go): nothing follows from levels.
    Free,
}

/// The rules of a two-player, zero-sum, perfect-information game (Takizawa 2026, section 2.1).
///
/// Implementors give the items without a default; the rest follows from them. The repository's
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
///   unless the game [depends on history](Self::depends_on_history).
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

    /// Whether the game can end with the utility 0, if it is in the [range](Self::value_range).
    fn has_draws(&self) -> bool {
        true
    }

    /// The level of a position: its disc count in games that add one disc a move.
    fn level(&self, position: &Self::Position) -> u32;

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

    /// In how many plies from `position`, whose exact value for the side to move is `value`, the game
    /// ends if both sides play for the best value. `None` where values do not tell, or if the
    /// position cannot have this one.
    fn plies_to_end(&self, _position: &Self::Position, _value: Value) -> Option<u32> {
        None
    }

    /// How levels change along a play.
    fn level_rule(&self) -> LevelRule {
        LevelRule::Rising
    }

    /// Whether the legal moves of a position, and so its value, depend on how play came to it, as in
    /// Go, where no board may be repeated.
    ///
    /// Then a position knows more than its key, and equal keys do not mean equal values. Tables,
    /// artifacts and counts, which know positions by their keys, cannot be used; a search that keeps
    /// nothing can, and one that keeps with each answer which diagrams it rests on
    /// ([`diagram`](Self::diagram)). [`position`](Self::position) gives a position that nothing came before.
    fn depends_on_history(&self) -> bool {
        false
    }

    /// The diagram of a position, in a game that depends on history. Nothing else of what came before
    /// may count than which diagrams there were.
    fn diagram(&self, _position: &Self::Position) -> Diagram {
        Diagram(0)
    }

    /// The diagrams of the positions before this one. Its own may be among them.
    fn earlier<'a>(&'a self, _position: &'a Self::Position) -> impl Iterator<Item = Diagram> + 'a {
        std::iter::empty()
    }

    /// Whether the rules against repetition look at what this move leads to. A pass in Go, which changes
    /// nothing, is always legal.
    fn may_repeat(&self, _played: Move) -> bool {
        false
    }

    /// Appends those diagrams of [`earlier`](Self::earlier) for which alone a move of `position` is not
    /// legal, as it would lead there again.
    fn repeated(&self, _position: &Self::Position, _repeated: &mut Vec<Diagram>) {}

    /// The image of a diagram under a symmetry.
    fn transform_diagram(&self, diagram: Diagram, _by: Symmetry) -> Diagram {
        diagram
    }

    /// The key of [`representative`](Self::representative), and the symmetry that leads there: all that
    /// tables ask for, where to find what came before a representative takes long.
    fn representative_key(
        &self,
        position: &Self::Position,
        reduction: Reduction,
    ) -> (Self::Key, Symmetry) {
        let (representative, symmetry) = self.representative(position, reduction);
        (self.key(&representative), symmetry)
    }

    /// Where the game is over: cells whose stones alone decide it, as bits by the codes of the moves that put
    /// stones there.
    ///
    /// For games without draws in which every move puts a stone of the side to move on an empty cell, no stone
    /// is ever moved or taken off, all empty cells are legal moves, and a stone more of one's own never hurts, as in
    /// Hex; with at most 128 move codes. All others say nothing.
    fn deciding_cells(&self, _position: &Self::Position) -> Option<u128> {
        None
    }

    /// The stones of the player who moved first and of the other, as bits by squares, in a game in which a move puts one stone
    /// on an empty square and no stone is ever moved, turned over or taken off. `None` in any other game.
    ///
    /// Whoever leaves out all positions with certain stones leaves out all that follows from them, and nothing
    /// that leads to others: samples of what play can reach are drawn so.
    fn lasting_stones(&self, _position: &Self::Position) -> Option<[u128; 2]> {
        None
    }

    /// In a game with [`deciding_cells`](Self::deciding_cells), where it is not over: the empty cells on which
    /// the side to move wins at once or, if it is not `of_mover`, on which the other side would if it were its turn.
    fn winning_cells(&self, _position: &Self::Position, _of_mover: bool) -> u128 {
        0
    }

    /// In a game with [`deciding_cells`](Self::deciding_cells): the cells of the side to move, and of the other.
    fn stones(&self, _position: &Self::Position) -> [u128; 2] {
        [0; 2]
    }

    /// Whether the game has [`deciding_cells`](Self::deciding_cells).
    fn has_deciding_cells(&self) -> bool {
        false
    }

    /// An upper bound on the level of any position of the game.
    fn max_level(&self) -> u32;

    /// Whether the only legal move is a pass that the rules impose.
    fn is_forced_pass(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether tables of this game count positions where the game is over (Takizawa 2026: Connect
    /// Four yes, Othello no).
    fn counts_terminal_positions(&self) -> bool {
        true
    }

    /// The rule behind the order of [`legal_moves`](Self::legal_moves), as a phrase for people.
    fn tie_break_rule(&self) -> String;

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

    /// The position that stands for `position` under `reduction`, and the symmetry that leads there.
    fn representative(
        &self,
        position: &Self::Position,
        reduction: Reduction,
    ) -> (Self::Position, Symmetry) {
        match reduction {
            Reduction::None => (position.clone(), Symmetry::IDENTITY),
            Reduction::Canonical => self.canonical(position),
        }
    }

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

    /// The legal moves of `position`, in the order that breaks ties.
    fn moves(&self, position: &Self::Position) -> Vec<Move> {
        let mut moves = Vec::with_capacity(16);
        self.legal_moves(position, &mut moves);
        moves
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

    /// Reads a position: a board string, or a move list from the start; `-` and the empty string
    /// are the start itself.
    ///
    /// # Errors
    ///
    /// Fails with the place of what could not be read or is not legal.
    fn parse_position(&self, text: &str) -> Result<Self::Position, MoveListError> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == "-" {
            return Ok(self.start());
        }
        match self.parse_board(trimmed) {
            Some(board) => board.map_err(MoveListError::Board),
            None => Ok(self.play_list(&self.start(), trimmed)?.0),
        }
    }

    /// Tells `next` of each position that one move leads to from the one with this key, forced passes
    /// [contracted](Self::contract_passes): its level, the key of the position that stands for it, and whether the game
    /// is over there. Keys have 128 bits at most ([`LongKeys`](crate::LongKeys)).
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

    /// The number of move paths of exactly `depth` moves from `position`, passes counted as moves;
    /// see [`perft`](crate::perft), which a game may outdo with a count of its own.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        crate::perft(self, position, depth)
    }

    /// Follows forced passes: the position after them, and how many there were.
    ///
    /// Papers and artifacts contract passes: they count and store only positions in which the side
    /// to move has a choice or the game is over.
    fn contract_passes(&self, position: &Self::Position) -> (Self::Position, u32) {
        let mut position = position.clone();
        let mut passes = 0;
        let mut moves = Vec::new();
        while self.is_forced_pass(&position) {
            moves.clear();
            self.legal_moves(&position, &mut moves);
            position = self.play_unchecked(&position, moves[0]);
            passes += 1;
        }
        (position, passes)
    }
}
