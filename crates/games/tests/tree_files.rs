//! Trees named by specs.

use std::fs;
use std::path::PathBuf;

use solveig_game::{Game, GameExt, Value};
use solveig_games::AnyGame;
use solveig_games::tree::{ExplicitTree, Player, TreeData, TreeError, TreeNode, View};

/// A file of this name with this content.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the directory for temporary files can be written");
    path
}

/// The utilities where the game is over, in depth-first order.
fn leaves(game: &AnyGame) -> Vec<Value> {
    let mut values = Vec::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        values.extend(game.terminal_value(&position));
        let moves = game.moves(&position).into_iter().rev();
        open.extend(moves.map(|played| game.play_unchecked(&position, played)));
    }
    values
}

fn problem(spec: &str) -> String {
    AnyGame::parse(spec).unwrap_err().to_string()
}

#[test]
fn a_spec_names_the_file_that_holds_the_tree() {
    let path = file("example.json", b"[[3, 12], [2, [4, 6]]]\n");
    let spec = format!("tree:{}", path.display());
    let game = AnyGame::parse(&spec).unwrap();
    assert_eq!(game.to_string(), spec);
    assert_eq!(leaves(&game), [3, 12, 2, -4, -6]);
}

#[test]
fn what_is_wrong_with_a_file_is_said_beside_the_spec() {
    let broken = format!(
        "tree:{}",
        file("broken.json", b"[[3, 12],\n [2, x]]").display()
    );
    let expected = format!("game \"{broken}\": line 2, column 6: expected value");
    assert_eq!(problem(&broken), expected);

    let latin = format!("tree:{}", file("latin.json", b"[\xe9]").display());
    let error = problem(&latin);
    assert!(
        error.contains("cannot read") && error.contains("UTF-8"),
        "{error}"
    );

    let missing = problem("tree:no/such/file.json");
    assert!(
        missing.starts_with("game \"tree:no/such/file.json\": cannot read the file: "),
        "{missing}"
    );
    let directory = problem(&format!("tree:{}", env!("CARGO_TARGET_TMPDIR")));
    assert!(directory.contains("cannot read"), "{directory}");
    assert_eq!(
        problem("tree"),
        "game \"tree\": names no file; expected tree:FILE.json"
    );
    assert!(problem("tree:a.json?depth=3").contains("parameter \"depth\" is unknown"));
}

/// A table of this view with one node a line, the first of them on line 3.
fn table(view: &str, nodes: &[&str]) -> String {
    let nodes = nodes.join(",\n  ");
    format!("{{ \"view\": \"{view}\",\n  \"nodes\": [\n  {nodes}\n  ] }}\n")
}

