//! `solveig campaign`: proofs in rounds, and what may happen to them on the way.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use solveig_campaign::ledger::Ledger;
use tempfile::TempDir;

use crate::run::{run, solveig, words};

fn ledger(folder: &TempDir) -> PathBuf {
    folder.path().join("test.campaign")
}

fn init(board: &str, cuts: &str, path: &Path) -> Value {
    let path = path.display();
    solveig(&format!(
        "--json campaign init othello:{board} --cuts {cuts} --ledger {path}"
    ))
    .json()
}

fn spawn(arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_solveig"))
        .args(words(arguments))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What a ledger has, whoever drives it at the time.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    jobs: u64,
    solved: u64,
}

fn done(path: &Path) -> Done {
    let summary = Ledger::read(path).unwrap().summary().unwrap();
    Done {
        jobs: summary.jobs.done,
        solved: summary.solved,
    }
}

/// Waits until enough is done, for as long as that takes while `driver` is alive.
fn wait_until(path: &Path, driver: &mut Child, enough: impl Fn(Done) -> bool) {
    while !enough(done(path)) {
        let ended = driver.try_wait().unwrap();
        assert!(ended.is_none(), "it was over before: {:?}", done(path));
        sleep(Duration::from_millis(1));
    }
}

fn expect_proved(path: &Path, value: i64) {
    let path = path.display();
    let checked = solveig(&format!("--json campaign check {path}")).json();
    assert_eq!(checked["holds"], true, "{checked}");
    assert_eq!(
        (&checked["lower"], &checked["upper"]),
        (&value.into(), &value.into())
    );
    let status = solveig(&format!("--json campaign status {path} --cores 10")).json();
    assert_eq!(status["jobs"]["open"], 0);
    assert_eq!(status["share"], 1.0);
}

#[test]
fn a_campaign_is_begun_run_checked_exported_and_played_from() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    let begun = init("6x4", "14,8", &path);
    assert!(begun["first_cut"].as_u64() > Some(100), "{begun}");
    let shown = path.display();
    let unfinished = solveig(&format!("campaign check {shown}")).complaint();
    assert!(unfinished.contains("not proved yet"), "{unfinished}");

    let ran = run(
        &words(&format!(
            "--json campaign run {shown} --threads 2 --audit 0.2"
        )),
        "",
    );
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let ran: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(ran["proved"], serde_json::json!([16, 16]));
    assert!(ran["audited"].as_u64() > Some(0), "{ran}");
    expect_proved(&path, 16);
    // Once more there is nothing left to do.
    let again = solveig(&format!("--json campaign run {shown}")).json();
    assert_eq!(again["nodes"], ran["nodes"]);

    let to = folder.path().join("tables");
    let exported = solveig(&format!(
        "--json campaign export {shown} --to {}",
        to.display()
    ))
    .objects();
    let rows: Vec<&Value> = exported.iter().map(|one| &one["rows"]).collect();
    assert_eq!(*rows[0], ran["positions"]);
    assert_eq!(exported.len(), 6);
    let columns = solveig(&format!(
        "--json campaign export {shown} --format parquet --to {}",
        to.display()
    ))
    .objects();
    let rows = |answers: &[Value]| answers.iter().map(|one| one["rows"].clone()).collect();
    let (text, columns): (Vec<Value>, Vec<Value>) = (rows(&exported), rows(&columns));
    assert_eq!(text, columns);
    let magic = std::fs::read(to.join("bounds.parquet")).unwrap();
    assert!(magic.starts_with(b"PAR1") && magic.ends_with(b"PAR1"));

    let again = solveig(&format!(
        "--json campaign check {shown} --resolve 20 --seed 7 --memory 8MiB"
    ))
    .json();
    assert_eq!(again["second"]["positions"], 20, "{again}");
    assert_eq!(again["second"]["holds"], true, "{again}");
    assert_eq!(again["second"]["wrong"], serde_json::json!([]));

    let table = folder.path().join("test.player");
    let made = solveig(&format!(
        "--json campaign player {shown} --out {}",
        table.display()
    ))
    .json();
    assert_eq!(
        (&made["first"], &made["second"]),
        (&16.into(), &(-16).into())
    );
    let arguments = format!("--json play {} --side none --memory 8MiB", table.display());
    let played = run(&words(&arguments), "");
    let last = played.stdout.lines().last().unwrap();
    // Both sides keep to the value, so that neither gets more.
    assert_eq!(last, r#"{"event":"over","value":16}"#, "{}", played.stderr);
}

