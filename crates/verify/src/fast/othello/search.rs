//! Null-window search of Othello, for boards whose keys fit one word.
//!
//! Tests compare it with the checker's own rules and search.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::board::OthelloBoard;
use crate::fast::table::BoundsTable;
use crate::kernel::search::Known;
use crate::limits::{Budget, Undecided};
use crate::rules::grid::{Stones, TERNARY};

/// Up to this many empty squares, moves are tried in board order, quarters with an odd number of
/// empty squares first.
const FEW: u32 = 5;
/// From this many empty squares the shared table is used. Its look-ups miss the cache; below that,
/// each thread uses a small table of its own.
const WORTH_REMEMBERING: u32 = 11;
/// From this many empty squares all children are looked up before any is searched (enhanced
/// transposition cutoff).
const WORTH_ASKING_CHILDREN: u32 = 12;

/// From this many empty squares moves are ordered with a look at the replies.
const WORTH_LOOKING_AHEAD: u32 = 12;
/// Weight of the look-ahead in the order.
const AHEAD: i32 = 2;

/// Less than any utility.
const NOTHING: i32 = -100;

/// Upper bound on the moves of a position with 40 squares or fewer.
const MOST_MOVES: usize = 40;

/// The position after a move, and the move's rank in the order, least first.
#[derive(Clone, Copy, Default)]
struct Move {
    mover: u64,
    opponent: u64,
    square: u8,
    rank: i32,
}

/// A position and bounds on its value, in a thread's own table.
#[derive(Clone, Copy, Default)]
struct Remembered {
    mover: u64,
    opponent: u64,
    columns: u8,
    rows: u8,
    least: i8,
    greatest: i8,
    best: u8,
}

/// Entries of each thread's table: a power of two.
const REMEMBERED: usize = 1 << 15;

thread_local! {
    static MEMORY: RefCell<Box<[Remembered]>> =
        RefCell::new(vec![Remembered::default(); REMEMBERED].into_boxed_slice());
}

/// A search on a board of one size.
struct OthelloSearch<'a, const COLUMNS: u32, const ROWS: u32> {
    table: &'a BoundsTable,
    budget: &'a Budget,
    memory: &'a mut [Remembered],
    /// Positions visited and not yet added to `told`.
    nodes: u64,
    told: &'a AtomicU64,
    /// Why the search was aborted. From then on nothing is stored, and returned values are
    /// meaningless.
    broken_off: Option<Undecided>,
}

/// Positions between two updates of the shared count.
const NODES_BETWEEN_REPORTS: u64 = 1 << 16;

/// Whether the value of `stones` is at least `bound`, with the positions visited added to the last
/// argument.
pub type AtLeast = fn(Stones, i32, &BoundsTable, &Budget, &AtomicU64) -> Result<bool, Undecided>;

