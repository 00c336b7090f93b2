//! What a game needs beside its rules for the program to know it.

use solveig_game::{Game, Spec, SpecError};
use solveig_search::NoKnowledge;
use solveig_search::solvers::{Factory, Solvers};

use crate::any::AnyPosition;
use crate::layout::BoardLayout;

/// A game that Solveig can solve: a [`Game`] with solvers for it.
///
/// A game of one's own takes one line, `impl Solvable for Chomp {}`, and is then solved by
/// principal variation search. [Knowledge](solveig_search::Knowledge) of the game, an order of
/// moves or sound bounds, makes its searches faster: `Solvers::shared(self, MyKnowledge)` is a
/// factory that uses it.
pub trait Solvable: Game {
    /// What makes the solvers of the game. With `knowledge` false they use nothing but the rules.
    fn solvers(&self, _knowledge: bool) -> Factory<Self> {
        Solvers::shared(self, NoKnowledge)
    }
}

/// A game with a name, by which specs, files and commands find it.
///
/// All but three items have a default: then the board is shown as [`Game::render`] draws it.
pub trait NamedGame: Solvable {
    /// The name in front of the colon of a spec: `chomp`.
    const NAME: &'static str;

    /// What specs look like, for error messages and help: `chomp:CxR`.
    const SPEC: &'static str;

    /// The game that a spec of this name stands for. [`Game::spec`] gives the spec back.
    ///
    /// # Errors
    ///
    /// Fails if there is no such game, and says what was expected.
    fn from_spec(spec: &Spec) -> Result<Self, SpecError>;

    /// How the board is laid out where it is drawn.
    fn layout(&self) -> BoardLayout {
        BoardLayout::plain()
    }

    /// The position as one of any game. The default puts it on the heap.
    #[doc(hidden)]
    fn into_any(position: Self::Position) -> AnyPosition {
        AnyPosition::boxed(position)
    }

    /// The position of this game.
    ///
    /// # Panics
    ///
    /// Panics if it is of a game of another type.
    #[doc(hidden)]
    fn from_any(any: &AnyPosition) -> &Self::Position {
        any.unboxed()
    }
}
