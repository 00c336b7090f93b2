//! Virtual connections (Anshelevich 2002).
//!
//! A *full* connection joins two points of one player even if the opponent moves first, a *semi*
//! connection if the player moves first. Its *carrier* is the set of empty cells that the player
//! needs for this, without the points themselves: what happens elsewhere does not matter. Points
//! are the player's groups, the two edges, and empty cells, as if the player had a stone there.
//!
//! Two rules derive connections from others:
//!
//! - *and*: full connections from `x` to `z` and from `z` to `y` with disjoint carriers, neither
//!   of which contains the other's end, give one from `x` to `y`. It is full if `z` is a group. If
//!   `z` is an empty cell, it is semi, and `z`, its key, joins the carrier;
//! - *or*: semi connections between the same points whose carriers have no cell in common give a
//!   full one. Its carrier is the union.
//!
//! In both rules the carriers may share cells that a stone on one of the points would capture (see
//! `inferior`; Pawlewicz, Hayward, Henderson and Arneson 2015): once the stone is there, the player
//! answers each stone of the opponent in the captured set within that set and so makes it dead. The
//! set then counts as the player's in both connections, and joins the carrier.

mod enclosure;
mod engine;
mod lists;
mod snapshot;
mod update;

use self::engine::Engine;
use self::snapshot::Snapshot;
use super::MAX_CELLS;
use crate::colour::Colour;
use crate::hex::board::HexBoard;

/// Limits of the engine: they trade strength for time and never affect soundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Full connections kept between two points, at most 8.
    pub fulls: usize,
    /// Semi connections kept between two points, at most 16.
    pub semis: usize,
    /// Cells in the carrier of a connection that passes through an edge of the board; `None` if
    /// there are no such connections.
    pub over_edges: Option<u32>,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            fulls: 8,
            semis: 16,
            over_edges: None,
        }
    }
}

/// What the edge-to-edge connections of a player prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The player wins even if the opponent moves first, with the carrier.
    Full { carrier: u128 },
    /// The player wins if it moves first.
    Semi {
        /// The intersection of the carriers of all known connections: the must-play region of the
        /// opponent.
        common: u128,
        /// The union of the carriers of some of these connections with the same intersection.
        carrier: u128,
    },
    /// No edge-to-edge connection is known.
    Open,
}

/// The position in which the connections of a player are sought.
pub(super) struct Stones<'a> {
    /// The player's stones.
    pub(super) own: u128,
    /// The opponent's stones.
    pub(super) other: u128,
    /// For each empty cell, the cells that a stone there would capture.
    pub(super) captured: Option<&'a [u128; MAX_CELLS]>,
    /// Whether the player is to move. The search stops once the player is known to win: by a semi
    /// connection if it is to move, else by a full one.
    pub(super) moves_first: bool,
}

/// The connections of one player, with carriers of 64 bits on boards of up to 64 cells.
pub(super) enum Connections {
    Narrow(Box<Engine<u64>>),
    Wide(Box<Engine<u128>>),
}

impl Connections {
    pub(super) fn new(board: &HexBoard, colour: Colour, limits: ConnectionLimits) -> Self {
        match board.cells() {
            ..=64 => Self::Narrow(Box::new(Engine::new(board, colour, limits))),
            _ => Self::Wide(Box::new(Engine::new(board, colour, limits))),
        }
    }

    /// Finds the connections of the player, and what they prove.
    pub(super) fn build(&mut self, board: &HexBoard, stones: &Stones<'_>) -> Reach {
        match self {
            Self::Narrow(engine) => engine.build(board, stones),
            Self::Wide(engine) => engine.build(board, stones),
        }
    }

    /// The same, starting from the connections `before` further stones were added, if these are
    /// of such a position and complete.
    pub(super) fn build_after(
        &mut self,
        before: &KnownConnections,
        board: &HexBoard,
        stones: &Stones<'_>,
    ) -> Reach {
        if !before.leads_to(board, stones) {
            return self.build(board, stones);
        }
        match (self, before) {
            (Self::Narrow(engine), KnownConnections::Narrow(before)) => {
                engine.build_after(before, board, stones)
            }
            (Self::Wide(engine), KnownConnections::Wide(before)) => {
                engine.build_after(before, board, stones)
            }
            (engine, _) => engine.build(board, stones),
        }
    }

    /// What is known, to be kept.
    pub(super) fn snapshot(&self) -> KnownConnections {
        match self {
            Self::Narrow(engine) => KnownConnections::Narrow(engine.snapshot()),
            Self::Wide(engine) => KnownConnections::Wide(engine.snapshot()),
        }
    }

    /// The empty cells of regions that the full connections enclose, which may be filled with the
    /// player's stones. All connections must be known.
    pub(super) fn enclosed_cells(&self, board: &HexBoard) -> u128 {
        match self {
            Self::Narrow(engine) => engine.enclosed_cells(board),
            Self::Wide(engine) => engine.enclosed_cells(board),
        }
    }

    /// Calls `call` for each pair of points with a full connection of a non-empty carrier, with the
    /// size of the smallest.
    pub(super) fn bridges(&self, call: impl FnMut(usize, usize, u32)) {
        match self {
            Self::Narrow(engine) => engine.bridges(call),
            Self::Wide(engine) => engine.bridges(call),
        }
    }
}

/// The connections of one player, kept in little memory.
pub(super) enum KnownConnections {
    Narrow(Snapshot<u64>),
    Wide(Snapshot<u128>),
}

impl KnownConnections {
    /// Whether those of a position with these and further stones can be worked out from them.
    pub(super) fn leads_to(&self, board: &HexBoard, stones: &Stones<'_>) -> bool {
        match self {
            Self::Narrow(snapshot) => snapshot.leads_to(board, stones),
            Self::Wide(snapshot) => snapshot.leads_to(board, stones),
        }
    }

    /// The carriers of the full connections between two points.
    #[cfg(all(test, not(loom)))]
    pub(super) fn between(&self, one: usize, other: usize) -> Vec<u128> {
        let pair = engine::pair_of(one, other);
        match self {
            Self::Narrow(snapshot) => snapshot.between(pair),
            Self::Wide(snapshot) => snapshot.between(pair),
        }
    }

    /// Their size in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Narrow(snapshot) => snapshot.bytes(),
            Self::Wide(snapshot) => snapshot.bytes(),
        }
    }
}
