//! Plots of node counts against depth.

use std::fmt::Write;
use std::ops::Range;

use super::{ClosedForm, Counted, CountedSearch, Spread, Uncountable, counted, spread};

/// A plot of the nodes that searches visit in uniform trees of one width, against depth: lines for
/// closed forms, points for counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The width of all the trees.
    pub width: u32,
    /// Greatest depth of the lines.
    pub greatest_depth: u32,
    /// Counts with the best child first: the points on the left.
    pub counted: Vec<Counted>,
    /// Counts in random order: the points on the right, with bars from minimum to maximum.
    pub random: Vec<Spread>,
}

const SIZE: (f64, f64) = (1000.0, 640.0);
const TOP: f64 = 84.0;
const BOTTOM: f64 = 484.0;
const LEFT_EDGES: [f64; 2] = [76.0, 560.0];
const PANEL_WIDTH: f64 = 412.0;

/// Closed forms that are drawn as lines, with colour and dash pattern.
const LINES: [(ClosedForm, &str, &str); 3] = [
    (ClosedForm::Minimax, "#D55E00", "8 4"),
    (ClosedForm::Reopening, "#009E73", "12 3 3 3"),
    (ClosedForm::AlphaBeta, "#0072B2", "none"),
];

/// Colour of a search, from those of Okabe and Ito (2008), and its mark, drawn around the origin.
const fn style(search: CountedSearch) -> (&'static str, &'static str) {
    match search {
        CountedSearch::Minimax => ("#D55E00", "M-3.5-3.5h7v7h-7z"),
        CountedSearch::AlphaBeta => ("#0072B2", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"),
        CountedSearch::PrincipalVariationSearch => ("#56B4E9", "M0-4.5l4.5 8h-9z"),
        CountedSearch::MtSss => ("#E69F00", "M0-5l4.5 5l-4.5 5l-4.5-5z"),
        CountedSearch::Sss => ("#CC79A7", "M0 4.5l4.5-8h-9z"),
        CountedSearch::Scout => ("#000000", "M-3.5-3.5l7 7M-3.5 3.5l7-7"),
        CountedSearch::Reopening => ("#009E73", "M-4.5 0h9M0-4.5v9"),
    }
}

impl Plot {
    /// Counts in trees of up to depth `counted_to`: in random order with all `seeds`, with the best
    /// child first with the first of them. Lines extend to `greatest_depth`, or to `counted_to` if
    /// that is more.
    ///
    /// # Errors
    ///
    /// Fails if one of the trees is too large, or if `width` is 0.
    pub fn new(
        width: u32,
        counted_to: u32,
        greatest_depth: u32,
        seeds: Range<u64>,
    ) -> Result<Self, Uncountable> {
        let ordered = (0..=counted_to).map(|depth| counted(width, depth, seeds.start));
        let random = (0..=counted_to).map(|depth| spread(width, depth, seeds.clone()));
        Ok(Self {
            width,
            greatest_depth: greatest_depth.max(counted_to),
            counted: ordered.collect::<Result<_, _>>()?,
            random: random.collect::<Result<_, _>>()?,
        })
    }

    /// The plot as the text of an SVG file; the same plot always gives the same text.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        self.write(&mut text)
            .expect("a string takes all that is written");
        text
    }

    fn write(&self, f: &mut String) -> std::fmt::Result {
        let (width, height) = SIZE;
        let title = format!("Nodes in uniform trees of width {}", self.width);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">"
        )?;
        writeln!(f, "<title>{title}</title>")?;
        writeln!(
            f,
            "<desc>Lines: closed forms. Points: counted, with the best child in front on the left, \
             in random order on the right.</desc>"
        )?;
        writeln!(
            f,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>"
        )?;
        label(f, (width / 2.0, 30.0), "middle", 18, &title)?;
        let axes = Axes::new(self);
        let trees = self.random.iter().map(|one| one.trees).max().unwrap_or(0);
        let random = format!("Random order: mean, least and greatest of {trees} trees");
        let headings = ["Best child in front", &random];
        for (left, heading) in LEFT_EDGES.into_iter().zip(headings) {
            label(f, (left + PANEL_WIDTH / 2.0, 66.0), "middle", 14, heading)?;
            axes.write(f, left)?;
            self.write_lines(f, &axes, left)?;
        }
        for one in &self.counted {
            for search in &one.searches {
                let nodes = search.total() as f64;
                let at = axes.place(LEFT_EDGES[0], one.depth, nodes);
                point(f, search.search, at, axes.step, one.depth, nodes, None)?;
            }
        }
        for one in &self.random {
            for (search, nodes) in &one.searches {
                let at = axes.place(LEFT_EDGES[1], one.depth, nodes.mean);
                let ends = [nodes.least, nodes.most].map(|end| axes.height(end as f64));
                let (step, depth) = (axes.step, one.depth);
                point(f, *search, at, step, depth, nodes.mean, Some(ends))?;
            }
        }
        write_legend(f)?;
        writeln!(f, "</svg>")
    }

    fn write_lines(&self, f: &mut String, axes: &Axes, left: f64) -> std::fmt::Result {
        for (form, colour, dashes) in LINES {
            let points: Vec<String> = (0..=self.greatest_depth)
                .map_while(|depth| {
                    let nodes = form.up_to(self.width, depth)? as f64;
                    let (x, y) = axes.place(left, depth, nodes);
                    Some(format!("{x:.1},{y:.1}"))
                })
                .collect();
            writeln!(
                f,
                "<polyline class=\"line\" points=\"{}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"1.5\" stroke-dasharray=\"{dashes}\"/>",
                points.join(" ")
            )?;
        }
        Ok(())
    }
}

