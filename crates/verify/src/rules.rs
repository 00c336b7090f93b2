//! The rules of a game, as the checker needs them.

pub mod connect_four;
pub mod given;
pub mod go;
pub mod grid;
pub mod hex;
pub mod known;
pub mod mnk;
mod numbers;
pub mod othello;
pub mod tree;

use std::fmt::Debug;

/// What the side to move may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The game is over, with this utility for the side to move.
    Over(i32),
    /// The rules impose a pass.
    Pass,
    /// There is at least one ordinary move.
    Moves,
}

/// The rules of a two-player, zero-sum, perfect-information game whose level rises with every move.
///
/// The rules define the game: a report states that the artifact is a solution of the game *these
/// rules describe*. They are all that the checker takes on trust besides its own code and that of
/// `solveig-format`. An implementation promises:
///
/// - Two positions have the same [`key`](Self::key) only if they are the same position;
///   [`position`](Self::position) is the inverse of `key`, and returns `None`, never panics, for a
///   number that no position has.
/// - Every ordinary move leads to a higher [`level`](Self::level), at most
///   [`max_level`](Self::max_level). A pass keeps the level, and no pass follows a pass.
/// - Every utility lies in [`value_range`](Self::value_range), which holds for either side and
///   whose ends are smaller than 2^30 in magnitude.
/// - [`canonical`](Self::canonical) maps a position to one member of its symmetry class, the same
///   for every member, and the symmetries preserve legal moves and utilities.
///
/// Values are for the side to move.
pub trait Rules: Sync {
    /// A position, seen from the side to move.
    type Position: Clone + Debug + PartialEq + Send + Sync;

    /// The spec string of the game, as the header of an artifact names it.
    fn spec(&self) -> String;

    /// The start position.
    fn start(&self) -> Self::Position;

    /// Whether the game is over, a pass is imposed, or there is a choice of moves.
    fn stage(&self, position: &Self::Position) -> Stage;

    /// Appends the positions after each legal move, in tie-break order; after an imposed pass, the
    /// one position it leads to; nothing where the game is over.
    fn children(&self, position: &Self::Position, children: &mut Vec<Self::Position>);

    /// The level of a position.
    fn level(&self, position: &Self::Position) -> u32;

    /// The greatest level a position can have.
    fn max_level(&self) -> u32;

    /// The least and the greatest utility.
    fn value_range(&self) -> (i32, i32);

    /// The exact key of a position.
    fn key(&self, position: &Self::Position) -> u128;

    /// The maximum width of a key in bits.
    fn key_bits(&self) -> u32;

    /// The position with this key, if there is one.
    fn position(&self, key: u128) -> Option<Self::Position>;

    /// The member with the least key of the position's symmetry class. The position itself, for a
    /// game without symmetries.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Whether the artifacts of the game count its terminal positions, those of the region up to
    /// the cut (tables of Takizawa 2026: Connect Four yes, Othello no). If not, they state zero.
    fn counts_terminal_positions(&self) -> bool {
        true
    }

    /// The number of legal moves, which orders the positions of a search and so affects its speed
    /// alone. Counting without a list of them is faster.
    fn move_count(&self, position: &Self::Position) -> u32 {
        let mut children = Vec::new();
        self.children(position, &mut children);
        u32::try_from(children.len()).unwrap_or(u32::MAX)
    }

    /// The position as one line of text, for failure messages.
    fn describe(&self, position: &Self::Position) -> String;

    /// The legal move at `index` in tie-break order, as text for failure messages.
    fn describe_move(&self, position: &Self::Position, index: usize) -> String;
}
