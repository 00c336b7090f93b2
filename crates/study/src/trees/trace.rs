//! A run as lines of JSON.
//!
//! The first line holds the tree, each line after it one step, the last one the outcome. Payoffs
//! and bounds are JSON numbers, or strings where they are infinite: `"-inf"` for [`MINUS_INFINITY`]
//! and `"+inf"` for [`INFINITY`]. The numbers next to these, which null-window searches test while
//! nothing is known, are `"-inf+1"` and `"+inf-1"`. No other strings stand for numbers, and none of
//! the four is ever written as a number such as 2147483647.
//!
//! A step holds the [`Event`] and the changes it made to the bounds of the search tree. An event is
//! sent before its changes are made, so the search tree shows them at the next event:
//!
//! ```
//! use solveig_study::trees::algorithms::Algorithm;
//! use solveig_study::trees::random::RandomTrees;
//! use solveig_study::trees::trace::{lines, trace};
//!
//! let tree = RandomTrees::uniform(2, 2, 9).tree(1);
//! let trace = trace(&tree, Algorithm::AlphaBeta);
//! let step = lines(&trace).nth(1).unwrap();
//! assert_eq!(
//!     step,
//!     r#"{"step":0,"event":"visit","node":0,"alpha":"-inf","beta":"+inf","changes":[]}"#
//! );
//! ```

use serde::Serialize;

use crate::trees::algorithms::{Algorithm, Counts, Gamma, PrincipalVariation, Storage, run};
use crate::trees::bound::{bound, in_words, optional_bound};
use crate::trees::event::Event;
use crate::trees::search_tree::SearchTree;
use crate::trees::tree::{GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player};

/// A run of an algorithm on a tree; the bounds at each step can be reconstructed from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// Name of the algorithm, by [`name`].
    pub algorithm: String,
    /// All nodes of the game tree, by number.
    pub tree: Vec<TracedNode>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The value that was found, and the counts of the run.
    pub outcome: TracedOutcome,
}

/// A node of the game tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TracedNode {
    /// Its number in the preorder of the tree.
    pub node: Node,
    /// Its parent; `None` for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<Node>,
    /// The player to move; `None` at a terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The payoff of a terminal to Max.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "optional_bound"
    )]
    pub payoff: Option<Payoff>,
    /// Number of moves from the root.
    pub depth: u32,
    /// The move that leads to the node, or its name in a file; empty in a tree without names.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The minimax value of its subtree, to Max.
    #[serde(serialize_with = "bound")]
    pub value: Payoff,
}

/// One step of a run. In JSON, the fields of the event are next to `changes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What the algorithm did.
    #[serde(flatten)]
    pub event: Event,
    /// Nodes whose f- or f+ changed, deepest first.
    pub changes: Vec<Change>,
}

/// New bounds of a node of the search tree. Before the first step, all bounds are infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The node whose bounds changed.
    pub node: Node,
    /// f-.
    #[serde(serialize_with = "bound")]
    pub lower: Payoff,
    /// f+.
    #[serde(serialize_with = "bound")]
    pub upper: Payoff,
}

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TracedOutcome {
    /// The minimax value of the root.
    #[serde(serialize_with = "bound")]
    pub value: Payoff,
    /// Costs of the run.
    pub counts: Counts,
}

/// Runs `algorithm` on `tree` and records all steps.
pub fn trace(tree: &GameTree, algorithm: Algorithm) -> Trace {
    let mut recorder = Recorder {
        steps: Vec::new(),
        bounds: vec![(MINUS_INFINITY, INFINITY); tree.len()],
    };
    let mut observer = |event: Event, search: &SearchTree<'_>| recorder.event(event, search);
    let outcome = run(tree, algorithm, &mut observer);
    recorder.catch_up(&outcome.search);
    let values = tree.values();
    let traced = |node: Node| TracedNode {
        node,
        parent: tree.parent(node),
        player: tree.player(node),
        payoff: tree.payoff(node),
        depth: tree.depth(node),
        name: tree.name(node).to_owned(),
        value: values[node.index()],
    };
    Trace {
        algorithm: name(algorithm),
        tree: tree.nodes().map(traced).collect(),
        steps: recorder.steps,
        outcome: TracedOutcome {
            value: outcome.value,
            counts: outcome.counts,
        },
    }
}

