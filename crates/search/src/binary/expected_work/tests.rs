//! The equations of Randall et al. (2024), held against their definitions.

use proptest::prelude::*;
use solveig_game::Move;

use super::*;

/// A node with these statistics.
fn stats(loss: f64, win: f64, wins: u32, visits: u32) -> WorkStats {
    WorkStats {
        loss,
        win,
        plays: PlayoutTally { wins, visits },
    }
}

fn leaves(stats: &[WorkStats]) -> Vec<SearchNode<WorkStats>> {
    let moves = 0..;
    let leaves = moves.zip(stats);
    leaves
        .map(|(played, stats)| SearchNode::leaf(Move(played), *stats))
        .collect()
}

/// Before its plays, so that children have no work beyond their estimates.
fn fresh() -> WorkStats {
    stats(0.0, 0.0, 0, 0)
}

/// Equation 2 over children in this order.
fn expected_work(children: &[SearchNode<WorkStats>]) -> f64 {
    let mut node = fresh();
    ExpectedWork::default().work(&mut node, children);
    node.win
}

/// Children with any statistics that a search can come to.
fn children(max: usize) -> impl Strategy<Value = Vec<WorkStats>> {
    let one = (1.0..1e6_f64, 1.0..1e6_f64, 1..1_000_u32, 1..1_000_u32);
    let one = one.prop_map(|(loss, win, won, losses)| stats(loss, win, won, won + losses));
    prop::collection::vec(one, 1..=max)
}

#[test]
fn the_papers_example_reaches_the_third_child_with_0_6() {
    // Section 3.1: win rates of 80 % and 75 %, so that the third child counts with 60 %.
    let three = leaves(&[
        stats(100.0, 7.0, 4, 5),
        stats(200.0, 8.0, 3, 4),
        stats(1_000.0, 9.0, 1, 2),
    ]);
    let expected = 100.0 + 0.8 * 200.0 + 0.6 * 1_000.0;
    assert!((expected_work(&three) - expected).abs() < 1e-9);
    // Equation 1: all children have to be won by the opponent.
    let mut node = fresh();
    ExpectedWork::default().work(&mut node, &three);
    assert_eq!(node.loss, 7.0 + 8.0 + 9.0);
    // EWS-WR: the least of the children instead.
    let by_size = ExpectedWork::with(WorkEstimate::SizeAlone);
    by_size.work(&mut node, &three);
    assert_eq!((node.loss, node.win), (24.0, 100.0));
}

/// Calls `each` with every permutation.
fn permute(
    children: &mut [SearchNode<WorkStats>],
    from: usize,
    each: &mut impl FnMut(&[SearchNode<WorkStats>]),
) {
    if from == children.len() {
        return each(children);
    }
    for other in from..children.len() {
        children.swap(from, other);
        permute(children, from + 1, each);
        children.swap(from, other);
    }
}

/// The keys of equation 3 do not fall from child to child.
fn is_sorted(policy: &ExpectedWork, node: &WorkStats, of: &[SearchNode<WorkStats>]) -> bool {
    of.is_sorted_by_key(|child| policy.key(node, &child.stats))
}

proptest! {
    /// The appendix: of all orders, that of equation 3 has the least expected work.
    #[test]
    fn no_order_has_less_expected_work(stats_of in children(6)) {
        let mut children = leaves(&stats_of);
        let mut node = fresh();
        ExpectedWork::default().update(&mut node, &mut children, true, PlayoutTally::default());
        let min = expected_work(&children);
        prop_assert_eq!(node.win, min);
        let mut best = f64::INFINITY;
        permute(&mut children, 0, &mut |order| best = best.min(expected_work(order)));
        prop_assert!(min <= best * (1.0 + 1e-12), "{min}, and another order {best}");
    }

    /// Children stay sorted when one of them changes, and when all do because the prior grows.
    #[test]
    fn children_stay_sorted(
        stats_of in children(12),
        updates in prop::collection::vec((0..12_usize, 0.1..10.0_f64, 1..50_u32), 0..30),
    ) {
        let policy = ExpectedWork::default();
        let mut children = leaves(&stats_of);
        let mut node = stats(0.0, 0.0, 1, 2);
        policy.update(&mut node, &mut children, true, PlayoutTally::default());
        for (place, factor, visits) in updates {
            let place = place % children.len();
            children[place].stats.loss *= factor;
            children[place].stats.plays.visits += visits;
            let playouts = PlayoutTally { wins: 0, visits };
            policy.update(&mut node, &mut children, false, playouts);
            prop_assert!(is_sorted(&policy, &node, &children));
        }
    }
}

#[test]
fn the_child_in_front_stays_until_another_is_better_by_epsilon() {
    let policy = ExpectedWork {
        epsilon: 0.5,
        ..ExpectedWork::default()
    };
    let mut children = leaves(&[stats(10.0, 1.0, 1, 2), stats(11.0, 1.0, 1, 2)]);
    let mut node = fresh();
    let front = |children: &[SearchNode<WorkStats>]| children[0].played;
    let none = PlayoutTally::default();
    for (loss, expected) in [(16.0, 0), (16.5, 0), (16.6, 1)] {
        children[0].stats.loss = loss;
        policy.update(&mut node, &mut children, false, none);
        assert_eq!(front(&children), Move(expected), "{loss}");
    }
    // What has just been made is in order, whatever comes first.
    let mut children = leaves(&[stats(11.0, 1.0, 1, 2), stats(10.0, 1.0, 1, 2)]);
    policy.update(&mut node, &mut children, true, none);
    assert_eq!(front(&children), Move(1));
}

#[test]
fn leaves_begin_with_the_work_of_equation_4_and_more_behind_others() {
    let playout = Playout { value: 1, work: 37 };
    let mut played = || (true, playout);
    let mut begins = |place| {
        let leaf = ExpectedWork::default().leaf(place, &mut played);
        (leaf.loss, leaf.win, leaf.plays.wins, leaf.plays.visits)
    };
    assert_eq!(begins(0), (37.0, 37.0, 2, 3));
    assert_eq!(begins(3), (481.0, 481.0, 2, 3));
}
