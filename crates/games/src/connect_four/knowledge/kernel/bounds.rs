//! Bounds that need no search.

use solveig_game::Value;

use super::{Quiet, Searcher};
use crate::connect_four::knowledge::lines::{fours, has_four};

impl<const HEIGHT: u32> Searcher<HEIGHT> {
    /// The bound from the number of stones left and the room for four in line, if it decides the
    /// window.
    #[inline(always)]
    pub(super) fn bounded(&self, position: Quiet, alpha: Value) -> Option<Value> {
        let Quiet {
            mover,
            occupied,
            stones,
            ..
        } = position;
        if stones + 2 >= self.squares {
            return Some(0);
        }
        let max = self.game.worth_of_win(stones + 3);
        if max <= alpha {
            return Some(max);
        }
        if stones + 4 <= self.squares {
            let min = -self.game.worth_of_win(stones + 4);
            if min > alpha {
                return Some(min);
            }
        }
        let other = if alpha >= 0 { mover ^ occupied } else { mover };
        (!has_four(&self.game, self.game.board() & !other, HEIGHT)).then_some(0)
    }

    /// The bound from following claimeven (Allis 1988) to the end, if it decides the window.
    ///
    /// The follower answers right above each stone; to a stone in a column with an odd number of
    /// empty squares, it answers in another such column. If their number is even, the side that is
    /// not to move can follow; if it is odd, the side to move can after a stone in one of them.
    #[inline(always)]
    pub(super) fn followed_up(
        &self,
        position: Quiet,
        playable: u64,
        alpha: Value,
    ) -> Option<Value> {
        let Quiet {
            mover, occupied, ..
        } = position;
        let opponent = mover ^ occupied;
        let odd = playable & self.upper_rows;
        if odd.count_ones().is_multiple_of(2) {
            if alpha < -1 {
                return None;
            }
            let bound = self.follower_bound(mover, opponent, odd)?;
            return (-bound <= alpha).then_some(-bound);
        }
        if alpha > 0 {
            return None;
        }
        let mut rest = odd;
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            rest ^= square;
            if let Some(bound) = self.follower_bound(opponent, mover | square, odd ^ square)
                && bound > alpha
            {
                return Some(bound);
            }
        }
        None
    }

    /// The value for the follower that it reaches at least, if that is a draw or a win: the leader
    /// is to move, and the columns of the playable squares `odd`, of an even number, have an odd
    /// number of empty squares.
    ///
    /// The leader gets at most the lower empty squares and those in `odd`, and the follower at
    /// least the others. A line of the leader that lies above one of the follower's, in the same
    /// columns, comes too late.
    #[inline(always)]
    fn follower_bound(&self, leader: u64, follower: u64, odd: u64) -> Option<Value> {
        let occupied = leader | follower;
        let empty = self.game.board() & !occupied;
        let leader = leader | empty & !self.upper_rows | odd;
        let follower = follower | empty & self.upper_rows & !odd;
        if fours(leader, 1) != 0 {
            return None;
        }
        let bottom = self.game.bottom();
        let tops = bottom << (HEIGHT - 1);
        let (mut open, mut won) = (0, fours(follower, 1));
        for step in [HEIGHT - 1, HEIGHT, HEIGHT + 1] {
            let of_follower = fours(follower, step);
            won |= of_follower;
            // All squares of a column but those above the lowest line that begins there.
            open |= fours(leader, step) & ((of_follower | tops) - bottom);
        }
        (open == 0).then_some(Value::from(won != 0))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use solveig_game::{Game, GameExt, Interval, Reduction};
    use solveig_search::{AlphaBeta, CurrentlySearched, NoKnowledge, Oracle, TranspositionTable};

    use super::*;
    use crate::connect_four::knowledge::lines::winning_squares;
    use crate::connect_four::{ConnectFour, Utility};

    /// In all positions of a board, against a search that knows nothing.
    #[test]
    fn claimeven_never_promises_too_much() {
        let (mut decided, mut won) = (0, 0);
        let game = ConnectFour::new(4, 4).unwrap();
        let game = game.with_utility(Utility::Score);
        let table = Arc::new(TranspositionTable::new(&game, 1 << 24).unwrap());
        let mut plain = AlphaBeta::new(game.clone(), NoKnowledge, table.clone(), Reduction::None);
        let busy = Arc::new(CurrentlySearched::new());
        let searcher = Searcher::<5>::new(game.clone(), table, Reduction::None, busy);
        let mut positions = HashSet::from([game.start()]);
        while !positions.is_empty() {
            let mut next = HashSet::new();
            for position in positions {
                if game.terminal_value(&position).is_some() {
                    continue;
                }
                let children = game.moves(&position).into_iter();
                next.extend(children.map(|played| game.play_unchecked(&position, played)));
                let (mover, occupied) = (position.mover, position.occupied);
                let playable = game.playable(occupied);
                if winning_squares(&game, mover, 5) & playable != 0 {
                    continue;
                }
                let quiet = Quiet {
                    mover,
                    occupied,
                    threats: winning_squares(&game, position.opponent(), 5) & !occupied,
                    stones: occupied.count_ones(),
                };
                let unknown = Interval::unknown(game.value_range());
                let value = plain.value(&position, unknown).unwrap();
                for alpha in -3..=3 {
                    if let Some(bound) = searcher.followed_up(quiet, playable, alpha) {
                        match bound > alpha {
                            true => assert!(value >= bound, "{position:?}: {value} < {bound}"),
                            false => assert!(value <= bound, "{position:?}: {value} > {bound}"),
                        }
                        decided += 1;
                        won += u32::from(bound != 0);
                    }
                }
            }
            positions = next;
        }
        assert!(decided > 10_000 && won > 100, "{decided}, {won}");
    }
}
