//! Phrases and names that the field has plainer words for. `typos.toml` has single words.

use std::fs;
use std::path::Path;

use regex::Regex;

use super::{files, shown};

/// Each as a pattern, in which a space is any break between words, and what to write instead.
const PHRASES: [(&str, &str); 6] = [
    ("c(?:omes?|ame|oming) to nothing", "fails"),
    ("(?:lays?|laid|laying) aside", "checkpointed"),
    ("at (?:its|his|her|their) word", "not verified"),
    ("(?:stands?|stood|standing) beside", "is shown with"),
    ("(?i:f)aces", "front ends"),
    (r"M(?:OST)(?:_\w+)?", "MAX"),
];

/// What separates the words of a sentence, in comments too.
const BREAK: &str = r"(?:\s|//[/!]?|\*)+";

/// The ends of the names of files with sentences or names.
const TEXTS: [&str; 5] = ["rs", "ts", "tsx", "md", "txt"];

/// The phrases that are found anywhere under `root`.
pub fn check(root: &Path) -> Vec<String> {
    let phrases = PHRASES.map(|(pattern, better)| {
        let pattern = format!(r"\b(?:{})\b", pattern.replace(' ', BREAK));
        (Regex::new(&pattern).expect("a pattern"), better)
    });
    let mut breaches = Vec::new();
    for file in files(root) {
        let is_text = |end: &_| TEXTS.iter().any(|text| *end == *text);
        if !file.extension().is_some_and(|end| is_text(&end)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        for (phrase, better) in &phrases {
            breaches.extend(phrase.find_iter(&text).map(|found| {
                let line = text[..found.start()].matches('\n').count() + 1;
                let words = found.as_str().split_whitespace().collect::<Vec<_>>();
                format!(
                    "{}: line {line} says \"{}\": write \"{better}\"",
                    shown(root, &file),
                    words.join(" ")
                )
            }));
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::super::folder;
    use super::*;

    #[test]
    fn phrases_are_found_across_lines_and_names_as_words() {
        let broken = format!(
            "fn search() {{\n    // What comes to\n    // {}.\n",
            "nothing"
        );
        let name = format!("const {}_LINES: u32 = 7; const UT{0}: u32 = 8;", "MOST");
        let root = folder(&[
            ("src/search.rs", &broken),
            ("docs/limits.md", &name),
            ("data/limits.bin", &name),
            (
                "src/plain.rs",
                "// It comes to nothing less."
                    .replace("to n", "to an")
                    .as_str(),
            ),
        ]);
        assert_eq!(
            check(root.path()),
            [
                "docs/limits.md: line 1 says \"MOST_LINES\": write \"MAX\"",
                "src/search.rs: line 2 says \"comes to // nothing\": write \"fails\"",
            ]
        );
    }
}
