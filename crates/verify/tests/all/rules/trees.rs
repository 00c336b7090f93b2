//! Explicit trees from JSON text.

use solveig_verify::{Interval, Rules, Stage, Tree};

#[test]
fn both_forms_of_a_tree_are_the_same_game() {
    let nested = Tree::parse("tree:a", "[[3, 12, 8], [2, [4], 6], 5]").unwrap();
    let table = r#"{"view": "side-to-move", "nodes": [
        {"name": "r", "children": ["a", "b", "c"]},
        {"name": "c", "value": -5},
        {"name": "a", "children": ["a1", "a2", "a3"]},
        {"name": "b", "children": ["b1", "b2", "b3"]},
        {"name": "a1", "value": 3}, {"name": "a2", "value": 12}, {"name": "a3", "value": 8},
        {"name": "b1", "value": 2}, {"name": "b2", "children": ["d"]}, {"name": "b3", "value": 6},
        {"name": "d", "value": -4}]}"#;
    let table = Tree::parse("tree:b", table).unwrap();
    let first = table_of(&nested);
    assert_eq!(first, table_of(&table));
    // Depth first, left to right: root, [3, 12, 8], 3, 12, 8, [2, [4], 6], 2, [4], 4, 6, 5.
    assert_eq!(first[3], (2, Stage::Over(12), vec![]));
    assert_eq!(first[5], (1, Stage::Moves, vec![6, 7, 9]));
    assert_eq!(first[8], (3, Stage::Over(-4), vec![]));
    assert_eq!(first[10], (1, Stage::Over(-5), vec![]));
    assert_eq!(nested.value_range(), Interval::symmetric(12));
    assert_eq!((nested.max_level(), nested.key_bits()), (3, 4));
    assert_eq!(nested.describe(&7), "node \"2.2\"");
    assert_eq!(table.describe(&7), "node \"b2\"");
    assert_eq!(table.describe(&0), "node \"r\"");
}

/// Level, stage and children of each node.
fn table_of(tree: &Tree) -> Vec<(u32, Stage, Vec<u32>)> {
    let positions = (0..).map_while(|key| tree.position(key));
    let row = |position: u32| {
        let mut children = Vec::new();
        tree.children(&position, &mut children);
        assert_eq!(tree.key(&position), u128::from(position));
        (tree.level(&position), tree.stage(&position), children)
    };
    positions.map(row).collect()
}

/// A small file whose nodes are shared: as a tree it would have `width` to the power of `depth`
/// leaves.
fn shared_nodes(width: usize, depth: usize) -> String {
    let node = |number: usize| {
        let child = format!("\"{}{}\"", "n".repeat(1000), number + 1);
        let children = vec![child; width].join(",");
        let name = format!("{}{number}", "n".repeat(1000));
        match number == depth {
            true => format!("{{\"name\": \"{name}\", \"value\": 0}}"),
            false => format!("{{\"name\": \"{name}\", \"children\": [{children}]}}"),
        }
    };
    let nodes: Vec<String> = (0..=depth).map(node).collect();
    format!("{{\"view\": \"first\", \"nodes\": [{}]}}", nodes.join(","))
}

