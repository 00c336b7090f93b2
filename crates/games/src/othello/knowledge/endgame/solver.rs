//! The kernel as an [`Oracle`].

use solveig_search::{StopChecker, StopToken, Stopped, Watch};
use std::sync::Arc;

use crate::othello::{Othello, Position};
use solveig_game::{Game, Interval, Key, Reduction, Value};

use super::instructions::{self, Instructions};
use super::shape::{AnyBoard, Board, SizedBoard};
use super::{Searcher, Team};
use crate::othello::knowledge::evaluation::{DISC, Evaluation};
use solveig_search::Oracle;
use solveig_search::TranspositionTable;

/// The object-safe interface of a searcher of any board size and instruction set.
trait Kernel: Send {
    fn null_window(&mut self, position: Position, alpha: i32) -> Result<i32, Stopped>;
    /// `None` if the search was stopped.
    fn look_ahead(&mut self, position: Position, plies: u32) -> Option<i32>;
    fn selective_value(&mut self, position: Position) -> Option<i32>;
    fn nodes(&self) -> u64;
    fn set_stop(&mut self, stop: StopToken);
}

impl<I: Instructions, K: Key, B: Board> Kernel for Searcher<I, K, B> {
    fn null_window(&mut self, position: Position, alpha: i32) -> Result<i32, Stopped> {
        self.null_window(position, alpha)
    }

    fn look_ahead(&mut self, position: Position, plies: u32) -> Option<i32> {
        let Position { mover, opponent } = position;
        let grid = self.game.grid();
        let leaf = (grid.squares() - position.occupied().count_ones()).saturating_sub(plies);
        // Of positions with more empty squares than it was learned from it says nothing.
        let too_early = |learned: &mut Arc<Evaluation>| learned.stages().greatest() < leaf;
        let learned = self.evaluation.take_if(too_early);
        let score = self.look_ahead(mover, opponent, plies, -i32::MAX, i32::MAX);
        self.evaluation = learned.or(self.evaluation.take());
        (!self.stop.is_stopped()).then_some(score)
    }

    fn selective_value(&mut self, position: Position) -> Option<i32> {
        self.selective_value(position)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }
}

/// The look-ahead in plies for the first guess of a value where there is no selective search.
const GUESS_PLIES: u32 = 6;

/// After a guess by selective search, this many tests follow each other closely before steps grow.
const PATIENCE: i32 = 6;

/// Exact values of Othello positions by null-window searches of the endgame kernel.
pub struct OthelloSolver<K: Key> {
    game: Othello<K>,
    kernel: Box<dyn Kernel>,
}

impl<K: Key> OthelloSolver<K> {
    /// A solver of `game`. The table may be shared with other solvers of the same game.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: &Othello<K>, table: &Arc<TranspositionTable>, reduction: Reduction) -> Self {
        Self::with(game, table, reduction, &Team::default())
    }

    /// `count` solvers that share the work where they are given the same position, or positions
    /// that have descendants in common.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn team(
        game: &Othello<K>,
        table: &Arc<TranspositionTable>,
        reduction: Reduction,
        count: usize,
    ) -> Vec<Self> {
        let team = Team {
            several: count > 1,
            ..Team::default()
        };
        (0..count)
            .map(|_| Self::with(game, table, reduction, &team))
            .collect()
    }

    fn with(
        game: &Othello<K>,
        table: &Arc<TranspositionTable>,
        reduction: Reduction,
        team: &Team,
    ) -> Self {
        assert!(table.is_for(game), "the table is for {}", game.spec());
        let (columns, rows) = (game.grid().columns(), game.grid().rows());
        Self {
            game: game.clone(),
            kernel: kernel(columns, rows, table, reduction, team),
        }
    }
}

