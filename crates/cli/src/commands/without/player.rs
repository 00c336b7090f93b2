//! The players of campaigns in a program that was built without them: there are none.

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
    /// The one that moves first where the table begins.
    First,
    /// The other one.
    Second,
}

/// What a table is about.
pub struct Heading {
    /// The game.
    pub game: String,
    /// Where the table begins.
    pub position: String,
    /// Up to where it has moves.
    pub cut: u32,
}

/// A player's table.
pub struct PlayerTable(Infallible);

impl PlayerTable {
    /// Says that it cannot be read.
    pub fn read(path: &Path, _from: impl BufRead) -> Result<Self> {
        bail!("{}: {}", path.display(), missing("campaigns"))
    }

    /// What it is about.
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

    /// What searches below the table.
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
