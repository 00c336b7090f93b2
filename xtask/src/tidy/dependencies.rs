//! Who may depend on whom.

use super::Breach;
use super::manifest::Manifest;

/// The arrows of the house: each crate, and the crates of ours it may be built with.
///
/// Data flows one way: rules, search, region, files, then verify and engine, then the faces.
const ARROWS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("search", &["game"]),
    ("games", &["game", "search"]),
    ("region", &["format", "game", "games", "search", "verify"]),
    ("format", &[]),
    ("verify", &["format"]),
    ("engine", &["format", "game", "games", "search", "verify"]),
    ("campaign", &["game", "games", "region", "search", "verify"]),
    ("api", &["engine"]),
    ("server", &["api", "engine"]),
    ("wasm", &["api", "engine"]),
    ("protocol", &["engine", "game"]),
    ("terminal", &["engine"]),
    (
        "cli",
        &[
            "campaign", "engine", "format", "game", "games", "protocol", "region", "search",
            "server", "study", "terminal", "verify",
        ],
    ),
    ("training", &["game", "games", "search"]),
    ("study", &["game", "games", "region", "search"]),
    ("conformance", &["game"]),
    (
        "solveig",
        &[
            "cli",
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

/// The edges of one crate that the drawing does not have.
pub fn check(manifest: &Manifest) -> Vec<Breach> {
    let name = manifest.name.as_str();
    let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| *known == name) else {
        return vec![breach(
            manifest,
            format!("{name} has no place in the drawing of the house; give it one in tidy"),
        )];
    };
    let may = if allowed.is_empty() {
        "it may depend on no crate of ours".to_owned()
    } else {
        format!("it may depend on: {}", allowed.join(", "))
    };
    let mut breaches = Vec::new();
    for package in &manifest.dependencies {
        match ours(package) {
            _ if name == VOCABULARY => breaches.push(breach(
                manifest,
                format!("{name} may depend on nothing, but depends on {package}"),
            )),
            Some(ours) if !allowed.contains(&ours) => breaches.push(breach(
                manifest,
                format!("{name} may not depend on {ours}; {may}"),
            )),
            _ => {}
        }
    }
    for package in &manifest.dev_dependencies {
        match ours(package) {
            Some(ours) if name == CHECKER && !allowed.contains(&ours) => breaches.push(breach(
                manifest,
                format!("{name} may not depend on {ours}, not even in its tests; {may}"),
            )),
            _ => {}
        }
    }
    breaches
}

/// The short name of a package of ours.
fn ours(package: &str) -> Option<&str> {
    match package {
        "solveig" => Some(package),
        _ => package.strip_prefix("solveig-"),
    }
}

fn breach(manifest: &Manifest, problem: String) -> Breach {
    Breach {
        place: manifest.place.clone(),
        problem,
    }
}
