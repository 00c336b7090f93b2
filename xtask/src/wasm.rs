//! The engine in WebAssembly, which is committed beside the page, and whether it is of these
//! sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, find, install_package, output, program, run, target};
use crate::tidy;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that it is made of.
const CRATES: [&str; 9] = [
    "api", "engine", "format", "game", "games", "records", "search", "verify", "wasm",
];

/// Where it is kept, and the digest of the sources that it was built from.
const ENGINE: &str = "crates/server/folder/solveig.wasm";
const SOURCES: &str = "crates/server/folder/solveig.sources";

/// Room for searches that go deep, where the linker's default is 1 MiB; and without what the page
/// never asks for.
const FLAGS: [&str; 3] = ["-Clink-arg=-zstack-size=4194304", "--cfg", "solveig_page"];

/// Parts of the paths of machines. Messages of panics name sources, from `solveig`, `crates` and
/// `rust` on.
const MACHINES: [&str; 5] = [
    "/registry/src/",
    "/.cargo/",
    "/Users/",
    "/usr/",
    r"\registry\src\",
];

/// Debian's packages of a Rust toolchain that builds for browsers.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Builds the engine into its place.
pub fn build(root: &Path) -> Result<(), String> {
    let digest = sources(root)?;
    let folder = target(root).join("wasm");
    let mut build = compiler(root).ok_or_else(|| format!("no toolchain: {}", how(root)))?;
    let what = [
        "--profile",
        "wasm",
        "-p",
        "solveig-wasm",
        "--target",
        TARGET,
    ];
    build.args(what).arg("--target-dir").arg(&folder);
    let mut flags = FLAGS.map(str::to_owned).to_vec();
    let folders = folders(root);
    for (folder, name) in &folders {
        flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
    }
    // In this variable, unlike in RUSTFLAGS, flags may hold spaces.
    build.env_remove("RUSTFLAGS");
    run(build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))?;
    let built = folder.join(TARGET).join("wasm/solveig_wasm.wasm");
    let problem = |error: std::io::Error| format!("{ENGINE}: {error}");
    let bytes = fs::read(built).map_err(problem)?;
    expect_no_paths(&bytes, &folders)?;
    fs::write(root.join(ENGINE), &bytes).map_err(problem)?;
    fs::write(root.join(SOURCES), digest + "\n").map_err(problem)?;
    println!("{ENGINE}: {} bytes", bytes.len());
    Ok(())
}

/// The folders of sources on this machine, and the names that they have in the engine.
fn folders(root: &Path) -> Vec<(PathBuf, &'static str)> {
    let mut folders = vec![(root.join("crates"), "solveig")];
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let registries = cargo_home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let registries = registries.into_iter().flatten().flatten();
    folders.extend(registries.map(|one| (one.path(), "crates")));
    let rust = PathBuf::from(RUST_SOURCES);
    folders.extend(fs::canonicalize(&rust).map(|real| (real, "rust")));
    folders.push((rust, "rust"));
    folders
}

/// Fails if the engine names a path of the machine that built it.
fn expect_no_paths(engine: &[u8], folders: &[(PathBuf, &str)]) -> Result<(), String> {
    let here = folders.iter().map(|(folder, _)| folder.to_string_lossy());
    for path in here.chain(MACHINES.map(Into::into)) {
        let mut at = engine.windows(path.len());
        if let Some(start) = at.position(|bytes| bytes == path.as_bytes()) {
            let end = engine.len().min(start + 100);
            let text = String::from_utf8_lossy(&engine[start..end]);
            return Err(format!(
                "{ENGINE} holds a path of the machine that built it: {text:?}"
            ));
        }
    }
    Ok(())
}

/// Fails if the engine that is kept was built from other sources, or names a path of a machine.
pub fn expect_current(root: &Path) -> Result<(), String> {
    let engine = fs::read(root.join(ENGINE)).map_err(|error| format!("{ENGINE}: {error}"))?;
    expect_no_paths(&engine, &[])?;
    let kept = fs::read_to_string(root.join(SOURCES)).unwrap_or_default();
    match kept.trim() == sources(root)? {
        true => Ok(()),
        false => Err(format!(
            "{ENGINE} is older than its sources: `cargo xtask wasm` builds it"
        )),
    }
}