/// The search for boards of a size; `None` if the size or the processor is not supported.
pub fn for_board((columns, rows): (u32, u32)) -> Option<AtLeast> {
    #[cfg(target_arch = "x86_64")]
    if !(is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt"))
    {
        return None;
    }
    Some(match (columns, rows) {
        (4, 4) => at_least_on::<4, 4>,
        (6, 4) => at_least_on::<6, 4>,
        (4, 6) => at_least_on::<4, 6>,
        (8, 4) => at_least_on::<8, 4>,
        (4, 8) => at_least_on::<4, 8>,
        (6, 6) => at_least_on::<6, 6>,
        _ => return None,
    })
}

fn at_least_on<const COLUMNS: u32, const ROWS: u32>(
    stones: Stones,
    bound: i32,
    table: &BoundsTable,
    budget: &Budget,
    told: &AtomicU64,
) -> Result<bool, Undecided> {
    let Stones { mover, opponent } = stones;
    MEMORY.with_borrow_mut(|memory| {
        let mut search = OthelloSearch::<COLUMNS, ROWS> {
            table,
            budget,
            memory,
            nodes: 0,
            told,
            broken_off: None,
        };
        let odd = odd_quarters::<COLUMNS, ROWS>(!(mover | opponent));
        // SAFETY: `for_board` has checked that the processor has every feature the function uses.
        #[allow(unused_unsafe)]
        let value = unsafe { search.value(mover, opponent, odd, bound - 1) };
        told.fetch_add(search.nodes, Relaxed);
        match search.broken_off {
            None => Ok(value >= bound),
            Some(why) => Err(why),
        }
    })
}

impl<const COLUMNS: u32, const ROWS: u32> OthelloSearch<'_, COLUMNS, ROWS> {
    /// A bound on the value (fail-soft): a lower one if it is above `alpha`, else an upper one.
    /// `odd` are the quarters with an odd number of empty squares.
    #[cfg_attr(
        target_arch = "x86_64",
        target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")
    )]
    fn value(&mut self, mover: u64, opponent: u64, odd: u64, alpha: i32) -> i32 {
        let empty = !(mover | opponent) & OthelloBoard::<COLUMNS, ROWS>::ALL;
        let left = empty.count_ones();
        if left <= FEW {
            return self.last(mover, opponent, odd, alpha, left);
        }
        self.nodes += 1;
        if left >= WORTH_REMEMBERING && self.is_over() {
            return NOTHING;
        }
        let key = (left >= WORTH_REMEMBERING)
            .then(|| u128::from(key_of::<COLUMNS, ROWS>(mover, opponent)));
        if let Some(key) = key {
            self.table.fetch(key);
        }
        if let Some(bound) = Self::bound_by_stable(mover, opponent, alpha) {
            return bound;
        }
        let mut squares = OthelloBoard::<COLUMNS, ROWS>::moves(mover, opponent);
        if squares == 0 {
            if OthelloBoard::<COLUMNS, ROWS>::moves(opponent, mover) == 0 {
                return OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent);
            }
            return -self.value(opponent, mover, odd, -alpha - 1);
        }
        let mut first = None;
        let known = match key {
            Some(key) => self.table.get(key),
            None => self.recall(mover, opponent),
        };
        if let Some(known) = known {
            if known.least > alpha {
                return known.least;
            }
            if known.greatest <= alpha {
                return known.greatest;
            }
            first = known.best;
        }

        let mut moves = [Move::default(); MOST_MOVES];
        let mut count = 0;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = OthelloBoard::<COLUMNS, ROWS>::flips(square, mover, opponent);
            let next = Move {
                mover: opponent ^ flips,
                opponent: mover ^ flips ^ (1 << square),
                square: square as u8,
                rank: 0,
            };
            moves[count] = next;
            count += 1;
        }
        let moves = &mut moves[..count];
        if left >= WORTH_ASKING_CHILDREN {
            let keys: [u64; MOST_MOVES] = std::array::from_fn(|at| match moves.get(at) {
                Some(next) => key_of::<COLUMNS, ROWS>(next.mover, next.opponent),
                None => 0,
            });
            let keys = &keys[..count];
            keys.iter().for_each(|key| self.table.fetch((*key).into()));
            for key in keys {
                if let Some(known) = self.table.get((*key).into())
                    && -known.greatest > alpha
                {
                    return -known.greatest;
                }
            }
        }
        for next in moves.iter_mut() {
            next.rank = if first == Some(next.square) {
                i32::MIN
            } else if left >= WORTH_LOOKING_AHEAD {
                Self::rank(next, odd) + AHEAD * Self::look_ahead_score(next.mover, next.opponent)
            } else {
                Self::rank(next, odd)
            };
        }

        let mut best = NOTHING;
        let mut choice = 0;
        for at in 0..count {
            let least = (at..count).min_by_key(|&i| moves[i].rank).unwrap_or(at);
            moves.swap(at, least);
            let next = moves[at];
            let odd = odd ^ OthelloBoard::<COLUMNS, ROWS>::quarter(next.square.into());
            let worth = -self.value(next.mover, next.opponent, odd, -alpha - 1);
            if worth > best {
                best = worth;
                choice = next.square;
                if worth > alpha {
                    break;
                }
            }
        }
        if self.broken_off.is_some() {
            return NOTHING;
        }
        match key {
            Some(key) => self.table.put(key, best, best > alpha, choice, left),
            None => self.remember(mover, opponent, best, best > alpha, choice),
        }
        best
    }

    /// Whether the search is aborted; checks the limits.
    fn is_over(&mut self) -> bool {
        if self.broken_off.is_none() {
            self.broken_off = self.budget.go_on().err();
        }
        if self.nodes >= NODES_BETWEEN_REPORTS {
            self.told
                .fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        }
        self.broken_off.is_some()
    }

    /// The entry of a position in the thread's table.
    #[inline(always)]
    fn place(&mut self, mover: u64, opponent: u64) -> &mut Remembered {
        let mixed = mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
        let place = mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> (64 - REMEMBERED.ilog2());
        &mut self.memory[place as usize % REMEMBERED]
    }

    /// The bounds of a position in the thread's table.
    #[inline(always)]
    fn recall(&mut self, mover: u64, opponent: u64) -> Option<Known> {
        let there = *self.place(mover, opponent);
        Self::is_of(&there, mover, opponent).then_some(Known {
            least: there.least.into(),
            greatest: there.greatest.into(),
            best: Some(there.best),
        })
    }

    #[inline(always)]
    fn is_of(there: &Remembered, mover: u64, opponent: u64) -> bool {
        (there.mover, there.opponent) == (mover, opponent)
            && (u32::from(there.columns), u32::from(there.rows)) == (COLUMNS, ROWS)
    }

    #[inline(always)]
    fn remember(&mut self, mover: u64, opponent: u64, bound: i32, at_least: bool, best: u8) {
        let there = self.place(mover, opponent);
        if !Self::is_of(there, mover, opponent) {
            *there = Remembered {
                mover,
                opponent,
                columns: COLUMNS as u8,
                rows: ROWS as u8,
                least: i8::MIN,
                greatest: i8::MAX,
                best,
            };
        }
        // Utilities fit eight bits: the board has 40 squares or fewer.
        if at_least {
            there.least = there.least.max(bound as i8);
        } else {
            there.greatest = there.greatest.min(bound as i8);
        }
        there.best = best;
    }

    /// A bound from stable discs, if it decides the null window.
    #[inline(always)]
    fn bound_by_stable(mover: u64, opponent: u64, alpha: i32) -> Option<i32> {
        let squares = OthelloBoard::<COLUMNS, ROWS>::SQUARES;
        // Only if the bound would decide with all discs stable.
        if squares - 2 * opponent.count_ones() as i32 <= alpha {
            let stable = OthelloBoard::<COLUMNS, ROWS>::stable(opponent, mover);
            let greatest = squares - 2 * stable.count_ones() as i32;
            if greatest <= alpha {
                return Some(greatest);
            }
        }
        if 2 * mover.count_ones() as i32 - squares > alpha {
            let stable = OthelloBoard::<COLUMNS, ROWS>::stable(mover, opponent);
            let least = 2 * stable.count_ones() as i32 - squares;
            if least > alpha {
                return Some(least);
            }
        }
        None
    }

    /// Heuristic value of a position after the best move of the side to move.
    #[inline(always)]
    fn look_ahead_score(mover: u64, opponent: u64) -> i32 {
        let mut squares = OthelloBoard::<COLUMNS, ROWS>::moves(mover, opponent);
        let mut best = NOTHING;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = OthelloBoard::<COLUMNS, ROWS>::flips(square, mover, opponent);
            let (next, other) = (opponent ^ flips, mover ^ flips ^ (1 << square));
            let count = |set: u64| set.count_ones() as i32;
            let corners = OthelloBoard::<COLUMNS, ROWS>::CORNERS;
            let left_to_it = 4 * count(OthelloBoard::<COLUMNS, ROWS>::moves(next, other))
                - count(OthelloBoard::<COLUMNS, ROWS>::moves(other, next))
                + 8 * (count(corners & next) - count(corners & other));
            best = best.max(-left_to_it);
        }
        best
    }

    /// Ranks first the moves that leave the other side few moves, now and later.
    #[inline(always)]
    fn rank(next: &Move, odd: u64) -> i32 {
        let &Move {
            mover, opponent, ..
        } = next;
        let moves = OthelloBoard::<COLUMNS, ROWS>::moves(mover, opponent);
        let corners = moves & OthelloBoard::<COLUMNS, ROWS>::CORNERS;
        let empty = !(mover | opponent) & OthelloBoard::<COLUMNS, ROWS>::ALL;
        let open = OthelloBoard::<COLUMNS, ROWS>::around(opponent) & empty;
        let mut rank = 8 * (moves.count_ones() + corners.count_ones()) as i32;
        rank += 2 * open.count_ones() as i32;
        let square = 1 << next.square;
        rank -= 6 * i32::from(square & OthelloBoard::<COLUMNS, ROWS>::CORNERS != 0);
        rank -= 2 * i32::from(square & odd != 0);
        rank
    }

    /// Like [`Self::value`], for few empty squares.
    #[cfg_attr(
        target_arch = "x86_64",
        target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")
    )]
    fn last(&mut self, mover: u64, opponent: u64, odd: u64, alpha: i32, left: u32) -> i32 {
        let empty = !(mover | opponent) & OthelloBoard::<COLUMNS, ROWS>::ALL;
        match left {
            0 => return OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent),
            1 => return self.last_one(mover, opponent, empty.trailing_zeros()),
            2 => return self.last_two(mover, opponent, alpha, empty),
            _ => self.nodes += 1,
        }
        if left == FEW
            && let Some(bound) = Self::bound_by_stable(mover, opponent, alpha)
        {
            return bound;
        }
        let mut best = NOTHING;
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                if OthelloBoard::<COLUMNS, ROWS>::neighbours(square) & opponent == 0 {
                    continue;
                }
                let flips = OthelloBoard::<COLUMNS, ROWS>::flips(square, mover, opponent);
                if flips == 0 {
                    continue;
                }
                let (next, other) = (opponent ^ flips, mover ^ flips ^ (1 << square));
                let value = if left == 3 {
                    let rest = empty ^ 1 << square;
                    -self.last_two(next, other, -alpha - 1, rest)
                } else {
                    let odd = odd ^ OthelloBoard::<COLUMNS, ROWS>::quarter(square);
                    -self.last(next, other, odd, -alpha - 1, left - 1)
                };
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NOTHING {
            return best;
        }
        if OthelloBoard::<COLUMNS, ROWS>::moves(opponent, mover) == 0 {
            return OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent);
        }
        -self.last(opponent, mover, odd, -alpha - 1, left)
    }

    /// Like [`Self::value`], for two empty squares.
    #[inline(always)]
    fn last_two(&mut self, mover: u64, opponent: u64, alpha: i32, empty: u64) -> i32 {
        self.nodes += 1;
        let first = empty.trailing_zeros();
        let second = (empty & (empty - 1)).trailing_zeros();
        // The side to move, or after its pass the other.
        let (mut own, mut other) = (mover, opponent);
        for sign in [1, -1] {
            let mut best = NOTHING;
            for (square, rest) in [(first, second), (second, first)] {
                if OthelloBoard::<COLUMNS, ROWS>::neighbours(square) & other == 0 {
                    continue;
                }
                let flips = OthelloBoard::<COLUMNS, ROWS>::flips(square, own, other);
                if flips == 0 {
                    continue;
                }
                best = best.max(-self.last_one(other ^ flips, own ^ flips ^ (1 << square), rest));
                if best > if sign == 1 { alpha } else { -alpha - 1 } {
                    break;
                }
            }
            if best != NOTHING {
                return sign * best;
            }
            (own, other) = (other, own);
        }
        OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent)
    }

    /// The value with one empty square.
    #[inline(always)]
    fn last_one(&mut self, mover: u64, opponent: u64, square: u32) -> i32 {
        self.nodes += 1;
        let own = mover.count_ones() as i32;
        let flips = OthelloBoard::<COLUMNS, ROWS>::flips(square, mover, opponent);
        if flips != 0 {
            return 2 * (own + flips.count_ones() as i32 + 1)
                - OthelloBoard::<COLUMNS, ROWS>::SQUARES;
        }
        let flips = OthelloBoard::<COLUMNS, ROWS>::flips(square, opponent, mover);
        if flips != 0 {
            return 2 * (own - flips.count_ones() as i32) - OthelloBoard::<COLUMNS, ROWS>::SQUARES;
        }
        OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent)
    }
}

