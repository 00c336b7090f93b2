use proptest::prelude::*;
use solveig_game::perft;
use solveig_testkit::exhaustive::Exhaustive;

use super::*;

/// `{"view": "first"}` with these nodes.
fn table(nodes: &str) -> String {
    format!("{{\"view\": \"first\",\n \"nodes\": [\n  {nodes}\n ]}}")
}

fn problem(text: &str) -> String {
    ExplicitTree::parse(text).unwrap_err().to_string()
}

#[test]
fn both_forms_describe_the_same_tree() {
    let nested = ExplicitTree::parse(" [[3, -12], 8]\n").unwrap();
    let nodes = r#"{"name": "r", "children": ["left", "right"]}, {"name": "right", "value": 8},
        {"name": "left", "children": ["a", "b"]}, {"name": "b", "value": -12},
        {"name": "a", "value": 3}"#;
    let named = ExplicitTree::parse(&table(nodes)).unwrap();
    for tree in [&nested, &named] {
        assert_eq!(tree.nodes(), 5);
        assert_eq!(tree.values(), [8, 12, 3, -12, -8]);
        assert_eq!(perft(tree, &tree.start(), 2), 2);
    }
    let names = |tree: &ExplicitTree| -> Vec<String> {
        (0..5).map(|node| tree.name(TreePosition(node))).collect()
    };
    assert_eq!(names(&nested), ["root", "1", "1.1", "1.2", "2"]);
    assert_eq!(names(&named), ["r", "left", "a", "b", "right"]);
    assert_eq!(named.find("b"), Some(TreePosition(3)));
    assert_eq!(named.find("c"), None);
}

#[test]
fn values_are_seen_by_whom_the_view_names() {
    let leaf_after = |view: &str, moves: &str| {
        let nodes = r#"[{"name": "r", "children": ["a", "b"]}, {"name": "a", "value": 4},
            {"name": "b", "children": ["c"]}, {"name": "c", "value": 9}]"#;
        let text = format!("{{\"nodes\": {nodes}, \"view\": \"{view}\"}}");
        let tree = ExplicitTree::parse(&text).unwrap();
        let leaf = tree.parse_position(moves).unwrap();
        tree.terminal_value(&leaf).unwrap()
    };
    assert_eq!(
        (leaf_after("first", "1"), leaf_after("first", "2 1")),
        (-4, 9)
    );
    let side_to_move = (
        leaf_after("side-to-move", "1"),
        leaf_after("side-to-move", "2,1"),
    );
    assert_eq!(side_to_move, (4, 9));
}

#[test]
fn the_value_range_is_the_greatest_leaf_in_absolute_value() {
    let range = |text| ExplicitTree::parse(text).unwrap().value_range();
    assert_eq!(range("[[3, -12], 8]"), ValueRange::symmetric(12));
    assert_eq!(range("[0, 0]"), ValueRange::symmetric(1));
}

#[test]
fn a_single_leaf_is_a_game_that_is_over() {
    let tree = ExplicitTree::parse("-7").unwrap();
    assert_eq!(tree.terminal_value(&tree.start()), Some(-7));
    assert_eq!((tree.key_bits(), tree.max_level()), (1, 0));
    assert_eq!(tree.moves(&tree.start()), []);
}

