//! `solveig campaign`: proofs in rounds, and what may happen to them on the way.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use solveig_campaign::ledger::Ledger;
use solveig_testkit::cases::cases;
use tempfile::TempDir;

use crate::run::{expect_complaints, run, signal, solveig, start, start_piped};

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

/// Changes a ledger as a stranger may.
fn change(path: &Path, statements: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    let before = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;";
    connection
        .execute_batch(&format!("{before} {statements}"))
        .unwrap();
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
    let status = solveig(&format!("campaign status {shown}"));
    let can_be_estimated = "what it takes can be estimated when positions are solved";
    let status = status.stdout;
    assert!(
        status.contains(can_be_estimated) && !status.contains("of one core"),
        "{status}"
    );

    let ran = solveig(&format!("--json campaign run {shown} --threads 2"));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let ran: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(ran["proved"], serde_json::json!([16, 16]));
    expect_proved(&path, 16);
    // Once more there is nothing left to do.
    let again = solveig(&format!("--json campaign run {shown}")).json();
    assert_eq!(again["nodes"], ran["nodes"]);

    let export = format!("--json campaign export {shown} --to {shown}.tables");
    let exported = solveig(&export).objects();
    let rows: Vec<&Value> = exported.iter().map(|one| &one["rows"]).collect();
    assert_eq!(*rows[0], ran["positions"]);
    assert_eq!(exported.len(), 7);

    let check = format!("--json campaign check {shown} --resolve 20 --seed 7 --memory 8MiB");
    let again = solveig(&check).json();
    assert_eq!(again["second"]["draws"], 20, "{again}");
    assert_eq!(again["second"]["holds"], true, "{again}");
    let share = again["second"]["false_share_at_most"].as_f64().unwrap();
    assert!((share - 0.2057).abs() < 1e-4, "{again}");
    assert_eq!(again["second"]["wrong"], serde_json::json!([]));

    let make = format!("--json campaign player {shown} --out {shown}.player");
    let table = solveig(&make).json();
    assert_eq!(
        (&table["first"], &table["second"]),
        (&16.into(), &(-16).into())
    );
    let arguments = format!("--json play {shown}.player --side none --memory 8MiB");
    let played = solveig(&arguments);
    let last = played.stdout.lines().last().unwrap();
    // Both sides keep to the value, so that neither gets more.
    assert_eq!(last, r#"{"event":"over","value":16}"#, "{}", played.stderr);
}

#[test]
fn what_cannot_be_a_campaign_is_said_before_anything_is_written() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    let shown = path.display();
    let table = "
        othello:6x6 --cuts 20,26 => expected 32 >= first >= second >= 1
        othello:6x6 --cuts 40,20 => expected 32 >= first >= second >= 1
        othello:6x6 --cuts 20,0 => expected 32 >= first >= second >= 1
        othello:6x6 --cuts 26 => expected two numbers with a comma between them
        othello:6x6 --cuts 26,20 --goal 3,3 => expected two different bounds
        othello:6x6 --cuts 26,20 --goal -40,3 => expected two different bounds
        othello:6x6 --cuts 26,20 -p a1 => the position \"a1\"
        go:3x3 --cuts 6,3 => values depend on how play came about
        hex:11x11 --cuts 60,30 => room for 128
    ";
    for (arguments, expected) in cases(table) {
        let complaint = solveig(&format!("campaign init {arguments} --ledger {shown}")).complaint();
        assert!(complaint.contains(expected), "{arguments}: {complaint}");
        assert!(!path.exists(), "{arguments}");
    }
    init("4x4", "9,6", &path);
    let table = "
        campaign init othello:4x4 --cuts 9,6 --ledger @ => exists: continue that campaign
        campaign check @ --seed 7 => --resolve
        campaign run @ --server nats://x --queue a.b => expected 1 to 64 letters
        campaign run @ --batch-time 0 => expected a time above 0
        campaign run @.other => cannot open
        campaign player @ --out x.player => not proved yet
        campaign status Cargo.toml => no ledger of a campaign
    ";
    expect_complaints(&table.replace('@', path.to_str().unwrap()));
    #[cfg(feature = "jetstream")]
    expect_complaints(
        "campaign worker othello:4x4 --server nats://127.0.0.1:0 --credentials /nowhere => \
         /nowhere: No such file",
    );
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
        change(&path, forged);
        let table = "
            campaign run @ --threads 1 => which does not follow from its bounds
            campaign player @ --out @.player => which does not follow from its bounds
        ";
        expect_complaints(&table.replace('@', path.to_str().unwrap()));
        assert!(!path.with_extension("campaign.player").exists());
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
            "UPDATE campaign SET jobs = 9223372036854775807",
            "table campaign has jobs 9223372036854775807: expected a number from 0 to",
        ),
        (
            "UPDATE campaign SET jobs = 1, earlier = 0",
            "table reports has job ",
        ),
        (
            "UPDATE campaign SET plan = replace(plan, '\"far\":30', '\"far\":0')",
            "the plan's far 0: expected",
        ),
    ] {
        std::fs::write(&path, &whole).unwrap();
        change(&path, &format!("{goes_on}; {forged}"));
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
    change(&path, "UPDATE done_by SET seconds = 9e999");
    let status = format!("campaign status {}", path.display());
    expect_complaints(&format!("{status} => add up to inf seconds"));
}

