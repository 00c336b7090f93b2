//! Ledgers that somebody has made to mislead, to write, to fill the disk, or never to end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::change;
use crate::run::{Folder, Ran, solveig, words};

/// A folder with `a.campaign`, a ledger of 4x4 Othello whose campaign is over, with a row in each
/// table.
struct Finished {
    folder: Folder,
    whole: Vec<u8>,
}

impl Finished {
    fn new() -> Self {
        let folder = Folder::new();
        let path = folder.named("a.campaign");
        solveig(&format!(
            "--json campaign init othello:4x4 --cuts 9,6 --ledger {path}"
        ))
        .json();
        solveig(&format!("campaign run {path} --threads 1")).text();
        let finished = Self {
            whole: std::fs::read(&path).unwrap(),
            folder,
        };
        let key = "x'000000000000000000000000000000ff'";
        change(
            &finished.path(),
            &format!(
                "INSERT INTO hypotheses VALUES ({key}, 2, 1, 0, -1, 1); \
                 INSERT INTO unanswered VALUES ({key}, 'solve', 1, 'no memory')"
            ),
        );
        Self {
            whole: std::fs::read(finished.path()).unwrap(),
            ..finished
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.file("a.campaign")
    }

    fn restore(&self) {
        for name in self.folder.names() {
            let path = self.folder.file(&name);
            match path.is_dir() {
                true => std::fs::remove_dir_all(path).unwrap(),
                false => std::fs::remove_file(path).unwrap(),
            }
        }
        std::fs::write(self.path(), &self.whole).unwrap();
    }

    /// The commands that read a ledger, and those that drive its campaign. Each with whether it
    /// only reads.
    fn commands(&self) -> Vec<(String, bool)> {
        let ledger = self.folder.named("a.campaign");
        let named = |name: &str| self.folder.named(name);
        let list = named("list.csv");
        std::fs::write(&list, "obf,count,score,alpha,beta\n").unwrap();
        vec![
            (format!("check {ledger}"), true),
            (format!("check {ledger} --resolve 5 --seed 1"), true),
            (
                format!("check {ledger} --given-hypotheses --value 0 --time-limit 60"),
                true,
            ),
            (format!("status {ledger}"), true),
            (format!("export {ledger} --to {}", named("tables")), true),
            (format!("player {ledger} --out {}", named("a.player")), true),
            (format!("run {ledger} --threads 1"), false),
            (format!("retry {ledger}"), false),
            (
                format!("import --hypotheses {list} --ledger {ledger}"),
                false,
            ),
        ]
    }
}

#[test]
fn ledgers_of_another_layout_or_with_programs_of_their_own_are_refused_by_every_command() {
    let finished = Finished::new();
    for (statements, expected) in [
        (
            "PRAGMA user_version = 3",
            "this ledger has layout 3, this program reads 1",
        ),
        (
            "CREATE TRIGGER t AFTER UPDATE ON campaign BEGIN DELETE FROM solved; END",
            "its trigger \"t\"",
        ),
    ] {
        finished.restore();
        change(&finished.path(), statements);
        let before = std::fs::read(finished.path()).unwrap();
        let commands = finished.commands();
        let names = finished.folder.names();
        for (arguments, reads) in commands {
            let complaint = solveig(&format!("campaign {arguments}")).complaint();
            assert!(complaint.contains(expected), "{arguments}: {complaint}");
            assert!(before == std::fs::read(finished.path()).unwrap());
            if reads {
                assert_eq!(finished.folder.names(), names, "{arguments}");
            }
        }
    }
}

#[test]
fn ledgers_that_say_what_cannot_be_are_refused_by_every_command_that_works_with_it() {
    let finished = Finished::new();
    for (statements, expected, status_reads_it) in [
        (
            "UPDATE campaign SET plan = replace(plan, 'othello:4x4', 'go:2x2')",
            "values depend on how play came about",
            false,
        ),
        (
            "UPDATE campaign SET plan = replace(plan, 'othello:4x4', 'othello:04x4')",
            "the plan is about the game \"othello:04x4\": expected the spelling \"othello:4x4\"",
            false,
        ),
        (
            "UPDATE campaign SET lower = -2147483648, upper = -2147483648",
            "-2147483648, which no game has",
            true,
        ),
    ] {
        finished.restore();
        change(&finished.path(), statements);
        let before = std::fs::read(finished.path()).unwrap();
        for (arguments, _) in finished.commands() {
            let command = arguments.split(' ').next().unwrap();
            let concerned = ["check", "run", "player"].contains(&command)
                || command == "status" && status_reads_it;
            if concerned && !arguments.contains("--given") {
                let complaint = solveig(&format!("campaign {arguments}")).complaint();
                assert!(complaint.contains(expected), "{arguments}: {complaint}");
                assert!(before == std::fs::read(finished.path()).unwrap());
            }
        }
    }
}

/// Has the tree of a table or index lead to one of its leaves without end.
fn endless(file: &mut Vec<u8>, root: usize) {
    const DEPTH: u32 = 7;
    let page = usize::from(u16::from_be_bytes([file[16], file[17]]));
    let number = |file: &[u8], at: usize| usize::from(u16::from_be_bytes([file[at], file[at + 1]]));
    let start = |page_number: usize| (page_number - 1) * page;
    // A leaf; if that is the root, it moves to a page of its own.
    let mut leaf = root;
    while [2, 5].contains(&file[start(leaf)]) {
        let first = number(file, start(leaf) + 12);
        let at = start(leaf) + first;
        leaf = u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    }
    if leaf == root {
        let content = file[start(root)..start(root) + page].to_vec();
        file.extend(content);
        leaf = file.len() / page;
    }
    let is_index = file[start(leaf)] == 10;
    assert!(is_index || file[start(leaf)] == 13);
    assert!(number(file, start(leaf) + 3) > 0, "it has no row");
    // What an inner cell has after the number of its page: a row of an index, or a row number.
    let after = match is_index {
        true => {
            let first = number(file, start(leaf) + 8);
            let at = start(leaf) + first;
            let length = match (file[at], file[at + 1]) {
                (length @ 0..128, _) => 1 + usize::from(length),
                (high, low) => 2 + (usize::from(high - 128) << 7) + usize::from(low),
            };
            assert!(length < 900, "it overflows its page");
            file[at..at + length].to_vec()
        }
        false => vec![1],
    };
    let mut child = leaf as u32;
    for level in 0..DEPTH {
        let mut inner = vec![0; page];
        let length = 4 + after.len();
        let cells = ((page - 12) / (length + 2)).min(570);
        inner[0] = if is_index { 2 } else { 5 };
        inner[3..5].copy_from_slice(&(cells as u16).to_be_bytes());
        inner[8..12].copy_from_slice(&child.to_be_bytes());
        let mut at = page;
        for cell in 0..cells {
            at -= length;
            inner[at..at + 4].copy_from_slice(&child.to_be_bytes());
            inner[at + 4..at + length].copy_from_slice(&after);
            let pointer = 12 + 2 * cell;
            inner[pointer..pointer + 2].copy_from_slice(&(at as u16).to_be_bytes());
        }
        inner[5..7].copy_from_slice(&(at as u16).to_be_bytes());
        if level + 1 == DEPTH {
            file[start(root)..start(root) + page].copy_from_slice(&inner);
        } else {
            file.extend(&inner);
            child = (file.len() / page) as u32;
        }
    }
    let pages = (file.len() / page) as u32;
    file[28..32].copy_from_slice(&pages.to_be_bytes());
}

/// Runs a command that may write no file of more than some megabytes, for two minutes at most.
fn ends(arguments: &str, temporary: &Path) -> (Ran, Duration) {
    let begun = Instant::now();
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -f 60000; exec timeout -s KILL 120 \"$0\" \"$@\"",
        ])
        .arg(env!("CARGO_BIN_EXE_solveig"))
        .args(words(arguments))
        .env("SQLITE_TMPDIR", temporary)
        .stdin(Stdio::null())
        .output();
    (Ran::of(output.unwrap()), begun.elapsed())
}