#[test]
fn keys_number_the_nodes_depth_first() {
    let tree = ExplicitTree::parse("[[1, 2], [3, [4, 5]], 6]").unwrap();
    let key = |moves: &str| tree.key(&tree.parse_position(moves).unwrap());
    let keys = [
        "", "1", "1 1", "1 2", "2", "2 1", "2 2", "2 2 1", "2 2 2", "3",
    ]
    .map(key);
    assert_eq!(keys, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(tree.key_bits(), 4);
    assert!(tree.position(9).is_ok());
    assert_eq!(tree.position(10), Err(InvalidKey(10u64.into())));
    assert!(tree.position(1 << 32).is_err());
}

#[test]
fn a_move_is_a_whole_run_of_digits() {
    let leaves: Vec<String> = (1..=12).map(|leaf| leaf.to_string()).collect();
    let tree = ExplicitTree::parse(&format!("[{}]", leaves.join(","))).unwrap();
    let leaf = tree.parse_position("12").unwrap();
    assert_eq!(tree.terminal_value(&leaf), Some(-12));
    for (text, problem) in [
        (
            "13",
            "move 1 of \"13\" (at character 1): no child 13; expected 1 to 12",
        ),
        (
            "0",
            "move 1 of \"0\" (at character 1): no child 0; expected 1 to 12",
        ),
        ("99999999999", "no child 99999999999; expected 1 to 12"),
        ("x", "expected the number of a child, from 1 to 12"),
        (
            "3 1",
            "move 2 of \"3 1\" (at character 3): 1 is not legal: the game is over",
        ),
    ] {
        let error = tree.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn malformed_text_is_reported_with_line_and_field() {
    let inner = r#"{"name": "r", "children": ["a"]}"#;
    let with = |node: &str| table(&format!("{inner},\n  {node}"));
    let cases = [
        (
            with(r#"{"name": "a", "value": "x"}"#),
            "line 4, column 28: field \"nodes\": node 2 of the list: field \"value\": \
             invalid type: string \"x\", expected i64",
        ),
        (
            with(r#"{"name": "a", "value": 2.5}"#),
            "line 4, column 28: field \"nodes\": node 2 of the list: field \"value\": \
             invalid type: floating point `2.5`, expected i64",
        ),
        (
            with(r#"{"name": "a", "children": [7]}"#),
            "line 4, column 30: field \"nodes\": node 2 of the list: field \"children\": \
             invalid type: integer `7`, expected a string",
        ),
        (
            with(r#"{"name": 5, "value": 3}"#),
            "line 4, column 12: field \"nodes\": node 2 of the list: field \"name\": \
             invalid type: integer `5`, expected a string",
        ),
        (
            with(r#"{"value": 3}"#),
            "line 4, column 14: field \"nodes\": node 2 of the list: missing field `name`",
        ),
        (
            with(r#"{"name": "a", "valeu": 3}"#),
            "unknown field `valeu`",
        ),
        (
            table("7").replace("first", "second"),
            "line 1, column 17: field \"view\": \"second\" is unknown; \
             expected \"first\", \"side-to-move\" or \"max\"",
        ),
        ("{\"nodes\": []}".to_owned(), "missing field `view`"),
        ("{\"view\": \"first\"}".to_owned(), "missing field `nodes`"),
        (
            "[[1, 2],\n [3, true]]".to_owned(),
            "line 2, column 9: invalid type: boolean `true`",
        ),
        (
            "[1, 2] 3".to_owned(),
            "line 1, column 8: trailing characters",
        ),
        (
            "[1, 2".to_owned(),
            "line 1, column 5: EOF while parsing a list",
        ),
        (String::new(), "line 1, column 0: EOF while parsing a value"),
        (
            format!("{}1{}", "[".repeat(9_000), "]".repeat(9_000)),
            "recursion limit exceeded",
        ),
    ];
    for (text, expected) in cases {
        let error = problem(&text);
        assert!(error.contains(expected), "{error}\nfor {text}");
    }
}

/// A tree of one line, `moves` long.
fn path(moves: usize) -> Vec<TreeNode> {
    let inner = |depth: usize| TreeNode::inner(depth.to_string(), [(depth + 1).to_string()]);
    let mut nodes: Vec<TreeNode> = (0..moves).map(inner).collect();
    nodes.push(TreeNode::leaf(moves.to_string(), 5));
    nodes
}

#[test]
fn deep_and_wide_trees_are_refused_without_harm() {
    let max = MAX_DEPTH as usize;
    let deepest = ExplicitTree::from_nodes(View::SideToMove, path(max)).unwrap();
    assert_eq!(deepest.max_level(), MAX_DEPTH);
    assert_eq!(deepest.values()[0], 5);
    for moves in [max + 1, 1_000_000] {
        let error = ExplicitTree::from_nodes(View::SideToMove, path(moves)).unwrap_err();
        let expected = "node \"1001\", field \"name\": is more than 1000 moves below the root";
        assert_eq!(error.to_string(), expected);
    }
    let star = |children: usize| {
        let mut nodes: Vec<TreeNode> = (0..children)
            .map(|leaf| TreeNode::leaf(leaf.to_string(), 0))
            .collect();
        let names: Vec<String> = nodes.iter().map(|node| node.name.clone()).collect();
        nodes.insert(0, TreeNode::inner("root", names));
        ExplicitTree::from_nodes(View::First, nodes)
    };
    assert_eq!(star(MAX_CHILDREN).unwrap().move_codes(), 10_000);
    let error = star(MAX_CHILDREN + 1).unwrap_err().to_string();
    let expected = "node \"root\", field \"children\": has 10001 entries; expected at most 10000";
    assert_eq!(error, expected);
    let many = vec![TreeNode::leaf("", 0); MAX_NODES + 1];
    let error = ExplicitTree::from_nodes(View::First, many).unwrap_err();
    assert!(matches!(error, TreeError::TooManyNodes));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let error = ExplicitTree::read("no/such/file.json")
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot read no/such/file.json: "),
        "{error}"
    );
}

#[test]
fn a_position_is_drawn_with_its_children() {
    let tree = ExplicitTree::parse("[[3, 12], 8]").unwrap();
    assert_eq!(
        tree.render(&tree.start(), true),
        "node \"root\" at depth 0, first player to move\n1 leads to \"1\"\n2 leads to \"2\""
    );
    let leaf = tree.parse_position("2").unwrap();
    assert_eq!(
        tree.render(&leaf, false),
        "node \"2\" at depth 1, second player to move\nleaf: -8 for the side to move"
    );
}

/// Nested arrays of small trees.
fn nested() -> impl Strategy<Value = String> {
    let leaf = (-9i32..=9).prop_map(|value| value.to_string());
    leaf.prop_recursive(5, 60, 4, |subtree| {
        prop::collection::vec(subtree, 1..5).prop_map(|list| format!("[{}]", list.join(",")))
    })
}

proptest! {
    #[test]
    fn values_are_minimax(text in nested()) {
        let tree = ExplicitTree::parse(&text).unwrap();
        let mut oracle = Exhaustive::new(&tree);
        for (node, value) in tree.values().iter().enumerate() {
            prop_assert_eq!(oracle.solve(&TreePosition(node as u32)), *value);
        }
    }

    #[test]
    fn json_round_trips(text in nested()) {
        let tree = ExplicitTree::parse(&text).unwrap();
        let written = tree.to_json();
        let again = ExplicitTree::parse(&written).unwrap();
        prop_assert_eq!(again.to_json(), written);
        prop_assert_eq!(again.values(), tree.values());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}0-9,:\"a-z -]{0,40}") {
        if let Ok(tree) = ExplicitTree::parse(&text) {
            prop_assert!(tree.nodes() > 0);
        }
    }
}
