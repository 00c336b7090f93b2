//! What tidy reads of a crate's `Cargo.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// The manifest of one crate under `crates/`.
pub struct Manifest {
    /// The crate's name without the `solveig-` in front.
    pub name: String,
    /// The file, from the root.
    pub place: PathBuf,
    /// The packages it builds with, on any platform, build scripts included.
    pub dependencies: Vec<String>,
    /// The packages its tests, examples and benchmarks add.
    pub dev_dependencies: Vec<String>,
    /// Whether it takes its lints from the workspace.
    pub workspace_lints: bool,
}

impl Manifest {
    /// The manifests of all crates under `crates/`, by name.
    pub fn of_crates(root: &Path) -> Result<Vec<Self>, String> {
        let folder = root.join("crates");
        let entries = fs::read_dir(&folder)
            .map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        names
            .into_iter()
            .map(|name| Path::new("crates").join(name).join("Cargo.toml"))
            .filter(|place| root.join(place).is_file())
            .map(|place| Self::read(root, place))
            .collect()
    }

    fn read(root: &Path, place: PathBuf) -> Result<Self, String> {
        let problem = |what: String| format!("{}: {what}", place.display());
        let text =
            fs::read_to_string(root.join(&place)).map_err(|error| problem(error.to_string()))?;
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| problem(error.to_string()))?;
        let package = get(&table, &["package", "name"]).and_then(Value::as_str);
        let package = package.ok_or_else(|| problem("package.name is missing".to_owned()))?;
        Ok(Self {
            name: short(package),
            dependencies: packages(&table, &["dependencies", "build-dependencies"]),
            dev_dependencies: packages(&table, &["dev-dependencies"]),
            workspace_lints: get(&table, &["lints", "workspace"]) == Some(&Value::Boolean(true)),
            place,
        })
    }
}

fn short(package: &str) -> String {
    package
        .strip_prefix("solveig-")
        .unwrap_or(package)
        .to_owned()
}

fn get<'t>(table: &'t Table, path: &[&str]) -> Option<&'t Value> {
    let (last, tables) = path.split_last()?;
    let inner = tables
        .iter()
        .try_fold(table, |table, key| table.get(*key)?.as_table())?;
    inner.get(*last)
}

/// The packages that the tables called `names` list, for all platforms and for each.
fn packages(manifest: &Table, names: &[&str]) -> Vec<String> {
    let platforms = manifest.get("target").and_then(Value::as_table);
    let platforms = platforms.into_iter().flat_map(|table| table.values());
    let scopes = platforms.filter_map(Value::as_table);
    let tables = std::iter::once(manifest)
        .chain(scopes)
        .flat_map(|scope| names.iter().filter_map(|name| scope.get(*name)?.as_table()));
    tables
        .flatten()
        .map(|(name, asked)| {
            let renamed = asked.get("package").and_then(Value::as_str);
            renamed.unwrap_or(name).to_owned()
        })
        .collect()
}
