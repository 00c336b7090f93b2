//! `solveig campaign import-results`, `derive` and `audit`: results of others on 4x4 Othello.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use solveig_game::{Game, GameExt, Interval, Reduction, Symmetric};
use solveig_games::othello::{Othello, Position};
use solveig_search::{Minimax, Oracle};

use crate::run::{Folder, Ran, run, solveig, start, words};

/// The empty squares of the rows.
const EMPTY: u32 = 6;

/// A folder with `results`: files of two hypotheses with nine empty squares, and rows of all
/// positions with six below them, with their values.
pub struct Results {
    pub folder: Folder,
    letters: Vec<String>,
}

fn letters(position: &Position) -> String {
    let square = |at: u32| match (position.mover >> at & 1, position.opponent >> at & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    (0..16).map(square).collect()
}

fn children(game: &Othello<u64>, position: &Position) -> Vec<Position> {
    let moves = game.moves(position).into_iter();
    moves
        .map(|played| game.play_unchecked(position, played))
        .collect()
}

fn below(game: &Othello<u64>, position: &Position, level: u32, found: &mut Vec<Position>) {
    let (position, _) = game.contract_passes(position);
    if game.level(&position) < level {
        for child in children(game, &position) {
            below(game, &child, level, found);
        }
    } else if game.terminal_value(&position).is_none() && !found.contains(&position) {
        found.push(position);
    }
}

impl Results {
    fn new() -> Self {
        Self::of(2)
    }

    /// The files of the first `max` hypotheses, one of each class of symmetric ones.
    pub fn of(max: usize) -> Self {
        let game = Othello::<u64>::new(4, 4).unwrap();
        let mut oracle = Minimax::new(game.clone());
        let folder = Folder::new();
        fs::create_dir(folder.file("results")).unwrap();
        let mut hypotheses = Vec::new();
        below(
            &game,
            &game.start(),
            game.level(&game.start()) + 3,
            &mut hypotheses,
        );
        let mut classes = Vec::new();
        hypotheses.retain(|hypothesis| {
            let class = game.representative_key(hypothesis, Reduction::Canonical).0;
            let is_new = !classes.contains(&class);
            classes.push(class);
            is_new
        });
        let mut all = Vec::new();
        for hypothesis in hypotheses.iter().take(max) {
            let mut cut = Vec::new();
            below(&game, hypothesis, 16 - EMPTY, &mut cut);
            let mut text = String::new();
            for position in &cut {
                let unknown = Interval::unknown(game.value_range());
                let value = oracle.value(position, unknown).unwrap();
                let board = letters(position);
                writeln!(
                    text,
                    "{board} X;,{EMPTY},100,{value},{value},{}",
                    value + 20
                )
                .unwrap();
            }
            let name = format!("results/knowledge_{}.csv", letters(hypothesis));
            fs::write(folder.file(&name), text).unwrap();
            all.push(letters(hypothesis));
        }
        all.sort();
        Self {
            folder,
            letters: all,
        }
    }

    fn file(&self, number: usize) -> std::path::PathBuf {
        let name = format!("results/knowledge_{}.csv", self.letters[number]);
        self.folder.file(&name)
    }

    pub fn import_arguments(&self) -> String {
        let import = "--json campaign import-results @/results --out @/r.store";
        self.folder
            .filled(&format!("{import} --game othello:4x4 --empty {EMPTY}"))
    }

    pub fn store(&self) -> String {
        self.folder.named("r.store")
    }

    /// What `campaign check` says of a list: whether the start has the value, and few that suffice.
    fn check(&self, list: &str, name: &str, value: &str) -> Ran {
        let ledger = self.folder.filled(&format!("@/{name}.campaign"));
        for step in [
            "init othello:4x4 --cuts 9,6",
            &format!("import --hypotheses {list}"),
        ] {
            solveig(&format!("campaign {step} --ledger {ledger}")).text();
        }
        let check = format!("campaign check {ledger} --given-hypotheses --value {value}");
        self.folder
            .solveig(&format!("{check} --sufficient --out @/{name}.csv"))
    }
}

/// The row with another value.
fn forge(row: &str) -> String {
    let columns: Vec<&str> = row.split(',').collect();
    let value: i32 = columns[3].parse().unwrap();
    let wrong = if value > 0 { value - 2 } else { value + 2 };
    format!("{},{EMPTY},100,{wrong},{wrong},1", columns[0])
}

/// An audit, and what it says of its draws when it begins.
fn audit(arguments: &str) -> (Ran, String) {
    let mut ran = solveig(arguments);
    let (said, rest) = ran.stderr.split_once('\n').unwrap();
    assert!(said.starts_with("draws --by "), "{said}");
    let said = said.to_owned();
    ran.stderr = rest.to_owned();
    (ran, said)
}

#[test]
fn results_are_imported_derived_from_and_audited() {
    let results = Results::new();
    let imported = solveig(&results.import_arguments()).json();
    assert_eq!(imported["files"], 2);
    assert_eq!(imported["rows"], imported["exact_rows"]);
    assert!(imported["exact"].as_u64().unwrap() > 20);
    let folder = &results.folder;
    let derive = "--json campaign derive @/r.store --out @/bounds.csv --list @/list.csv";
    let derived = folder.solveig(derive).json();
    assert_eq!(
        (&derived["hypotheses"], &derived["values"]),
        (&2.into(), &2.into())
    );
    let [bounds, listed] =
        ["bounds.csv", "list.csv"].map(|name| fs::read_to_string(folder.file(name)).unwrap());
    assert!(listed.starts_with("obf,count,score,alpha,beta\n"));
    for letters in &results.letters {
        let board = format!("{letters} X");
        let value = run(&["--json", "value", "othello:4x4", "-p", &board], "");
        let value = value.json()["value"].as_i64().unwrap();
        assert!(
            bounds.contains(&format!("{letters} X;,{value},{value}\n")),
            "{bounds}"
        );
        let stated = format!(",{value},-16,16");
        let mut lines = listed
            .lines()
            .filter(|line| line.starts_with(letters.as_str()));
        assert!(lines.any(|line| line.ends_with(&stated)), "{listed}");
    }
    for by in ["uniform", "weight", "nodes"] {
        let command = "--json campaign audit @/r.store --sample 10 --seed 3 --log @/log";
        let command = folder.filled(&format!("{command} --by {by}"));
        let audited = audit(&command).0.json();
        assert_eq!(
            (&audited["draws"], &audited["holds"]),
            (&10.into(), &true.into())
        );
        let share = audited["false_share_at_most"].as_f64().unwrap();
        assert!((share - 0.369_043).abs() < 1e-6, "{share}");
        assert_eq!(audited["tested"], audited["positions"]);
        // All verdicts are in the log, and count where it is trusted.
        let again = audit(&command).0.json();
        assert_eq!(again["tested"], audited["positions"]);
        assert_eq!(again["earlier"]["verdicts"], audited["positions"]);
        let trusting = audit(&format!("{command} --trust-log")).0.json();
        assert_eq!(
            (&trusting["tested"], &trusting["nodes"]),
            (&0.into(), &0.into())
        );
        assert_eq!(trusting["earlier"]["verdicts"], audited["positions"]);
    }
    let all = audit(&folder.filled("campaign audit @/r.store --sample 1000"))
        .0
        .text();
    let tested = "all true\nall results were tested by the solver";
    assert!(all.contains(tested), "{all}");
}

/// As the published list, whose hypotheses have a bound on one side only.
#[test]
fn one_sided_hypotheses_of_a_list_follow_and_so_does_the_start_from_those_that_do() {
    let results = Results::of(usize::MAX);
    solveig(&results.import_arguments()).json();
    let named = |name: &str| results.folder.named(name);
    let (store, list, out) = (results.store(), named("list.csv"), named("out.csv"));
    results
        .folder
        .solveig("campaign derive @/r.store --list @/list.csv")
        .text();
    let value = solveig("--json value othello:4x4").json()["value"]
        .as_i64()
        .unwrap();
    let bound = -value;
    let text = fs::read_to_string(&list).unwrap();
    let mut one_sided = String::from("obf,count,score,alpha,beta\n");
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split(',').collect();
        let found: i64 = columns[2].parse().unwrap();
        let window = match found.cmp(&bound) {
            Ordering::Less => format!("{bound},{bound},16"),
            Ordering::Equal => format!("{bound},-16,16"),
            Ordering::Greater => format!("{bound},-16,{bound}"),
        };
        writeln!(one_sided, "{},7,{window}", columns[0]).unwrap();
    }
    fs::write(&list, &one_sided).unwrap();
    let derive = format!("campaign derive {store} --hypotheses {list} --list {out} --force");
    let all = solveig(&derive);
    assert_eq!(all.status, 0, "{}", all.stdout);
    assert_eq!(fs::read_to_string(&out).unwrap(), one_sided);
    let said = results.check(&out, "one-sided", &value.to_string()).text();
    assert!(said.contains("follows, GIVEN"), "{said}");
    // A list of some: the other files are passed over.
    let some: Vec<&str> = one_sided.lines().take(3).collect();
    fs::write(&list, some.join("\n")).unwrap();
    let passed = solveig(&format!("--json {derive}")).json();
    let files = results.letters.len();
    assert_eq!(passed["decided"], 2);
    assert_eq!(passed["passed_over"], files as u64 - 2);
    // Without the rows of a file, and without the file.
    fs::write(&list, &one_sided).unwrap();
    for number in 0..files {
        fs::write(results.file(number), "").unwrap();
    }
    fs::remove_file(results.file(0)).unwrap();
    fs::remove_file(&store).unwrap();
    let imported = solveig(&results.import_arguments()).json();
    let names: Vec<_> = results.letters[1..]
        .iter()
        .map(|letters| format!("knowledge_{letters}.csv"))
        .collect();
    assert_eq!(imported["without_rows"], serde_json::json!(names));
    let less = solveig(&derive);
    assert_eq!(less.status, 1);
    assert!(less.stdout.contains("NO FILE: "), "{}", less.stdout);
    let open = format!("NOT DECIDED: {} X;", results.letters[1]);
    assert!(less.stdout.contains(&open), "{}", less.stdout);
}

