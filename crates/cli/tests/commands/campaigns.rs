//! `solveig campaign`: proofs in rounds, and what may happen to them on the way.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

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
    let status = run(&words(&format!("campaign status {shown}")), "");
    let can_be_estimated = "what it takes can be estimated when positions are solved";
    assert!(
        status.stdout.contains(can_be_estimated),
        "{}",
        status.stdout
    );
    assert!(!status.stdout.contains("of one core"), "{}", status.stdout);

    let ran = run(
        &words(&format!("--json campaign run {shown} --threads 2")),
        "",
    );
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let ran: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(ran["proved"], serde_json::json!([16, 16]));
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

    let again = solveig(&format!(
        "--json campaign check {shown} --resolve 20 --seed 7 --memory 8MiB"
    ))
    .json();
    assert_eq!(again["second"]["draws"], 20, "{again}");
    assert_eq!(again["second"]["holds"], true, "{again}");
    let share = again["second"]["false_share_at_most"].as_f64().unwrap();
    assert!((share - 0.2057).abs() < 1e-4, "{again}");
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
            format!("run {shown} --batch-time 0"),
            "expected a time above 0",
        ),
        (format!("run {shown}.other"), "cannot open"),
        (format!("player {shown} --out x.player"), "not proved yet"),
        ("status Cargo.toml".to_owned(), "no ledger of a campaign"),
        #[cfg(feature = "jetstream")]
        (
            "worker othello:4x4 --server nats://127.0.0.1:0 --credentials /nowhere".to_owned(),
            "/nowhere: No such file",
        ),
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
fn a_conclusion_that_does_not_follow_is_believed_by_no_command_that_works_with_it() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    init("4x4", "9,6", &path);
    solveig(&format!("campaign run {} --threads 1", path.display())).text();
    let whole = std::fs::read(&path).unwrap();
    for forged in [
        "UPDATE campaign SET lower = -8, upper = -8",
        "DELETE FROM solved",
    ] {
        std::fs::write(&path, &whole).unwrap();
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch(forged).unwrap();
        drop(connection);
        let ran = solveig(&format!("campaign run {} --threads 1", path.display()));
        let complaint = ran.complaint();
        let expected = "which does not follow from its bounds";
        assert!(complaint.contains(expected), "{forged}: {complaint}");
        let player = folder.path().join("a.player");
        let made = solveig(&format!(
            "campaign player {} --out {}",
            path.display(),
            player.display()
        ));
        let complaint = made.complaint();
        assert!(complaint.contains(expected), "{forged}: {complaint}");
        assert!(!player.exists());
    }
    // One that goes on rests its conclusion on what was solved alone.
    let goes_on = "UPDATE campaign SET lower = NULL, upper = NULL, ended = NULL";
    for (forged, expected) in [
        ("UPDATE derived SET lower = -8, upper = -8", ""),
        ("DELETE FROM solved", ""),
        ("DELETE FROM derived; DELETE FROM solved", ""),
        (
            "UPDATE derived SET lower = 16, upper = -16",
            "would have a value from 16 to -16",
        ),
        (
            "INSERT INTO jobs (number, round, task, amount, positions, expected_seconds, state) \
             VALUES (9223372036854775807, 0, 'solve', 1, 1, 1, 'done')",
            "job 9223372036854775807: expected numbers from 1 to",
        ),
        (
            "UPDATE campaign SET plan = replace(plan, '\"far\":30', '\"far\":0')",
            "the plan's far 0: expected",
        ),
    ] {
        std::fs::write(&path, &whole).unwrap();
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection
            .execute_batch(&format!("{goes_on}; {forged}"))
            .unwrap();
        drop(connection);
        let ran = solveig(&format!("campaign run {} --threads 1", path.display()));
        match expected {
            "" => {
                assert_eq!(ran.status, 0, "{forged}: {}", ran.stderr);
                expect_proved(&path, -10);
            }
            expected => {
                let complaint = ran.complaint();
                let place = format!("{}: ", path.display());
                assert!(complaint.starts_with(&place), "{forged}: {complaint}");
                assert!(complaint.contains(expected), "{forged}: {complaint}");
            }
        }
    }
    // A time without end.
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch("UPDATE done_by SET seconds = 9e999")
        .unwrap();
    drop(connection);
    let complaint = solveig(&format!("campaign status {}", path.display())).complaint();
    assert!(complaint.contains("add up to inf seconds"), "{complaint}");
}

