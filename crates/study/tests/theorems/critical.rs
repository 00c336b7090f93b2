//! Critical trees and the cutoff criterion: the ends of sections 2 and 3, and section 5.

use std::collections::BTreeSet;

use solveig_study::trees::{
    CriticalTree, GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player, SearchTree, Shape,
    SolutionTree,
};

use crate::sampled::{TREES, drawn, hold, hold_with_larger, partly_searched, wholly_searched};

const MAX_TREES: usize = 300;

#[test]
fn a_critical_tree_is_two_optimal_trees_that_share_one_critical_path() {
    hold_with_larger(TREES, |tree, _| {
        let (search, values) = (wholly_searched(tree), tree.values());
        let critical = CriticalTree::of(&search).unwrap();
        let value = values[0];
        assert_eq!(critical.max.value(&search), value);
        assert_eq!(critical.min.value(&search), value);
        let path = critical.critical_path();
        assert!(
            path.iter().all(|node| values[node.index()] == value),
            "section 3"
        );
        assert!(tree.payoff(path[path.len() - 1]).is_some());
        for node in critical.nodes() {
            let below = tree.children(node).filter(|child| {
                critical.max.nodes.contains(child) || critical.min.nodes.contains(child)
            });
            let kind = knuth_type(&critical, tree, node).unwrap();
            let wanted = match kind {
                _ if tree.payoff(node).is_some() => 0,
                KnuthType::Two => 1,
                KnuthType::One | KnuthType::Three => tree.children(node).len(),
            };
            assert_eq!(below.count(), wanted, "{kind:?}");
            assert_eq!(kind == KnuthType::One, path.contains(&node));
        }
    });
}

/// Node types of Knuth and Moore (1975) in a critical tree, in terms of solution trees (section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum KnuthType {
    /// In both solution trees: on the critical path.
    One,
    /// Min nodes of the max and max nodes of the min solution tree: one child is enough.
    Two,
    /// Max nodes of the max and min nodes of the min solution tree: all children are needed.
    Three,
}

/// The type of a node; `None` if the critical tree does not contain it. A terminal has the type
/// of a node where the opponent of the player who moved there is to move.
fn knuth_type(critical: &CriticalTree, tree: &GameTree, node: Node) -> Option<KnuthType> {
    let (in_max, in_min) = (
        critical.max.nodes.contains(&node),
        critical.min.nodes.contains(&node),
    );
    let player = tree.player(node).or_else(|| {
        let parent = tree.parent(node)?;
        tree.player(parent).map(Player::other)
    });
    match (in_max, in_min, player) {
        (false, false, _) => None,
        (true, true, _) => Some(KnuthType::One),
        (true, false, Some(Player::Max)) | (false, true, Some(Player::Min)) => {
            Some(KnuthType::Three)
        }
        _ => Some(KnuthType::Two),
    }
}

/// A game tree that contains a search tree: each open node is a terminal with the given payoff.
fn completed(search: &SearchTree<'_>, payoff: &dyn Fn(Node) -> Payoff) -> GameTree {
    fn shape(search: &SearchTree<'_>, node: Node, payoff: &dyn Fn(Node) -> Payoff) -> Shape {
        let tree = search.tree();
        if search.is_open(node) {
            return Shape::Terminal(payoff(node));
        }
        match (tree.payoff(node), tree.player(node)) {
            (Some(payoff), _) => Shape::Terminal(payoff),
            (None, player) => {
                let children = tree
                    .children(node)
                    .map(|child| shape(search, child, payoff));
                Shape::Inner(player.unwrap(), children.collect())
            }
        }
    }
    GameTree::new(&shape(search, Node::ROOT, payoff))
}

/// The numbers that the open nodes below `node` have in a completion; nodes keep their order.
fn open_below(search: &SearchTree<'_>, node: Node) -> BTreeSet<Node> {
    let tree = search.tree();
    let kept = search.nodes().enumerate();
    kept.filter(|(_, one)| search.is_open(*one) && tree.is_descendant(*one, node))
        .map(|(number, _)| Node(number as u32))
        .collect()
}