#[test]
fn what_cannot_be_a_campaign_is_said_before_anything_is_written() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    let shown = path.display();
    for (arguments, expected) in [
        (
            "othello:6x6 --cuts 20,26",
            "expected 32 >= first >= second >= 1",
        ),
        (
            "othello:6x6 --cuts 40,20",
            "expected 32 >= first >= second >= 1",
        ),
        (
            "othello:6x6 --cuts 20,0",
            "expected 32 >= first >= second >= 1",
        ),
        (
            "othello:6x6 --cuts 26",
            "expected two numbers with a comma between them",
        ),
        (
            "othello:6x6 --cuts 26,20 --goal 3,3",
            "expected two different bounds",
        ),
        (
            "othello:6x6 --cuts 26,20 --goal -40,3",
            "expected two different bounds",
        ),
        ("othello:6x6 --cuts 26,20 -p a1", "the position \"a1\""),
        ("go:3x3 --cuts 6,3", "values depend on how play came about"),
        ("hex:11x11 --cuts 60,30", "room for 128"),
    ] {
        let complaint = solveig(&format!("campaign init {arguments} --ledger {shown}")).complaint();
        assert!(complaint.contains(expected), "{arguments}: {complaint}");
        assert!(!path.exists(), "{arguments}");
    }
    init("4x4", "9,6", &path);
    let again = format!("campaign init othello:4x4 --cuts 9,6 --ledger {shown}");
    assert!(
        solveig(&again)
            .complaint()
            .contains("exists: continue that campaign")
    );
    for (arguments, expected) in [
        (format!("check {shown} --seed 7"), "--resolve"),
        (
            format!("run {shown} --server nats://x --queue a.b"),
            "expected 1 to 64 letters",
        ),
        (
            format!("run {shown} --audit 2"),
            "expected a share from 0 to 1",
        ),
        (
            format!("run {shown} --batch-seconds 0"),
            "expected a time above 0",
        ),
        (format!("run {shown}.other"), "cannot open"),
        (format!("player {shown} --out x.player"), "not proved yet"),
        ("status Cargo.toml".to_owned(), "no ledger of a campaign"),
    ] {
        let complaint = solveig(&format!("campaign {arguments}")).complaint();
        assert!(complaint.contains(expected), "{arguments}: {complaint}");
    }
    #[cfg(not(feature = "jetstream"))]
    for arguments in [
        format!("run {shown} --server nats://x"),
        "worker othello:4x4".to_owned(),
    ] {
        let complaint = solveig(&format!("campaign {arguments}")).complaint();
        assert!(
            complaint.contains("built without JetStream"),
            "{arguments}: {complaint}"
        );
    }
}

#[test]
fn a_driver_that_is_killed_again_and_again_loses_nothing_that_was_accepted() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    init("6x4", "16,9", &path);
    let shown = path.display().to_string();
    let arguments = format!("campaign run {shown} --threads 2 --batch-positions 1 --audit 0.1");
    let mut before = Done::default();
    // Some runs are killed at once, some while estimates are made, others while positions are solved.
    let jobs = [0, 1, 2, 0, 30, 7].map(|jobs| Done { jobs, solved: 0 });
    let solved = [20, 1, 60, 5].map(|solved| Done { jobs: 0, solved });
    for further in jobs.into_iter().chain(solved) {
        let mut child = spawn(&arguments);
        let enough = |now: Done| {
            now.jobs >= before.jobs + further.jobs && now.solved >= before.solved + further.solved
        };
        wait_until(&path, &mut child, enough);
        child.kill().unwrap();
        child.wait().unwrap();
        let now = done(&path);
        assert!(enough(now), "{now:?} after {before:?}");
        before = now;
    }
    let finished = run(&words(&format!("campaign run {shown}")), "");
    assert_eq!(finished.status, 0, "{}", finished.stderr);
    expect_proved(&path, 16);
}

/// A file system of some kilobytes, unmounted when it is dropped.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    fn mount(kibibytes: u32) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kibibytes}k"), "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        match mounted {
            Ok(status) if status.success() => Some(Self { folder }),
            _ => {
                eprintln!("skipped: this machine does not let us mount a small file system");
                None
            }
        }
    }

    fn grow(&self, kibibytes: u32) {
        let grown = Command::new("mount")
            .args(["-o", &format!("remount,size={kibibytes}k")])
            .arg(self.folder.path())
            .status();
        assert!(grown.unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // If it stays, it stays empty.
        let _ = Command::new("umount").arg(self.folder.path()).status();
    }
}

#[test]
fn a_full_disk_stops_a_campaign_with_what_it_had_and_room_lets_it_go_on() {
    let Some(disk) = SmallDisk::mount(360) else {
        return;
    };
    let path = ledger(&disk.folder);
    init("6x4", "14,8", &path);
    let shown = path.display().to_string();
    let full = run(&words(&format!("campaign run {shown} --threads 1")), "");
    assert_eq!(full.status, 2, "{}", full.stdout);
    let complaint = full.stderr.lines().last().unwrap();
    assert!(
        complaint.starts_with("error: ") && complaint.contains("full"),
        "{complaint}"
    );
    disk.grow(64 << 10);
    let status = solveig(&format!("--json campaign status {shown}")).json();
    assert_eq!(status["proved"], Value::Null);
    let finished = run(&words(&format!("campaign run {shown} --threads 1")), "");
    assert_eq!(finished.status, 0, "{}", finished.stderr);
    expect_proved(&path, 16);
}

#[cfg(feature = "jetstream")]
mod servers;
