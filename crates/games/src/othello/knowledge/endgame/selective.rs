//! Selective search: estimates of scores, for first guesses and move ordering; proves nothing.
//!
//! A null-window search that leaves out positions whose look-ahead score is far from the window
//! (ProbCut, Buro 1995). A hasty pass is followed by a careful one, which begins at its value and
//! with its best moves. Both visit a small part of the positions of the exact search that follows,
//! which finds their best moves as [`Hints`] and begins near their value.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use solveig_game::Key;
use solveig_game::mixing::{fold_sides, spread};
use solveig_search::stop::STOPPED_SCORE;

use super::instructions::Instructions;
use super::shape::Board;
use super::{NO_SQUARE, Searcher};
use crate::othello::Position;
use crate::othello::knowledge::evaluation::DISC;

/// With fewer empty squares a selective search of the whole position costs more than it saves.
const WORTH_IT: u32 = 20;

/// With fewer empty squares the selective search is exact.
const EXACT_BELOW: u32 = 13;

/// How selective a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pass {
    #[default]
    Hasty,
    Careful,
}

impl Pass {
    /// A look-ahead score so far from the window ends the search of a position with `empties` empty
    /// squares, in parts of a disc.
    const fn margin(self, empties: u32) -> i32 {
        let discs = match self {
            Self::Hasty => 8,
            Self::Careful => 14,
        };
        // Look-aheads err more where they end with more empty squares.
        DISC * discs + DISC / 8 * (empties as i32 - 20)
    }
}

/// The look-ahead in plies that begins a selective search.
const GUESS_PLIES: u32 = 4;

/// At most so many tests find the value of a pass.
const TESTS: usize = 8;

/// Depth in plies of the look-ahead that may end the search of a position, on a board with so many
/// squares.
const fn plies(squares: u32, empties: u32) -> u32 {
    let none = if squares < 64 { 10 } else { 6 };
    let plies = (empties - none) / 3;
    if plies < 7 { plies } else { 7 }
}

/// What a selective search has found of positions: estimated bounds and best moves. Threads share
/// it.
///
/// A position is known by a hash alone. Two positions with the same hash would get each other's
/// hints, which makes a search slower and changes no value. The memory is taken when the first hint
/// is stored.
#[derive(Debug, Default)]
pub(super) struct Hints(OnceLock<Box<[AtomicU64]>>);

/// Estimated bounds and a move to try first; they prove nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hint {
    lower: i8,
    upper: i8,
    /// The square of the best move found, or [`NO_SQUARE`].
    best: u8,
    /// The pass that found the bounds.
    pass: Pass,
}

impl Hint {
    const NONE: Self = Self {
        lower: i8::MIN,
        upper: i8::MAX,
        best: NO_SQUARE as u8,
        pass: Pass::Hasty,
    };

    /// The bound that decides the null window at `alpha`, if there is one.
    fn decides(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (self.lower.into(), self.upper.into());
        if lower > alpha {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }
}

impl Hints {
    /// Log2 of the number of slots, of eight bytes each.
    const BITS: u32 = 18;

    /// The part of the hash in an entry.
    const TAG: u64 = !0 << 24;

    /// Marks the best move of a careful pass.
    const CAREFUL: u8 = 1 << 7;

    const fn slot(hash: u64) -> usize {
        (hash & ((1 << Self::BITS) - 1)) as usize
    }

    fn look_up(&self, hash: u64) -> Option<Hint> {
        let entry = self.0.get()?[Self::slot(hash)].load(Ordering::Relaxed);
        let [best, upper, lower, ..] = entry.to_le_bytes();
        (entry != 0 && (entry ^ hash) & Self::TAG == 0).then_some(Hint {
            lower: lower as i8,
            upper: upper as i8,
            best: best & !Self::CAREFUL,
            pass: if best & Self::CAREFUL == 0 {
                Pass::Hasty
            } else {
                Pass::Careful
            },
        })
    }

    /// What may serve a search of a pass: of a position that a less careful one has searched, only
    /// the best move.
    fn of_pass(&self, hash: u64, pass: Pass) -> Hint {
        match self.look_up(hash) {
            Some(hint) if hint.pass >= pass => hint,
            Some(Hint { best, .. }) => Hint { best, ..Hint::NONE },
            None => Hint::NONE,
        }
    }

