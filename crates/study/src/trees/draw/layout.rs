//! Where the nodes of a drawing go.

use crate::trees::tree::{GameTree, Node};

/// Between what stands side by side.
const GAP: f64 = 10.0;
/// Around the tree.
pub(super) const MARGIN: f64 = 14.0;
/// From a row to the next one, at least.
const LEAST_RISE: f64 = 40.0;
/// The same where moves are named.
const LEAST_RISE_WITH_NAMES: f64 = 54.0;
/// From a row to the next one, at most.
const GREATEST_RISE: f64 = 150.0;
/// How far the middle of a move's name is above the node that the move leads to.
pub(super) const NAME_RISE: f64 = 11.0;

/// What a node takes up, its labels included.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// Left of its middle.
    pub left: f64,
    /// Right of its middle.
    pub right: f64,
    /// From the top of its shape down.
    pub height: f64,
    /// How wide the name of the move is that leads to it.
    pub name: f64,
}

/// The places of all nodes. Shapes of one row have their top at the same height.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The middle of each node, by number.
    pub x: Vec<f64>,
    /// The top of each row, by depth.
    pub top: Vec<f64>,
    /// How wide the picture is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Layout {
    /// Sets leaves at equal distances from left to right and parents in the middle above their
    /// children. The distance is the least at which nothing overlaps. `edge_start` is how far below the
    /// top of a node the edges to its children start.
    pub fn new(tree: &GameTree, extents: &[Extent], edge_start: f64) -> Self {
        let (mut x, leaves) = in_leaves(tree);
        let distance = least_distance(tree, extents, &x, &leaves);
        for place in &mut x {
            *place *= distance;
        }
        let reach = |node: Node, left: bool| {
            let extent = extents[node.index()];
            let side = if left { extent.left } else { extent.right };
            side.max(extent.name / 2.0)
        };
        let from = tree.nodes().map(|node| x[node.index()] - reach(node, true));
        let shift = MARGIN - from.fold(f64::INFINITY, f64::min);
        for place in &mut x {
            *place += shift;
        }
        let to = tree
            .nodes()
            .map(|node| x[node.index()] + reach(node, false));
        let width = to.fold(0.0, f64::max) + MARGIN;
        let (top, height) = rows(tree, extents, &x, edge_start);
        Self {
            x,
            top,
            width,
            height,
        }
    }
}

/// The middles of all nodes if the distance of leaves is one; and the leaves from left to right.
fn in_leaves(tree: &GameTree) -> (Vec<f64>, Vec<Node>) {
    let mut order = vec![Node::ROOT; tree.len()];
    for node in tree.nodes() {
        order[tree.preorder(node) as usize] = node;
    }
    order.retain(|node| tree.player(*node).is_none());
    let mut x = vec![0.0; tree.len()];
    for (place, leaf) in order.iter().enumerate() {
        x[leaf.index()] = place as f64;
    }
    // Children have greater numbers than their parents.
    for node in tree.nodes().rev() {
        let mut children = tree.children(node);
        if let Some(first) = children.next() {
            let last = children.next_back().unwrap_or(first);
            x[node.index()] = f64::midpoint(x[first.index()], x[last.index()]);
        }
    }
    (x, order)
}

fn least_distance(tree: &GameTree, extents: &[Extent], x: &[f64], leaves: &[Node]) -> f64 {
    let mut least: f64 = 1.0;
    // Nothing but its own edge comes near a leaf, for the edges of other subtrees stay above their leaves.
    for pair in leaves.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|node| extents[node.index()]);
        let side = a.right.max(a.name / 2.0) + b.left.max(b.name / 2.0);
        least = least.max(side + GAP);
    }
    // Nodes of one row have numbers one after another, and are at least one leaf apart.
    let above = |node: Node| tree.parent(node).map_or(0.0, |parent| x[parent.index()]);
    let part = NAME_RISE / LEAST_RISE_WITH_NAMES;
    for (a, b) in tree.nodes().zip(tree.nodes().skip(1)) {
        if tree.depth(a) != tree.depth(b) {
            continue;
        }
        let [left, right] = [a, b].map(|node| extents[node.index()]);
        let apart = x[b.index()] - x[a.index()];
        least = least.max((left.right + right.left + GAP) / apart);
        // A name is on the edge: no higher than `part` of it, wherever its rise ends up.
        let higher = apart * (1.0 - part) + (above(b) - above(a)) * part;
        let names = f64::midpoint(left.name, right.name);
        if names > 0.0 {
            least = least.max((names + GAP) / apart.min(higher));
        }
    }
    least.ceil()
}

/// The tops of the rows, and the bottom of the picture. A row whose edges spread far gets more room
/// below it.
fn rows(tree: &GameTree, extents: &[Extent], x: &[f64], edge_start: f64) -> (Vec<f64>, f64) {
    let deepest = tree.nodes().next_back().map_or(0, |node| tree.depth(node));
    let mut heights = vec![0.0_f64; deepest as usize + 1];
    let mut spread = vec![0.0_f64; heights.len()];
    let mut least_rise = LEAST_RISE;
    for node in tree.nodes() {
        let depth = tree.depth(node) as usize;
        let extent = extents[node.index()];
        heights[depth] = heights[depth].max(extent.height);
        if let Some(parent) = tree.parent(node) {
            let across = (x[node.index()] - x[parent.index()]).abs();
            spread[depth - 1] = spread[depth - 1].max(across);
        }
        if extent.name > 0.0 {
            least_rise = LEAST_RISE_WITH_NAMES;
        }
    }
    let mut tops = Vec::with_capacity(heights.len());
    let mut top = MARGIN;
    for (height, spread) in heights.iter().zip(&spread) {
        tops.push(top);
        let rise = (spread * 0.15).clamp(least_rise, GREATEST_RISE);
        top += (edge_start + rise).max(height + GAP).ceil();
    }
    let last = heights.last().copied().unwrap_or_default();
    let bottom = tops.last().map_or(top, |top| top + last + MARGIN);
    (tops, bottom)
}
