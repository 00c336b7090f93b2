//! Stand-ins for the players of campaigns in a program built without them; none can be constructed.

use std::convert::Infallible;
use std::io::BufRead;
use std::marker::PhantomData;
use std::path::Path;

use anyhow::{Result, bail};
use solveig_game::Move;
use solveig_search::Stopped;

use crate::commands::without::missing;

/// A side of the game.
pub enum PlaySide {
    /// The side to move in the table's first position.
    First,
    /// The other one.
    Second,
}

/// Heading of a table.
pub struct Heading {
    /// The game.
    pub game: String,
    /// The table's first position.
    pub position: String,
    /// The last level with moves.
    pub cut: u32,
}

/// A player's table.
pub struct PlayerTable(Infallible);

impl PlayerTable {
    /// Fails: the feature is missing.
    pub fn read(path: &Path, _from: impl BufRead) -> Result<Self> {
        bail!("{}: {}", path.display(), missing("campaigns"))
    }

    /// The heading.
    pub const fn heading(&self) -> &Heading {
        match self.0 {}
    }
}

/// A player by a table.
pub struct TablePlayer<'a, O>(Infallible, PhantomData<&'a O>);

impl<'a, O> TablePlayer<'a, O> {
    /// The player of a table.
    pub const fn new(table: &'a PlayerTable, _oracle: O) -> Result<Self> {
        match table.0 {}
    }

    /// The search below the table.
    pub const fn oracle(&mut self) -> &mut O {
        match self.0 {}
    }

    /// The move that is played.
    pub const fn best_move<P>(
        &mut self,
        _position: &P,
        _side: PlaySide,
    ) -> Result<Option<(Move, u32)>, Stopped> {
        match self.0 {}
    }
}
