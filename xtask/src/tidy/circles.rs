//! No modules that depend on each other in a circle.
//!
//! Two modules beside each other depend on each other where a path in one names something in the
//! other. A module and what it contains are one, and what a crate's root publishes is nobody's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use super::Breach;

/// The path of a module from its crate, as in `["binary", "team"]`.
type ModulePath = Vec<String>;

/// The circles of the crate at `place`, one breach each.
pub fn check(root: &Path, place: &Path) -> Vec<Breach> {
    let source = root.join(place).join("src");
    let mut files: BTreeMap<ModulePath, PathBuf> = BTreeMap::new();
    for file in rust_files(&source) {
        let module = module_of(file.strip_prefix(&source).unwrap_or(&file));
        if module.last().is_none_or(|name| name != "tests") {
            files.insert(module, file);
        }
    }
    let mut edges: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
    for (module, file) in &files {
        let text = fs::read_to_string(file).unwrap_or_default();
        for named in paths(&text, module) {
            let known = (0..=named.len()).rev().map(|length| &named[..length]);
            let Some(target) = known.into_iter().find(|path| files.contains_key(*path)) else {
                continue;
            };
            let shared = module
                .iter()
                .zip(target)
                .take_while(|(a, b)| a == b)
                .count();
            if shared < module.len() && shared < target.len() {
                let to = target[..=shared].to_vec();
                edges
                    .entry(module[..=shared].to_vec())
                    .or_default()
                    .insert(to);
            }
        }
    }
    let reached = |from: &ModulePath| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            for to in edges.get(next).into_iter().flatten() {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let mut circles: BTreeSet<Vec<&ModulePath>> = BTreeSet::new();
    for module in edges.keys() {
        let all = reached(module);
        if all.contains(module) {
            let back = all
                .into_iter()
                .filter(|other| reached(other).contains(module));
            circles.insert(back.collect());
        }
    }
    let breach = |circle: Vec<&ModulePath>| {
        let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
        Breach {
            place: place.join("src"),
            problem: format!("{} depend on each other in a circle", names.join(", ")),
        }
    };
    circles.into_iter().map(breach).collect()
}

/// All files of Rust in a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The module that a file is, from its place in `src`.
fn module_of(file: &Path) -> ModulePath {
    let file = file.with_extension("");
    let names = file.iter().map(|name| name.to_string_lossy().into_owned());
    let mut module: ModulePath = names.collect();
    if module
        .last()
        .is_some_and(|name| ["lib", "main", "mod"].contains(&&**name))
    {
        module.pop();
    }
    module
}

/// What the paths in a module's text name, from the crate. Comments and the module's tests are left
/// out.
fn paths(text: &str, module: &ModulePath) -> Vec<ModulePath> {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let path = Regex::new(r"\b(crate|self|super)((?:::super)*)::((?:\w+::)*)(\{[^;]*?\}|\w+)");
    let name = Regex::new(r"\w+(?:::\w+)*");
    let (path, name) = (path.expect("it is one"), name.expect("it is one"));
    let mut named = Vec::new();
    for found in path.captures_iter(&code) {
        let mut from = match &found[1] {
            "crate" => Vec::new(),
            "self" => module.clone(),
            _ => module[..module.len().saturating_sub(1)].to_vec(),
        };
        for _ in found[2].matches("super") {
            from.pop();
        }
        from.extend(
            found[3]
                .split("::")
                .filter(|one| !one.is_empty())
                .map(str::to_owned),
        );
        for end in name.find_iter(&found[4]) {
            let mut full = from.clone();
            full.extend(end.as_str().split("::").map(str::to_owned));
            named.push(full);
        }
    }
    named
}
