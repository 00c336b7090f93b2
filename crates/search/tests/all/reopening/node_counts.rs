//! Lemmas 3.5 and 3.6, Corollary 3.7 and Proposition 3.9 of Takizawa (2026). Depth counts from 1,
//! the root's.

use std::collections::HashMap;

use solveig_game::{Game, GameExt, Keyed, Move};
use solveig_games::random_tree::{Parameters, RandomTree, Ties};
use solveig_games::tree::ExplicitTree;
use solveig_search::NodeKind::{A, APrime, C, P, PPrime};
use solveig_search::reopening::{
    ExplorationOrder, Observer, Reopening, ReopeningAlphaBeta, TieBreakOrder,
};
use solveig_search::{NodeKind, Window};

use crate::reopening::exhaustive::Exhaustive;
use crate::reopening::specification::{Specification, UnmetAssertion};
use crate::reopening::trace::{self, Reversed, Trace};

/// N(Y, d), as measured.
#[derive(Default)]
struct Counts {
    entered: HashMap<(NodeKind, u32), i64>,
    depth: u32,
    promotions: u64,
}

impl Counts {
    fn n(&self, kind: NodeKind, depth: u32) -> i64 {
        self.entered.get(&(kind, depth)).copied().unwrap_or(0)
    }

    fn up_to(&self, depth: u32) -> i64 {
        let shallow = self.entered.iter().filter(|((_, at), _)| *at <= depth);
        shallow.map(|(_, nodes)| nodes).sum()
    }
}

impl<G: Game> Observer<G> for Counts {
    fn enter(&mut self, _: &G::Position, _: Option<Move>, _: Window, kind: NodeKind) {
        self.depth += 1;
        *self.entered.entry((kind, self.depth)).or_default() += 1;
    }

    fn promote(&mut self, _: Move) {
        self.promotions += 1;
    }

    fn leave(&mut self, _: i32, _: Option<Move>) {
        self.depth -= 1;
    }
}

/// A uniform tree of width `b` and `depths` levels of nodes, without ties, best child first.
fn ideal_tree(b: u32, depths: u32, seed: u64) -> ExplicitTree {
    let parameters = Parameters {
        ties: Ties::None,
        ..Parameters::uniform(b, depths - 1, seed)
    };
    let tree = RandomTree::new(parameters).expect("a tree within the limits");
    tree.explicit().expect("few enough nodes").sorted_by_value()
}

fn algorithm_2(tree: &ExplicitTree) -> Counts {
    let mut counts = Counts::default();
    let unbounded = Reopening::Unbounded.window(tree.value_range());
    ReopeningAlphaBeta::new(tree.clone())
        .with_observer(&mut counts)
        .search(&tree.start(), unbounded, P);
    counts
}

fn algorithm_3<E: ExplorationOrder<ExplicitTree>>(tree: &ExplicitTree, order: E) -> Counts {
    let values = tree.values();
    let value = |position: &_| values[tree.key(position) as usize];
    let canonical = |position: &_| {
        let child = |played: &Move| tree.play_unchecked(position, *played);
        let mut moves = tree.moves(position).into_iter();
        let best = moves.find(|played| -value(&child(played)) == value(position));
        best.expect("some move has the value")
    };
    let mut counts = Counts::default();
    let solved = Specification::new(tree.clone(), canonical)
        .with_order(order)
        .with_observer(&mut counts)
        .solve();
    assert_eq!(solved, Ok(values[0]));
    counts
}

/// Runs of both algorithms on ideal trees, with the width and the number of levels. The largest
/// tree has 2,441,406 nodes.
fn ideal_runs() -> Vec<(i64, u32, Counts)> {
    let mut runs = Vec::new();
    for (b, most) in [(1, 12), (2, 12), (3, 11), (4, 10), (5, 10)] {
        for depths in [most, 7, 4, 2] {
            let tree = ideal_tree(b, depths, 100 + u64::from(b));
            runs.push((b.into(), depths, algorithm_2(&tree)));
            runs.push((b.into(), depths, algorithm_3(&tree, TieBreakOrder)));
        }
    }
    runs
}

/// ⌈numerator / 2⌉.
fn half_up(numerator: i64) -> i64 {
    (numerator + 1).div_euclid(2)
}

/// `factor` · b^`exponent`, where the exponent is negative only if the factor is 0.
fn term(factor: i64, b: i64, exponent: i64) -> i64 {
    match u32::try_from(exponent) {
        Ok(exponent) => factor * b.pow(exponent),
        Err(_) => {
            assert_eq!(factor, 0);
            0
        }
    }
}

/// N(Y, d) by Lemmas 3.5 and 3.6.
fn closed_form(kind: NodeKind, b: i64, depth: u32) -> i64 {
    let d = i64::from(depth);
    match kind {
        P => 1,
        APrime => term(1, b, half_up(d - 1)) - 1,
        PPrime => term(1, b, half_up(d - 2)) - 1,
        C => term(half_up(d - 2), b, half_up(d)) - term(half_up(d), b, half_up(d - 2)) + 1,
        A => term(half_up(d - 3), b, half_up(d - 1)) - term(half_up(d - 1), b, half_up(d - 3)) + 1,
    }
}

