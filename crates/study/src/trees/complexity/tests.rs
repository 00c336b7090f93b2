use std::collections::BTreeSet;

use crate::reopening::NodeKind;

use super::*;
use crate::trees::tree::Payoff;

/// Widths with the greatest depth to count to: trees of up to about 10^5 nodes.
const SIZES: [(u32, u32); 5] = [(1, 20), (2, 15), (3, 10), (4, 8), (5, 7)];

const ALL_FORMS: [ClosedForm; 8] = [
    ClosedForm::Minimax,
    ClosedForm::AlphaBeta,
    ClosedForm::Reopening,
    ClosedForm::Kind(NodeKind::P),
    ClosedForm::Kind(NodeKind::APrime),
    ClosedForm::Kind(NodeKind::PPrime),
    ClosedForm::Kind(NodeKind::C),
    ClosedForm::Kind(NodeKind::A),
];

/// N(Y, d) as lemmas 3.5 and 3.6 of Takizawa (2026) print it, with the root at d = 1.
fn as_printed(kind: NodeKind, width: u32, d: i32) -> f64 {
    let b = f64::from(width);
    let half = |numerator: i32| (f64::from(numerator) / 2.0).ceil();
    let power = |numerator: i32| b.powf(half(numerator));
    match kind {
        NodeKind::P => 1.0,
        NodeKind::APrime => power(d - 1) - 1.0,
        NodeKind::PPrime => power(d - 2) - 1.0,
        NodeKind::C => half(d - 2) * power(d) - half(d) * power(d - 2) + 1.0,
        NodeKind::A => half(d - 3) * power(d - 1) - half(d - 1) * power(d - 3) + 1.0,
    }
}

#[test]
fn the_lemmas_hold_with_the_root_at_depth_1() {
    for width in 1..=7 {
        for depth in 0..=12 {
            for kind in NodeKind::ALL {
                let here = ClosedForm::Kind(kind).at(width, depth).unwrap() as f64;
                let printed = as_printed(kind, width, depth as i32 + 1);
                assert_eq!(here, printed, "N({kind}, {}), b = {width}", depth + 1);
            }
            // The leaves of Knuth and Moore (1975).
            let b = u128::from(width);
            let leaves = b.pow(depth.div_ceil(2)) + b.pow(depth / 2) - 1;
            assert_eq!(ClosedForm::AlphaBeta.at(width, depth), Some(leaves));
        }
    }
    // With the root at depth 0, as in the caption of figure 1, the lemmas do not hold.
    assert_ne!(as_printed(NodeKind::APrime, 3, 1), 2.0);
}

#[test]
fn sums_are_those_of_all_depths() {
    for form in ALL_FORMS {
        for width in 1..=9 {
            let mut sum = 0;
            for depth in 0..=24 {
                sum += form.at(width, depth).unwrap();
                assert_eq!(
                    form.up_to(width, depth),
                    Some(sum),
                    "{form} {width} {depth}"
                );
            }
        }
    }
}

#[test]
fn too_much_is_noticed() {
    for form in ALL_FORMS {
        assert_eq!((form.at(0, 3), form.up_to(0, 3)), (None, None), "{form}");
        if form != ClosedForm::Kind(NodeKind::P) {
            assert_eq!(form.at(u32::MAX, 40), None, "{form}");
            assert_eq!(form.up_to(2, u32::MAX), None, "{form}");
        }
        assert!(form.up_to(1, u32::MAX).is_some(), "{form}");
    }
    assert_eq!(ClosedForm::Minimax.at(2, 127), Some(1 << 127));
    assert_eq!(ClosedForm::Minimax.at(2, 128), None);
    let sizes = [(0, 3), (10, 6), (1, MAX_DEPTH + 1), (2, u32::MAX)];
    for (width, depth) in sizes {
        let error = Uncountable { width, depth };
        assert_eq!(count_best_first(width, depth, 0), Err(error));
        assert_eq!(spread(width, depth, 0..1), Err(error));
    }
    assert!(count_best_first(1, MAX_DEPTH, 0).is_ok());
}

