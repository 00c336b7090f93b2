//! `solveig trees`.

use serde_json::Value;
use solveig_testkit::cases::cases;

use crate::run::{Folder, expect_complaints, run, solveig};

/// All that a picture can show.
const SHOWN: &str = "values,bounds,through,dead,solution-trees,critical-path,kinds";

#[test]
fn all_algorithms_agree_on_trees_and_on_positions() {
    for trees in [
        "--trees 20 --depth 4",
        "--trees 20 --children 1-4 --depth 5 --early-ends 20 --any-player --payoffs 3",
        "othello:6x6 --depth 4 --trees 3 --plies 8",
        "connect-four:7x6 --position 444 --depth 4 --trees 1",
    ] {
        let answer = solveig(&format!("trees compare {trees} --json")).json();
        let rows = answer["rows"].as_array().unwrap();
        let with_reopening = !trees.contains("any-player");
        assert_eq!(rows.len(), 12 + usize::from(with_reopening), "{trees}");
        let of = |name: &str, what: &str| {
            let row = rows.iter().find(|row| row["algorithm"] == name).unwrap();
            row[what]["mean"].as_f64().unwrap()
        };
        assert_eq!(
            of("minimax", "expansions"),
            answer["nodes"]["mean"].as_f64().unwrap()
        );
        assert_eq!(of("sss", "leaves"), of("mt-sss", "leaves"));
        assert!(of("mtd-f-heavy", "leaves") <= of("alpha-beta", "leaves"));
        assert!(of("pvs", "leaves") <= of("alpha-beta", "leaves"));
        assert_eq!(of("alpha-beta", "revisits"), 0.0);
        let text = solveig(&format!("trees compare {trees}")).text();
        assert_eq!(text.lines().count(), 2 + rows.len());
    }
}

#[test]
fn a_trace_begins_with_its_tree_and_ends_with_the_value() {
    let lines = solveig("trees trace --depth 3 --algorithm sss").objects();
    let (first, last) = (&lines[0], &lines[lines.len() - 1]);
    assert_eq!(first["algorithm"], "SSS*");
    assert_eq!(first["tree"][0]["value"], last["value"]);
    let cases = lines.iter().filter(|line| line["event"] == "list");
    assert_eq!(last["counts"]["visits"], cases.count());
}

#[test]
fn pictures_and_pages_are_written() {
    let folder = Folder::new();
    let draw = format!("trees draw --depth 3 --algorithm alpha-beta --show {SHOWN}");
    let text = solveig(&draw).text();
    let is_whole = text.starts_with("<svg ") && text.trim_end().ends_with("</svg>");
    assert!(is_whole, "{text}");
    folder.solveig(&format!("{draw} --out @/tree.svg")).text();
    assert_eq!(
        std::fs::read_to_string(folder.file("tree.svg")).unwrap(),
        text
    );
    folder
        .solveig("trees trace othello:4x4 --depth 3 --page @/run.html")
        .text();
    let text = std::fs::read_to_string(folder.file("run.html")).unwrap();
    assert!(text.contains("</html>") && !text.contains("http://") && !text.contains("https://"));
}

#[test]
fn what_is_left_out_is_explained() {
    let explain = |node: u32| solveig(&format!("trees explain {node} --depth 3 --json")).json();
    let all: Vec<Value> = (0..40).map(explain).collect();
    let left_out = all.iter().filter(|one| one.to_string().contains("left"));
    assert!(left_out.count() > 5);
    let text = solveig("trees explain 0 --depth 3").text();
    assert!(text.starts_with("node 0 "), "{text}");
}

#[test]
fn counts_equal_the_closed_forms() {
    let table = solveig("trees complexity --width 2-3 --depth 1-6 --trees 3 --json").json();
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2 * 6 * 7);
    assert!(
        rows.iter()
            .all(|row| row["differs"] == false && row["counted"] == row["closed_form"])
    );
}

