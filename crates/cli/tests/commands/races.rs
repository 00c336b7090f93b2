//! Processes that race for one file or directory: one has it, and every other says who.
//!
//! `SOLVEIG_RACE_ROUNDS` asks for more rounds of each race.

use std::fs;
use std::process::{Child, Output};
use std::thread::sleep;
use std::time::Duration;

#[cfg(unix)]
use crate::run::signal;
use crate::run::{Folder, Ran, start, start_piped};

/// A race has this many rounds, if no more are asked for.
const ROUNDS: u64 = 3;

fn rounds() -> u64 {
    let rounds = std::env::var("SOLVEIG_RACE_ROUNDS").ok();
    let rounds = rounds.map(|text| text.parse().expect("a number of rounds"));
    rounds.unwrap_or(ROUNDS)
}

/// A process that goes with the test.
struct Running(Option<Child>);

impl Running {
    fn start(arguments: &str) -> Self {
        Self(Some(start(arguments)))
    }

    /// Checks that the process still runs.
    #[track_caller]
    fn expect_running(&mut self) {
        let ended = self.0.as_mut().unwrap().try_wait().unwrap();
        assert!(ended.is_none(), "it ended: {ended:?}");
    }

    /// Waits, while the process is alive, until it holds what another one cannot have.
    #[track_caller]
    fn until(mut self, holds: impl Fn() -> bool) -> Self {
        while !holds() {
            self.expect_running();
            sleep(Duration::from_millis(2));
        }
        self
    }

    fn kill(mut self) {
        let mut child = self.0.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Equal solves in a folder of their own.
struct Race {
    folder: Folder,
}

impl Race {
    fn new() -> Self {
        Self {
            folder: Folder::new(),
        }
    }

    fn solve(&self) -> Child {
        let files = self.folder.filled("--out @/r.sol --certificate @/r.cert");
        start_piped(&format!("solve connect-four:5x4 --threads 1 -q {files}"))
    }

    /// Checks that somebody won, that the others say why they did not, and that the files hold.
    fn judge(&self, round: u64, ended: Vec<Output>) {
        let held = self.folder.filled("error: another solve writes @/r.sol\n");
        let mut winners = 0;
        for ran in ended.into_iter().map(Ran::of) {
            match ran.status {
                0 => winners += 1,
                status => assert_eq!((status, ran.stderr), (2, held.clone()), "round {round}"),
            }
        }
        assert!(winners > 0, "round {round}");
        let verified = self.folder.solveig("verify @/r.sol --certificate @/r.cert");
        let found = (verified.status, verified.stderr.as_str());
        assert_eq!(found, (0, ""), "round {round}");
        assert_eq!(self.folder.names(), ["r.cert", "r.sol"], "round {round}");
    }
}

#[test]
fn of_five_equal_solves_those_that_end_with_0_leave_files_that_hold() {
    for round in 0..rounds() {
        let race = Race::new();
        let solves: Vec<_> = (0..5)
            .map(|number| {
                sleep(Duration::from_millis((29 * round + 41 * number) % 71));
                race.solve()
            })
            .collect();
        let ended = solves
            .into_iter()
            .map(|solve| solve.wait_with_output().unwrap());
        race.judge(round, ended.collect());
    }
}

/// One solve is stopped while another one works, ends and hands over to a third.
#[cfg(unix)]
#[test]
fn a_solve_that_sleeps_while_others_come_and_go_has_nothing_when_it_wakes() {
    for round in 0..rounds() {
        let race = Race::new();
        let first = race.solve();
        sleep(Duration::from_millis(300));
        let second = race.solve();
        sleep(Duration::from_millis((53 * round) % 301));
        signal("-STOP", &second);
        let first = first.wait_with_output().unwrap();
        let third = race.solve();
        sleep(Duration::from_millis((17 * round) % 101));
        signal("-CONT", &second);
        let others = [second, third].map(|solve| solve.wait_with_output().unwrap());
        race.judge(round, std::iter::once(first).chain(others).collect());
    }
}

/// Whether a command has written its name into a lock.
fn is_held(folder: &Folder, marker: &str) -> bool {
    let text = fs::read_to_string(folder.file(marker));
    text.is_ok_and(|text| text.ends_with('\n'))
}

#[test]
fn whatever_writes_a_file_keeps_every_other_command_from_it() {
    let folder = Folder::new();
    let file = folder.named("file");
    let mut commands = vec![
        "solve connect-four:4x4 --out @/file",
        "solve connect-four:4x4 --out @/other --certificate @/file",
        "prove connect-four:4x4 --out @/file",
        "prove connect-four:4x4 --out @/other --checkpoint @/file",
        "value connect-four:4x4 --checkpoint @/file",
    ];
    if cfg!(feature = "campaigns") {
        commands.extend([
            "campaign init othello:4x4 --cuts 8,4 --ledger @/file",
            "campaign import-results . --game othello:4x4 --empty 6 --out @/file",
        ]);
    }
    if cfg!(feature = "study") {
        commands.push("trees write --out @/file");
    }
    for (name, holder) in [
        (
            "solve",
            "solve othello:8x8 --cut 40 --threads 1 -q --out @/file",
        ),
        ("prove", "prove othello:8x8 --threads 1 -q --out @/file"),
        (
            "value",
            "value othello:8x8 --solver df-pn --memory 16MiB -q --checkpoint @/file",
        ),
    ] {
        let mut holder =
            Running::start(&folder.filled(holder)).until(|| is_held(&folder, ".file.lock"));
        for command in &commands {
            let complaint = folder.solveig(command).complaint();
            let expected = format!("another {name} writes {file}");
            assert_eq!(complaint, expected, "{command}");
        }
        holder.expect_running();
        assert!(!folder.file("other").exists());
        // A killed process holds nothing.
        holder.kill();
        let _ = fs::remove_dir_all(folder.file("file.work"));
        folder
            .solveig("solve connect-four:4x4 --out @/file --force")
            .text();
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn whatever_works_in_a_directory_keeps_every_other_command_from_it() {
    let folder = Folder::new();
    let count =
        folder.filled("count othello:8x8 --scope strong --threads 1 -q --work @/r.sol.work");
    let holder = Running::start(&count).until(|| is_held(&folder, "r.sol.work/lock"));
    for command in [
        &*count,
        "count connect-four:4x4 --scope weak --work @/r.sol.work",
        "solve connect-four:4x4 --out @/r.sol",
    ] {
        let complaint = folder.solveig(command).complaint();
        let expected = folder.filled("another count works in @/r.sol.work");
        assert_eq!(complaint, expected, "{command}");
    }
    holder.kill();
    assert!(!folder.file("r.sol").exists());
}
