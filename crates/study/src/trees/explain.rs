//! Explains why a node was visited or left out.
//!
//! ```
//! use solveig_study::trees::algorithms::Algorithm;
//! use solveig_study::trees::explain::explain;
//! use solveig_study::trees::{GameTree, Node, Player, Shape};
//!
//! let min = |payoffs: [i32; 2]| Shape::Inner(Player::Min, payoffs.map(Shape::Terminal).into());
//! let tree = GameTree::new(&Shape::Inner(Player::Max, vec![min([4, 6]), min([3, 9])]));
//! assert_eq!(
//!     explain(&tree, Algorithm::AlphaBeta, Node(6)).to_string(),
//!     "node 6 was left out: at node 2 (min) child 5 is worth at most 3 (step 16), and node 1 to \
//!      the left already guarantees Max 4: h- = 4 >= h+ = 3, so it is dead (Theorem 5.1); h- is \
//!      f- of node 1 in AMAX-C (4.9), h+ is f+ of node 5 in AMIN-C (4.10)"
//! );
//! ```

use serde::Serialize;

use crate::trees::algorithms::{Algorithm, run};
use crate::trees::bound::{bound, optional_bound};
use crate::trees::event::Event;
use crate::trees::search_tree::SearchTree;
use crate::trees::trace::name;
use crate::trees::tree::{GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player};

/// Why a run visited a node or left it out. Steps have the numbers of a
/// [`Trace`](crate::trees::trace::Trace).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// Name of the algorithm, by [`name`].
    pub algorithm: String,
    /// The node that the question is about.
    pub node: Node,
    /// What happened to it.
    pub cause: Cause,
}

/// What happened to a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Cause {
    /// It was visited.
    Visited {
        /// The visits, at least one.
        visits: Vec<Visit>,
    },
    /// It was left out.
    LeftOut {
        /// The node itself or, if it was never generated, its highest ancestor that was never
        /// expanded.
        branch: Node,
        /// What left that branch out, in chronological order. The first exclusion is at the parent
        /// of the branch or, in SSS*, above it.
        exclusions: Vec<Exclusion>,
        /// When the branch was first known to be dead; always before the run ends.
        died: Option<StepBounds>,
    },
}

/// A visit to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Visit {
    /// The step of the trace at which it happens.
    pub step: usize,
    /// What the visit asks.
    #[serde(flatten)]
    pub question: VisitQuestion,
    /// Bounds of the node before the visit.
    #[serde(flatten)]
    pub bounds: Through,
}

/// What a visit asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum VisitQuestion {
    /// The value within a window.
    Window {
        /// Values at or below this need not be told apart.
        #[serde(serialize_with = "bound")]
        alpha: Payoff,
        /// Values at or above this need not be told apart.
        #[serde(serialize_with = "bound")]
        beta: Payoff,
    },
    /// SSS*: the triple of this merit.
    Merit {
        /// Upper bound on the min solution trees through the node.
        #[serde(serialize_with = "bound")]
        merit: Payoff,
    },
}

/// An event that left a node out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Exclusion {
    /// The step of the trace at which it happens.
    pub step: usize,
    /// The kind of event.
    pub how: How,
    /// The ancestor where it was decided.
    pub at: Node,
    /// The player to move there.
    pub player: Player,
    /// The child of that ancestor that decided it.
    pub child: Node,
    /// The bound or value of that child.
    #[serde(serialize_with = "bound")]
    pub value: Payoff,
    /// The limit that it was compared with, if the event has one.
    #[serde(
        serialize_with = "optional_bound",
        skip_serializing_if = "Option::is_none"
    )]
    pub limit: Option<Payoff>,
    /// Bounds of the excluded node at that time.
    #[serde(flatten)]
    pub bounds: Through,
}

/// Kinds of exclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// [`Event::Cutoff`]: the node is to the right of a child whose value met a limit.
    Cutoff,
    /// [`Event::Skip`]: the node is below a child that was skipped for its stored bound.
    Skip,
    /// Case 1 of SSS*: a child of a max node is solved, and the triples below its siblings are
    /// removed from LIST.
    Purge,
}

/// Bounds known at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StepBounds {
    /// The step of the trace at which it happens.
    pub step: usize,
    /// Bounds before the step.
    #[serde(flatten)]
    pub bounds: Through,
}

/// h- and h+ of a node, with the nodes that they come from (formulas 4.9 and 4.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Through {
    /// h-.
    #[serde(serialize_with = "bound")]
    pub lower: Payoff,
    /// The leftmost node, itself or in AMAX-C, whose f- equals h-; `None` if h- is not finite.
    pub lower_from: Option<SourceNode>,
    /// h+.
    #[serde(serialize_with = "bound")]
    pub upper: Payoff,
    /// The leftmost node, itself or in AMIN-C, whose f+ equals h+; `None` if h+ is not finite.
    pub upper_from: Option<SourceNode>,
}

/// The node whose f- or f+ equals h- or h+ of another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SourceNode {
    /// The node with the stored bound.
    pub node: Node,
    /// Where it lies relative to that node.
    pub side: RelativeSide,
}