#[test]
fn trees_that_cannot_be_are_refused() {
    expect_complaints(
        "trees compare --depth 40 => may have
        trees compare --children 5-2 => expected a number from 1 to 100
        trees compare othello:6x6 --children 2 => cannot be used with
        trees compare --any-player --algorithms reopening => do not take turns
        trees explain 41 --depth 3 => there is no node 41: they are numbered from 0 to 39
        trees draw --algorithm reopening => tells no steps
        trees draw --out /no/such/place.svg => place.svg: cannot write
        trees complexity --width 0 => expected a number from 1 on
        trees trace chess => chess",
    );
    // It may say how far it is before it refuses.
    let refused = solveig("trees compare othello:6x6 --depth 12");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("more than"), "{}", refused.stderr);
}

/// Max moves twice on the left, so that the value is 8; payoffs are those of the file.
const TREE: &str = r#"{ "view": "max",
  "nodes": [
  {"name": "top", "children": ["left", "right"]},
  {"name": "left", "player": "max", "children": ["a", "b"]},
  {"name": "a", "value": 3},
  {"name": "b", "value": 8},
  {"name": "right", "children": ["c", "d"]},
  {"name": "c", "value": 2},
  {"name": "d", "value": 9} ] }
"#;

/// A file of this content, as a game.
fn tree_in(folder: &Folder, content: &str) -> String {
    let path = folder.named("tree.json");
    std::fs::write(&path, content).unwrap();
    format!("tree:{path}")
}

#[test]
fn trees_in_files_are_taken_as_they_are() {
    let folder = Folder::new();
    let tree = tree_in(&folder, TREE);
    let answer = run(&["trees", "compare", &tree, "--json"], "").json();
    assert_eq!(answer["of"], tree.as_str());
    assert_eq!(answer["trees"], 1);
    assert_eq!(answer["nodes"]["mean"], 7.0);
    // All but reopening, for which players take turns.
    assert_eq!(answer["rows"].as_array().unwrap().len(), 12);
    let lines = run(&["trees", "trace", &tree], "").objects();
    assert_eq!(lines[lines.len() - 1]["value"], 8);
    let nodes = lines[0]["tree"].as_array().unwrap();
    let kinds: Vec<_> = nodes
        .iter()
        .map(|node| (&node["name"], &node["player"], &node["value"]))
        .map(|(name, player, value)| format!("{name} {player} {value}"))
        .collect();
    assert_eq!(
        kinds,
        [
            r#""top" "max" 8"#,
            r#""left" "max" 8"#,
            r#""right" "min" 2"#,
            r#""a" null 3"#,
            r#""b" null 8"#,
            r#""c" null 2"#,
            r#""d" null 9"#,
        ]
    );
    let picture = run(&["trees", "draw", &tree], "").text();
    assert!(picture.contains(">left</text>") && !picture.contains("30000"));
    let text = run(&["trees", "explain", "6", &tree], "").text();
    assert!(text.starts_with("node 6 was left out: "), "{text}");
}

#[test]
fn trees_are_written_as_files() {
    let folder = Folder::new();
    let path = folder.named("written.json");
    let random = "--any-player --depth 5 --children 1-3";
    let text = solveig(&format!("trees write {random}")).text();
    solveig(&format!("trees write {random} --out {path}")).text();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let file = format!("tree:{path}");
    assert_eq!(solveig(&format!("trees write {file}")).text(), text);
    let steps = |tree: &str| {
        let lines = solveig(&format!("trees trace {tree}")).objects();
        lines[1..].to_vec()
    };
    assert_eq!(steps(&file), steps(random));
}

