//! Limits that hold: every command is broken off at drawn moments, by a limit of time and by
//! signals.
//!
//! `SOLVEIG_MOMENTS` says how many signals each command gets (five), and `SOLVEIG_SEED` repeats the
//! draws of a run that failed.

mod rows;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use solveig_game::random::Random;

use crate::run::{Folder, program, signal, solveig, start_piped};
use rows::{Ends, Row, rows};

/// How long after its limit or a signal a command may end, on a machine with other work. On an idle
/// one it takes half a second at most.
const MAX_OVERRUN: Duration = Duration::from_secs(6);

/// After how many milliseconds a command listens for signals, on a machine with other work.
const LISTENS: u32 = 300;

/// The number in an environment variable.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A generator of random numbers, with the seed on standard error.
fn random(of: &str) -> Random {
    let seed = number("SOLVEIG_SEED").unwrap_or_else(|| {
        use std::hash::{BuildHasher, RandomState};
        RandomState::new().hash_one(0) % 1_000_000
    });
    eprintln!("{of}: SOLVEIG_SEED={seed}");
    Random::new(seed)
}

/// What ends a command.
#[derive(Clone, Copy, Debug)]
enum EndCause {
    /// `--time-limit`, in milliseconds.
    Limit(u32),
    /// A signal, and after how many milliseconds it is sent.
    Signal(i32, u32),
}

const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// A program that has ended.
struct Ended {
    status: ExitStatus,
    /// Standard output and error.
    said: String,
    overrun: Duration,
}

/// Runs a command until it ends, which it is told to.
fn broken_off(row: &Row, folder: &Folder, inputs: &Path, cause: EndCause) -> Ended {
    let place = folder.path().display().to_string();
    let inputs = inputs.display().to_string();
    let mut arguments: Vec<String> = (row.command.split(' '))
        .chain(row.arguments.split_whitespace())
        .map(|word| word.replace("{}", &place).replace("{inputs}", &inputs))
        .collect();
    let after = match cause {
        EndCause::Limit(limit) => {
            arguments.extend([
                "--time-limit".to_owned(),
                format!("{}", f64::from(limit) / 1000.0),
            ]);
            limit
        }
        EndCause::Signal(_, after) => after,
    };
    let [out, err] = ["out", "err"].map(|name| folder.file("said").join(name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_solveig"))
        .args(&arguments)
        .env("TMPDIR", folder.file("tmp"))
        .stdin(Stdio::piped())
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&err).unwrap())
        .spawn()
        .unwrap();
    // What reads lines reads this one, and waits for more.
    let mut input = child.stdin.take().unwrap();
    let _ = input.write_all(row.input.as_bytes());
    sleep(Duration::from_millis(after.into()));
    if let EndCause::Signal(number, _) = cause {
        signal(&format!("-{number}"), &child);
    }
    let since = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if since.elapsed() > 10 * MAX_OVERRUN {
            child.kill().unwrap();
            panic!("`{}` with {cause:?} does not end", row.command);
        }
        sleep(Duration::from_millis(2));
    };
    drop(input);
    let said = [out, err].map(|path| fs::read_to_string(path).unwrap());
    Ended {
        status,
        said: said.concat(),
        overrun: since.elapsed(),
    }
}

/// Whether a command ended as it ought to; `false` if the signal came before it listened.
#[track_caller]
fn expect(row: &Row, folder: &Folder, cause: EndCause, ended: &Ended) -> bool {
    let Ended { status, said, .. } = ended;
    let place = format!("{} with {cause:?}: {status}, {said}", row.command);
    assert!(!said.contains("panicked"), "{place}");
    assert!(ended.overrun < MAX_OVERRUN, "{:?}: {place}", ended.overrun);
    let left = |name: &String| !row.keeps.contains(&name.as_str());
    // A lock outlives whoever held it.
    let is_lock = |name: &str| name.starts_with('.') && name.ends_with(".lock");
    let ours = |name: &String| !["said", "tmp"].contains(&name.as_str()) && !is_lock(name);
    let mut left: Vec<String> = folder.names().into_iter().filter(left).collect();
    left.retain(ours);
    assert!(
        left.is_empty() || status.code() == Some(0),
        "{left:?}: {place}"
    );
    let temporary = fs::read_dir(folder.file("tmp")).unwrap().count();
    assert_eq!(temporary, 0, "{place}");
    let killed = |number| status.signal() == Some(number);
    // Until a command listens itself, a signal ends it without a word.
    let is_early = |number| killed(number) || status.code() == Some(2) && said.is_empty();
    match (row.ends, cause) {
        _ if row.is_short && matches!(status.code(), Some(0)) => true,
        (Ends::Stopped, EndCause::Limit(_)) => {
            let says = ["time limit", "not decided"]
                .iter()
                .any(|one| said.contains(one));
            assert!(status.code() == Some(2) && says, "{place}");
            true
        }
        (Ends::Stopped, EndCause::Signal(number, _)) if is_early(number) => false,
        (Ends::Stopped, EndCause::Signal(..)) => {
            let says = said.contains(row.says);
            assert!(status.code() == Some(2) && says, "{place}");
            true
        }
        (Ends::Done, EndCause::Signal(number, _)) => {
            // A server that is told to end while it opens its files says so.
            let is_told = status.code() == Some(2) && said.contains("told to stop");
            let is_done = status.code() == Some(0) || is_told;
            assert!(is_done || is_early(number), "{place}");
            is_done
        }
        (Ends::AtOnce, EndCause::Signal(number, _)) => {
            assert!(status.code() == Some(2) || killed(number), "{place}");
            status.code() == Some(2)
        }
        (Ends::Done | Ends::AtOnce, EndCause::Limit(_)) => unreachable!("{place}"),
    }
}