/// Axes: depth to the right, the logarithm of the nodes upwards.
struct Axes {
    greatest_depth: u32,
    /// Number of powers of ten.
    decades: u32,
    /// Distance from one depth to the next.
    step: f64,
}

impl Axes {
    fn new(plot: &Plot) -> Self {
        let form = |depth| ClosedForm::Minimax.up_to(plot.width, depth);
        let most = (0..=plot.greatest_depth).map_while(form).last();
        Self {
            greatest_depth: plot.greatest_depth,
            decades: (most.unwrap_or(1) as f64).log10().ceil().max(1.0) as u32,
            step: PANEL_WIDTH / f64::from(plot.greatest_depth + 1),
        }
    }

    fn height(&self, nodes: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * nodes.max(1.0).log10() / f64::from(self.decades)
    }

    fn place(&self, left: f64, depth: u32, nodes: f64) -> (f64, f64) {
        let x = left + self.step * (f64::from(depth) + 0.5);
        (x, self.height(nodes))
    }

    fn write(&self, f: &mut String, left: f64) -> std::fmt::Result {
        let right = left + PANEL_WIDTH;
        for power in (0..=self.decades).step_by(self.decades.div_ceil(10) as usize) {
            let y = self.height(10f64.powi(power as i32));
            writeln!(
                f,
                "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"#DDDDDD\"/>"
            )?;
            label(f, (left - 8.0, y + 4.5), "end", 13, &power_of_ten(power))?;
        }
        let every = (self.greatest_depth + 1).div_ceil(20);
        for depth in (0..=self.greatest_depth).step_by(every as usize) {
            let (x, _) = self.place(left, depth, 1.0);
            let end = BOTTOM + 5.0;
            writeln!(
                f,
                "<path d=\"M{x:.1} {BOTTOM:.1}V{end:.1}\" stroke=\"#222222\"/>"
            )?;
            label(
                f,
                (x, BOTTOM + 19.0),
                "middle",
                13,
                depth.to_string().as_str(),
            )?;
        }
        writeln!(
            f,
            "<path d=\"M{left:.1} {TOP:.1}V{BOTTOM:.1}H{right:.1}\" fill=\"none\" stroke=\"#222222\"/>"
        )?;
        let middle = (TOP + BOTTOM) / 2.0;
        let x = left - 50.0;
        writeln!(
            f,
            "<text transform=\"translate({x:.1} {middle:.1}) rotate(-90)\" \
             text-anchor=\"middle\">nodes (logarithmic)</text>"
        )?;
        let below = (left + PANEL_WIDTH / 2.0, BOTTOM + 40.0);
        label(f, below, "middle", 13, "depth of the tree")
    }
}