    /// Stores the result of a null-window search: the value is estimated to be at least `score`, by
    /// a move to the square `best`, or, if that is `None`, at most `score`.
    fn store(&self, hash: u64, pass: Pass, score: i32, best: Option<u32>) {
        let mut hint = self.of_pass(hash, pass);
        match best {
            Some(best) => (hint.lower, hint.best) = (score as i8, best as u8),
            None => hint.upper = score as i8,
        }
        if pass == Pass::Careful {
            hint.best |= Self::CAREFUL;
        }
        let low = [hint.best, hint.upper as u8, hint.lower as u8, 0, 0, 0, 0, 0];
        let entry = hash & Self::TAG | u64::from_le_bytes(low);
        let unused = || (0..1 << Self::BITS).map(|_| AtomicU64::new(0)).collect();
        self.0.get_or_init(unused)[Self::slot(hash)].store(entry, Ordering::Relaxed);
    }
}

impl<I: Instructions, K: Key, B: Board> Searcher<I, K, B> {
    /// An estimate of the value of a position by selective search, in discs, for the side to move;
    /// `None` if the position is too small, there is no evaluation for the board, or the search was
    /// stopped.
    pub(super) fn selective_value(&mut self, position: Position) -> Option<i32> {
        // Not compiled for other boards.
        if !B::MAY_BE_LEARNED {
            return None;
        }
        if self.shape().squares - position.occupied().count_ones() < WORTH_IT {
            return None;
        }
        let Position { mover, opponent } = position;
        let guess = self.look_ahead(mover, opponent, GUESS_PLIES, -i32::MAX, i32::MAX);
        let mut value = ((guess + guess.signum() * DISC / 2) / DISC) & !1;
        for pass in [Pass::Hasty, Pass::Careful] {
            self.pass = pass;
            value = self.value_of_pass(position, value)?;
        }
        Some(value)
    }

    /// The value that a pass finds, if it is not stopped; tests begin at the bound `guess`.
    fn value_of_pass(&mut self, position: Position, guess: i32) -> Option<i32> {
        let range = self.shape().squares as i32;
        let (mut lower, mut upper) = (-range, range);
        let mut bound = guess;
        for _ in 0..TESTS {
            bound = bound.clamp(lower + 2, upper);
            let score = self.selective_test(position, bound - 1);
            if self.stop.is_stopped() {
                return None;
            }
            // Values are even: an odd lower bound rises, an odd upper bound falls.
            if score >= bound {
                lower = score + (score & 1);
                bound = lower + 2;
            } else {
                upper = score - (score & 1);
                bound = upper;
            }
            if lower >= upper {
                break;
            }
        }
        Some(if lower > -range { lower } else { upper })
    }

    fn selective_test(&mut self, position: Position, alpha: i32) -> i32 {
        let Position { mover, opponent } = position;
        let empty = self.shape().board & !position.occupied();
        let odd = self.shape().quarters.odd(empty);
        let legal = self
            .instructions
            .legal_squares(self.shape(), mover, opponent);
        self.selective(mover, opponent, legal, odd, empty.count_ones(), alpha)
    }

    /// The square that a selective search found best, or [`NO_SQUARE`].
    #[inline(always)]
    pub(super) fn hinted(&self, mover: u64, opponent: u64) -> u32 {
        if !B::MAY_BE_LEARNED {
            return NO_SQUARE;
        }
        let hint = self.hints.look_up(spread(fold_sides(mover, opponent)));
        hint.map_or(NO_SQUARE, |hint| hint.best.into())
    }

