use std::collections::HashSet;

use proptest::prelude::*;
use solveig_game::GameExt;

use super::*;

fn tree(spec: &str) -> RandomTree {
    RandomTree::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

fn problem(spec: &str) -> String {
    RandomTree::from_spec(&Spec::parse(spec).unwrap())
        .unwrap_err()
        .to_string()
}

/// The leaf values from left to right, as the player who moves at the root sees them.
fn leaves(tree: &RandomTree) -> Vec<Value> {
    let mut values = Vec::new();
    let mut open = vec![tree.start()];
    while let Some(node) = open.pop() {
        let sign = if node.depth % 2 == 1 { -1 } else { 1 };
        values.extend(tree.terminal_value(&node).map(|value| sign * value));
        let children = tree.moves(&node).into_iter().rev();
        open.extend(children.map(|played| tree.play_unchecked(&node, played)));
    }
    values
}

#[test]
fn words_are_those_of_splitmix64() {
    // The first outputs of the generator's published implementation for the seed 1234567.
    let tree = RandomTree::new(Parameters::uniform(1, 1, 1_234_567)).unwrap();
    let published = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!([0, 1, 2, 3, 4].map(|n| tree.word(n)), published);
}

#[test]
fn trees_stay_what_they_are() {
    // Computed from the description at the head of the module by another program.
    let leaves = |parameters| leaves(&tree(&format!("random-tree:{parameters}")));
    assert_eq!(leaves("2x3?seed=1"), [68, 8, 66, -22, 33, -44, 33, 18]);
    let variable = leaves("3x3?seed=2&values=-5..5&shape=variable");
    assert_eq!(variable, [4, -5, 5, 1, -3, -2, 3, -4, 0]);
    let distinct = leaves("3x2?seed=7&ties=none");
    assert_eq!(distinct, [4, -1, 0, 2, 3, -4, -3, 1, -2]);
}

#[test]
fn a_variable_tree_has_every_width_up_to_its_own() {
    let tree = tree("random-tree:4x6?seed=3&shape=variable");
    let mut widths = HashSet::new();
    let mut open = vec![tree.start()];
    while let Some(node) = open.pop() {
        let moves = tree.moves(&node);
        if !moves.is_empty() {
            widths.insert(moves.len());
        }
        open.extend(
            moves
                .iter()
                .map(|played| tree.play_unchecked(&node, *played)),
        );
    }
    assert_eq!(widths, HashSet::from([1, 2, 3, 4]));
}

#[test]
fn leaves_without_ties_take_each_value_once() {
    for spec in [
        "random-tree:3x4?seed=5&ties=none",
        "random-tree:1x3?ties=none",
        "random-tree:2x9?ties=none",
    ] {
        let tree = tree(spec);
        let mut values = leaves(&tree);
        let ascending: Vec<Value> = (tree.low..=tree.high).collect();
        assert!(
            values.len() == 1 || values != ascending,
            "{spec} is not random"
        );
        values.sort_unstable();
        assert_eq!(values, ascending);
    }
    let mut values = leaves(&tree("random-tree:4x4?ties=none&values=-300..700"));
    assert!(values.iter().all(|value| (-300..=700).contains(value)));
    values.sort_unstable();
    values.dedup();
    assert_eq!(values.len(), 256);
}

#[test]
fn a_spec_says_all_its_parameters() {
    for (short, full) in [
        (
            "random-tree:3x2",
            "random-tree:3x2?seed=0&values=-100..100&shape=uniform&ties=some",
        ),
        (
            "random-tree:2x2?ties=none&seed=18446744073709551615",
            "random-tree:2x2?seed=18446744073709551615&values=-2..1&shape=uniform&ties=none",
        ),
        (
            "random-tree:9x2?shape=variable&values=-1..-1",
            "random-tree:9x2?seed=0&values=-1..-1&shape=variable&ties=some",
        ),
    ] {
        assert_eq!(tree(short).spec(), full);
        assert_eq!(tree(full).spec(), full);
        assert_eq!(leaves(&tree(full)), leaves(&tree(short)));
    }
}

#[test]
fn a_spec_that_makes_no_tree_is_refused() {
    for (spec, expected) in [
        ("random-tree:3", "\"3\" is not a board size"),
        ("random-tree:0x3", "width is 0; expected 1 to 1000"),
        ("random-tree:3x0", "depth is 0; expected 1 to 1000"),
        ("random-tree:1x1001", "depth is 1001; expected 1 to 1000"),
        (
            "random-tree:2x62",
            "a tree of width 2 and depth 62 has 2^62 nodes or more",
        ),
        (
            "random-tree:3x3?seed=-1",
            "seed is \"-1\"; expected an integer from 0 to 2^64 - 1",
        ),
        (
            "random-tree:3x3?values=5",
            "values is \"5\"; expected the least and the greatest value",
        ),
        (
            "random-tree:3x3?values=5..4",
            "values are 5..4; expected a range within",
        ),
        (
            "random-tree:3x3?values=0..1000001",
            "values are 0..1000001; expected a range within",
        ),
        (
            "random-tree:3x3?values=-2147483648..0",
            "values are -2147483648..0; expected a range",
        ),
        (
            "random-tree:3x3?shape=odd",
            "shape is \"odd\"; expected uniform or variable",
        ),
        (
            "random-tree:3x3?ties=odd",
            "ties is \"odd\"; expected some or none",
        ),
        (
            "random-tree:3x3?ties=none&values=1..26",
            "there are 26 values for 27 leaves",
        ),
        (
            "random-tree:3x30?ties=none",
            "expected a range within -1000000..1000000",
        ),
        ("random-tree:3x3?deep=1", "parameter \"deep\" is unknown"),
    ] {
        let error = problem(spec);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_largest_trees_have_exact_keys() {
    for spec in [
        "random-tree:2x60",
        "random-tree:1000x6",
        "random-tree:1x1000",
    ] {
        let tree = tree(spec);
        let mut node = tree.start();
        while let Some(last) = tree.moves(&node).last() {
            node = tree.play_unchecked(&node, *last);
        }
        assert_eq!(tree.level(&node), tree.max_level());
        assert_eq!(tree.position(tree.key(&node)), Ok(node));
        assert_eq!(tree.key(&node).ilog2() + 1, tree.key_bits());
        assert!(tree.position(tree.key(&node) + 1).is_err());
    }
}

proptest! {
    #[test]
    fn the_keys_of_a_tree_are_those_of_its_nodes(
        width in 1u32..5, depth in 1u32..5, seed: u64, variable: bool, distinct: bool,
    ) {
        let tree = RandomTree::new(Parameters {
            shape: if variable { TreeShape::Variable } else { TreeShape::Uniform },
            ties: if distinct { Ties::None } else { Ties::Some },
            ..Parameters::uniform(width, depth, seed)
        }).unwrap();
        let mut open = vec![tree.start()];
        let mut keys = HashSet::new();
        while let Some(node) = open.pop() {
            prop_assert!(keys.insert(tree.key(&node)));
            prop_assert_eq!(tree.position(tree.key(&node)), Ok(node));
            let moves = tree.moves(&node).into_iter();
            open.extend(moves.map(|played| tree.play_unchecked(&node, played)));
        }
        let max = tree.first_at_depth[depth as usize + 1] + 5;
        let accepted = (0..max).filter(|key| tree.position(*key).is_ok());
        prop_assert_eq!(accepted.collect::<HashSet<_>>(), keys);
    }
}
