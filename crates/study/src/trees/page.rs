//! A page that plays a trace step by step.
//!
//! The page is a single file that needs no network: it contains style, script and the trace as JSON
//! ([`Trace`]). The fragment `#step=25` opens it after the first 25 steps, the last of which has
//! the number 24 in [`Trace::steps`].
//!
//! ```
//! use solveig_study::trees::algorithms::Algorithm;
//! use solveig_study::trees::page::page;
//! use solveig_study::trees::random::RandomTrees;
//! use solveig_study::trees::trace::trace;
//!
//! let tree = RandomTrees::uniform(2, 2, 9).tree(1);
//! assert!(page(&trace(&tree, Algorithm::Sss)).starts_with("<!DOCTYPE html>"));
//! ```

use crate::trees::trace::{Trace, json};

const HTML: &str = include_str!("page/page.html");
const CSS: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The HTML page of a trace.
pub fn page(trace: &Trace) -> String {
    let mut page = HTML.to_owned();
    // The trace comes last, so that its text is not searched for placeholders.
    let parts = [
        ("{{css}}", CSS),
        ("{{js}}", SCRIPT),
        ("{{trace}}", &embedded(trace)),
    ];
    for (place, text) in parts {
        page = page.replacen(place, text.trim_end(), 1);
    }
    page
}

/// A trace as JSON, escaped for a script element. Outside of strings, JSON has none of the
/// characters escaped here.
fn embedded(trace: &Trace) -> String {
    json(trace)
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, to_value};

    use super::*;
    use crate::trees::algorithms::Algorithm;
    use crate::trees::random::RandomTrees;
    use crate::trees::trace::trace;

    const OPENING: &str = r#"<script type="application/json" id="trace">"#;

    fn in_page(page: &str) -> Value {
        let (_, rest) = page.split_once(OPENING).unwrap();
        let (text, _) = rest.split_once("</script>").unwrap();
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn names_cannot_end_the_script() {
        let tree = RandomTrees::uniform(2, 3, 50).tree(4);
        let mut trace = trace(&tree, Algorithm::AlphaBeta);
        let plain = page(&trace);
        for foreign in ["http", "//www", "src=", "@import", "url(", "{{"] {
            assert!(!plain.contains(foreign), "{foreign}");
        }
        let odd = [
            "</script><script>alert(1)</script>",
            "<!--<script>",
            "]]>",
            "{{js}} {{css}} {{trace}}",
            "\"\\ \u{2028} & ä \u{0}",
        ];
        for (node, name) in trace.tree.iter_mut().skip(1).zip(odd) {
            node.name = name.to_owned();
        }
        trace.algorithm = "</SCRIPT >".to_owned();
        let page = page(&trace);
        assert_eq!(in_page(&page), to_value(&trace).unwrap());
        let tags = |page: &str| page.to_lowercase().matches("script").count();
        let (_, rest) = page.split_once(OPENING).unwrap();
        let (text, after) = rest.split_once("</script>").unwrap();
        assert!(!text.contains('<'));
        assert_eq!(tags(after), tags(plain.split_once("</script>").unwrap().1));
    }
}
