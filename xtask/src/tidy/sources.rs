//! The size and names of modules, and what text may not contain.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::{files, is_rust, shown};

/// The maximum number of lines of a module.
const MODULE_LINES: usize = 700;

/// The maximum columns of a line of prose: rustfmt's `max_width`, which leaves comments alone.
const COLUMNS: usize = 100;

/// The targets of links in Markdown, which cannot be wrapped.
static LINK_TARGETS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\]\([^)\s]*\)|\]: \S+").expect("a pattern"));

/// Names that say nothing about what lives in a module.
const EMPTY_NAMES: [&str; 4] = ["utils", "helpers", "common", "types"];

/// Folders that exist on one machine only, named from its root.
const MACHINE_FOLDERS: [&str; 4] = ["root", "work", "home", "farm"];

/// What is wrong with single files anywhere under `root`. What is not UTF-8 is not text.
pub fn check(root: &Path) -> Vec<String> {
    let mut breaches = Vec::new();
    for file in files(root) {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let place = file.strip_prefix(root).unwrap_or(&file);
        let found = problems(place, &text).into_iter();
        breaches.extend(found.map(|problem| format!("{}: {problem}", shown(root, &file))));
    }
    breaches
}

fn problems(place: &Path, text: &str) -> Vec<String> {
    let mut problems: Vec<String> = machine_path(text).into_iter().collect();
    let is_document = place.extension().is_some_and(|end| end == "md");
    if is_document || is_rust(place) {
        problems.extend(wide_prose(text, is_document));
    }
    if is_rust(place) {
        let module = match place.ends_with("mod.rs") {
            true => place.parent().unwrap_or(place),
            false => place,
        };
        if EMPTY_NAMES
            .iter()
            .any(|name| module.file_stem() == Some(name.as_ref()))
        {
            problems.push("name the idea that lives in this module".to_owned());
        }
        let lines = text.lines().count();
        if place.iter().any(|part| part == "src") && lines > MODULE_LINES {
            problems.push(format!(
                "{lines} lines: a module holds one idea in at most {MODULE_LINES}"
            ));
        }
    }
    let is_crate = place.starts_with("crates") && place.ends_with("Cargo.toml");
    if is_crate && !text.contains("[lints]\nworkspace = true\n") {
        problems.push("the crate must take its lints from the workspace".to_owned());
    }
    problems
}

/// The lines of a document, or of the comments in code, that are too wide. Rows of tables and lines
/// of code cannot be wrapped.
fn wide_prose(text: &str, is_document: bool) -> Option<String> {
    let mut in_fence = false;
    let wide = text.lines().enumerate().filter(|(_, line)| {
        let prose = line.trim_start();
        let is_prose = is_document || prose.starts_with("//");
        let said = prose.trim_start_matches(['/', '!']).trim_start();
        in_fence = is_prose && (in_fence != said.starts_with("```"));
        let wrapped = is_prose && !in_fence && !said.starts_with('|');
        wrapped && LINK_TARGETS.replace_all(line, "").chars().count() > COLUMNS
    });
    let wide: Vec<usize> = wide.map(|(number, _)| number + 1).collect();
    let (first, count) = (wide.first()?, wide.len());
    Some(format!(
        "{count} lines of prose, line {first} first, have more than {COLUMNS} columns"
    ))
}

/// The first path in `text` that starts at the root of a file system and is of one machine.
fn machine_path(text: &str) -> Option<String> {
    text.lines().enumerate().find_map(|(number, line)| {
        let folder = MACHINE_FOLDERS.iter().find(|folder| {
            let path = format!("/{folder}/");
            line.match_indices(&path).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                before.is_none_or(|c| c.is_whitespace() || "\"'`(=:[<>".contains(c))
            })
        })?;
        Some(format!(
            "line {} names a path of one machine (/{folder}/)",
            number + 1
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_a_rule_is_named() {
        let wide = format!("// {}\n", "ä".repeat(97));
        let wider = format!("\n    {wide}{wide}///{wide}");
        let long = "const LINE: () = ();\n".repeat(701);
        let row = format!("| {} |", "ä".repeat(100));
        let linked = format!("[{}]({}) is ä", "ä".repeat(94), "b".repeat(20));
        let target = format!("[ä]: {}", "b".repeat(100));
        let document =
            format!("{row}\n{linked}\n{linked}ä\n```text\n{row}a\n```\n{target}\n{row}a\nb{row}\n");
        let path = format!("first\nsee `/{}/notes.txt`", MACHINE_FOLDERS[0]);
        let url = format!(
            "FILE.sol.work/levels, https://a.org/{}/x",
            MACHINE_FOLDERS[0]
        );
        for (place, text, breach) in [
            ("a/src/rules.rs", wide.as_str(), ""),
            (
                "a/src/rules.rs",
                &wider,
                "2 lines of prose, line 2 first, have",
            ),
            ("docs/index.md", &format!("{}\n", "ä".repeat(100)), ""),
            (
                "docs/index.md",
                &document,
                "2 lines of prose, line 3 first, have",
            ),
            (
                "a/src/rules/long.rs",
                &long,
                "701 lines: a module holds one idea",
            ),
            ("a/tests/long.rs", &long, ""),
            ("a/src/helpers/mod.rs", "", "name the idea"),
            ("a/src/types.rs", "", "name the idea"),
            (
                "docs/guide/index.md",
                &path,
                "line 2 names a path of one machine",
            ),
            ("docs/guide/index.md", &url, ""),
            ("crates/a/Cargo.toml", "[lints]\nworkspace = true\n", ""),
            ("crates/a/Cargo.toml", "", "must take its lints"),
        ] {
            let found = problems(Path::new(place), text).concat();
            assert!(found.contains(breach), "{place}: {found}");
            assert_eq!(found.is_empty(), breach.is_empty(), "{place}: {found}");
        }
    }
}
