//! `solveig trees`.

use serde_json::Value;

use crate::run::{Folder, run, solveig};

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
    let lines = run(
        &["trees", "trace", "--depth", "3", "--algorithm", "sss"],
        "",
    )
    .objects();
    let (first, last) = (&lines[0], &lines[lines.len() - 1]);
    assert_eq!(first["algorithm"], "SSS*");
    assert_eq!(first["tree"][0]["value"], last["value"]);
    let cases = lines.iter().filter(|line| line["event"] == "list");
    assert_eq!(last["counts"]["visits"], cases.count());
}

#[test]
fn pictures_and_pages_are_written() {
    let folder = Folder::new();
    let (picture, page) = (folder.named("tree.svg"), folder.named("run.html"));
    let shown = "values,bounds,through,dead,solution-trees,critical-path,kinds";
    let draw = [
        "trees",
        "draw",
        "--depth",
        "3",
        "--algorithm",
        "alpha-beta",
        "--show",
        shown,
    ];
    let text = run(&draw, "").text();
    assert!(
        text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"),
        "{text}"
    );
    run(&[&draw[..], &["--out", &picture]].concat(), "").text();
    assert_eq!(std::fs::read_to_string(&picture).unwrap(), text);
    run(
        &[
            "trees",
            "trace",
            "othello:4x4",
            "--depth",
            "3",
            "--page",
            &page,
        ],
        "",
    )
    .text();
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("</html>") && !text.contains("http://") && !text.contains("https://"));
}

#[test]
fn what_is_left_out_is_explained() {
    let explain = |node: u32| {
        let node = node.to_string();
        run(&["trees", "explain", &node, "--depth", "3", "--json"], "").json()
    };
    let all: Vec<Value> = (0..40).map(explain).collect();
    let left_out = all.iter().filter(|one| one.to_string().contains("left"));
    assert!(left_out.count() > 5);
    let text = solveig("trees explain 0 --depth 3").text();
    assert!(text.starts_with("node 0 "), "{text}");
}

#[test]
fn counts_equal_the_closed_forms() {
    let folder = Folder::new();
    let plot = folder.named("plot.svg");
    let table = run(
        &[
            "trees",
            "complexity",
            "--width",
            "2-3",
            "--depth",
            "1-6",
            "--trees",
            "3",
            "--plot",
            &plot,
            "--json",
        ],
        "",
    )
    .json();
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2 * 6 * 7);
    assert!(
        rows.iter()
            .all(|row| row["differs"] == false && row["counted"] == row["closed_form"])
    );
    assert!(std::fs::read_to_string(&plot).unwrap().starts_with("<svg"));
}

#[test]
fn trees_that_cannot_be_are_refused() {
    for (asked, told) in [
        ("compare --depth 40", "may have"),
        ("compare --children 5-2", "expected a number from 1 to 100"),
        ("compare othello:6x6 --children 2", "cannot be used with"),
        ("compare othello:6x6 --depth 12", "more than"),
        (
            "compare --any-player --algorithms reopening",
            "do not take turns",
        ),
        (
            "explain 41 --depth 3",
            "there is no node 41: they are numbered from 0 to 39",
        ),
        ("draw --algorithm reopening", "tells no steps"),
        ("draw --out /no/such/place.svg", "cannot be written"),
        ("complexity --width 0", "expected a number from 1 on"),
        ("trace chess", "chess"),
    ] {
        let refused = solveig(&format!("trees {asked}"));
        assert_eq!(
            (refused.status, refused.stdout.as_str()),
            (2, ""),
            "{asked}"
        );
        assert!(refused.stderr.contains(told), "{asked}: {}", refused.stderr);
    }
}
