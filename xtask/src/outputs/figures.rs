//! Whether figures have a command beside them, and what the commands named in a page are.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::document::{About, Note, Part, PartKind, cells};

/// A number with a unit in which something was measured.
static MEASURED: LazyLock<Regex> = LazyLock::new(|| {
    let units = [
        "h|min|minutes|s|seconds|ms|milliseconds|µs|microseconds|ns|days|hours",
        "[KMGT]iB|[kMGT]?B|k/s|M/s|/s|%",
        "(thousand|million|billion|[kMG]) ?(nodes|positions|lookups)?",
        "nodes|positions|rounds|moves|expansions|claims|lookups|answers|dollars",
    ];
    let pattern = format!(r"\b\d[\d.,]*\d? ({})(\W|$)", units.join("|"));
    Regex::new(&pattern).expect("a pattern")
});

/// A cell of a table that begins with a number.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(about |> ?|< ?|[-+±])?\d").expect("a pattern"));

/// A span of code.
static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new("`([^`]+)`").expect("a pattern"));

/// What stands for a program at the beginning of a command.
const PROGRAMS: &[&str] = &[
    "solveig",
    "cargo",
    "target/release/solveig",
    "/usr/bin/time",
    "for",
];

/// Whether `text` begins with a program that this project has or uses.
pub fn is_command(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    PROGRAMS.contains(&first) || first.starts_with("--example") || first == "--"
}

/// Whether a part of a page has figures that somebody must have measured or counted.
pub fn has_figures(kind: PartKind, lines: &[&str]) -> bool {
    match kind {
        PartKind::Text => MEASURED.is_match(&without_code(&lines.join(" "))),
        PartKind::Table => {
            let rows = lines.iter().skip(2).flat_map(|row| {
                let row = without_code(row);
                let cells = cells(&row).into_iter().skip(1).map(str::to_owned);
                cells.collect::<Vec<_>>()
            });
            let mut rows = rows.into_iter();
            rows.any(|cell| NUMBER.is_match(&cell) || MEASURED.is_match(&cell))
        }
        PartKind::Heading(_) | PartKind::Block | PartKind::Source => false,
    }
}

fn without_code(text: &str) -> String {
    CODE.replace_all(text, "").into_owned()
}

/// The commands that a paragraph names in spans of code.
pub fn named_commands(lines: &[&str]) -> Vec<String> {
    let text = lines.join(" ");
    let spans = CODE.captures_iter(&text).map(|found| found[1].to_owned());
    spans.filter(|span| is_command(span)).collect()
}

/// Whether an annotation says where figures are from: a command; or, where it is not repeated,
/// when, by what and on which machine it was; or what they are instead of a measurement.
///
/// # Errors
///
/// What is missing.
pub fn source(note: &Note) -> Result<(), String> {
    let says = note.says.as_str();
    if let Some(measured) = says.strip_prefix("measured ") {
        let parts = [" by ", " on ", "; not repeated"];
        return match parts.iter().find(|part| !measured.contains(**part)) {
            None => Ok(()),
            Some(part) => Err(format!(
                "`figures: measured WHEN by COMMAND on MACHINE; not repeated...` lacks `{}`",
                part.trim()
            )),
        };
    }
    for instead in ["none: ", "published: ", "derived: "] {
        if says
            .strip_prefix(instead)
            .is_some_and(|why| !why.is_empty())
        {
            return Ok(());
        }
    }
    match is_command(says) {
        true => Ok(()),
        false => Err(
            "an annotation of figures is a command, or begins with `measured`, `published:`, `derived:` or `none:`".to_owned(),
        ),
    }
}

/// The parts with figures of which nothing says where they are from, by index.
pub fn without_source(parts: &[Part], lines: &[&str]) -> Vec<usize> {
    let mut missing = Vec::new();
    let mut depth = 0;
    let mut covered_from = None;
    for (index, part) in parts.iter().enumerate() {
        if let PartKind::Heading(level) = part.kind {
            if covered_from.is_some_and(|from| level <= from) {
                covered_from = None;
            }
            depth = level;
            continue;
        }
        if part.notes.iter().any(|note| note.about == About::Section) {
            covered_from = Some(covered_from.unwrap_or(depth));
        }
        let own = &lines[part.lines.clone()];
        let noted = part.notes.iter().any(|note| note.about != About::Outputs);
        let named = part.kind == PartKind::Text && !named_commands(own).is_empty();
        if !noted && !named && covered_from.is_none() && has_figures(part.kind, own) {
            missing.push(index);
        }
    }
    missing
}

