//! Move ordering of the endgame kernel.

use std::ops::Range;

use solveig_game::Key;

use super::Searcher;
use super::instructions::Instructions;
use super::shape::Board;
use crate::othello::knowledge::evaluation::DISC;

/// A move with its flips and its ordering scores.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    pub flips: u64,
    /// The legal squares of the opponent after the move.
    pub replies: u64,
    pub square: u32,
    pub ordering_score: i32,
    /// The score of the short look-ahead after the move, in parts of a disc (see [`DISC`]).
    pub look_ahead_score: i32,
}

/// The moves of all positions on the search path, the deepest on top.
#[derive(Clone, Debug)]
pub(super) struct MoveStack {
    moves: Box<[Candidate]>,
    top: usize,
}

impl MoveStack {
    /// Neither the moves of a position nor the positions of a path exceed the number of squares.
    pub(super) const SIZE: usize = 64 * 64;

    pub(super) fn new() -> Self {
        Self {
            moves: vec![Candidate::default(); Self::SIZE].into_boxed_slice(),
            top: 0,
        }
    }

    /// Pushes `count` slots for the moves of a position and returns their range.
    #[inline(always)]
    pub(super) fn push(&mut self, count: u32) -> Range<usize> {
        let from = self.top;
        self.top += count as usize;
        from..self.top
    }

    /// Pops all moves from index `top` on.
    #[inline(always)]
    pub(super) fn truncate(&mut self, top: usize) {
        self.top = top;
    }

    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Candidate {
        self.moves[place]
    }

    #[inline(always)]
    pub(super) fn of(&mut self, places: Range<usize>) -> &mut [Candidate] {
        &mut self.moves[places]
    }

    /// Swaps the move with the highest ordering score to the front of the range and returns it.
    #[inline(always)]
    pub(super) fn take_best(&mut self, places: Range<usize>) -> Candidate {
        let moves = &mut self.moves[places];
        let (mut best, mut score) = (0, moves[0].ordering_score);
        for (at, one) in moves.iter().enumerate().skip(1) {
            if one.ordering_score > score {
                (best, score) = (at, one.ordering_score);
            }
        }
        moves.swap(0, best);
        moves[0]
    }
}

/// The ordering score of a deferred move: below all others.
pub(super) const PUT_OFF: i32 = i32::MIN;

/// The ordering score of the table's move: above all others.
const FIRST: i32 = i32::MAX;

// Weights of the ordering features, in 32nds of a reply of the opponent.
const REPLY: i32 = 32;
const CORNER_REPLY: i32 = 24;
/// A reply that may become possible: an empty square beside a disc that could be flipped from it.
const POTENTIAL_REPLY: i32 = 8;
const ODD_QUARTER: i32 = 12;
/// An own corner, or an own disc beside one on the edge.
const fn corner_group(squares: u32) -> i32 {
    if squares < 64 { 24 } else { 12 }
}
/// A disc of the look-ahead score.
const DISC_AHEAD: i32 = 12;

/// Potential replies count from this many empty squares on; with fewer they cost more than they
/// save.
const POTENTIAL: u32 = 9;

/// A position whose evaluation is this far below the window probably fails low, where the order
/// of moves does not matter: it has no look-ahead.
const FAR_BELOW: i32 = 4 * DISC;

/// Differences to the best look-ahead score beyond this are not measured exactly.
const BEHIND: i32 = 8 * DISC;

/// A look-ahead of more plies than this is preceded by one with this many plies fewer.
const SHORT_LOOK: u32 = 3;

/// Sorts moves by descending look-ahead score. Not generic, since sorting inlines much code.
fn sort_by_look_ahead(moves: &mut [Candidate]) {
    moves.sort_unstable_by_key(|one| (-one.look_ahead_score, one.square));
}

impl<I: Instructions, K: Key, B: Board> Searcher<I, K, B> {
    /// Lists the moves to the squares `legal`; `None` if one of them takes all discs, which leaves
    /// nothing to search.
    #[inline(always)]
    pub(super) fn list(&mut self, mover: u64, opponent: u64, legal: u64) -> Option<Range<usize>> {
        let (instructions, shape) = (self.instructions, self.shape());
        let places = self.moves.push(legal.count_ones());
        let mut squares = legal;
        for candidate in self.moves.of(places.clone()) {
            let square = squares.trailing_zeros();
            squares &= squares.wrapping_sub(1);
            let flips = instructions.flips(shape, mover, opponent, square);
            if flips == opponent {
                self.moves.truncate(places.start);
                return None;
            }
            *candidate = Candidate {
                flips,
                replies: 0,
                square,
                ordering_score: 0,
                look_ahead_score: 0,
            };
        }
        Some(places)
    }

