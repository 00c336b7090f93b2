//! A shallow alpha-beta search with a static evaluation, for move ordering and guesses; proves
//! nothing.

use solveig_game::Key;

use super::Searcher;
use super::instructions::{CompiledSearch, Instructions};
use super::shape::Board;
use crate::othello::knowledge::evaluation::DISC;

/// The arguments of a look-ahead search.
pub(super) struct LookAhead<'s, I, K: Key, B: Board> {
    pub searcher: &'s mut Searcher<I, K, B>,
    pub mover: u64,
    pub opponent: u64,
    pub plies: u32,
    pub alpha: i32,
    pub beta: i32,
}

impl<I: Instructions, K: Key, B: Board> CompiledSearch for LookAhead<'_, I, K, B> {
    #[inline(always)]
    fn search(self) -> i32 {
        let Self {
            searcher,
            mover,
            opponent,
            plies,
            alpha,
            beta,
        } = self;
        searcher.look(mover, opponent, plies, alpha, beta)
    }
}

// Weights of the static evaluation where there is no learned one, in parts of a disc.
const OWN_MOVE: i32 = DISC / 2;
const OPPONENT_MOVE: i32 = DISC / 8;
const CORNER: i32 = DISC;

impl<I: Instructions, K: Key, B: Board> Searcher<I, K, B> {
    /// The score for the side to move after a look-ahead of `plies` moves, in parts of a disc (see
    /// [`DISC`]); fail-soft. Once the search is stopped, no score at all.
    pub(super) fn look_ahead(
        &mut self,
        mover: u64,
        opponent: u64,
        plies: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let instructions = self.instructions;
        instructions.search(LookAhead {
            searcher: self,
            mover,
            opponent,
            plies,
            alpha,
            beta,
        })
    }

    #[inline(always)]
    fn look(&mut self, mover: u64, opponent: u64, plies: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if plies == 0 {
            return self.judge(mover, opponent);
        }
        if plies > 1 && self.stop.pass(self.nodes).is_err() {
            return 0;
        }
        let legal = self
            .instructions
            .legal_squares(self.shape(), mover, opponent);
        if legal == 0 {
            if self
                .instructions
                .legal_squares(self.shape(), opponent, mover)
                == 0
            {
                return DISC * self.final_score(mover, opponent);
            }
            return -self.look_ahead(opponent, mover, plies, -beta, -alpha);
        }
        let Some(moves) = self.list(mover, opponent, legal) else {
            return DISC * self.shape().squares as i32;
        };
        if plies > 1 {
            self.judge_by_replies(moves.clone(), mover, opponent, 0);
        }
        let mut best = i32::MIN;
        for place in moves.clone() {
            let one = self.moves.take_best(place..moves.end);
            let (own, other) = (opponent & !one.flips, mover | one.flips | 1 << one.square);
            let rest = alpha.max(best);
            best = best.max(-self.look_ahead(own, other, plies - 1, -beta, -rest));
            if best >= beta {
                break;
            }
        }
        self.moves.truncate(moves.start);
        best
    }

    /// The static evaluation for the side to move, in parts of a disc.
    #[inline(always)]
    fn judge(&self, mover: u64, opponent: u64) -> i32 {
        if let Some(evaluation) = &self.evaluation {
            return evaluation.score(mover, opponent);
        }
        let count = |squares: u64| squares.count_ones() as i32;
        let corners = self.shape().corners;
        let own = self
            .instructions
            .legal_squares(self.shape(), mover, opponent);
        let other = self
            .instructions
            .legal_squares(self.shape(), opponent, mover);
        OWN_MOVE * count(own) - OPPONENT_MOVE * count(other)
            + CORNER * (count(corners & mover) - count(corners & opponent))
    }
}
