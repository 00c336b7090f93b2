//! SSS*: section 7, the end of section 9, and appendix A.

use solveig_study::trees::algorithms::sss::{Selection, Sss, TripleStatus};
use solveig_study::trees::algorithms::{Algorithm, Gamma, Storage, run};
use solveig_study::trees::event::{Event, NoopObserver};
use solveig_study::trees::{GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player};

use crate::sampled::{TREES, hold_with_larger};

/// Whether nodes are the leaves of a truncated max solution tree: all children of max nodes, one
/// child of min nodes, truncated anywhere.
fn are_leaves_of_a_max_tree(tree: &GameTree, node: Node, leaves: &[Node]) -> bool {
    if leaves.contains(&node) {
        return leaves
            .iter()
            .filter(|leaf| tree.is_descendant(**leaf, node))
            .count()
            == 1;
    }
    let has_leaves = |child: &Node| leaves.iter().any(|leaf| tree.is_descendant(*leaf, *child));
    let below: Vec<Node> = tree.children(node).filter(has_leaves).collect();
    let wanted = match tree.player(node) {
        None => return false,
        Some(Player::Max) => tree.children(node).len(),
        Some(Player::Min) => 1,
    };
    below.len() == wanted
        && below
            .iter()
            .all(|child| are_leaves_of_a_max_tree(tree, *child, leaves))
}

#[test]
fn lemma_7_1_and_theorem_7_1_hold_after_every_step() {
    hold_with_larger(TREES, |tree, seed| {
        let selection = match seed % 3 {
            0 => Selection::Rightmost,
            _ => Selection::Leftmost,
        };
        let mut sss = Sss::new(tree, selection);
        let value = loop {
            let leaves: Vec<Node> = sss.list().map(|triple| triple.node).collect();
            assert!(
                are_leaves_of_a_max_tree(tree, Node::ROOT, &leaves),
                "Lemma 7.1 a"
            );
            let search = sss.search();
            for triple in sss.list() {
                let (node, merit) = (triple.node, triple.merit);
                assert_eq!(search.upper_through(node), merit, "Theorem 7.1 a");
                let beside = tree.beside(node, Player::Min);
                let closed = beside
                    .iter()
                    .chain([&node])
                    .filter(|one| !search.is_open(**one));
                for one in closed.clone() {
                    // An inner node of an open triple in LIST may have been expanded before; its
                    // triple is closed once its subtree is proved.
                    let proved = *one != node || triple.status == TripleStatus::Closed;
                    assert!(!proved || search.lower(*one) >= merit, "Theorem 7.1 b");
                }
                if merit < INFINITY {
                    let meets =
                        |one: &&Node| (search.lower(**one), search.upper(**one)) == (merit, merit);
                    assert!(
                        closed.clone().any(|one| meets(&one)),
                        "the note after Theorem 7.2"
                    );
                }
                for one in &beside {
                    assert_eq!(search.is_open(*one), tree.is_left(node, *one));
                }
            }
            if let Some(value) = sss.step(&mut NoopObserver) {
                break value;
            }
        };
        assert_eq!(sss.list().count(), 1, "Theorem 7.2");
        assert_eq!(
            (
                sss.search().lower(Node::ROOT),
                sss.search().upper(Node::ROOT)
            ),
            (value, value)
        );
        assert_eq!(value, tree.values()[0]);
    });
}

#[test]
fn lemma_7_1_b_the_triples_part_the_min_solution_trees() {
    use solveig_study::trees::SolutionTree;
    hold_with_larger(TREES / 8, |tree, _| {
        let mut sss = Sss::new(tree, Selection::Leftmost);
        for _ in 0..40 {
            let Some(all) = SolutionTree::all(sss.search(), Node::ROOT, Player::Min, 200) else {
                return;
            };
            for one in all {
                let through = sss.list().filter(|triple| one.nodes.contains(&triple.node));
                assert_eq!(through.count(), 1);
            }
            if sss.step(&mut NoopObserver).is_some() {
                return;
            }
        }
    });
}

fn order_of_expansion(tree: &GameTree, algorithm: Algorithm) -> Vec<Node> {
    let mut events: Vec<Event> = Vec::new();
    run(tree, algorithm, &mut events);
    let expanded = events.into_iter().filter_map(|event| match event {
        Event::Expand { node } => Some(node),
        _ => None,
    });
    expanded.collect()
}

const MT_SSS: Algorithm = Algorithm::Mtd(Gamma::Sss, Storage::Weak);

#[test]
fn theorem_a_1_sss_and_mt_sss_expand_the_same_nodes_in_the_same_order() {
    hold_with_larger(TREES, |tree, _| {
        let sss = order_of_expansion(tree, Algorithm::Sss);
        assert_eq!(sss, order_of_expansion(tree, MT_SSS));
    });
}

/// The tree with players exchanged and payoffs negated; SSS* on it is the dual of SSS*.
fn dual(tree: &GameTree, node: Node) -> solveig_study::trees::Shape {
    use solveig_study::trees::Shape;
    match tree.payoff(node) {
        Some(payoff) => Shape::Terminal(-payoff),
        None => Shape::Inner(
            tree.player(node).unwrap().other(),
            tree.children(node).map(|child| dual(tree, child)).collect(),
        ),
    }
}

#[test]
fn mt_dual_is_mt_sss_with_the_players_exchanged() {
    hold_with_larger(TREES, |tree, _| {
        let exchanged = GameTree::new(&dual(tree, Node::ROOT));
        for storage in [Storage::Weak, Storage::Heavy] {
            let below = order_of_expansion(tree, Algorithm::Mtd(Gamma::Dual, storage));
            let above = order_of_expansion(&exchanged, Algorithm::Mtd(Gamma::Sss, storage));
            assert_eq!(below, above);
        }
    });
}

#[test]
fn equations_9_5_and_9_6_tell_which_nodes_mt_sss_expands() {
    hold_with_larger(TREES, |tree, _| {
        let values = tree.values();
        let left = |node: Node, player: Player| -> Vec<Node> {
            let all = tree.beside(node, player).into_iter();
            all.filter(|one| tree.is_left(*one, node)).collect()
        };
        let needed = |node: &Node| -> bool {
            let min = left(*node, Player::Min);
            let value = |one: &Node| values[one.index()];
            let gamma = min.iter().map(value).min().unwrap_or(INFINITY);
            let alpha = left(*node, Player::Max)
                .iter()
                .map(value)
                .max()
                .unwrap_or(MINUS_INFINITY);
            // The highest of the nodes of least value.
            let highest = min
                .iter()
                .filter(|one| value(one) == gamma)
                .min_by_key(|one| tree.depth(**one));
            let above: Option<Payoff> =
                highest.and_then(|one| tree.ancestors(*one).map(|one| value(&one)).max());
            alpha < gamma && above.is_none_or(|max| max <= gamma)
        };
        let expanded = order_of_expansion(tree, MT_SSS);
        for node in tree.nodes() {
            assert_eq!(expanded.contains(&node), needed(&node), "node {}", node.0);
        }
    });
}
