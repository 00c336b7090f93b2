//! Random trees on which the theorems are tested.

use std::thread;

use solveig_game::random;
use solveig_study::trees::random::RandomTrees;
use solveig_study::trees::{GameTree, Node, SearchTree};

/// Number of trees on which a theorem is tested.
pub const TREES: u64 = 100_000;

/// Trees small enough to list all their solution trees.
const SHAPES: [RandomTrees; 8] = [
    RandomTrees::uniform(2, 3, 9),
    RandomTrees::uniform(2, 3, 1),
    RandomTrees::uniform(3, 2, 20),
    RandomTrees::uniform(2, 4, 99),
    varied([1, 3], 3, 20, 5, true),
    varied([1, 3], 3, 20, 99, false),
    varied([2, 3], 3, 40, 2, false),
    varied([1, 2], 5, 10, 9, false),
];

const fn varied(
    [min_children, max_children]: [u32; 2],
    depth: u32,
    early_ends: u32,
    greatest_payoff: i32,
    alternating: bool,
) -> RandomTrees {
    RandomTrees {
        min_children,
        max_children,
        depth,
        early_ends,
        greatest_payoff,
        alternating,
        ordered: 30,
    }
}

/// Larger trees, for tests without lists.
const LARGER: [RandomTrees; 4] = [
    RandomTrees::uniform(3, 4, 99),
    RandomTrees::uniform(2, 7, 9),
    varied([1, 4], 5, 15, 9, false),
    varied([2, 4], 4, 10, 999, true),
];

/// Tests `theorem` on `count` small trees; it receives the seed of each for random choices of its
/// own.
pub fn hold(count: u64, theorem: impl Fn(&GameTree, u64) + Sync) {
    hold_against(&SHAPES, count, &theorem);
}

/// Tests `theorem` on `count` trees, every eighth of them a larger one.
pub fn hold_with_larger(count: u64, theorem: impl Fn(&GameTree, u64) + Sync) {
    hold_against(&SHAPES, count - count / 8, &theorem);
    hold_against(&LARGER, count / 8, &theorem);
}

fn hold_against(shapes: &[RandomTrees], count: u64, theorem: &(impl Fn(&GameTree, u64) + Sync)) {
    thread::scope(|scope| {
        for part in 0..2 {
            scope.spawn(move || {
                for seed in (part..count).step_by(2) {
                    let shape = &shapes[(seed / 2) as usize % shapes.len()];
                    theorem(&shape.tree(seed), seed);
                }
            });
        }
    });
}

/// Random number `place` of a seed, below `bound`.
pub fn drawn(seed: u64, place: u64, bound: u64) -> u64 {
    random::output(seed, place) % bound
}

/// A search tree with open nodes at random places.
pub fn partly_searched(tree: &GameTree, seed: u64) -> SearchTree<'_> {
    let mut search = SearchTree::new(tree);
    let steps = drawn(seed, 0, tree.len() as u64 + 1);
    for step in 1..=steps {
        let open: Vec<Node> = search
            .nodes()
            .filter(|node| search.is_open(*node))
            .collect();
        if open.is_empty() {
            break;
        }
        search.expand(open[drawn(seed, step, open.len() as u64) as usize]);
    }
    search
}

/// A completely expanded search tree.
pub fn wholly_searched(tree: &GameTree) -> SearchTree<'_> {
    let mut search = SearchTree::new(tree);
    tree.nodes().for_each(|node| search.expand(node));
    search
}
