//! Edges, shapes and labels of a drawing.

use std::fmt::Write;

use super::layout::NAME_RISE;
use super::text::{bound, escape, number};
use super::{FONT, LINE, MARK, Picture, TERMINAL_HEIGHT, kind_class, value_size};
use crate::trees::tree::{Node, Player};

/// CSS rules, scoped to these drawings so that they can be embedded in a page. Later rules override
/// earlier ones.
pub(super) const STYLE: &str = "\
.game-tree text{font:11px sans-serif;fill:#222;stroke:none}\
.game-tree .node text,.game-tree .names text{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}\
.game-tree .names text,.game-tree text.inside,.game-tree text.below{text-anchor:middle}\
.game-tree .node text.inside,.game-tree text.inside{font-size:13px;stroke:none}\
.game-tree text.kind{font-weight:bold;text-anchor:end}\
.game-tree text.below.kind{text-anchor:middle}\
.game-tree .names text{font-style:italic;fill:#444;stroke-width:5px}\
.game-tree path{fill:none}\
.game-tree .edge{stroke:#777;stroke-width:1.2}\
.game-tree .shape{fill:#fff;stroke:#444;stroke-width:1.2}\
.game-tree .mark{fill:#e69f00;stroke:#fff;stroke-width:1}\
.game-tree .kind-p .shape{fill:#f7ea6b}\
.game-tree .kind-a-prime .shape{fill:#b5dff7}\
.game-tree .kind-p-prime .shape{fill:#a8e3c9}\
.game-tree .kind-c .shape{fill:#f2cfe2}\
.game-tree .kind-a .shape{fill:#fbd3ac}\
.game-tree .edge.unseen,.game-tree .unseen .shape{stroke:#aaa;stroke-dasharray:3 3}\
.game-tree .unseen text,.game-tree .names text.unseen{fill:#888}\
.game-tree .edge.dead{stroke:#ccc}\
.game-tree .dead .shape{fill:#e4e4e4;stroke:#b5b5b5}\
.game-tree .dead.kind-p .shape{fill:#e4dea5}\
.game-tree .dead.kind-a-prime .shape{fill:#c6d9e4}\
.game-tree .dead.kind-p-prime .shape{fill:#c0dbcf}\
.game-tree .dead.kind-c .shape{fill:#e2d2da}\
.game-tree .dead.kind-a .shape{fill:#e6d4c2}\
.game-tree .dead text,.game-tree .names text.dead{fill:#666}\
.game-tree .critical{fill:none;stroke:#111;stroke-width:7}\
.game-tree .max-tree{fill:none;stroke:#0072b2;stroke-width:3}\
.game-tree .min-tree{fill:none;stroke:#d55e00;stroke-width:3}\
.game-tree .both{stroke-dasharray:6 6}";

