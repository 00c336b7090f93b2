//! f+, f-, h+ and h-: sections 2 to 4.

use solveig_study::trees::{
    GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player, SearchTree, SolutionTree,
};

use crate::sampled::{TREES, hold, hold_with_larger, partly_searched, wholly_searched};

/// Greatest number of solution trees that are listed.
const MAX_TREES: usize = 400;

fn least(values: impl Iterator<Item = Payoff>) -> Payoff {
    values.min().unwrap_or(INFINITY)
}

fn greatest(values: impl Iterator<Item = Payoff>) -> Payoff {
    values.max().unwrap_or(MINUS_INFINITY)
}

fn both_kinds(search: &SearchTree<'_>, root: Node) -> Option<[Vec<SolutionTree>; 2]> {
    let all = |player| SolutionTree::all(search, root, player, MAX_TREES);
    Some([all(Player::Max)?, all(Player::Min)?])
}

#[test]
fn theorem_2_1_of_stockman() {
    hold(TREES, |tree, seed| {
        let search = wholly_searched(tree);
        let values = tree.values();
        // In the larger trees, listing the solution trees of every subtree would take too long.
        let nodes = tree
            .nodes()
            .take(if seed % 8 == 0 { tree.len() } else { 2 });
        for node in nodes {
            let Some([max, min]) = both_kinds(&search, node) else {
                continue;
            };
            let value = values[node.index()];
            assert_eq!(
                least(max.iter().map(|one| one.value(&search))),
                value,
                "(2.1)"
            );
            assert_eq!(
                greatest(min.iter().map(|one| one.value(&search))),
                value,
                "(2.2)"
            );
        }
    });
}

#[test]
fn every_solution_tree_has_the_shape_of_definition_2_1() {
    hold(2_000, |tree, seed| {
        let search = partly_searched(tree, seed);
        let Some(kinds) = both_kinds(&search, Node::ROOT) else {
            return;
        };
        for one in kinds.iter().flatten() {
            let all: Vec<Node> = one.nodes.iter().copied().collect();
            for node in all {
                let kept = tree
                    .children(node)
                    .filter(|child| one.nodes.contains(child));
                let wanted = match tree.player(node) {
                    _ if search.is_leaf(node) => 0,
                    Some(player) if player == one.player => tree.children(node).len(),
                    _ => 1,
                };
                assert_eq!(kept.count(), wanted);
            }
        }
        for (at, one) in kinds.iter().enumerate() {
            let distinct: std::collections::BTreeSet<_> =
                one.iter().map(|tree| &tree.nodes).collect();
            assert_eq!(distinct.len(), one.len(), "kind {at}");
        }
    });
}

/// f+ and f- from the leaves up, by their definition.
fn by_definition(search: &SearchTree<'_>, node: Node) -> (Payoff, Payoff) {
    let tree = search.tree();
    match (tree.payoff(node), tree.player(node)) {
        _ if search.is_open(node) => (MINUS_INFINITY, INFINITY),
        (Some(payoff), _) => (payoff, payoff),
        (None, Some(Player::Max)) => {
            let bounds = tree
                .children(node)
                .map(|child| by_definition(search, child));
            let (lower, upper): (Vec<_>, Vec<_>) = bounds.unzip();
            (greatest(lower.into_iter()), greatest(upper.into_iter()))
        }
        _ => {
            let bounds = tree
                .children(node)
                .map(|child| by_definition(search, child));
            let (lower, upper): (Vec<_>, Vec<_>) = bounds.unzip();
            (least(lower.into_iter()), least(upper.into_iter()))
        }
    }
}

#[test]
fn bounds_are_those_of_the_definition_and_enclose_the_value() {
    hold_with_larger(TREES, |tree, seed| {
        let search = partly_searched(tree, seed);
        let values = tree.values();
        for node in search.nodes() {
            let bounds = (search.lower(node), search.upper(node));
            if seed % 16 < 2 || node == Node::ROOT {
                assert_eq!(bounds, by_definition(&search, node));
            }
            assert!(bounds.0 <= values[node.index()] && values[node.index()] <= bounds.1);
        }
    });
}

#[test]
fn equations_3_1_to_4_2_bounds_are_values_of_solution_trees() {
    hold(TREES, |tree, seed| {
        let search = partly_searched(tree, seed);
        let nodes: Vec<Node> = search.nodes().collect();
        let few = if seed % 8 == 0 { nodes.len() } else { 2 };
        for node in nodes.into_iter().take(few) {
            let Some([max, min]) = both_kinds(&search, node) else {
                continue;
            };
            let closed = |one: &&SolutionTree| one.is_closed(&search);
            let value = |one: &SolutionTree| one.value(&search);
            let provisional = |one: &SolutionTree| one.provisional_value(&search);
            let (lower, upper) = (search.lower(node), search.upper(node));
            assert_eq!(upper, least(max.iter().filter(closed).map(value)), "(3.1)");
            assert_eq!(
                lower,
                greatest(min.iter().filter(closed).map(value)),
                "(3.2)"
            );
            assert_eq!(lower, least(max.iter().map(provisional)), "(4.1)");
            assert_eq!(upper, greatest(min.iter().map(provisional)), "(4.2)");
        }
    });
}