fn refusal(text: &str) -> String {
    TreeData::parse(text).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_with_a_node_is_said_with_its_line_name_and_field() {
    let root = r#"{"name": "r", "children": ["a", "b"]}"#;
    let (a, b) = (
        r#"{"name": "a", "value": 1}"#,
        r#"{"name": "b", "value": 2}"#,
    );
    let cases: &[(&[&str], &str)] = &[
        (
            &[root, a, r#"{"name": "b", "children": ["q"]}"#],
            r#"line 5, node "b", field "children": no node is named "q""#,
        ),
        (
            &[root, a],
            r#"line 3, node "r", field "children": no node is named "b""#,
        ),
        (
            &[r#"{"name": "r", "children": ["a", "a"]}"#, a],
            r#"line 3, node "r", field "children": "a" is a child of "r" already"#,
        ),
        (
            &[
                root,
                a,
                b,
                r#"{"name": "d", "value": 1}"#,
                r#"{"name": "c", "children": ["d"]}"#,
            ],
            r#"line 7, node "c", field "name": is no child of any node and is not the root, the first node"#,
        ),
        (
            &[root, a, r#"{"name": "b", "value": -9223372036854775808}"#],
            r#"line 5, node "b", field "value": -9223372036854775808 is out of range; expected -1000000 to 1000000"#,
        ),
        (
            &[root, a, r#"{"name": "b", "value": 3, "children": []}"#],
            r#"line 5, node "b", field "children": given with a value; expected one or the other"#,
        ),
        (
            &[root, a, b, a, a],
            r#"line 6, node "a", field "name": is the name of an earlier node too"#,
        ),
        (
            &[root, r#"{"name": "a", "children": ["b"]}"#, b],
            r#"line 4, node "a", field "children": "b" is a child of "r" already"#,
        ),
        (
            &[root, a, r#"{"name": "b", "children": ["r"]}"#],
            r#"line 5, node "b", field "children": "r" is the root, which is nobody's child"#,
        ),
        (
            &[
                root,
                a,
                b,
                r#"{"name": "c", "children": ["d"]}"#,
                r#"{"name": "d", "children": ["c"]}"#,
            ],
            r#"line 6, node "c", field "children": leads back to the node itself: a cycle"#,
        ),
        (
            &[root, a, b, r#"{"name": "c", "value": 1}"#],
            r#"line 6, node "c", field "name": is no child of any node and is not the root, the first node"#,
        ),
        (
            &[root, a, r#"{"name": "b", "value": -1000001}"#],
            r#"line 5, node "b", field "value": -1000001 is out of range; expected -1000000 to 1000000"#,
        ),
        (
            &[root, r#"{"value": 2, "name": "a", "children": ["b"]}"#, b],
            r#"line 4, node "a", field "children": given with a value; expected one or the other"#,
        ),
        (
            &[root, a, "{\n  \"name\": \"b\"}"],
            r#"line 5, node "b", field "children": is missing, and so is the value; expected one of them"#,
        ),
        (
            &[root, a, "{\"name\": \"b\",\n\n  \"children\": []}"],
            r#"line 7, node "b", field "children": is empty; expected at least one child"#,
        ),
        (
            &[
                root,
                r#"{"name": "a", "player": "min", "children": ["c"]}"#,
                b,
                r#"{"name": "c", "value": 3}"#,
            ],
            r#"line 4, node "a", field "player": needs the view "max"; this one is "first""#,
        ),
        (
            &[],
            r#"line 2, field "nodes": is empty; expected at least the root"#,
        ),
    ];
    for (nodes, expected) in cases {
        assert_eq!(refusal(&table("first", nodes)), *expected);
    }
}

#[test]
fn names_are_found_however_they_are_written() {
    let nodes = [
        r#"{"name": "r", "children": ["\u0061\"", "é\n"]}"#,
        r#"{"name": "a\u0022", "value": 1}"#,
        r#"{"value": 5000000, "name": "\u00e9\n"}"#,
    ];
    let expected = r#"line 5, node "é\n", field "value": 5000000 is out of range"#;
    let error = refusal(&table("max", &nodes));
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn nodes_of_nested_arrays_have_lines_too() {
    for (text, expected) in [
        (
            "\n[[3, 12],\n []]",
            "line 3, node \"2\", field \"children\": is empty",
        ),
        (
            "[[3, 12],\r\n [4, [5,\r\n  2000000]]]",
            "line 3, node \"2.2.2\", field \"value\": 2000000 is out of range",
        ),
        (
            "[1, [2, [3, 18446744073709551615]]]",
            "line 1, node \"2.2.2\", field \"value\":",
        ),
        (
            "\n\n []",
            "line 3, node \"root\", field \"children\": is empty",
        ),
        (
            "\n-1000001",
            "line 2, node \"root\", field \"value\": -1000001 is out of range",
        ),
    ] {
        let error = refusal(text);
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn trees_that_are_not_from_text_have_no_lines() {
    let nodes = vec![TreeNode::inner("r", ["q"])];
    let error = TreeData::from_nodes(View::First, nodes).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"node "r", field "children": no node is named "q""#
    );
    assert!(matches!(error, TreeError::Node { line: None, .. }));
}

#[test]
fn players_take_turns_where_the_file_does_not_say_who_moves() {
    let nodes = [
        r#"{"name": "r", "children": ["a", "b", "c"]}"#,
        r#"{"name": "a", "player": "max", "children": ["d"]}"#,
        r#"{"name": "d", "children": ["e"]}"#,
        r#"{"name": "b", "children": ["f"]}"#,
        r#"{"name": "c", "value": -7}"#,
        r#"{"name": "e", "value": 8}"#,
        r#"{"name": "f", "value": 9}"#,
    ];
    let tree = TreeData::parse(&table("max", &nodes)).unwrap();
    let names: Vec<String> = (0..tree.len()).map(|node| tree.name(node)).collect();
    assert_eq!(names, ["r", "a", "d", "e", "b", "f", "c"]);
    let players: Vec<Option<Player>> = (0..tree.len()).map(|node| tree.player(node)).collect();
    let (max, min) = (Some(Player::Max), Some(Player::Min));
    assert_eq!(players, [max, max, min, None, min, None, None]);
    let payoffs: Vec<Value> = (0..tree.len())
        .filter_map(|node| tree.payoff(node))
        .collect();
    assert_eq!(payoffs, [8, 9, -7]);
    let again = TreeData::parse(&tree.to_json()).unwrap();
    assert_eq!(again, tree);
    assert_eq!(tree.to_json().matches("player").count(), 1);
}

#[test]
fn max_moves_at_the_root_where_the_view_is_another() {
    let nodes = [
        r#"{"name": "r", "children": ["a", "b"]}"#,
        r#"{"name": "a", "value": 4}"#,
        r#"{"name": "b", "children": ["c"]}"#,
        r#"{"name": "c", "value": 9}"#,
    ];
    for (view, payoffs) in [
        ("first", [4, 9]),
        ("side-to-move", [-4, 9]),
        ("max", [4, 9]),
    ] {
        let tree = TreeData::parse(&table(view, &nodes)).unwrap();
        assert_eq!(
            [tree.payoff(1), tree.payoff(3)],
            payoffs.map(Some),
            "{view}"
        );
        assert_eq!(
            [tree.given_value(1), tree.given_value(3)],
            [Some(4), Some(9)]
        );
        let players = [Some(Player::Max), Some(Player::Min)];
        assert_eq!([tree.player(0), tree.player(2)], players, "{view}");
    }
}

#[test]
fn players_are_refused_where_they_mean_nothing() {
    let root = r#"{"name": "r", "children": ["a"]}"#;
    let leaf = r#"{"name": "a", "player": "max", "value": 1}"#;
    assert_eq!(
        refusal(&table("max", &[root, leaf])),
        r#"line 4, node "a", field "player": stands at a leaf, where nobody moves"#
    );
    let unknown = r#"{"name": "r", "player": "red", "children": ["a"]}"#;
    let a = r#"{"name": "a", "value": 1}"#;
    assert_eq!(
        refusal(&table("max", &[unknown, a])),
        "line 3, column 31: field \"nodes\": node 1 of the list: field \"player\": \
         \"red\" is unknown; expected \"max\" or \"min\""
    );
    let named = r#"{"name": "r", "player": "max", "children": ["a"]}"#;
    assert_eq!(
        refusal(&table("side-to-move", &[named, a])),
        r#"line 3, node "r", field "player": needs the view "max"; this one is "side-to-move""#
    );
}

#[test]
fn games_have_players_that_take_turns() {
    let text = table("max", &[r#"{"name": "r", "value": 3}"#]);
    let refused = "line 1, field \"view\": \"max\" is for solveig trees; \
                   a game has \"first\" or \"side-to-move\"";
    assert_eq!(ExplicitTree::parse(&text).unwrap_err().to_string(), refused);
    let spec = format!("tree:{}", file("max.json", text.as_bytes()).display());
    assert_eq!(problem(&spec), format!("game \"{spec}\": {refused}"));
    let error = ExplicitTree::from_nodes(View::Max, vec![TreeNode::leaf("r", 3)]);
    assert!(error.unwrap_err().to_string().starts_with("field \"view\""));
}
