//! Algorithms 1 and 2, line by line as they are printed, and the search against them.

use solveig_game::{Game, GameExt, Move};
use solveig_search::reopening::Reopening;

use crate::reopening::trace::{self, random_trees};

/// What one call was given and returned.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedCall<P> {
    pub position: P,
    pub alpha: f64,
    pub beta: f64,
    pub kind: &'static str,
    pub value: f64,
    /// The first move with the greatest score.
    pub principal: Option<Move>,
}

/// The printed algorithm, with the bound to which it reopens.
pub struct Printed<G: Game> {
    pub game: G,
    pub bound: f64,
    pub calls: Vec<PrintedCall<G::Position>>,
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

impl<G: Game> Printed<G> {
    pub fn run(game: &G, bound: f64) -> Self {
        let mut printed = Self {
            game: game.clone(),
            bound,
            calls: Vec::new(),
        };
        printed.search(&game.start(), -bound, bound, "P");
        printed
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
        let printed = Printed::run(&tree, f64::INFINITY);
        let trace = trace::algorithm_2(&tree, Reopening::Unbounded);
        // The search writes an infinite bound as one that no value reaches.
        let infinity = f64::from(Reopening::Unbounded.window(tree.value_range()).beta);
        let finite = |bound: f64| bound.clamp(-infinity, infinity);
        assert_eq!(printed.calls.len(), trace.calls.len(), "{}", tree.spec());
        for (printed, call) in printed.calls.iter().zip(&trace.calls) {
            assert_eq!(printed.position, call.position);
            assert_eq!(printed.kind, call.kind.to_string());
            assert_eq!(printed.value, f64::from(call.value));
            assert_eq!(printed.principal, call.principal);
            assert_eq!(finite(printed.alpha), f64::from(call.window.alpha));
            assert_eq!(finite(printed.beta), f64::from(call.window.beta));
        }
    }
}