/// Name of an algorithm with its options.
pub fn name(algorithm: Algorithm) -> String {
    let of_storage = |storage| match storage {
        Storage::Weak => "weak",
        Storage::Heavy => "heavy",
    };
    match algorithm {
        Algorithm::Minimax => "minimax".to_owned(),
        Algorithm::AlphaBeta => "alpha-beta".to_owned(),
        Algorithm::PrincipalVariationSearch => "principal variation search".to_owned(),
        Algorithm::Sss => "SSS*".to_owned(),
        Algorithm::Mtd(gamma, storage) => {
            let of_gamma = match gamma {
                Gamma::Sss => "MT-SSS".to_owned(),
                Gamma::Dual => "MT-DUAL".to_owned(),
                Gamma::Guess(guess) => format!("MTD({})", in_words(guess)),
                Gamma::Bisect => "MTD by bisection".to_owned(),
            };
            format!("{of_gamma}, {} storage", of_storage(storage))
        }
        Algorithm::Scout(choice, storage) => {
            let of_choice = match choice {
                PrincipalVariation::Bound => "child at the bound first",
                PrincipalVariation::First => "first child first",
                PrincipalVariation::Last => "last child first",
            };
            format!("Scout, {of_choice}, {} storage", of_storage(storage))
        }
    }
}

/// The JSON lines of a run, without line ends.
pub fn lines(trace: &Trace) -> impl Iterator<Item = String> {
    #[derive(Serialize)]
    struct First<'t> {
        algorithm: &'t str,
        tree: &'t [TracedNode],
    }
    #[derive(Serialize)]
    struct NumberedStep<'t> {
        step: usize,
        #[serde(flatten)]
        of: &'t Step,
    }
    let first = First {
        algorithm: &trace.algorithm,
        tree: &trace.tree,
    };
    let steps = trace.steps.iter().enumerate();
    std::iter::once(json(&first))
        .chain(steps.map(|(step, of)| json(&NumberedStep { step, of })))
        .chain(std::iter::once(json(&trace.outcome)))
}

pub(crate) fn json(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("keys are strings, and nothing else can fail")
}

struct Recorder {
    steps: Vec<Step>,
    /// f- and f+ as recorded so far.
    bounds: Vec<(Payoff, Payoff)>,
}

impl Recorder {
    fn event(&mut self, event: Event, search: &SearchTree<'_>) {
        self.catch_up(search);
        self.steps.push(Step {
            event,
            changes: Vec::new(),
        });
    }

