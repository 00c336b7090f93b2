//! The endgame kernel: a null-window search of Othello, specialized by board size and instruction
//! set.

mod decided;
mod instructions;
mod last_five;
mod look_ahead;
mod ordering;
mod recent;
mod selective;
mod shape;
mod solver;
mod stability;
#[cfg(all(test, not(loom)))]
mod tests;

pub use self::solver::OthelloSolver;

use solveig_search::{StopChecker, Stopped, stop::STOPPED_SCORE};
use std::ops::Range;
use std::sync::Arc;

use crate::othello::{Othello, Position};
use solveig_game::{Game, Interval, Key, Keyed, Move, Reduction, Symmetric, Symmetry};

use self::decided::{DecidedAbove, LEFT_EARLY};
use self::instructions::{CompiledSearch, Instructions};
use self::ordering::{Candidate, MoveStack, PUT_OFF};
use self::recent::{Bound, Recent, RecentKey};
use self::selective::{Hints, Pass};
use self::shape::{Board, Shape};
use super::evaluation::Evaluation;
use solveig_search::CurrentlySearched;
use solveig_search::{Entry, TranspositionTable};

/// Up to this many empty squares, moves are tried in the order of parity alone, and positions are
/// not kept.
const BY_PARITY: u32 = 5;

/// Up to this many empty squares, positions are kept in the thread's own cache, above it in the
/// shared table.
const IN_CACHE: u32 = 11;

/// Stable discs are looked for where the opponent has this many discs more than must be stable,
/// each corner counted [`CORNER_WORTH`] discs more: with fewer to spare there are hardly ever
/// enough.
const SPARE: i32 = 6;

/// The same with four empty squares, where the search that is saved is short.
const SPARE_AT_FOUR: i32 = 12;

/// Most groups of stable discs grow from corners.
const CORNER_WORTH: u32 = 4;

/// A number that no square has.
const NO_SQUARE: u32 = 64;

/// From this many empty squares on, all children are probed in the table before any is searched
/// (enhanced transposition cutoff).
const ASK_FOR_CHILDREN: u32 = 14;

/// From this many empty squares on, the same is done in the thread's own cache.
const ASK_CACHE: u32 = 8;

/// From this many empty squares on, ordering by look-ahead saves more than it costs; measured on
/// 6x6 and 8x8 boards.
const fn look_ahead(squares: u32) -> u32 {
    if squares < 64 { 11 } else { 12 }
}

/// Children with at least this many empty squares are shared among threads (ABDADA, Weill 1996).
const SHARED: u32 = 13;

/// From this many empty squares on, positions are stored in canonical form.
const SYMMETRIC: u32 = 17;

/// What threads share that search together, beside the table.
#[derive(Clone, Default)]
struct Team {
    /// Whether there is more than one thread.
    several: bool,
    busy: Arc<CurrentlySearched>,
    hints: Arc<Hints>,
}

/// The state of one thread that searches positions of one board.
struct Searcher<I, K: Key, B> {
    instructions: I,
    board: B,
    game: Othello<K>,
    table: Arc<TranspositionTable>,
    reduction: Reduction,
    busy: Arc<CurrentlySearched>,
    hints: Arc<Hints>,
    /// The pass of the selective search.
    pass: Pass,
    evaluation: Option<Arc<Evaluation>>,
    cache: Recent,
    moves: MoveStack,
    /// The keys of the positions after the moves on the stack, where the table is asked.
    keys: Box<[K]>,
    /// The positions that another thread may decide; `None` if there is no other.
    above: Option<DecidedAbove<K>>,
    nodes: u64,
    stop: StopChecker,
}

impl<I: Instructions, K: Key, B: Board> Searcher<I, K, B> {
    fn new(
        instructions: I,
        board: B,
        game: Othello<K>,
        table: Arc<TranspositionTable>,
        reduction: Reduction,
        team: &Team,
    ) -> Self {
        let no_key = game.key(&game.start());
        let evaluation = Evaluation::shipped(game.grid().columns(), game.grid().rows());
        Self {
            instructions,
            board,
            game,
            table,
            reduction,
            busy: team.busy.clone(),
            hints: team.hints.clone(),
            pass: Pass::default(),
            evaluation,
            cache: Recent::new(),
            moves: MoveStack::new(),
            keys: vec![no_key; MoveStack::SIZE].into_boxed_slice(),
            above: team.several.then(DecidedAbove::new),
            nodes: 0,
            stop: StopChecker::default(),
        }
    }

