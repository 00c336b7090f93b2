use std::collections::BTreeSet;

use super::*;
use crate::trees::random::RandomTrees;
use crate::trees::trace::tests::ALGORITHMS;
use crate::trees::trace::trace;

fn trees() -> impl Iterator<Item = GameTree> {
    let uniform = RandomTrees::uniform(2, 4, 20);
    let ragged = RandomTrees {
        min_children: 1,
        max_children: 4,
        depth: 4,
        early_ends: 20,
        greatest_payoff: 9,
        alternating: false,
        ordered: 50,
    };
    let turns = RandomTrees {
        alternating: true,
        greatest_payoff: 99,
        ..ragged
    };
    (0..8).flat_map(move |seed| [uniform.tree(seed), ragged.tree(seed), turns.tree(seed)])
}

fn check_exclusion(
    tree: &GameTree,
    search: &SearchTree<'_>,
    event: Event,
    by: &Exclusion,
    branch: Node,
) {
    assert_eq!(tree.player(by.at), Some(by.player));
    assert_eq!(tree.parent(by.child), Some(by.at));
    assert!(tree.is_descendant(branch, by.at) && branch != by.at);
    let meets = |limit: Payoff| match by.player {
        Player::Max => by.value >= limit,
        Player::Min => by.value <= limit,
    };
    match event {
        Event::Cutoff {
            node,
            child,
            value,
            limit,
        } => {
            assert_eq!(by.how, How::Cutoff);
            assert_eq!((by.at, by.child, by.value), (node, child, value));
            assert!(by.limit == Some(limit) && meets(limit));
            match by.player {
                Player::Max => assert!(search.lower(child) >= value),
                Player::Min => assert!(search.upper(child) <= value),
            }
            assert!(tree.is_left(child, branch), "it is right of the cutoff");
        }
        Event::Skip { node, value } => {
            assert_eq!((by.how, by.child, by.value), (How::Skip, node, value));
            assert!(tree.is_descendant(branch, node));
        }
        Event::List { case, node, merit } => {
            assert_eq!((by.how, case), (How::Purge, 1));
            assert_eq!((by.child, by.value), (node, merit));
            assert!(!tree.is_descendant(branch, node));
            assert!(search.lower(node) >= merit, "it is solved");
            assert!(by.bounds.is_dead(), "no triple in LIST has a greater merit");
        }
        other => panic!("{other:?} leaves nothing out"),
    }
}

#[test]
fn every_node_has_a_true_cause() {
    let mut left_out = 0;
    for tree in trees() {
        for algorithm in ALGORITHMS {
            let steps = trace(&tree, algorithm).steps;
            let visited: BTreeSet<Node> = steps
                .iter()
                .filter_map(|step| match step.event {
                    Event::Visit { node, .. } | Event::List { node, .. } => Some(node),
                    _ => None,
                })
                .collect();
            let mut searches = vec![SearchTree::new(&tree)];
            for step in &steps {
                let mut next = searches[searches.len() - 1].clone();
                if let Event::Expand { node } = step.event {
                    next.expand(node);
                }
                searches.push(next);
            }
            for node in tree.nodes() {
                let explanation = explain(&tree, algorithm, node);
                assert_eq!(
                    matches!(explanation.cause, Cause::Visited { .. }),
                    visited.contains(&node)
                );
                let text = explanation.to_string();
                assert!(!text.contains("2147483"), "{text}");
                let (branch, exclusions, died) = match explanation.cause {
                    Cause::Visited { visits } => {
                        let again = steps.iter().filter(|step| match step.event {
                            Event::Visit { node: at, .. } | Event::List { node: at, .. } => {
                                at == node
                            }
                            _ => false,
                        });
                        assert_eq!(visits.len(), again.count());
                        for visit in visits {
                            let is_dead = !searches[visit.step].is_alive(node);
                            assert_eq!(visit.bounds.is_dead(), is_dead);
                            assert!(!is_dead || algorithm != Algorithm::AlphaBeta);
                            assert!(!is_dead || text.contains("although it was dead"));
                        }
                        continue;
                    }
                    Cause::LeftOut {
                        branch,
                        exclusions,
                        died,
                    } => (branch, exclusions, died),
                };
                left_out += 1;
                assert!(tree.is_descendant(node, branch));
                assert!(visited.contains(&tree.parent(branch).unwrap()));
                let end = searches.last().unwrap();
                assert!(end.is_open(branch) && !visited.contains(&branch));
                assert!(node == branch || text.contains("was not generated"));
                for by in &exclusions {
                    let search = &searches[by.step];
                    check_exclusion(&tree, search, steps[by.step].event, by, branch);
                    assert_eq!(by.bounds, Through::of(search, branch));
                }
                let first = exclusions.first().expect("something left it out");
                if algorithm != Algorithm::Sss {
                    assert_eq!(Some(first.at), tree.parent(branch), "{text}");
                }
                if algorithm == Algorithm::AlphaBeta {
                    assert!(first.bounds.is_dead(), "{text}");
                }
                let died = died.expect("the root is dead at the end");
                assert!(died.bounds.is_dead());
                let was_alive =
                    |search: &SearchTree<'_>| !search.contains(branch) || search.is_alive(branch);
                assert!(searches[..died.step].iter().all(was_alive));
            }
        }
    }
    assert!(left_out > 1000, "{left_out}");
}

#[test]
fn sources_are_where_they_are_said_to_be() {
    for tree in trees() {
        for algorithm in ALGORITHMS {
            let mut check = |_: Event, search: &SearchTree<'_>| {
                for node in search.nodes() {
                    let through = Through::of(search, node);
                    assert_eq!(
                        through.lower_from.is_none(),
                        through.lower == MINUS_INFINITY
                    );
                    assert_eq!(through.upper_from.is_none(), through.upper == INFINITY);
                    for source in [through.lower_from, through.upper_from]
                        .into_iter()
                        .flatten()
                    {
                        let is_left = tree.is_left(source.node, node);
                        let is_right = tree.is_left(node, source.node);
                        match source.side {
                            RelativeSide::Left => assert!(is_left),
                            RelativeSide::Itself => assert_eq!(source.node, node),
                            RelativeSide::Right => assert!(is_right),
                        }
                    }
                }
            };
            run(&tree, algorithm, &mut check);
        }
    }
}

#[test]
fn dead_visits_are_told() {
    let tree = RandomTrees::uniform(2, 3, 9).tree(1);
    let last = Node(tree.len() as u32 - 1);
    let text = explain(&tree, Algorithm::Minimax, last).to_string();
    assert!(text.contains("with the window -inf to +inf"), "{text}");
    let first = explain(&tree, Algorithm::Minimax, Node::ROOT).to_string();
    assert_eq!(
        first,
        "node 0 was visited at step 0 with the window -inf to +inf"
    );
    let json = serde_json::to_value(explain(&tree, Algorithm::AlphaBeta, Node::ROOT)).unwrap();
    assert_eq!(json["cause"]["kind"], "visited");
    assert_eq!(json["cause"]["visits"][0]["beta"], "+inf");
}
