//! Algorithms 1 and 2, line by line as they are printed, and the search against them.

use solveig_game::{Game, GameExt, Move, Notation};
use solveig_games::tree::ExplicitTree;
use solveig_study::reopening::Reopening;

use crate::trace::{algorithm_2, random_trees};

/// What one call was given and returned.
struct PrintedCall<P> {
    position: P,
    alpha: f64,
    beta: f64,
    kind: &'static str,
    value: f64,
    /// The first move with the greatest score.
    principal: Option<Move>,
}

/// The printed algorithm, with the bound to which it reopens.
struct PrintedAlgorithm<G: Game> {
    game: G,
    bound: f64,
    calls: Vec<PrintedCall<G::Position>>,
}

fn get_child_node_kind(kind: &str, principal: bool) -> &'static str {
    match (kind, principal) {
        ("P", true) => "P",
        ("P", false) => "A'",
        ("A'", true) => "P'",
        ("A'", false) => "C",
        ("P'", _) => "A'",
        ("C", _) => "A",
        ("A", _) => "C",
        _ => panic!("no node kind: {kind}"),
    }
}

impl<G: Game> PrintedAlgorithm<G> {
    fn run(game: &G, bound: f64) -> Vec<PrintedCall<G::Position>> {
        let mut printed = Self {
            game: game.clone(),
            bound,
            calls: Vec::new(),
        };
        printed.search(&game.start(), -bound, bound, "P");
        printed.calls
    }

    fn search(&mut self, p: &G::Position, alpha: f64, beta: f64, k: &'static str) -> f64 {
        let number = self.calls.len();
        self.calls.push(PrintedCall {
            position: p.clone(),
            alpha,
            beta,
            kind: k,
            value: f64::NAN,
            principal: None,
        });
        let (value, principal) = self.body(p, alpha, beta, k);
        self.calls[number].value = value;
        self.calls[number].principal = principal;
        value
    }

    fn body(&mut self, p: &G::Position, alpha: f64, beta: f64, k: &str) -> (f64, Option<Move>) {
        let (mut alpha, mut beta) = (alpha, beta);
        if let Some(value) = self.game.terminal_value(p) {
            return (value.into(), None);
        }
        if ["P", "A'", "P'"].contains(&k) {
            alpha = -self.bound;
            beta = self.bound;
        }
        let mut s = f64::NEG_INFINITY;
        let mut principal = None;
        for (at, m) in self.game.moves(p).into_iter().enumerate() {
            let child = self.game.play_unchecked(p, m);
            let mut score;
            if at == 0 {
                score = -self.search(&child, -beta, -alpha, get_child_node_kind(k, true));
            } else {
                let non_pv = get_child_node_kind(k, false);
                score = -self.search(&child, -alpha - 1.0, -alpha, non_pv);
                if alpha < score && score < beta {
                    let pv = get_child_node_kind(k, true);
                    score = -self.search(&child, -beta, -alpha, pv);
                }
            }
            if score > s {
                principal = Some(m);
            }
            alpha = alpha.max(score);
            s = s.max(score);
            if !["P", "P'"].contains(&k) && alpha >= beta {
                return (alpha, principal);
            }
        }
        (s, principal)
    }
}

#[test]
fn the_search_makes_the_calls_that_algorithm_2_makes() {
    for tree in random_trees(0..300) {
        let printed = PrintedAlgorithm::run(&tree, f64::INFINITY);
        let calls = algorithm_2(&tree, Reopening::Unbounded);
        // The search writes an infinite bound as one that no value reaches.
        let infinity = f64::from(Reopening::Unbounded.window(tree.value_range()).beta);
        let finite = |bound: f64| bound.clamp(-infinity, infinity);
        assert_eq!(printed.len(), calls.len(), "{}", tree.spec());
        for (printed, call) in printed.iter().zip(&calls) {
            assert_eq!(printed.position, call.position);
            assert_eq!(printed.kind, call.kind.to_string());
            assert_eq!(printed.value, f64::from(call.value));
            assert_eq!(printed.principal, call.principal);
            assert_eq!(finite(printed.alpha), f64::from(call.window.alpha));
            assert_eq!(finite(printed.beta), f64::from(call.window.beta));
        }
    }
}

/// The second child of the root is an `A'` node. Its second child reaches `U` = 1, and line 17 as
/// printed does not search it again as `P'`.
#[test]
fn line_17_as_printed_promotes_no_child_that_reaches_the_bound() {
    let tree = ExplicitTree::parse("[[1, 1], [0, [-1, -1]]]").unwrap();
    let child = tree.parse_position("2 2").unwrap();
    let printed = PrintedAlgorithm::run(&tree, tree.value_range().max.into());
    let to_child = printed.iter().filter(|call| call.position == child);
    let kinds: Vec<&str> = to_child.map(|call| call.kind).collect();
    assert_eq!(kinds, ["C"]);
    for reopening in [Reopening::Unbounded, Reopening::PayoffBound] {
        let calls = algorithm_2(&tree, reopening);
        let to_child = calls.iter().filter(|call| call.position == child);
        let kinds: Vec<String> = to_child.map(|call| call.kind.to_string()).collect();
        assert_eq!(kinds, ["C", "P'"]);
    }
}

#[test]
fn a_prime_nodes_that_reach_the_payoff_bound_are_cut() {
    let calls = |reopening| -> usize {
        let trees = random_trees(0..300);
        trees.map(|tree| algorithm_2(&tree, reopening).len()).sum()
    };
    let [bounded, unbounded] = [Reopening::PayoffBound, Reopening::Unbounded].map(calls);
    assert!(
        bounded < unbounded,
        "{bounded} calls, {unbounded} unbounded"
    );
}