    #[inline(always)]
    fn shape(&self) -> &'static Shape {
        self.board.shape()
    }

    /// The fail-soft score of a search with the window from `alpha` to `alpha + 1`.
    ///
    /// [`with_table`](Self::with_table) and [`with_cache`](Self::with_cache) look at the stop
    /// token, and the former leaves what is decided above; they then return [`STOPPED_SCORE`] and
    /// store nothing.
    fn null_window(&mut self, position: Position, alpha: i32) -> Result<i32, Stopped> {
        let Position { mover, opponent } = position;
        if let Some(above) = &mut self.above {
            above.clear();
        }
        let empty = self.shape().board & !(mover | opponent);
        let odd = self.shape().quarters.odd(empty);
        let legal = self
            .instructions
            .legal_squares(self.shape(), mover, opponent);
        let score = self.search(mover, opponent, legal, odd, empty.count_ones(), alpha);
        match self.stop.is_stopped() {
            true => Err(Stopped),
            false => Ok(score),
        }
    }

    #[inline(always)]
    fn search(
        &mut self,
        mover: u64,
        opponent: u64,
        legal: u64,
        odd: u8,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        if empties <= 4 {
            self.compiled::<FOUR>(mover, opponent, legal, odd, empties, alpha)
        } else if empties == BY_PARITY {
            self.compiled::<FIVE>(mover, opponent, legal, odd, empties, alpha)
        } else {
            self.compiled::<ORDERED>(mover, opponent, legal, odd, empties, alpha)
        }
    }

    #[inline(always)]
    fn compiled<const KIND: u32>(
        &mut self,
        mover: u64,
        opponent: u64,
        legal: u64,
        odd: u8,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        self.instructions.search(NodeSearch::<'_, I, K, B, KIND> {
            searcher: self,
            mover,
            opponent,
            legal,
            odd,
            empties,
            alpha,
        })
    }

    #[inline(always)]
    fn ordered(
        &mut self,
        mover: u64,
        opponent: u64,
        legal: u64,
        odd: u8,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if empties > IN_CACHE {
            return self.with_table(mover, opponent, legal, odd, empties, alpha);
        }
        self.cache.prefetch(RecentKey::of(mover, opponent, empties));
        if let Some(score) = self.stability_cutoff(mover, opponent, SPARE, alpha) {
            return score;
        }
        if legal == 0 {
            let replies = self
                .instructions
                .legal_squares(self.shape(), opponent, mover);
            if replies == 0 {
                return self.final_score(mover, opponent);
            }
            self.nodes -= 1;
            return -self.search(opponent, mover, replies, odd, empties, -alpha - 1);
        }
        self.with_cache(mover, opponent, odd, empties, legal, alpha)
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
        if self.stop.pass(self.nodes).is_err() {
            return STOPPED_SCORE;
        }
        let place = RecentKey::of(mover, opponent, empties);
        let Some(moves) = self.list(mover, opponent, legal) else {
            return self.shape().squares as i32;
        };
        let bound = self.cache.look_up(place);
        if let Some(score) = bound.and_then(|bound| bound.decides(alpha)) {
            self.moves.truncate(moves.start);
            return score;
        }
        self.judge_by_replies(moves.clone(), mover, opponent, odd);
        if empties >= ASK_CACHE
            && let Some(score) =
                self.cached_by_child(moves.clone(), mover, opponent, empties, alpha)
        {
            self.moves.truncate(moves.start);
            return score;
        }
        if empties >= look_ahead(self.shape().squares) {
            self.judge_by_look_ahead(moves.clone(), mover, opponent, empties, alpha);
        }
        let (score, square) = self.try_moves(moves, mover, opponent, odd, empties, alpha);
        if self.stop.is_stopped() {
            return STOPPED_SCORE;
        }
        let bound = match square {
            Some(_) => Bound::AtLeast(score),
            None => Bound::AtMost(score),
        };
        self.cache.store(place, bound);
        score
    }

    #[inline(always)]
    fn with_table(
        &mut self,
        mover: u64,
        opponent: u64,
        legal: u64,
        odd: u8,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        if self.stop.check().is_err() {
            return STOPPED_SCORE;
        }
        if empties >= LEFT_EARLY && self.is_needless() {
            return STOPPED_SCORE;
        }
        let nodes_before = self.nodes;
        let (key, symmetry) = self.key(Position { mover, opponent });
        self.table.prefetch(key);
        if let Some(score) = self.stability_cutoff(mover, opponent, SPARE, alpha) {
            return score;
        }
        if legal == 0 {
            let replies = self
                .instructions
                .legal_squares(self.shape(), opponent, mover);
            if replies == 0 {
                return self.final_score(mover, opponent);
            }
            self.nodes -= 1;
            return -self.search(opponent, mover, replies, odd, empties, -alpha - 1);
        }
        let mut first = NO_SQUARE;
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
        if first == NO_SQUARE {
            first = self.hinted(mover, opponent);
        }
        let Some(moves) = self.list(mover, opponent, legal) else {
            return self.shape().squares as i32;
        };
        if empties >= ASK_FOR_CHILDREN {
            self.fetch_children(moves.clone(), mover, opponent);
        }
        self.judge_by_replies(moves.clone(), mover, opponent, odd);
        if empties >= ASK_FOR_CHILDREN
            && moves.len() > 1
            && let Some(score) = self.known_by_child(moves.clone(), alpha)
        {
            self.moves.truncate(moves.start);
            return score;
        }
        if empties >= look_ahead(self.shape().squares) {
            self.judge_by_look_ahead(moves.clone(), mover, opponent, empties, alpha);
        }
        self.put_first(moves.clone(), first);
        let (best, square) = if empties > SHARED {
            self.enter(key, alpha, empties);
            let found = self.share_moves(
                moves,
                mover,
                opponent,
                alpha,
                |searcher, child, own, other| {
                    let odd = odd ^ searcher.shape().quarters.of_square[child.square as usize % 64];
                    searcher.search(own, other, child.replies, odd, empties - 1, -alpha - 1)
                },
            );
            if let Some(score) = self.leave(empties) {
                return score;
            }
            found
        } else {
            self.try_moves(moves, mover, opponent, odd, empties, alpha)
        };
        if self.stop.is_stopped() || self.is_leaving() {
            return STOPPED_SCORE;
        }
        let range = self.shape().squares as i32;
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
        let best_move =
            square.map(|square| self.game.transform_move(Move(square as u16), symmetry));
        let nodes = self.nodes - nodes_before;
        self.table.store(key, Entry { bounds, best_move }, nodes);
        best
    }

    /// Whether a position above has been decided, so that the search returns to it.
    #[inline(always)]
    fn is_needless(&mut self) -> bool {
        match &mut self.above {
            Some(above) => above.look(&self.table),
            None => false,
        }
    }

    #[inline(always)]
    fn is_leaving(&self) -> bool {
        self.above.as_ref().is_some_and(DecidedAbove::is_leaving)
    }

    #[inline(always)]
    fn enter(&mut self, key: K, alpha: i32, empties: u32) {
        // Positions below others are not left.
        if empties > LEFT_EARLY
            && let Some(above) = &mut self.above
        {
            above.enter(key, alpha);
        }
    }

    /// Ends what [`enter`](Self::enter) began. Returns the score if another thread has decided it.
    #[inline(always)]
    fn leave(&mut self, empties: u32) -> Option<i32> {
        if empties <= LEFT_EARLY {
            return None;
        }
        let score = self.above.as_mut()?.leave()?;
        #[cfg(all(test, not(loom)))]
        tests::RETURNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Some(score)
    }

    /// Prefetches the table entries of the children.
    #[inline(always)]
    fn fetch_children(&mut self, moves: Range<usize>, mover: u64, opponent: u64) {
        for place in moves {
            let one = self.moves.at(place);
            let child = Position {
                mover: opponent & !one.flips,
                opponent: mover | one.flips | 1 << one.square,
            };
            let key = self.key(child).0;
            self.table.prefetch(key);
            self.keys[place] = key;
        }
    }

    /// The score that the table's bound on a child gives the parent, if it is above `alpha`.
    #[inline(always)]
    fn known_by_child(&self, moves: Range<usize>, alpha: i32) -> Option<i32> {
        moves
            .filter_map(|place| self.table.look_up(self.keys[place]))
            .map(|entry| -entry.bounds.upper)
            .find(|score| *score > alpha)
    }

    /// The score that the cache's bound on a child gives the parent, if it is above `alpha`.
    #[inline(always)]
    fn cached_by_child(
        &mut self,
        moves: Range<usize>,
        mover: u64,
        opponent: u64,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        let score_by = |one: &Candidate| {
            let (own, other) = (opponent & !one.flips, mover | one.flips | 1 << one.square);
            let bound = self.cache.look_up(RecentKey::of(own, other, empties - 1))?;
            Some(-bound.decides(-alpha - 1)?)
        };
        let moves = self.moves.of(moves).iter();
        moves.filter_map(score_by).find(|score| *score > alpha)
    }

    /// The table key of a position, and the symmetry that maps the position to it.
    #[inline(always)]
    fn key(&self, position: Position) -> (K, Symmetry) {
        let empties = self.shape().squares - position.occupied().count_ones();
        if empties < SYMMETRIC || self.reduction == Reduction::None {
            return (self.game.key(&position), Symmetry::IDENTITY);
        }
        let (framed, symmetry) = self.game.canonical(&position);
        (self.game.key(&framed), symmetry)
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
    ) -> (i32, Option<u32>) {
        let mut best = i32::MIN;
        let mut best_square = None;
        for place in moves.clone() {
            let one = self.moves.take_best(place..moves.end);
            let (own, other) = (opponent & !one.flips, mover | one.flips | 1 << one.square);
            let odd = odd ^ self.shape().quarters.of_square[one.square as usize % 64];
            let score = -self.search(own, other, one.replies, odd, empties - 1, -alpha - 1);
            best = best.max(score);
            if best > alpha {
                best_square = Some(one.square);
                break;
            }
        }
        self.moves.truncate(moves.start);
        (best, best_square)
    }

    /// As [`try_moves`](Self::try_moves), with any search of a child, but defers moves that another
    /// thread is searching (ABDADA, Weill 1996): by the time they are tried, the table may hold
    /// their value. The first move is never deferred, so each thread has a bound before it tries
    /// the others.
    #[inline(always)]
    fn share_moves(
        &mut self,
        moves: Range<usize>,
        mover: u64,
        opponent: u64,
        alpha: i32,
        mut search: impl FnMut(&mut Self, Candidate, u64, u64) -> i32,
    ) -> (i32, Option<u32>) {
        let mut best = i32::MIN;
        let mut best_square = None;
        let mut place = moves.start;
        while place < moves.end {
            let one = self.moves.take_best(place..moves.end);
            let (own, other) = (opponent & !one.flips, mover | one.flips | 1 << one.square);
            let mark = CurrentlySearched::mark(own, other);
            if place > moves.start && one.ordering_score > PUT_OFF && self.busy.holds(mark) {
                self.moves.of(place..place + 1)[0].ordering_score = PUT_OFF;
                continue;
            }
            self.busy.begin(mark);
            let score = -search(self, one, own, other);
            self.busy.end(mark);
            if self.is_leaving() {
                break;
            }
            best = best.max(score);
            if best > alpha {
                best_square = Some(one.square);
                break;
            }
            place += 1;
        }
        self.moves.truncate(moves.start);
        (best, best_square)
    }

    /// An upper bound on the score from the opponent's stable discs, if it is at most `alpha`; they
    /// are looked for where the opponent has `spare` discs more than that takes.
    #[inline(always)]
    fn stability_cutoff(&self, mover: u64, opponent: u64, spare: i32, alpha: i32) -> Option<i32> {
        let squares = self.shape().squares as i32;
        let enough = (squares - alpha + 1) / 2;
        let corners = (opponent & self.shape().corners).count_ones();
        if ((opponent.count_ones() + CORNER_WORTH * corners) as i32) < enough + spare {
            return None;
        }
        let enough = enough.max(0) as u32;
        let stable = self
            .instructions
            .stable_discs(self.shape(), opponent, mover, enough);
        let bound = squares - 2 * stable.count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

/// A position and the way to search it, which `KIND` says.
struct NodeSearch<'s, I, K: Key, B: Board, const KIND: u32> {
    searcher: &'s mut Searcher<I, K, B>,
    mover: u64,
    opponent: u64,
    /// The legal squares of `mover`; 0 if `KIND` asks for none.
    legal: u64,
    /// The quarters of the board with an odd number of empty squares.
    odd: u8,
    empties: u32,
    alpha: i32,
}

/// With at most four empty squares.
const FOUR: u32 = 0;
/// With five.
const FIVE: u32 = 1;
/// With more empty squares, in an order by judgement.
const ORDERED: u32 = 2;

impl<I: Instructions, K: Key, B: Board, const KIND: u32> CompiledSearch
    for NodeSearch<'_, I, K, B, KIND>
{
    #[inline(always)]
    fn search(self) -> i32 {
        let (searcher, mover, opponent) = (self.searcher, self.mover, self.opponent);
        match KIND {
            FOUR => searcher.last_four(mover, opponent, self.odd, self.alpha),
            FIVE => searcher.five(mover, opponent, self.legal, self.odd, self.alpha),
            _ => searcher.ordered(
                mover,
                opponent,
                self.legal,
                self.odd,
                self.empties,
                self.alpha,
            ),
        }
    }
}
