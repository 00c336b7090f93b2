//! Null-window search of Othello, for boards whose keys fit one word.
//!
//! Tests compare it with the checker's own rules and search.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::board::{Board, Squares};
use super::machine::{Machine, Portable, SearchPart};
use super::recent::Recent;
#[cfg(target_arch = "x86_64")]
use super::x86::Avx2;
use crate::bounds::Bound;
use crate::fast::table::BoundsTable;
use crate::kernel::search::{Memory, ProvedBounds};
use crate::limits::{Budget, Undecided};
use crate::rules::grid::{Stones, TERNARY};
use crate::rules::othello::Othello;

/// Up to this many empty squares, moves are tried in the order of parity (`few.rs`).
pub const FEW: u32 = 5;
/// From this many empty squares the shared table is used. Its look-ups miss the cache; below that,
/// each thread uses a small table of its own.
const SHARED: u32 = 11;
/// From this many empty squares on the thread's table is used.
const WORTH_REMEMBERING: u32 = 7;
/// From this many empty squares all children are looked up before any is searched (enhanced
/// transposition cutoff).
const WORTH_ASKING_CHILDREN: u32 = 12;

/// From this many empty squares moves are ordered with a look at the replies.
const WORTH_LOOKING_AHEAD: u32 = 11;
/// Weight of the look-ahead in the order.
const AHEAD: i32 = 2;

/// Stable discs are looked for where a side has this many discs more than must be stable: with
/// fewer to spare there are hardly ever enough.
pub const SPARE: i32 = 3;

/// Less than any utility.
pub const NOTHING: i32 = -100;

/// What is known of every value.
const ANY_VALUE: ProvedBounds = ProvedBounds::within(NOTHING, -NOTHING);

/// Upper bound on the moves of a position with 40 squares or fewer, and on its empty squares.
const MAX_MOVES: usize = 40;

/// A position, its moves, and the quarters with an odd number of empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub mover: u64,
    pub opponent: u64,
    pub moves: u64,
    pub odd: u64,
}

impl Node {
    /// The same position with the other side to move, which has these moves.
    #[inline(always)]
    pub const fn passed(self, moves: u64) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
            moves,
            odd: self.odd,
        }
    }
}

/// The position after a move with its moves, and the move's rank in the order, least first.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    mover: u64,
    opponent: u64,
    replies: u64,
    key: u64,
    rank: i32,
    square: u8,
}

/// What a thread keeps from one search to the next.
struct Workspace {
    recent: Recent,
    /// The moves of the positions on the path, by the number of empty squares.
    lists: Box<[[Move; MAX_MOVES]]>,
}

thread_local! {
    static WORKSPACE: RefCell<Workspace> = RefCell::new(Workspace {
        recent: Recent::new(),
        lists: vec![[Move::default(); MAX_MOVES]; MAX_MOVES + 1].into_boxed_slice(),
    });
}

/// A search on a board of one size.
pub struct OthelloSearch<'a, M, B> {
    board: PhantomData<B>,
    pub machine: M,
    table: &'a BoundsTable,
    budget: &'a Budget,
    workspace: &'a mut Workspace,
    /// Positions visited and not yet added to `total`.
    pub nodes: u64,
    total: &'a AtomicU64,
    /// Why the search was aborted. From then on nothing is stored, and returned values are
    /// meaningless.
    stop: Option<Undecided>,
}

/// Positions between two updates of the shared count.
const NODES_BETWEEN_REPORTS: u64 = 1 << 16;

/// Whether the value of `stones` is at least `bound`, with the positions visited added to the last
/// argument.
pub type AtLeast = fn(Stones, i32, &BoundsTable, &Budget, &AtomicU64) -> Result<bool, Undecided>;

/// The search for a board with the best instructions that the processor has; `None` if its size is
/// not supported.
pub fn for_board(board: &Othello) -> Option<AtLeast> {
    searches(board).next()
}

/// The searches for a board, one for each instruction set that the processor has, the best first.
pub fn searches(board: &Othello) -> impl Iterator<Item = AtLeast> + use<> {
    #[cfg(target_arch = "x86_64")]
    let with_vectors = with::<Avx2>(board);
    #[cfg(not(target_arch = "x86_64"))]
    let with_vectors = None;
    with_vectors.into_iter().chain(with::<Portable>(board))
}

fn with<M: Machine>(board: &Othello) -> Option<AtLeast> {
    M::detect()?;
    Some(match board.size() {
        (4, 4) => at_least_on::<M, Squares<4, 4>>,
        (6, 4) => at_least_on::<M, Squares<6, 4>>,
        (4, 6) => at_least_on::<M, Squares<4, 6>>,
        (8, 4) => at_least_on::<M, Squares<8, 4>>,
        (4, 8) => at_least_on::<M, Squares<4, 8>>,
        (6, 6) => at_least_on::<M, Squares<6, 6>>,
        (10, 4) => at_least_on::<M, Squares<10, 4>>,
        (4, 10) => at_least_on::<M, Squares<4, 10>>,
        _ => return None,
    })
}

