//! Processes that race for one file or directory: one has it, and every other says who.
//!
//! `SOLVEIG_RACE_ROUNDS` asks for more rounds of each race.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::run::{Folder, Ran, run, words};

/// A race has this many rounds, if no more are asked for.
const ROUNDS: u64 = 3;

fn rounds() -> u64 {
    let asked = std::env::var("SOLVEIG_RACE_ROUNDS").ok();
    let asked = asked.map(|text| text.parse().expect("a number of rounds"));
    asked.unwrap_or(ROUNDS)
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_solveig"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// A process that goes with the test.
struct Running(Option<Child>);

impl Running {
    fn start(arguments: &str) -> Self {
        Self(Some(start(&words(arguments))))
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

#[cfg(unix)]
fn signal(name: &str, child: &Child) {
    let process = child.id().to_string();
    let sent = Command::new("kill").args([name, &process]).status();
    assert!(sent.unwrap().success(), "{name} {process}");
}

/// Equal solves in a folder of their own.
struct Race {
    folder: Folder,
    out: String,
    certificate: String,
}

impl Race {
    fn new() -> Self {
        let folder = Folder::new();
        let (out, certificate) = (folder.named("r.sol"), folder.named("r.cert"));
        Self {
            folder,
            out,
            certificate,
        }
    }

    fn solve(&self) -> Child {
        let fixed = "solve connect-four:5x4 --threads 1 -q";
        let mut arguments = words(fixed);
        arguments.extend(["--out", &self.out, "--certificate", &self.certificate]);
        start(&arguments)
    }

    /// Checks that somebody won, that the others say why they did not, and that the files hold.
    fn judge(&self, round: u64, ended: Vec<Output>) {
        let held = format!("error: another solve writes {}\n", self.out);
        let mut winners = 0;
        for ran in ended.into_iter().map(Ran::of) {
            match ran.status {
                0 => winners += 1,
                status => assert_eq!((status, ran.stderr), (2, held.clone()), "round {round}"),
            }
        }
        assert!(winners > 0, "round {round}");
        let verify = ["verify", &self.out, "--certificate", &self.certificate];
        let verified = run(&verify, "");
        assert_eq!(
            (verified.status, verified.stderr.as_str()),
            (0, ""),
            "round {round}"
        );
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
    let other = folder.named("other");
    let mut commands = vec![
        "solve connect-four:4x4 --out FILE",
        "solve connect-four:4x4 --out OTHER --certificate FILE",
        "prove connect-four:4x4 --out FILE",
        "prove connect-four:4x4 --out OTHER --checkpoint FILE",
        "value connect-four:4x4 --checkpoint FILE",
    ];
    if cfg!(feature = "campaigns") {
        commands.extend([
            "campaign init othello:4x4 --cuts 8,4 --ledger FILE",
            "campaign import-results . --game othello:4x4 --empty 6 --out FILE",
        ]);
    }
    if cfg!(feature = "study") {
        commands.push("trees write --out FILE");
    }
    let holders = [
        (
            "solve",
            format!("solve othello:8x8 --cut 40 --threads 1 -q --out {file}"),
        ),
        (
            "prove",
            format!("prove othello:8x8 --threads 1 -q --out {file}"),
        ),
        (
            "value",
            format!("value othello:8x8 --solver df-pn --memory 16MiB -q --checkpoint {file}"),
        ),
    ];
    for (name, holder) in holders {
        let mut holder = Running::start(&holder).until(|| is_held(&folder, ".file.lock"));
        for command in &commands {
            let command = command.replace("FILE", &file).replace("OTHER", &other);
            let complaint = run(&words(&command), "").complaint();
            let expected = format!("another {name} writes {file}");
            assert_eq!(complaint, expected, "{command}");
        }
        holder.expect_running();
        assert!(!folder.file("other").exists());
        // A killed process holds nothing.
        holder.kill();
        let _ = fs::remove_dir_all(folder.file("file.work"));
        run(
            &["solve", "connect-four:4x4", "--out", &file, "--force"],
            "",
        )
        .text();
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn whatever_works_in_a_directory_keeps_every_other_command_from_it() {
    let folder = Folder::new();
    let (work, out) = (folder.named("r.sol.work"), folder.named("r.sol"));
    let count = format!("count othello:8x8 --scope strong --threads 1 -q --work {work}");
    let holder = Running::start(&count).until(|| is_held(&folder, "r.sol.work/lock"));
    for command in [
        count,
        format!("count connect-four:4x4 --scope weak --work {work}"),
        format!("solve connect-four:4x4 --out {out}"),
    ] {
        let complaint = run(&words(&command), "").complaint();
        assert_eq!(
            complaint,
            format!("another count works in {work}"),
            "{command}"
        );
    }
    holder.kill();
    assert!(!folder.file("r.sol").exists());
}

/// A ledger is changed in place, so its names do not matter, nor what lies beside it.
#[cfg(all(target_os = "linux", feature = "campaigns"))]
#[test]
fn a_ledger_has_one_driver_whatever_it_is_called() {
    let folder = Folder::new();
    let names = ["a.campaign", "hard.campaign", "soft.campaign"];
    let [ledger, hard, soft] = names.map(|name| folder.named(name));
    run(
        &words(&format!(
            "campaign init othello:6x6 --cuts 26,20 --ledger {ledger}"
        )),
        "",
    );
    let holder = Running::start(&format!("campaign run {ledger} --threads 1"))
        .until(|| folder.file("a.campaign-wal").exists());
    fs::hard_link(&ledger, &hard).unwrap();
    std::os::unix::fs::symlink(&ledger, &soft).unwrap();
    for _ in 0..2 {
        for name in [&ledger, &hard, &soft] {
            for command in ["run", "retry"] {
                let complaint = run(&["campaign", command, name], "").complaint();
                assert!(
                    complaint.starts_with("another process writes "),
                    "{complaint}"
                );
            }
        }
        for name in folder.names() {
            if name.ends_with(".lock") {
                fs::remove_file(folder.file(&name)).unwrap();
            }
        }
    }
    holder.kill();
    // What the killed driver left beside one name is not seen from the other.
    let complaint = run(&["campaign", "run", &hard], "").complaint();
    assert!(complaint.contains("2 names"), "{complaint}");
}
