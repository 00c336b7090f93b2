//! In which order moves are tried.

use std::ops::Range;

use solveig_game::Key;

use super::Searcher;
use super::instructions::Instructions;
use super::shape::Shape;
use crate::othello::knowledge::evaluation::DISC;

/// A move: what it turns over, its square, and how promising it looks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    pub flips: u64,
    pub square: u32,
    pub ordering_score: i32,
    /// What a short look ahead has seen after it, in parts of a disc.
    pub look_ahead_score: i32,
}

/// The moves of all positions on the path, those of the deepest last.
#[derive(Clone, Debug)]
pub(super) struct MoveStack {
    moves: Box<[Candidate]>,
    top: usize,
}

impl MoveStack {
    /// A position has no more moves, and a path no more positions, than a board has squares.
    pub(super) const SIZE: usize = 64 * 64;

    pub(super) fn new() -> Self {
        Self {
            moves: vec![Candidate::default(); Self::SIZE].into_boxed_slice(),
            top: 0,
        }
    }

    /// Makes room for the moves of a position, and gives them.
    #[inline(always)]
    pub(super) fn push(&mut self, count: u32) -> Range<usize> {
        let from = self.top;
        self.top += count as usize;
        from..self.top
    }

    /// Forgets all moves from this place on.
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

    /// The most promising move of these, which trades places with the first.
    #[inline(always)]
    pub(super) fn take_best(&mut self, places: Range<usize>) -> Candidate {
        let moves = &mut self.moves[places];
        let mut best = 0;
        for at in 1..moves.len() {
            if moves[at].ordering_score > moves[best].ordering_score {
                best = at;
            }
        }
        moves.swap(0, best);
        moves[0]
    }
}

/// The promise of a move that is left to the last.
pub(super) const PUT_OFF: i32 = i32::MIN;

/// Put before everything else.
const FIRST: i32 = i32::MAX;

// What things are worth in squares the opponent can move to.
const REPLY: i32 = 16;
const CORNER_REPLY: i32 = 16;
const ODD_QUARTER: i32 = 8;
const CORNER: i32 = 24;

/// What a disc that is seen ahead is worth.
const DISC_AHEAD: i32 = 13;

/// From so far behind the best on, how far does not matter.
const BEHIND: i32 = 8 * DISC;

/// Looks of more plies begin with one of as many fewer.
const SHORT_LOOK: u32 = 3;

/// Puts the moves first of which most was seen. Not generic, as sorting is long code.
fn sort_by_look_ahead(moves: &mut [Candidate]) {
    moves.sort_unstable_by_key(|one| (-one.look_ahead_score, one.square));
}

impl<I: Instructions, K: Key, const C: usize, const R: usize> Searcher<I, K, C, R> {
    /// Lists the moves to the squares `legal`; `None` if one of them takes all discs, which leaves
    /// nothing to search.
    #[inline(always)]
    pub(super) fn list(&mut self, mover: u64, opponent: u64, legal: u64) -> Option<Range<usize>> {
        let places = self.moves.push(legal.count_ones());
        let mut squares = legal;
        for candidate in self.moves.of(places.clone()) {
            let square = squares.trailing_zeros();
            squares &= squares.wrapping_sub(1);
            let flips = self.instructions.flips::<C, R>(mover, opponent, square);
            if flips == opponent {
                self.moves.truncate(places.start);
                return None;
            }
            *candidate = Candidate {
                flips,
                square,
                ordering_score: 0,
                look_ahead_score: 0,
            };
        }
        Some(places)
    }

    /// Judges moves by how few replies they leave, and by parity.
    #[inline(always)]
    pub(super) fn judge_by_replies(
        &mut self,
        places: Range<usize>,
        mover: u64,
        opponent: u64,
        odd: u8,
    ) {
        let odd_squares = Shape::<C, R>::QUARTERS[usize::from(odd) % 16];
        let instructions = self.instructions;
        for candidate in self.moves.of(places) {
            let Candidate { flips, square, .. } = *candidate;
            let bit = 1 << square;
            let (own, other) = (mover | flips | bit, opponent & !flips);
            let replies = instructions.legal_squares::<C, R>(other, own);
            let count = |squares: u64| squares.count_ones() as i32;
            let mut ordering_score = -REPLY * count(replies);
            ordering_score -= CORNER_REPLY * count(replies & Shape::<C, R>::CORNERS);
            ordering_score += ODD_QUARTER * i32::from(odd_squares & bit != 0);
            ordering_score += CORNER * i32::from(Shape::<C, R>::CORNERS & bit != 0);
            candidate.ordering_score = ordering_score;
        }
    }

    /// Puts the move to the square `first`, if it is one of these, before the others.
    #[inline(always)]
    pub(super) fn put_first(&mut self, places: Range<usize>, first: u32) {
        for candidate in self.moves.of(places) {
            if candidate.square == first {
                candidate.ordering_score = FIRST;
            }
        }
    }

    /// Adds to what moves promise what a look some plies ahead sees.
    ///
    /// A far look is preceded by a short one, whose order narrows the window of the others: by how
    /// much a move that lies [`BEHIND`] is worse need not be known.
    #[inline(always)]
    pub(super) fn judge_by_look_ahead(
        &mut self,
        places: Range<usize>,
        mover: u64,
        opponent: u64,
        empties: u32,
    ) {
        if places.len() < 2 {
            return;
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

    /// What `plies` more show after a move, or an upper bound of it that is not above `alpha`.
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
            // Farther than three plies saves a fifth of the nodes at 28 empty squares
            // (docs/campaigns.md).
            _ => (empties - 18).min(7),
        }
    }
}
