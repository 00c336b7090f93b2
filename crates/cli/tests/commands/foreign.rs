//! What is not ours stays, and what is ours is not lost: files that others put where a command
//! writes, and places that the system does not let it write or remove.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::run::{Folder, Ran, program, solveig, start};

#[test]
fn a_count_in_a_directory_that_stays_has_its_answer() {
    let folder = Folder::new();
    let counted = program("count othello:4x4 --scope strong --work . --json")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let elsewhere = solveig("count othello:4x4 --scope strong --json").json();
    assert_eq!(Ran::of(counted).json()["levels"], elsewhere["levels"]);
    assert!(folder.names().is_empty());
}

#[test]
fn a_work_directory_with_files_of_others_is_left_as_it_is() {
    for name in ["state", "obligations-", "settled-1", "state.json.partial"] {
        let folder = Folder::new();
        fs::write(folder.file(name), "precious").unwrap();
        folder.expect_complaints("count othello:4x4 --scope weak --work @ => does not belong");
        assert_eq!(fs::read(folder.file(name)).unwrap(), b"precious");
    }
}

#[test]
fn a_checkpoint_is_not_written_over_what_somebody_put_there() {
    let folder = Folder::new();
    let command = "value go:5x5 --at-least 2 --solver df-pn --threads 1 --time-limit 3";
    let kept = folder.filled("--checkpoint @/c.ck --every 0.05 -q");
    let mut searching = start(&format!("{command} {kept}"));
    while !folder.file("c.ck").exists() {
        assert!(searching.try_wait().unwrap().is_none(), "it has ended");
        sleep(Duration::from_millis(5));
    }
    for _ in 0..5 {
        fs::write(folder.file("other"), "precious").unwrap();
        fs::rename(folder.file("other"), folder.file("c.ck")).unwrap();
        sleep(Duration::from_millis(300));
        // One that was being written at that moment may have taken its place, and no later one.
        if fs::read(folder.file("c.ck")).unwrap() == b"precious" {
            break;
        }
    }
    assert_eq!(searching.wait().unwrap().code(), Some(2));
    assert_eq!(fs::read(folder.file("c.ck")).unwrap(), b"precious");
}

#[test]
fn what_a_killed_process_left_goes_with_the_next_that_writes_there() {
    let folder = Folder::new();
    let left = [".c.ck.4711-0.partial", ".p.proof.4711-0.partial"];
    for name in left {
        fs::write(folder.file(name), "half").unwrap();
    }
    let command = "prove go:4x4 --at-least 2 --solver df-pn --time-limit 0.3 -q";
    let stopped = folder.solveig(&format!("{command} --checkpoint @/c.ck --out @/p.proof"));
    assert_eq!(stopped.status, 2);
    assert_eq!(folder.names(), [left[1], "c.ck"]);
    folder
        .solveig("prove mnk:3x3?k=3 --out @/p.proof -q")
        .text();
    assert_eq!(folder.names(), ["c.ck", "p.proof"]);
}

#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let folder = Folder::new();
    let solve = format!(
        "ulimit -f 8; exec {} solve connect-four:5x4 --out {} -q",
        env!("CARGO_BIN_EXE_solveig"),
        folder.named("a.sol")
    );
    let ended = Command::new("sh").args(["-c", &solve]).output().unwrap();
    let said = Ran::of(ended).complaint();
    assert!(said.contains("File too large"), "{said}");
    assert!(!folder.file("a.sol").exists());
}

#[test]
fn names_that_leave_no_room_and_names_that_json_cannot_say_are_refused_at_once() {
    let folder = Folder::new();
    for length in [236, 240, 244, 250] {
        let prove = format!("prove go:5x5 --at-least 2 --out @/{}", "n".repeat(length));
        folder.expect_complaints(&format!("{prove} => File name too long"));
    }
    let odd = folder.file("").join(OsStr::from_bytes(b"b\xff.sol"));
    let ended = program("solve othello:4x4 --json -q --out")
        .arg(odd)
        .output()
        .unwrap();
    let said = Ran::of(ended).failure();
    assert!(said.contains("expected UTF-8"), "{said}");
    assert!(folder.names().is_empty());
}

/// A campaign whose ledger is taken away while it runs does not go on in the next one.
#[cfg(feature = "campaigns")]
#[test]
fn a_run_ends_where_another_ledger_took_the_place_of_its_own() {
    let folder = Folder::new();
    let ledger = folder.named("l");
    let init = |campaign: &str| {
        let command = format!("campaign init {campaign} --ledger {ledger} -q");
        assert_eq!(solveig(&command).status, 0);
    };
    // Too much for any machine to end before its ledger is gone.
    init("othello:6x6 --cuts 28,24");
    let mut running = start(&format!("campaign run {ledger} --threads 1 -q"));
    sleep(Duration::from_millis(800));
    for name in folder.names() {
        let _ = fs::remove_file(folder.file(&name));
    }
    init("othello:6x4 --cuts 12,8");
    assert_eq!(running.wait().unwrap().code(), Some(2));
}
