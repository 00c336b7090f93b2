//! The table of games that a spec string can name.

use std::sync::{Arc, LazyLock};

use solveig_game::{Spec, SpecError, excerpt};

use crate::any::AnyGame;
use crate::connect_four::ConnectFour;
use crate::entry::GameEntry;
use crate::go::Go;
use crate::mnk::Mnk;
use crate::random_tree::RandomTree;
use crate::tree::ExplicitTree;
use crate::{hex, othello};

/// All built-in games.
static BUILT_IN: [GameEntry; 7] = [
    othello::ENTRY,
    GameEntry::of::<ConnectFour>(),
    GameEntry::of::<Mnk>(),
    GameEntry::of::<Go>(),
    hex::ENTRY,
    GameEntry::of::<ExplicitTree>(),
    GameEntry::of::<RandomTree>(),
];

/// A table of games by name. Cloning copies a reference.
#[derive(Clone, Debug)]
pub struct GameTable(Arc<[GameEntry]>);

impl GameTable {
    /// A table of the games of this crate, in the order of `solveig games`.
    pub fn built_in() -> Self {
        static TABLE: LazyLock<GameTable> = LazyLock::new(|| GameTable(Arc::from(BUILT_IN)));
        TABLE.clone()
    }

    /// Returns this table extended by `own`.
    ///
    /// # Errors
    ///
    /// Fails if two games have the same name.
    pub fn with(&self, own: &[GameEntry]) -> Result<Self, SpecError> {
        let mut entries = self.0.to_vec();
        for entry in own {
            if entries.iter().any(|other| other.name() == entry.name()) {
                let problem = format!("there are two games with the name \"{}\"", entry.name());
                return Err(SpecError::new(entry.spec(), problem));
            }
            entries.push(*entry);
        }
        Ok(Self(entries.into()))
    }

    /// The entries in the order in which they were added.
    pub fn entries(&self) -> &[GameEntry] {
        &self.0
    }

    /// Parses a spec and returns the game it names.
    ///
    /// # Errors
    ///
    /// Fails if the game, a parameter or the board does not exist; the error lists those that do.
    pub fn parse(&self, text: &str) -> Result<AnyGame, SpecError> {
        let spec = Spec::parse(text)?;
        match self.0.iter().find(|entry| entry.name() == spec.name()) {
            Some(entry) => entry.parse(&spec),
            None => {
                let specs: Vec<&str> = self.0.iter().map(GameEntry::spec).collect();
                let (name, specs) = (excerpt(spec.name()), specs.join(", "));
                let problem = format!("there is no game \"{name}\"; there are: {specs}");
                Err(spec.error(problem))
            }
        }
    }
}

impl AnyGame {
    /// Parses a spec of a built-in game.
    ///
    /// # Errors
    ///
    /// Fails as [`GameTable::parse`] does.
    pub fn parse(spec: &str) -> Result<Self, SpecError> {
        GameTable::built_in().parse(spec)
    }
}