/// A digest of all sources of the engine.
fn sources(root: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    for name in CRATES {
        let folder = root.join("crates").join(name);
        files.push(folder.join("Cargo.toml"));
        files.extend(tidy::files(&folder.join("src")));
    }
    files.sort();
    let mut digest = blake3::Hasher::new();
    for path in files {
        let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
        let bytes = fs::read(&path).map_err(|error| format!("{shown}: {error}"))?;
        for part in [shown.as_bytes(), &bytes] {
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part);
        }
    }
    Ok(digest.finalize().to_hex().to_string())
}

/// Whether a toolchain that builds it is here.
pub fn is_here(root: &Path) -> bool {
    compiler(root).is_some()
}

/// How one gets one.
pub fn how(root: &Path) -> String {
    match find(root, "rustup") {
        Some(_) => format!("rustup target add {TARGET}, or as without rustup"),
        None => format!(
            "apt-get install {} and the lld of its LLVM, as lld-22",
            PACKAGES.join(" ")
        ),
    }
}

/// Installs one: the target of rustup, or where that cannot be had Debian's packages.
pub fn install(root: &Path) -> Result<(), String> {
    let add = run(&mut program(root, "rustup", &["target", "add", TARGET]));
    if add.is_ok() && is_here(root) {
        return Ok(());
    }
    for package in PACKAGES {
        install_package(root, package)?;
    }
    let llvm = llvm().ok_or("rustc-web does not say which LLVM it has")?;
    install_package(root, &format!("lld-{llvm}"))
}

/// `cargo build` for this target, by the toolchain of rustup or by Debian's.
fn compiler(root: &Path) -> Option<Command> {
    let arguments = ["--print", "target-libdir", "--target", TARGET];
    let libraries = output(Command::new("rustc").args(arguments));
    if libraries.is_some_and(|path| Path::new(path.trim()).is_dir()) {
        return Some(cargo(root, &["build"]));
    }
    let has_sources = Path::new(RUST_SOURCES).join("library/std").is_dir();
    let linker = find(root, &format!("wasm-ld-{}", llvm()?)).filter(|_| has_sources)?;
    let mut build = program(root, DEBIAN_CARGO, &["build"]);
    build.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
    build.arg("--config");
    build.arg(format!(
        "target.{TARGET}.linker={:?}",
        linker.to_string_lossy()
    ));
    build.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
    // Cargo of rustup names itself in these.
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTDOC"] {
        build.env_remove(name);
    }
    Some(build)
}

const RUST_SOURCES: &str = "/usr/lib/rustlib/src/rust";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";

/// The major version of the LLVM of Debian's compiler.
fn llvm() -> Option<String> {
    let said = output(Command::new(DEBIAN_RUSTC).arg("-vV"))?;
    let version = said
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: "))?;
    version.split('.').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_with_a_path_of_its_machine_is_refused() {
        let folders = [(PathBuf::from("/src/crates"), "solveig")];
        let held = |text: &str| expect_no_paths(text.as_bytes(), &folders);
        let remapped = "solveig/wasm/src/lib.rs/rustc/5980/library/core/src/option.rs";
        assert_eq!(held(remapped), Ok(()));
        for path in [
            "/src/crates/wasm/src/lib.rs",
            "/opt/cargo/registry/src/index.crates.io-1949cf8c6b5b557f/serde-1.0.228/src/lib.rs",
            "/usr/src/rustc-1.96.0/library/core/src/option.rs",
            r"C:\cargo\registry\src\serde-1.0.228\src\lib.rs",
        ] {
            let error = held(&format!("out of range{path}unwrap")).unwrap_err();
            assert!(error.contains(ENGINE), "{error}");
        }
    }
}
