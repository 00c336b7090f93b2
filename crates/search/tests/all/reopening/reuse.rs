//! Proposition 3.10 of Takizawa (2026): its rules of reuse are sound, and none can be loosened.

use std::collections::{HashMap, HashSet};

use solveig_game::{GameExt, Keyed, Move, Value};
use solveig_games::connect_four::ConnectFour;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_search::NodeKind::{A, APrime, C, P, PPrime};
use solveig_search::reopening::{
    BoundReuse, ObligationTable, Obligations, Observer, Reopening, ReopeningAlphaBeta, ReuseRules,
};
use solveig_search::{NodeKind, Window};

use crate::reopening::exhaustive::Exhaustive;
use crate::reopening::random_dag::RandomDag;
use crate::reopening::region::flaw;

/// A table, read as a set of claims.
struct Claims<'a, G: Keyed> {
    exact: Exhaustive<G>,
    table: &'a ObligationTable<G::Key>,
    met: HashMap<(G::Key, NodeKind), bool>,
}

impl<G: Keyed> Claims<'_, G> {
    /// Whether the table alone discharges `kind` at `position`: the exact value, the canonical move
    /// where it is owed, and recursively what the children owe.
    fn met(&mut self, position: &G::Position, kind: NodeKind) -> bool {
        let value = self.exact.value(position);
        let Some(best) = self.exact.canonical_move(position) else {
            return true;
        };
        let key = self.exact.game.key(position);
        if let Some(met) = self.met.get(&(key, kind)) {
            return *met;
        }
        let stored = self.table.get(key);
        let met = stored.is_some_and(|stored| {
            stored.bounds.value() == Some(value)
                && (kind == PPrime || stored.best_move == Some(best))
                && self.exact.game.moves(position).into_iter().all(|played| {
                    let owed = kind.child(played == best);
                    let child = self.exact.game.play_unchecked(position, played);
                    !owed.is_certified() || self.met(&child, owed)
                })
        });
        self.met.insert((key, kind), met);
        met
    }
}

/// After a search, everything in the table is true: bounds, moves, and the obligations under which
/// each position is said to be completed.
fn assert_table_is_sound<G: Keyed>(game: &G, rules: ReuseRules) {
    let mut search = ReopeningAlphaBeta::new(game.clone()).with_table(rules);
    search.solve().expect("the rules are sound");
    let table = search.table().expect("there is one");
    let mut claims = Claims {
        exact: Exhaustive::new(game.clone()),
        table,
        met: HashMap::new(),
    };
    for (key, stored) in table.iter() {
        let position = game
            .position(key)
            .expect("the key of a position that was searched");
        let value = claims.exact.value(&position);
        assert!(stored.bounds.lower <= value && value <= stored.bounds.upper);
        for kind in [P, APrime, PPrime] {
            if stored.obligations.contains(Obligations::of(&[kind])) {
                assert!(
                    claims.met(&position, kind),
                    "{key:?} as {kind} in {}",
                    game.spec()
                );
                assert_eq!(stored.best_move, claims.exact.canonical_move(&position));
            }
        }
    }
}

#[test]
fn proposition_3_10_obligations_hold_on_random_graphs() {
    for graph in RandomDag::family(0..1500) {
        assert_table_is_sound(&graph, ReuseRules::proposition_3_10());
        assert_table_is_sound(&graph, ReuseRules::joined());
    }
}

#[test]
fn proposition_3_10_obligations_hold_in_small_games() {
    for rules in [ReuseRules::proposition_3_10(), ReuseRules::joined()] {
        assert_table_is_sound(&Mnk::new(3, 3, 3).unwrap(), rules.clone());
        assert_table_is_sound(&ConnectFour::new(4, 4).unwrap(), rules.clone());
        assert_table_is_sound(&Othello::<u64>::new(4, 4).unwrap(), rules);
    }
}

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

/// Which kinds of entries answered queries as `C` and `A`.
struct Producers<'a, G: Keyed> {
    game: &'a G,
    completed: HashMap<G::Key, HashSet<NodeKind>>,
    path: Vec<(G::Key, NodeKind, bool)>,
    /// Kinds that alone had completed a position whose entry answered.
    alone: HashSet<NodeKind>,
}

impl<G: Keyed> Observer<G> for Producers<'_, G> {
    fn enter(&mut self, position: &G::Position, _: Option<Move>, _: Window, kind: NodeKind) {
        self.path.push((self.game.key(position), kind, false));
    }

    fn reuse(&mut self) {
        let (key, kind, reused) = self.path.last_mut().expect("a call");
        *reused = true;
        let kinds = &self.completed[key];
        if !kind.is_certified() && kinds.len() == 1 {
            self.alone.extend(kinds);
        }
    }

    fn leave(&mut self, _: Value, _: Option<Move>) {
        let (key, kind, reused) = self.path.pop().expect("a call");
        if !reused {
            self.completed.entry(key).or_default().insert(kind);
        }
    }
}

/// Rule 4: bounds of any producer answer, as soon as they decide the window, and not before.
#[test]
fn proposition_3_10_rule_4_bounds_of_every_kind_answer_if_they_are_sufficient() {
    let mut alone = HashSet::new();
    for graph in RandomDag::family(0..400) {
        let mut producers = Producers {
            game: &graph,
            completed: HashMap::new(),
            path: Vec::new(),
            alone: HashSet::new(),
        };
        ReopeningAlphaBeta::new(graph.clone())
            .with_table(ReuseRules::proposition_3_10())
            .with_observer(&mut producers)
            .solve()
            .expect("the rules are sound");
        alone.extend(producers.alone);
    }
    assert_eq!(alone, HashSet::from(NodeKind::ALL));

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

#[test]
fn sets_of_obligations_print_as_sets() {
    assert_eq!(Obligations::of(&[PPrime, P, A]).to_string(), "{P, P', A}");
}
