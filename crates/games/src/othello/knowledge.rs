//! Knowledge of Othello: move ordering, an exact search of nearly full boards, and evaluation.

mod endgame;
pub mod evaluation;
mod last_squares;
mod move_evaluator;

use std::sync::Arc;

use crate::othello::geometry::Quarters;
use crate::othello::{Othello, Position};
use solveig_game::{Game, Interval, Key, Move, Value};

pub use self::endgame::OthelloSolver;
use self::evaluation::{DISC, Evaluation};
use self::last_squares::LastSquares;
use self::move_evaluator::MoveEvaluator;
use solveig_search::binary::Resources;
use solveig_search::knowledge::{
    Bounds, DefaultCuts, Estimates, MoveOrdering, OwnSolvers, ProofConditions, StoragePolicy,
    TableHints,
};
use solveig_search::{Oracle, TablePolicy, Window};

/// Move ordering, evaluation and endgame search of Othello on any board.
///
/// A shallow look-ahead orders moves by mobility (few replies for the opponent), frontier discs and
/// corners. The last empty squares are searched without table or ordering.
#[derive(Clone, Debug)]
pub struct OthelloKnowledge {
    board: Arc<BoardMasks>,
}

/// Masks of one board shape.
#[derive(Debug)]
struct BoardMasks {
    squares: u32,
    all: u64,
    columns: u32,
    /// All squares but those of the first and of the last column.
    not_first: u64,
    not_last: u64,
    corners: u64,
    /// The corner of each square that lies diagonally next to one, else none.
    corner_beyond: [u64; 64],
    quarters: Quarters,
}

/// Up to this number of empty squares, move ordering and table look-ups cost more than they save.
const LAST_SQUARES: u32 = 6;

/// From this number of empty squares on, ordering moves by a two-ply look-ahead saves more than it
/// costs.
const LOOK_AHEAD: u32 = 13;

/// Up to this number of empty squares, transpositions by symmetry are too rare to look for.
const ONE_SIDED: u32 = 16;

impl OthelloKnowledge {
    /// Knowledge of the board of `game`.
    pub fn new<K: Key>(game: &Othello<K>) -> Self {
        let grid = game.grid();
        let (columns, rows) = (grid.columns(), grid.rows());
        let number = |column: u32, row: u32| (row * columns + column) as usize;
        let (mut corners, mut corner_beyond) = (0, [0; 64]);
        for (column, inner_column) in [(0, 1), (columns - 1, columns - 2)] {
            for (row, inner_row) in [(0, 1), (rows - 1, rows - 2)] {
                let corner = 1_u64 << number(column, row);
                corners |= corner;
                corner_beyond[number(inner_column, inner_row)] = corner;
            }
        }
        Self {
            board: Arc::new(BoardMasks {
                squares: grid.squares(),
                all: grid.board(),
                columns,
                not_first: grid.board() & !grid.column(0),
                not_last: grid.board() & !grid.column(columns - 1),
                corners,
                corner_beyond,
                quarters: Quarters::new(columns as usize, rows as usize),
            }),
        }
    }

    fn empty_squares(&self, position: Position) -> u32 {
        self.board.squares - position.occupied().count_ones()
    }
}

impl BoardMasks {
    /// The quarters with an odd number of empty squares, as four bits.
    fn odd_quarters(&self, occupied: u64) -> u8 {
        self.quarters.odd(self.all & !occupied)
    }
}

impl<K: Key> Bounds<Othello<K>> for OthelloKnowledge {
    #[inline]
    fn expand(&self, game: &Othello<K>, position: &Position, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        Interval::unknown(game.value_range())
    }

    /// Boards have an even number of squares, and the winner counts the empty ones: final scores
    /// are even.
    fn tighten(&self, _game: &Othello<K>, bounds: Interval) -> Interval {
        Interval {
            lower: bounds.lower + bounds.lower.rem_euclid(2),
            upper: bounds.upper - bounds.upper.rem_euclid(2),
        }
    }

