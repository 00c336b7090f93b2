//! Figures of Pijls, de Bruin and Plaat (1996) and figure 1 of Takizawa (2026): the reconstructed
//! trees satisfy what the text states. Figure 10 is tested with MT.

use std::collections::BTreeMap;

use solveig_study::reopening::NodeKind;
use solveig_study::trees::algorithms::{Algorithm, PrincipalVariation, Storage, run};
use solveig_study::trees::complexity::count_best_first;
use solveig_study::trees::event::{Event, NoopObserver};
use solveig_study::trees::figures::{self, named};
use solveig_study::trees::{
    GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player, SearchTree, SolutionTree, file,
};

fn all(tree: &GameTree, player: Player) -> (SearchTree<'_>, Vec<SolutionTree>) {
    let search = run(tree, Algorithm::Minimax, &mut NoopObserver).search;
    let trees = SolutionTree::all(&search, Node::ROOT, player, 100).unwrap();
    (search, trees)
}

fn optimal(tree: &GameTree, player: Player) -> Vec<SolutionTree> {
    let (search, trees) = all(tree, player);
    let value = tree.values()[0];
    let mut trees = trees.into_iter();
    let best: Vec<_> = trees
        .by_ref()
        .filter(|one| one.value(&search) == value)
        .collect();
    assert!(!best.is_empty(), "Theorem 2.1");
    best
}

/// The game tree of figure 2 with other values of the open nodes.
fn completed(c: Payoff, d: Payoff, e: Payoff) -> GameTree {
    let mut text = file::to_json(&figures::game_tree()).unwrap();
    for (name, from, to) in [("c", 5, c), ("d", 2, d), ("e", 1, e)] {
        let of = |value| format!("{{\"name\":\"{name}\",\"value\":{value}}}");
        assert!(text.contains(&of(from)), "{text}");
        text = text.replace(&of(from), &of(to));
    }
    file::parse(&text).unwrap()
}

#[test]
fn figure_1_a_max_solution_tree_in_a_game_tree() {
    let tree = figures::game_tree();
    let [bold, ..] = figures::solution_trees(&figures::search_tree(&tree));
    let (search, max) = all(&tree, Player::Max);
    assert!(max.contains(&bold));
    assert_eq!(bold.value(&search), tree.values()[0]);
}

#[test]
fn figure_2_a_search_tree_with_its_bounds() {
    let tree = figures::game_tree();
    let search = figures::search_tree(&tree);
    let open: Vec<&str> = search
        .nodes()
        .filter(|node| search.is_open(*node))
        .map(|node| tree.name(node))
        .collect();
    assert_eq!(open.len(), 3);
    assert!(["c", "d", "e"].iter().all(|name| open.contains(name)));
    let through = |name| {
        let node = named(&tree, name);
        (search.lower_through(node), search.upper_through(node))
    };
    assert_eq!(through("a"), (2, 7));
    assert_eq!(through("b"), (2, 9));
}

#[test]
fn figure_4_solution_trees_and_what_lemma_5_1_makes_of_them() {
    let tree = figures::game_tree();
    let search = figures::search_tree(&tree);
    let [max, left, right] = figures::solution_trees(&search);
    let (a, b) = (named(&tree, "a"), named(&tree, "b"));
    let (d, e) = (named(&tree, "d"), named(&tree, "e"));
    assert_eq!(max.common_path(&left).last(), Some(&d));
    assert_eq!(max.common_path(&right).last(), Some(&e));
    // f0 in [2, 7): f(d) = f0, f(e) at most f0, f(c) more.
    for value in 2..7 {
        for (c, e) in [(value + 1, value), (value + 4, value - 3), (100, -100)] {
            let game = completed(c, value, e);
            assert_eq!(game.values()[0], value);
            let best = optimal(&game, Player::Max);
            assert!(
                best.iter()
                    .all(|one| one.nodes.contains(&a) && one.nodes.contains(&d))
            );
        }
    }
    // f0 in (2, 9]: f(e) = f0, f(d) less.
    for value in 3..=9 {
        for (c, d) in [(value + 1, value - 1), (value - 5, value - 4), (100, -100)] {
            let game = completed(c, d, value);
            assert_eq!(game.values()[0], value);
            let best = optimal(&game, Player::Min);
            assert!(
                best.iter()
                    .all(|one| one.nodes.contains(&b) && one.nodes.contains(&e))
            );
        }
    }
}