#[test]
fn a_false_row_is_shown_with_a_command_that_repeats_it_and_a_missing_one_with_the_play_to_it() {
    let results = Results::new();
    // So that no row of the other file excludes the false one.
    fs::write(results.file(1), "").unwrap();
    let text = fs::read_to_string(results.file(0)).unwrap();
    // The first row is taken out, and another made false of which no symmetric one is there.
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let imported = (0..lines.len()).any(|row| {
        let mut lines = lines.clone();
        let replaced = forge(lines[row]);
        lines[row] = &replaced;
        fs::write(results.file(0), lines.join("\n") + "\n").unwrap();
        let imported = solveig(&results.import_arguments());
        imported.status == 0 || {
            assert!(
                imported.stdout.contains("one of them is false"),
                "{}",
                imported.stdout
            );
            false
        }
    });
    assert!(imported);
    let audited = results
        .folder
        .solveig("campaign audit @/r.store --sample 1000 --log @/log");
    assert_eq!(audited.status, 1);
    let line = audited
        .stdout
        .lines()
        .find(|line| line.starts_with("FALSE: "))
        .unwrap();
    let command = line.split(": solveig ").nth(1).unwrap();
    let (arguments, board) = command.split_once(" \"").unwrap();
    let mut arguments = words(arguments);
    arguments.push(board.trim_end_matches('"'));
    arguments.push("--json");
    let shown: serde_json::Value = serde_json::from_str(&run(&arguments, "").text()).unwrap();
    let value = shown["value"].as_i64().unwrap();
    let signed = if value > 0 {
        format!("+{value}")
    } else {
        value.to_string()
    };
    assert!(line.contains(&format!("its value is {signed}: ")), "{line}");
    assert!(line.contains("is one of them and may be true"), "{line}");
    // It stays false, whichever results are drawn later, and is tested again or believed.
    for (seed, trust) in [(0, ""), (1, "--trust-log"), (2, ""), (3, "--trust-log")] {
        let drawn = format!("--sample 1 --seed {seed} --by uniform --log @/log {trust}");
        let later = results
            .folder
            .solveig(&format!("campaign audit @/r.store {drawn}"));
        assert_eq!(later.status, 1);
        assert!(later.stdout.contains("FALSE: "), "{}", later.stdout);
    }
    let derived = results.folder.solveig("campaign derive @/r.store");
    assert_eq!(derived.status, 1);
    for part in ["NOT DECIDED: ", " better bounds, the first after "] {
        assert!(derived.stdout.contains(part), "{}", derived.stdout);
    }
}

