//! The rules of the code base that neither the compiler nor Clippy checks.

mod circles;
mod dependencies;
mod links;
mod names;
mod phrases;
mod sources;
mod trusted;
mod versions;

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::command::packages;

/// Checks the whole checkout under `root`; the error is a line for each rule that is broken.
pub fn run(root: &Path) -> Result<(), String> {
    let mut breaches = Vec::new();
    for package in &packages(root)? {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().unwrap_or(root);
        breaches.extend(circles::check(root, &folder.join("src")));
        if folder.parent() == Some(&root.join("crates")) {
            breaches.extend(dependencies::check(package));
        }
    }
    breaches.extend(sources::check(root));
    breaches.extend(names::check(root));
    breaches.extend(phrases::check(root));
    breaches.extend(links::check(root));
    breaches.extend(versions::check(root));
    breaches.extend(trusted::check(root)?);
    breaches.sort();
    match breaches.len() {
        0 => Ok(()),
        count => Err(format!(
            "{}\n{count} rules of the code base are broken",
            breaches.join("\n")
        )),
    }
}

/// The files in a folder, at any depth, without those that are nothing of the project's own. None
/// where there is no folder.
pub fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    const SKIPPED: [&str; 3] = ["target", "node_modules", ".git"];
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries =
        entries.filter_entry(|entry| SKIPPED.iter().all(|name| entry.file_name() != *name));
    let files = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file());
    files.map(walkdir::DirEntry::into_path)
}

/// A file as breaches name it.
fn shown(root: &Path, file: &Path) -> String {
    file.strip_prefix(root)
        .unwrap_or(file)
        .display()
        .to_string()
}

fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "rs")
}

/// A folder of files, each with its text.
#[cfg(test)]
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    root
}
