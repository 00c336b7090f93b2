//! No modules that depend on each other in a circle.
//!
//! Two modules beside each other depend on each other where a path in one names something in the
//! other. A module and what it contains are one, and what a crate's root publishes is nobody's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use super::{files, is_rust, shown};

/// The path of a module from its crate, as in `["binary", "team"]`.
type ModulePath = Vec<String>;

/// The circles of the crate with this folder of sources, one breach each.
pub fn check(root: &Path, source: &Path) -> Vec<String> {
    let named = |file: PathBuf| (module_of(file.strip_prefix(source).unwrap_or(&file)), file);
    let sources = files(source).filter(|file| is_rust(file)).map(named);
    let own = sources.filter(|(module, _)| module.last().is_none_or(|name| name != "tests"));
    let files: BTreeMap<ModulePath, PathBuf> = own.collect();
    let mut edges: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
    for (module, file) in &files {
        let text = fs::read_to_string(file).unwrap_or_default();
        for named in paths(&text, module) {
            let prefixes = (0..=named.len()).rev().map(|length| &named[..length]);
            let Some(target) = prefixes.into_iter().find(|path| files.contains_key(*path)) else {
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
        let (place, names) = (shown(root, source), names.join(", "));
        format!("{place}: {names} depend on each other in a circle")
    };
    circles.into_iter().map(breach).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_depend_on_each_other_are_caught() {
        let mut files = vec![
            ("src/board.rs", "use crate::moves::Move;\n"),
            (
                "src/moves.rs",
                "use super::rules::{self, other::Thing};\nuse crate::board;\n",
            ),
            (
                "src/moves/inner.rs",
                "use crate::moves;\nuse super::super::moves::Move;\n",
            ),
            ("src/rules.rs", "use crate::format; // crate::board\n"),
        ];
        let found = |files: &[(&str, &str)]| {
            let root = super::super::folder(files);
            check(root.path(), &root.path().join("src")).join("\n")
        };
        let circle = |names| format!("src: {names} depend on each other in a circle");
        assert_eq!(found(&files), circle("board, moves"));
        files.push((
            "src/rules/deep.rs",
            "fn one() {\n    crate::board::two();\n}\n",
        ));
        assert_eq!(found(&files), circle("board, moves, rules"));
        // What only tests name is no dependency.
        files[0].1 = "\n#[cfg(test)]\nmod tests {\n    use crate::moves::Move;\n}\n";
        assert_eq!(found(&files), "");
    }
}
