//! Alpha-beta: section 6 and Lemma A.1.

use std::collections::BTreeSet;

use solveig_study::trees::algorithms::{Algorithm, Gamma, Storage, run};
use solveig_study::trees::event::{Event, NoopObserver};
use solveig_study::trees::{
    GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player, SearchTree, SolutionTree,
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
        let mut visited = None;
        let mut watch = |event: Event, search: &SearchTree<'_>| {
            // What is expanded is the leftmost node that is open and alive.
            if let Event::Expand { node } = event {
                assert!(visited == Some(node) && search.is_open(node) && search.is_alive(node));
            }
            let Event::Visit { node, alpha, beta } = event else {
                return;
            };
            visited = Some(node);
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

/// The key solution tree below a node that was just searched with a null window (section 6):
/// all children at nodes of `player`, and at the others the last child that was searched, which
/// caused the cutoff. It is a max solution tree after failing low and a min solution tree after
/// failing high. `searched` returns whether a child of an expanded node was searched.
fn key_solution_tree(
    search: &SearchTree<'_>,
    root: Node,
    player: Player,
    searched: &dyn Fn(Node) -> bool,
) -> SolutionTree {
    let tree = search.tree();
    let (mut nodes, mut rest) = (BTreeSet::new(), vec![root]);
    while let Some(node) = rest.pop() {
        nodes.insert(node);
        let mut children = tree.children(node);
        if search.is_leaf(node) {
            continue;
        }
        if tree.player(node) == Some(player) {
            rest.extend(children);
        } else {
            rest.extend(children.rfind(|child| searched(*child)));
        }
    }
    SolutionTree {
        player,
        root,
        nodes,
    }
}

/// Siblings, to the left or right, of the single children at nodes of the other player.
fn brothers(of: &SolutionTree, tree: &GameTree, left: bool) -> Vec<Node> {
    let single = of.nodes.iter().filter(|node| **node != of.root);
    let of_other = single.filter(|node| {
        let parent = tree.parent(**node);
        parent.and_then(|parent| tree.player(parent)) == Some(of.player.other())
    });
    let brothers = of_other.flat_map(|node| {
        let all = tree.children(tree.parent(*node).unwrap_or(Node::ROOT));
        all.filter(move |brother| if left { brother < node } else { brother > node })
    });
    brothers.collect()
}

/// The key solution tree of the gamma-milestone at a node, if there is one (Definition A.1): the
/// leftmost max solution tree of value at most gamma such that, at every min node, the children to
/// the left of the chosen one are proved greater than gamma and those to the right are open.
fn milestone(search: &SearchTree<'_>, node: Node, gamma: Payoff) -> Option<SolutionTree> {
    if search.upper(node) > gamma {
        return None;
    }
    let tree = search.tree();
    let mut nodes = BTreeSet::new();
    let mut rest = vec![node];
    while let Some(at) = rest.pop() {
        nodes.insert(at);
        match tree.player(at) {
            None => {}
            Some(Player::Max) => rest.extend(tree.children(at)),
            Some(Player::Min) => {
                let mut children = tree.children(at);
                let key = children.find(|child| search.upper(*child) <= gamma)?;
                let left = tree.children(at).take_while(|child| *child < key);
                let proved = left.into_iter().all(|child| search.lower(child) > gamma);
                if !proved || !children.all(|child| search.is_open(child)) {
                    return None;
                }
                rest.push(key);
            }
        }
    }
    Some(SolutionTree {
        player: Player::Max,
        root: node,
        nodes,
    })
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
            let key = key_solution_tree(search, node, player, &searched);
            assert!(key.is_closed(search));
            assert_eq!(key.value(search), value);
            for left in brothers(&key, tree, true) {
                match player {
                    Player::Max => assert!(search.lower(left) >= gamma),
                    Player::Min => assert!(search.upper(left) < gamma),
                }
            }
            let right = brothers(&key, tree, false);
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