#[test]
fn all_searches_take_what_the_closed_forms_say() {
    for (width, max) in SIZES {
        for depth in 0..=max {
            let seed = u64::from(100 * width + depth);
            let counted = count_best_first(width, depth, seed).unwrap();
            for one in &counted.searches {
                let (search, form) = (one.search, one.search.closed_form());
                assert_eq!(one.nodes.len(), depth as usize + 1);
                for (at, nodes) in (0..).zip(&one.nodes) {
                    let expected = form.at(width, at).unwrap();
                    assert_eq!(
                        u128::from(*nodes),
                        expected,
                        "{search} {width} {depth} at {at}"
                    );
                }
                assert!(one.is_as_closed_form(width));
                assert_eq!(
                    form.up_to(width, depth),
                    Some(one.total().into()),
                    "{search}"
                );
                assert_eq!(one.value, counted.searches[0].value, "{search}");
            }
        }
    }
}

#[test]
fn reopening_visits_each_node_once_and_as_the_lemmas_say() {
    for (width, depth) in SIZES {
        for seed in 0..3 {
            let counted = count_best_first(width, depth, seed).unwrap();
            let reopening = counted.of(CountedSearch::Reopening);
            assert_eq!(reopening.visits, reopening.total());
            let kinds = reopening.kinds.as_ref().unwrap();
            assert_eq!(kinds.len(), depth as usize + 1);
            for (at, kinds) in (0..).zip(kinds) {
                for (kind, visits) in NodeKind::ALL.into_iter().zip(kinds) {
                    let expected = ClosedForm::Kind(kind).at(width, at).unwrap();
                    assert_eq!(
                        u128::from(*visits),
                        expected,
                        "{kind} at {at}, width {width}"
                    );
                }
            }
        }
    }
}

#[test]
fn ideal_trees_have_distinct_payoffs_and_the_best_child_in_front() {
    let random = random_tree(3, 7, 5).unwrap();
    let ordered = best_first(&random);
    for tree in [&random, &ordered] {
        let payoffs: BTreeSet<Payoff> = tree.nodes().filter_map(|node| tree.payoff(node)).collect();
        assert!(payoffs.into_iter().eq(0..3i32.pow(7)));
    }
    let (values, others) = (ordered.values(), random.values());
    assert_eq!(values[0], others[0]);
    let in_front = |tree: &crate::trees::GameTree, values: &[Payoff]| {
        let inner = tree.nodes().filter(|node| tree.player(*node).is_some());
        let (mut front, mut all) = (0, 0);
        for node in inner {
            let first = tree.children(node).next().unwrap();
            front += u32::from(values[first.index()] == values[node.index()]);
            all += 1;
        }
        (front, all)
    };
    let (front, all) = in_front(&ordered, &values);
    assert_eq!(front, all);
    let (front, all) = in_front(&random, &others);
    assert!(front < all / 2, "{front} of {all}");
    assert_eq!(random, random_tree(3, 7, 5).unwrap());
    assert_ne!(random, random_tree(3, 7, 6).unwrap());
}

#[test]
fn no_order_takes_less() {
    for (width, depth) in [(2, 9), (3, 6), (4, 5), (5, 4)] {
        for seed in 0..25 {
            let random = count_at_random(width, depth, seed).unwrap();
            let nodes = |search: CountedSearch| &random.of(search).nodes;
            for one in &random.searches {
                assert_eq!(one.value, random.searches[0].value, "{}", one.search);
                assert!(one.visits >= one.total(), "{}", one.search);
                for (at, nodes) in (0..).zip(&one.nodes) {
                    let least = one.search.closed_form().at(width, at).unwrap();
                    assert!(u128::from(*nodes) >= least, "{} at {at}", one.search);
                }
            }
            // Theorem A.1, and the dominance of SSS* over alpha-beta.
            assert_eq!(nodes(CountedSearch::Sss), nodes(CountedSearch::MtSss));
            for (sss, alpha_beta) in nodes(CountedSearch::Sss)
                .iter()
                .zip(nodes(CountedSearch::AlphaBeta))
            {
                assert!(sss <= alpha_beta);
            }
        }
    }
}