    /// Records the changes that the last step made. Only an expansion changes bounds: those of the
    /// expanded node and its ancestors.
    fn catch_up(&mut self, search: &SearchTree<'_>) {
        let Some(Step { event, changes }) = self.steps.last_mut() else {
            return;
        };
        let Event::Expand { node } = *event else {
            return;
        };
        for at in std::iter::once(node).chain(search.tree().ancestors(node)) {
            let (lower, upper) = (search.lower(at), search.upper(at));
            if std::mem::replace(&mut self.bounds[at.index()], (lower, upper)) == (lower, upper) {
                return;
            }
            changes.push(Change {
                node: at,
                lower,
                upper,
            });
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::{Value, json, to_value};

    use super::*;
    use crate::trees::random::RandomTrees;

    pub(crate) const ALGORITHMS: [Algorithm; 14] = [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::PrincipalVariationSearch,
        Algorithm::Mtd(Gamma::Sss, Storage::Weak),
        Algorithm::Mtd(Gamma::Sss, Storage::Heavy),
        Algorithm::Mtd(Gamma::Dual, Storage::Weak),
        Algorithm::Mtd(Gamma::Dual, Storage::Heavy),
        Algorithm::Mtd(Gamma::Guess(9), Storage::Weak),
        Algorithm::Mtd(Gamma::Guess(MINUS_INFINITY), Storage::Heavy),
        Algorithm::Mtd(Gamma::Bisect, Storage::Heavy),
        Algorithm::Sss,
        Algorithm::Scout(PrincipalVariation::Bound, Storage::Heavy),
        Algorithm::Scout(PrincipalVariation::First, Storage::Weak),
        Algorithm::Scout(PrincipalVariation::Last, Storage::Heavy),
    ];

    fn trees() -> impl Iterator<Item = GameTree> {
        let uniform = RandomTrees::uniform(3, 3, 20);
        let ragged = RandomTrees {
            min_children: 1,
            max_children: 4,
            depth: 5,
            early_ends: 20,
            greatest_payoff: 12,
            alternating: false,
            ordered: 50,
        };
        (0..6).flat_map(move |seed| [uniform.tree(seed), ragged.tree(seed)])
    }

    /// Parses a bound as the module specifies.
    fn read(value: &Value) -> Payoff {
        match value.as_str() {
            Some("-inf") => MINUS_INFINITY,
            Some("+inf") => INFINITY,
            Some("-inf+1") => MINUS_INFINITY + 1,
            Some("+inf-1") => INFINITY - 1,
            Some(other) => panic!("{other} is no bound"),
            None => Payoff::try_from(value.as_i64().unwrap()).unwrap(),
        }
    }

    /// The payoffs and bounds of an event, by name.
    fn payoffs(event: Event) -> Vec<(&'static str, Payoff)> {
        match event {
            Event::Visit { alpha, beta, .. } => vec![("alpha", alpha), ("beta", beta)],
            Event::Expand { .. } => vec![],
            Event::Cutoff { value, limit, .. } => vec![("value", value), ("limit", limit)],
            Event::Skip { value, .. } | Event::Leave { value, .. } => vec![("value", value)],
            Event::Store { lower, upper, .. } => vec![("lower", lower), ("upper", upper)],
            Event::List { merit, .. } => vec![("merit", merit)],
        }
    }

    #[test]
    fn a_trace_replays_what_an_observer_sees() {
        for tree in trees() {
            for algorithm in ALGORITHMS {
                let written: Vec<String> = lines(&trace(&tree, algorithm)).collect();
                let mut steps = written[1..written.len() - 1].iter();
                let mut bounds = vec![(MINUS_INFINITY, INFINITY); tree.len()];
                let mut expanded = vec![false; tree.len()];
                let seen = |search: &SearchTree<'_>| -> Vec<(Payoff, Payoff)> {
                    let of = |node| (search.lower(node), search.upper(node));
                    tree.nodes().map(of).collect()
                };
                let mut number = 0;
                let mut compare = |event: Event, search: &SearchTree<'_>| {
                    assert_eq!(bounds, seen(search), "{algorithm:?} before step {number}");
                    for node in tree.nodes() {
                        assert_eq!(expanded[node.index()], search.is_expanded(node));
                    }
                    let step: Value = serde_json::from_str(steps.next().unwrap()).unwrap();
                    assert_eq!(step["step"], number);
                    let event_json = to_value(event).unwrap();
                    for key in ["event", "node", "child", "case"] {
                        assert_eq!(step[key], event_json[key]);
                    }
                    for (key, payoff) in payoffs(event) {
                        assert_eq!(read(&step[key]), payoff, "{key}");
                    }
                    let fields = step.as_object().unwrap().len();
                    assert_eq!(fields, event_json.as_object().unwrap().len() + 2);
                    for change in step["changes"].as_array().unwrap() {
                        let node = change["node"].as_u64().unwrap() as usize;
                        bounds[node] = (read(&change["lower"]), read(&change["upper"]));
                    }
                    if step["event"] == "expand" {
                        expanded[step["node"].as_u64().unwrap() as usize] = true;
                    }
                    number += 1;
                };
                let outcome = run(&tree, algorithm, &mut compare);
                assert_eq!(bounds, seen(&outcome.search));
                assert!(steps.next().is_none());
                let last: Value = serde_json::from_str(written.last().unwrap()).unwrap();
                let counts = to_value(outcome.counts).unwrap();
                assert_eq!(last, json!({"value": outcome.value, "counts": counts}));
            }
        }
    }

    #[test]
    fn no_infinity_is_a_number() {
        fn check(value: &Value) {
            match value {
                Value::Number(number) => assert!(number.as_i64().unwrap().abs() < 2_147_483_646),
                Value::Array(all) => all.iter().for_each(check),
                Value::Object(all) => all.values().for_each(check),
                _ => {}
            }
        }
        for tree in trees() {
            for algorithm in ALGORITHMS {
                let trace = trace(&tree, algorithm);
                assert_eq!(lines(&trace).count(), trace.steps.len() + 2);
                for line in lines(&trace) {
                    check(&serde_json::from_str(&line).unwrap());
                }
                check(&to_value(&trace).unwrap());
            }
        }
    }

    #[test]
    fn the_first_line_has_the_tree() {
        let tree = RandomTrees::uniform(2, 2, 9).tree(3);
        let values = tree.values();
        let first = lines(&trace(&tree, Algorithm::Sss)).next().unwrap();
        let first: Value = serde_json::from_str(&first).unwrap();
        assert_eq!(first["algorithm"], "SSS*");
        let root = json!({"node": 0, "player": "max", "depth": 0, "value": values[0]});
        assert_eq!(first["tree"][0], root);
        let leaf =
            json!({"node": 4, "parent": 1, "payoff": values[4], "depth": 2, "value": values[4]});
        assert_eq!(first["tree"][4], leaf);
    }
}