#[test]
fn what_is_wrong_with_a_tree_file_is_said_with_line_and_field() {
    let cases = [
        (
            r#""value": 3}"#,
            r#""value": "x"}"#,
            r#"line 5, column 28: field "nodes": node 3 of the list: field "value": invalid type: string "x", expected i64"#,
        ),
        (
            "} ] }",
            "}",
            r#"line 10, column 0: field "nodes": node 8 of the list: EOF while parsing a list"#,
        ),
        (
            r#""value": 3}"#,
            r#""children": ["left"]}"#,
            r#"line 5, node "a", field "children": "left" is a child of "top" already"#,
        ),
        (
            r#""value": 9}"#,
            r#""value": 9},
               {"name": "x", "children": ["y"]},
               {"name": "y", "children": ["x"]}"#,
            r#"line 10, node "x", field "children": leads back to the node itself: a cycle"#,
        ),
        (
            r#"["left", "right"]"#,
            r#"["right"]"#,
            r#"line 4, node "left", field "name": is no child of any node and is not the root, the first node"#,
        ),
        (
            r#"["c", "d"]"#,
            r#"["c", "q"]"#,
            r#"line 7, node "right", field "children": no node is named "q""#,
        ),
        (
            r#""value": 9"#,
            r#""value": 1000001"#,
            r#"line 9, node "d", field "value": 1000001 is out of range; expected -1000000 to 1000000"#,
        ),
        (
            r#""player": "max""#,
            r#""player": "red""#,
            r#"line 4, column 34: field "nodes": node 2 of the list: field "player": "red" is unknown; expected "max" or "min""#,
        ),
        (
            r#""view": "max""#,
            r#""view": "first""#,
            r#"line 4, node "left", field "player": needs the view "max"; this one is "first""#,
        ),
    ];
    for (from, to, message) in cases {
        let folder = Folder::new();
        let tree = tree_in(&folder, &TREE.replace(from, to));
        let out = folder.named("out");
        for task in [
            format!("draw {tree} --out {out}"),
            format!("trace {tree} --page {out}"),
            format!("write {tree} --out {out}"),
            format!("explain 0 {tree}"),
            format!("compare {tree}"),
        ] {
            let complaint = solveig(&format!("trees {task}")).complaint();
            assert_eq!(complaint, format!("game \"{tree}\": {message}"));
            assert_eq!(folder.names(), ["tree.json"], "{task}");
        }
    }
}

#[test]
fn a_tree_in_a_file_is_taken_whole() {
    let folder = Folder::new();
    let tree = tree_in(&folder, TREE);
    let table = "
        draw --depth 2 => is taken whole: --depth cannot be used with it
        trace --position 1 => is taken whole: --position cannot be used with it
        write --plies 1 => is taken whole: --plies cannot be used with it
        compare --trees 2 => is one tree: --trees cannot be used with it
        draw --children 2 => cannot be used with
    ";
    for (task, message) in cases(table) {
        expect_complaints(&format!("trees {task} {tree} => {message}"));
    }
    // A game is another use of a file, for which players take turns.
    let refused = run(&["value", &tree], "").complaint();
    assert!(
        refused.contains("line 1, field \"view\": \"max\" is for solveig trees"),
        "{refused}"
    );
}

#[test]
fn a_tree_of_a_thousand_moves_is_searched_and_drawn() {
    let folder = Folder::new();
    let inner = |depth: u32| {
        let (next, leaf) = (depth + 1, depth + 2_000);
        format!(
            r#"{{"name": "{depth}", "children": ["{next}", "{leaf}"]}}, {{"name": "{leaf}", "value": {}}},"#,
            depth * 7_919 % 1_000
        )
    };
    let nodes: String = (0..1_000).map(inner).collect();
    let last = r#"{"name": "1000", "value": 5}"#;
    let tree = tree_in(
        &folder,
        &format!("{{\"view\": \"max\", \"nodes\": [{nodes} {last}]}}"),
    );
    let answer = run(&["trees", "compare", &tree, "--json"], "").json();
    assert_eq!(answer["rows"].as_array().unwrap().len(), 13);
    let picture = solveig(&format!("trees draw {tree} --show {SHOWN}")).text();
    assert_eq!(picture.matches("<title>").count(), 2_001);
}

#[test]
fn the_figures_of_the_papers_are_written() {
    let folder = Folder::new();
    let answer = folder
        .solveig("trees figures --out @/figures --json")
        .json();
    let figures = answer["figures"].as_array().unwrap();
    assert_eq!(figures.len(), 8);
    for figure in figures {
        let picture = std::fs::read_to_string(figure["file"].as_str().unwrap()).unwrap();
        assert!(picture.starts_with("<svg xmlns="));
        assert!(!figure["caption"].as_str().unwrap().is_empty());
    }
}
