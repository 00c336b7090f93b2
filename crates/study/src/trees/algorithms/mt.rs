//! MT, the null-window search with memory, and MTD, which drives it (section 8).

use super::RecursiveRun;
use crate::trees::event::Event;
use crate::trees::tree::{INFINITY, MINUS_INFINITY, Node, Payoff, Player};

/// What the end of a visit stores at the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Only the bound that was found.
    Weak,
    /// Both bounds, the other one from the bounds stored at the children.
    Heavy,
}

/// How MTD chooses gamma, the bound that the next search tests, between the known bounds (section
/// 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gamma {
    /// From above: MT-SSS, equivalent to SSS*.
    Sss,
    /// From below: MT-DUAL.
    Dual,
    /// From a first guess, then downwards or upwards: MTD(f).
    Guess(Payoff),
    /// The middle of the known bounds; while one is unknown, steps of doubling length from the
    /// other.
    Bisect,
}

impl Gamma {
    /// The choice of gamma as a function of the known bounds.
    pub(super) fn chooser(self) -> impl FnMut(Payoff, Payoff) -> Payoff {
        let (mut step, mut from_above) = (1, None);
        move |low, high| match self {
            Self::Sss => high,
            Self::Dual => low.saturating_add(1),
            Self::Guess(guess) => {
                if (low, high) == (MINUS_INFINITY, INFINITY) {
                    return guess;
                }
                // The result of the first search decides the direction of the others.
                match *from_above.get_or_insert(high < guess) {
                    true => high,
                    false => low.saturating_add(1),
                }
            }
            Self::Bisect => {
                step = i32::saturating_mul(step, 2);
                match (low, high) {
                    (MINUS_INFINITY, INFINITY) => 0,
                    (MINUS_INFINITY, high) => high.saturating_sub(step),
                    (low, INFINITY) => low.saturating_add(step),
                    (low, high) => low + (high.abs_diff(low) / 2).max(1) as Payoff,
                }
            }
        }
    }
}

impl RecursiveRun<'_, '_> {
    /// The value of the root by null-window searches; `choose` returns the gamma of each from the
    /// bounds known by then.
    pub(super) fn mtd(&mut self, choose: &mut dyn FnMut(Payoff, Payoff) -> Payoff) -> Payoff {
        let (mut low, mut high) = (MINUS_INFINITY, INFINITY);
        while low < high {
            let gamma = choose(low, high).clamp(low.saturating_add(1), high);
            let value = self.mt(Node::ROOT, gamma);
            if value >= gamma {
                low = value;
            } else {
                high = value;
            }
            if self.storage == Storage::Heavy {
                (low, high) = self.stored[Node::ROOT.index()];
            }
        }
        high
    }

    /// MT (figure 9): tests whether the value of a node is at least gamma. A result below gamma is
    /// an upper bound, any other a lower bound.
    pub(super) fn mt(&mut self, node: Node, gamma: Payoff) -> Payoff {
        self.visit(node, gamma.saturating_sub(1), gamma);
        let is_closed = self.search.is_expanded(node);
        self.expand(node);
        let value = match self.tree.player(node) {
            None if is_closed => match self.stored[node.index()] {
                (lower, INFINITY) => lower,
                (_, upper) => upper,
            },
            None => self.payoff(node),
            Some(player) => self.mt_children(node, player, gamma),
        };
        self.store(node, value, gamma);
        self.leave(node, value)
    }

    fn mt_children(&mut self, node: Node, player: Player, gamma: Payoff) -> Payoff {
        self.cutoff[node.index()] = None;
        let mut best = player.worst();
        for child in self.tree.children(node) {
            let (lower, upper) = self.stored[child.index()];
            let value = match player {
                Player::Max if upper < gamma => self.skip(child, upper),
                Player::Min if lower >= gamma => self.skip(child, lower),
                _ => self.mt(child, gamma),
            };
            best = player.better(best, value);
            let cuts = match player {
                Player::Max => best >= gamma,
                Player::Min => best < gamma,
            };
            if cuts {
                self.cut(node, child, value, gamma);
                break;
            }
        }
        best
    }

    pub(super) fn skip(&mut self, node: Node, value: Payoff) -> Payoff {
        self.send(Event::Skip { node, value });
        value
    }

    fn store(&mut self, node: Node, value: Payoff, gamma: Payoff) {
        let (mut lower, mut upper) = match self.storage {
            Storage::Weak => self.stored[node.index()],
            Storage::Heavy => match self.tree.player(node) {
                None => (value, value),
                Some(player) => self.bounds_of_children(node, player),
            },
        };
        if value < gamma {
            upper = value;
        } else {
            lower = value;
        }
        self.put(node, lower, upper);
    }

    pub(super) fn put(&mut self, node: Node, lower: Payoff, upper: Payoff) {
        if self.stored[node.index()] != (lower, upper) {
            self.send(Event::Store { node, lower, upper });
            self.stored[node.index()] = (lower, upper);
        }
    }

    /// Bounds on a node that follow from the bounds stored at its children.
    fn bounds_of_children(&self, node: Node, player: Player) -> (Payoff, Payoff) {
        let children = self.tree.children(node);
        children.fold((player.worst(), player.worst()), |(lower, upper), child| {
            let of_child = self.stored[child.index()];
            (
                player.better(lower, of_child.0),
                player.better(upper, of_child.1),
            )
        })
    }
}
