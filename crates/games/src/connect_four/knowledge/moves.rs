//! The moves of all positions on the current path.

use std::ops::Range;

use solveig_search::TableSlot;

/// A move worth searching, and what is known of the position after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    /// Where the stone comes to lie: one bit.
    pub(super) square: u64,
    /// The empty squares that win for the side that moved.
    pub(super) threats: u64,
    /// Where the table keeps the position after the move, if it does.
    pub(super) place: Option<TableSlot<u64>>,
    /// How good the move looks.
    pub(super) ordering_score: i32,
}

/// Moves one after the other, those of a position in the order in which they are tried.
pub(super) struct MoveStack {
    moves: Box<[Candidate]>,
    top: usize,
}

/// More moves than any path has: 64 positions, and at most 16 columns.
const SIZE: usize = 64 * 16;

impl MoveStack {
    pub(super) fn new() -> Self {
        Self {
            moves: vec![Candidate::default(); SIZE].into_boxed_slice(),
            top: 0,
        }
    }

    /// Where the moves of the next position begin.
    #[inline(always)]
    pub(super) const fn top(&self) -> usize {
        self.top
    }

    /// Puts a move among those from `start` on, before all that look worse.
    #[inline(always)]
    pub(super) fn insert(&mut self, start: usize, candidate: Candidate) {
        let mut at = self.top;
        self.top += 1;
        while at > start && self.moves[at - 1].ordering_score < candidate.ordering_score {
            self.moves[at] = self.moves[at - 1];
            at -= 1;
        }
        self.moves[at] = candidate;
    }

    #[inline(always)]
    pub(super) fn of(&self, moves: Range<usize>) -> &[Candidate] {
        &self.moves[moves]
    }

    #[inline(always)]
    pub(super) fn of_mut(&mut self, moves: Range<usize>) -> &mut [Candidate] {
        &mut self.moves[moves]
    }

    /// Puts the move to one of `squares`, if there is one among `moves`, before all others.
    #[inline(always)]
    pub(super) fn put_first(&mut self, moves: Range<usize>, squares: u64) {
        let moves = &mut self.moves[moves];
        if let Some(at) = moves.iter().position(|one| one.square & squares != 0) {
            moves[..=at].rotate_right(1);
        }
    }

    #[inline(always)]
    pub(super) fn at(&self, at: usize) -> Candidate {
        self.moves[at]
    }

    /// Forgets the moves from `start` on.
    #[inline(always)]
    pub(super) fn truncate(&mut self, start: usize) {
        self.top = start;
    }
}