/// What is wrong with a command of Cargo: a chore, example, benchmark or test that does not exist.
pub fn unknown_target(root: &Path, chores: &[String], command: &str) -> Option<String> {
    let mut words = command.split_whitespace();
    let packages = std::fs::read_dir(root.join("crates")).into_iter().flatten();
    let folders: Vec<_> = packages.flatten().map(|entry| entry.path()).collect();
    while let Some(word) = words.next() {
        let kind = match word {
            "xtask" => {
                let name = words.next().unwrap_or_default();
                let known = chores.iter().any(|chore| chore == name);
                return (!known).then(|| format!("there is no chore `{name}`"));
            }
            "--example" => "examples",
            "--bench" => "benches",
            "--test" => "tests",
            _ => continue,
        };
        let name = words.next()?;
        let among = folders.iter().map(|folder| folder.join(kind));
        let mut places = among.chain([root.join(kind)]);
        let exists = |place: &Path| {
            place.join(format!("{name}.rs")).is_file() || place.join(name).join("main.rs").is_file()
        };
        if !places.any(|place| exists(&place)) {
            return Some(format!("there is no `{word} {name}`"));
        }
    }
    None
}

/// The part of a line of the shell that is a command of ours, with `--help` after it: it is refused
/// where an option is not known.
pub fn asking_for_help(line: &str) -> Option<String> {
    let line = super::session::as_program(line);
    let line = line.split("  #").next().unwrap_or_default();
    let line = line.split(" # ").next().unwrap_or_default();
    let ours = line
        .split(" | ")
        .map(|part| part.trim().trim_start_matches("/usr/bin/time -v "))
        .find(|part| part.starts_with("solveig "))?;
    let ours = ours.split(" < ").next().unwrap_or_default();
    let whole = !ours.contains("...") && ours != "solveig help";
    whole.then(|| format!("{ours} --help"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outputs::document::parts;

    fn missing(page: &str) -> Vec<usize> {
        let lines: Vec<&str> = page.lines().collect();
        let parts = parts(&lines).unwrap();
        let missing = without_source(&parts, &lines).into_iter();
        missing.map(|index| parts[index].lines.start + 1).collect()
    }

    #[test]
    fn a_figure_needs_a_command_beside_it() {
        for plain in [
            "It has 3 parts.",
            "On `4 MiB` it ends.",
            "| a | b |\n|---|---|\n| 1 | c |",
        ] {
            assert!(missing(plain).is_empty(), "{plain}");
        }
        for figure in [
            "It took 3.5 s.",
            "1,234 positions",
            "| a | b |\n|---|---|\n| a | 1 |",
            "- 12 %\n- b",
        ] {
            assert_eq!(missing(figure), [1], "{figure}");
            assert!(missing(&format!("<!-- figures: solveig x -->\n{figure}")).is_empty());
            assert!(
                missing(&format!(
                    "## A\n<!-- section figures: x -->\nb\n\n### B\n{figure}"
                ))
                .is_empty()
            );
            assert_eq!(
                missing(&format!(
                    "## A\n<!-- section figures: x -->\nb\n\n## B\n{figure}"
                )),
                [6]
            );
            assert_eq!(
                missing(&format!("<!-- figures: solveig x -->\na\n\n{figure}")),
                [4]
            );
        }
        assert!(missing("`cargo bench` took 3 s.").is_empty());
        assert_eq!(missing("`x` took 3 s."), [1]);
    }

    #[test]
    fn an_annotation_says_how_where_and_when() {
        let says = |says: &str| {
            source(&Note {
                line: 0,
                about: About::Figures,
                says: says.to_owned(),
                more: Vec::new(),
            })
        };
        for good in [
            "solveig count x",
            "cargo xtask bench-ffo",
            "measured 2026-10 by solveig x on two cores; not repeated",
            "none: a limit",
        ] {
            assert_eq!(says(good), Ok(()), "{good}");
        }
        for bad in [
            "measured 2026-10 by solveig x; not repeated",
            "measured 2026 on a by b",
            "none: ",
            "by hand",
            "",
        ] {
            assert!(says(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_target_that_does_not_exist_is_named() {
        let root = crate::root();
        let unknown = |command: &str| unknown_target(&root, &["tidy".to_owned()], command);
        assert_eq!(unknown("cargo run --example domineering -- 5 5"), None);
        assert_eq!(unknown("cargo xtask tidy"), None);
        assert!(unknown("cargo xtask tidier").unwrap().contains("tidier"));
        assert!(
            unknown("cargo test --test nothing")
                .unwrap()
                .contains("nothing")
        );
    }
}
