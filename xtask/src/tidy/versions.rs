//! Crates, packages and the citation are released together, under one version.

use std::fs;
use std::path::Path;

/// A file that states the version, and the line in which it does.
struct Place {
    file: &'static str,
    line: fn(&str) -> String,
}

const PLACES: [Place; 5] = [
    Place {
        file: "CITATION.cff",
        line: |version| format!("version: {version}"),
    },
    // maturin takes that of its crate.
    Place {
        file: "python/pyproject.toml",
        line: |_| "dynamic = [\"version\"]".to_owned(),
    },
    Place {
        file: "web/engine/package.json",
        line: in_package,
    },
    Place {
        file: "web/openapi/package.json",
        line: in_package,
    },
    Place {
        file: "web/package.json",
        line: in_package,
    },
];

fn in_package(version: &str) -> String {
    format!("  \"version\": \"{version}\",")
}

/// The files under `root` that do not state the version of the workspace, which this package has.
pub fn check(root: &Path) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let states = |Place { file, line }: &Place| {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        text.lines().any(|own| own == line(version))
    };
    let others = PLACES.iter().filter(|place| !states(place));
    let breach = |place: &Place| format!("{}: its version is not {version}", place.file);
    others.map(breach).collect()
}

#[cfg(test)]
mod tests {
    use super::super::folder;
    use super::*;

    #[test]
    fn a_file_with_another_version_is_found() {
        let version = env!("CARGO_PKG_VERSION");
        let package = in_package(version);
        let root = folder(&[
            ("CITATION.cff", &format!("version: {version}\n")),
            ("python/pyproject.toml", "dynamic = [\"version\"]\n"),
            ("web/engine/package.json", "  \"version\": \"0.0.1\",\n"),
            ("web/openapi/package.json", &package),
            ("web/package.json", &package),
        ]);
        let breach = format!("web/engine/package.json: its version is not {version}");
        assert_eq!(check(root.path()), [breach]);
    }
}