/// An audit that was killed goes on with the draws and verdicts of its log, where it is told that
/// these are its own.
#[test]
fn an_audit_without_a_seed_goes_on_with_that_of_its_log() {
    let results = Results::new();
    solveig(&results.import_arguments()).json();
    let log = results.folder.file("log");
    let command = "--json campaign audit @/r.store --sample 9 --by uniform --threads 1";
    let command = results
        .folder
        .filled(&format!("{command} --log @/log --trust-log"));
    let first = audit(&command).0.json();
    let seed = first["seed"].as_u64().unwrap();
    let whole = fs::read_to_string(&log).unwrap();
    let draws = format!("draws by uniform, seed {seed}, sample 9");
    assert_eq!(whole.lines().nth(1), Some(draws.as_str()));
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for kept in 2..lines.len() {
        fs::write(&log, lines[..kept].concat()).unwrap();
        let (run, said) = audit(&command);
        assert_eq!(run.json()["seed"], seed);
        assert_eq!(fs::read_to_string(&log).unwrap(), whole);
        let expected = format!("draws --by uniform --seed {seed}; ");
        assert!(said.starts_with(&expected), "{said}");
    }
    let (other, said) = audit(&format!("{command} --seed 5"));
    assert_eq!(other.json()["seed"], 5);
    assert!(said.contains("other ones than the last"), "{said}");
}

