//! Files of trees, in the format of [`solveig_games::tree`].
//!
//! ```
//! use solveig_study::trees::{Node, Player, file};
//!
//! let text = r#"{ "view": "max",
//!   "nodes": [ { "name": "top", "children": ["left", "right"] },
//!              { "name": "left", "player": "max", "children": ["a", "b"] },
//!              { "name": "a", "value": 3 },
//!              { "name": "b", "value": 7 },
//!              { "name": "right", "value": 5 } ] }"#;
//! let tree = file::parse(text)?;
//! assert_eq!(tree.values()[Node::ROOT.index()], 7);
//! assert_eq!(tree.name(Node(1)), "left");
//! assert_eq!(tree.player(Node(1)), Some(Player::Max));
//! assert_eq!(file::parse(&file::to_json(&tree)?)?, tree);
//! # Ok::<(), solveig_games::tree::TreeError>(())
//! ```

use std::collections::HashSet;

use solveig_games::tree::{self, TreeData, TreeError, TreeNode, View};

use crate::trees::tree::{GameTree, Node, Player, Preorder};

/// Parses a tree.
///
/// # Errors
///
/// Fails if the text is not a tree; the error gives the place.
pub fn parse(text: &str) -> Result<GameTree, TreeError> {
    TreeData::parse(text).map(|written| of(&written))
}

/// The tree of a parsed file. Nodes keep their names; in nested arrays they have none, and a move
/// is named by its index among its siblings, from 1.
pub fn of(written: &TreeData) -> GameTree {
    let mut preorder = Preorder::default();
    for node in 0..written.len() {
        let depth = written.depth(node);
        if let Some(payoff) = written.payoff(node) {
            preorder.terminal(depth, payoff);
        } else {
            let player = match written.player(node) {
                Some(tree::Player::Min) => Player::Min,
                Some(tree::Player::Max) | None => Player::Max,
            };
            preorder.inner(depth, player, written.children(node).len() as u32);
        }
        match written.place(node) {
            _ if written.is_named() => preorder.name(&written.name(node)),
            Some(place) => preorder.name(&(place + 1).to_string()),
            None => preorder.name(""),
        }
    }
    preorder.tree()
}

/// The tree as the text of a file. Nodes keep their names if all have one and no two are equal;
/// otherwise they are named by the indices of the moves that lead to them, as in `2.1.3`.
///
/// # Errors
///
/// Fails if the tree exceeds the limits of a file on nodes, children, depth or payoffs.
pub fn to_json(tree: &GameTree) -> Result<String, TreeError> {
    let names = names(tree);
    let of_node = |node: Node| {
        let name = &names[node.index()];
        if let Some(payoff) = tree.payoff(node) {
            return TreeNode::leaf(name, payoff.into());
        }
        let children = tree.children(node).map(|child| &names[child.index()]);
        TreeNode {
            player: tree.player(node).map(|player| match player {
                Player::Max => tree::Player::Max,
                Player::Min => tree::Player::Min,
            }),
            ..TreeNode::inner(name, children)
        }
    };
    let nodes = tree.nodes().map(of_node).collect();
    Ok(TreeData::from_nodes(View::Max, nodes)?.to_json())
}

/// Names of the nodes in a file, by number.
fn names(tree: &GameTree) -> Vec<String> {
    let own: HashSet<&str> = tree.nodes().map(|node| tree.name(node)).collect();
    if own.len() == tree.len() && !own.contains("") {
        return tree
            .nodes()
            .map(|node| tree.name(node).to_owned())
            .collect();
    }
    let mut names = vec!["root".to_owned()];
    for node in tree.nodes() {
        for place in 1..=tree.children(node).len() {
            names.push(match node {
                Node::ROOT => place.to_string(),
                _ => format!("{}.{place}", names[node.index()]),
            });
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::random::RandomTrees;
    use crate::trees::tree::Shape;

    fn shape(tree: &GameTree, node: Node) -> Shape {
        match (tree.payoff(node), tree.player(node)) {
            (None, Some(player)) => {
                let children = tree.children(node).map(|child| shape(tree, child));
                Shape::Inner(player, children.collect())
            }
            (payoff, _) => Shape::Terminal(payoff.unwrap()),
        }
    }

    #[test]
    fn random_trees_are_read_as_they_were_written() {
        for seed in 0..2_000 {
            let trees = RandomTrees {
                min_children: 1,
                max_children: 1 + (seed % 4) as u32,
                depth: (seed % 7) as u32,
                early_ends: (seed % 3) as u32 * 15,
                greatest_payoff: 20,
                alternating: seed % 2 == 0,
                ordered: 30,
            };
            let tree = trees.tree(seed);
            let text = to_json(&tree).unwrap();
            let again = parse(&text).unwrap();
            let root = Node::ROOT;
            assert_eq!(shape(&again, root), shape(&tree, root), "{seed}");
            assert_eq!(to_json(&again).unwrap(), text, "{seed}");
            assert!(!trees.alternating || !text.contains("player"), "{seed}");
        }
    }

    #[test]
    fn nodes_without_names_are_named_by_the_last_move() {
        let names = |text: &str| -> Vec<String> {
            let tree = parse(text).unwrap();
            tree.nodes()
                .map(|node| tree.name(node).to_owned())
                .collect()
        };
        assert_eq!(
            names("[[3, 12], 8, [[1]]]"),
            ["", "1", "2", "3", "1", "2", "1", "1"]
        );
        let written = to_json(&parse("[[3, 12], 8, [[1]]]").unwrap()).unwrap();
        assert_eq!(
            names(&written),
            ["root", "1", "2", "3", "1.1", "1.2", "3.1", "3.1.1"]
        );
    }

    #[test]
    fn trees_beyond_the_limits_of_files_are_not_written() {
        let tree = GameTree::new(&Shape::Inner(
            Player::Min,
            vec![Shape::Terminal(0), Shape::Terminal(1_000_001)],
        ));
        assert_eq!(
            to_json(&tree).unwrap_err().to_string(),
            "node \"2\", field \"value\": 1000001 is out of range; expected -1000000 to 1000000"
        );
    }
}
