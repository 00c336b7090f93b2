//! Values of positions by search.

use solveig_game::{Game, Interval, Move, Value};
use solveig_games::registry::AnyGame;
use solveig_search::solvers::{Factory, SolverName, Solvers, solvers_of};
use solveig_search::{Oracle, Unordered};

use crate::Error;

/// A game that Solveig can solve: a [`Game`] with solvers for it.
///
/// A game of your own takes one line, and is then solved by principal variation search:
///
/// ```
/// use solveig::game::*;
/// use solveig::Solvable;
///
/// /// One heap: take one, two or three; who takes the last one wins.
/// #[derive(Clone)]
/// struct Nim { heap: u16 }
///
/// impl Solvable for Nim {}
///
/// impl Game for Nim {
///     type Position = u16;
///     type Key = u64;
///     // ...
/// #   fn spec(&self) -> String { format!("nim:{}", self.heap) }
/// #   fn start(&self) -> u16 { self.heap }
/// #   fn legal_moves(&self, left: &u16, moves: &mut Vec<Move>) {
/// #       moves.extend((1..=3.min(*left)).map(Move));
/// #   }
/// #   fn play_unchecked(&self, left: &u16, taken: Move) -> u16 { left - taken.0 }
/// #   fn terminal_value(&self, left: &u16) -> Option<Value> { (*left == 0).then_some(-1) }
/// #   fn value_range(&self) -> ValueRange { ValueRange::symmetric(1) }
/// #   fn level(&self, left: &u16) -> u32 { u32::from(self.heap - left) }
/// #   fn max_level(&self) -> u32 { u32::from(self.heap) }
/// #   fn key(&self, left: &u16) -> u64 { u64::from(*left) }
/// #   fn position(&self, key: u64) -> Result<u16, InvalidKey> {
/// #       let left = u16::try_from(key).ok().filter(|left| *left <= self.heap);
/// #       left.ok_or(InvalidKey(key.into()))
/// #   }
/// #   fn key_bits(&self) -> u32 { 16 }
/// #   fn move_codes(&self) -> u16 { 4 }
/// #   fn tie_break_rule(&self) -> String { "fewer first".into() }
/// #   fn format_move(&self, taken: Move) -> String { taken.0.to_string() }
/// #   fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
/// #       match text.chars().next() {
/// #           Some(digit @ '1'..='3') => Ok((Move(digit as u16 - '0' as u16), 1)),
/// #           _ => Err(NotationError::new(text, 0, "expected 1, 2 or 3")),
/// #       }
/// #   }
/// #   fn render(&self, left: &u16, _: bool) -> String { "|".repeat((*left).into()) }
/// }
///
/// # let directory = tempfile::tempdir()?;
/// # std::env::set_current_dir(&directory)?;
/// let nim = Nim { heap: 21 };
/// assert_eq!(solveig::value(&nim, &20)?, -1);
///
/// solveig::solve(&nim).write("nim.sol")?;
/// let mut artifact = solveig::Artifact::open_as(nim, "nim.sol")?;
/// assert_eq!(artifact.probe("1 2")?.best_move.as_deref(), Some("2"));
/// # Ok::<(), solveig::Error>(())
/// ```
///
/// [Own knowledge](solveig_search::Knowledge) of a game (an order of moves, sound bounds) makes its searches faster:
/// `Solvers::shared(self, MyKnowledge)` is a factory that uses it.
pub trait Solvable: Game {
    /// Makes the solvers of the game.
    fn solvers(&self) -> Factory<Self> {
        Solvers::shared(self, Unordered)
    }
}

impl Solvable for AnyGame {
    fn solvers(&self) -> Factory<Self> {
        solvers_of(self, true)
    }
}

/// The exact value of a position for the side to move.
///
/// To ask about many positions, keep a [`Solver`]: it remembers what it has found.
///
/// ```
/// use solveig::{AnyGame, Game};
///
/// let game = AnyGame::parse("connect-four:5x4")?;
/// assert_eq!(solveig::value(&game, &game.parse_position("3 3 1")?)?, 1);
/// # Ok::<(), solveig::Error>(())
/// ```
///
/// # Errors
///
/// Fails if there is no memory for the search.
pub fn value<G: Solvable>(game: &G, position: &G::Position) -> Result<Value, Error> {
    Ok(Solver::new(game)?.value(position))
}

/// A search for the exact values and the best moves of positions, with a memory of what it has found.
///
/// ```
/// use solveig::{AnyGame, Game, Solver};
///
/// let game = AnyGame::parse("hex:4x4")?;
/// let mut solver = Solver::new(&game)?;
/// let start = game.start();
/// assert_eq!(solver.value(&start), 1);
/// let best = solver.best_move(&start).expect("the game has not ended");
/// assert!(!solver.at_least(&game.play(&start, best)?, 1));
/// # Ok::<(), solveig::Error>(())
/// ```
pub struct Solver<G: Game> {
    oracle: Box<dyn Oracle<G>>,
}

/// How many bytes of memory a search takes where nothing else is said.
pub(crate) const MEMORY: u64 = 256 << 20;

impl<G: Solvable> Solver<G> {
    /// The fastest solver of the game, with tables of 256 MiB.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the tables.
    pub fn new(game: &G) -> Result<Self, Error> {
        Self::with_memory(game, MEMORY)
    }

    /// The fastest solver of the game, with tables of about `bytes` bytes.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the tables.
    pub fn with_memory(game: &G, bytes: u64) -> Result<Self, Error> {
        let factory = game.solvers();
        let resources = factory.resources(SolverName::Fastest, bytes, 1)?;
        let mut solvers = factory.solvers(SolverName::Fastest, &resources, 1)?;
        Ok(Self {
            oracle: solvers.remove(0),
        })
    }
}

impl<G: Game> Solver<G> {
    /// The exact value of a position for the side to move.
    pub fn value(&mut self, position: &G::Position) -> Value {
        match self.game().terminal_value(position) {
            Some(value) => value,
            None => {
                let unknown = Interval::unknown(self.game().value_range());
                self.oracle.value(position, unknown)
            }
        }
    }

    /// Whether the value of a position is `bound` or more, which is often cheaper to find than the value.
    pub fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        match self.game().terminal_value(position) {
            Some(value) => value >= bound,
            None => self.oracle.at_least(position, bound),
        }
    }

    /// The first of the optimal moves in the order of [`Game::legal_moves`]; `None` where the game is over.
    pub fn best_move(&mut self, position: &G::Position) -> Option<Move> {
        let value = self.value(position);
        self.oracle.best_move(position, value)
    }

    /// The best moves of both sides from a position to the end of the game.
    pub fn principal_variation(&mut self, position: &G::Position) -> Vec<Move> {
        match self.game().terminal_value(position) {
            Some(_) => Vec::new(),
            None => self.oracle.principal_variation(position),
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        self.oracle.game()
    }

    /// How many positions the searches have visited.
    pub fn nodes(&self) -> u64 {
        self.oracle.nodes()
    }

    /// What searches.
    pub(crate) fn oracle(&mut self) -> &mut dyn Oracle<G> {
        &mut *self.oracle
    }
}
