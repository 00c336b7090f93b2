//! Positions with values as tables, read back as a person would: `--csv`, `export` and `sample`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Stdio};

use crate::run::{Folder, Ran, run, solveig, words};

/// A table, by the names of its columns.
struct Table {
    columns: Vec<String>,
    rows: Vec<BTreeMap<String, String>>,
}

impl Table {
    fn read(text: &str) -> Self {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns: Vec<String> = (reader.headers().unwrap().iter())
            .map(str::to_owned)
            .collect();
        let rows = reader.records().map(|row| {
            let row = row.unwrap();
            let cells = columns.iter().cloned().zip(row.iter().map(str::to_owned));
            cells.collect()
        });
        Self {
            rows: rows.collect(),
            columns,
        }
    }

    fn of(ran: Ran) -> Self {
        Self::read(&ran.text())
    }

    fn column(&self, name: &str) -> Vec<&str> {
        self.rows.iter().map(|row| row[name].as_str()).collect()
    }

    /// The column as numbers, and how often each comes.
    fn counts(&self, name: &str) -> BTreeMap<i32, usize> {
        let mut counts = BTreeMap::new();
        for cell in self.column(name) {
            *counts.entry(cell.parse().unwrap()).or_default() += 1;
        }
        counts
    }

    /// That the positions of a column have the values of another, by a search of each.
    #[track_caller]
    fn expect_searched(&self, game: &str, position: &str) {
        let positions = self.column(position).into_iter().zip(self.column("value"));
        let rows: String = positions
            .map(|(position, stated)| format!("\"{position}\",{stated}\n"))
            .collect();
        let value = format!("value {game} --csv - --memory 4MiB");
        let searched = run(&words(&value), &format!("position,stated\n{rows}"));
        let agrees = Self::of(searched);
        assert!(agrees.column("agrees").iter().all(|cell| *cell == "true"));
        assert_eq!(agrees.rows.len(), self.rows.len());
    }
}

#[test]
fn rows_keep_their_columns_and_gain_one_for_each_move() {
    let folder = Folder::new();
    let solution = folder.solve("connect-four:4x4", "c4", "--scope strong");
    let rows = "id,moves,note\n7,12,\"a, b\"\n8,,\n9,4433,x\n";
    for asked in [
        format!("probe {solution} --csv -"),
        "analyse connect-four:4x4 --csv - --memory 4MiB".to_owned(),
    ] {
        let ran = run(&words(&asked), rows);
        assert!(ran.stdout.contains("\n9,\"4433\",x,"), "{}", ran.stdout);
        let table = Table::of(ran);
        let names = "id moves note value plies best value_1 value_2 value_3 value_4 status source \
                     at_least at_most interrupted error";
        assert_eq!(table.columns, words(names), "{asked}");
        assert_eq!(table.column("note"), ["a, b", "", "x"]);
        for row in &table.rows {
            let moves = (1..=4).filter_map(|one| row[&format!("value_{one}")].parse().ok());
            let best = row[&format!("value_{}", row["best"])].parse::<i32>();
            assert_eq!(row["value"].parse::<i32>(), best, "{row:?}");
            assert_eq!(moves.max(), best.ok(), "{row:?}");
        }
        table.expect_searched("connect-four:4x4", "moves");
        let json = Table::of(run(&words(&format!("{asked} --moves-json")), rows));
        for (row, plain) in json.rows.iter().zip(&table.rows) {
            let values: BTreeMap<String, Option<i32>> =
                serde_json::from_str(&row["move_values"]).unwrap();
            for (name, value) in values {
                let cell = &plain[&format!("value_{name}")];
                assert_eq!(value, cell.parse().ok(), "{name}");
            }
        }
    }
    let scores = "value connect-four:4x4?utility=score --csv -";
    let table = Table::of(run(&words(scores), "position\n112\n"));
    assert!(table.rows[0]["plies"].parse::<u32>().is_ok());
}

#[cfg(unix)]
#[test]
fn rows_come_through_pipes() {
    let folder = Folder::new();
    fs::write(folder.file("rows"), "position\n12\n").unwrap();
    let program = env!("CARGO_BIN_EXE_solveig");
    for command in ["value", "analyse"] {
        for input in ["<(cat rows)", "/dev/stdin < <(cat rows)", "-  < rows"] {
            let line = format!("'{program}' {command} connect-four:4x4 --quiet --csv {input}");
            let shell = Command::new("bash")
                .args(["-c", &line])
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output();
            let table = Table::of(Ran::of(shell.unwrap()));
            assert_eq!(table.column("value"), ["0"], "{line}");
        }
    }
}