    /// An estimate of the score of a null-window search; [`STOPPED_SCORE`] once stopped.
    fn selective(
        &mut self,
        mover: u64,
        opponent: u64,
        legal: u64,
        odd: u8,
        empties: u32,
        alpha: i32,
    ) -> i32 {
        if empties < EXACT_BELOW {
            return self.search(mover, opponent, legal, odd, empties, alpha);
        }
        if self.stop.check().is_err() {
            return STOPPED_SCORE;
        }
        if legal == 0 {
            let replies = self
                .instructions
                .legal_squares(self.shape(), opponent, mover);
            if replies == 0 {
                return self.final_score(mover, opponent);
            }
            return -self.selective(opponent, mover, replies, odd, empties, -alpha - 1);
        }
        self.nodes += 1;
        let hash = spread(fold_sides(mover, opponent));
        let hint = self.hints.of_pass(hash, self.pass);
        if let Some(score) = hint.decides(alpha) {
            return score;
        }
        if let Some(score) = self.probable(mover, opponent, empties, alpha) {
            return score;
        }
        let Some(moves) = self.list(mover, opponent, legal) else {
            return self.shape().squares as i32;
        };
        self.judge_by_replies(moves.clone(), mover, opponent, odd);
        self.judge_by_look_ahead(moves.clone(), mover, opponent, empties, alpha);
        self.put_first(moves.clone(), hint.best.into());
        let (best, square) = self.share_moves(
            moves,
            mover,
            opponent,
            alpha,
            |searcher, child, own, other| {
                let odd = odd ^ searcher.shape().quarters.of_square[child.square as usize % 64];
                searcher.selective(own, other, child.replies, odd, empties - 1, -alpha - 1)
            },
        );
        if !self.stop.is_stopped() {
            self.hints.store(hash, self.pass, best, square);
        }
        best
    }

    /// The likely answer of a null-window search, where the look-ahead is far from the window.
    fn probable(&mut self, mover: u64, opponent: u64, empties: u32, alpha: i32) -> Option<i32> {
        let line = DISC * (alpha + 1);
        let plies = plies(self.shape().squares, empties);
        let margin = self.pass.margin(empties);
        if self.look_ahead(mover, opponent, 0, -i32::MAX, i32::MAX) >= line {
            let high = line + margin;
            let score = self.look_ahead(mover, opponent, plies, high - 1, high);
            (score >= high).then_some(alpha + 1)
        } else {
            let low = line - margin;
            let score = self.look_ahead(mover, opponent, plies, low, low + 1);
            (score <= low).then_some(alpha)
        }
    }
}

#[cfg(all(test, not(loom)))]
impl Hints {
    /// Makes all bounds and best moves wrong, and returns how many hints there are.
    pub(super) fn mislead(&self) -> usize {
        let mut count = 0;
        for slot in self.0.get().into_iter().flatten() {
            let entry = slot.load(Ordering::Relaxed);
            if entry != 0 {
                let [best, ..] = entry.to_le_bytes();
                let low = [best ^ 1, -64_i8 as u8, 64, 0, 0, 0, 0, 0];
                slot.store(
                    entry & Self::TAG | u64::from_le_bytes(low),
                    Ordering::Relaxed,
                );
                count += 1;
            }
        }
        count
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn hints_are_those_stored_last(hash: u64, score in -64_i32..=64, best in 0_u32..64) {
            let hints = Hints::default();
            prop_assert_eq!(hints.look_up(hash), None);
            let best = best as u8;
            for pass in [Pass::Hasty, Pass::Careful] {
                prop_assert_eq!(hints.of_pass(hash, Pass::Careful).lower, i8::MIN);
                hints.store(hash, pass, score, Some(best.into()));
                hints.store(hash, pass, 64, None);
                let stored = Hint { lower: score as i8, upper: 64, best, pass };
                prop_assert_eq!(hints.look_up(hash), Some(stored));
                prop_assert_eq!(hints.of_pass(hash, Pass::Hasty), stored);
                prop_assert_eq!(hints.of_pass(hash, Pass::Careful).best, best);
            }
            let stored = hints.of_pass(hash, Pass::Careful);
            for alpha in -65..=64 {
                let decided = if score > alpha { Some(score) } else { (alpha == 64).then_some(64) };
                prop_assert_eq!(stored.decides(alpha), decided);
            }
            // A position of the same slot with another tag takes the slot.
            let other = hash ^ 1 << 40;
            prop_assert_eq!(hints.look_up(other), None);
            hints.store(other, Pass::Hasty, score, None);
            prop_assert_eq!(hints.look_up(hash), None);
        }
    }
}
