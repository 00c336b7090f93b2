//! Names that say what happened to a thing instead of what it is.

use std::fs;
use std::path::Path;

use regex::Regex;

use super::{files, shown};

/// No identifier is one of these, in any case: the noun for the thing is its name.
const PARTICIPLES: [&str; 11] = [
    "asked", "followed", "gained", "given", "known", "lost", "made", "met", "taken", "told",
    "turned",
];

/// Where identifiers are the project's own.
const FOLDERS: [&str; 6] = [
    "crates",
    "examples",
    "fuzz",
    "web/engine/src",
    "web/src",
    "xtask",
];

/// Comments and literals, whose words are nobody's names, and identifiers.
const RUST: &str = r##"(?s)//[^\n]*|/\*.*?\*/|\br"[^"]*"|\br#".*?"#|"(?:\\.|[^"\\])*"|'(?:\\[^\n]+?|[^\\'\n])'|\w+"##;
const TYPESCRIPT: &str =
    r#"(?s)//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\w+"#;

/// The participles that are names in the project's sources under `root`.
pub fn check(root: &Path) -> Vec<String> {
    let tokens = |pattern| Regex::new(pattern).expect("a pattern");
    let (rust, typescript) = (tokens(RUST), tokens(TYPESCRIPT));
    let mut breaches = Vec::new();
    for file in FOLDERS.iter().flat_map(|folder| files(&root.join(folder))) {
        let tokens = match file.extension().and_then(|end| end.to_str()) {
            Some("rs") => &rust,
            Some("ts" | "tsx") => &typescript,
            _ => continue,
        };
        let text = fs::read_to_string(&file).unwrap_or_default();
        for token in tokens.find_iter(&text) {
            let is_token = |word: &&str| token.as_str().eq_ignore_ascii_case(word);
            if PARTICIPLES.iter().any(is_token) {
                let line = text[..token.start()].matches('\n').count() + 1;
                let (place, name) = (shown(root, &file), token.as_str());
                breaches.push(format!(
                    "{place}:{line}: {name} is no noun: name what it is"
                ));
            }
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::super::folder;
    use super::*;

    #[test]
    fn participles_are_caught_as_names_and_left_in_sentences() {
        let rust = "// What is known.\nfn known<'a>(is_known: &'a str) -> char {\n    \
                    let _ = r#\"a \"known\" name\"#;\n    '\\''\n}\nstruct Known;\n";
        let typescript = "const text = 'made ' + \"made\" + `made`;\n/* made */ use(made);\n";
        let root = folder(&[
            ("crates/game/src/lib.rs", rust),
            ("web/src/main.ts", typescript),
            ("web/main.ts", typescript),
        ]);
        let breach = |place: &str, name| format!("{place}: {name} is no noun: name what it is");
        assert_eq!(
            check(root.path()),
            [
                breach("crates/game/src/lib.rs:2", "known"),
                breach("crates/game/src/lib.rs:6", "Known"),
                breach("web/src/main.ts:2", "made"),
            ]
        );
    }
}