#[test]
fn an_artifact_is_exported_row_by_row() {
    let folder = Folder::new();
    for (name, game, scope) in [
        ("a", "connect-four:4x4", "semi-strong"),
        ("b", "connect-four:4x4?utility=score", "strong"),
        ("c", "othello:4x4", "strong"),
        ("d", "mnk:3x3?k=3", "weak"),
    ] {
        let solution = folder.solve(game, name, &format!("--scope {scope}"));
        let records = solveig(&format!("info {solution} --json")).json();
        let printed = solveig(&format!("export {solution}")).text();
        let table = Table::read(&printed);
        let count = |of: &str| records["totals"][of].as_u64().unwrap();
        let stored = count("positions") - count("terminal");
        assert_eq!(stored, table.rows.len() as u64);
        let exact = table.rows.iter().filter(|row| match scope {
            "weak" => row["roles"] == "both",
            _ => true,
        });
        let exact = Table {
            columns: table.columns.clone(),
            rows: exact.step_by(7).cloned().collect(),
        };
        exact.expect_searched(game, "board");
        let has_plies = game.ends_with("score") || game.starts_with("random");
        assert!(
            table
                .column("plies")
                .iter()
                .all(|cell| cell.is_empty() != has_plies)
        );
        let out = folder.named("some.csv");
        folder
            .solveig(&format!("export {solution} --out {out}"))
            .text();
        assert_eq!(fs::read_to_string(&out).unwrap(), printed);
        let some = Table::of(solveig(&format!("export {solution} --levels 5-6")));
        assert!(some.counts("level").keys().eq(&[5, 6]), "{game}");
        let rows = solveig(&format!("export {solution} --levels 5 --json")).objects();
        assert_eq!(Some(&rows.len()), some.counts("level").get(&5));
        assert_eq!(rows[0]["key"], some.rows[0]["key"]);
        fs::remove_file(&out).unwrap();
    }
    fs::write(folder.file("mine"), "precious").unwrap();
    folder.expect_complaints(
        "export @/a.sol --out @/mine => --force replaces it
        export @/a.sol --out @/a.sol => cannot be the same file
        export @/a.cert => certificate
        export @/a.sol --to parquet => invalid value
        export @/a.sol --levels 9-8 => as in 8-12",
    );
    assert_eq!(fs::read(folder.file("mine")).unwrap(), b"precious");
}

#[test]
fn a_sample_is_one_of_its_seed_and_has_exact_values() {
    let folder = Folder::new();
    let solution = folder.solve("connect-four:4x4", "c4", "--scope strong");
    for (target, options) in [
        (solution.as_str(), ""),
        (&solution, "--by level --levels 3-6"),
        (&solution, "--balanced"),
        ("connect-four:4x4", ""),
        ("connect-four:4x4", "--by level --levels 3-6"),
        ("connect-four:4x4", "--balanced"),
    ] {
        let sample = format!("sample {target} 60 --memory 4MiB {options}");
        let ran = |more: &str| solveig(&format!("{sample} {more}")).text();
        let text = ran("--seed 5 --threads 1");
        assert_eq!(text, ran("--seed 5 --threads 3"), "{sample}");
        assert_ne!(text, ran("--seed 6"), "{sample}");
        let table = Table::read(&text);
        assert_eq!(table.rows.len(), 60);
        let different: BTreeSet<&str> = table.column("position").into_iter().collect();
        assert_eq!(different.len(), 60);
        table.expect_searched("connect-four:4x4", "position");
        assert!(table.column("best").iter().all(|best| !best.is_empty()));
        if options.contains("level") {
            let levels = table.counts("level");
            assert!(levels.keys().eq(&[3, 4, 5, 6]), "{levels:?}");
        }
        if options.contains("balanced") {
            let values = table.counts("value");
            assert!(values.values().eq(&[20, 20, 20]), "{values:?}");
        }
    }
    let go = "go:2x2";
    let table = Table::of(solveig(&format!("sample {go} 5")));
    table.expect_searched(go, "position");
    for few in ["mnk:1x2?k=1", &solution] {
        let ran = solveig(&format!("sample {few} 100000000"));
        assert_eq!(ran.status, 2);
        assert!(ran.stderr.contains("expected"), "{}", ran.stderr);
    }
}