fn assert_closed_forms(counts: &Counts, kinds: &[NodeKind], b: i64, depths: u32) {
    for depth in 1..=depths {
        for kind in kinds {
            let expected = closed_form(*kind, b, depth);
            assert_eq!(
                counts.n(*kind, depth),
                expected,
                "N({kind}, {depth}), b = {b}"
            );
        }
    }
}

#[test]
fn lemma_3_5_certified_node_counts() {
    for (b, depths, counts) in ideal_runs() {
        assert_closed_forms(&counts, &[P, APrime, PPrime], b, depths);
    }
}

#[test]
fn lemma_3_6_auxiliary_node_counts() {
    for (b, depths, counts) in ideal_runs() {
        assert_closed_forms(&counts, &[C, A], b, depths);
    }
}

#[test]
fn corollary_3_7_total_node_count() {
    for (b, depths, counts) in ideal_runs() {
        for depth in 1..=depths {
            let kinds = |depth| NodeKind::ALL.map(|kind| closed_form(kind, b, depth));
            let total: i64 = (1..=depth).flat_map(kinds).sum();
            assert_eq!(counts.up_to(depth), total, "T({depth}), b = {b}");
        }
        let nothing_deeper = counts.entered.keys().all(|(_, depth)| *depth <= depths);
        assert!(nothing_deeper);
    }
}

/// T(D) by the closed forms.
fn total(b: i64, depths: u32) -> f64 {
    let kinds = |depth| NodeKind::ALL.map(|kind| closed_form(kind, b, depth) as f64);
    (1..=depths).flat_map(kinds).sum()
}

/// The corollary's bound with ⌈D/2⌉ holds with one constant for all widths; with D/2 the constant
/// has to grow with the square root of the width, which for a fixed width is no matter.
#[test]
fn corollary_3_7_bound() {
    for b in [2, 3, 5, 10, 100, 1000] {
        for depths in 1..=12u32 {
            let power = (b as f64).powi(depths.div_ceil(2) as i32);
            let bound = 4.0 * f64::from(depths) * power;
            assert!(total(b, depths) <= bound, "T({depths}), b = {b}");
        }
    }
    let ratio = |b: i64| total(b, 3) / (3.0 * (b as f64).powf(1.5));
    assert!(ratio(10_000) > 9.0 * ratio(100));
}

/// With one move everywhere there is only the principal variation. The closed forms still hold.
#[test]
fn width_one_is_the_principal_variation_alone() {
    let counts = algorithm_2(&ideal_tree(1, 12, 0));
    for depth in 1..=12 {
        let at_depth = NodeKind::ALL.map(|kind| counts.n(kind, depth));
        assert_eq!(at_depth, [1, 0, 0, 0, 0]);
        assert_eq!(
            NodeKind::ALL.map(|kind| closed_form(kind, 1, depth)),
            at_depth
        );
    }
}

#[test]
fn generation_rules_recur_as_in_section_3_2_3() {
    for (b, depths, counts) in ideal_runs() {
        assert_eq!(NodeKind::ALL.map(|kind| counts.n(kind, 1)), [1, 0, 0, 0, 0]);
        for d in 2..=depths {
            let above = |kind| counts.n(kind, d - 1);
            let expected = [
                1,
                (b - 1) * above(P) + b * above(PPrime),
                above(APrime),
                (b - 1) * above(APrime) + b * above(A),
                above(C),
            ];
            assert_eq!(
                NodeKind::ALL.map(|kind| counts.n(kind, d)),
                expected,
                "d = {d}, b = {b}"
            );
        }
    }
}

/// Algorithm 3 knows the canonical moves, so that its counts need neither an ordering nor distinct
/// values.
#[test]
fn algorithm_3_counts_the_same_in_any_order_and_with_ties() {
    for (b, depths, values) in [(2, 9, 1), (3, 7, 2), (4, 6, 0), (5, 5, 3)] {
        let parameters = Parameters {
            values: Some(-values..=values),
            ..Parameters::uniform(b, depths - 1, 77)
        };
        let tree = RandomTree::new(parameters).expect("a tree within the limits");
        let tree = tree.explicit().expect("few enough nodes");
        for counts in [
            algorithm_3(&tree, TieBreakOrder),
            algorithm_3(&tree, Reversed),
        ] {
            assert_closed_forms(&counts, &NodeKind::ALL, b.into(), depths);
        }
        let more = algorithm_2(&tree);
        assert!(values == 0 || more.promotions > 0);
        assert!(more.up_to(depths) >= total(b.into(), depths) as i64);
    }
}

