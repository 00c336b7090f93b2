//! Drawings of trees as SVG.
//!
//! As in the papers, squares are nodes of Max and circles are nodes of Min. Leaves are equally
//! spaced from left to right; parents are centred above their children.
//!
//! ```
//! use solveig_study::trees::algorithms::{Algorithm, run};
//! use solveig_study::trees::draw::{Drawing, svg};
//! use solveig_study::trees::event::NoopObserver;
//! use solveig_study::trees::random::RandomTrees;
//!
//! let tree = RandomTrees::uniform(2, 3, 9).tree(1);
//! let search = run(&tree, Algorithm::AlphaBeta, &mut NoopObserver).search;
//! let picture = svg(&search, &Drawing { bounds: true, ..Drawing::default() });
//! assert!(picture.starts_with("<svg xmlns="));
//! ```

mod layout;
mod legend;
mod marks;
#[cfg(test)]
mod tests;
mod text;

use crate::reopening::NodeKind;

use crate::trees::search_tree::SearchTree;
use crate::trees::solution::{CriticalTree, SolutionTree};
use crate::trees::tree::{GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player};
use layout::{Extent, Layout, MARGIN};
use text::{bound, number, width};

/// What a drawing of a search tree shows besides the nodes and the payoffs of terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The minimax values of inner nodes, in the whole game tree.
    pub values: bool,
    /// f- and f+, as `[f-, f+]`.
    pub bounds: bool,
    /// h- and h+, as `(h-, h+)`.
    pub bounds_through: bool,
    /// Dead nodes in grey.
    pub dead: bool,
    /// The leftmost optimal max and min solution tree of the search tree, each in its own colour.
    pub solution_trees: bool,
    /// The common path of both, in bold, once the root is dead.
    pub critical_path: bool,
    /// Node kinds of Takizawa (2026) by the minimax values, where players alternate. Only the
    /// leftmost best child of a C node has a kind: the others are cut off.
    pub node_kinds: bool,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            values: true,
            bounds: false,
            bounds_through: false,
            dead: false,
            solution_trees: false,
            critical_path: false,
            node_kinds: false,
        }
    }
}

/// Font size of labels.
const FONT: f64 = 11.0;
/// Font size inside shapes.
const INSIDE_FONT: f64 = 13.0;
/// Line height of labels.
const LINE: f64 = 13.0;
/// Height of the box of a terminal.
const TERMINAL_HEIGHT: f64 = 20.0;
/// Least and greatest size of a square.
const SHAPE_SIZES: (f64, f64) = (28.0, 48.0);
/// Radius of the mark of an open node.
const MARK: f64 = 4.0;

/// Draws a search tree, and the rest of its game tree around it, as an SVG document. Each node is a
/// `g` element of class `node`, with its number in the attribute `data-node`.
pub fn svg(search: &SearchTree<'_>, drawing: &Drawing) -> String {
    let of = |player| SolutionTree::optimal(search, Node::ROOT, player);
    match drawing.solution_trees {
        true => svg_with(search, drawing, &[&of(Player::Max), &of(Player::Min)]),
        false => svg_with(search, drawing, &[]),
    }
}

/// Like [`svg`], with the given solution trees in colour.
pub fn svg_with(
    search: &SearchTree<'_>,
    drawing: &Drawing,
    solution_trees: &[&SolutionTree],
) -> String {
    let picture = Picture::new(search, drawing, solution_trees);
    let tree = search.tree();
    let legend = legend::legend(
        &picture,
        MARGIN,
        picture.layout.height,
        picture.layout.width,
    );
    let width = number(picture.layout.width.max(legend.width).ceil());
    let height = number((picture.layout.height + legend.height).ceil());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"game-tree\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<style>{}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        marks::STYLE
    );
    picture.edges(&mut out);
    out.push_str("<g class=\"nodes\">\n");
    for node in tree.nodes() {
        picture.node(&mut out, node);
    }
    out.push_str("</g>\n");
    picture.names(&mut out);
    out.push_str(&legend.body);
    out.push_str("</svg>\n");
    out
}

/// Data of all nodes, by number.
struct Picture<'s> {
    search: &'s SearchTree<'s>,
    drawing: &'s Drawing,
    values: Vec<Payoff>,
    /// h- and h+.
    through: Vec<(Payoff, Payoff)>,
    kinds: Vec<Option<NodeKind>>,
    /// Whether a node is in the max and in the min solution tree.
    solutions: Vec<(bool, bool)>,
    critical: Option<Vec<bool>>,
    /// Size of squares and circles.
    size: f64,
    layout: Layout,
}

impl<'s> Picture<'s> {
    fn new(
        search: &'s SearchTree<'s>,
        drawing: &'s Drawing,
        solution_trees: &[&SolutionTree],
    ) -> Self {
        let tree = search.tree();
        let mut picture = Self {
            search,
            drawing,
            values: tree.values(),
            through: through(search),
            kinds: vec![None; tree.len()],
            solutions: vec![(false, false); tree.len()],
            critical: None,
            size: 0.0,
            layout: Layout {
                x: Vec::new(),
                top: Vec::new(),
                width: 0.0,
                height: 0.0,
            },
        };
        if drawing.node_kinds {
            picture.kinds = kinds(tree, &picture.values);
        }
        for solution in solution_trees {
            for node in &solution.nodes {
                let (in_max, in_min) = &mut picture.solutions[node.index()];
                match solution.player {
                    Player::Max => *in_max = true,
                    Player::Min => *in_min = true,
                }
            }
        }
        if drawing.critical_path {
            picture.critical = CriticalTree::of(search).map(|critical| {
                let mut on_it = vec![false; tree.len()];
                for node in critical.critical_path() {
                    on_it[node.index()] = true;
                }
                on_it
            });
        }
        picture.size = picture.shape_size();
        let extents: Vec<Extent> = tree.nodes().map(|node| picture.extent(node)).collect();
        picture.layout = Layout::new(tree, &extents, picture.size);
        picture
    }

