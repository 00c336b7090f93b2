//! `cargo xtask test`, step by step.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use clap::ValueEnum;

use crate::command::{EVERYTHING, cargo, output, program, run, target};
use crate::omissions::{Omission, run_tests};
use crate::{setup, tidy, wasm};

/// What `cargo xtask test` is told.
#[derive(clap::Args)]
pub struct TestArguments {
    /// These steps only, in their usual order [default: all]
    #[arg(value_name = "STEP")]
    only: Vec<Step>,
    /// Install what is missing first, and fail if something does not run without a good excuse
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The formatting
    Format,
    /// The spelling, and words that have a plainer one
    Words,
    /// The rules that `cargo xtask tidy` checks
    Tidy,
    /// Licences and sources of dependencies, and advisories where their database can be had
    Licences,
    /// What would be uploaded to crates.io
    Packages,
    /// Clippy, without warnings
    Clippy,
    /// All tests, those of the documents among them, and doc tests; then those that need other
    /// programs
    Tests,
    /// The documentation, without warnings
    Documentation,
    /// The page in a browser
    Page,
    /// The Python package: its tests, its types and its documentation
    Python,
    /// The proved checker: its proofs, its program, and what it says of files
    Proved,
    /// Models of what threads share, in all their orders
    Loom,
    /// Each fuzz target for ten seconds
    Fuzz,
    /// Tests of the fastest code, as it is in a release
    Release,
    /// A check with the oldest toolchain that the manifest allows
    OldestToolchain,
    /// The program without features; last, since it puts its program where the others find theirs
    WithoutFeatures,
}

/// Runs the steps, and stops at the first that fails.
pub fn test(root: &Path, arguments: &TestArguments) -> Result<(), String> {
    if arguments.strict {
        // What cannot be had is in the table at the end.
        setup::install(root).unwrap_or_else(|problem| println!("{problem}"));
    } else {
        for need in setup::missing(root) {
            println!(
                "missing: {} ({}, as `cargo xtask setup` does)",
                need.name,
                need.how(root)
            );
        }
    }
    let mut omissions = Vec::new();
    let mut rows = String::new();
    let begun = Instant::now();
    for step in Step::value_variants() {
        if !arguments.only.is_empty() && !arguments.only.contains(step) {
            continue;
        }
        let value = step.to_possible_value().ok_or("a step without a name")?;
        let name = value.get_name();
        println!("\n== {name}");
        let start = Instant::now();
        omissions.extend(
            step.run(root)
                .map_err(|problem| format!("\n== {name}: FAILED\n{problem}"))?,
        );
        let seconds = start.elapsed().as_secs_f64();
        println!("== {name}: passed in {seconds:.1} s");
        rows += &format!("{seconds:8.1} s  {name}\n");
    }
    println!(
        "\nPassed in {:.1} s:\n{rows}",
        begun.elapsed().as_secs_f64()
    );
    for omission in &omissions {
        println!("{}", omission.row());
    }
    let bare = omissions
        .iter()
        .filter(|omission| omission.excuse.is_none())
        .count();
    match bare {
        0 => Ok(()),
        _ if !arguments.strict => Ok(()),
        _ => Err(format!("{bare} of these must run with --strict")),
    }
}

impl Step {
    /// Runs it; returns what of it did not run.
    fn run(self, root: &Path) -> Result<Vec<Omission>, String> {
        let done = match self {
            Self::Format => run(&mut cargo(root, &["fmt", "--all", "--check"])),
            Self::Words => return words(root),
            Self::Tidy => tidy::run(root),
            Self::Licences => return licences(root),
            Self::Packages => packages(root),
            Self::Clippy => clippy(root),
            Self::Tests => return tests(root),
            Self::Documentation => {
                let mut doc = cargo(root, &["doc", "--workspace", "--no-deps"]);
                run(doc.env("RUSTDOCFLAGS", "-D warnings"))
            }
            Self::Page => return page(root),
            Self::Python => return python(root),
            Self::Proved => return proved(root),
            Self::Loom => {
                let arguments = ["test", "-p", "solveig-search", "--lib", "models"];
                let mut test = cargo(root, &arguments);
                test.arg("--target-dir").arg(target(root).join("loom"));
                // The models are small: it is compiling that takes long.
                test.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
                run_tests(test.env("RUSTFLAGS", "--cfg loom")).map(|_| ())
            }
            Self::Fuzz => return fuzz(root),
            Self::Release => {
                let build = ["test", "--release", "-p", "solveig-games", "--lib", "--"];
                run_tests(&mut cargo(root, &[&build[..], &KERNELS].concat())).map(|_| ())
            }
            Self::OldestToolchain => return oldest_toolchain(root),
            Self::WithoutFeatures => without_features(root),
        };
        done.map(|()| Vec::new())
    }
}

