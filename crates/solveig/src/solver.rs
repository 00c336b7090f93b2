//! Finds values of positions by search.

use solveig_game::{Game, Interval, Move, Value};
use solveig_games::Solvable;
use solveig_search::{Oracle, StopToken, Stopped};

use crate::{Error, SolverOptions};

/// The exact value of a position for the side to move.
///
/// For many positions, keep a [`Solver`]: its transposition table speeds up later searches.
///
/// ```
/// use solveig::{AnyGame, Notation};
///
/// let game = AnyGame::parse("connect-four:5x4")?;
/// assert_eq!(solveig::value(&game, &game.parse_position("3 3 1")?)?, 1);
/// # Ok::<(), solveig::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the table of the search cannot be allocated.
pub fn value<G: Solvable>(game: &G, position: &G::Position) -> Result<Value, Error> {
    Ok(Solver::new(game)?.value(position)?)
}

/// Finds exact values and best moves of positions, with a transposition table that it keeps between
/// searches.
///
/// ```
/// use solveig::{AnyGame, Game, Notation, Solver};
///
/// let game = AnyGame::parse("hex:4x4")?;
/// let mut solver = Solver::new(&game)?;
/// let start = game.start();
/// assert_eq!(solver.value(&start)?, 1);
/// let best = solver.best_move(&start)?.expect("the game has not ended");
/// assert!(!solver.at_least(&game.play(&start, best)?, 1)?);
/// # Ok::<(), solveig::Error>(())
/// ```
pub struct Solver<G: Game> {
    oracle: Box<dyn Oracle<G>>,
}

impl<G: Solvable> Solver<G> {
    /// One solver of the game with the default [options](SolverOptions).
    ///
    /// # Errors
    ///
    /// Fails if the tables cannot be allocated.
    pub fn new(game: &G) -> Result<Self, Error> {
        Self::with(game, &SolverOptions::default())
    }

    /// One solver of the game with these options; their number of threads does not matter.
    ///
    /// # Errors
    ///
    /// Fails if the tables cannot be allocated, or if the solver does not suit the game.
    pub fn with(game: &G, options: &SolverOptions) -> Result<Self, Error> {
        let oracle = options.solver(game)?;
        Ok(Self { oracle })
    }
}

impl<G: Game> Solver<G> {
    /// The exact value of a position for the side to move.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    pub fn value(&mut self, position: &G::Position) -> Result<Value, Stopped> {
        match self.game().terminal_value(position) {
            Some(value) => Ok(value),
            None => {
                let unknown = Interval::unknown(self.game().value_range());
                self.oracle.value(position, unknown)
            }
        }
    }

    /// Whether the value of a position is at least `bound`, for the side to move: a null-window
    /// test, often cheaper than the value.
    pub fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        match self.game().terminal_value(position) {
            Some(value) => Ok(value >= bound),
            None => self.oracle.at_least(position, bound),
        }
    }

    /// The first of the optimal moves in the order of [`Game::legal_moves`]; `None` if the game is
    /// over.
    pub fn best_move(&mut self, position: &G::Position) -> Result<Option<Move>, Stopped> {
        let value = self.value(position)?;
        self.oracle.best_move(position, value)
    }

    /// The best moves of both sides from a position to the end of the game.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    pub fn principal_variation(&mut self, position: &G::Position) -> Result<Vec<Move>, Stopped> {
        match self.game().terminal_value(position) {
            Some(_) => Ok(Vec::new()),
            None => self.oracle.principal_variation(position),
        }
    }

    /// Stops searches from now on when `stop` says so: at a time, or when a flag is set. At first
    /// nothing stops them. A solver that was stopped can be asked again at once.
    pub fn set_stop(&mut self, stop: StopToken) {
        self.oracle.set_stop(stop);
    }

    /// The game whose positions it searches.
    pub fn game(&self) -> &G {
        self.oracle.game()
    }

    /// Positions visited by all searches so far.
    pub fn nodes(&self) -> u64 {
        self.oracle.nodes()
    }
}
