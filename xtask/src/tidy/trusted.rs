//! The code that must be believed, and how long it is.

use std::fs;
use std::path::{Path, PathBuf};

use super::{files, is_rust, shown};

/// The section of a document under docs/ that lists the files, in a table of places and lines of
/// code.
const HEADING: &str = "## The files that must be believed";

/// Modules of which each file must be listed, and the maximum lines of code of all together.
const GOALS: &[(&str, usize)] = &[
    ("crates/format/src/reading", 1200),
    ("crates/verify/src/kernel", 1320),
    ("crates/verify/src/rules/connect_four", 200),
    ("crates/verify/src/rules/go", 600),
    ("crates/verify/src/rules/grid", 200),
    ("crates/verify/src/rules/hex", 260),
    ("crates/verify/src/rules/catalogue", 200),
    ("crates/verify/src/rules/mnk", 200),
    ("crates/verify/src/rules/othello", 200),
    ("crates/verify/src/rules/tree", 370),
    ("crates/verify/src/proof", 1760),
    ("crates/verify/src/conclusion", 500),
    ("crates/verify/src/fast", 1420),
];

/// Files of tests in these modules, which are no code that must be believed.
const TESTS: &str = "tests.rs";

/// Where the list and the files differ, and where they are too long.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let read = |file: &Path| {
        let text = fs::read_to_string(file);
        text.map_err(|error| format!("{} cannot be read: {error}", shown(root, file)))
    };
    let document = files(&root.join("docs")).find_map(|file| {
        let text = read(&file).ok()?;
        Some((shown(root, &file), text.split_once(HEADING)?.1.to_owned()))
    });
    let (document, section) =
        document.ok_or_else(|| format!("docs: no document has the section {HEADING:?}"))?;
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows: Vec<(&str, &str)> = section.lines().filter_map(row).collect();
    let mut problems = Vec::new();
    for (place, stated) in &rows {
        let lines = read(&root.join(place)).map(|text| lines_of_code(&text));
        match lines {
            Err(problem) => problems.push(problem),
            Ok(lines) if *stated == lines.to_string() => {}
            Ok(lines) => problems.push(format!(
                "{place} is said to have {stated} lines of code and has {lines}"
            )),
        }
    }
    for (module, max) in GOALS {
        let mut lines = 0;
        for file in files_of(&root.join(module)) {
            lines += lines_of_code(&read(&file)?);
            let place = shown(root, &file);
            if !rows.iter().any(|(listed, _)| *listed == place) {
                problems.push(format!("{place} is not in the list"));
            }
        }
        if lines > *max {
            problems.push(format!(
                "{module} has {lines} lines of code; it may have {max}"
            ));
        }
    }
    let breaches = problems
        .iter()
        .map(|problem| format!("{document}: {problem}"));
    Ok(breaches.collect())
}

/// The place and the number in a line such as ``| `crates/a/src/b.rs` | 12 |``.
fn row(line: &str) -> Option<(&str, &str)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let place = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
    place.ends_with(".rs").then_some((place, cells.next()?))
}

/// The files of a module: `module.rs` and those in the folder `module`, without its tests.
fn files_of(module: &Path) -> impl Iterator<Item = PathBuf> {
    let own = Some(module.with_extension("rs")).filter(|own| own.is_file());
    let inner = files(module).filter(|file| is_rust(file) && !file.ends_with(TESTS));
    own.into_iter().chain(inner)
}

/// Lines that are not blank, hold more than a comment, and are in no item for tests alone.
fn lines_of_code(text: &str) -> usize {
    let mut lines = text.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        if code.starts_with("#[cfg(test)]") || code.starts_with("#[cfg(all(test") {
            // Up to the line that ends the item, which is as far to the right as its attribute.
            let margin = line.len() - code.len();
            let _ = lines.find(|line| {
                let code = line.trim_start();
                let ends = code.ends_with(['}', ';']);
                ends && line.len() - code.len() == margin
            });
        } else if !code.is_empty() && !code.starts_with("//") {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_tests_are_no_code() {
        let text = "//! What it is.\n\nuse a;\n\n/// One.\nfn one() {\n    // Why.\n    two(); // and how\n}\n";
        assert_eq!(lines_of_code(text), 4);
        let tests = "#[cfg(test)]\nmod tests {\n    fn three() {\n    }\n}\n";
        assert_eq!(lines_of_code(&format!("{tests}{text}")), 4);
        assert_eq!(lines_of_code(&format!("{text}{tests}")), 4);
        for one in ["mod tests;", "mod tests {}", "use a::{\n    b,\n};"] {
            assert_eq!(
                lines_of_code(&format!("#[cfg(test)]\n{one}\nmod other;\n")),
                1
            );
        }
        assert_eq!(
            lines_of_code("impl A {\n    #[cfg(test)]\n    fn b() {\n        c();\n    }\n}\n"),
            2
        );
    }

    #[test]
    fn rows_are_told_from_other_lines() {
        let found = row("| `crates/a/src/b.rs` | 12 | what |");
        assert_eq!(found, Some(("crates/a/src/b.rs", "12")));
        for other in [
            "| file | lines of code |",
            "|---|---|",
            "text",
            "| **all** | 12 |",
        ] {
            assert_eq!(row(other), None);
        }
    }

    #[test]
    fn the_list_of_what_must_be_believed_is_kept() {
        let place = "crates/format/src/reading/bits.rs";
        let found = |code: &str, list: &str| {
            let list = format!("# Checking\n\n{HEADING}\n\n{list}\n");
            let root = super::super::folder(&[(place, code), ("docs/a/b.md", &list)]);
            check(root.path()).unwrap().join("\n")
        };
        let listed = |lines| format!("| `{place}` | {lines} |");
        let line = "const ONE: u8 = 1;\n";
        assert_eq!(found(line, &listed(1)), "");
        let unlisted = format!("docs/a/b.md: {place} is not in the list");
        assert_eq!(found(line, ""), unlisted);
        let stated = format!("docs/a/b.md: {place} is said to have 2 lines of code and has 1");
        assert_eq!(found(line, &listed(2)), stated);
        let missing = found(line, &format!("{}\n| `crates/x.rs` | 1 |", listed(1)));
        assert!(missing.contains("crates/x.rs cannot be read"), "{missing}");
        assert_eq!(found(&line.repeat(1200), &listed(1200)), "");
        let long = "crates/format/src/reading has 1201 lines of code; it may have 1200";
        assert!(found(&line.repeat(1201), &listed(1201)).contains(long));
        let none = super::super::folder(&[("docs/a.md", "")]);
        assert!(check(none.path()).unwrap_err().contains("no document"));
    }
}