    #[inline]
    fn finish(
        &self,
        game: &Othello<K>,
        position: &Position,
        window: Window,
    ) -> Option<(Value, u64)> {
        if self.empty_squares(*position) > LAST_SQUARES {
            return None;
        }
        Some(LastSquares::new(game, &self.board).value(*position, window))
    }
}

impl<K: Key> MoveOrdering<Othello<K>> for OthelloKnowledge {
    fn name(&self) -> &'static str {
        "Othello's mobility"
    }

    fn order(&self, game: &Othello<K>, position: &Position, moves: &mut [Move]) {
        // A pass, whose code is no square, is always the only move.
        if moves.len() < 2 {
            return;
        }
        let look_ahead = self.empty_squares(*position) >= LOOK_AHEAD;
        let evaluator = MoveEvaluator::new(game, &self.board, *position);
        let mut scores = [0; 64];
        for next in 0..moves.len() {
            let played = moves[next];
            let score = evaluator.of_move(u32::from(played.0), look_ahead);
            let mut at = next;
            while at > 0 && scores[at - 1] < score {
                scores[at] = scores[at - 1];
                moves[at] = moves[at - 1];
                at -= 1;
            }
            scores[at] = score;
            moves[at] = played;
        }
    }
}

impl<K: Key> Estimates<Othello<K>> for OthelloKnowledge {
    /// Mobility and corners, for the side to move.
    fn evaluate(&self, game: &Othello<K>, position: &Position) -> Value {
        let worth = |mover: u64, opponent: u64| {
            let moves = game.legal_squares(mover, opponent).count_ones();
            (moves + 8 * (mover & self.board.corners).count_ones()) as Value
        };
        let Position { mover, opponent } = *position;
        worth(mover, opponent) - worth(opponent, mover)
    }

    /// The learned evaluation where one ships for the board; else half a disc per move of mobility
    /// advantage and four discs per corner.
    fn estimate(&self, game: &Othello<K>, position: &Position) -> Option<Value> {
        let grid = game.grid();
        let guess = match Evaluation::shipped(grid.columns(), grid.rows()) {
            Some(learned) => {
                let score = learned.score(position.mover, position.opponent);
                2 * ((score + score.signum() * DISC) / (2 * DISC))
            }
            None => self.evaluate(game, position) / 4 * 2,
        };
        let range = game.value_range();
        Some(guess.clamp(range.min, range.max))
    }

    /// The plies of the endgame kernel's look-ahead.
    fn plies_to_guess(&self) -> u32 {
        8
    }
}

impl<K: Key> ProofConditions<Othello<K>> for OthelloKnowledge {}

impl<K: Key> TableHints<Othello<K>> for OthelloKnowledge {
    #[inline]
    fn table_policy(&self, _game: &Othello<K>, position: &Position) -> TablePolicy {
        if self.empty_squares(*position) > ONE_SIDED {
            TablePolicy::Canonical
        } else {
            TablePolicy::Raw
        }
    }
}

impl<K: Key> StoragePolicy<Othello<K>> for OthelloKnowledge {
    fn default_cuts(&self, game: &Othello<K>) -> DefaultCuts {
        // Smaller boards are stored whole within some megabytes. On 6x6 a certificate that ends
        // there takes less time to check than to make: see docs/results/benchmarks.md.
        match game.grid().squares() {
            36.. => DefaultCuts {
                artifact: 10,
                certificate: 20,
            },
            _ => DefaultCuts::default(),
        }
    }
}

impl<K: Key> OwnSolvers<Othello<K>> for OthelloKnowledge {
    fn solvers(
        &self,
        game: &Othello<K>,
        resources: &Resources,
        count: usize,
    ) -> Option<Vec<Box<dyn Oracle<Othello<K>>>>> {
        let table = resources.memory.table()?;
        let team = OthelloSolver::team(game, table, resources.reduction, count);
        Some(team.into_iter().map(|one| Box::new(one) as _).collect())
    }
}