#[test]
fn tables_whose_pages_lead_to_one_another_without_end_hang_no_command_and_fill_no_disk() {
    let finished = Finished::new();
    let connection = Connection::open(finished.path()).unwrap();
    let mut query = connection
        .prepare("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
        .unwrap();
    let trees: Vec<(String, usize)> = query
        .query_map([], |row| Ok((row.get(0)?, row.get::<_, u32>(1)? as usize)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    drop(query);
    drop(connection);
    assert!(trees.len() > 12, "{trees:?}");
    let temporary = Folder::new();
    let (mut longest, mut said_endless) = ((Duration::ZERO, String::new()), Vec::new());
    for (name, root) in &trees {
        finished.restore();
        let mut forged = finished.whole.clone();
        endless(&mut forged, *root);
        for (arguments, reads) in finished.commands() {
            // It begins as the check that does not test bounds.
            if arguments.contains("--resolve") {
                continue;
            }
            std::fs::write(finished.path(), &forged).unwrap();
            let (ran, took) = ends(&format!("campaign {arguments}"), temporary.path());
            let status = ran.status;
            assert!([0, 1, 2].contains(&status), "{name}, {arguments}: {status}");
            assert!(!ran.stderr.contains("panicked"), "{name}, {arguments}");
            if ran.stderr.contains("comes to no end") {
                said_endless.push(name.as_str());
            }
            longest = longest.max((took, format!("{name}, {arguments}")));
            if reads {
                let after = std::fs::read(finished.path()).unwrap();
                assert!(after == forged, "{name}, {arguments}: it was written to");
            }
            for left in ["a.campaign-wal", "a.campaign-shm", "a.campaign-journal"] {
                let _ = std::fs::remove_file(finished.folder.file(left));
            }
        }
    }
    println!("longest {longest:?}; endless: {said_endless:?}");
    assert!(said_endless.len() > 5, "{said_endless:?}");
    assert!(temporary.names().is_empty());
}