fn at_least_on<M: Machine, B: Board>(
    stones: Stones,
    bound: i32,
    table: &BoundsTable,
    budget: &Budget,
    total: &AtomicU64,
) -> Result<bool, Undecided> {
    let Some(machine) = M::detect() else {
        unreachable!("searches are listed for machines that are there");
    };
    let Stones { mover, opponent } = stones;
    WORKSPACE.with_borrow_mut(|workspace| {
        let mut search = OthelloSearch::<M, B> {
            board: PhantomData,
            machine,
            table,
            budget,
            workspace,
            nodes: 0,
            total,
            stop: None,
        };
        let empty = !(mover | opponent) & B::ALL;
        let node = Node {
            mover,
            opponent,
            moves: machine.moves::<B>(mover, opponent),
            odd: odd_quarters::<B>(empty),
        };
        let value = search.value(node, empty.count_ones(), bound - 1);
        total.fetch_add(search.nodes, Relaxed);
        match search.stop {
            None => Ok(value >= bound),
            Some(why) => Err(why),
        }
    })
}

/// The search of one position, of few empty squares or of more.
struct Visit<'s, 'a, M, B, const IS_FEW: bool> {
    search: &'s mut OthelloSearch<'a, M, B>,
    node: Node,
    alpha: i32,
}

impl<M: Machine, B: Board, const IS_FEW: bool> SearchPart for Visit<'_, '_, M, B, IS_FEW> {
    #[inline(always)]
    fn run(self) -> i32 {
        match IS_FEW {
            true => self.search.few(self.node, self.alpha),
            false => self.search.ordered(self.node, self.alpha),
        }
    }
}

