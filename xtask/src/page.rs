//! The tests of the page in `web/`, in a browser at a real server.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::cargo;

/// Where Debian's package puts its browser.
const CHROMIUM: &str = "/usr/bin/chromium";

/// The oldest Node that Vite runs on.
const NODE: (u32, u32) = (20, 19);

/// Installs by name what the tests need and the machine has not.
///
/// # Errors
///
/// Says what is missing and cannot be had.
pub fn prepare(root: &Path) -> Result<(), String> {
    let version = output("node", &["--version"])
        .ok_or_else(|| "there is no node; expected Node.js with npm".to_owned())?;
    if release(&version).is_none_or(|found| found < NODE) {
        let (major, minor) = NODE;
        let version = version.trim();
        return Err(format!(
            "node is {version}; expected {major}.{minor} or newer"
        ));
    }
    if !Path::new(CHROMIUM).exists() {
        println!("{CHROMIUM} is missing: installing the package chromium");
        let install = [
            "install",
            "--yes",
            "--quiet",
            "--no-install-recommends",
            "chromium",
        ];
        let installed = run("apt-get", &install, None)
            || (run("apt-get", &["update", "--quiet"], None) && run("apt-get", &install, None));
        if !installed {
            return Err(format!(
                "there is no {CHROMIUM}, and `apt-get install chromium` does not work here"
            ));
        }
    }
    let web = root.join("web");
    if !is_installed(&web) {
        println!("web/node_modules is missing or old: npm ci");
        let arguments = ["ci", "--prefer-offline", "--fetch-retries=1"];
        if !run("npm", &arguments, Some(&web)) {
            return Err(
                "web/node_modules is missing or old, and `npm ci` does not work here".to_owned(),
            );
        }
    }
    Ok(())
}

/// Runs all tests of the page with the program that the other tests have built.
///
/// # Errors
///
/// Fails if a test fails.
pub fn test(root: &Path) -> Result<(), String> {
    let program = format!("debug/solveig{}", std::env::consts::EXE_SUFFIX);
    let program = cargo::target(root).join(program);
    let status = Command::new("node")
        .arg("web/tests/run.mjs")
        .arg("--solveig")
        .arg(&program)
        .current_dir(root)
        .status()
        .map_err(|error| format!("node could not be started: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("web/tests/run.mjs failed ({status})"))
    }
}

/// Whether `npm ci` has run since the lock file was written.
fn is_installed(web: &Path) -> bool {
    let written =
        |path: &str| -> Option<SystemTime> { fs::metadata(web.join(path)).ok()?.modified().ok() };
    match (
        written("node_modules/.package-lock.json"),
        written("package-lock.json"),
    ) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}

/// The first two numbers of a version such as `v20.19.2`.
fn release(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

fn run(program: &str, arguments: &[&str], folder: Option<&Path>) -> bool {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
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
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            fs::File::options()
                .write(true)
                .open(path)
                .unwrap()
                .set_modified(time)
                .unwrap();
        };
        write("package-lock.json", 1_000);
        assert!(!is_installed(web.path()));
        write("node_modules/.package-lock.json", 2_000);
        assert!(is_installed(web.path()));
        write("package-lock.json", 3_000);
        assert!(!is_installed(web.path()));
    }
}
