//! Virtual connections (Anshelevich, "A hierarchical approach to computer Hex", 2002).
//!
//! A *full* connection joins two points of one player although the opponent moves first; a *semi*
//! connection does if the player moves first. Its *carrier* are the empty cells that the player
//! needs for that, without the points themselves: the connection holds whatever happens outside.
//! Points are the player's groups, the two edges, and empty cells, which count as if the player had
//! a stone there.
//!
//! Two rules make new connections of old ones. *And*: full connections from `x` to `z` and from `z`
//! to `y` with disjoint carriers, neither of them through the other's end, make one from `x` to
//! `y`, full if `z` is a group and semi if it is an empty cell, which is then the key. *Or*: semi
//! connections between the same points without a cell in common make a full one on all their cells.
//!
//! In both rules the carriers may share cells that a stone on one of the points would capture (see
//! `inferior`; Pawlewicz, Hayward, Henderson and Arneson, "Stronger virtual connections in Hex",
//! 2015): once the stone is there, an answer in the captured set makes whatever the opponent plays
//! there dead, and the set is as good as the player's in both connections. The captured set
//! then joins the carrier.

mod carrier;
mod engine;
mod lists;

use self::engine::Engine;
use super::board::{Colour, HexGeometry, MOST_CELLS};

/// How far the engine looks. All of it costs strength or time and none of it soundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Full connections kept of a pair of points, at most 8.
    pub fulls: usize,
    /// Semi connections kept of a pair of points, at most 16.
    pub semis: usize,
    /// Full connections kept of two empty cells, at most 8.
    pub fulls_between_cells: usize,
    /// Semi connections kept of two empty cells, at most 16.
    pub semis_between_cells: usize,
    /// Cells in the carrier of a connection of two empty cells.
    pub carrier_between_cells: u32,
    /// Cells in the carrier of a connection of two that meet at an edge of the board; `None` if
    /// there are none such.
    pub over_edges: Option<u32>,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            fulls: 8,
            semis: 16,
            fulls_between_cells: 8,
            semis_between_cells: 16,
            carrier_between_cells: 121,
            over_edges: None,
        }
    }
}

/// What the connections say about the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The player wins even if the opponent is to move.
    Full {
        /// The empty cells that are needed for it.
        carrier: u128,
    },
    /// The player wins if it is to move.
    Semi {
        /// The empty cells that every known way to win needs: the opponent, if it is to move, has
        /// to play on one of them.
        common: u128,
        /// The empty cells of some of these ways, which have no more than that in common.
        carrier: u128,
    },
    /// Neither is known.
    Open,
}

/// The connections of one player.
pub struct Connections(Width);

/// Boards of up to 64 cells have carriers of half the size.
enum Width {
    Narrow(Box<Engine<u64>>),
    Wide(Box<Engine<u128>>),
}

impl Connections {
    /// An engine for one player on boards of one shape.
    #[must_use]
    pub fn new(shape: &HexGeometry, colour: Colour, limits: ConnectionLimits) -> Self {
        Self(if shape.cells() <= 64 {
            Width::Narrow(Box::new(Engine::new(shape, colour, limits)))
        } else {
            Width::Wide(Box::new(Engine::new(shape, colour, limits)))
        })
    }

    /// Finds the connections of a board, `captured` being for each empty cell what a stone there
    /// would capture, and says what they mean for the game. It stops as soon as the player is known
    /// to win, if `moves_first` by a semi connection, else by a full one.
    pub fn build(
        &mut self,
        shape: &HexGeometry,
        own: u128,
        other: u128,
        captured: Option<&[u128; MOST_CELLS]>,
        moves_first: bool,
    ) -> Reach {
        match &mut self.0 {
            Width::Narrow(engine) => engine.build(shape, own, other, captured, moves_first),
            Width::Wide(engine) => engine.build(shape, own, other, captured, moves_first),
        }
    }

    /// Calls with all pairs of points with a full connection that needs some cells, and the fewest.
    pub(super) fn bridges(&self, call: impl FnMut(usize, usize, u32)) {
        match &self.0 {
            Width::Narrow(engine) => engine.bridges(call),
            Width::Wide(engine) => engine.bridges(call),
        }
    }

    /// Combinations tried so far, for measurements.
    #[must_use]
    pub fn work(&self) -> u64 {
        match &self.0 {
            Width::Narrow(engine) => engine.work,
            Width::Wide(engine) => engine.work,
        }
    }
}