#[test]
fn figure_11_scout() {
    let tree = figures::scout();
    let mut calls = Vec::new();
    let mut stored: BTreeMap<Node, (Payoff, Payoff)> = BTreeMap::new();
    let mut leaves = Vec::new();
    let large = ["n", "a", "b", "c", "d", "e"].map(|name| named(&tree, name));
    let mut watch = |event: Event, search: &SearchTree<'_>| match event {
        Event::Visit { node, alpha, beta } if large.contains(&node) => {
            let call = match (alpha, beta) {
                (MINUS_INFINITY, INFINITY) => format!("scout {}", tree.name(node)),
                (_, gamma) => format!("MT {} {gamma}", tree.name(node)),
            };
            calls.push(call);
        }
        Event::Store { node, lower, upper } => {
            stored.insert(node, (lower, upper));
        }
        Event::Leave { node, value } if large.contains(&node) => {
            let lower_of = |name| stored.get(&named(&tree, name)).map(|bounds| bounds.0);
            leaves.push((
                tree.name(node).to_owned(),
                value,
                ["b", "c", "d", "e"].map(lower_of),
                stored.get(&named(&tree, "d")).map(|bounds| bounds.1),
                search.upper(named(&tree, "b")),
                search.lower(named(&tree, "b")),
            ));
        }
        _ => {}
    };
    let choice = Algorithm::Scout(PrincipalVariation::Bound, Storage::Heavy);
    let outcome = run(&tree, choice, &mut watch);
    assert_eq!(
        calls,
        [
            "scout n", "scout a", "MT b 3", "MT c 3", "MT d 3", "MT e 3", "scout b", "scout c",
            "MT d 8", "scout d", "MT e 6"
        ]
    );
    let ended: Vec<(&str, Payoff)> = leaves
        .iter()
        .map(|(name, value, ..)| (name.as_str(), *value))
        .collect();
    let expected = [
        ("a", 2),
        ("c", 4),
        ("d", 6),
        ("e", 5),
        ("b", 4),
        ("c", 8),
        ("d", 7),
        ("d", 6),
        ("e", 7),
        ("b", 6),
        ("n", 6),
    ];
    assert_eq!(ended, expected);
    // The call of b ends with 4, and f- is 4, 6 and 5 of its children.
    assert_eq!(leaves[4].2, [Some(4), Some(4), Some(6), Some(5)]);
    // The scout call of c has changed f-(b) to 5.
    assert_eq!(leaves[5].5, 5);
    // MT(d, 8): f+(d) = f+(b) = 7, f-(d) = 6.
    assert_eq!(
        (leaves[6].2[2], leaves[6].3, leaves[6].4),
        (Some(6), Some(7), 7)
    );
    assert_eq!(outcome.value, 6);
    assert_eq!(
        outcome.search.lower(named(&tree, "e")),
        7,
        "e is known to be worth at least 6, and the search ends"
    );
}

#[test]
fn figure_1_of_takizawa_2026_node_kinds_with_three_children() {
    let counted = count_best_first(3, 3, 1).unwrap();
    let reopening = counted.of(solveig_study::trees::complexity::CountedSearch::Reopening);
    let kinds = reopening.kinds.as_ref().unwrap();
    let figures = figures::all();
    let figure = figures
        .iter()
        .find(|one| one.name == "takizawa-2026-figure-1")
        .unwrap();
    for (kind, class) in [
        ("P", "kind-p\""),
        ("A'", "kind-a-prime\""),
        ("C", "kind-c\""),
        ("A", "kind-a\""),
    ] {
        let drawn = figure.svg.matches(&format!(" {class} data-node")).count() as u64;
        let place = NodeKind::ALL
            .iter()
            .position(|one| one.to_string() == kind)
            .unwrap();
        assert_eq!(
            drawn,
            kinds.iter().map(|level| level[place]).sum::<u64>(),
            "{kind}"
        );
    }
}
