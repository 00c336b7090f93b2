//! Linking of named nodes to a tree.

use std::collections::HashMap;

use solveig_game::excerpt;

use super::data::Outline;
use super::{MAX_NODES, Player, TreeData, TreeError, TreeNode, View};

/// Orders named nodes depth first and checks that they make a tree.
pub(super) fn link(view: View, mut nodes: Vec<TreeNode>) -> Result<TreeData, TreeError> {
    if nodes.is_empty() {
        return Err(TreeError::NoNodes { line: None });
    }
    if nodes.len() > MAX_NODES {
        return Err(TreeError::TooManyNodes);
    }
    let children = resolve_children(&nodes)?;
    check_players(view, &nodes)?;
    let mut outline = Outline::new(view);
    let mut names = Vec::with_capacity(nodes.len());
    let mut players = Vec::new();
    let mut reached = vec![false; nodes.len()];
    let mut open = vec![(0, 0)];
    while let Some((parent, node)) = open.pop() {
        reached[node] = true;
        let number = outline.push(parent, nodes[node].value)?;
        // Every node is reached once, for it has one parent.
        names.push(std::mem::take(&mut nodes[node].name));
        if view == View::Max {
            let above = players.get(parent as usize).copied();
            let usual = above.map_or(Player::Max, Player::other);
            players.push(nodes[node].player.unwrap_or(usual));
        }
        open.extend(children[node].iter().rev().map(|child| (number, *child)));
    }
    if let Some(orphan) = reached.iter().position(|reached| !reached) {
        return Err(explain_unreached(&nodes, &children, orphan));
    }
    outline.finish(Some(names), (view == View::Max).then_some(players))
}

/// The children of each node as indices into `nodes`. Fails if a node has two parents or the root
/// has one.
fn resolve_children(nodes: &[TreeNode]) -> Result<Vec<Vec<usize>>, TreeError> {
    let mut places = HashMap::new();
    for (place, node) in nodes.iter().enumerate() {
        if places.insert(node.name.as_str(), place).is_some() {
            let problem = "is the name of an earlier node too";
            return Err(TreeError::node(&node.name, "name", problem));
        }
    }
    let mut parents: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut children = Vec::with_capacity(nodes.len());
    for (place, node) in nodes.iter().enumerate() {
        let problem = |problem: String| TreeError::node(&node.name, "children", problem);
        let names = match (&node.value, &node.children) {
            (Some(_), Some(_)) => {
                let both = "given with a value; expected one or the other";
                return Err(problem(both.to_owned()));
            }
            (None, None) => {
                let neither = "is missing, and so is the value; expected one of them";
                return Err(problem(neither.to_owned()));
            }
            (_, names) => names.as_deref().unwrap_or(&[]),
        };
        let mut own = Vec::with_capacity(names.len());
        for name in names {
            let child = *places
                .get(name.as_str())
                .ok_or_else(|| problem(format!("no node is named \"{}\"", excerpt(name))))?;
            if child == 0 {
                let root = format!("\"{}\" is the root, which is nobody's child", excerpt(name));
                return Err(problem(root));
            }
            if let Some(other) = parents[child].replace(place) {
                let (name, other) = (excerpt(name), excerpt(&nodes[other].name));
                let both = format!("\"{name}\" is a child of \"{other}\" already");
                return Err(problem(both));
            }
            own.push(child);
        }
        children.push(own);
    }
    Ok(children)
}

/// Checks that players are given only with the view `max` and only at inner nodes.
fn check_players(view: View, nodes: &[TreeNode]) -> Result<(), TreeError> {
    for node in nodes.iter().filter(|node| node.player.is_some()) {
        let problem = match view {
            View::Max if node.children.is_some() => continue,
            View::Max => "stands at a leaf, where nobody moves".to_owned(),
            View::First | View::SideToMove => {
                let view = view.text();
                format!("needs the view \"max\"; this one is {view:?}")
            }
        };
        return Err(TreeError::node(&node.name, "player", problem));
    }
    Ok(())
}

/// The reason why `orphan` is not below the root: it is on or below a cycle, or below a second
/// root.
fn explain_unreached(nodes: &[TreeNode], children: &[Vec<usize>], orphan: usize) -> TreeError {
    let mut parents = vec![None; nodes.len()];
    for (parent, children) in children.iter().enumerate() {
        for child in children {
            parents[*child] = Some(parent);
        }
    }
    let mut seen = vec![false; nodes.len()];
    let mut top = orphan;
    while let Some(parent) = parents[top] {
        if std::mem::replace(&mut seen[top], true) {
            let problem = "leads back to the node itself: a cycle";
            return TreeError::node(&nodes[top].name, "children", problem);
        }
        top = parent;
    }
    let problem = "is no child of any node and is not the root, the first node";
    TreeError::node(&nodes[top].name, "name", problem)
}
