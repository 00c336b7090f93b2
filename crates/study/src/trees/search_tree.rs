//! The part of a game tree that a search has seen, and the bounds that follow (Pijls, de Bruin and
//! Plaat 1996, sections 3 and 4).

use crate::trees::tree::{GameTree, INFINITY, MINUS_INFINITY, Node, Payoff};

/// The part of a game tree that was visited. A node is *expanded* when its children are generated
/// or, if it is a terminal, its payoff is computed; a node of the search tree that is not expanded
/// is *open*.
///
/// f+ and f- bound the value of a node: they are its minimax value if all open nodes are worth plus
/// or minus infinity, respectively. h+ and h- are the same for critical trees through the node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTree<'t> {
    tree: &'t GameTree,
    expanded: Vec<bool>,
    upper: Vec<Payoff>,
    lower: Vec<Payoff>,
}

impl<'t> SearchTree<'t> {
    /// The search tree that consists of an open root.
    pub fn new(tree: &'t GameTree) -> Self {
        Self {
            tree,
            expanded: vec![false; tree.len()],
            upper: vec![INFINITY; tree.len()],
            lower: vec![MINUS_INFINITY; tree.len()],
        }
    }

    /// The whole tree, of which the search tree has the nodes visited.
    pub const fn tree(&self) -> &'t GameTree {
        self.tree
    }

    /// Whether a node was generated.
    pub fn contains(&self, node: Node) -> bool {
        let parent = self.tree.parent(node);
        parent.is_none_or(|parent| self.expanded[parent.index()])
    }

    /// Whether a node was expanded; an expanded terminal is also called closed.
    pub fn is_expanded(&self, node: Node) -> bool {
        self.expanded[node.index()]
    }

    /// Whether a node is in the search tree but not expanded.
    pub fn is_open(&self, node: Node) -> bool {
        self.contains(node) && !self.is_expanded(node)
    }

    /// Whether a node is in the search tree but none of its children is.
    pub fn is_leaf(&self, node: Node) -> bool {
        self.is_open(node) || self.is_expanded(node) && self.tree.payoff(node).is_some()
    }

    /// The nodes generated so far, in preorder.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        self.tree.nodes().filter(|node| self.contains(*node))
    }

    /// Generates the children of an open node, or computes its payoff. Does nothing to an expanded
    /// node.
    ///
    /// # Panics
    ///
    /// Panics if the node is not in the search tree.
    pub fn expand(&mut self, node: Node) {
        assert!(self.contains(node), "only what was generated is expanded");
        self.expanded[node.index()] = true;
        let Some(payoff) = self.tree.payoff(node) else {
            // The children are open, so no bound changes.
            return;
        };
        self.upper[node.index()] = payoff;
        self.lower[node.index()] = payoff;
        let mut at = node;
        while let Some(parent) = self.tree.parent(at) {
            let player = self.tree.player(parent).expect("a parent is no terminal");
            let of = |bounds: &[Payoff]| {
                let children = self.tree.children(parent);
                children.fold(player.worst(), |best, child| {
                    player.better(best, bounds[child.index()])
                })
            };
            let (upper, lower) = (of(&self.upper), of(&self.lower));
            let place = parent.index();
            if (self.upper[place], self.lower[place]) == (upper, lower) {
                return;
            }
            (self.upper[place], self.lower[place]) = (upper, lower);
            at = parent;
        }
    }

    /// f+: the least upper bound that a closed max solution tree below a node proves.
    pub fn upper(&self, node: Node) -> Payoff {
        self.upper[node.index()]
    }

    /// f-: the greatest lower bound that a closed min solution tree below a node proves.
    pub fn lower(&self, node: Node) -> Payoff {
        self.lower[node.index()]
    }

    /// h+ by Theorem 4.1: the least f+ of a node and its ancestors.
    pub fn upper_through(&self, node: Node) -> Payoff {
        let above = self.tree.ancestors(node).map(|above| self.upper(above));
        above.fold(self.upper(node), Payoff::min)
    }

    /// h- by Theorem 4.1: the greatest f- of a node and its ancestors.
    pub fn lower_through(&self, node: Node) -> Payoff {
        let above = self.tree.ancestors(node).map(|above| self.lower(above));
        above.fold(self.lower(node), Payoff::max)
    }

    /// Whether a critical tree may still need nodes below this one: h- < h+ (Theorem 5.1). A node
    /// that is not alive is *dead*.
    pub fn is_alive(&self, node: Node) -> bool {
        self.lower_through(node) < self.upper_through(node)
    }
}
