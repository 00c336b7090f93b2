//! The legend below a drawing.

use std::fmt::Write;

use super::text::{escape, number, width};
use super::{FONT, Picture};

/// Least width available to the legend, even below a narrower tree.
const LEAST_WIDTH: f64 = 620.0;
/// Line height.
const LINE: f64 = 22.0;
/// Width of a sample.
const SAMPLE: f64 = 30.0;
/// Gap between two entries.
const GAP: f64 = 20.0;

/// A sample symbol, drawn around (12, 0), and its meaning.
struct LegendEntry {
    sample: String,
    text: String,
}

/// A laid-out legend: its entries and its extent.
pub(super) struct Legend {
    pub body: String,
    pub width: f64,
    pub height: f64,
}

/// Lays out the legend of a drawing from `top` down, as wide as the tree or somewhat wider.
pub(super) fn legend(picture: &Picture<'_>, margin: f64, top: f64, tree_width: f64) -> Legend {
    let limit = tree_width.max(LEAST_WIDTH) - margin;
    let (mut x, mut y) = (margin, top + LINE / 2.0);
    let (mut body, mut right) = (String::new(), 0.0_f64);
    body.push_str("<g class=\"legend\">\n");
    for LegendEntry { sample, text } in entries(picture) {
        let room = if sample.is_empty() { 0.0 } else { SAMPLE };
        let wide = room + width(&text, FONT);
        if x > margin && x + wide > limit {
            x = margin;
            y += LINE;
        }
        let _ = writeln!(
            body,
            "<g transform=\"translate({} {})\">{sample}<text x=\"{}\" y=\"4\">{}</text></g>",
            number(x),
            number(y),
            number(room),
            escape(&text)
        );
        right = right.max(x + wide);
        x += wide + GAP;
    }
    body.push_str("</g>\n");
    Legend {
        body,
        width: right + margin,
        height: y + LINE / 2.0 + margin / 2.0 - top,
    }
}

fn entries(picture: &Picture<'_>) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let mut add = |sample: &str, text: &str| {
        entries.push(LegendEntry {
            sample: sample.to_owned(),
            text: text.to_owned(),
        });
    };
    let square = "<rect class=\"shape\" x=\"4\" y=\"-8\" width=\"16\" height=\"16\"/>";
    let (tree, drawing) = (picture.search.tree(), picture.drawing);
    add(square, "Max moves");
    add(
        "<circle class=\"shape\" cx=\"12\" cy=\"0\" r=\"8.5\"/>",
        "Min moves",
    );
    add(
        "<rect class=\"shape\" x=\"1\" y=\"-7\" width=\"22\" height=\"14\" rx=\"5\"/>",
        "terminal, its payoff",
    );
    let mut shown = tree.nodes();
    if shown.any(|node| picture.search.is_open(node)) {
        let sample = format!("{square}<circle class=\"mark\" cx=\"20\" cy=\"-8\" r=\"4\"/>");
        add(&sample, "open: generated, not expanded");
    }
    let mut shown = tree.nodes();
    if shown.any(|node| !picture.search.contains(node)) {
        let sample = format!("<g class=\"unseen\">{square}</g>");
        add(&sample, "not in the search tree");
    }
    if drawing.values {
        let sample = format!("{square}<text class=\"inside\" x=\"12\" y=\"4\">3</text>");
        add(&sample, "minimax value");
    }
    if drawing.bounds {
        add("", "[f-, f+] bounds of the value");
    }
    if drawing.bounds_through {
        add("", "(h-, h+) bounds through the node");
    }
    if drawing.dead {
        let sample = format!("<g class=\"dead\">{square}</g>");
        add(&sample, "dead: h- \u{2265} h+");
    }
    let solutions = || picture.solutions.iter();
    let optimal = if drawing.solution_trees {
        "optimal "
    } else {
        ""
    };
    if solutions().any(|(in_max, _)| *in_max) {
        let text = format!("{optimal}max solution tree");
        add("<path class=\"max-tree\" d=\"M0 0H24\"/>", &text);
    }
    if solutions().any(|(_, in_min)| *in_min) {
        let text = format!("{optimal}min solution tree");
        add("<path class=\"min-tree\" d=\"M0 0H24\"/>", &text);
    }
    if solutions().any(|both| *both == (true, true)) {
        add(
            "<path class=\"max-tree\" d=\"M0 0H24\"/><path class=\"min-tree both\" d=\"M0 0H24\"/>",
            "in both",
        );
    }
    if drawing.critical_path {
        let text = match picture.critical.is_some() {
            true => "critical path",
            false => "critical path: none, the root is alive",
        };
        add("<path class=\"critical\" d=\"M0 0H24\"/>", text);
    }
    for kind in crate::reopening::NodeKind::ALL {
        if picture.kinds.contains(&Some(kind)) {
            let sample = format!("<g class=\"{}\">{square}</g>", super::kind_class(kind));
            add(&sample, &format!("{kind} node"));
        }
    }
    entries
}
