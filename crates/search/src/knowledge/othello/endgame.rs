//! The endgame kernel: null-window search of Othello at the speed of the machine.

mod cache;
mod instructions;
mod last_four;
mod look_ahead;
mod ordering;
mod shape;
mod stability;

use std::ops::Range;
use std::sync::Arc;

use solveig_game::{Game, Interval, Key, Move, Reduction, Value};
use solveig_games::othello::{Othello, Position};

use self::cache::{Cache, NO_SQUARE};
use self::instructions::{Instructions, Node};
use self::last_four::Four;
use self::ordering::MoveStack;
use self::shape::Shape;
use self::stability::stable_discs;
use crate::table::{Entry, TranspositionTable};
use super::evaluation::Evaluation;
use crate::Oracle;

/// Up to this many empty squares, moves are tried in the order of parity alone.
const BY_PARITY: u32 = 6;

/// Up to this many empty squares, positions are kept in the thread's own cache, above it in the
/// shared table.
const IN_CACHE: u32 = 10;

/// From this many empty squares on, the table is asked about all children first.
const ASK_FOR_CHILDREN: u32 = 12;

/// From this many empty squares on, what a look ahead sees is worth more than it costs.
const LOOK_AHEAD: u32 = 18;

/// From this many empty squares on, symmetric positions are worth finding in the table.
const SYMMETRIC: u32 = 17;

/// The state of one thread that searches boards of `COLUMNS` x `ROWS` squares.
pub(super) struct Searcher<I, K: Key, const COLUMNS: usize, const ROWS: usize> {
    instructions: I,
    game: Othello<K>,
    table: Arc<TranspositionTable>,
    reduction: Reduction,
    evaluation: Option<Arc<Evaluation>>,
    cache: Cache,
    moves: MoveStack,
    nodes: u64,
}

impl<I: Instructions, K: Key, const C: usize, const R: usize> Searcher<I, K, C, R> {
    fn new(
        instructions: I,
        game: Othello<K>,
        table: Arc<TranspositionTable>,
        reduction: Reduction,
    ) -> Self {
        Self {
            instructions,
            game,
            table,
            reduction,
            evaluation: Evaluation::shipped(C as u32, R as u32),
            cache: Cache::new(),
            moves: MoveStack::new(),
            nodes: 0,
        }
    }

    /// The fail-soft score of a search with the window from `alpha` to `alpha + 1`.
    fn null_window(&mut self, position: Position, alpha: i32) -> i32 {
        let Position { mover, opponent } = position;
        let empty = Shape::<C, R>::BOARD & !(mover | opponent);
        let odd = Shape::<C, R>::odd_quarters(empty);
        self.search(mover, opponent, odd, empty.count_ones(), alpha)
    }

    #[inline(always)]
    fn search(&mut self, mover: u64, opponent: u64, odd: u8, empties: u32, alpha: i32) -> i32 {
        let instructions = self.instructions;
        let searcher = self;
        if empties <= 4 {
            instructions.search(Four {
                searcher,
                mover,
                opponent,
                odd,
                alpha,
            })
        } else if empties <= BY_PARITY {
            instructions.search(Shallow {
                searcher,
                mover,
                opponent,
                odd,
                empties,
                alpha,
            })
        } else {
            instructions.search(Ordered {
                searcher,
                mover,
                opponent,
                odd,
                empties,
                alpha,
            })
        }
    }

    #[inline(always)]
    fn shallow(
        &mut self,
        mut mover: u64,
        mut opponent: u64,
        odd: u8,
        empties: u32,
        mut alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let mut legal = self.instructions.legal_squares::<C, R>(mover, opponent);
        let mut sign = 1;
        if legal == 0 {
            legal = self.instructions.legal_squares::<C, R>(opponent, mover);
            if legal == 0 {
                return Self::final_score(mover, opponent);
            }
            (mover, opponent, alpha, sign) = (opponent, mover, -alpha - 1, -1);
        }
        let odd_squares = Shape::<C, R>::QUARTERS[usize::from(odd) % 16];
        let (mut squares, mut later) = (legal & odd_squares, legal & !odd_squares);
        let mut best = i32::MIN;
        loop {
            if squares == 0 {
                if later == 0 {
                    break;
                }
                (squares, later) = (later, 0);
            }
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = self.instructions.flips::<C, R>(mover, opponent, square);
            let (own, other) = (opponent & !flips, mover | flips | 1 << square);
            let odd = odd ^ Shape::<C, R>::QUARTER[square as usize % 64];
            let score = if empties == 5 {
                self.search(own, other, odd, 4, -alpha - 1)
            } else {
                self.search(own, other, odd, empties - 1, -alpha - 1)
            };
            best = best.max(-score);
            if best > alpha {
                break;
            }
        }
        sign * best
    }

