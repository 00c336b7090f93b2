//! Scout with a transposition table.

use solveig_game::{Game, Interval, Value};

use super::{AlphaBeta, Entered};
use crate::{Knowledge, Oracle, StopToken, Stopped, Watch, Window};

/// Scout with a transposition table (Pearl 1980; Pijls, de Bruin and Plaat 1996, section 10).
///
/// The first move of a position is evaluated, each other one is tested against the best so far, and
/// evaluated without a window where it is better. Tests are null-window searches.
#[derive(Clone, Debug)]
pub struct Scout<G, K> {
    search: AlphaBeta<G, K>,
}

impl<G: Game, K: Knowledge<G>> Scout<G, K> {
    /// A search that tests by `search`.
    pub const fn new(search: AlphaBeta<G, K>) -> Self {
        Self { search }
    }

    /// The value of a position, which lies within `known`.
    fn exactly(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped> {
        let node = match self.search.enter(position, Window::within(known))? {
            Entered::Decided(value) => return Ok(value),
            Entered::Open(node) => node,
        };
        let mut best = node.window.alpha;
        let mut best_move = None;
        for at in node.moves.clone() {
            let played = self.search.moves[at];
            let child = self.search.game.play_unchecked(position, played);
            if at > node.moves.start {
                let test = Window::test(best + 1).negated();
                if -self.search.search(&child, test)? <= best {
                    continue;
                }
            }
            let unknown = Interval::unknown(self.search.game.value_range());
            let value = -self.exactly(&child, unknown)?;
            if value > best {
                (best, best_move) = (value, Some(played));
                if best >= node.window.beta {
                    break;
                }
            }
        }
        Ok(self.search.leave(node, best, best_move))
    }
}

impl<G: Game, K: Knowledge<G>> Oracle<G> for Scout<G, K> {
    fn game(&self) -> &G {
        self.search.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.search.set_stop(stop);
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped> {
        self.watched_value(position, known, &mut |_| ())
    }

    fn watched_value(
        &mut self,
        position: &G::Position,
        known: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        self.search.moves.clear();
        let value = match known.value() {
            Some(value) => value,
            None => self.exactly(position, known)?,
        };
        watch(Interval::exact(value));
        Ok(value)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.search.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn shares_work(&self) -> bool {
        true
    }
}
