//! Scout with memory (section 10, figure 12).

use super::RecursiveRun;
use crate::trees::tree::{INFINITY, MINUS_INFINITY, Node, Payoff, Player};

/// Which child of a node is assumed to be on the critical path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrincipalVariation {
    /// A child whose bound is the node's, as in figure 12; preferably the one that cut off the last
    /// null-window search.
    Bound,
    /// The leftmost child.
    First,
    /// The rightmost child.
    Last,
}

impl RecursiveRun<'_, '_> {
    /// The exact value of a node.
    pub(super) fn scout(&mut self, node: Node, choice: PrincipalVariation) -> Payoff {
        self.visit(node, MINUS_INFINITY, INFINITY);
        self.expand(node);
        let value = match self.tree.player(node) {
            None => self.payoff(node),
            Some(player) => self.scout_children(node, player, choice),
        };
        self.put(node, value, value);
        self.leave(node, value)
    }

    fn scout_children(&mut self, node: Node, player: Player, choice: PrincipalVariation) -> Payoff {
        let guess = self.guess(node, player, choice);
        let mut value = self.exactly(guess, choice);
        for child in self.tree.children(node) {
            let (min, max) = self.stored[node.index()];
            let (lower, upper) = self.stored[child.index()];
            // The gamma of the test that shows whether this child is better.
            let (done, worse, gamma) = match player {
                Player::Max => (value >= max, upper <= value, value.saturating_add(1)),
                Player::Min => (value <= min, lower >= value, value),
            };
            if done {
                break;
            }
            if worse {
                let bound = if player == Player::Max { upper } else { lower };
                self.skip(child, bound);
                continue;
            }
            let found = self.mt(child, gamma);
            let better = match player {
                Player::Max => found > value,
                Player::Min => found < value,
            };
            if better {
                value = self.exactly(child, choice);
            }
        }
        value
    }

    /// The exact value of a child, stored or searched.
    fn exactly(&mut self, child: Node, choice: PrincipalVariation) -> Payoff {
        match self.stored[child.index()] {
            (lower, upper) if lower == upper => lower,
            _ => self.scout(child, choice),
        }
    }

    fn guess(&self, node: Node, player: Player, choice: PrincipalVariation) -> Node {
        let mut children = self.tree.children(node);
        let first = children.clone().next().expect("an inner node has children");
        let of = |node: Node| match player {
            Player::Max => self.stored[node.index()].0,
            Player::Min => self.stored[node.index()].1,
        };
        match choice {
            PrincipalVariation::First => first,
            PrincipalVariation::Last => children.next_back().unwrap_or(first),
            PrincipalVariation::Bound => {
                let has_bound = |child: &Node| of(*child) == of(node);
                let cutoff = self.cutoff[node.index()].filter(has_bound);
                cutoff.or_else(|| children.find(has_bound)).unwrap_or(first)
            }
        }
    }
}