#[test]
fn only_regular_files_of_a_stated_size_are_read() {
    let directory = std::env::temp_dir().join(format!("solveig-tree-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let long = directory.join("long.json");
    std::fs::write(&long, vec![b' '; (1 << 24) + 1]).unwrap();
    let problem = |path: &str| {
        let error = Tree::read(path).err().unwrap();
        assert!(std::error::Error::source(&error).is_none());
        error.to_string()
    };
    assert!(problem(long.to_str().unwrap()).contains("longer than 16777216 bytes"));
    let text = "[1, 2]";
    let longest = text.to_owned() + &" ".repeat((1 << 24) - text.len());
    std::fs::write(&long, longest).unwrap();
    let read = Tree::read(long.to_str().unwrap()).unwrap();
    assert_eq!(read.max_level(), 1);
    assert!(problem(directory.to_str().unwrap()).contains("not a regular file"));
    let empty = directory.join("empty.json");
    std::fs::write(&empty, "").unwrap();
    assert!(problem(empty.to_str().unwrap()).contains("empty"));
    #[cfg(target_os = "linux")]
    assert!(problem("/proc/self/status").contains("empty"));
    #[cfg(unix)]
    for endless in ["/dev/zero", "/dev/null"] {
        assert!(problem(endless).contains("not a regular file"), "{endless}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn what_is_no_tree_is_refused_by_name() {
    let problem = |text: &str| Tree::parse("tree:x", text).err().unwrap().to_string();
    for (text, named) in [
        ("[[3, 12], []]", "2: neither value nor child"),
        ("[1.5]", "expected an integer or a list"),
        ("[1000001]", "1: value 1000001 is beyond 1000000"),
        ("[-9223372036854775808]", "is beyond"),
        ("[18446744073709551615]", "is beyond"),
        ("{}", "missing field `view`"),
        (r#"{"view": "max", "nodes": []}"#, "\"view\" is neither"),
        (r#"{"view": "first"}"#, "missing field `nodes`"),
        (r#"{"view": "first", "nodes": []}"#, "\"nodes\" is empty"),
        (
            r#"{"view": "first", "nodes": [{"value": 3}]}"#,
            "missing field `name`",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "children": ["x"]}]}"#,
            "there is no node \"x\"",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "children": ["r"]}]}"#,
            "\"r\" is the root, or a child already",
        ),
        // Text that two readers could take for different trees.
        (
            r#"{"view": "first", "nodes": [{"name": "r", "value": 3, "children": ["a"]}, {"name": "a", "value": 1}]}"#,
            "both a value and children",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "value": -3, "value": 7}]}"#,
            "duplicate field `value`",
        ),
        (
            r#"{"view": "first", "view": "first", "nodes": [{"name": "r", "value": 7}]}"#,
            "duplicate field `view`",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "value": 7, "other": 1}]}"#,
            "unknown field `other`",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "value": 7, "children": null}]}"#,
            "invalid type: null",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "children": ["a", "a"]}, {"name": "a", "value": 1}]}"#,
            "\"a\" is the root, or a child already",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "value": 7}, {"name": "a", "value": 1}]}"#,
            "\"a\" is neither the root nor a child",
        ),
        (
            r#"{"view": "first", "nodes": [{"name": "r", "value": 7}, {"name": "a", "children": ["a"]}]}"#,
            "a node is its own descendant",
        ),
        // A thousand moves of each node lead to the same next node.
        (&shared_nodes(1000, 3), "a child already"),
        (&shared_nodes(1, 1001), "more than 1000 moves"),
        ("null", "expected an integer or a list"),
        ("[1", "not JSON: "),
    ] {
        let problem = problem(text);
        assert!(problem.contains(named), "{text}: {problem}");
    }
}

/// Keys are the numbers of the nodes.
#[test]
fn keys_take_as_many_bits_as_the_greatest_of_them() {
    for (text, bits) in [
        ("5", 1),
        ("[5]", 1),
        ("[1, 2]", 2),
        ("[1, 2, 3]", 2),
        ("[1, 2, 3, 4]", 3),
    ] {
        let tree = Tree::parse("tree:t.json", text).unwrap();
        assert_eq!(tree.key_bits(), bits, "{text}");
        for bit in bits..128 {
            for low in [0, 1, (1 << bits) - 1] {
                assert!(tree.position(1 << bit | low).is_none(), "{text} {bit}");
            }
        }
        assert_eq!(tree.describe_move(&0, 2), "child 3");
    }
}

#[test]
fn trees_may_be_as_deep_and_large_as_is_said_and_no_more() {
    let tree = |text: &str| Tree::parse("tree:t.json", text).map(|tree| tree.max_level());
    assert_eq!(tree(&shared_nodes(1, 1000)).unwrap(), 1000);
    assert_eq!(tree("[-1000000]").unwrap(), 1);
    let wide = |leaves: usize| format!("[{}0]", "0,".repeat(leaves - 1));
    let max = 1 << 22;
    assert_eq!(tree(&wide(max - 1)).unwrap(), 1);
    assert!(
        tree(&wide(max))
            .unwrap_err()
            .to_string()
            .contains("more than 4194304 nodes")
    );
}