    /// Scores moves by the opponent's replies (few are good), corners and parity.
    #[inline(always)]
    pub(super) fn judge_by_replies(
        &mut self,
        places: Range<usize>,
        mover: u64,
        opponent: u64,
        odd: u8,
    ) {
        let (instructions, shape) = (self.instructions, self.shape());
        let odd_squares = shape.quarters.squares[usize::from(odd) % 16];
        let empty = shape.board & !(mover | opponent);
        let counts_potential = empty.count_ones() >= POTENTIAL;
        for candidate in self.moves.of(places) {
            let Candidate { flips, square, .. } = *candidate;
            let bit = 1 << square;
            let (own, other) = (mover | flips | bit, opponent & !flips);
            let replies = instructions.legal_squares(shape, other, own);
            let count = |squares: u64| squares.count_ones() as i32;
            let mut ordering_score = -REPLY * count(replies);
            ordering_score -= CORNER_REPLY * count(replies & shape.corners);
            if counts_potential {
                let beside = shape.beside(own) & empty & !bit;
                ordering_score -= POTENTIAL_REPLY * count(beside);
            }
            ordering_score += ODD_QUARTER * i32::from(odd_squares & bit != 0);
            ordering_score += corner_group(shape.squares) * count(shape.corner_groups(own));
            candidate.ordering_score = ordering_score;
            candidate.replies = replies;
        }
    }

    /// Makes the move to the square `first`, if there is one, the first to be tried.
    #[inline(always)]
    pub(super) fn put_first(&mut self, places: Range<usize>, first: u32) {
        for candidate in self.moves.of(places) {
            if candidate.square == first {
                candidate.ordering_score = FIRST;
            }
        }
    }

    /// Adds the score of a shallow look-ahead to the ordering scores.
    ///
    /// A long look-ahead is preceded by a shorter one that sorts the moves, so that the best score
    /// comes early and narrows the window of the rest to scores at most [`BEHIND`] below it.
    #[inline(always)]
    pub(super) fn judge_by_look_ahead(
        &mut self,
        places: Range<usize>,
        mover: u64,
        opponent: u64,
        empties: u32,
        alpha: i32,
    ) {
        if places.len() < 2 {
            return;
        }
        if self.evaluation.is_some() {
            let now = self.look_ahead(mover, opponent, 0, -i32::MAX, i32::MAX);
            if now < DISC * alpha - FAR_BELOW {
                return;
            }
        }
        let plies = self.plies_ahead(empties);
        let far = plies > SHORT_LOOK;
        if far {
            for place in places.clone() {
                let one = self.moves.at(place);
                let score = self.score_after(one, mover, opponent, plies - SHORT_LOOK, -i32::MAX);
                self.moves.of(place..place + 1)[0].look_ahead_score = score;
            }
            let moves = self.moves.of(places.clone());
            sort_by_look_ahead(moves);
        }
        let mut best = -i32::MAX;
        for place in places {
            let alpha = match far {
                true => best.saturating_sub(BEHIND).max(-i32::MAX),
                false => -i32::MAX,
            };
            let one = self.moves.at(place);
            let score = self.score_after(one, mover, opponent, plies, alpha);
            best = best.max(score);
            self.moves.of(place..place + 1)[0].ordering_score += score * DISC_AHEAD / DISC;
        }
    }

    /// The look-ahead score `plies` after a move, or, if that is at most `alpha`, an upper bound on
    /// it that is too.
    #[inline(always)]
    fn score_after(
        &mut self,
        one: Candidate,
        mover: u64,
        opponent: u64,
        plies: u32,
        alpha: i32,
    ) -> i32 {
        let Candidate { flips, square, .. } = one;
        let (own, other) = (mover | flips | 1 << square, opponent & !flips);
        -self.look_ahead(other, own, plies, -i32::MAX, -alpha)
    }

    /// How far to look ahead from the children of a position.
    #[inline(always)]
    fn plies_ahead(&self, empties: u32) -> u32 {
        match empties {
            _ if self.evaluation.is_none() => 2,
            ..16 => 0,
            16..20 => 1,
            // Measured: farther than three plies saves nodes.
            _ => (2 * (empties - 18) / 3).min(7),
        }
    }
}