/// The squares of the quarters with an odd number of empty squares (parity): the side that moves
/// there first tends to move there last.
#[inline(always)]
fn odd_quarters<const COLUMNS: u32, const ROWS: u32>(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in OthelloBoard::<COLUMNS, ROWS>::QUARTERS {
        if (empty & quarter).count_ones() % 2 == 1 {
            odd |= quarter;
        }
    }
    odd
}

/// The key of the position: the same as that of the rules.
#[inline(always)]
fn key_of<const COLUMNS: u32, const ROWS: u32>(mover: u64, opponent: u64) -> u64 {
    const OCTET: u64 = 3_u64.pow(8);
    let mut key = 0;
    let mut byte = (COLUMNS * ROWS).div_ceil(8);
    while byte > 0 {
        byte -= 1;
        let at = |word: u64| u64::from(TERNARY[(word >> (8 * byte) & 0xff) as usize]);
        key = key * OCTET + at(mover) + 2 * at(opponent);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::random::Random;
    use crate::rules::grid::Grid;

    #[test]
    fn keys_are_those_of_the_rules() {
        let mut random = Random(1);
        let mut next = || random.next();
        for _ in 0..1000 {
            let (some, others) = (next(), next());
            let stones = |all| Stones {
                mover: some & others & all,
                opponent: some & !others & all,
            };
            let on_six = stones(OthelloBoard::<6, 6>::ALL);
            let on_eight = stones(OthelloBoard::<8, 4>::ALL);
            let found = key_of::<6, 6>(on_six.mover, on_six.opponent);
            assert_eq!(u128::from(found), Grid::new(6, 6).key(on_six));
            let found = key_of::<8, 4>(on_eight.mover, on_eight.opponent);
            assert_eq!(u128::from(found), Grid::new(8, 4).key(on_eight));
        }
    }

    #[test]
    fn what_is_remembered_is_of_one_position_alone() {
        let table = BoundsTable::new(58, (-36, 36), 1 << 16).unwrap();
        let budget = Budget::new(Limits::default());
        let mut memory = vec![Remembered::default(); REMEMBERED];
        let mut search = OthelloSearch::<6, 6> {
            table: &table,
            budget: &budget,
            memory: &mut memory,
            nodes: 0,
            told: &AtomicU64::new(0),
            broken_off: None,
        };
        let place = |search: &mut OthelloSearch<6, 6>, opponent| {
            std::ptr::from_mut(search.place(1, opponent)).addr()
        };
        let first = place(&mut search, 2);
        let same = (3..u64::MAX).find(|opponent| place(&mut search, *opponent) == first);
        search.remember(1, 2, 7, true, 0);
        assert_eq!(search.recall(1, 2).map(|known| known.least), Some(7));
        assert!(search.recall(1, same.unwrap()).is_none());
        let mut other = OthelloSearch::<6, 4> {
            table: &table,
            budget: &budget,
            memory: search.memory,
            nodes: 0,
            told: &AtomicU64::new(0),
            broken_off: None,
        };
        assert!(other.recall(1, 2).is_none());
    }
}
