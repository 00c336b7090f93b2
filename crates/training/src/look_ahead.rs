//! Depth-limited principal variation search with an evaluation at the leaves.

use solveig_game::Key;
use solveig_games::othello::knowledge::evaluation::{DISC, Evaluation};
use solveig_games::othello::{Othello, Position};

/// A depth-limited search.
pub(crate) struct LookAhead<'a, K: Key> {
    pub(crate) game: &'a Othello<K>,
    pub(crate) evaluation: &'a Evaluation,
}

/// Greater than any score.
const INFINITE: i32 = i32::MAX / 2;

/// Upper bound on the number of legal moves: boards have at most 64 squares.
const MAX_MOVES: usize = 64;

impl<K: Key> LookAhead<'_, K> {
    /// Minimax score of `position` for the side to move, `plies` moves deep (passes do not count),
    /// in units of 1/[`DISC`] disc. The score of a finished game is its outcome.
    pub(crate) fn score(&self, position: Position, plies: u32) -> i32 {
        self.search(position, plies, -INFINITE, INFINITE)
    }

    /// The square of the move that minimizes the evaluation for the opponent, the first one of
    /// equals; `None` if there is no move.
    pub(crate) fn choice(&self, position: Position) -> Option<u32> {
        let mut squares = self.game.legal_squares(position.mover, position.opponent);
        let mut best: Option<(i32, u32)> = None;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let child = self.game.place(position, square);
            let score = self.evaluation.score(child.mover, child.opponent);
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, square));
            }
        }
        best.map(|(_, square)| square)
    }

    fn search(&self, position: Position, plies: u32, alpha: i32, beta: i32) -> i32 {
        let Position { mover, opponent } = position;
        let mut squares = self.game.legal_squares(mover, opponent);
        if squares == 0 {
            if self.game.legal_squares(opponent, mover) == 0 {
                return self.game.final_score(mover, opponent) * DISC;
            }
            let passed = Position {
                mover: opponent,
                opponent: mover,
            };
            return -self.search(passed, plies, -beta, -alpha);
        }
        if plies == 0 {
            return self.evaluation.score(mover, opponent);
        }
        let mut children = [(0, Position::default()); MAX_MOVES];
        let mut count = 0;
        while squares != 0 {
            let child = self.game.place(position, squares.trailing_zeros());
            squares &= squares - 1;
            let score = if plies > 1 {
                self.evaluation.score(child.mover, child.opponent)
            } else {
                0
            };
            children[count] = (score, child);
            count += 1;
        }
        let children = &mut children[..count];
        if plies > 1 {
            children.sort_by_key(|(score, _)| *score);
        }
        let mut best = -INFINITE;
        for (_, child) in children {
            let from = best.max(alpha);
            let mut score = if best == -INFINITE {
                -self.search(*child, plies - 1, -beta, -from)
            } else {
                -self.search(*child, plies - 1, -from - 1, -from)
            };
            if best != -INFINITE && score > from && score < beta {
                score = -self.search(*child, plies - 1, -beta, -score);
            }
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use solveig_game::{Game, GameExt};
    use solveig_games::othello::knowledge::evaluation::{Features, Stages};

    use super::*;

    fn minimax(look: &LookAhead<'_, u64>, position: &Position, plies: u32) -> i32 {
        let game = look.game;
        if let Some(value) = game.terminal_value(position) {
            return value * DISC;
        }
        let pass = game.is_forced_pass(position);
        if plies == 0 && !pass {
            return look.evaluation.score(position.mover, position.opponent);
        }
        let rest = if pass { plies } else { plies - 1 };
        let moves = game.moves(position).into_iter();
        let scores =
            moves.map(|played| -minimax(look, &game.play_unchecked(position, played), rest));
        scores.max().unwrap()
    }

    #[test]
    fn the_score_is_the_minimax_score() {
        let game = Othello::<u64>::new(6, 6).unwrap();
        let features = Features::of_board(6, 6).unwrap();
        let stages = Stages {
            lowest: 0,
            width: 36,
            count: 1,
        };
        let mut evaluation = Evaluation::unweighted(features, stages);
        let weights = (0..evaluation.features().classes()).map(|class| (class % 19) as f32 / 8.0);
        evaluation.set_stage(0, &weights.collect::<Vec<_>>(), 0, &[]);
        let look = LookAhead {
            game: &game,
            evaluation: &evaluation,
        };
        let mut position = game.start();
        while let Some(square) = look.choice(position) {
            assert_eq!(look.score(position, 4), minimax(&look, &position, 4));
            position = game.place(position, square);
        }
    }
}
