//! The code that must be believed, and how long it is.

use std::fs;
use std::path::{Path, PathBuf};

use super::Breach;

/// Where the files are listed, under [`HEADING`], in a table of places and lines of code.
const DOCUMENT: &str = "docs/verification.md";

const HEADING: &str = "## The files that must be believed";

/// Modules of which each file must be listed, and the most lines of code they may have together.
const GOALS: &[(&str, usize)] = &[
    ("crates/format/src/reading", 1200),
    ("crates/verify/src/kernel", 1320),
    ("crates/verify/src/rules/connect_four", 200),
    ("crates/verify/src/rules/go", 600),
    ("crates/verify/src/rules/grid", 200),
    ("crates/verify/src/rules/hex", 200),
    ("crates/verify/src/rules/known", 200),
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
pub fn check(root: &Path) -> Result<Vec<Breach>, String> {
    let text = fs::read_to_string(root.join(DOCUMENT))
        .map_err(|error| format!("{DOCUMENT} cannot be read: {error}"))?;
    let Some((_, section)) = text.split_once(HEADING) else {
        return Ok(vec![breach(format!("it has no section {HEADING:?}"))]);
    };
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows: Vec<(PathBuf, &str)> = section.lines().filter_map(row).collect();
    let mut breaches = Vec::new();
    for (place, stated) in &rows {
        let shown = place.display();
        match fs::read_to_string(root.join(place)) {
            Err(error) => breaches.push(breach(format!("{shown} cannot be read: {error}"))),
            Ok(text) => {
                let lines = lines_of_code(&text);
                if *stated != lines.to_string() {
                    breaches.push(breach(format!(
                        "{shown} is said to have {stated} lines of code and has {lines}"
                    )));
                }
            }
        }
    }
    for (module, most) in GOALS {
        let files = files_of(root, Path::new(module))?;
        let mut lines = 0;
        for place in files {
            let text = fs::read_to_string(root.join(&place)).unwrap_or_default();
            lines += lines_of_code(&text);
            if !rows.iter().any(|(listed, _)| *listed == place) {
                let problem = format!("{} is not in the list", place.display());
                breaches.push(breach(problem));
            }
        }
        if lines > *most {
            breaches.push(breach(format!(
                "{module} has {lines} lines of code; it may have {most}"
            )));
        }
    }
    Ok(breaches)
}

fn breach(problem: String) -> Breach {
    Breach {
        place: DOCUMENT.into(),
        problem,
    }
}

/// The place and the number in a line such as ``| `crates/a/src/b.rs` | 12 |``.
fn row(line: &str) -> Option<(PathBuf, &str)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let place = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
    place
        .ends_with(".rs")
        .then_some((place.into(), cells.next()?))
}

/// The files of a module: `module.rs` and what is in the folder `module`, at any depth.
fn files_of(root: &Path, module: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![module.to_owned()];
    let own = module.with_extension("rs");
    if root.join(&own).is_file() {
        files.push(own);
    }
    while let Some(folder) = folders.pop() {
        if !root.join(&folder).is_dir() {
            continue;
        }
        let entries = fs::read_dir(root.join(&folder))
            .map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
        for entry in entries.flatten() {
            let place = folder.join(entry.file_name());
            if root.join(&place).is_dir() {
                folders.push(place);
            } else if place.extension().is_some_and(|extension| extension == "rs")
                && !place.ends_with(TESTS)
            {
                files.push(place);
            }
        }
    }
    Ok(files)
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
        assert_eq!(found, Some((PathBuf::from("crates/a/src/b.rs"), "12")));
        for other in [
            "| file | lines of code |",
            "|---|---|",
            "text",
            "| **all** | 12 |",
        ] {
            assert_eq!(row(other), None);
        }
    }
}
