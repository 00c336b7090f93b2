//! Layout of a drawing.

use crate::trees::tree::{GameTree, Node};

/// Horizontal gap between neighbours.
const GAP: f64 = 10.0;
/// Margin around the tree.
pub(super) const MARGIN: f64 = 14.0;
/// Least distance from a row to the next.
const LEAST_RISE: f64 = 40.0;
/// The same in trees with move names.
const LEAST_RISE_WITH_NAMES: f64 = 54.0;
/// Greatest distance from a row to the next.
const GREATEST_RISE: f64 = 150.0;
/// Height of the middle of a move's name above the node that the move leads to.
pub(super) const NAME_RISE: f64 = 11.0;

/// Space that a node needs, labels included.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// Left of its centre.
    pub left: f64,
    /// Right of its centre.
    pub right: f64,
    /// Down from the top of its shape.
    pub height: f64,
    /// Width of the name of the move that leads to it.
    pub name: f64,
}

/// Positions of all nodes. All shapes of a row have their top at the same height.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Horizontal centre of each node, by number.
    pub x: Vec<f64>,
    /// Top of each row, by depth.
    pub top: Vec<f64>,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
}

impl Layout {
    /// Spaces leaves equally from left to right, at the least distance without overlaps, and
    /// centres parents above their children. `edge_start` is the distance from the top of a node
    /// down to the start of the edges to its children.
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

/// Centres of all nodes for a leaf distance of 1, and the leaves from left to right.
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
    // Only its own edge comes near a leaf: edges of other subtrees stay above their own leaves.
    for pair in leaves.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|node| extents[node.index()]);
        let side = a.right.max(a.name / 2.0) + b.left.max(b.name / 2.0);
        least = least.max(side + GAP);
    }
    // Nodes of one row have consecutive numbers, and are at least one leaf apart.
    let above = |node: Node| tree.parent(node).map_or(0.0, |parent| x[parent.index()]);
    let part = NAME_RISE / LEAST_RISE_WITH_NAMES;
    for (a, b) in tree.nodes().zip(tree.nodes().skip(1)) {
        if tree.depth(a) != tree.depth(b) {
            continue;
        }
        let [left, right] = [a, b].map(|node| extents[node.index()]);
        let apart = x[b.index()] - x[a.index()];
        least = least.max((left.right + right.left + GAP) / apart);
        // A name is on its edge, at a height of at most `part` of it for every distance of rows.
        let higher = apart * (1.0 - part) + (above(b) - above(a)) * part;
        let names = f64::midpoint(left.name, right.name);
        if names > 0.0 {
            least = least.max((names + GAP) / apart.min(higher));
        }
    }
    least.ceil()
}

/// Tops of the rows, and the bottom of the drawing. A row with wide edges has more space below.
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