/// A store most of whose results are false, with a log that calls all true.
#[test]
fn a_log_beside_a_forged_store_changes_nothing_and_one_that_is_named_is_counted_apart() {
    let results = Results::new();
    fs::write(results.file(1), "").unwrap();
    let text = fs::read_to_string(results.file(0)).unwrap();
    // Rows that an import would notice stay true.
    let mut noticed = BTreeSet::new();
    loop {
        let forged = (1..).zip(text.lines()).map(|(number, line)| {
            let is_true = noticed.contains(&number);
            let line = if is_true {
                line.to_owned()
            } else {
                forge(line)
            };
            line + "\n"
        });
        fs::write(results.file(0), forged.collect::<String>()).unwrap();
        let imported = solveig(&results.import_arguments());
        if imported.status == 0 {
            break;
        }
        let named = imported.stdout.split(", line ").skip(1).map(|rest| {
            let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next();
            digits.unwrap().parse::<usize>().unwrap()
        });
        let before = noticed.len();
        noticed.extend(named);
        assert!(noticed.len() > before, "{}", imported.stdout);
    }
    let (store, named) = (results.store(), |name: &str| results.folder.named(name));
    let audit = |more: &str| solveig(&format!("campaign audit {store} --sample 1000 {more}"));
    let json = |more: &str| {
        let ran = solveig(&format!(
            "--json campaign audit {store} --sample 1000 {more}"
        ));
        let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        (ran.status, answer)
    };
    let log = named("log");
    assert_eq!(audit(&format!("--log {log}")).status, 1);
    // Every verdict of that log turned round, with a seed of somebody's choice.
    let planted: String = fs::read_to_string(&log)
        .unwrap()
        .lines()
        .map(|line| match line.split_once(" false ") {
            Some((key, _)) => format!("{key} true\n"),
            None if line.starts_with("draws") => {
                "draws by weight, seed 7, sample 1000\n".to_owned()
            }
            None => format!("{line}\n"),
        })
        .collect();
    let all = planted.matches(" true").count() as u64;
    let beside = named("r.store.audit");
    fs::write(&beside, &planted).unwrap();

    let (status, alone) = json("");
    assert_eq!((status, &alone["holds"]), (1, &false.into()));
    assert_eq!(
        (&alone["tested"], &alone["results"]),
        (&all.into(), &all.into())
    );
    let wrong = alone["wrong"].as_array().unwrap().len() as u64;
    assert!(wrong > 5, "{alone}");
    assert!(alone["nodes"].as_u64() > Some(0));
    assert_eq!(
        (&alone["earlier"], &alone["false_share_at_most"]),
        (&().into(), &().into())
    );
    assert_eq!(fs::read_to_string(&beside).unwrap(), planted);

    let (status, apart) = json(&format!("--log {beside}"));
    assert_eq!((status, &apart["tested"]), (1, &all.into()));
    assert_ne!(apart["seed"], 7);
    let earlier = &apart["earlier"];
    assert_eq!(
        (
            &earlier["believed"],
            &earlier["verdicts"],
            &earlier["false_verdicts"]
        ),
        (&false.into(), &all.into(), &0.into())
    );
    assert_eq!(earlier["contradicted"], wrong);
    fs::write(&beside, &planted).unwrap();
    let said = audit(&format!("--log {beside}")).stdout;
    let expected = format!(
        "read from {beside}, not counted (--trust-log): verdicts of earlier runs on {all} of these, \
         {all} true and 0 false; this run found otherwise for {wrong}"
    );
    assert!(said.contains(&expected), "{said}");

    // What was found false stays so, whatever else the log says.
    let (status, both) = json(&format!("--log {beside} --trust-log"));
    assert_eq!((status, &both["holds"]), (1, &false.into()));
    // Somebody who believes such a log is told what the answer rests on.
    fs::write(&beside, &planted).unwrap();
    let believed = audit(&format!("--log {beside} --trust-log --by weight"));
    assert_eq!(believed.status, 0);
    for expected in [
        format!("{all} different ones; 0 tested by this run, by a search of 0 nodes"),
        format!("; {all} tested by earlier runs, as read from {beside}: all true\n"),
        format!("tested by the solver, if what {beside} says is so"),
        "(--seed 7)".to_owned(),
    ] {
        assert!(believed.stdout.contains(&expected), "{}", believed.stdout);
    }
    let complaint = solveig(&format!("campaign audit {store} --sample 9 --trust-log"));
    assert!(complaint.complaint().contains("--log"));
}

