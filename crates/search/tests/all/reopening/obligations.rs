//! Proposition 3.8 of Takizawa (2026), clause by clause, on trees with imperfect ordering and ties.

use solveig_game::{Game, GameExt, Move, Value};
use solveig_games::random_tree::RandomTree;
use solveig_search::NodeKind::{A, APrime, C, P, PPrime};
use solveig_search::reopening::{Reopening, ReopeningAlphaBeta};
use solveig_search::{NodeKind, Window};

use crate::reopening::exhaustive::Exhaustive;
use crate::reopening::trace::{self, Call, Trace, random_trees};

/// A traced search of a tree, beside its exact values.
struct Run {
    trace: Trace<RandomTree>,
    exact: Exhaustive<RandomTree>,
    /// The greatest value a game can have.
    payoff: Value,
}

/// Searches of thousands of trees, with both windows to reopen to.
fn runs() -> impl Iterator<Item = Run> {
    random_trees(0..1500).flat_map(|tree| {
        [Reopening::Unbounded, Reopening::PayoffBound].map(|reopening| Run {
            trace: trace::algorithm_2(&tree, reopening),
            payoff: tree.value_range().max,
            exact: Exhaustive::new(tree.clone()),
        })
    })
}

impl Run {
    /// Checks every call of kind `kind` that is not at a leaf; says how many there were.
    fn each(&mut self, kind: NodeKind, check: impl Fn(&mut Self, &Call<RandomTree>)) -> usize {
        let calls = self.trace.calls.iter();
        let inner = calls.filter(|call| call.kind == kind && call.principal.is_some());
        let inner: Vec<Call<RandomTree>> = inner.cloned().collect();
        for call in &inner {
            check(self, call);
        }
        inner.len()
    }

    /// Whether the search of `call` has met `obligation` and all that follows from it for children:
    /// section 2.3, read off the calls that were made.
    fn meets(&mut self, call: &Call<RandomTree>, obligation: NodeKind) -> bool {
        if call.value != self.exact.value(&call.position) {
            return false;
        }
        let best = self.exact.canonical_move(&call.position);
        if best.is_none() {
            return true;
        }
        if call.principal != best && obligation != PPrime {
            return false;
        }
        let moves = self.exact.game.moves(&call.position);
        moves.into_iter().all(|played| {
            let principal = Some(played) == best;
            match obligation.child(principal) {
                C => self.refuted(call, played),
                owed => self.child_meets(call, played, owed),
            }
        })
    }

    /// Whether some call for the child meets `obligation`: calls as another principal child before
    /// a later one was promoted count.
    fn child_meets(&mut self, call: &Call<RandomTree>, played: Move, obligation: NodeKind) -> bool {
        let children = self.trace.calls_for(call, played).cloned();
        let children: Vec<Call<RandomTree>> = children.collect();
        children.iter().any(|child| {
            child.kind.satisfies(obligation)
                && child.kind.is_certified()
                && self.meets(child, obligation)
        })
    }

    /// Whether the move is known to be no better than the principal one, and worse if it comes
    /// before it. Without a call that is only known where nothing can be better.
    fn refuted(&mut self, call: &Call<RandomTree>, played: Move) -> bool {
        let value = self.exact.value(&call.position);
        let bar = match call.principal {
            Some(principal) if played < principal => value - 1,
            _ => value,
        };
        let children: Vec<_> = self.trace.calls_for(call, played).cloned().collect();
        if children.is_empty() {
            return value == self.payoff;
        }
        children.iter().any(|child| {
            let exact = self.exact.value(&child.position);
            child.value <= exact && -child.value <= bar
        })
    }
}

#[test]
fn proposition_3_8_clause_1_certified_kinds_return_the_exact_value() {
    for mut run in runs() {
        for kind in [P, APrime, PPrime] {
            run.each(kind, |run, call| {
                assert_eq!(call.value, run.exact.value(&call.position), "{call:?}");
            });
        }
    }
}