    #[inline(always)]
    fn ordered(&mut self, mover: u64, opponent: u64, odd: u8, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.stability_cutoff(mover, opponent, empties, alpha) {
            return score;
        }
        let legal = self.instructions.legal_squares::<C, R>(mover, opponent);
        if legal == 0 {
            if self.instructions.legal_squares::<C, R>(opponent, mover) == 0 {
                return Self::final_score(mover, opponent);
            }
            self.nodes -= 1;
            return -self.search(opponent, mover, odd, empties, -alpha - 1);
        }
        if empties <= IN_CACHE {
            self.with_cache(mover, opponent, odd, empties, legal, alpha)
        } else {
            self.with_table(mover, opponent, odd, empties, legal, alpha)
        }
    }

    #[inline(always)]
    fn with_cache(
        &mut self,
        mover: u64,
        opponent: u64,
        odd: u8,
        empties: u32,
        legal: u64,
        alpha: i32,
    ) -> i32 {
        let mut first = u32::from(NO_SQUARE);
        if let Some(known) = self.cache.look_up(mover, opponent) {
            if i32::from(known.lower) > alpha {
                return known.lower.into();
            }
            if i32::from(known.upper) <= alpha {
                return known.upper.into();
            }
            first = known.square.into();
        }
        let Some(moves) = self.list(mover, opponent, legal) else {
            return Shape::<C, R>::SQUARES as i32;
        };
        self.judge_by_mobility(moves.clone(), mover, opponent, odd, first);
        let (score, square) = self.try_moves(moves, mover, opponent, odd, empties, alpha);
        self.cache.store(mover, opponent, alpha, score, square);
        score
    }

    #[inline(always)]
    fn with_table(
        &mut self,
        mover: u64,
        opponent: u64,
        odd: u8,
        empties: u32,
        legal: u64,
        alpha: i32,
    ) -> i32 {
        let nodes_before = self.nodes;
        let position = Position { mover, opponent };
        let canonical = empties >= SYMMETRIC && self.reduction == Reduction::Canonical;
        let (framed, symmetry) = if canonical {
            self.game.canonical(&position)
        } else {
            (position, solveig_game::Symmetry::IDENTITY)
        };
        let key = self.game.key(&framed);
        let mut first = u32::from(NO_SQUARE);
        if let Some(entry) = self.table.look_up(key) {
            if entry.bounds.lower > alpha {
                return entry.bounds.lower;
            }
            if entry.bounds.upper <= alpha {
                return entry.bounds.upper;
            }
            if let Some(best) = entry.best_move {
                let back = self.game.inverse(symmetry);
                first = u32::from(self.game.transform_move(best, back).0);
            }
        }
        let Some(moves) = self.list(mover, opponent, legal) else {
            return Shape::<C, R>::SQUARES as i32;
        };
        if empties >= ASK_FOR_CHILDREN && moves.len() > 1 {
            for place in moves.clone() {
                let one = self.moves.at(place);
                let child = Position {
                    mover: opponent & !one.flips,
                    opponent: mover | one.flips | 1 << one.square,
                };
                let child = if empties > SYMMETRIC && canonical {
                    self.game.canonical(&child).0
                } else {
                    child
                };
                if let Some(entry) = self.table.look_up(self.game.key(&child))
                    && -entry.bounds.upper > alpha
                {
                    self.moves.truncate(moves.start);
                    return -entry.bounds.upper;
                }
            }
        }
        if empties < LOOK_AHEAD {
            self.judge_by_mobility(moves.clone(), mover, opponent, odd, first);
        } else {
            self.judge_by_look_ahead(moves.clone(), mover, opponent, empties, first);
        }
        let (best, square) = self.try_moves(moves, mover, opponent, odd, empties, alpha);
        let range = Shape::<C, R>::SQUARES as i32;
        let bounds = if best > alpha {
            Interval {
                lower: best,
                upper: range,
            }
        } else {
            Interval {
                lower: -range,
                upper: best,
            }
        };
        let best_move = (square != NO_SQUARE)
            .then(|| self.game.transform_move(Move(square.into()), symmetry));
        let nodes = self.nodes - nodes_before;
        self.table.store(key, Entry { bounds, best_move }, nodes);
        best
    }

    /// The best score of the moves, in their order, and the square that reached it if it is above
    /// `alpha`.
    #[inline(always)]
    fn try_moves(
        &mut self,
        moves: Range<usize>,
        mover: u64,
        opponent: u64,
        odd: u8,
        empties: u32,
        alpha: i32,
    ) -> (i32, u8) {
        let mut best = i32::MIN;
        let mut best_square = NO_SQUARE;
        for place in moves.clone() {
            let one = self.moves.take_best(place..moves.end);
            let (own, other) = (opponent & !one.flips, mover | one.flips | 1 << one.square);
            let odd = odd ^ Shape::<C, R>::QUARTER[one.square as usize % 64];
            let score = -self.search(own, other, odd, empties - 1, -alpha - 1);
            best = best.max(score);
            if best > alpha {
                best_square = one.square as u8;
                break;
            }
        }
        self.moves.truncate(moves.start);
        (best, best_square)
    }