/// The names of the commands, as the parser lists them: `value`, `campaign run`.
fn commands(of: &str) -> Vec<String> {
    let help = solveig(&format!("{of} --help")).text();
    let listed = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let listed = listed.lines().take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !["", "help"].contains(name));
    let mut all = Vec::new();
    for name in names {
        let name = format!("{of} {name}").trim().to_owned();
        let below = commands(&name);
        match below.is_empty() {
            true => all.push(name),
            false => all.extend(below),
        }
    }
    all
}

#[test]
fn every_command_ends_at_its_limit_and_on_signals_and_leaves_nothing_behind() {
    let rows = rows();
    let listed: BTreeSet<String> = commands("").into_iter().collect();
    let commands: BTreeSet<String> = rows.iter().map(|row| row.command.to_owned()).collect();
    assert_eq!(
        listed, commands,
        "each command has a row here, and each row a command"
    );
    let inputs = rows::give();
    let moments = number("SOLVEIG_MOMENTS").unwrap_or(5);
    let mut random = random("limits");
    let mut plan = Vec::new();
    for row in &rows {
        let has_limit = solveig(&format!("{} --help", row.command)).text();
        let has_limit = has_limit.contains("--time-limit") && row.ends == Ends::Stopped;
        let signals = (0..moments).map(|_| {
            let after = random.below(row.milliseconds);
            // Whoever runs this test may have had its programs ignore Ctrl-C until they listen.
            let number = match row.ends {
                Ends::Stopped | Ends::Done if after >= LISTENS => {
                    [SIGINT, SIGTERM][random.below(2) as usize]
                }
                _ => SIGTERM,
            };
            EndCause::Signal(number, after)
        });
        let mut all: Vec<EndCause> = signals.collect();
        if has_limit {
            let limits = (0..moments.div_ceil(3)).map(|_| random.below(row.milliseconds));
            all.extend(limits.map(EndCause::Limit));
        }
        plan.extend(all.into_iter().map(|cause| (row, cause)));
    }
    let (next, longest) = (
        AtomicUsize::new(0),
        Mutex::new((Duration::ZERO, String::new())),
    );
    let [in_time, wrong] = [const { AtomicUsize::new(0) }; 2];
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((row, cause)) = plan.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let folder = Folder::new();
                    for name in ["said", "tmp"] {
                        fs::create_dir(folder.file(name)).unwrap();
                    }
                    row.prepare(&folder, &inputs);
                    let ended = broken_off(row, &folder, inputs.path(), *cause);
                    let judged = AssertUnwindSafe(|| expect(row, &folder, *cause, &ended));
                    match catch_unwind(judged) {
                        Ok(heard) => in_time.fetch_add(usize::from(heard), Ordering::Relaxed),
                        Err(_) => wrong.fetch_add(1, Ordering::Relaxed),
                    };
                    let mut longest = longest.lock().unwrap();
                    let place = format!("{} {}, {cause:?}", row.command, row.arguments);
                    *longest = longest.clone().max((ended.overrun, place));
                }
            });
        }
    });
    let (overrun, place) = longest.into_inner().unwrap();
    let in_time = in_time.into_inner();
    eprintln!(
        "{} rows, {} runs, {in_time} broken off while they worked; longest overrun {overrun:?}: {place}",
        rows.len(),
        plan.len()
    );
    assert_eq!(wrong.into_inner(), 0, "what is wrong is said above");
    assert!(
        2 * in_time > plan.len(),
        "most signals come while commands work"
    );
}

/// Stopped again and again, a solve comes to the same files.
#[test]
fn a_solve_that_is_stopped_again_and_again_goes_on_to_the_same_files() {
    let mut random = random("solves");
    let folder = Folder::new();
    folder.solve("connect-four:5x4", "whole", "--threads 2");
    let again =
        "solve connect-four:5x4 --threads 2 -q --out @/again.sol --certificate @/again.cert";
    let mut stops = 0;
    loop {
        let mut child = start_piped(&folder.filled(again));
        sleep(Duration::from_millis(
            random.below(200 * (1 + stops)).into(),
        ));
        let number = [SIGINT, SIGTERM][random.below(2) as usize];
        if child.try_wait().unwrap().is_none() {
            signal(&format!("-{number}"), &child);
        }
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        match (ended.status.code(), ended.status.signal()) {
            (Some(0), _) => break,
            // Until it listens itself, a signal ends it without a word.
            (Some(2), _) => {
                assert!(
                    said.is_empty() || said.contains("stopped by a signal"),
                    "{said}"
                );
            }
            (_, Some(found)) => assert_eq!(found, number),
            other => panic!("{other:?}, {said}"),
        }
        stops += 1;
    }
    eprintln!("{stops} stops");
    for end in ["sol", "cert"] {
        let [found, expected] = ["again", "whole"].map(|name| {
            let file = folder.file(&format!("{name}.{end}"));
            fs::read(file).unwrap()
        });
        assert!(found == expected, "again.{end} differs");
    }
    assert!(!folder.file("again.sol.work").exists());
}

/// A client that is gone leaves no search behind.
#[test]
fn a_protocol_ends_with_whoever_read_it() {
    for (arguments, question) in [
        ("gtp othello:8x8 --time-limit none", "genmove b"),
        ("gtp hex:9x9 --time-limit none", "lz-analyze 360000"),
        ("nboard othello:8x8 --time-limit none", "go"),
    ] {
        let mut child = program(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take());
        writeln!(input, "{question}").unwrap();
        sleep(Duration::from_millis(500));
        assert!(child.try_wait().unwrap().is_none(), "{question}");
        drop((input, output));
        let since = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(since.elapsed() < MAX_OVERRUN, "{question} goes on");
            sleep(Duration::from_millis(5));
        }
    }
}