#[test]
fn proposition_3_8_clause_2_the_principal_child_is_canonical() {
    let mut ties = 0;
    for mut run in runs() {
        for kind in [P, APrime] {
            run.each(kind, |run, call| {
                assert_eq!(
                    call.principal,
                    run.exact.canonical_move(&call.position),
                    "{call:?}"
                );
            });
        }
        let start = run.exact.game.start();
        let value = run.exact.value(&start);
        let best = run
            .exact
            .scores(&start)
            .into_iter()
            .filter(|(_, score)| *score == value);
        ties += usize::from(best.count() > 1);
    }
    assert!(
        ties > 500,
        "the canonical move is a choice in only {ties} roots"
    );
}

#[test]
fn proposition_3_8_clause_3_children_of_p() {
    let mut promoted = 0;
    for mut run in runs() {
        run.each(P, |run, call| {
            for played in run.exact.game.moves(&call.position) {
                let principal = Some(played) == call.principal;
                let owed = if principal { P } else { APrime };
                assert!(
                    run.child_meets(call, played, owed),
                    "{played:?} in {call:?}"
                );
            }
        });
        let calls = run.trace.calls.iter().filter(|call| call.kind == P);
        promoted += calls.map(|call| call.promoted.len()).sum::<usize>();
    }
    assert!(
        promoted > 500,
        "only {promoted} children of P were promoted"
    );
}

#[test]
fn proposition_3_8_clause_4_children_of_a_prime() {
    let mut promoted = 0;
    for mut run in runs() {
        run.each(APrime, |run, call| {
            for played in run.exact.game.moves(&call.position) {
                let met = if Some(played) == call.principal {
                    run.child_meets(call, played, PPrime)
                } else {
                    run.refuted(call, played)
                };
                assert!(met, "{played:?} in {call:?}");
            }
        });
        let calls = run.trace.calls.iter().filter(|call| call.kind == APrime);
        promoted += calls.map(|call| call.promoted.len()).sum::<usize>();
    }
    assert!(
        promoted > 500,
        "only {promoted} children of A' were promoted"
    );
}

#[test]
fn proposition_3_8_clause_5_children_of_p_prime() {
    let mut nodes = 0;
    for mut run in runs() {
        nodes += run.each(PPrime, |run, call| {
            assert!(!call.cutoff);
            for played in run.exact.game.moves(&call.position) {
                assert!(
                    run.child_meets(call, played, APrime),
                    "{played:?} in {call:?}"
                );
            }
        });
    }
    assert!(nodes > 5_000, "only {nodes} nodes of kind P'");
}

fn is_sound(value: Value, exact: Value, window: Window) -> bool {
    if value >= window.beta {
        value <= exact
    } else if value <= window.alpha {
        value >= exact
    } else {
        value == exact
    }
}

#[test]
fn proposition_3_8_clause_6_auxiliary_kinds_return_sound_bounds() {
    for mut run in runs() {
        for kind in [C, A] {
            run.each(kind, |run, call| {
                let exact = run.exact.value(&call.position);
                assert!(is_sound(call.value, exact, call.window), "{call:?}");
            });
        }
    }
}

/// From a search as `P` all windows of `C` and `A` nodes are null windows. Clause 6 holds for
/// others too, where the value can lie inside.
#[test]
fn proposition_3_8_clause_6_with_wide_windows() {
    let (mut low, mut inside, mut high) = (0, 0, 0);
    for tree in random_trees(0..400) {
        let mut exact = Exhaustive::new(tree.clone());
        let value = exact.value(&tree.start());
        for kind in [C, A] {
            for (below, above) in [(1, 1), (3, 2), (9, 9), (-1, 5), (5, -1), (0, 1), (1, 0)] {
                let window = Window {
                    alpha: value - below,
                    beta: value + above,
                };
                let mut trace = Trace::new();
                let found = ReopeningAlphaBeta::new(tree.clone())
                    .with_observer(&mut trace)
                    .search(&tree.start(), window, kind);
                low += usize::from(found <= window.alpha);
                high += usize::from(found >= window.beta);
                inside += usize::from(window.alpha < found && found < window.beta);
                for call in &trace.calls {
                    let exact = exact.value(&call.position);
                    assert!(is_sound(call.value, exact, call.window), "{call:?}");
                }
            }
        }
    }
    assert!(
        low > 500 && inside > 500 && high > 500,
        "{low} {inside} {high}"
    );
}
