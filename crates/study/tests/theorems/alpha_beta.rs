//! Alpha-beta: section 6 and Lemma A.1.

use solveig_study::trees::algorithms::{Algorithm, Gamma, Storage, run};
use solveig_study::trees::event::{Event, NoopObserver};
use solveig_study::trees::{
    GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player, SearchTree, SolutionTree, milestone,
};

use crate::sampled::{TREES, drawn, hold_with_larger};

/// Windows of the visits in progress.
#[derive(Default)]
struct Windows(Vec<(Node, Payoff, Payoff)>);

impl Windows {
    /// Tracks visits; returns node, window and value when a visit ends.
    fn track(&mut self, event: Event) -> Option<(Node, Payoff, Payoff, Payoff)> {
        match event {
            Event::Visit { node, alpha, beta } => self.0.push((node, alpha, beta)),
            Event::Leave { node, value } => {
                let (visited, alpha, beta) = self.0.pop().unwrap();
                assert_eq!(visited, node);
                return Some((node, alpha, beta, value));
            }
            _ => {}
        }
        None
    }
}

fn left_side(tree: &GameTree, node: Node, player: Player) -> Vec<Node> {
    let mut beside = tree.beside(node, player);
    beside.retain(|one| tree.is_left(*one, node));
    beside
}

#[test]
fn lemma_6_1_what_a_call_returns_is_a_bound_or_the_value() {
    hold_with_larger(TREES, |tree, _| {
        let mut windows = Windows::default();
        let mut watch = |event: Event, search: &SearchTree<'_>| {
            let Some((node, alpha, beta, value)) = windows.track(event) else {
                return;
            };
            let (lower, upper) = (search.lower(node), search.upper(node));
            if value <= alpha {
                assert_eq!(value, upper, "(6.1)");
            } else if value < beta {
                assert_eq!((lower, upper), (value, value), "(6.2)");
            } else {
                assert_eq!(value, lower, "(6.3)");
            }
        };
        let found = run(tree, Algorithm::AlphaBeta, &mut watch);
        assert_eq!(found.value, tree.values()[0]);
    });
}

#[test]
fn lemma_6_2_and_theorem_6_1_a_node_is_searched_when_all_left_of_it_is_dead() {
    hold_with_larger(TREES, |tree, _| {
        let mut watch = |event: Event, search: &SearchTree<'_>| {
            let Event::Visit { node, alpha, beta } = event else {
                return;
            };
            assert!(alpha < beta);
            assert_eq!(search.lower_through(node), alpha, "Theorem 6.1");
            assert_eq!(search.upper_through(node), beta, "Theorem 6.1");
            let max = left_side(tree, node, Player::Max);
            assert!(max.iter().all(|one| search.upper(*one) <= alpha));
            let meets =
                |one: &Node, bound| (search.lower(*one), search.upper(*one)) == (bound, bound);
            assert!(alpha == MINUS_INFINITY || max.iter().any(|one| meets(one, alpha)));
            let min = left_side(tree, node, Player::Min);
            assert!(min.iter().all(|one| search.lower(*one) >= beta));
            assert!(beta == INFINITY || min.iter().any(|one| meets(one, beta)));
            for one in search.nodes() {
                if tree.is_left(one, node) {
                    assert!(!search.is_alive(one));
                } else if tree.is_left(node, one) {
                    assert!(search.is_open(one));
                }
            }
        };
        run(tree, Algorithm::AlphaBeta, &mut watch);
    });
}

#[test]
fn alpha_beta_expands_the_leftmost_open_alive_node() {
    hold_with_larger(TREES, |tree, _| {
        let mut watch = |event: Event, search: &SearchTree<'_>| {
            if let Event::Expand { node } = event {
                let candidates = search
                    .nodes()
                    .filter(|one| search.is_open(*one) && search.is_alive(*one));
                let leftmost = candidates.min_by_key(|one| tree.preorder(*one));
                assert_eq!(leftmost, Some(node));
            }
        };
        run(tree, Algorithm::AlphaBeta, &mut watch);
    });
}

#[test]
fn equations_6_6_and_6_7_tell_which_nodes_are_visited() {
    hold_with_larger(TREES, |tree, _| {
        let values = tree.values();
        let mut windows = vec![None; tree.len()];
        let mut watch = |event: Event, _: &SearchTree<'_>| {
            if let Event::Visit { node, alpha, beta } = event {
                windows[node.index()] = Some((alpha, beta));
            }
        };
        run(tree, Algorithm::AlphaBeta, &mut watch);
        for node in tree.nodes() {
            let values_of = |player| {
                let left = left_side(tree, node, player).into_iter();
                left.map(|one| values[one.index()])
            };
            let alpha = values_of(Player::Max).max().unwrap_or(MINUS_INFINITY);
            let beta = values_of(Player::Min).min().unwrap_or(INFINITY);
            // Baudet (1978): the condition is sufficient as well.
            assert_eq!(
                windows[node.index()],
                (alpha < beta).then_some((alpha, beta))
            );
        }
    });
}

#[test]
fn a_failure_leaves_a_key_solution_tree_and_lemma_a_1_a_milestone() {
    hold_with_larger(TREES, |tree, seed| {
        // The first call of MTD is alpha-beta with the window (gamma - 1, gamma).
        let gamma = drawn(seed, 7, 12) as Payoff;
        let mut values = vec![None; tree.len()];
        let mut done = false;
        let mut watch = |event: Event, search: &SearchTree<'_>| {
            let Event::Leave { node, value } = event else {
                return;
            };
            if done {
                return;
            }
            values[node.index()] = Some(value);
            if value < gamma {
                let stone = milestone(search, node, gamma - 1).expect("Lemma A.1");
                assert_eq!(stone.value(search), value);
            }
            if node != Node::ROOT {
                return;
            }
            done = true;
            let player = if value < gamma {
                Player::Max
            } else {
                Player::Min
            };
            let searched = |child: Node| values[child.index()].is_some();
            let key = SolutionTree::key(search, node, player, &searched);
            assert!(key.is_closed(search));
            assert_eq!(key.value(search), value);
            for left in key.brothers(tree, true) {
                match player {
                    Player::Max => assert!(search.lower(left) >= gamma),
                    Player::Min => assert!(search.upper(left) < gamma),
                }
            }
            let right = key.brothers(tree, false);
            assert!(right.into_iter().all(|one| search.is_open(one)));
            if value < gamma {
                assert_eq!(milestone(search, node, gamma - 1).unwrap().nodes, key.nodes);
                for other in value..gamma {
                    assert!(
                        milestone(search, node, other).is_some(),
                        "any gamma from f+ on"
                    );
                }
            }
        };
        let algorithm = Algorithm::Mtd(Gamma::Guess(gamma), Storage::Weak);
        let found = run(tree, algorithm, &mut watch);
        assert_eq!(
            found.value,
            run(tree, Algorithm::Minimax, &mut NoopObserver).value
        );
    });
}
