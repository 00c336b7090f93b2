//! Who may depend on whom.

use serde_json::Value;

/// Each crate, and the crates of ours that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("records", &["game"]),
    ("search", &["game"]),
    ("games", &["game", "search"]),
    ("region", &["format", "game", "games", "search", "verify"]),
    ("format", &[]),
    ("verify", &["format"]),
    ("engine", &["format", "game", "games", "search", "verify"]),
    (
        "campaign",
        &["format", "game", "games", "region", "search", "verify"],
    ),
    ("openings", &[]),
    ("api", &["engine", "records"]),
    ("server", &["api", "engine"]),
    ("wasm", &["api", "engine"]),
    ("protocol", &["engine", "game", "records"]),
    ("terminal", &["engine"]),
    (
        "cli",
        &[
            "api", "campaign", "engine", "format", "game", "games", "openings", "protocol",
            "records", "region", "search", "server", "solveig", "study", "terminal", "verify",
        ],
    ),
    (
        "python",
        &[
            "cli",
            "conformance",
            "engine",
            "format",
            "game",
            "games",
            "openings",
            "region",
            "search",
            "solveig",
            "study",
            "verify",
        ],
    ),
    ("training", &["game", "games", "search"]),
    ("study", &["game", "games", "region", "search"]),
    ("conformance", &["game"]),
    ("testkit", &["format", "game", "search"]),
    (
        "solveig",
        &[
            "conformance",
            "format",
            "game",
            "games",
            "engine",
            "region",
            "search",
            "verify",
        ],
    ),
];

/// The crate without any dependency: everything else is written against it.
const VOCABULARY: &str = "game";

/// The crate that shares no code with what it checks, not even in its tests.
const CHECKER: &str = "verify";

/// The dependencies of one package, as `cargo metadata` describes it, that are not allowed.
pub fn check(package: &Value) -> Vec<String> {
    let name = short(&package["name"]);
    let Some((_, allowed)) = ARROWS
        .iter()
        .find(|(package_name, _)| *package_name == name)
    else {
        return vec![format!(
            "{name} is not in the list of allowed dependencies; add it there"
        )];
    };
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let edges = dependencies.filter_map(|edge| {
        let other = short(&edge["name"]);
        let is_ours = edge["name"].as_str() != Some(other) || other == "solveig";
        let is_dev = edge["kind"] == "dev";
        if name == VOCABULARY && !is_dev {
            return Some(format!(
                "{name} may depend on nothing, but depends on {other}"
            ));
        }
        let is_free = !is_ours || allowed.contains(&other) || is_dev && name != CHECKER;
        (!is_free).then(|| match is_dev {
            true => format!("{name} may not depend on {other}, not even in its tests"),
            false => format!("{name} may not depend on {other}; it may depend on: {allowed:?}"),
        })
    });
    edges.collect()
}

/// The name of a package without the `solveig-` in front.
fn short(name: &Value) -> &str {
    let name = name.as_str().unwrap_or_default();
    name.strip_prefix("solveig-").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn dependencies_that_are_not_allowed_are_caught() {
        for (name, other, kind, breach) in [
            ("solveig-verify", "solveig-format", None, None),
            ("solveig-verify", "rayon", None, None),
            ("solveig-format", "solveig-search", Some("dev"), None),
            ("solveig-game", "proptest", Some("dev"), None),
            (
                "solveig-format",
                "solveig-verify",
                None,
                Some("format may not depend on verify"),
            ),
            (
                "solveig-verify",
                "solveig-game",
                Some("build"),
                Some("verify may not depend on game"),
            ),
            (
                "solveig-verify",
                "solveig-search",
                Some("dev"),
                Some("not even in its tests"),
            ),
            (
                "solveig-game",
                "serde",
                None,
                Some("game may depend on nothing"),
            ),
            (
                "solveig-attic",
                "serde",
                None,
                Some("attic is not in the list"),
            ),
        ] {
            let package = json!({"name": name, "dependencies": [{"name": other, "kind": kind}]});
            let found = check(&package).concat();
            match breach {
                Some(breach) => assert!(found.contains(breach), "{name}, {other}: {found}"),
                None => assert_eq!(found, "", "{name}, {other}"),
            }
        }
    }
}