#[test]
fn spread_is_that_of_its_seeds() {
    let spread_of = spread(3, 5, 0..12).unwrap();
    assert_eq!(spread_of.trees, 12);
    for search in CountedSearch::ALL {
        let totals: Vec<u64> = (0..12)
            .map(|seed| count_at_random(3, 5, seed).unwrap().of(search).total())
            .collect();
        let of = spread_of.of(search).unwrap();
        assert_eq!(
            (of.min, of.max),
            (*totals.iter().min().unwrap(), *totals.iter().max().unwrap())
        );
        assert!((of.mean * 12.0 - totals.iter().sum::<u64>() as f64).abs() < 1e-6);
        let least = search.closed_form().up_to(3, 5).unwrap() as f64;
        match search {
            CountedSearch::Minimax => assert_eq!((of.mean, of.deviation), (least, 0.0)),
            _ => assert!(of.mean > least && of.deviation > 0.0, "{search}"),
        }
    }
    let statistics = Statistics::of(&[2, 4, 4, 4, 5, 5, 7, 9]).unwrap();
    assert_eq!(
        (statistics.mean, statistics.min, statistics.max),
        (5.0, 2, 9)
    );
    assert!((statistics.deviation - (32f64 / 7.0).sqrt()).abs() < 1e-12);
    assert_eq!(Statistics::of(&[3]).unwrap().deviation, 0.0);
    assert_eq!(spread(3, 5, 0..0).unwrap().searches, []);
}

#[test]
fn the_factor_grows_like_the_depth() {
    for width in [2u32, 3, 5, 10] {
        let b = f64::from(width);
        let slopes = [(b * b - 1.0) / (4.0 * b), (b - 1.0) / (b + 1.0)];
        for depth in 12..20 {
            let [before, after] = [depth, depth + 2].map(|depth| factor_at(width, depth).unwrap());
            let slope = (after - before) / 2.0;
            let limit = slopes[depth as usize % 2];
            assert!(
                (slope / limit - 1.0).abs() < 0.1,
                "{width} {depth}: {slope} for {limit}"
            );
        }
        let factors = (0..30).map(|depth| factor_up_to(width, depth).unwrap());
        let per_move = factors
            .enumerate()
            .map(|(depth, factor)| factor / (depth + 1) as f64);
        assert!(per_move.into_iter().all(|one| one > 0.05 && one < b));
    }
    assert_eq!(factor_at(1, 9), Some(1.0));
    assert_eq!(factor_up_to(0, 9), None);
}

#[test]
fn table_has_no_difference() {
    let table = ComplexityTable::new(2..=5, 0..=9, 2_000, 3..8);
    assert!(!table.differs(), "{table}");
    // Greatest depths 9, 6, 5 and 4.
    assert_eq!(
        table.rows.len(),
        (10 + 7 + 6 + 5) * CountedSearch::ALL.len()
    );
    assert_eq!(table.kinds.len(), (10 + 7 + 6 + 5) * NodeKind::ALL.len());
    for row in &table.rows {
        let random = row.random.unwrap();
        assert!(random.min >= row.closed_form && row.counted == row.closed_form);
        if row.search == CountedSearch::Reopening {
            assert_eq!(Some(row.factor), factor_up_to(row.width, row.depth));
        }
    }
    let text = table.to_string();
    assert!(!text.contains("differs"));
    let filled = text.lines().filter(|line| !line.is_empty()).count();
    assert_eq!(filled, 5 + table.rows.len() + table.kinds.len());
    let json = serde_json::to_value(&table).unwrap();
    assert_eq!(json["rows"][1]["search"], "alpha-beta");
    assert_eq!(json["kinds"][1]["kind"], "A'");

    let mut wrong = table.clone();
    wrong.rows[0].differs = true;
    assert!(wrong.differs() && wrong.to_string().contains("differs"));
    let none = ComplexityTable::new(0..=2, 3..=3, 3, 0..0);
    assert_eq!((none.rows.len(), none.kinds.len()), (0, 0));
    let without = ComplexityTable::new(2..=2, 3..=3, 100, 0..0);
    assert!(without.rows.iter().all(|row| row.random.is_none()));
}