impl<M: Machine, B: Board> OthelloSearch<'_, M, B> {
    /// A bound on the value (fail-soft): a lower one if it is above `alpha`, else an upper one.
    #[inline(always)]
    pub fn value(&mut self, node: Node, left: u32, alpha: i32) -> i32 {
        let (machine, search) = (self.machine, self);
        if left <= FEW {
            machine.run(Visit::<'_, '_, M, B, true> {
                search,
                node,
                alpha,
            })
        } else {
            machine.run(Visit::<'_, '_, M, B, false> {
                search,
                node,
                alpha,
            })
        }
    }

    /// Like [`Self::value`], for more than [`FEW`] empty squares.
    #[inline(always)]
    fn ordered(&mut self, node: Node, alpha: i32) -> i32 {
        let Node {
            mover,
            opponent,
            moves,
            odd,
        } = node;
        let empty = !(mover | opponent) & B::ALL;
        let left = empty.count_ones();
        self.nodes += 1;
        if left >= SHARED && self.is_over() {
            return NOTHING;
        }
        if moves == 0 {
            let moves = self.machine.moves::<B>(opponent, mover);
            if moves == 0 {
                return B::utility(mover, opponent);
            }
            return -self.value(node.passed(moves), left, -alpha - 1);
        }
        let key = (left >= SHARED).then(|| u128::from(key_of::<B>(mover, opponent)));
        if let Some(key) = key {
            self.table.fetch(key);
        }
        if let Some(bound) = Self::bound_by_stable(mover, opponent, alpha, SPARE) {
            return bound;
        }
        let bounds = match key {
            Some(key) => self.table.get(key),
            None if left < WORTH_REMEMBERING => None,
            None => self.workspace.recent.get::<B>(mover, opponent),
        };
        let mut first = None;
        if let Some(bounds) = bounds {
            if bounds.least > alpha {
                return bounds.least;
            }
            if bounds.greatest <= alpha {
                return bounds.greatest;
            }
            first = bounds.best;
        }

        let at_depth = left as usize % (MAX_MOVES + 1);
        let list = &mut self.workspace.lists[at_depth];
        let mut squares = moves;
        let mut count = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = self.machine.flips::<B>(square, mover, opponent);
            let (next, other) = (opponent ^ flips, mover ^ flips ^ (1 << square));
            if next == 0 {
                return B::SQUARES;
            }
            let replies = self.machine.moves::<B>(next, other);
            list[count % MAX_MOVES] = Move {
                mover: next,
                opponent: other,
                replies,
                key: 0,
                rank: 0,
                square: square as u8,
            };
            count += 1;
        }
        let list = &mut list[..count];
        if left >= WORTH_ASKING_CHILDREN {
            for next in list.iter_mut() {
                next.key = key_of::<B>(next.mover, next.opponent);
                self.table.fetch(next.key.into());
            }
            for next in list.iter() {
                if let Some(bounds) = self.table.get(next.key.into())
                    && -bounds.greatest > alpha
                {
                    return -bounds.greatest;
                }
            }
        }
        for next in list.iter_mut() {
            next.rank = if first == Some(next.square) {
                i32::MIN
            } else if left >= WORTH_LOOKING_AHEAD {
                let score = Self::look_ahead_score(self.machine, next);
                Self::rank(next, odd) + AHEAD * score
            } else {
                Self::rank(next, odd)
            };
        }

        let mut best = NOTHING;
        let mut choice = 0;
        for at in 0..count {
            let list = &mut self.workspace.lists[at_depth][..count];
            let mut least = at;
            for other in at + 1..list.len() {
                if list[other].rank < list[least].rank {
                    least = other;
                }
            }
            list.swap(at, least);
            let next = list[at];
            let child = Node {
                mover: next.mover,
                opponent: next.opponent,
                moves: next.replies,
                odd: odd ^ B::QUARTERS[next.square as usize % 64],
            };
            let worth = -self.value(child, left - 1, -alpha - 1);
            if worth > best {
                best = worth;
                choice = next.square;
                if worth > alpha {
                    break;
                }
            }
        }
        if self.stop.is_some() {
            return NOTHING;
        }
        let proved = if best > alpha {
            Bound::AtLeast(best)
        } else {
            Bound::AtMost(best)
        };
        if let Some(key) = key {
            self.table.put(key, proved, Some(choice), left);
        } else if left >= WORTH_REMEMBERING {
            let bounds = bounds.unwrap_or(ANY_VALUE).with(proved, Some(choice));
            self.workspace.recent.put::<B>(mover, opponent, bounds);
        }
        best
    }

    /// Whether the search is aborted; checks the limits.
    fn is_over(&mut self) -> bool {
        if self.stop.is_none() {
            self.stop = self.budget.go_on().err();
        }
        if self.nodes >= NODES_BETWEEN_REPORTS {
            self.total
                .fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        }
        self.stop.is_some()
    }

    /// An upper bound from the opponent's stable discs, if it decides the null window. They are
    /// looked for where the opponent has `spare` discs more than that takes.
    #[inline(always)]
    pub fn bound_by_stable(mover: u64, opponent: u64, alpha: i32, spare: i32) -> Option<i32> {
        let squares = B::SQUARES;
        let enough = (squares - alpha + 1) / 2;
        if (opponent.count_ones() as i32) < enough + spare {
            return None;
        }
        let stable = B::stable(opponent, mover, enough.max(0) as u32);
        let greatest = squares - 2 * stable.count_ones() as i32;
        (greatest <= alpha).then_some(greatest)
    }

    /// Heuristic value of a position after the best move of the side to move.
    #[inline(always)]
    fn look_ahead_score(machine: M, of: &Move) -> i32 {
        let mut squares = of.replies;
        let mut best = NOTHING;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = machine.flips::<B>(square, of.mover, of.opponent);
            let (next, other) = (of.opponent ^ flips, of.mover ^ flips ^ (1 << square));
            let count = |set: u64| set.count_ones() as i32;
            let corners = B::CORNERS;
            let left_to_it = 4 * count(machine.moves::<B>(next, other))
                - 3 * count(machine.moves::<B>(other, next))
                + 8 * (count(corners & next) - count(corners & other));
            best = best.max(-left_to_it);
        }
        best
    }

    /// Ranks first the moves that leave the other side few moves, now and later, and hold corners.
    #[inline(always)]
    fn rank(next: &Move, odd: u64) -> i32 {
        let &Move {
            mover, opponent, ..
        } = next;
        let corners = next.replies & B::CORNERS;
        let empty = !(mover | opponent) & B::ALL;
        let open = B::around(opponent) & empty;
        let held = B::at_corners(opponent);
        let mut rank = (8 * next.replies.count_ones() + 4 * corners.count_ones()) as i32;
        rank += 2 * open.count_ones() as i32;
        rank -= 4 * i32::from(1 << next.square & odd != 0);
        rank -= 6 * held.count_ones() as i32;
        rank
    }
}

/// The squares of the quarters with an odd number of empty squares (parity): the side that moves
/// there first tends to move there last.
#[inline(always)]
fn odd_quarters<B: Board>(empty: u64) -> u64 {
    let last_row = B::COLUMNS * (B::ROWS - 1);
    let mut odd = 0;
    for corner in [0, B::COLUMNS - 1, last_row, last_row + B::COLUMNS - 1] {
        let quarter = B::QUARTERS[corner as usize];
        if (empty & quarter).count_ones() % 2 == 1 {
            odd |= quarter;
        }
    }
    odd
}

/// The key of the position: the same as that of the rules.
#[inline(always)]
fn key_of<B: Board>(mover: u64, opponent: u64) -> u64 {
    const OCTET: u64 = 3_u64.pow(8);
    let mut key = 0;
    let mut byte = (B::COLUMNS * B::ROWS).div_ceil(8);
    while byte > 0 {
        byte -= 1;
        let at = |word: u64| u64::from(TERNARY[(word >> (8 * byte) & 0xff) as usize]);
        key = key * OCTET + at(mover) + 2 * at(opponent);
    }
    key
}
