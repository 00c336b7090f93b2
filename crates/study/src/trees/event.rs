//! Events that algorithms send while they run.

use serde::Serialize;

use crate::trees::bound::bound;
use crate::trees::search_tree::SearchTree;
use crate::trees::tree::{Node, Payoff};

/// One step of an algorithm. An event is sent after the step is decided and before it changes the
/// search tree, unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A visit begins: the search looks for the value of the node as far as it lies between alpha
    /// and beta.
    Visit {
        /// The node that is entered.
        node: Node,
        /// Values at or below this need not be told apart.
        #[serde(serialize_with = "bound")]
        alpha: Payoff,
        /// Values at or above this need not be told apart.
        #[serde(serialize_with = "bound")]
        beta: Payoff,
    },
    /// An open node is expanded.
    Expand {
        /// The node, whose children become open, or whose payoff is known.
        node: Node,
    },
    /// The siblings to the right of a child are cut off, since its value lies outside the window.
    Cutoff {
        /// The node whose remaining children are cut off.
        node: Node,
        /// The last child that was searched.
        child: Node,
        /// The bound on the node that this child gives.
        #[serde(serialize_with = "bound")]
        value: Payoff,
        /// The limit of the window that it meets.
        #[serde(serialize_with = "bound")]
        limit: Payoff,
    },
    /// A child is skipped, since its stored bound lies outside the window.
    Skip {
        /// The child that is not visited.
        node: Node,
        /// Its stored lower or upper bound that lies outside.
        #[serde(serialize_with = "bound")]
        value: Payoff,
    },
    /// Bounds have been stored at a node.
    Store {
        /// Where they are stored.
        node: Node,
        /// The stored lower bound: n.f- in section 8.
        #[serde(serialize_with = "bound")]
        lower: Payoff,
        /// The stored upper bound: n.f+ in section 8.
        #[serde(serialize_with = "bound")]
        upper: Payoff,
    },
    /// The subtree of a node has been searched as far as its window needs.
    Leave {
        /// The node whose visit ends.
        node: Node,
        /// What the visit returns: a value or a bound, to Max.
        #[serde(serialize_with = "bound")]
        value: Payoff,
    },
    /// A triple of SSS* is taken from LIST and replaced (figure 7).
    List {
        /// Which of the six cases applies.
        case: u8,
        /// Node of the triple.
        node: Node,
        /// Merit of the triple.
        #[serde(serialize_with = "bound")]
        merit: Payoff,
    },
}

/// Receives the steps of an algorithm, each with the search tree at that time.
pub trait Observer {
    /// Receives a step.
    fn event(&mut self, event: Event, search: &SearchTree<'_>);
}

/// Ignores all steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoopObserver;

impl Observer for NoopObserver {
    fn event(&mut self, _: Event, _: &SearchTree<'_>) {}
}

/// Records all steps.
impl Observer for Vec<Event> {
    fn event(&mut self, event: Event, _: &SearchTree<'_>) {
        self.push(event);
    }
}

impl<F: FnMut(Event, &SearchTree<'_>)> Observer for F {
    fn event(&mut self, event: Event, search: &SearchTree<'_>) {
        self(event, search);
    }
}
