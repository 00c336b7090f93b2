//! Several solvers on one position.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use solveig_game::{Game, Interval, Move, Value};
use solveig_search::{Knowledge, Oracle};

/// Solvers that share a transposition table, and their work.
///
/// A null-window test of a position looks for one move all of whose replies fail, so the replies to
/// a move are tests that have nothing to do with each other, and each solver takes the next one. An
/// exact value takes a few tests: with one solver it is that solver's own search.
pub struct Team<G: Game, K, O> {
    game: G,
    knowledge: K,
    solvers: Vec<O>,
}

impl<G: Game, K: Knowledge<G>, O: Oracle<G>> Team<G, K, O> {
    /// A team of one solver or more.
    pub fn new(game: G, knowledge: K, solvers: Vec<O>) -> Self {
        assert!(!solvers.is_empty(), "a team has a member");
        Self {
            game,
            knowledge,
            solvers,
        }
    }

    /// Whether every move of `position` leads to at least `bound` for the other side.
    fn all_fail(&mut self, position: &G::Position, bound: Value) -> bool {
        if let Some(utility) = self.game.terminal_value(position) {
            return utility <= -bound;
        }
        let mut replies = Vec::new();
        let known = self.knowledge.expand(&self.game, position, &mut replies);
        if known.upper <= -bound || -bound < known.lower {
            return known.upper <= -bound;
        }
        let next = AtomicUsize::new(0);
        let refuted = AtomicBool::new(false);
        let (game, replies) = (&self.game, &replies);
        thread::scope(|scope| {
            for solver in &mut self.solvers {
                let (next, refuted) = (&next, &refuted);
                scope.spawn(move || {
                    while let Some(reply) = replies.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if refuted.load(Ordering::Relaxed) {
                            return;
                        }
                        let after = game.play_unchecked(position, *reply);
                        if !solver.at_least(&after, bound) {
                            refuted.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        !refuted.into_inner()
    }
}

impl<G: Game, K: Knowledge<G>, O: Oracle<G>> Oracle<G> for Team<G, K, O> {
    fn game(&self) -> &G {
        &self.game
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Value {
        if let [solver] = &mut self.solvers[..] {
            return solver.value(position, known);
        }
        let Interval {
            mut lower,
            mut upper,
        } = known;
        while lower < upper {
            // Rounded up, so that both outcomes make the interval smaller.
            let bound = lower + (upper - lower + 1) / 2;
            if self.at_least(position, bound) {
                lower = bound;
            } else {
                upper = bound - 1;
            }
        }
        lower
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        if let [solver] = &mut self.solvers[..] {
            return solver.at_least(position, bound);
        }
        if let Some(utility) = self.game.terminal_value(position) {
            return utility >= bound;
        }
        let mut moves: Vec<Move> = Vec::new();
        let known = self.knowledge.expand(&self.game, position, &mut moves);
        if known.lower >= bound || known.upper < bound {
            return known.lower >= bound;
        }
        moves.into_iter().any(|played| {
            let child = self.game.play_unchecked(position, played);
            self.all_fail(&child, bound)
        })
    }

    fn nodes(&self) -> u64 {
        self.solvers.iter().map(Oracle::nodes).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use solveig_game::Reduction;
    use solveig_games::connect_four::ConnectFour;
    use solveig_games::othello::Othello;
    use solveig_search::knowledge::connect_four::ConnectFourKnowledge;
    use solveig_search::{Minimax, PrincipalVariationSearch, TranspositionTable, Unordered};

    use super::*;

    /// Positions of `game` that all plays of `depth` moves lead to.
    fn positions<G: Game>(game: &G, depth: u32) -> Vec<G::Position> {
        (0..depth).fold(vec![game.start()], |level, _| {
            let next = level.iter().flat_map(|position| {
                let moves = game.moves(position).into_iter();
                moves.map(|played| game.play_unchecked(position, played))
            });
            next.collect()
        })
    }

    fn a_team_agrees_with_minimax<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, depth: u32) {
        let table = Arc::new(TranspositionTable::new(game, 1 << 20).unwrap());
        let solver = |_| {
            let table = Arc::clone(&table);
            PrincipalVariationSearch::new(
                game.clone(),
                knowledge.clone(),
                table,
                Reduction::Canonical,
            )
        };
        let mut team = Team::new(
            game.clone(),
            knowledge.clone(),
            (0..3).map(solver).collect(),
        );
        let mut minimax = Minimax::new(game.clone());
        let unknown = Interval::unknown(game.value_range());
        let range = game.value_range();
        for position in positions(game, depth) {
            let value = minimax.value(&position, unknown);
            assert_eq!(team.value(&position, unknown), value);
            for bound in range.min..=range.max + 1 {
                assert_eq!(team.at_least(&position, bound), value >= bound);
            }
            assert_eq!(
                team.best_move(&position, value),
                minimax.best_move(&position, value)
            );
        }
    }

    #[test]
    fn a_team_finds_the_values_of_minimax() {
        let othello = Othello::<u64>::new(4, 4).unwrap();
        a_team_agrees_with_minimax(&othello, &Unordered, 3);
        let connect_four = ConnectFour::new(4, 3).unwrap();
        a_team_agrees_with_minimax(&connect_four, &ConnectFourKnowledge, 4);
    }
}