/// A power of ten with a Unicode superscript, which every viewer displays.
fn power_of_ten(power: u32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = power.to_string().into_bytes();
    let raised = digits
        .into_iter()
        .map(|digit| RAISED[usize::from(digit - b'0')]);
    "10".chars().chain(raised).collect()
}

fn label(
    f: &mut String,
    (x, y): (f64, f64),
    anchor: &str,
    size: u32,
    text: &str,
) -> std::fmt::Result {
    writeln!(
        f,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{text}</text>"
    )
}

fn mark(f: &mut String, search: CountedSearch, (x, y): (f64, f64)) -> std::fmt::Result {
    let (colour, path) = style(search);
    write!(
        f,
        "<path transform=\"translate({x:.1} {y:.1})\" d=\"{path}\" fill=\"#FFFFFF\" \
         stroke=\"{colour}\" stroke-width=\"1.6\"/>"
    )
}

/// Horizontal offset of a search's points from their depth, in places. Searches that visit the
/// critical tree would cover each other and are drawn side by side; minimax and reopening
/// alpha-beta are on lines of their own.
const fn beside(search: CountedSearch) -> f64 {
    match search {
        CountedSearch::AlphaBeta => -2.0,
        CountedSearch::PrincipalVariationSearch => -1.0,
        CountedSearch::Minimax | CountedSearch::MtSss | CountedSearch::Reopening => 0.0,
        CountedSearch::Sss => 1.0,
        CountedSearch::Scout => 2.0,
    }
}

/// Draws a point with its tooltip, and its bar.
fn point(
    f: &mut String,
    search: CountedSearch,
    (x, y): (f64, f64),
    step: f64,
    depth: u32,
    nodes: f64,
    bar: Option<[f64; 2]>,
) -> std::fmt::Result {
    let apart = (step * 0.8 / 5.0).min(7.0);
    let x = x + beside(search) * apart;
    write!(
        f,
        "<g class=\"point\"><title>{search}, depth {depth}: {nodes:.0} nodes</title>"
    )?;
    if let Some([least, most]) = bar {
        let (colour, _) = style(search);
        write!(
            f,
            "<path d=\"M{x:.1} {least:.1}V{most:.1}\" stroke=\"{colour}\"/>"
        )?;
    }
    mark(f, search, (x, y))?;
    writeln!(f, "</g>")
}

fn write_legend(f: &mut String) -> std::fmt::Result {
    let (row, left) = (568.0, LEFT_EDGES[0]);
    label(
        f,
        (left, row),
        "start",
        13,
        "Closed forms, best child in front",
    )?;
    for (place, (form, colour, dashes)) in LINES.into_iter().enumerate() {
        let x = left + 236.0 + 218.0 * place as f64;
        let (end, y) = (x + 36.0, row - 4.5);
        writeln!(
            f,
            "<path d=\"M{x:.1} {y:.1}H{end:.1}\" stroke=\"{colour}\" stroke-width=\"1.5\" \
             stroke-dasharray=\"{dashes}\"/>"
        )?;
        let name = match form {
            ClosedForm::AlphaBeta => "alpha-beta (critical tree)".to_owned(),
            _ => form.to_string(),
        };
        label(f, (end + 8.0, row), "start", 13, &name)?;
    }
    let row = row + 30.0;
    label(f, (left, row), "start", 13, "Counted")?;
    for (place, search) in CountedSearch::ALL.into_iter().enumerate() {
        let x = left + 86.0 + 110.0 * place as f64;
        mark(f, search, (x, row - 4.5))?;
        writeln!(f)?;
        label(f, (x + 12.0, row), "start", 13, &search.to_string())?;
    }
    Ok(())
}