    /// A bound that the opponent's stable discs put on the score, if it is not above `alpha`.
    #[inline(always)]
    fn stability_cutoff(
        &self,
        mover: u64,
        opponent: u64,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        let squares = Shape::<C, R>::SQUARES as i32;
        if alpha < Self::worth_counting_stable(empties) {
            return None;
        }
        let stable = stable_discs::<I, C, R>(self.instructions, opponent, mover);
        let bound = squares - 2 * stable.count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// The least `alpha` from which stable discs are likely enough to decide.
    #[inline(always)]
    const fn worth_counting_stable(empties: u32) -> i32 {
        // Measured by time on 8x8 boards; a window asks for less on smaller ones.
        2 * empties as i32 - (64 - Shape::<C, R>::SQUARES as i32) / 2 - 2
    }
}

struct Shallow<'s, I, K: Key, const C: usize, const R: usize> {
    searcher: &'s mut Searcher<I, K, C, R>,
    mover: u64,
    opponent: u64,
    odd: u8,
    empties: u32,
    alpha: i32,
}

impl<I: Instructions, K: Key, const C: usize, const R: usize> Node for Shallow<'_, I, K, C, R> {
    #[inline(always)]
    fn search(self) -> i32 {
        let (mover, opponent) = (self.mover, self.opponent);
        self.searcher
            .shallow(mover, opponent, self.odd, self.empties, self.alpha)
    }
}

struct Ordered<'s, I, K: Key, const C: usize, const R: usize> {
    searcher: &'s mut Searcher<I, K, C, R>,
    mover: u64,
    opponent: u64,
    odd: u8,
    empties: u32,
    alpha: i32,
}

impl<I: Instructions, K: Key, const C: usize, const R: usize> Node for Ordered<'_, I, K, C, R> {
    #[inline(always)]
    fn search(self) -> i32 {
        let (mover, opponent) = (self.mover, self.opponent);
        self.searcher
            .ordered(mover, opponent, self.odd, self.empties, self.alpha)
    }
}

/// What a searcher of any shape and instructions does.
trait Kernel: Send {
    fn null_window(&mut self, position: Position, alpha: i32) -> i32;
    fn nodes(&self) -> u64;
}

impl<I: Instructions, K: Key, const C: usize, const R: usize> Kernel for Searcher<I, K, C, R> {
    fn null_window(&mut self, position: Position, alpha: i32) -> i32 {
        self.null_window(position, alpha)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

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
    pub fn new(game: &Othello<K>, table: Arc<TranspositionTable>, reduction: Reduction) -> Self {
        assert!(table.is_for(game), "the table is for {}", game.spec());
        #[cfg(target_arch = "x86_64")]
        if let Some(instructions) = instructions::Avx2::detect() {
            return Self {
                game: game.clone(),
                kernel: kernel(instructions, game, table, reduction),
            };
        }
        Self {
            game: game.clone(),
            kernel: kernel(instructions::Portable, game, table, reduction),
        }
    }
}

fn kernel<I: Instructions, K: Key>(
    instructions: I,
    game: &Othello<K>,
    table: Arc<TranspositionTable>,
    reduction: Reduction,
) -> Box<dyn Kernel> {
    macro_rules! shapes {
        ($($columns:literal x $rows:literal),*) => {
            match (game.grid().columns(), game.grid().rows()) {
                $(($columns, $rows) => Box::new(Searcher::<I, K, $columns, $rows>::new(
                    instructions, game.clone(), table, reduction,
                )),)*
                (columns, rows) => unreachable!("{columns}x{rows} is no board of Othello"),
            }
        };
    }
    shapes!(
        4 x 4, 6 x 4, 8 x 4, 10 x 4, 12 x 4, 14 x 4, 16 x 4, 4 x 6, 6 x 6, 8 x 6, 10 x 6, 4 x 8,
        6 x 8, 8 x 8, 4 x 10, 6 x 10, 4 x 12, 4 x 14, 4 x 16
    )
}

impl<K: Key> Oracle<Othello<K>> for OthelloSolver<K> {
    fn game(&self) -> &Othello<K> {
        &self.game
    }

    fn value(&mut self, position: &Position, mut known: Interval) -> Value {
        let mut bound = known.lower + 1;
        if known.lower == self.game.value_range().min {
            bound = 0;
        }
        while known.lower < known.upper {
            let score = self.kernel.null_window(*position, bound - 1);
            if score >= bound {
                known.lower = score.min(known.upper);
                bound = known.lower + 1;
            } else {
                known.upper = score.max(known.lower);
                bound = known.upper;
            }
        }
        known.lower
    }

    fn at_least(&mut self, position: &Position, bound: Value) -> bool {
        self.kernel.null_window(*position, bound - 1) >= bound
    }

    fn nodes(&self) -> u64 {
        self.kernel.nodes()
    }
}