#[test]
fn a_check_names_what_it_is_about_and_keeps_its_limits() {
    let folder = TempDir::new().unwrap();
    let path = ledger(&folder);
    let shown = path.display();
    // After b1 the side to move is worth +10; the start is worth -10.
    solveig(&format!(
        "campaign init othello:4x4 -p b1 --cuts 9,6 --ledger {shown}"
    ))
    .text();
    solveig(&format!("campaign run {shown} --threads 1")).text();
    let before = std::fs::read(&path).unwrap();
    let said = solveig(&format!("campaign check {shown}")).text();
    let start = "othello:4x4 from a position that is NOT its start has the value +10: yes, given";
    assert!(
        said.starts_with(&format!("{start} these bounds\n")),
        "{said}"
    );
    for part in [
        "goal: values from -17 to +17 told apart",
        "whether these bounds are true was not tested",
    ] {
        assert!(said.contains(part), "{said}");
    }
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
    for part in [
        "value +10: yes\n",
        "all that the conclusion rests on was tested",
    ] {
        assert!(all.contains(part), "{all}");
    }
    let some = solveig(&format!("campaign check {shown} --resolve 2 --seed 3")).text();
    for part in [
        "2 draws of these bounds (--seed 3)",
        "with 99 % confidence at most 90.00 %",
    ] {
        assert!(some.contains(part), "{some}");
    }

    let table = "
        campaign check @ --time-limit 0 => not decided: the limit of 0ns ended the check
        campaign check @ --time-limit -1 => expected seconds, as in 10
        campaign check @ --resolve 0 => 0 is not in 1..=1000000000
    ";
    expect_complaints(&table.replace('@', path.to_str().unwrap()));
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
    change(
        &path,
        "UPDATE solved SET lower = 16 WHERE upper = 16 AND lower > -16 \
             AND key NOT IN (SELECT key FROM solved WHERE upper < 16); \
         UPDATE solved SET upper = -16 WHERE lower = -16 AND upper < 16 \
             AND key NOT IN (SELECT key FROM solved WHERE lower > -16)",
    );
    let answer = solveig(&format!("--json campaign check {shown}")).json();
    assert_eq!(answer["holds"], true, "{answer}");
    let lie = solveig(&format!("--json campaign check {shown} --resolve 1000000"));
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
        let mut child = start(&arguments);
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
    let finished = solveig(&format!("campaign run {shown}"));
    assert_eq!(finished.status, 0, "{}", finished.stderr);
    expect_proved(&path, 16);
}

/// Sends SIGTERM and waits; the exit status, and what it wrote to standard output.
fn terminated(child: Child) -> (Option<i32>, String) {
    signal("-TERM", &child);
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
    // More positions than can be enumerated.
    let shown = path.display();
    let endless = format!("campaign init othello:8x8 --cuts 36,30 --ledger {shown}");
    let begun = start_piped(&endless);
    sleep(Duration::from_millis(1_000));
    assert_eq!(terminated(begun), (Some(2), String::new()));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    // A value that is not found in a minute.
    init("6x6", "26,20", &path);
    for json in ["", "--json"] {
        let before = done(&path).jobs;
        let shown = path.display();
        let mut driver = start_piped(&format!("{json} -q campaign run {shown} --threads 1"));
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
    let full = solveig(&format!("campaign run {shown} --threads 1"));
    assert_eq!(full.status, 2, "{}", full.stdout);
    let complaint = full.stderr.lines().last().unwrap();
    assert!(
        complaint.starts_with("error: ") && complaint.contains("full"),
        "{complaint}"
    );
    disk.grow(64 << 10);
    let status = solveig(&format!("--json campaign status {shown}")).json();
    assert_eq!(status["proved"], Value::Null);
    let finished = solveig(&format!("campaign run {shown} --threads 1"));
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