impl Picture<'_> {
    fn is_dead(&self, node: Node) -> bool {
        let (lower, upper) = self.through[node.index()];
        lower >= upper
    }

    /// CSS classes shared by a node and the edge to it, each after a space.
    fn classes(&self, node: Node) -> String {
        let mut classes = String::new();
        if !self.search.contains(node) {
            classes.push_str(" unseen");
        }
        if self.drawing.dead && self.is_dead(node) {
            classes.push_str(" dead");
        }
        classes
    }

    fn is_critical(&self, node: Node) -> bool {
        let critical = self.critical.as_ref();
        critical.is_some_and(|critical| critical[node.index()])
    }

    /// The edge to a node as a path; `None` for the root.
    fn edge(&self, node: Node) -> Option<String> {
        let tree = self.search.tree();
        let parent = tree.parent(node)?;
        let top = |node: Node| self.layout.top[tree.depth(node) as usize];
        Some(format!(
            "M{} {}L{} {}",
            number(self.layout.x[parent.index()]),
            number(top(parent) + self.size),
            number(self.layout.x[node.index()]),
            number(top(node))
        ))
    }

    /// All edges, those of solution trees last, so that they lie on top.
    pub(super) fn edges(&self, out: &mut String) {
        let nodes = || self.search.tree().nodes();
        out.push_str("<g class=\"edges\">\n");
        for node in nodes() {
            self.one_edge(out, node, &format!("edge{}", self.classes(node)));
        }
        for node in nodes().filter(|node| self.is_critical(*node)) {
            self.one_edge(out, node, "critical");
        }
        for node in nodes() {
            let (in_max, in_min) = self.solutions[node.index()];
            for class in solution_classes(in_max, in_min) {
                self.one_edge(out, node, class);
            }
        }
        out.push_str("</g>\n");
    }

    fn one_edge(&self, out: &mut String, node: Node, class: &str) {
        if let Some(path) = self.edge(node) {
            let number = node.0;
            let _ = writeln!(
                out,
                "<path class=\"{class}\" data-edge=\"{number}\" d=\"{path}\"/>"
            );
        }
    }

    /// Names of moves, on the edges.
    pub(super) fn names(&self, out: &mut String) {
        let tree = self.search.tree();
        out.push_str("<g class=\"names\">\n");
        for node in tree.nodes() {
            let (name, Some(parent)) = (tree.name(node), tree.parent(node)) else {
                continue;
            };
            if name.is_empty() {
                continue;
            }
            let top = self.layout.top[tree.depth(node) as usize];
            let start = self.layout.top[tree.depth(parent) as usize] + self.size;
            let part = NAME_RISE / (top - start);
            let (x, above) = (self.layout.x[node.index()], self.layout.x[parent.index()]);
            let _ = writeln!(
                out,
                "<text class=\"name{}\" x=\"{}\" y=\"{}\">{}</text>",
                self.classes(node),
                number(x + (above - x) * part),
                number(top - NAME_RISE + 4.0),
                escape(name)
            );
        }
        out.push_str("</g>\n");
    }

    pub(super) fn node(&self, out: &mut String, node: Node) {
        let tree = self.search.tree();
        let kind = self.kinds[node.index()];
        let sort = match tree.player(node) {
            Some(Player::Max) => "max",
            Some(Player::Min) => "min",
            None => "terminal",
        };
        let open = self.search.is_open(node);
        let _ = write!(
            out,
            "<g class=\"node {sort}{}{}{}{}\" data-node=\"{}\"><title>{}</title>",
            if open { " open" } else { "" },
            self.classes(node),
            if kind.is_some() { " " } else { "" },
            kind.map_or("", kind_class),
            node.0,
            escape(&self.title(node))
        );
        if self.is_critical(node) {
            out.push_str(&self.shape(node, "critical"));
        }
        out.push_str(&self.shape(node, "shape"));
        let (in_max, in_min) = self.solutions[node.index()];
        for class in solution_classes(in_max, in_min) {
            out.push_str(&self.shape(node, class));
        }
        self.labels(out, node);
        if open {
            let half = self.shape_width(node) / 2.0;
            // The mark is on the outline, which is further in for a circle.
            let inwards = match tree.player(node) {
                Some(Player::Min) => half * (1.0 - std::f64::consts::FRAC_1_SQRT_2),
                _ => 0.0,
            };
            let _ = write!(
                out,
                "<circle class=\"mark\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                number(self.layout.x[node.index()] + half - inwards),
                number(self.layout.top[tree.depth(node) as usize] + inwards),
                number(MARK)
            );
        }
        out.push_str("</g>\n");
    }

    /// The outline of a node, with a CSS class.
    fn shape(&self, node: Node, class: &str) -> String {
        let tree = self.search.tree();
        let (x, wide) = (self.layout.x[node.index()], self.shape_width(node));
        let top = self.layout.top[tree.depth(node) as usize];
        let (high, corner) = match tree.player(node) {
            Some(Player::Min) => {
                return format!(
                    "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                    number(x),
                    number(top + wide / 2.0),
                    number(wide / 2.0)
                );
            }
            Some(Player::Max) => (wide, ""),
            None => (TERMINAL_HEIGHT, " rx=\"6\""),
        };
        format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{corner}/>",
            number(x - wide / 2.0),
            number(top),
            number(wide),
            number(high)
        )
    }

    /// The text in a node and beside it; for a terminal, below it.
    fn labels(&self, out: &mut String, node: Node) {
        let tree = self.search.tree();
        let x = self.layout.x[node.index()];
        let top = self.layout.top[tree.depth(node) as usize];
        let half = self.shape_width(node) / 2.0;
        let terminal = tree.player(node).is_none();
        let high = if terminal { TERMINAL_HEIGHT } else { self.size };
        let value = self.values[node.index()];
        let mut write = |class: &str, x: f64, y: f64, text: &str| {
            let (x, y, text) = (number(x), number(y), escape(text));
            let _ = write!(
                out,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
            );
        };
        if terminal || self.drawing.values && value_size(value) <= self.size {
            write("inside", x, top + high / 2.0 + 4.6, &value.to_string());
        }
        let lines = self.lines(node, self.size);
        let kind = self.kinds[node.index()].map(|kind| kind.to_string());
        if terminal {
            let mut y = top + high + 3.0 + FONT;
            for line in &lines {
                write("below", x, y, line);
                y += LINE;
            }
            if let Some(kind) = kind {
                write("below kind", x, y, &kind);
            }
            return;
        }
        let middle = top + high / 2.0 + 4.0;
        for (place, line) in lines.iter().enumerate() {
            let from_middle = place as f64 - (lines.len() - 1) as f64 / 2.0;
            write("beside", x + half + 5.0, middle + from_middle * LINE, line);
        }
        if let Some(kind) = kind {
            write("kind", x - half - 5.0, middle, &kind);
        }
    }

    /// The tooltip of a node.
    fn title(&self, node: Node) -> String {
        let (search, tree) = (self.search, self.search.tree());
        let mut title = format!("node {}", node.0);
        match tree.player(node) {
            Some(player) => {
                let value = self.values[node.index()];
                let _ = write!(title, ", {player:?} moves, value {value}");
            }
            None => {
                let _ = write!(title, ", terminal, payoff {}", self.values[node.index()]);
            }
        }
        if node != Node::ROOT && !tree.name(node).is_empty() {
            let _ = write!(title, ", after {}", tree.name(node));
        }
        let (lower, upper) = self.through[node.index()];
        if search.contains(node) {
            let _ = write!(
                title,
                ", f- {}, f+ {}, h- {}, h+ {}",
                bound(search.lower(node)),
                bound(search.upper(node)),
                bound(lower),
                bound(upper)
            );
        } else {
            title.push_str(", not in the search tree");
        }
        if search.is_open(node) {
            title.push_str(", open");
        }
        title.push_str(if self.is_dead(node) {
            ", dead"
        } else {
            ", alive"
        });
        if let Some(kind) = self.kinds[node.index()] {
            let _ = write!(title, ", {kind} node");
        }
        title
    }
}

/// CSS classes of the lines that show a node's membership in the max and the min solution tree.
const fn solution_classes(in_max: bool, in_min: bool) -> &'static [&'static str] {
    match (in_max, in_min) {
        (false, false) => &[],
        (true, false) => &["max-tree"],
        (false, true) => &["min-tree"],
        (true, true) => &["max-tree", "min-tree both"],
    }
}