/// A log that calls a true result false is not believed either: the result is tested, drawn or not.
#[test]
fn what_a_log_calls_false_is_tested() {
    let results = Results::new();
    solveig(&results.import_arguments()).json();
    let log = results.folder.named("log");
    let command = results
        .folder
        .filled("--json campaign audit @/r.store --by uniform --log @/log");
    audit(&format!("{command} --sample 1000")).0.json();
    let whole = fs::read_to_string(&log).unwrap();
    let slandered = whole
        .replacen(" true", " false 3", 1)
        .replacen(" true", " false 5", 1);
    for seed in 0..3 {
        fs::write(&log, &slandered).unwrap();
        let answer = audit(&format!("{command} --sample 1 --seed {seed}"))
            .0
            .json();
        assert_eq!(answer["holds"], true);
        assert!(
            (2..=3).contains(&answer["tested"].as_u64().unwrap()),
            "{answer}"
        );
        assert_eq!(answer["earlier"]["false_verdicts"], 2);
        assert_eq!(answer["earlier"]["contradicted"], 2);
    }
}

#[test]
fn what_is_wrong_ends_with_status_2_and_nothing_is_written() {
    let results = Results::new();
    let good = fs::read_to_string(results.file(1)).unwrap();
    fs::write(results.file(1), format!("{good}nonsense")).unwrap();
    let message = solveig(&results.import_arguments()).failure();
    let line = good.lines().count() + 1;
    assert!(
        message.contains(&format!("{}.csv, line {line}: ", results.letters[1])),
        "{message}"
    );
    assert!(!results.folder.file("r.store").exists());
    fs::write(results.file(1), &good).unwrap();
    assert_eq!(solveig(&results.import_arguments()).json()["before"], 1);
    assert_eq!(results.folder.names(), ["r.store", "results"]);
    let again = solveig(&results.import_arguments()).failure();
    assert!(again.contains("exists"), "{again}");
    let store = results.store();
    for goal in ["-18,16", "-16,18", "-64,64"] {
        let message = solveig(&format!("--json campaign derive {store} --goal={goal}")).failure();
        let expected = "beyond the values of othello:4x4, which are from -16 to 16";
        assert!(message.contains(expected), "{message}");
    }
    let whole = solveig(&format!("campaign derive {store} --goal=-17,17"));
    assert_ne!(whole.status, 2, "{}", whole.stderr);
    let mut bytes = fs::read(&store).unwrap();
    bytes[200] ^= 1;
    fs::write(&store, bytes).unwrap();
    let derive = "--json campaign derive @/r.store --out @/bounds.csv";
    let message = results.folder.solveig(derive).failure();
    assert!(message.contains("is damaged"), "{message}");
    assert!(!results.folder.file("bounds.csv").exists());
    let audited = results
        .folder
        .solveig("--json campaign audit @/results --sample 3");
    assert!(audited.failure().contains("results"));
}

/// Killed at many moments, an import goes on and makes the same bytes.
#[test]
fn an_import_that_is_killed_again_and_again_makes_the_same_store() {
    let results = Results::new();
    solveig(&results.import_arguments()).json();
    let expected = fs::read(results.store()).unwrap();
    fs::remove_file(results.store()).unwrap();
    let arguments = results.import_arguments();
    for milliseconds in 0.. {
        let mut child = start(&arguments);
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        child.kill().unwrap();
        let ended = child.wait().unwrap();
        if results.folder.file("r.store").exists() {
            break;
        }
        assert!(ended.code().is_none_or(|code| code == 0), "{ended:?}");
    }
    assert_eq!(fs::read(results.store()).unwrap(), expected);
}