/// Where a node lies relative to another that is neither its ancestor nor its descendant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RelativeSide {
    /// It comes before the other in preorder.
    Left,
    /// Both nodes are the same.
    Itself,
    /// It comes after the other in preorder.
    Right,
}

impl Through {
    /// The bounds of a node in a search tree.
    pub fn of(search: &SearchTree<'_>, node: Node) -> Self {
        let (lower, upper) = (search.lower_through(node), search.upper_through(node));
        let from = |player, is_there: &dyn Fn(Node) -> bool| {
            let beside = search.tree().beside(node, player).into_iter();
            let found = beside.chain([node]).find(|other| is_there(*other));
            let found = found.expect("formulas 4.9 and 4.10 hold");
            let side = match found {
                same if same == node => RelativeSide::Itself,
                other if search.tree().is_left(other, node) => RelativeSide::Left,
                _ => RelativeSide::Right,
            };
            SourceNode { node: found, side }
        };
        Self {
            lower,
            lower_from: (lower != MINUS_INFINITY)
                .then(|| from(Player::Max, &|other| search.lower(other) == lower)),
            upper,
            upper_from: (upper != INFINITY)
                .then(|| from(Player::Min, &|other| search.upper(other) == upper)),
        }
    }

    /// Whether the node is dead: h- >= h+ (Theorem 5.1).
    pub const fn is_dead(&self) -> bool {
        self.lower >= self.upper
    }
}

/// Runs `algorithm` on `tree` and explains what happened to `node`.
///
/// # Panics
///
/// Panics if the tree has no such node.
pub fn explain(tree: &GameTree, algorithm: Algorithm, node: Node) -> Explanation {
    assert!(node.index() < tree.len(), "the tree has the node");
    let mut visited = vec![false; tree.len()];
    let mut visits = Vec::new();
    let mut step = 0;
    let mut observer = |event: Event, search: &SearchTree<'_>| {
        let (at, question) = match event {
            Event::Visit { node, alpha, beta } => (node, VisitQuestion::Window { alpha, beta }),
            Event::List { node, merit, .. } => (node, VisitQuestion::Merit { merit }),
            _ => {
                step += 1;
                return;
            }
        };
        visited[at.index()] = true;
        if at == node {
            let bounds = Through::of(search, node);
            visits.push(Visit {
                step,
                question,
                bounds,
            });
        }
        step += 1;
    };
    run(tree, algorithm, &mut observer);
    let unvisited = std::iter::once(node).chain(tree.ancestors(node));
    let branch = unvisited.take_while(|at| !visited[at.index()]).last();
    let cause = match branch {
        None => Cause::Visited { visits },
        Some(branch) => left_out(tree, algorithm, branch),
    };
    Explanation {
        algorithm: name(algorithm),
        node,
        cause,
    }
}

/// What left out `branch`, which is not visited although its parent is.
fn left_out(tree: &GameTree, algorithm: Algorithm, branch: Node) -> Cause {
    let (mut exclusions, mut died) = (Vec::new(), None);
    let mut step = 0;
    let mut observe = |event: Option<Event>, search: &SearchTree<'_>| {
        if search.contains(branch) {
            exclusions.extend(event.and_then(|event| excludes(tree, event, branch, step, search)));
            if died.is_none() && !search.is_alive(branch) {
                let bounds = Through::of(search, branch);
                died = Some(StepBounds { step, bounds });
            }
        }
        step += 1;
    };
    let mut observer = |event: Event, search: &SearchTree<'_>| observe(Some(event), search);
    let outcome = run(tree, algorithm, &mut observer);
    observe(None, &outcome.search);
    Cause::LeftOut {
        branch,
        exclusions,
        died,
    }
}

/// How the event of a step leaves out `branch`, if it does.
fn excludes(
    tree: &GameTree,
    event: Event,
    branch: Node,
    step: usize,
    search: &SearchTree<'_>,
) -> Option<Exclusion> {
    let exclusion = |how, at, child, value, limit| Exclusion {
        step,
        how,
        at,
        player: tree.player(at).expect("it has children"),
        child,
        value,
        limit,
        bounds: Through::of(search, branch),
    };
    match event {
        Event::Cutoff {
            node,
            child,
            value,
            limit,
        } => {
            let is_right = tree.is_descendant(branch, node) && tree.is_left(child, branch);
            is_right.then(|| exclusion(How::Cutoff, node, child, value, Some(limit)))
        }
        Event::Skip { node, value } => {
            let parent = tree.parent(node)?;
            let is_under = tree.is_descendant(branch, node);
            is_under.then(|| exclusion(How::Skip, parent, node, value, None))
        }
        Event::List {
            case: 1,
            node,
            merit,
        } => {
            let parent = tree.parent(node)?;
            let is_beside = tree.is_descendant(branch, parent) && !tree.is_descendant(branch, node);
            is_beside.then(|| exclusion(How::Purge, parent, node, merit, None))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
mod text;