/// The tree that the generation rules of section 3.2.1 make of a game tree with the principal child
/// first: positions and kinds in the order in which they are visited.
fn generated<G: Keyed>(
    game: &G,
    position: &G::Position,
    kind: NodeKind,
) -> Vec<(G::Key, NodeKind)> {
    let mut nodes = vec![(game.key(position), kind)];
    let children = game.moves(position);
    let visited = if kind == C { 1 } else { children.len() };
    for (at, played) in children.into_iter().take(visited).enumerate() {
        let child_kind = match kind {
            P => [P, APrime][at.min(1)],
            APrime => [PPrime, C][at.min(1)],
            PPrime => APrime,
            C => A,
            A => C,
        };
        nodes.extend(generated(
            game,
            &game.play_unchecked(position, played),
            child_kind,
        ));
    }
    nodes
}

fn assert_corresponds(tree: &ExplicitTree) {
    let trace = trace::algorithm_2(tree, Reopening::Unbounded);
    let visited = trace
        .calls
        .iter()
        .map(|call| (tree.key(&call.position), call.kind));
    let visited: Vec<_> = visited.collect();
    assert_eq!(visited, generated(tree, &tree.start(), P));
    for call in &trace.calls {
        assert!(call.promoted.is_empty());
        let inner = call.principal.is_some();
        assert_eq!(
            call.cutoff,
            call.kind == C && inner,
            "only cut nodes are cut"
        );
        match call.kind {
            C => assert!(call.value >= call.window.beta, "a cut node fails high"),
            A => assert!(call.value <= call.window.alpha, "an all node fails low"),
            P | APrime | PPrime => (),
        }
    }
}

#[test]
fn proposition_3_9_node_kind_correspondence() {
    for seed in 0..60 {
        for (b, depths) in [(1, 5), (2, 8), (3, 6), (4, 5), (5, 4)] {
            assert_corresponds(&ideal_tree(b, depths, seed));
        }
    }
}

/// Its third assumption, distinct values, can be dropped: where the principal child is searched
/// first, an equal sibling is refuted like a worse one.
#[test]
fn proposition_3_9_holds_with_ties_too() {
    for tree in trace::random_trees(0..300) {
        assert_corresponds(&tree.explicit().expect("a small tree").sorted_by_value());
    }
}

/// Where Algorithm 3 is told wrong moves, it either notices or is right about the value all the
/// same.
#[test]
fn algorithm_3_asserts_what_its_moves_have_to_be() {
    let (mut noticed, mut right) = (0, 0);
    for tree in trace::random_trees(0..500) {
        let mut exhaustive = Exhaustive::new(tree.clone());
        let misled = |position: &_| *tree.moves(position).last().expect("a move");
        match Specification::new(tree.clone(), misled).solve() {
            Ok(value) => {
                assert_eq!(value, exhaustive.value(&tree.start()));
                right += 1;
            }
            Err(_) => noticed += 1,
        }
    }
    assert!(
        noticed > 100 && right > 10,
        "{noticed} noticed, {right} right"
    );
}

#[test]
fn algorithm_3_meets_the_obligations_of_its_kinds() {
    for tree in trace::random_trees(0..300) {
        let mut exhaustive = Exhaustive::new(tree.clone());
        let mut oracle = Exhaustive::new(tree.clone());
        let mut trace = Trace::new();
        let canonical = |position: &_| oracle.canonical_move(position).expect("a move");
        let solved = Specification::new(tree.clone(), canonical)
            .with_order(Reversed)
            .with_observer(&mut trace)
            .solve();
        assert_eq!(solved, Ok(exhaustive.value(&tree.start())));
        for call in &trace.calls {
            let value = exhaustive.value(&call.position);
            match call.kind {
                P | APrime | PPrime => assert_eq!(call.value, value),
                C => assert!(call.window.beta <= call.value && call.value <= value),
                A => assert!(value <= call.value && call.value <= call.window.alpha),
            }
        }
    }
}

/// What Algorithm 3 says if it is told the first move everywhere.
fn told_the_first_move(tree: &str) -> Result<i32, UnmetAssertion> {
    let tree = ExplicitTree::parse(tree).expect("a tree");
    Specification::new(tree, |_: &_| Move(0)).solve()
}

#[test]
fn algorithm_3_asserts_in_lines_11_19_and_22() {
    assert_eq!(told_the_first_move("[4, 4, [3, 3]]"), Ok(4));
    assert_eq!(
        told_the_first_move("[4, 5]"),
        Err(UnmetAssertion::BetterMove {
            principal: 4,
            played: Move(1),
            score: 5
        })
    );
    assert_eq!(
        told_the_first_move("[5, [2, 1]]"),
        Err(UnmetAssertion::Unrefuted {
            alpha: -2,
            played: Move(1),
            score: -1
        })
    );
    assert_eq!(
        told_the_first_move("[5, [2, [1, 3]]]"),
        Err(UnmetAssertion::NoFailHigh { beta: 2, score: 1 })
    );
}