fn optimal(whole: &SearchTree<'_>, player: Player) -> Option<Vec<SolutionTree>> {
    let value = whole.upper(Node::ROOT);
    let mut all = SolutionTree::all(whole, Node::ROOT, player, MAX_TREES)?;
    all.retain(|one| one.value(whole) == value);
    Some(all)
}

#[test]
fn lemma_5_1_an_alive_node_can_come_to_be_in_every_critical_tree() {
    hold(TREES, |tree, seed| {
        let search = partly_searched(tree, seed);
        let alive: Vec<Node> = search
            .nodes()
            .filter(|node| search.is_alive(*node))
            .collect();
        if alive.is_empty() {
            return;
        }
        let node = alive[drawn(seed, 1_000, alive.len() as u64) as usize];
        let through = |player| {
            let all = SolutionTree::all(&search, Node::ROOT, player, MAX_TREES)?;
            Some(
                all.into_iter()
                    .filter(|one| one.nodes.contains(&node))
                    .collect::<Vec<_>>(),
            )
        };
        let (Some(max), Some(min)) = (through(Player::Max), through(Player::Min)) else {
            return;
        };
        let value = |one: &SolutionTree| one.provisional_value(&search);
        let max = max.into_iter().min_by_key(value).unwrap();
        let min = min.into_iter().max_by_key(value).unwrap();
        let (low, high) = (value(&max), value(&min));
        assert!(low < high);
        let path = max.common_path(&min);
        let leaf = path[path.len() - 1];
        assert!(search.is_open(leaf), "the leaf of the common path is open");
        assert!(tree.is_descendant(leaf, node));
        // Any value v with c(T+) <= v < c(T-).
        let value = match (low, high) {
            (MINUS_INFINITY, INFINITY) => 0,
            (MINUS_INFINITY, high) => high - 1 - drawn(seed, 1_001, 3) as Payoff,
            (low, INFINITY) => low + drawn(seed, 1_001, 3) as Payoff,
            (low, high) => low + drawn(seed, 1_001, (high - low) as u64) as Payoff,
        };
        let game = completed(&search, &|open| {
            let distance = drawn(seed, 2_000 + u64::from(open.0), 4) as Payoff;
            if open == leaf {
                value
            } else if max.nodes.contains(&open) {
                value - distance
            } else if min.nodes.contains(&open) {
                value + 1 + distance
            } else {
                drawn(seed, 3_000 + u64::from(open.0), 10) as Payoff
            }
        });
        let whole = wholly_searched(&game);
        assert_eq!(whole.upper(Node::ROOT), value);
        let needed = open_below(&search, node);
        let Some(strategies) = optimal(&whole, Player::Max) else {
            return;
        };
        for one in strategies {
            // A critical tree contains an optimal max tree, hence this node too.
            assert!(!one.nodes.is_disjoint(&needed));
        }
    });
}

#[test]
fn lemma_5_2_a_dead_node_is_never_needed() {
    hold(TREES, |tree, seed| {
        let search = partly_searched(tree, seed);
        let dead: Vec<Node> = search
            .nodes()
            .filter(|node| !search.is_alive(*node))
            .collect();
        if dead.is_empty() {
            return;
        }
        let game = completed(&search, &|open| {
            drawn(seed, 4_000 + u64::from(open.0), 12) as Payoff
        });
        let whole = wholly_searched(&game);
        let (Some(max), Some(min)) = (optimal(&whole, Player::Max), optimal(&whole, Player::Min))
        else {
            return;
        };
        for node in dead {
            let avoided = open_below(&search, node);
            let avoids = |one: &SolutionTree| one.nodes.is_disjoint(&avoided);
            assert!(max.iter().any(avoids) && min.iter().any(avoids));
        }
    });
}
