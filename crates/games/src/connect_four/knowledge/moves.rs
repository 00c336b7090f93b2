//! The moves of all positions on the current path.

use std::ops::Range;

use solveig_search::TableSlot;

/// A move to search, with data on the position after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    /// The square of the stone: one bit.
    pub(super) square: u64,
    /// The empty squares that win for the side that moved.
    pub(super) threats: u64,
    /// The table slot of the position after the move, if it is stored.
    pub(super) place: Option<TableSlot<u64>>,
    /// The move-ordering score.
    pub(super) ordering_score: i32,
}

/// A stack of moves, those of each position in search order.
pub(super) struct MoveStack {
    moves: Box<[Candidate]>,
    top: usize,
}

/// The capacity: 64 positions per path and 16 columns.
const SIZE: usize = 64 * 16;

impl MoveStack {
    pub(super) fn new() -> Self {
        Self {
            moves: vec![Candidate::default(); SIZE].into_boxed_slice(),
            top: 0,
        }
    }

    /// The index of the next position's first move.
    #[inline(always)]
    pub(super) const fn top(&self) -> usize {
        self.top
    }

    /// Inserts a move into those from `start` on, by descending ordering score.
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

    /// Moves the first move to one of `squares`, if any, to the front.
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

    /// Pops the moves from `start` on.
    #[inline(always)]
    pub(super) fn truncate(&mut self, start: usize) {
        self.top = start;
    }
}