#[test]
fn optimal_solution_trees_have_the_bounds_as_values() {
    hold_with_larger(TREES, |tree, seed| {
        let search = partly_searched(tree, seed);
        for node in search.nodes() {
            let max = SolutionTree::optimal(&search, node, Player::Max);
            let min = SolutionTree::optimal(&search, node, Player::Min);
            assert_eq!(max.value(&search), search.upper(node));
            assert_eq!(min.value(&search), search.lower(node));
            // A max and a min tree always have exactly one path in common (section 3).
            let path = max.common_path(&min);
            assert!(
                path.windows(2)
                    .all(|pair| tree.parent(pair[1]) == Some(pair[0]))
            );
            assert!(search.is_leaf(path[path.len() - 1]) && path[0] == node);
        }
    });
}

/// (4.7) and (4.8) omit ancestors where the other player moves; (4.9) and (4.10) use the siblings
/// beside the path instead of the ancestors.
fn other_formulas(search: &SearchTree<'_>, node: Node) -> [(Payoff, Payoff); 2] {
    let tree = search.tree();
    let above = |player| {
        let all = tree
            .ancestors(node)
            .filter(move |one| tree.player(*one) == Some(player));
        all.chain([node])
    };
    let beside = |player| tree.beside(node, player).into_iter().chain([node]);
    [
        (
            greatest(above(Player::Max).map(|one| search.lower(one))),
            least(above(Player::Min).map(|one| search.upper(one))),
        ),
        (
            greatest(beside(Player::Max).map(|one| search.lower(one))),
            least(beside(Player::Min).map(|one| search.upper(one))),
        ),
    ]
}

fn through(search: &SearchTree<'_>, node: Node) -> (Payoff, Payoff) {
    (search.lower_through(node), search.upper_through(node))
}

#[test]
fn theorem_4_1_and_equations_4_7_to_4_10() {
    hold(TREES, |tree, seed| {
        let search = partly_searched(tree, seed);
        for node in search.nodes() {
            for formula in other_formulas(&search, node) {
                assert_eq!(through(&search, node), formula);
            }
        }
        let Some([max, min]) = both_kinds(&search, Node::ROOT) else {
            return;
        };
        let values = |trees: &[SolutionTree]| -> Vec<Payoff> {
            trees
                .iter()
                .map(|one| one.provisional_value(&search))
                .collect()
        };
        let (of_max, of_min) = (values(&max), values(&min));
        for node in search.nodes() {
            let having = |trees: &[SolutionTree], values: &[Payoff]| -> Vec<Payoff> {
                let pairs = trees.iter().zip(values);
                pairs
                    .filter(|(one, _)| one.nodes.contains(&node))
                    .map(|(_, value)| *value)
                    .collect()
            };
            let by_definition = (
                least(having(&max, &of_max).into_iter()),
                greatest(having(&min, &of_min).into_iter()),
            );
            assert_eq!(through(&search, node), by_definition, "(4.3) and (4.4)");
        }
    });
}

#[test]
fn what_is_below_a_dead_node_is_dead_and_an_alive_node_has_an_alive_child() {
    hold_with_larger(TREES, |tree, seed| {
        let search = partly_searched(tree, seed);
        for node in search.nodes().filter(|node| !search.is_leaf(*node)) {
            let mut children = tree.children(node);
            let alive = |child: Node| search.is_alive(child);
            if search.is_alive(node) {
                assert!(children.any(alive));
            } else {
                assert!(!children.any(alive));
            }
        }
        let is_known = search.lower(Node::ROOT) == search.upper(Node::ROOT);
        assert_eq!(search.is_alive(Node::ROOT), !is_known);
    });
}

#[test]
fn beside_a_node_are_the_brothers_of_those_on_its_path() {
    hold(1_000, |tree: &GameTree, _| {
        let mut from_left: Vec<Node> = tree.nodes().collect();
        from_left.sort_unstable_by_key(|node| tree.preorder(*node));
        for node in tree.nodes() {
            for player in [Player::Max, Player::Min] {
                let wanted: Vec<Node> = from_left
                    .iter()
                    .copied()
                    .filter(|one| {
                        tree.parent(*one).is_some_and(|parent| {
                            tree.player(parent) == Some(player)
                                && parent != node
                                && tree.is_descendant(node, parent)
                                && !tree.is_descendant(node, *one)
                        })
                    })
                    .collect();
                assert_eq!(tree.beside(node, player), wanted);
            }
        }
    });
}
