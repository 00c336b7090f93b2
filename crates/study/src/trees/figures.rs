//! Figures of Pijls, de Bruin and Plaat (1996) and Takizawa (2026), reconstructed.
//!
//! The drawings of the former are not in the text at hand, so each figure is a tree that satisfies
//! everything the text states about it. The trees are files in `figures/`.

use std::collections::BTreeSet;

use crate::trees::algorithms::{Algorithm, Gamma, PrincipalVariation, Storage, run};
use crate::trees::complexity::{best_first, random_tree};
use crate::trees::draw::{Drawing, svg, svg_with};
use crate::trees::event::NoopObserver;
use crate::trees::file;
use crate::trees::search_tree::SearchTree;
use crate::trees::solution::SolutionTree;
use crate::trees::tree::{GameTree, Node, Player};

/// A figure as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name of the figure and stem of its file, such as `pijls-1996-figure-4-left`.
    pub name: &'static str,
    /// What it shows.
    pub caption: &'static str,
    /// The drawing as an SVG document.
    pub svg: String,
}

/// The game tree of Pijls, de Bruin and Plaat (1996, figure 1), and of its figures 2 and 4.
pub fn game_tree() -> GameTree {
    read(include_str!("../../figures/figure-1.json"))
}

/// The search tree of Pijls, de Bruin and Plaat (1996, figure 2): all but c, d and e of
/// [`game_tree`] is expanded.
pub fn search_tree(tree: &GameTree) -> SearchTree<'_> {
    let open = ["c", "d", "e"].map(|name| named(tree, name));
    let mut search = SearchTree::new(tree);
    for node in tree.nodes().filter(|node| !open.contains(node)) {
        search.expand(node);
    }
    search
}

/// The solution trees of Pijls, de Bruin and Plaat (1996, figure 4): a max solution tree of the
/// provisional value 2, and two min solution trees of 7 and of 9.
pub fn solution_trees(search: &SearchTree<'_>) -> [SolutionTree; 3] {
    let tree = search.tree();
    let of = |player, value, open: &[&str]| {
        let all = SolutionTree::all(search, Node::ROOT, player, 100);
        let open: BTreeSet<Node> = open.iter().map(|name| named(tree, name)).collect();
        let mut all = all.unwrap_or_default().into_iter();
        all.find(|one| {
            let leaves = one.nodes.iter().filter(|node| search.is_open(**node));
            one.provisional_value(search) == value
                && leaves.copied().collect::<BTreeSet<_>>() == open
        })
        .expect("the search tree has it")
    };
    [
        of(Player::Max, 2, &["d", "e"]),
        of(Player::Min, 7, &["c", "d"]),
        of(Player::Min, 9, &["e"]),
    ]
}

/// The tree of Pijls, de Bruin and Plaat (1996, figure 10), with w = 5.
pub fn side_effects() -> GameTree {
    read(include_str!("../../figures/figure-10.json"))
}

/// The tree of Pijls, de Bruin and Plaat (1996, figure 11). Its subtrees a, c, d and e are as small
/// as the run that the text describes allows.
pub fn scout() -> GameTree {
    read(include_str!("../../figures/figure-11.json"))
}

/// The tree of Takizawa (2026, figure 1): three children at each node, the best one first.
pub fn node_kinds() -> GameTree {
    let tree = random_tree(3, 3, 1).expect("40 nodes are few");
    best_first(&tree)
}

/// The node with a name.
///
/// # Panics
///
/// Panics if there is none.
pub fn named(tree: &GameTree, name: &str) -> Node {
    let mut nodes = tree.nodes();
    let found = nodes.find(|node| tree.name(*node) == name);
    found.expect("the figure has a node of this name")
}

fn read(text: &str) -> GameTree {
    file::parse(text).expect("figures are trees")
}

/// All figures of both papers, by the names of their files.
pub fn all() -> Vec<Figure> {
    let bare = Drawing {
        values: false,
        ..Drawing::default()
    };
    let tree = game_tree();
    let search = search_tree(&tree);
    let [max, left, right] = solution_trees(&search);
    let whole = run(&tree, Algorithm::Minimax, &mut NoopObserver).search;
    let bounds = Drawing {
        bounds: true,
        ..bare
    };
    let through = Drawing {
        bounds_through: true,
        ..bounds
    };
    let effects = side_effects();
    let tested = after_first_test(&effects);
    let scouted_tree = scout();
    let choice = Algorithm::Scout(PrincipalVariation::Bound, Storage::Heavy);
    let scouted = run(&scouted_tree, choice, &mut NoopObserver).search;
    let kinds_tree = node_kinds();
    let kinds = run(&kinds_tree, Algorithm::Minimax, &mut NoopObserver).search;
    let figure = |name, caption, svg| Figure { name, caption, svg };
    vec![
        figure(
            "pijls-1996-figure-1",
            "A max solution tree in a game tree with f-values.",
            svg_with(&whole, &Drawing::default(), &[&max]),
        ),
        figure(
            "pijls-1996-figure-2",
            "A search tree with f- and f+; c, d and e are open.",
            svg(&search, &bounds),
        ),
        figure(
            "pijls-1996-figure-4-max",
            "A max solution tree with the c-value 2.",
            svg_with(&search, &through, &[&max]),
        ),
        figure(
            "pijls-1996-figure-4-left",
            "A min solution tree with the c-value 7.",
            svg_with(&search, &through, &[&left]),
        ),
        figure(
            "pijls-1996-figure-4-right",
            "A min solution tree with the c-value 9.",
            svg_with(&search, &through, &[&right]),
        ),
        figure(
            "pijls-1996-figure-10",
            "After MT(n, 6) n is dead, which weak storage does not see.",
            svg(
                &tested,
                &Drawing {
                    dead: true,
                    ..bounds
                },
            ),
        ),
        figure(
            "pijls-1996-figure-11",
            "What Scout has seen of the tree.",
            svg(
                &scouted,
                &Drawing {
                    bounds: true,
                    ..Drawing::default()
                },
            ),
        ),
        figure(
            "takizawa-2026-figure-1",
            "The kinds of nodes with three children at each.",
            svg(
                &kinds,
                &Drawing {
                    node_kinds: true,
                    ..Drawing::default()
                },
            ),
        ),
    ]
}

/// The search tree of MT(n, 6) on [`side_effects`].
fn after_first_test(tree: &GameTree) -> SearchTree<'_> {
    let mut calls = 0;
    let mut first = None;
    let mut watch = |event: crate::trees::event::Event, search: &SearchTree<'_>| {
        use crate::trees::event::Event;
        if matches!(
            event,
            Event::Visit {
                node: Node::ROOT,
                ..
            }
        ) {
            calls += 1;
            if calls == 2 {
                first = Some(
                    tree.nodes()
                        .map(|node| search.is_expanded(node))
                        .collect::<Vec<_>>(),
                );
            }
        }
    };
    run(
        tree,
        Algorithm::Mtd(Gamma::Guess(6), Storage::Weak),
        &mut watch,
    );
    let expanded = first.expect("weak storage calls twice");
    let mut search = SearchTree::new(tree);
    for node in tree.nodes().filter(|node| expanded[node.index()]) {
        search.expand(node);
    }
    search
}
