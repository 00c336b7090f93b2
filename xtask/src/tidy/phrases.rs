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

/// What separates the words of a sentence, in comments and names too.
const BREAK: &str = r"(?:\s|//[/!]?|[*_])+";

/// The ends of the names of files with sentences or names.
const TEXTS: [&str; 6] = ["rs", "ts", "tsx", "mjs", "md", "txt"];

/// The phrases that are found anywhere under `root`.
pub fn check(root: &Path) -> Vec<String> {
    let phrases = PHRASES.map(|(pattern, better)| {
        let pattern = format!(r"(?:\b|_)(?:{})(?:\b|_)", pattern.replace(' ', BREAK));
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
    fn phrases_are_found_in_sentences_and_names() {
        let [comes, name] = [["comes", "nothing"].join(" to // "), ["MO", "ST"].concat()];
        let search = format!(
            "fn it_comes_to_an_end() {{\n    // What {}.\n}}\n",
            comes.replace("//", "\n    //")
        );
        let limits = format!("`{name}_LINES` is not UT{name}");
        let root = folder(&[
            ("src/search.rs", &search),
            ("docs/limits.md", &limits),
            ("data/limits.bin", &limits),
        ]);
        assert_eq!(
            check(root.path()),
            [
                format!("docs/limits.md: line 1 says \"{name}_LINES\": write \"MAX\""),
                format!("src/search.rs: line 2 says \"{comes}\": write \"fails\""),
            ]
        );
    }
}
