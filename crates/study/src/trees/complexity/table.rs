//! Table of counts and closed forms.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::reopening::NodeKind;
use serde::Serialize;

use super::{
    ClosedForm, CountedSearch, MAX_DEPTH, MAX_NODES, SearchCosts, Statistics, TreeCosts,
    count_best_first, spread,
};

/// Nodes that searches visit in uniform trees: by closed form, counted with the best child first,
/// and counted in random order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComplexityTable {
    /// Number of random trees of each width and depth.
    pub random_trees: u64,
    /// Rows by width, then depth, then search.
    pub rows: Vec<Row>,
    /// The nodes that reopening alpha-beta visits at each depth of the deepest tree of each width,
    /// by kind.
    pub kinds: Vec<KindRow>,
}

/// Total nodes of one search on one tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Children of an inner node.
    pub width: u32,
    /// Depth of the terminals.
    pub depth: u32,
    /// The search whose costs the row has.
    pub search: CountedSearch,
    /// Nodes by the closed form.
    pub closed_form: u64,
    /// Nodes counted with the best child first.
    pub counted: u64,
    /// Whether the two differ, in total or at some depth or kind.
    pub differs: bool,
    /// Ratio of the closed form to that of alpha-beta.
    pub factor: f64,
    /// Nodes counted in random order; `None` without seeds.
    pub random: Option<Statistics>,
}

/// The nodes of one kind at one depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindRow {
    /// Children of an inner node.
    pub width: u32,
    /// Depth of the nodes below the root.
    pub depth: u32,
    /// The kind, as in Takizawa (2026).
    pub kind: String,
    /// Number of nodes by lemmas 3.5 and 3.6 of that paper.
    pub closed_form: u64,
    /// Number of visits counted.
    pub counted: u64,
    /// Whether the two differ.
    pub differs: bool,
}

impl ComplexityTable {
    /// Counts on all trees of these widths and depths with at most `max_nodes` nodes and at most
    /// [`MAX_NODES`]. Trees in random order are generated from `seeds`, the others from the first
    /// of them.
    pub fn new(
        widths: RangeInclusive<u32>,
        depths: RangeInclusive<u32>,
        max_nodes: u64,
        seeds: Range<u64>,
    ) -> Self {
        let max = u128::from(max_nodes.min(MAX_NODES));
        let mut table = Self {
            random_trees: seeds.end.saturating_sub(seeds.start),
            rows: Vec::new(),
            kinds: Vec::new(),
        };
        for width in widths {
            let mut deepest = None;
            for depth in *depths.start()..=(*depths.end()).min(MAX_DEPTH) {
                let nodes = ClosedForm::Minimax.up_to(width, depth);
                if nodes.is_none_or(|nodes| nodes > max) {
                    break;
                }
                let ordered = count_best_first(width, depth, seeds.start);
                let random = spread(width, depth, seeds.clone());
                let (Ok(ordered), Ok(random)) = (ordered, random) else {
                    break;
                };
                for search in &ordered.searches {
                    let random = random.of(search.search);
                    table.rows.extend(row(&ordered, search, random));
                }
                deepest = Some(ordered);
            }
            table.kinds.extend(deepest.iter().flat_map(kind_rows));
        }
        table
    }

    /// Whether any count differs from its closed form.
    pub fn differs(&self) -> bool {
        let rows = self.rows.iter().any(|row| row.differs);
        rows || self.kinds.iter().any(|row| row.differs)
    }
}

fn row(tree: &TreeCosts, counted: &SearchCosts, random: Option<Statistics>) -> Option<Row> {
    let (width, depth) = (tree.width, tree.depth);
    let form = counted.search.closed_form();
    let closed_form = form.up_to(width, depth)?.try_into().ok()?;
    let differs = closed_form != counted.total() || !counted.is_as_closed_form(width);
    Some(Row {
        width,
        depth,
        search: counted.search,
        closed_form,
        counted: counted.total(),
        differs,
        factor: closed_form as f64 / ClosedForm::AlphaBeta.up_to(width, depth)? as f64,
        random,
    })
}

fn kind_rows(tree: &TreeCosts) -> Vec<KindRow> {
    let kinds = tree.of(CountedSearch::Reopening).kinds.iter().flatten();
    let row = |depth: u32, kind: NodeKind, counted: u64| {
        let closed_form = ClosedForm::Kind(kind).at(tree.width, depth)?;
        let closed_form = closed_form.try_into().ok()?;
        Some(KindRow {
            width: tree.width,
            depth,
            kind: kind.to_string(),
            closed_form,
            counted,
            differs: closed_form != counted,
        })
    };
    let rows = (0..).zip(kinds).flat_map(|(depth, counts)| {
        let each = NodeKind::ALL.into_iter().zip(counts);
        each.filter_map(move |(kind, counted)| row(depth, kind, *counted))
    });
    rows.collect()
}

/// Marks a count that differs from its closed form.
const MARK: &str = "differs";

impl fmt::Display for ComplexityTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Nodes in uniform trees, the root at depth 0")?;
        writeln!(
            f,
            "random order: mean and standard deviation of {} trees",
            self.random_trees
        )?;
        writeln!(f)?;
        writeln!(
            f,
            "{:>5} {:>5} {:<20} {:>11} {:>9} {:>8} {:>19}",
            "width", "depth", "search", "closed form", "counted", "factor", "random order"
        )?;
        let mut of = None;
        for row in &self.rows {
            if of.is_some_and(|of| of != (row.width, row.depth)) {
                writeln!(f)?;
            }
            of = Some((row.width, row.depth));
            write!(
                f,
                "{:>5} {:>5} {:<20} {:>11} {:>9} {:>8.2}",
                row.width, row.depth, row.search, row.closed_form, row.counted, row.factor
            )?;
            if let Some(random) = row.random {
                write!(f, " {:>10.1} ±{:>7.1}", random.mean, random.deviation)?;
            }
            writeln!(f, "{}", mark(row.differs))?;
        }
        writeln!(f)?;
        writeln!(f, "Visits of reopening alpha-beta by kind")?;
        writeln!(f)?;
        writeln!(
            f,
            "{:>5} {:>5} {:<4} {:>11} {:>9}",
            "width", "depth", "kind", "closed form", "counted"
        )?;
        for row in &self.kinds {
            writeln!(
                f,
                "{:>5} {:>5} {:<4} {:>11} {:>9}{}",
                row.width,
                row.depth,
                row.kind,
                row.closed_form,
                row.counted,
                mark(row.differs)
            )?;
        }
        Ok(())
    }
}

fn mark(differs: bool) -> String {
    match differs {
        true => format!("  {MARK}"),
        false => String::new(),
    }
}
