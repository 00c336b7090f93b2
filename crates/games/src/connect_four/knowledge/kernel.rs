//! The kernel: a null-window search of Connect Four, specialized by board height.

mod bounds;

use solveig_search::{StopChecker, Stopped, stop::STOPPED_SCORE};
use std::ops::Range;
use std::sync::Arc;

use crate::bounds_cache::BoundsCache;
use crate::connect_four::{ConnectFour, ConnectFourPosition};
use solveig_game::mixing::spread;
use solveig_game::{Game, Interval, Move, Reduction, Symmetric, Symmetry, Value, ValueRange};

use super::SYMMETRIC;
use super::history::HistoryTable;
use super::lines::{has_four, winning_squares};
use super::moves::{Candidate, MoveStack};
use solveig_search::CurrentlySearched;
use solveig_search::{Entry, TableSlot, TranspositionTable};

/// Up to this number of empty squares, positions are stored in the thread's own cache, which is
/// faster; above it, in the shared table.
///
/// The limit depends on the root: a long search revisits positions before the cache evicts them,
/// while many short searches share descendants that the cache does not retain long enough.
const fn in_cache(empty_at_root: u32) -> u32 {
    if empty_at_root >= 30 { 20 } else { 14 }
}

/// Log2 of the number of slots of the cache, which fits a processor's second-level cache.
const CACHE_BITS: u32 = 16;

/// From this many empty squares on, all children are probed in the cache or table before any is
/// searched (enhanced transposition cutoff).
const ASK_FOR_CHILDREN: u32 = 10;

/// Up to this many empty squares, moves are also ordered by the history heuristic; above, it
/// misleads as often as it helps.
const BY_HISTORY: u32 = 26;

/// Children with at least this many empty squares are shared among threads (ABDADA, Weill 1996).
const SHARED: u32 = 22;

/// The state of one thread that searches boards whose columns, each with its spare bit, take
/// `HEIGHT` bits.
pub(super) struct Searcher<const HEIGHT: u32> {
    game: ConnectFour,
    squares: u32,
    range: ValueRange,
    /// The odd rows for the first player and the even ones for the second: the rows that each side
    /// gets when play is forced into the remaining columns.
    own_rows: [u64; 2],
    /// The squares that a side following claimeven gets when every column has an even number of
    /// empty squares.
    upper_rows: u64,
    /// How near a square is to the centre.
    centre: [u8; 64],
    table: Arc<TranspositionTable>,
    reduction: Reduction,
    busy: Arc<CurrentlySearched>,
    cache: BoundsCache<u64, CACHE_BITS>,
    /// See [`in_cache()`].
    in_cache: u32,
    history: HistoryTable,
    pub(super) moves: MoveStack,
    pub(super) nodes: u64,
    pub(super) stop: StopChecker,
}

/// A position in which nobody has won and the side to move cannot win at once.
#[derive(Clone, Copy)]
struct Quiet {
    mover: u64,
    occupied: u64,
    /// The empty squares that would win for the opponent.
    threats: u64,
    stones: u32,
}

/// The result of searching the children.
struct ChildrenResult {
    value: Value,
    /// The move that raised the value above the window.
    cut: Option<u64>,
}

impl<const HEIGHT: u32> Searcher<HEIGHT> {
    /// A searcher of `game`, which has `HEIGHT - 1` rows and 4 to 16 columns.
    pub(super) fn new(
        game: ConnectFour,
        table: Arc<TranspositionTable>,
        reduction: Reduction,
        busy: Arc<CurrentlySearched>,
    ) -> Self {
        assert_eq!(game.rows() + 1, HEIGHT);
        assert!((4..=16).contains(&game.columns()));
        let rows = |first: u32| (first..HEIGHT - 1).step_by(2);
        let set = |first| rows(first).fold(0, |set, row| set | game.bottom() << row);
        let mut centre = [0; 64];
        for column in 0..game.columns() {
            let from_side = column.min(game.columns() - 1 - column);
            let squares = (column * HEIGHT) as usize;
            centre[squares..squares + HEIGHT as usize].fill(from_side as u8);
        }
        Self {
            squares: game.max_level(),
            range: game.value_range(),
            own_rows: [set(0), set(1)],
            upper_rows: set(1 - game.rows() % 2),
            centre,
            game,
            table,
            reduction,
            busy,
            cache: BoundsCache::new(u64::MAX),
            in_cache: 0,
            history: HistoryTable::new(),
            moves: MoveStack::new(),
            nodes: 0,
            stop: StopChecker::default(),
        }
    }

