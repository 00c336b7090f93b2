//! The traits that a game implements beside its rules: solvers, name and board layout.

use std::fmt;

use solveig_game::{Notation, Spec, SpecError, Symmetric};
use solveig_search::NoKnowledge;
use solveig_search::solvers::{Factory, Solvers};

use crate::BoardLayout;
use crate::position::AnyPosition;

/// A game that Solveig can solve: a [game](solveig_game::Game) with solvers for it.
///
/// A game of one's own takes one line, `impl Solvable for Chomp {}`, and is then solved by
/// principal variation search. [Knowledge](solveig_search::Knowledge) of the game, an order of
/// moves or sound bounds, makes its searches faster: `Solvers::shared(self, MyKnowledge)` is a
/// factory that uses it.
pub trait Solvable: Symmetric + Notation {
    /// The factory of the game's solvers, which use all knowledge of the game.
    fn solvers(&self) -> Factory<Self> {
        self.solvers_by_rules()
    }

    /// The factory of solvers that use the rules alone.
    fn solvers_by_rules(&self) -> Factory<Self> {
        Solvers::shared(self, NoKnowledge)
    }
}

/// What people see of a game. Games without these are shown by their specs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presentation {
    /// The title: `Chomp 5×4`.
    pub title: Option<String>,
    /// The rules in a sentence.
    pub rules: Option<String>,
    /// The colours of the sides, the one that moves first in front.
    pub colours: Option<[SideColour; 2]>,
}

/// The colour of a side's stones on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideColour {
    /// Red, from 0 to 255.
    pub red: u8,
    /// Green, from 0 to 255.
    pub green: u8,
    /// Blue, from 0 to 255.
    pub blue: u8,
}

impl fmt::Display for SideColour {
    /// As in CSS: `#c83232`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { red, green, blue } = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A game with a name, by which specs, files and commands refer to it.
///
/// Only `NAME`, `SPEC` and `from_spec` are required; by default, [`Notation::render`] draws the
/// board.
pub trait NamedGame: Solvable {
    /// The name in front of the colon of a spec: `chomp`.
    const NAME: &'static str;

    /// The syntax of specs, for error messages and help: `chomp:CxR`.
    const SPEC: &'static str;

    /// Builds the game from a spec of this name. [`Game::spec`](solveig_game::Game::spec) is the
    /// inverse.
    ///
    /// # Errors
    ///
    /// Fails if there is no such game; the error states what was expected.
    fn from_spec(spec: &Spec) -> Result<Self, SpecError>;

    /// What people see of the game, on the page for instance.
    fn presentation(&self) -> Presentation {
        Presentation::default()
    }

    /// The layout of the board in drawings.
    fn layout(&self) -> BoardLayout {
        BoardLayout::plain()
    }

    /// The game of the same rules whose values have the signs of this game's values and say more,
    /// such as how soon it ends, if there is one. What is stored of it answers for this game, too.
    fn by_score(&self) -> Option<Self> {
        None
    }

    /// The number of move paths of exactly `depth` moves, as [`solveig_game::perft`] counts them;
    /// override it if the game counts faster.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        solveig_game::perft(self, position, depth)
    }

    /// Erases the type of a position. The default allocates it on the heap; a game whose positions
    /// are two words should use [`AnyPosition::of_words`].
    fn into_any(position: Self::Position) -> AnyPosition {
        AnyPosition::boxed(position)
    }

    /// Recovers a position of this game, as [`into_any`](Self::into_any) erased it.
    ///
    /// # Panics
    ///
    /// Panics if the position belongs to a game of another type; `AnyGame::downcast` tests the
    /// type of a game.
    fn from_any(any: &AnyPosition) -> Self::Position {
        any.unboxed::<Self::Position>().clone()
    }
}
