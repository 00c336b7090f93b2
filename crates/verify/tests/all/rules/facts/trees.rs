//! Explicit trees: a position is a node, and every node is one.

use solveig_verify::{Rules, Tree};

use super::{Facts, nothing};
use crate::forge::{Random, nested};

#[test]
fn all_nodes_of_trees() {
    let mut random = Random::new(56);
    let mut texts = vec![
        "0".to_owned(),
        "[[[[7]]]]".to_owned(),
        "[[3, 12, 8], [2, 4, 6]]".to_owned(),
        r#"{"view": "side-to-move", "nodes": [{"name": "r", "children": ["a", "b"]},
            {"name": "a", "value": -1000000}, {"name": "b", "value": 1000000}]}"#
            .to_owned(),
    ];
    texts.extend((0..40).map(|depth| nested(&mut random, depth % 7, 1_000_000)));
    for text in texts {
        let rules = Tree::parse("tree:x.json", &text).unwrap();
        let mut facts = Facts::new(&rules, &nothing);
        let accepted = facts.hold_all();
        // Every key up to the last node, and each follows from the root.
        let (mut reached, mut open) = (0, vec![rules.start()]);
        while let Some(node) = open.pop() {
            reached += 1;
            assert!(u64::from(node) < accepted);
            rules.children(&node, &mut open);
        }
        assert_eq!(reached, accepted, "{text}");
    }
}
