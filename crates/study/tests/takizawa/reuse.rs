//! Proposition 3.10 of Takizawa (2026): its rules of reuse are sound, and none can be loosened.

use solveig_study::reopening::NodeKind::{self, A, APrime, C, P, PPrime};
use solveig_study::reopening::{
    BoundReuse, Obligations, Reopening, ReopeningAlphaBeta, ReuseRules,
};

use crate::random_dag::RandomDag;
use crate::region::flaw;

/// The first graph on which the rules fail, and how.
fn counterexample(rules: &ReuseRules) -> Option<(RandomDag, String)> {
    RandomDag::family(0..60_000).find_map(|graph| {
        let flaw = flaw(&graph, Reopening::Unbounded, rules)?;
        Some((graph, flaw))
    })
}

/// With `stored` enough for `queried`, some position of some region lacks its value or its
/// canonical move, which the rules of the proposition find on the same graph.
fn assert_cannot_be_loosened(queried: NodeKind, stored: &[NodeKind]) {
    for stored in stored {
        let rules = ReuseRules::proposition_3_10().allowing(queried, Obligations::of(&[*stored]));
        let (graph, flaw) = counterexample(&rules)
            .unwrap_or_else(|| panic!("no counter-example to {queried} by {stored}"));
        assert!(
            flaw.ends_with("was never determined"),
            "{queried} by {stored}: {flaw}"
        );
        let right = ReuseRules::proposition_3_10();
        assert_eq!(self::flaw(&graph, Reopening::Unbounded, &right), None);
    }
}

#[test]
fn proposition_3_10_rule_1_p_needs_p() {
    assert_cannot_be_loosened(P, &[APrime, PPrime, C, A]);
}

#[test]
fn proposition_3_10_rule_2_a_prime_needs_p_or_a_prime() {
    assert_cannot_be_loosened(APrime, &[PPrime, C, A]);
}

#[test]
fn proposition_3_10_rule_3_p_prime_needs_p_or_p_prime() {
    assert_cannot_be_loosened(PPrime, &[APrime, C, A]);
}

#[test]
fn proposition_3_10_rule_4_a_bound_answers_only_if_it_decides_the_window() {
    let regardless = ReuseRules::proposition_3_10().with_bounds(BoundReuse::Regardless);
    let (graph, _) = counterexample(&regardless).expect("a bound is not a value");
    let right = ReuseRules::proposition_3_10();
    assert_eq!(flaw(&graph, Reopening::Unbounded, &right), None);
}

fn nodes(graph: &RandomDag, rules: ReuseRules) -> u64 {
    let mut search = ReopeningAlphaBeta::new(graph.clone()).with_table(rules);
    search.solve().expect("the rules are sound");
    search.nodes()
}

/// The rule that joins `A'` and `P'` to `P` is sound, as the tests above show, and not idle.
#[test]
fn what_is_both_a_prime_and_p_prime_is_p() {
    let saved = RandomDag::family(0..3000).any(|graph| {
        nodes(&graph, ReuseRules::joined()) < nodes(&graph, ReuseRules::proposition_3_10())
    });
    assert!(saved, "no graph on which the joined rule saves a search");
}

#[test]
fn reuse_saves_work() {
    let [with, without] = [ReuseRules::proposition_3_10(), ReuseRules::never()].map(|rules| {
        let graphs = RandomDag::family(0..100);
        graphs
            .map(|graph| nodes(&graph, rules.clone()))
            .sum::<u64>()
    });
    assert!(with < without, "{with} nodes with reuse, {without} without");
}