fn words(root: &Path) -> Result<Vec<Omission>, String> {
    if let Some(omission) = Omission::without(root, "the spelling", &["typos"]) {
        return Ok(vec![omission]);
    }
    run(&mut program(root, "typos", &[]))?;
    Ok(Vec::new())
}

/// Parts of the names of tests of code with instruction sets of its own, or without checks in a
/// release.
const KERNELS: [&str; 3] = ["othello", "connect_four", "hex"];

/// With all features; the last two steps compile what is there without them.
fn clippy(root: &Path) -> Result<(), String> {
    let all = ["clippy", "--workspace", "--all-targets"];
    let warnings = ["--", "-D", "warnings"];
    run(&mut cargo(
        root,
        &[&all[..], &EVERYTHING, &warnings].concat(),
    ))
}

fn without_features(root: &Path) -> Result<(), String> {
    let bare = ["-p", "solveig-cli", "--no-default-features"];
    let lints = [&["clippy"], &bare[..], &["--tests", "--", "-D", "warnings"]].concat();
    run(&mut cargo(root, &lints))?;
    let commands = ["--test", "commands", "without"];
    let mut test = cargo(root, &[&["test"], &bare[..], &commands].concat());
    // Our crates are compiled anew in any case.
    run_tests(test.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")).map(|_| ())
}

fn licences(root: &Path) -> Result<Vec<Omission>, String> {
    if let Some(omission) = Omission::without(root, "cargo deny", &["cargo-deny"]) {
        return Ok(vec![omission]);
    }
    run(&mut cargo(
        root,
        &[
            "deny",
            "--log-level",
            "error",
            "check",
            "licenses",
            "sources",
        ],
    ))?;
    // It ends with 1 where there is no database as well as where there is an advisory.
    let fetched = output(&mut cargo(root, &["deny", "fetch", "db"])).is_some();
    if fetched {
        run(&mut cargo(
            root,
            &["deny", "--offline", "check", "advisories"],
        ))?;
    }
    let omission = Omission {
        what: "advisories of dependencies".to_owned(),
        why: "their database cannot be fetched from github.com".to_owned(),
        excuse: Some("machines that test changes may not reach it"),
    };
    Ok((!fetched).then_some(omission).into_iter().collect())
}

/// Packs all that is published together, so that they find each other.
fn packages(root: &Path) -> Result<(), String> {
    let all = crate::command::packages(root)?;
    let published = all.iter().filter(|package| package["publish"].is_null());
    let names = published.filter_map(|package| package["name"].as_str());
    let mut command = cargo(
        root,
        &["package", "--no-verify", "--allow-dirty", "--quiet"],
    );
    for name in names {
        command.args(["-p", name]);
    }
    run(&mut command)
}

fn tests(root: &Path) -> Result<Vec<Omission>, String> {
    let all = [&["test", "--workspace"], &EVERYTHING[..]].concat();
    // Without examples that have no tests, which clippy checks.
    let targets = ["--tests", "--no-fail-fast"];
    let mut ignored = run_tests(&mut cargo(root, &[&all[..], &targets].concat()))?;
    ignored.extend(run_tests(&mut cargo(
        root,
        &[&all[..], &["--doc"]].concat(),
    ))?);
    let (mut names, mut omissions) = (Vec::new(), Vec::new());
    for test in &ignored {
        match test.omission(root) {
            Some(why) => omissions.push(why),
            None => names.push(&test.name[..]),
        }
    }
    if !names.is_empty() {
        let ignored = ["--tests", "--", "--ignored", "--exact"];
        run_tests(&mut cargo(root, &[&all[..], &ignored, &names].concat()))?;
    }
    Ok(omissions)
}

/// Builds the programs as the tests do, if they have not.
fn build(root: &Path) -> Result<(), String> {
    let all = [&["test", "--workspace"], &EVERYTHING[..]].concat();
    let tests = ["--test", "commands", "--test", "every_command", "--no-run"];
    run(&mut cargo(root, &[&all[..], &tests].concat()))
}

/// The program that the tests have built.
fn solveig(root: &Path) -> std::path::PathBuf {
    target(root).join(format!("debug/solveig{}", std::env::consts::EXE_SUFFIX))
}

fn page(root: &Path) -> Result<Vec<Omission>, String> {
    let needs = ["Node.js", "chromium", "firefox-esr", "web/node_modules"];
    if let Some(omission) = Omission::without(root, "the page in a browser", &needs) {
        return Ok(vec![omission]);
    }
    wasm::expect_current(root)?;
    build(root)?;
    let mut tests = program(root, "node", &["web/tests/run.mjs", "--solveig"]);
    run(tests.arg(solveig(root)))?;
    Ok(Vec::new())
}

/// The Python package. Its module is built as the tests are, so that dependencies are shared.
fn python(root: &Path) -> Result<Vec<Omission>, String> {
    if let Some(omission) = Omission::without(root, "the Python package", &["python[test]"]) {
        return Ok(vec![omission]);
    }
    // An example has Cargo choose features as for tests.
    let library = ["--lib", "--example", "openapi"];
    let build = [&["build", "--workspace"], &EVERYTHING[..], &library].concat();
    run(&mut cargo(root, &build))?;
    let name = format!("{DLL_PREFIX}_core{DLL_SUFFIX}");
    let module = format!(
        "solveig/_core.{}",
        if cfg!(windows) { "pyd" } else { "abi3.so" }
    );
    let folder = root.join("python");
    fs::copy(target(root).join("debug").join(name), folder.join(&module))
        .map_err(|error| format!("python/{module}: {error}"))?;
    let checks = [
        "ruff check",
        "ruff format --check",
        "mypy tests ../examples/score_an_agent.py",
        "mypy.stubtest solveig._core",
        "pytest --quiet",
    ];
    for check in checks {
        let words: Vec<&str> = ["-m"].into_iter().chain(check.split(' ')).collect();
        let mut python = program(root, "python3", &words);
        // As if it were installed, for programs and for mypy.
        python.env("PYTHONPATH", &folder).env("MYPYPATH", &folder);
        run(python.current_dir(&folder))?;
    }
    Ok(Vec::new())
}

/// The proofs of the proved checker, which are built side by side.
fn proved(root: &Path) -> Result<Vec<Omission>, String> {
    let needs = ["coqc", "make", "ocamlfind"];
    if let Some(omission) = Omission::without(root, "the proved checker", &needs) {
        return Ok(vec![omission]);
    }
    build(root)?;
    let solveig = format!("SOLVEIG={}", solveig(root).display());
    run(&mut program(
        root,
        "make",
        &["-C", "proved", "-j2", "test", &solveig],
    ))?;
    Ok(Vec::new())
}

/// What cargo-fuzz tells the compiler, but for the address sanitizer, which only a nightly one has.
const FUZZING: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions";

fn fuzz(root: &Path) -> Result<Vec<Omission>, String> {
    if let Some(omission) = Omission::without(root, "fuzz targets", &["c++"]) {
        return Ok(vec![omission]);
    }
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]));
    let host = host.ok_or("rustc names no host")?;
    let folder = target(root).join("fuzz");
    // Naming the host keeps the flags from build scripts.
    let arguments = [
        "build",
        "--release",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target",
    ];
    let mut build = cargo(root, &arguments);
    build.arg(host.trim()).arg("--target-dir").arg(&folder);
    run(build.env("RUSTFLAGS", FUZZING).env("CXXFLAGS", "-O1"))?;
    let problem = |error: std::io::Error| format!("fuzz: {error}");
    let mut running = Vec::new();
    for entry in fs::read_dir(root.join("fuzz/fuzz_targets")).map_err(problem)? {
        let name = entry.map_err(problem)?.path().with_extension("");
        let name = name.file_name().unwrap_or_default().to_owned();
        let (corpus, seeds) = (
            root.join("fuzz/corpus").join(&name),
            root.join("fuzz/seeds").join(&name),
        );
        let (log, found) = (
            folder.join(&name).with_extension("log"),
            folder.join("found"),
        );
        fs::create_dir_all(&corpus)
            .and_then(|()| fs::create_dir_all(&found))
            .map_err(problem)?;
        let mut fuzzer = Command::new(folder.join(host.trim()).join("release").join(&name));
        fuzzer
            .args(["-max_total_time=10", "-rss_limit_mb=2048"])
            .arg(&corpus);
        fuzzer.arg(format!("-artifact_prefix={}/", found.display()));
        fuzzer.args(seeds.is_dir().then_some(seeds));
        fuzzer.stderr(fs::File::create(&log).map_err(problem)?);
        running.push((name, log, fuzzer.spawn().map_err(problem)?));
    }
    let mut failed = Vec::new();
    for (name, log, mut fuzzer) in running {
        let passed = fuzzer.wait().map_err(problem)?.success();
        let text = String::from_utf8_lossy(&fs::read(log).map_err(problem)?).into_owned();
        match passed {
            true => println!(
                "{}: {}",
                name.display(),
                text.lines().last().unwrap_or_default()
            ),
            false => failed.push(format!("{}:\n{text}", name.display())),
        }
    }
    match failed.is_empty() {
        true => Ok(Vec::new()),
        false => Err(failed.join("\n")),
    }
}

fn oldest_toolchain(root: &Path) -> Result<Vec<Omission>, String> {
    let what = "a check with the oldest toolchain";
    if let Some(omission) = Omission::without(root, what, &[setup::OLDEST]) {
        return Ok(vec![omission]);
    }
    let check = [
        "run",
        setup::OLDEST_VERSION,
        "cargo",
        "check",
        "--workspace",
        "--exclude",
        "xtask",
    ];
    let mut check = program(root, "rustup", &check);
    check.arg("--target-dir").arg(target(root).join("oldest"));
    check.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    run(check.env("RUSTFLAGS", "-D warnings"))?;
    Ok(Vec::new())
}
