//! The size and names of modules, and what text may not contain.

use std::fs;
use std::path::{Path, PathBuf};

use super::Breach;
use super::manifest::Manifest;

/// The most lines a module may have.
const MODULE_LINES: usize = 700;

/// The most columns of a line of a comment: rustfmt's `max_width`, which leaves comments alone.
const COMMENT_COLUMNS: usize = 100;

/// Names that say nothing about what lives in a module.
const EMPTY_NAMES: &[&str] = &["utils", "helpers", "common", "types"];

/// Folders that exist on one machine only, named from its root.
const MACHINE_FOLDERS: &[&str] = &["root", "work", "home", "farm"];

/// Folders that hold nothing of the project's own.
const SKIPPED_FOLDERS: &[&str] = &["target", "node_modules", ".git"];

/// What is wrong with one crate as a whole.
pub fn check_crate(root: &Path, manifest: &Manifest) -> Vec<Breach> {
    let mut breaches = Vec::new();
    if !manifest.workspace_lints {
        breaches.push(Breach {
            place: manifest.place.clone(),
            problem: "the crate must take its lints from the workspace: [lints] workspace = true"
                .to_owned(),
        });
    }
    let folder = manifest.place.with_file_name("src");
    let roots: Vec<PathBuf> = ["lib.rs", "main.rs"]
        .iter()
        .map(|name| folder.join(name))
        .filter(|place| root.join(place).is_file())
        .collect();
    if roots.is_empty() {
        breaches.push(Breach {
            place: folder,
            problem: "the crate has neither lib.rs nor main.rs".to_owned(),
        });
    }
    for place in roots {
        let text = fs::read_to_string(root.join(&place)).unwrap_or_default();
        if !text.starts_with("//! ") {
            breaches.push(Breach {
                place,
                problem: "the first line must say what the crate is for (//! ...)".to_owned(),
            });
        }
    }
    breaches
}

/// What is wrong with single files anywhere under `root`.
pub fn check_files(root: &Path) -> Result<Vec<Breach>, String> {
    let mut breaches = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(root.join(&folder))
            .map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
        for entry in entries.flatten() {
            let place = folder.join(entry.file_name());
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let skipped = SKIPPED_FOLDERS
                .iter()
                .any(|name| entry.file_name() == **name);
            if kind.is_dir() && !skipped {
                folders.push(place);
            } else if kind.is_file() && !skipped {
                breaches.extend(wide_comments(root, &place));
                breaches.extend(check_file(root, &place));
            }
        }
    }
    Ok(breaches)
}

/// The lines of comments in a file of Rust that are too wide.
pub fn wide_comments(root: &Path, place: &Path) -> Option<Breach> {
    if place.extension()? != "rs" {
        return None;
    }
    let text = fs::read_to_string(root.join(place)).ok()?;
    // Rows of tables and lines of code cannot be wrapped.
    let mut in_fence = false;
    let wide = text.lines().enumerate().filter(|(_, line)| {
        let comment = line.trim_start();
        let said = comment.trim_start_matches(['/', '!']).trim_start();
        in_fence = comment.starts_with("//") && (in_fence != said.starts_with("```"));
        let wrapped = comment.starts_with("//") && !in_fence && !said.starts_with('|');
        wrapped && line.chars().count() > COMMENT_COLUMNS
    });
    let wide: Vec<usize> = wide.map(|(number, _)| number + 1).collect();
    let (first, count) = (wide.first()?, wide.len());
    Some(Breach {
        place: place.to_owned(),
        problem: format!(
            "{count} lines of comments, line {first} first, have more than {COMMENT_COLUMNS} columns"
        ),
    })
}

fn check_file(root: &Path, place: &Path) -> Vec<Breach> {
    let extension = place.extension().and_then(|text| text.to_str());
    let mut problems = Vec::new();
    if extension == Some("rs") && has_empty_name(place) {
        problems.push("name the idea that lives in this module".to_owned());
    }
    if is_prose_or_code(place) {
        // What is not UTF-8 is not text, whatever its name says.
        let text = fs::read_to_string(root.join(place)).unwrap_or_default();
        let lines = text.lines().count();
        if extension == Some("rs") && place.iter().any(|part| part == "src") && lines > MODULE_LINES
        {
            problems.push(format!(
                "{lines} lines: a module holds one idea in at most {MODULE_LINES}"
            ));
        }
        problems.extend(machine_path(&text));
    }
    let place = place.to_owned();
    problems
        .into_iter()
        .map(|problem| Breach {
            place: place.clone(),
            problem,
        })
        .collect()
}

fn has_empty_name(place: &Path) -> bool {
    let module = if place.ends_with("mod.rs") {
        place.parent()
    } else {
        Some(place)
    };
    let stem = module.and_then(Path::file_stem);
    stem.is_some_and(|stem| EMPTY_NAMES.iter().any(|name| stem == *name))
}

fn is_prose_or_code(place: &Path) -> bool {
    match place.extension().and_then(|text| text.to_str()) {
        Some(extension) => [
            "css", "html", "js", "json", "jsonl", "md", "py", "rs", "sh", "toml", "ts", "txt",
            "yaml", "yml",
        ]
        .contains(&extension),
        None => true,
    }
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
