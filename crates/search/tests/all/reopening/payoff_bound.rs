//! Reopening to `[-U, +U]` instead of an infinite window (Takizawa 2026, section 3.3).

use std::collections::HashMap;

use solveig_game::{Game, Interval, Keyed, Notation};
use solveig_games::random_tree::RandomTree;
use solveig_games::tree::ExplicitTree;
use solveig_search::NodeKind::{APrime, P, PPrime};
use solveig_search::reopening::Reopening;

use crate::reopening::algorithm_2::Printed;
use crate::reopening::exhaustive::Exhaustive;
use crate::reopening::trace::{self, random_trees};

/// The algorithm as printed, reopening to the payoff bound.
fn as_printed<G: Game>(game: &G) -> Printed<G> {
    Printed::run(game, game.value_range().max.into())
}

/// Calls as `P` or `A'` whose principal child was never called with the kind of one.
fn principal_children_not_promoted<G: Game>(
    game: &G,
    calls: &[(G::Position, &str, Option<solveig_game::Move>)],
) -> usize {
    let called = |position: &G::Position, kind| {
        let mut calls = calls.iter();
        calls.any(|(other, other_kind, _)| other == position && *other_kind == kind)
    };
    let lacking = calls.iter().filter(|(position, kind, principal)| {
        let owed = match *kind {
            "P" => "P",
            "A'" => "P'",
            _ => return false,
        };
        let child = principal.map(|played| game.play_unchecked(position, played));
        child.is_some_and(|child| !called(&child, owed))
    });
    lacking.count()
}

/// The second child of the root is an `A'` node. Its second child reaches `U` = 1, and line 17 as
/// printed does not search it again as `P'`.
#[test]
fn line_17_as_printed_promotes_no_child_that_reaches_the_bound() {
    let tree = ExplicitTree::parse("[[1, 1], [0, [-1, -1]]]").unwrap();
    let printed = as_printed(&tree);
    let calls = printed.calls.iter();
    let calls: Vec<_> = calls
        .map(|call| (call.position, call.kind, call.principal))
        .collect();
    assert_eq!(principal_children_not_promoted(&tree, &calls), 1);
    let child = tree.parse_position("2 2").unwrap();
    let kinds = |calls: &[(_, &'static str, _)]| -> Vec<&str> {
        let to_child = calls.iter().filter(|(position, ..)| *position == child);
        to_child.map(|(_, kind, _)| *kind).collect()
    };
    assert_eq!(kinds(&calls), ["C"]);

    for reopening in [Reopening::Unbounded, Reopening::PayoffBound] {
        let trace = trace::algorithm_2(&tree, reopening);
        let to_child = trace.calls.iter().filter(|call| call.position == child);
        let kinds: Vec<String> = to_child.map(|call| call.kind.to_string()).collect();
        assert_eq!(kinds, ["C", "P'"]);
    }
}

#[test]
fn every_principal_child_gets_its_kind_here() {
    let mut as_printed_lacking = 0;
    for tree in random_trees(0..600) {
        let printed = as_printed(&tree);
        let calls = printed.calls.iter();
        let calls: Vec<_> = calls
            .map(|call| (call.position, call.kind, call.principal))
            .collect();
        as_printed_lacking += principal_children_not_promoted(&tree, &calls);

        let trace = trace::algorithm_2(&tree, Reopening::PayoffBound);
        let names = |kind| match kind {
            P => "P",
            APrime => "A'",
            PPrime => "P'",
            _ => "",
        };
        let calls = trace.calls.iter();
        let calls: Vec<_> = calls
            .map(|call| (call.position, names(call.kind), call.principal))
            .collect();
        assert_eq!(
            principal_children_not_promoted(&tree, &calls),
            0,
            "{}",
            tree.spec()
        );
    }
    assert!(as_printed_lacking > 100, "{as_printed_lacking}");
}

/// What a run of the printed algorithm has shown of each position: bounds, and whether a call that
/// returned the exact value had the canonical move as its principal child.
fn shown(tree: &RandomTree) -> HashMap<u64, (Interval, bool)> {
    let mut exact = Exhaustive::new(tree.clone());
    let mut shown = HashMap::new();
    for call in as_printed(tree).calls {
        let value = call.value as i32;
        let certified = ["P", "A'", "P'"].contains(&call.kind);
        let unknown = Interval::unknown(tree.value_range());
        let terminal = tree.terminal_value(&call.position).is_some();
        let bounds = if certified || terminal {
            Interval::exact(value)
        } else if call.value >= call.beta {
            Interval {
                lower: value,
                ..unknown
            }
        } else {
            Interval {
                upper: value,
                ..unknown
            }
        };
        let canonical = call.principal == exact.canonical_move(&call.position);
        let entry = shown
            .entry(tree.key(&call.position))
            .or_insert((unknown, false));
        entry.0 = entry.0.meet(bounds);
        entry.1 |= canonical && value == exact.value(&call.position);
    }
    shown
}

/// The printed algorithm does find out all the same what the region needs to know: where a value is
/// the bound, `C` and `A` nodes leave nothing open. It only does not say so, by the kind.
#[test]
fn the_printed_algorithm_determines_the_region_under_other_kinds() {
    for tree in random_trees(0..600) {
        let shown = shown(&tree);
        for (key, (kind, value, _)) in Exhaustive::new(tree.clone()).region() {
            let (bounds, canonical) = shown[&key];
            assert_eq!(bounds, Interval::exact(value), "{key} in {}", tree.spec());
            assert!(kind == PPrime || canonical, "{key} in {}", tree.spec());
        }
    }
}

#[test]
fn an_a_prime_node_is_cut_where_it_reaches_the_bound_and_nowhere_else() {
    let mut cuts = 0;
    for tree in random_trees(0..600) {
        let bound = tree.value_range().max;
        let certified_cuts = |reopening| {
            let trace = trace::algorithm_2(&tree, reopening);
            let calls = trace.calls.into_iter();
            let cut = calls.filter(|call| call.kind.is_certified() && call.cutoff);
            cut.collect::<Vec<_>>()
        };
        assert!(certified_cuts(Reopening::Unbounded).is_empty());
        let cut = certified_cuts(Reopening::PayoffBound);
        assert!(
            cut.iter()
                .all(|call| call.kind == APrime && call.value == bound)
        );
        cuts += cut.len();
    }
    assert!(cuts > 1_000, "{cuts}");
}
