use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::*;

/// Prints what it was asked, counts nodes by the clock, and knows one option.
const PROGRAM: &str = r#"#!/bin/sh
case "$*" in
  *--help) case "$*" in *SHELL*) echo "invalid value 'SHELL' for"; exit 2 ;; *--wrong*) echo "unexpected argument --wrong"; exit 2 ;; *) exit 0 ;; esac ;;
  fails) echo "no such thing"; exit 2 ;;
  make*) echo "estimate: on a slow machine" >&2; echo made > "$2"; echo "$2: 132 positions, 1.5 KiB"; echo "$$ nodes searched, 0.1 s" ;;
  show*) cat "$2" ;;
esac
"#;

/// A checkout of one page and the program.
fn house(page: &str) -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("page.md"), page).unwrap();
    let program = root.path().join("program");
    fs::write(&program, PROGRAM).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    (root, program)
}

/// What drifted in a page, and the page after `--update`.
fn checked(page: &str, all: bool) -> (Result<(), String>, String) {
    let (root, program) = house(page);
    let mut asked = OutputsRequest {
        all,
        pages: vec!["page.md".to_owned()],
        ..OutputsRequest::cheap(program)
    };
    let drifts = run(root.path(), &asked);
    assert_eq!(
        fs::read_to_string(root.path().join("page.md")).unwrap(),
        page
    );
    asked.update = true;
    let _ = run(root.path(), &asked);
    let updated = fs::read_to_string(root.path().join("page.md")).unwrap();
    (drifts, updated)
}

const RUN: &str = "# A\n\n<!-- outputs: run -->\n```text\n$ solveig make a.sol\na.sol: 132 positions, 1.5 KiB\n7 nodes searched, 4.7 s\n\n$ solveig show a.sol\nmade\n```\n\nend\n";

const LONG: &str = "<!-- outputs: long 5 min\nreduced: solveig make b.sol -->\n```text\n$ solveig make a.sol\na.sol: 9 positions, 15 MiB\n7 nodes searched, 4 h\n```\n";

#[test]
fn a_page_that_shows_what_comes_out_passes_and_is_left_as_it_is() {
    for page in [RUN, LONG] {
        assert_eq!(checked(page, false), (Ok(()), page.to_owned()));
    }
}

#[test]
fn what_has_drifted_is_shown_by_page_and_line_and_update_mends_it() {
    let page = RUN.replace("132", "131").replace("\nmade\n", "\nm\n");
    let (drifts, updated) = checked(&page, false);
    let drifts = drifts.unwrap_err();
    assert!(drifts.contains("--- page.md:6\n+++ solveig make a.sol\n@@ -1,2 +1,2 @@\n-a.sol: 131 positions, 1.5 KiB\n+a.sol: 132 positions, 1.5 KiB\n 7 nodes"), "{drifts}");
    assert!(
        drifts.contains("--- page.md:10\n") && drifts.contains("2 things"),
        "{drifts}"
    );
    assert_eq!(updated, RUN);
}

#[test]
fn a_long_block_is_held_against_a_smaller_command_unless_all_is_said() {
    let (drifts, updated) = checked(&LONG.replace("positions, 15 MiB", "places"), false);
    assert!(
        drifts
            .unwrap_err()
            .contains("page.md:5: a smaller command prints other lines")
    );
    assert!(updated.contains("places"));
    let (drifts, updated) = checked(LONG, true);
    assert!(drifts.unwrap_err().contains("+a.sol: 132 positions"));
    assert!(updated.contains("a.sol: 132 positions, 1.5 KiB"));
}

#[test]
fn a_block_or_figure_without_a_command_is_named() {
    for (page, problem) in [
        (
            "```text\nvalue 3\n```\n",
            "page.md:1: no command produces this block",
        ),
        (
            "```text\n$ solveig show\nvalue 3\n```\n",
            "page.md:1: no command produces this block",
        ),
        (
            "<!-- outputs: maybe -->\n```text\n$ solveig show\nvalue 3\n```\n",
            "page.md:1: an annotation of outputs",
        ),
        (
            "<!-- outputs: long 1 s -->\n```text\n$ solveig show\nvalue 3\n```\n",
            "page.md:1: 1 commands show an output, and 0",
        ),
        (
            "It takes 3.5 s.\n",
            "page.md:1: no command is named for these figures: It takes",
        ),
        (
            "| a | b |\n|---|---|\n| a | 3 |\n",
            "page.md:1: no command is named",
        ),
        (
            "<!-- figures: by hand -->\nIt takes 3.5 s.\n",
            "page.md:1: an annotation of figures",
        ),
        (
            "```\nsolveig make --wrong\n```\n",
            "page.md:2: the program does not take `solveig make --wrong`",
        ),
        (
            "<!-- figures: solveig make --wrong -->\n3 s\n",
            "page.md:1: the program does not take",
        ),
        (
            "`cargo xtask nothing` takes 3 s.\n",
            "page.md:1: `cargo xtask nothing`: there is no chore",
        ),
        (
            "<!-- outputs: run -->\n```\n$ solveig fails\n```\n",
            "it ended with exit status: 2\n  no such thing",
        ),
        (
            "<!-- figures: solveig x\nreduced: solveig fails -->\n3 s\n",
            "`solveig fails`: it ended",
        ),
        ("a\n\n```text\n", "page.md:3: a fenced block is not closed"),
    ] {
        let (drifts, updated) = checked(page, false);
        let drifts = drifts.unwrap_err();
        assert!(
            drifts.contains(problem) && drifts.contains("\n1 things"),
            "{page}: {drifts}"
        );
        assert_eq!(updated, page);
    }
    for page in [
        "```\nsolveig make x\nsolveig show x > y  # a comment\n```\n",
        "```text\n$ solveig make x | head\n```\n",
        "<!-- outputs: none: a drawing -->\n```text\nvalue 3\n```\n",
        "`solveig make` takes 3 s.\n",
        "`solveig make SHELL`, `solveig help` and `solveig serve x` are known.\n",
        "<!-- figures: none: a limit -->\nIt takes 3 s.\n",
        "<!-- outputs: run\nneeds c.sol: solveig make c.sol -->\n```\n$ solveig show c.sol\nmade\n```\n",
    ] {
        assert_eq!(checked(page, false), (Ok(()), page.to_owned()));
    }
}
