//! Scout with a transposition table.

use solveig_game::{Interval, Symmetric, Value};

use super::{AlphaBeta, NodeEntry};
use crate::{Knowledge, Stopped, Window};

impl<G: Symmetric, K: Knowledge<G>> AlphaBeta<G, K> {
    /// The value of a position, which lies within `bounds`: see
    /// [`TestMethod::Scout`](super::TestMethod::Scout).
    pub(super) fn by_scout(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Value, Stopped> {
        let node = match self.enter(position, Window::within(bounds))? {
            NodeEntry::Decided(value) => return Ok(value),
            NodeEntry::Open(node) => node,
        };
        let mut best = node.window.alpha;
        let mut best_move = None;
        for at in node.moves.clone() {
            let played = self.moves[at];
            let child = self.game.play_unchecked(position, played);
            if at > node.moves.start {
                let test = Window::test(best + 1).negated();
                if -self.search(&child, test)? <= best {
                    continue;
                }
            }
            let unknown = Interval::unknown(self.game.value_range());
            let value = -self.by_scout(&child, unknown)?;
            if value > best {
                (best, best_move) = (value, Some(played));
                if best >= node.window.beta {
                    break;
                }
            }
        }
        Ok(self.leave(node, best, best_move))
    }
}
