//! Searches without memory: minimax, alpha-beta and principal variation search.

use super::RecursiveRun;
use crate::trees::tree::{INFINITY, MINUS_INFINITY, Node, Payoff, Player};

impl RecursiveRun<'_, '_> {
    /// The value of a node by visiting all nodes below it.
    pub(super) fn minimax(&mut self, node: Node) -> Payoff {
        self.visited(node, MINUS_INFINITY, INFINITY, |run, player| {
            let children = run.tree.children(node);
            children.fold(player.worst(), |value, child| {
                player.better(value, run.minimax(child))
            })
        })
    }

    /// Alpha-beta (figure 6). The result is an upper bound if it is at most alpha, a lower bound if
    /// it is at least beta, and else the value (Lemma 6.1).
    pub(super) fn alpha_beta(&mut self, node: Node, alpha: Payoff, beta: Payoff) -> Payoff {
        self.windowed(node, alpha, beta, |run, child, _, window| {
            run.alpha_beta(child, window.alpha, window.beta)
        })
    }

    /// Principal variation search: visits the first child with the whole window, the others with a
    /// null window and, if that does not decide, again with the whole window (Marsland and Campbell
    /// 1982; Reinefeld 1983). The result is that of alpha-beta.
    pub(super) fn principal_variation_search(
        &mut self,
        node: Node,
        alpha: Payoff,
        beta: Payoff,
    ) -> Payoff {
        self.windowed(node, alpha, beta, Self::search_child)
    }

    /// Visits children, `search` with the window of their parent and whether they are the first,
    /// until a value lies outside the window.
    fn windowed(
        &mut self,
        node: Node,
        alpha: Payoff,
        beta: Payoff,
        search: impl Fn(&mut Self, Node, bool, &Window) -> Payoff,
    ) -> Payoff {
        self.visited(node, alpha, beta, |run, player| {
            let mut window = Window::new(player, alpha, beta);
            for (place, child) in run.tree.children(node).enumerate() {
                let value = search(run, child, place == 0, &window);
                if let Some(limit) = window.take(value) {
                    run.cut(node, child, value, limit);
                    break;
                }
            }
            window.best
        })
    }

    /// The value of a child within the window of its parent, with a null window first unless
    /// `is_first`.
    fn search_child(&mut self, child: Node, is_first: bool, window: &Window) -> Payoff {
        let (alpha, beta) = (window.alpha, window.beta);
        if is_first || alpha >= beta.saturating_sub(1) {
            return self.principal_variation_search(child, alpha, beta);
        }
        let (low, high) = match window.player {
            Player::Max => (alpha, alpha + 1),
            Player::Min => (beta - 1, beta),
        };
        let value = self.principal_variation_search(child, low, high);
        if value <= alpha || beta <= value {
            return value;
        }
        let (low, high) = match window.player {
            Player::Max => (value - 1, beta),
            Player::Min => (alpha, value + 1),
        };
        self.principal_variation_search(child, low, high)
    }

    /// Performs a whole visit; `below` computes the value of an inner node.
    fn visited(
        &mut self,
        node: Node,
        alpha: Payoff,
        beta: Payoff,
        below: impl FnOnce(&mut Self, Player) -> Payoff,
    ) -> Payoff {
        self.visit(node, alpha, beta);
        self.expand(node);
        let value = match self.tree.player(node) {
            None => self.payoff(node),
            Some(player) => below(self, player),
        };
        self.leave(node, value)
    }

    pub(super) fn payoff(&self, node: Node) -> Payoff {
        self.tree
            .payoff(node)
            .expect("a node without a player is a terminal")
    }
}

/// The window of a node, and the best value of its children so far.
struct Window {
    player: Player,
    alpha: Payoff,
    beta: Payoff,
    best: Payoff,
}

impl Window {
    const fn new(player: Player, alpha: Payoff, beta: Payoff) -> Self {
        Self {
            player,
            alpha,
            beta,
            best: player.worst(),
        }
    }

    /// Updates the window with the value of a child; returns the limit that the best value meets,
    /// if any.
    fn take(&mut self, value: Payoff) -> Option<Payoff> {
        self.best = self.player.better(self.best, value);
        match self.player {
            Player::Max => {
                self.alpha = self.alpha.max(value);
                (self.best >= self.beta).then_some(self.beta)
            }
            Player::Min => {
                self.beta = self.beta.min(value);
                (self.best <= self.alpha).then_some(self.alpha)
            }
        }
    }
}