/// Selects the kernel for a board. Two sizes have kernels of their own, the others share one for
/// each width of keys.
fn kernel(
    columns: u32,
    rows: u32,
    table: &Arc<TranspositionTable>,
    reduction: Reduction,
    team: &Team,
) -> Box<dyn Kernel> {
    // The shortest keys, whatever those of the caller.
    let wide = || Othello::<u128>::new(columns, rows).expect("keys of all boards have 128 bits");
    let any = || AnyBoard::new(columns, rows);
    match (Othello::<u64>::new(columns, rows), columns, rows) {
        (Ok(game), 6, 6) => kernel_for(SizedBoard::<6, 6>, game, table, reduction, team),
        (Ok(game), ..) => kernel_for(any(), game, table, reduction, team),
        (Err(_), 8, 8) => kernel_for(SizedBoard::<8, 8>, wide(), table, reduction, team),
        (Err(_), ..) => kernel_for(any(), wide(), table, reduction, team),
    }
}

/// Selects the kernel by the instructions that the processor supports.
fn kernel_for<K: Key, B: Board>(
    board: B,
    game: Othello<K>,
    table: &Arc<TranspositionTable>,
    reduction: Reduction,
    team: &Team,
) -> Box<dyn Kernel> {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(instructions) = instructions::Avx512::detect() {
            return searcher(instructions, board, game, table, reduction, team);
        }
        if let Some(instructions) = instructions::Avx2::detect() {
            return searcher(instructions, board, game, table, reduction, team);
        }
    }
    searcher(instructions::Portable, board, game, table, reduction, team)
}

fn searcher<I: Instructions, K: Key, B: Board>(
    instructions: I,
    board: B,
    game: Othello<K>,
    table: &Arc<TranspositionTable>,
    reduction: Reduction,
    team: &Team,
) -> Box<dyn Kernel> {
    let table = table.clone();
    Box::new(Searcher::new(
        instructions,
        board,
        game,
        table,
        reduction,
        team,
    ))
}

impl<K: Key> Oracle<Othello<K>> for OthelloSolver<K> {
    fn game(&self) -> &Othello<K> {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.kernel.set_stop(stop);
    }

    fn value(&mut self, position: &Position, bounds: Interval) -> Result<Value, Stopped> {
        self.watched_value(position, bounds, &mut |_| ())
    }

    fn watched_value(
        &mut self,
        position: &Position,
        mut bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        let mut patience = 1;
        let mut bound = if bounds.lower > self.game.value_range().min {
            // A given lower bound is likely to be tight.
            bounds.lower + 1
        } else {
            let selective = self.kernel.selective_value(*position);
            match selective {
                Some(value) => {
                    patience = PATIENCE;
                    value
                }
                None => {
                    let guess = self.kernel.look_ahead(*position, GUESS_PLIES);
                    let guess = guess.ok_or(Stopped)?;
                    (guess + guess.signum() * DISC / 2) / DISC
                }
            }
        };
        let mut step = 0;
        while bounds.lower < bounds.upper {
            bound = bound.clamp(bounds.lower + 1, bounds.upper);
            let score = self.kernel.null_window(*position, bound - 1)?;
            if score >= bound {
                bounds.lower = score.min(bounds.upper);
                step = step.max(0) + 1;
            } else {
                bounds.upper = score.max(bounds.lower);
                step = step.min(0) - 1;
            }
            watch(bounds);
            // Steps grow with the distance from the guess.
            bound = if step > 0 {
                bounds.lower + 1 + 2 * ((step - 1) / patience)
            } else {
                bounds.upper + 2 * ((step + 1) / patience)
            };
        }
        Ok(bounds.lower)
    }

    fn at_least(&mut self, position: &Position, bound: Value) -> Result<bool, Stopped> {
        // All bounds beyond the range have the answers of those just beyond it.
        let range = self.game.value_range();
        let bound = bound.clamp(range.min, range.max + 1);
        Ok(self.kernel.null_window(*position, bound - 1)? >= bound)
    }

    fn nodes(&self) -> u64 {
        self.kernel.nodes()
    }

    fn estimate(&mut self, position: &Position, plies: u32) -> Option<Value> {
        let range = self.game.value_range();
        let score = self.kernel.look_ahead(*position, plies)?;
        // Final scores are even.
        let guess = 2 * ((score + score.signum() * DISC) / (2 * DISC));
        Some(guess.clamp(range.min, range.max))
    }

    fn shares_work(&self) -> bool {
        true
    }
}
