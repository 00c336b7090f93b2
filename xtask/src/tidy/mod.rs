//! The rules of the house that the compiler does not check.

mod circles;
mod dependencies;
mod manifest;
mod sources;
mod trusted;

use std::fmt;
use std::path::{Path, PathBuf};

use manifest::Manifest;

/// A rule that is broken, and where.
#[derive(Debug, PartialEq, Eq)]
struct Breach {
    /// The file, from the root.
    place: PathBuf,
    /// What is wrong and what is asked for instead.
    problem: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place.display(), self.problem)
    }
}

/// Checks the whole checkout under `root` and prints each rule that is broken.
pub fn run(root: &Path) -> Result<(), String> {
    let breaches = check(root)?;
    if breaches.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = breaches.iter().map(Breach::to_string).collect();
    Err(format!(
        "{}\n{} rules of the house are broken",
        lines.join("\n"),
        lines.len()
    ))
}

fn check(root: &Path) -> Result<Vec<Breach>, String> {
    let manifests = Manifest::of_crates(root)?;
    let mut breaches = Vec::new();
    for manifest in &manifests {
        breaches.extend(dependencies::check(manifest));
        breaches.extend(sources::check_crate(root, manifest));
        let folder = manifest.place.parent().unwrap_or(&manifest.place);
        breaches.extend(circles::check(root, folder));
    }
    breaches.extend(circles::check(root, Path::new("xtask")));
    breaches.extend(sources::check_files(root)?);
    breaches.extend(trusted::check(root)?);
    breaches.sort_by(|a, b| (&a.place, &a.problem).cmp(&(&b.place, &b.problem)));
    Ok(breaches)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    /// A checkout with the crates `game`, `format` and `verify` that keeps every rule.
    fn house() -> TempDir {
        let root = tempfile::tempdir().unwrap();
        for name in ["game", "format", "verify"] {
            let dependencies = if name == "verify" {
                "[dependencies]\nsolveig-format.workspace = true\nanyhow = \"1\"\n"
            } else {
                ""
            };
            write(
                &root,
                &format!("crates/{name}/Cargo.toml"),
                &format!(
                    "[package]\nname = \"solveig-{name}\"\n{dependencies}[lints]\nworkspace = true\n"
                ),
            );
            write(
                &root,
                &format!("crates/{name}/src/lib.rs"),
                "//! What this crate is for.\n",
            );
        }
        write(&root, "docs/verification.md", LIST);
        root
    }

    const LIST: &str =
        "# Checking\n\n## The files that must be believed\n\n| file | lines of code |\n";

    fn write(root: &TempDir, path: &str, text: &str) {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn append(root: &TempDir, path: &str, text: &str) {
        let old = fs::read_to_string(root.path().join(path)).unwrap();
        write(root, path, &(old + text));
    }

    /// The only breach in the house, as text.
    fn breach(root: &TempDir) -> String {
        let breaches = check(root.path()).unwrap();
        assert_eq!(breaches.len(), 1, "{breaches:?}");
        breaches[0].to_string()
    }

    #[test]
    fn a_house_in_order_passes() {
        assert_eq!(check(house().path()), Ok(Vec::new()));
    }

    #[test]
    fn an_edge_against_the_arrows_is_caught() {
        let root = house();
        append(
            &root,
            "crates/format/Cargo.toml",
            "[dependencies.solveig-verify]\npath = \"../verify\"\n",
        );
        assert_eq!(
            breach(&root),
            "crates/format/Cargo.toml: format may not depend on verify; it may depend on no crate of ours"
        );
    }

    #[test]
    fn an_edge_for_one_platform_or_a_build_script_is_an_edge() {
        for table in [
            "target.'cfg(unix)'.dependencies",
            "build-dependencies",
            "target.'cfg(unix)'.build-dependencies",
        ] {
            let root = house();
            append(
                &root,
                "crates/verify/Cargo.toml",
                &format!("[{table}]\nsolveig-game.workspace = true\n"),
            );
            assert_eq!(
                breach(&root),
                "crates/verify/Cargo.toml: verify may not depend on game; it may depend on: format"
            );
        }
    }

    #[test]
    fn a_renamed_edge_is_an_edge() {
        let root = house();
        append(
            &root,
            "crates/format/Cargo.toml",
            "[dependencies]\nrules = { package = \"solveig-games\", path = \"../games\" }\n",
        );
        assert!(breach(&root).contains("format may not depend on games"));
    }

    #[test]
    fn only_the_checker_is_a_stranger_in_its_tests_too() {
        let dev = "[dev-dependencies]\nsolveig-search.workspace = true\n";
        let root = house();
        append(&root, "crates/format/Cargo.toml", dev);
        assert_eq!(check(root.path()), Ok(Vec::new()));
        append(&root, "crates/verify/Cargo.toml", dev);
        assert!(breach(&root).contains("verify may not depend on search, not even in its tests"));
    }

    #[test]
    fn the_vocabulary_depends_on_nothing_at_all() {
        let root = house();
        append(
            &root,
            "crates/game/Cargo.toml",
            "[dependencies]\nserde = \"1\"\n",
        );
        assert_eq!(
            breach(&root),
            "crates/game/Cargo.toml: game may depend on nothing, but depends on serde"
        );
    }

    #[test]
    fn a_crate_without_a_place_in_the_drawing_is_caught() {
        let root = house();
        write(
            &root,
            "crates/attic/Cargo.toml",
            "[package]\nname = \"solveig-attic\"\n[lints]\nworkspace = true\n",
        );
        write(&root, "crates/attic/src/main.rs", "//! Old things.\n");
        assert!(breach(&root).starts_with("crates/attic/Cargo.toml: attic has no place"));
    }

    #[test]
    fn a_module_of_more_than_seven_hundred_lines_is_caught() {
        let root = house();
        let line = "const LINE: () = ();\n";
        write(&root, "crates/game/src/rules/long.rs", &line.repeat(700));
        assert_eq!(check(root.path()), Ok(Vec::new()));
        write(&root, "crates/game/src/rules/long.rs", &line.repeat(701));
        assert_eq!(
            breach(&root),
            "crates/game/src/rules/long.rs: 701 lines: a module holds one idea in at most 700"
        );
    }

    #[test]
    fn a_comment_of_more_than_a_hundred_columns_is_caught() {
        let root = house();
        let path = "crates/game/src/rules.rs";
        let place = Path::new(path);
        let wide = format!("// {}", "ä".repeat(97));
        write(&root, path, &format!("{wide}\nlet x = \"{wide}\";\n"));
        assert_eq!(sources::wide_comments(root.path(), place), None);
        write(&root, path, &format!("\n    {wide}\n{wide}\n///{wide}\n"));
        assert_eq!(
            sources::wide_comments(root.path(), place)
                .unwrap()
                .to_string(),
            "crates/game/src/rules.rs: 2 lines of comments, line 2 first, have more than 100 columns"
        );
    }

    #[test]
    fn modules_that_depend_on_each_other_are_caught() {
        let root = house();
        let module =
            |name: &str, text: &str| write(&root, &format!("crates/game/src/{name}.rs"), text);
        module("board", "use crate::moves::Move;\n");
        module(
            "moves",
            "use super::rules::{self, other::Thing};\nuse crate::board;\n",
        );
        module(
            "moves/inner",
            "use crate::moves;\nuse super::super::moves::Move;\n",
        );
        module("rules", "use crate::format; // crate::board\n");
        let expected = "crates/game/src: board, moves depend on each other in a circle";
        assert_eq!(breach(&root), expected);
        module("rules/deep", "fn one() {\n    crate::board::two();\n}\n");
        let expected = "crates/game/src: board, moves, rules depend on each other in a circle";
        assert_eq!(breach(&root), expected);
        // What only tests name is no dependency.
        let tests = "\n#[cfg(test)]\nmod tests {\n    use crate::moves::Move;\n}\n";
        module("board", tests);
        assert_eq!(check(root.path()), Ok(Vec::new()));
    }

    #[test]
    fn a_module_named_after_no_idea_is_caught() {
        for name in ["utils", "helpers", "common", "types"] {
            for path in [format!("{name}.rs"), format!("{name}/mod.rs")] {
                let root = house();
                write(&root, &format!("crates/game/src/{path}"), "");
                assert!(breach(&root).contains("name the idea"));
            }
        }
    }

    #[test]
    fn lints_and_the_crate_documentation_are_asked_for() {
        let root = house();
        write(
            &root,
            "crates/game/Cargo.toml",
            "[package]\nname = \"solveig-game\"\n",
        );
        assert!(breach(&root).contains("[lints] workspace = true"));

        let root = house();
        write(&root, "crates/game/src/lib.rs", "pub mod game;\n");
        assert!(breach(&root).starts_with("crates/game/src/lib.rs: "));
    }

    #[test]
    fn a_path_of_one_machine_is_caught() {
        let root = house();
        for harmless in [
            "a file FILE.sol.work/levels",
            "https://example.org/root/x",
            "target/work/x",
        ] {
            write(&root, "README.md", harmless);
            assert_eq!(check(root.path()), Ok(Vec::new()), "{harmless}");
        }
        for folder in ["root", "work", "home/somebody"] {
            write(
                &root,
                "docs/guide.md",
                &format!("first\nsee `/{folder}/notes.txt`"),
            );
            let first = folder.split('/').next().unwrap();
            assert_eq!(
                breach(&root),
                format!("docs/guide.md: line 2 names a path of one machine (/{first}/)")
            );
        }
    }

    #[test]
    fn the_list_of_what_must_be_believed_is_kept() {
        let root = house();
        let place = "crates/format/src/reading/bits.rs";
        let code = "/// One.\nconst ONE: u8 = 1;\n\n#[cfg(test)]\nmod tests {}\n";
        write(&root, place, code);
        assert_eq!(
            breach(&root),
            format!("docs/verification.md: {place} is not in the list")
        );
        append(
            &root,
            "docs/verification.md",
            &format!("| `{place}` | 1 |\n"),
        );
        assert_eq!(check(root.path()), Ok(Vec::new()));
        append(&root, place, "const TWO: u8 = 2;\n");
        assert_eq!(
            breach(&root),
            format!("docs/verification.md: {place} is said to have 1 lines of code and has 2")
        );
        write(&root, place, "");
        fs::remove_file(root.path().join(place)).unwrap();
        assert!(breach(&root).contains("bits.rs cannot be read"));
        write(&root, "docs/verification.md", "# Checking\n");
        assert!(breach(&root).contains("it has no section"));
    }

    #[test]
    fn what_must_be_believed_stays_short() {
        let root = house();
        let line = "const LINE: () = ();\n";
        let mut list = LIST.to_owned();
        for (name, lines) in [("bits", 600), ("block", 600)] {
            let place = format!("crates/format/src/reading/{name}.rs");
            write(&root, &place, &line.repeat(lines));
            list += &format!("| `{place}` | {lines} |\n");
        }
        write(&root, "docs/verification.md", &list);
        assert_eq!(check(root.path()), Ok(Vec::new()));
        let place = "crates/format/src/reading.rs";
        write(&root, place, line);
        write(
            &root,
            "docs/verification.md",
            &format!("{list}| `{place}` | 1 |\n"),
        );
        assert_eq!(
            breach(&root),
            "docs/verification.md: crates/format/src/reading has 1201 lines of code; it may have 1200"
        );
    }

    #[test]
    fn what_is_not_part_of_the_project_is_not_read() {
        let root = house();
        let path = format!("/{}/x", "root");
        for place in ["target/debug/x.d", ".git/config", "docs/picture.png"] {
            write(&root, place, &path);
        }
        assert_eq!(check(root.path()), Ok(Vec::new()));
    }
}