    /// The fail-soft value of a search with the window from `alpha` to `alpha + 1`.
    ///
    /// [`with_table`](Self::with_table) and [`with_cache`](Self::with_cache) look at the stop
    /// token; once it is set, they return [`STOPPED_SCORE`] and store nothing more.
    pub(super) fn null_window(
        &mut self,
        position: ConnectFourPosition,
        alpha: Value,
    ) -> Result<Value, Stopped> {
        let ConnectFourPosition { mover, occupied } = position;
        let opponent = position.opponent();
        let stones = occupied.count_ones();
        self.history.reset();
        self.in_cache = in_cache(self.squares - stones);
        if has_four(&self.game, opponent, HEIGHT) {
            return Ok(-self.game.worth_of_win(stones));
        }
        if stones == self.squares {
            return Ok(0);
        }
        let wins = winning_squares(&self.game, mover, HEIGHT);
        if wins & self.game.playable(occupied) != 0 {
            return Ok(self.game.worth_of_win(stones + 1));
        }
        let threats = winning_squares(&self.game, opponent, HEIGHT) & !occupied;
        let quiet = Quiet {
            mover,
            occupied,
            threats,
            stones,
        };
        let value = self.search(quiet, None, alpha);
        match self.stop.is_stopped() {
            true => Err(Stopped),
            false => Ok(value),
        }
    }

    /// The fail-soft value of a position; `place` is its table slot, if known.
    fn search(&mut self, position: Quiet, place: Option<TableSlot<u64>>, alpha: Value) -> Value {
        self.nodes += 1;
        let Quiet {
            occupied,
            threats,
            stones,
            ..
        } = position;
        let playable = self.game.playable(occupied);
        let forced = threats & playable;
        let safe = if forced == 0 { playable } else { forced } & !(threats >> 1);
        if safe == 0 || forced & forced.wrapping_sub(1) != 0 {
            return if playable == 0 {
                0
            } else {
                -self.game.worth_of_win(stones + 2)
            };
        }
        if let Some(value) = self.bounded(position, alpha) {
            return value;
        }
        if let Some(value) = self.followed_up(position, playable, alpha) {
            return value;
        }
        if safe & (safe - 1) == 0 {
            // The only move: the value is that of the child, which is looked up itself.
            return match self.threats_after(position, safe) {
                None => self.game.worth_of_win(stones + 3),
                Some(threats) => -self.search(position.after(safe, threats), None, -alpha - 1),
            };
        }
        let start = self.moves.top();
        let value = if self.squares - stones <= self.in_cache {
            self.with_cache(position, safe, alpha)
        } else {
            self.with_table(position, place, safe, alpha)
        };
        self.moves.truncate(start);
        value
    }

    /// The squares that win for the side that plays `square`; `None` if it wins with its next stone
    /// whatever the opponent does: by two of them at once, or by one right above another.
    #[inline(always)]
    fn threats_after(&self, position: Quiet, square: u64) -> Option<u64> {
        let occupied = position.occupied | square;
        let squares = winning_squares(&self.game, position.mover | square, HEIGHT) & !occupied;
        let at_once = squares & self.game.playable(occupied);
        let playable = self.game.playable(occupied);
        let unstoppable = if at_once == 0 {
            playable & !(squares >> 1) == 0 && playable != 0
        } else {
            at_once & (at_once - 1) != 0 || squares & (at_once << 1) != 0
        };
        (!unstoppable).then_some(squares)
    }

