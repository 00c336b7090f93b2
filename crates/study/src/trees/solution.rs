//! Solution trees, critical trees and milestones (Pijls, de Bruin and Plaat 1996, sections 2 to 4
//! and A).

use std::collections::BTreeSet;

use crate::trees::search_tree::SearchTree;
use crate::trees::tree::{INFINITY, MINUS_INFINITY, Node, Payoff, Player};

/// A solution tree in a search tree: all children at the nodes of one player, exactly one at those
/// of the other. A *max* solution tree has all moves of Max and is a strategy of Min; a *min*
/// solution tree is a strategy of Max.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionTree {
    /// The player all of whose moves are included.
    pub player: Player,
    /// Where the strategy begins.
    pub root: Node,
    /// All nodes that play by the strategy may reach, the root among them.
    pub nodes: BTreeSet<Node>,
}

impl SolutionTree {
    /// All solution trees of a kind below a node, or `None` if there are more than `max`.
    pub fn all(
        search: &SearchTree<'_>,
        root: Node,
        player: Player,
        max: usize,
    ) -> Option<Vec<Self>> {
        let trees = all_under(search, root, player, max)?;
        let whole = |nodes: Vec<Node>| Self {
            player,
            root,
            nodes: nodes.into_iter().collect(),
        };
        Some(trees.into_iter().map(whole).collect())
    }

    /// The leftmost optimal solution tree below a node: the max solution tree of value f+, or the
    /// min solution tree of value f-. It is closed if that bound is finite.
    pub fn optimal(search: &SearchTree<'_>, root: Node, player: Player) -> Self {
        let bound = |node: Node| match player {
            Player::Max => search.upper(node),
            Player::Min => search.lower(node),
        };
        let mut nodes = BTreeSet::new();
        let mut rest = vec![root];
        while let Some(node) = rest.pop() {
            nodes.insert(node);
            if search.is_leaf(node) {
                continue;
            }
            let mut children = search.tree().children(node);
            if search.tree().player(node) == Some(player) {
                rest.extend(children);
            } else {
                rest.extend(children.find(|child| bound(*child) == bound(node)));
            }
        }
        Self {
            player,
            root,
            nodes,
        }
    }

    /// Whether all leaves are closed terminals (Definition 3.1).
    pub fn is_closed(&self, search: &SearchTree<'_>) -> bool {
        self.nodes.iter().all(|node| !search.is_open(*node))
    }

    /// g: the value that the strategy guarantees, with the worst values for open leaves. For a
    /// closed tree, the greatest payoff of a max, the least of a min solution tree (Definition
    /// 2.2).
    pub fn value(&self, search: &SearchTree<'_>) -> Payoff {
        match (self.is_closed(search), self.player) {
            (true, _) => self.provisional_value(search),
            (false, Player::Max) => INFINITY,
            (false, Player::Min) => MINUS_INFINITY,
        }
    }

    /// c: like [`value`](Self::value), but over closed leaves only (Definition 4.1).
    pub fn provisional_value(&self, search: &SearchTree<'_>) -> Payoff {
        let closed = self.nodes.iter().filter(|node| search.is_expanded(**node));
        let payoffs = closed.filter_map(|node| search.tree().payoff(*node));
        payoffs.fold(self.player.worst(), |a, b| self.player.better(a, b))
    }

    /// The only path that a max and a min solution tree of the same root share, from the root down.
    pub fn common_path(&self, other: &Self) -> Vec<Node> {
        // Children have greater numbers than their parents.
        self.nodes.intersection(&other.nodes).copied().collect()
    }
}

fn all_under(
    search: &SearchTree<'_>,
    node: Node,
    player: Player,
    max: usize,
) -> Option<Vec<Vec<Node>>> {
    if search.is_leaf(node) {
        return Some(vec![vec![node]]);
    }
    let tree = search.tree();
    if tree.player(node) != Some(player) {
        let mut all = Vec::new();
        for child in tree.children(node) {
            for mut below in all_under(search, child, player, max)? {
                below.push(node);
                all.push(below);
            }
            if all.len() > max {
                return None;
            }
        }
        return Some(all);
    }
    let mut all = vec![vec![node]];
    for child in tree.children(node) {
        let below = all_under(search, child, player, max)?;
        if all.len() * below.len() > max {
            return None;
        }
        let joined = all.iter().flat_map(|one| {
            let with = |other: &Vec<Node>| one.iter().chain(other).copied().collect();
            below.iter().map(with)
        });
        all = joined.collect();
    }
    Some(all)
}

/// An optimal max and an optimal min solution tree of the root (section 2): what a search must see
/// to know the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriticalTree {
    /// A strategy of Min that concedes no more than the value.
    pub max: SolutionTree,
    /// A strategy of Max that secures at least the value.
    pub min: SolutionTree,
}

impl CriticalTree {
    /// The leftmost critical tree of a search tree; `None` while the root is alive.
    pub fn of(search: &SearchTree<'_>) -> Option<Self> {
        if search.lower(Node::ROOT) != search.upper(Node::ROOT) {
            return None;
        }
        Some(Self {
            max: SolutionTree::optimal(search, Node::ROOT, Player::Max),
            min: SolutionTree::optimal(search, Node::ROOT, Player::Min),
        })
    }

    /// The nodes of both solution trees.
    pub fn nodes(&self) -> BTreeSet<Node> {
        self.max.nodes.union(&self.min.nodes).copied().collect()
    }

    /// The nodes that both trees share, from the root down; all have the same value (section 3).
    pub fn critical_path(&self) -> Vec<Node> {
        self.max.common_path(&self.min)
    }
}
