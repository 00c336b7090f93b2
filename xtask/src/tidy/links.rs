//! Links from documents to files and headings of the project.

use std::fs;
use std::path::Path;

use regex::Regex;

use super::{files, shown};

/// The files on the web, to which the READMEs of crates link.
const REPOSITORY: [&str; 2] = [
    "https://github.com/solveig-games/solveig/blob/main/",
    "https://github.com/solveig-games/solveig/tree/main/",
];

/// The links of all Markdown files under `root` that lead to no file or to no heading of it.
pub fn check(root: &Path) -> Vec<String> {
    let links = r"\]\((?<inline>[^)\s]*)\)|(?m:^\[[^\]]*\]:\s*(?<reference>\S+))";
    let links = Regex::new(links).expect("a pattern");
    let code = Regex::new(r"`[^`\n]*`").expect("a pattern");
    let mut breaches = Vec::new();
    for file in files(root).filter(|file| file.extension().is_some_and(|end| end == "md")) {
        let text = without_blocks(&file);
        for link in links.captures_iter(&code.replace_all(&text, "")) {
            let target = link.name("inline").or_else(|| link.name("reference"));
            let target = target.map_or("", |target| target.as_str());
            if !resolves(root, &file, target) {
                let shown = shown(root, &file);
                breaches.push(format!("{shown}: the link to \"{target}\" leads nowhere"));
            }
        }
    }
    breaches
}

/// Whether the target of a link in `file` exists. Those outside the project count as existing.
fn resolves(root: &Path, file: &Path, target: &str) -> bool {
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    };
    let own = REPOSITORY.iter().find_map(|web| path.strip_prefix(web));
    let place = match own {
        Some(own) => root.join(own),
        None if path.contains("://") || path.starts_with("mailto:") => return true,
        None if path.is_empty() && anchor.is_none() => return false,
        None if path.is_empty() => file.to_owned(),
        None => file.with_file_name(path),
    };
    place.exists() && anchor.is_none_or(|anchor| anchors(&place).iter().any(|own| own == anchor))
}

/// The anchors of the headings of a file, as GitHub and mdBook make them.
fn anchors(file: &Path) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for line in without_blocks(file).lines() {
        let Some((_, heading)) = line.split_once(' ').filter(|(marks, _)| is_marks(marks)) else {
            continue;
        };
        let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
        let heading: String = heading.trim().chars().filter(kept).collect();
        let anchor = heading.to_lowercase().replace(' ', "-");
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let mut names = std::iter::once(anchor.clone()).chain(numbered);
        anchors.extend(names.find(|name| !anchors.contains(name)));
    }
    anchors
}

fn is_marks(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c == '#')
}

/// The text of a file without its blocks of code.
fn without_blocks(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut in_block = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::folder;
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let page = "# `a`, or *b-c*\n\n## Again\n\n## Again\n\n```text\n# Code\n[no](no.md)\n```\n";
        let good = "[a](#here) [b](b/page.md#a-or-b-c) [c](b/page.md#again-1) [d](b) `[e](no.md)`\n\
                    [f](https://example.org/no) [`g`](page.rs)\n\n# Here\n\n[h]: b/page.md\n";
        let web = |end: &str| format!("[a]({}{end})\n", REPOSITORY[0]);
        let bad = "[a]() [b](#there) [c](no.md)\n[d](b/page.md#code) [e](b/page.md#again-2)\n\n\
                   [f]: none.md\n";
        let root = folder(&[
            ("b/page.md", page),
            ("b/web.md", &web("b/page.md#again")),
            ("bad.md", bad),
            ("web.md", &web("no.md")),
            ("good.md", good),
            ("page.rs", "[no](no.md)"),
        ]);
        let breach =
            |file: &str, target: &str| format!("{file}: the link to \"{target}\" leads nowhere");
        let targets = ["", "#there", "no.md", "b/page.md#code", "b/page.md#again-2"];
        let mut expected = targets.map(|target| breach("bad.md", target)).to_vec();
        expected.push(breach("bad.md", "none.md"));
        expected.push(breach("web.md", &format!("{}no.md", REPOSITORY[0])));
        assert_eq!(check(root.path()), expected);
    }
}