    /// Puts the moves to the squares in `safe` on the stack, best guess first. Fails with the value
    /// if one of them wins by force with the next stone, or with a bound on it that decides the
    /// window, since none does.
    #[inline(always)]
    fn list(&mut self, position: Quiet, safe: u64, alpha: Value) -> Result<Range<usize>, Value> {
        let side = position.stones as usize % 2;
        let by_history = self.squares - position.stones <= BY_HISTORY;
        let in_table = self.squares - position.stones > self.in_cache + 1;
        let start = self.moves.top();
        let mut rest = safe;
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            rest ^= square;
            let threats = self.threats_after(position, square);
            let threats = threats.ok_or_else(|| self.game.worth_of_win(position.stones + 3))?;
            let place = in_table.then(|| {
                let place = self.place(position.after(square, threats));
                self.table.prefetch_at(place);
                place
            });
            let number = square.trailing_zeros();
            // One above a threat of the opponent never comes to be played.
            let useful = threats & !(position.threats << 1);
            let of_own = useful & self.own_rows[side];
            // The opponent must not play below these.
            let next = useful & self.game.playable(position.occupied | square) << 1;
            let counts = useful.count_ones() + of_own.count_ones() + 2 * next.count_ones();
            let mut ordering_score =
                256 * counts as i32 + 64 * i32::from(self.centre[number as usize % 64]);
            if by_history {
                ordering_score += self.history.score(side, number);
            }
            let candidate = Candidate {
                square,
                threats,
                place,
                ordering_score,
            };
            self.moves.insert(start, candidate);
        }
        let max = match position.stones + 5 <= self.squares {
            true => self.game.worth_of_win(position.stones + 5),
            false => 0,
        };
        match max <= alpha {
            true => Err(max),
            false => Ok(start..self.moves.top()),
        }
    }

    #[inline(always)]
    fn with_cache(&mut self, position: Quiet, safe: u64, alpha: Value) -> Value {
        if self.stop.pass(self.nodes).is_err() {
            return STOPPED_SCORE;
        }
        let key = position.key();
        let mut first = 0;
        if let Some(entry) = self.cache.look_up(key, spread(key)) {
            if let Some(value) = entry.decides(alpha) {
                return value;
            }
            first = 1_u64.checked_shl(entry.best()).unwrap_or(0);
        }
        let moves = match self.list(position, safe, alpha) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        self.moves.put_first(moves.clone(), first);
        if self.squares - position.stones >= ASK_FOR_CHILDREN {
            for one in self.moves.of(moves.clone()) {
                let key = position.after(one.square, one.threats).key();
                if let Some(entry) = self.cache.look_up(key, spread(key))
                    && -entry.upper() > alpha
                {
                    return -entry.upper();
                }
            }
        }
        let found = self.try_moves(position, moves, alpha);
        if self.stop.is_stopped() {
            return STOPPED_SCORE;
        }
        let best = found.cut.map(u64::trailing_zeros);
        self.cache.store(key, spread(key), found.value, best);
        found.value
    }

    #[inline(always)]
    fn with_table(
        &mut self,
        position: Quiet,
        place: Option<TableSlot<u64>>,
        safe: u64,
        alpha: Value,
    ) -> Value {
        if self.stop.check().is_err() {
            return STOPPED_SCORE;
        }
        let nodes_before = self.nodes;
        let place = place.unwrap_or_else(|| {
            let place = self.place(position);
            self.table.prefetch_at(place);
            place
        });
        let moves = match self.list(position, safe, alpha) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        if let Some(entry) = self.table.look_up_at(place) {
            if entry.bounds.lower > alpha {
                return entry.bounds.lower;
            }
            if entry.bounds.upper <= alpha {
                return entry.bounds.upper;
            }
            if let Some(best) = entry.best_move {
                let column = self.game.column(self.own_move(position, best).0.into());
                self.moves.put_first(moves.clone(), column);
            }
        }
        if let Some(value) = self.known_by_child(moves.clone(), alpha) {
            return value;
        }
        let found = if self.squares - position.stones > SHARED {
            self.share_moves(position, moves, alpha)
        } else {
            self.try_moves(position, moves, alpha)
        };
        if self.stop.is_stopped() {
            return STOPPED_SCORE;
        }
        let bounds = match found.cut {
            Some(_) => Interval {
                lower: found.value,
                upper: self.range.max,
            },
            None => Interval {
                lower: self.range.min,
                upper: found.value,
            },
        };
        let best_move = found.cut.map(|square| {
            let column = square.trailing_zeros() / HEIGHT;
            self.own_move(position, Move(column as u16))
        });
        let nodes = self.nodes - nodes_before;
        let entry = Entry { bounds, best_move };
        self.table.store_at(place, entry, nodes);
        found.value
    }

    /// The value that the table's bound on a child gives the parent, if it is above `alpha`.
    #[inline(always)]
    fn known_by_child(&self, moves: Range<usize>, alpha: Value) -> Option<Value> {
        self.moves
            .of(moves)
            .iter()
            .filter_map(|one| self.table.look_up_at(one.place?))
            .map(|entry| -entry.bounds.upper)
            .find(|value| *value > alpha)
    }

    #[inline(always)]
    fn try_moves(&mut self, position: Quiet, moves: Range<usize>, alpha: Value) -> ChildrenResult {
        let mut best = Value::MIN;
        for at in moves.clone() {
            let one = self.moves.at(at);
            let child = position.after(one.square, one.threats);
            let value = -self.search(child, one.place, -alpha - 1);
            best = best.max(value);
            if best > alpha {
                return self.cut(position, one.square, moves.start..at, best);
            }
        }
        ChildrenResult {
            value: best,
            cut: None,
        }
    }

    /// As [`try_moves`](Self::try_moves), but defers moves that another thread is searching
    /// (ABDADA, Weill 1996): by the time they are tried, the table may hold their value. The first
    /// move is never deferred, so each thread has a bound before it tries the others.
    fn share_moves(
        &mut self,
        position: Quiet,
        moves: Range<usize>,
        alpha: Value,
    ) -> ChildrenResult {
        let mut best = Value::MIN;
        let mut put_off = 0;
        let mut at = moves.start;
        while at < moves.end {
            let one = self.moves.at(at);
            let child = position.after(one.square, one.threats);
            let mark = CurrentlySearched::mark(child.mover, child.occupied);
            if at > moves.start && at + put_off < moves.end && self.busy.holds(mark) {
                self.moves.of_mut(at..moves.end).rotate_left(1);
                put_off += 1;
                continue;
            }
            self.busy.begin(mark);
            let value = -self.search(child, one.place, -alpha - 1);
            self.busy.end(mark);
            best = best.max(value);
            if best > alpha {
                return self.cut(position, one.square, moves.start..at, best);
            }
            at += 1;
        }
        ChildrenResult {
            value: best,
            cut: None,
        }
    }

    #[inline(always)]
    fn cut(
        &mut self,
        position: Quiet,
        square: u64,
        failed: Range<usize>,
        value: Value,
    ) -> ChildrenResult {
        let failed = self.moves.of(failed).iter();
        let failed = failed.map(|one| one.square.trailing_zeros());
        let side = position.stones as usize % 2;
        self.history.learn(side, square.trailing_zeros(), failed);
        ChildrenResult {
            value,
            cut: Some(square),
        }
    }

    #[inline(always)]
    fn place(&self, position: Quiet) -> TableSlot<u64> {
        let key = position.key();
        self.table.place(match self.has_image(position) {
            true => key.min(self.game.mirror(key)),
            false => key,
        })
    }

    /// Whether a position and its mirror image share a table entry.
    #[inline(always)]
    fn has_image(&self, position: Quiet) -> bool {
        position.stones <= SYMMETRIC && self.reduction == Reduction::Canonical
    }

    /// Maps a move between a position and its canonical form in the table, in either direction.
    #[inline(always)]
    fn own_move(&self, position: Quiet, moved: Move) -> Move {
        let key = position.key();
        let mirrored = self.has_image(position) && self.game.mirror(key) < key;
        self.game
            .transform_move(moved, Symmetry(u8::from(mirrored)))
    }
}

impl Quiet {
    /// The key of the position under no symmetry.
    #[inline(always)]
    const fn key(self) -> u64 {
        self.mover + self.occupied
    }

    /// The position after a move that leaves no win at once to the other side and that makes these
    /// threats.
    #[inline(always)]
    const fn after(self, square: u64, threats: u64) -> Self {
        Self {
            mover: self.mover ^ self.occupied,
            occupied: self.occupied | square,
            threats,
            stones: self.stones + 1,
        }
    }
}