    /// The size of all inner nodes: wide enough for their values, unless these are very long, and
    /// high enough for the lines of their labels.
    fn shape_size(&self) -> f64 {
        let tree = self.search.tree();
        let inner = || tree.nodes().filter(|node| tree.player(*node).is_some());
        let (least, max) = SHAPE_SIZES;
        let mut size = least;
        if self.drawing.values {
            let values = inner().map(|node| value_size(self.values[node.index()]));
            size = values.filter(|needed| *needed <= max).fold(size, f64::max);
        }
        let lines = inner().map(|node| self.lines(node, size).len() as f64);
        size.max(lines.fold(0.0, f64::max) * LINE + 2.0)
    }

    /// Lines of a node's label, for shapes of this size.
    fn lines(&self, node: Node, size: f64) -> Vec<String> {
        let mut lines = Vec::new();
        let inner = self.search.tree().player(node).is_some();
        let value = self.values[node.index()];
        if inner && self.drawing.values && value_size(value) > size {
            lines.push(value.to_string());
        }
        if !self.search.contains(node) {
            return lines;
        }
        if self.drawing.bounds {
            let (lower, upper) = (self.search.lower(node), self.search.upper(node));
            lines.push(format!("[{}, {}]", bound(lower), bound(upper)));
        }
        if self.drawing.bounds_through {
            let (lower, upper) = self.through[node.index()];
            lines.push(format!("({}, {})", bound(lower), bound(upper)));
        }
        lines
    }

    fn shape_width(&self, node: Node) -> f64 {
        match self.search.tree().payoff(node) {
            None => self.size,
            Some(payoff) => (width(&payoff.to_string(), INSIDE_FONT) + 10.0).max(24.0),
        }
    }

    fn extent(&self, node: Node) -> Extent {
        let tree = self.search.tree();
        let half = self.shape_width(node) / 2.0 + 2.0;
        let lines = self.lines(node, self.size);
        let widths = lines.iter().map(|line| width(line, FONT));
        let label = widths.fold(0.0, f64::max);
        let kind = self.kinds[node.index()].map(|kind| width(&kind.to_string(), FONT) + 2.0);
        let mark = if self.search.is_open(node) { MARK } else { 0.0 };
        let name = tree.name(node);
        let name = if name.is_empty() {
            0.0
        } else {
            width(name, FONT)
        };
        if tree.player(node).is_some() {
            let beside = if lines.is_empty() { 0.0 } else { label + 5.0 };
            return Extent {
                left: half + kind.map_or(0.0, |kind| kind + 5.0),
                right: half + mark.max(beside),
                height: self.size,
                name,
            };
        }
        let below = label.max(kind.unwrap_or(0.0)) / 2.0;
        let count = lines.len() + usize::from(kind.is_some());
        Extent {
            left: half.max(below),
            right: (half + mark).max(below),
            height: TERMINAL_HEIGHT + 3.0 + count as f64 * LINE,
            name,
        }
    }
}

/// Least size of a circle or square that holds a value.
fn value_size(value: Payoff) -> f64 {
    width(&value.to_string(), INSIDE_FONT).hypot(INSIDE_FONT * 0.72) + 5.0
}

/// CSS class of a node kind.
const fn kind_class(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::P => "kind-p",
        NodeKind::APrime => "kind-a-prime",
        NodeKind::PPrime => "kind-p-prime",
        NodeKind::C => "kind-c",
        NodeKind::A => "kind-a",
    }
}

/// h- and h+ of all nodes, each from those of the parent.
fn through(search: &SearchTree<'_>) -> Vec<(Payoff, Payoff)> {
    let tree = search.tree();
    let mut through = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        let (lower, upper) = tree
            .parent(node)
            .map_or((MINUS_INFINITY, INFINITY), |parent| through[parent.index()]);
        let own = (search.lower(node), search.upper(node));
        through.push((lower.max(own.0), upper.min(own.1)));
    }
    through
}

/// Node kinds by the minimax values; none below a child where the same player moves as at its
/// parent.
fn kinds(tree: &GameTree, values: &[Payoff]) -> Vec<Option<NodeKind>> {
    let mut kinds = vec![None; tree.len()];
    kinds[Node::ROOT.index()] = Some(NodeKind::P);
    for node in tree.nodes() {
        let Some(kind) = kinds[node.index()] else {
            continue;
        };
        let mut children = tree.children(node);
        let principal = children.find(|child| values[child.index()] == values[node.index()]);
        for child in tree.children(node) {
            let is_principal = principal == Some(child);
            let alternates = tree.player(child) != tree.player(node);
            if alternates && (is_principal || kind != NodeKind::C) {
                kinds[child.index()] = Some(kind.child(is_principal));
            }
        }
    }
    kinds
}
