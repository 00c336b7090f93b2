//! The rules of a game, as the checker needs them.

pub mod catalogue;
pub mod connect_four;
pub mod external;
pub mod go;
pub mod grid;
pub mod hex;
pub mod mnk;
mod numbers;
pub mod othello;
mod placing;
pub mod tree;

use std::fmt::Debug;

use crate::bounds::Interval;

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
/// - What is promised here holds for every position that `position` returns and for all that follow
///   from it, whether or not play from the start can reach them. `position` refuses all others, and
///   [`impossibility`](Self::impossibility) says why.
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

    /// The position with which every game begins.
    fn start(&self) -> Self::Position;

    /// Whether the game is over, a pass is imposed, or there is a choice of moves.
    fn stage(&self, position: &Self::Position) -> Stage;

    /// Appends the positions after each legal move, in tie-break order; after an imposed pass, the
    /// one position it leads to; nothing where the game is over.
    fn children(&self, position: &Self::Position, children: &mut Vec<Self::Position>);

    /// The level of the records of a position; every move but a pass raises it.
    fn level(&self, position: &Self::Position) -> u32;

    /// The greatest level a position can have.
    fn max_level(&self) -> u32;

    /// The least and the greatest utility.
    fn value_range(&self) -> Interval;

    /// The exact key of a position.
    fn key(&self, position: &Self::Position) -> u128;

    /// The maximum width of a key in bits.
    fn key_bits(&self) -> u32;

    /// The position with this key, if there is one.
    fn position(&self, key: u128) -> Option<Self::Position>;

    /// Why there is no position with this key, in words; `None` if there is one, or if there is
    /// nothing to add.
    fn impossibility(&self, _key: u128) -> Option<String> {
        None
    }

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

/// The promise that a game never ends with a utility beyond the range of values: walks and searches
/// leave out what the range decides.
pub const UTILITIES_IN_RANGE: &str = "utilities lie in the range of values";

/// The promise that keys fit their width: tables tell keys of that width apart.
pub const KEYS_FIT: &str = "no key has more bits than there are to a key";

/// A key that no position has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key:#x} is not the key of a position{}", why.as_ref().map_or_else(String::new, |why| format!(": {why}")))]
pub struct NoPosition {
    /// What was taken for the key of a position.
    pub key: u128,
    /// What is wrong with it, if the rules say so.
    pub why: Option<String>,
}

/// The position with a key.
///
/// # Errors
///
/// Fails with the reason if there is none.
pub fn position_of<R: Rules + ?Sized>(rules: &R, key: u128) -> Result<R::Position, NoPosition> {
    rules.position(key).ok_or_else(|| NoPosition {
        key,
        why: rules.impossibility(key),
    })
}