#[test]
fn a_check_names_what_it_is_about_and_keeps_its_limits() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    let shown = path.display();
    // After b1 the side to move is worth +10; the start is worth -10.
    solveig(&format!(
        "--json campaign init othello:4x4 -p b1 --cuts 9,6 --ledger {shown}"
    ))
    .json();
    run(&words(&format!("campaign run {shown} --threads 1")), "");
    let before = std::fs::read(&path).unwrap();
    let said = solveig(&format!("campaign check {shown}")).text();
    assert!(
        said.starts_with(
            "othello:4x4 from a position that is NOT its start has the value +10: yes, given these bounds\n"
        ),
        "{said}"
    );
    assert!(
        said.contains("goal: values from -17 to +17 told apart"),
        "{said}"
    );
    assert!(
        said.contains("whether these bounds are true was not tested"),
        "{said}"
    );
    let checked = solveig(&format!("--json campaign check {shown}")).json();
    assert_eq!(
        (&checked["is_start"], &checked["lower"]),
        (&false.into(), &10.into())
    );
    let board = checked["position"].as_str().unwrap();
    let value = run(&["--json", "value", "othello:4x4", "-p", board], "");
    let value: Value = serde_json::from_str(&value.stdout).unwrap();
    assert_eq!(value["value"], 10, "{value}");

    // All that it rests on is tested, and a bound that is wrong is named so that anybody can see
    // it.
    let all = solveig(&format!("campaign check {shown} --resolve 1000000")).text();
    assert!(all.contains("value +10: yes\n"), "{all}");
    assert!(
        all.contains("all that the conclusion rests on was tested"),
        "{all}"
    );
    let some = solveig(&format!("campaign check {shown} --resolve 2 --seed 3")).text();
    assert!(
        some.contains("2 draws of these bounds (--seed 3)"),
        "{some}"
    );
    assert!(
        some.contains("with 99 % confidence at most 90.00 %"),
        "{some}"
    );

    for (limit, expected) in [
        (
            "--time-limit 0",
            "not decided: the limit of 0ns ended the check",
        ),
        ("--time-limit -1", "expected seconds, as in 10"),
        ("--resolve 0", "0 is not in 1..=1000000000"),
    ] {
        let complaint = solveig(&format!("campaign check {shown} {limit}")).complaint();
        assert!(complaint.contains(expected), "{limit}: {complaint}");
    }
    solveig(&format!(
        "campaign check {shown} --memory 1MiB --time-limit 60"
    ))
    .text();
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| !name.to_string_lossy().ends_with(".lock"))
        .collect();
    assert_eq!(names, ["test.campaign"]);

    // Bounds that promise more imply no less.
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch(
            "UPDATE solved SET lower = 16 WHERE upper = 16 AND lower > -16 \
                 AND key NOT IN (SELECT key FROM solved WHERE upper < 16); \
             UPDATE solved SET upper = -16 WHERE lower = -16 AND upper < 16 \
                 AND key NOT IN (SELECT key FROM solved WHERE lower > -16)",
        )
        .unwrap();
    drop(connection);
    let given = solveig(&format!("--json campaign check {shown}")).json();
    assert_eq!(given["holds"], true, "{given}");
    let lie = run(
        &words(&format!("--json campaign check {shown} --resolve 1000000")),
        "",
    );
    let answer: Value = serde_json::from_str(&lie.stdout).unwrap();
    assert_eq!(
        (lie.status, &answer["holds"]),
        (1, &false.into()),
        "{answer}"
    );
    assert_eq!(answer["second"]["false_share_at_most"], Value::Null);
    let wrong = &answer["second"]["wrong"][0];
    let board = wrong["position"].as_str().unwrap();
    let value = run(&["--json", "value", "othello:4x4", "-p", board], "");
    let value: Value = serde_json::from_str(&value.stdout).unwrap();
    assert_eq!(value["value"], wrong["value"], "{wrong}");
    assert_ne!(wrong["bound"], wrong["value"]);
}

#[test]
fn a_driver_that_is_killed_again_and_again_loses_nothing_that_was_accepted() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    init("6x4", "16,9", &path);
    let shown = path.display().to_string();
    let arguments = format!("campaign run {shown} --threads 2 --batch-positions 1");
    let mut before = Done::default();
    // Some runs are killed at once, some while estimates are made, others while positions are
    // solved.
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

/// Sends SIGTERM and waits; the exit status, and what it wrote to standard output.
fn terminated(child: Child) -> (Option<i32>, String) {
    let pid = child.id().to_string();
    let told = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(told.unwrap().success());
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20));
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), said)
}

#[test]
fn a_campaign_that_a_signal_ends_before_its_goal_is_proved_is_not_decided() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    let start = |arguments: &str| {
        Command::new(env!("CARGO_BIN_EXE_solveig"))
            .args(words(arguments))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    // More positions than can be enumerated.
    let begun = start(&format!(
        "campaign init othello:8x8 --cuts 36,30 --ledger {}",
        path.display()
    ));
    sleep(Duration::from_millis(1_000));
    assert_eq!(terminated(begun), (Some(2), String::new()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    // A value that is not found in a minute.
    init("6x6", "26,20", &path);
    for json in ["", "--json"] {
        let before = done(&path).jobs;
        let shown = path.display();
        let mut driver = start(&format!("{json} campaign run {shown} --threads 1"));
        wait_until(&path, &mut driver, |now| now.jobs > before);
        let (status, said) = terminated(driver);
        assert_eq!(status, Some(2), "{said}");
        match json {
            "" => assert!(said.contains("not proved, stopped by a signal"), "{said}"),
            _ => {
                let said: Value = serde_json::from_str(&said).unwrap();
                assert_eq!(said["proved"], Value::Null);
            }
        }
    }
}

/// A file system of some kilobytes, unmounted when it is dropped.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    fn mount(kibibytes: u32) -> Self {
        let folder = TempDir::new().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kibibytes}k"), "tmpfs"])
            .arg(folder.path())
            .status();
        assert!(mounted.unwrap().success());
        Self { folder }
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
#[ignore = "needs root"]
fn a_full_disk_stops_a_campaign_with_what_it_had_and_room_lets_it_go_on() {
    let disk = SmallDisk::mount(360);
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
#[test]
fn a_password_among_the_arguments_is_refused_and_not_repeated() {
    let work = "campaign worker othello:4x4 --server nats://somebody:secret@127.0.0.1:0";
    let complaint = solveig(work).complaint();
    assert!(complaint.contains("SOLVEIG_SERVER"), "{complaint}");
    assert!(!complaint.contains("secret"), "{complaint}");
}

mod hostile;

#[cfg(feature = "jetstream")]
pub mod servers;

#[cfg(feature = "jetstream")]
mod solves;
