//! What algorithms tell while they run.

use serde::Serialize;

use crate::trees::search_tree::SearchTree;
use crate::trees::tree::{Node, Payoff};

/// One step of an algorithm. All of them happen after the step was decided and before it changes the
/// search tree, except where said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A node is visited: what follows finds out its value, as far as it lies between alpha and beta.
    Visit {
        /// The node.
        node: Node,
        /// Nothing at or below is of interest.
        alpha: Payoff,
        /// Nothing at or above is.
        beta: Payoff,
    },
    /// An open node is expanded.
    Expand {
        /// The node.
        node: Node,
    },
    /// What is right of a child is left out, for the value of the child lies outside the window.
    Cutoff {
        /// The node whose further children are left out.
        node: Node,
        /// The last child that was looked at.
        child: Node,
        /// The bound that the child gives.
        value: Payoff,
        /// The bound it meets.
        limit: Payoff,
    },
    /// A child is passed over, for what is stored of it lies outside the window.
    Skip {
        /// The child.
        node: Node,
        /// The bound that is stored.
        value: Payoff,
    },
    /// Bounds were stored at a node.
    Store {
        /// The node.
        node: Node,
        /// n.f- of the paper.
        lower: Payoff,
        /// n.f+ of the paper.
        upper: Payoff,
    },
    /// A visit has ended.
    Leave {
        /// The node.
        node: Node,
        /// What was found.
        value: Payoff,
    },
    /// A triple of SSS* is taken from LIST and replaced (figure 7).
    List {
        /// Which of the six cases it is.
        case: u8,
        /// The node of the triple.
        node: Node,
        /// Its merit.
        merit: Payoff,
    },
}

/// Who hears of the steps of an algorithm, and sees the search tree as it is then.
pub trait Observer {
    /// Hears of a step.
    fn event(&mut self, event: Event, search: &SearchTree<'_>);
}

/// Hears of nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoopObserver;

impl Observer for NoopObserver {
    fn event(&mut self, _: Event, _: &SearchTree<'_>) {}
}

/// Keeps all steps.
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
