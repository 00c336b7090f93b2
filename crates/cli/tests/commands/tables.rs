//! Positions with values as tables, read back as a person would: `--csv`, `export` and `sample`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Stdio};

use solveig_game::{Game, Notation, Reduction, Symmetric};
use solveig_games::GameTable;

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
    for command in [
        format!("probe {solution} --csv -"),
        "analyse connect-four:4x4 --csv - --memory 4MiB".to_owned(),
    ] {
        let ran = run(&words(&command), rows);
        assert!(ran.stdout.contains("\n9,\"4433\",x,"), "{}", ran.stdout);
        let table = Table::of(ran);
        let names = "id moves note value plies best value_1 value_2 value_3 value_4 status source \
                     at_least at_most interrupted error";
        assert_eq!(table.columns, words(names), "{command}");
        assert_eq!(table.column("note"), ["a, b", "", "x"]);
        for row in &table.rows {
            let moves = (1..=4).filter_map(|one| row[&format!("value_{one}")].parse().ok());
            let best = row[&format!("value_{}", row["best"])].parse::<i32>();
            assert_eq!(row["value"].parse::<i32>(), best, "{row:?}");
            assert_eq!(moves.max(), best.ok(), "{row:?}");
        }
        table.expect_searched("connect-four:4x4", "moves");
        let json = Table::of(run(&words(&format!("{command} --moves-json")), rows));
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
        expect_right(&table, game, scope);
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
}

/// That rows of an export say what a search of their boards finds, and whose move it is.
#[track_caller]
fn expect_right(table: &Table, game: &str, scope: &str) {
    let some: Vec<_> = table.rows.iter().step_by(7).collect();
    let boards: String = (some.iter())
        .map(|row| format!("\"{}\"\n", row["board"]))
        .collect();
    let search = format!("analyse {game} --csv - --canonical --memory 4MiB");
    let searched = Table::of(run(&words(&search), &format!("position\n{boards}")));
    assert_eq!(searched.rows.len(), some.len());
    let mut all_roles = BTreeSet::new();
    for (row, found) in some.into_iter().zip(&searched.rows) {
        let roles = row["roles"].as_str();
        let [value, exact] = [row, found].map(|one| one["value"].parse::<i32>().unwrap());
        let is_exact = scope != "weak" || roles == "both";
        match roles {
            _ if is_exact => assert_eq!(value, exact, "{row:?}"),
            "lower" => assert!(value <= exact, "{row:?}"),
            _ => assert!(value >= exact, "{row:?}"),
        }
        if is_exact {
            assert_eq!(row["plies"], found["plies"], "{row:?}");
        }
        if scope != "weak" && roles != "free" {
            assert_eq!(row["best"], found["best"], "{row:?}");
        }
        assert_eq!(row["best"].is_empty(), ["free", "upper"].contains(&roles));
        assert_eq!(row["mover"], mover(&row["board"]), "{row:?}");
        let (level, key) = place_of(game, &row["board"]);
        assert_eq!((&row["level"], &row["key"]), (&level, &key), "{row:?}");
        all_roles.insert(roles);
    }
    let expected: &[&str] = match scope {
        "strong" => &["both"],
        "weak" => &["both", "lower", "upper"],
        _ => &["both", "free", "optimal"],
    };
    assert!(all_roles.iter().eq(expected), "{all_roles:?}");
}

/// The level of a board and the key that it shares with all symmetric ones.
fn place_of(game: &str, board: &str) -> (String, String) {
    let game = GameTable::built_in().parse(game).unwrap();
    let position = game.parse_position(board).unwrap();
    let (key, _) = game.representative_key(&position, Reduction::Canonical);
    (game.level(&position).to_string(), format!("{key:#x}"))
}

/// The side to move on a board: the one that it names, or the one with no more stones.
fn mover(board: &str) -> &str {
    match board.split_once(' ') {
        Some((_, mover)) => mover,
        None if stones(board, 'X') > stones(board, 'O') => "O",
        None => "X",
    }
}

fn stones(board: &str, side: char) -> usize {
    let is_side = |one: &char| one.to_ascii_uppercase() == side;
    board.chars().filter(is_side).count()
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_rows_of_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let folder = Folder::new();
    for (game, levels) in [
        ("connect-four:4x4?utility=score", ""),
        ("random-tree:3x5?seed=1", ""),
        ("othello:4x4", "--levels 6-7"),
        ("mnk:3x3?k=3", "--levels 0-0"),
    ] {
        let solution = folder.solve(game, "a", "--scope strong --force");
        let export = format!("export {solution} {levels}");
        let table = Table::of(solveig(&export));
        // The second time a file is replaced.
        for _ in 0..2 {
            let to = format!("{export} --to parquet --out @/a.parquet");
            folder.solveig(&to).text();
        }
        let file = fs::File::open(folder.file("a.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let schema = reader.metadata().file_metadata().schema();
        let names: Vec<&str> = schema.get_fields().iter().map(|one| one.name()).collect();
        assert_eq!(names, table.columns);
        let rows = reader.get_row_iter(None).unwrap();
        let rows = rows.map(|row| {
            let row = row.unwrap();
            let cells = row.get_column_iter().map(|(name, field)| {
                let cell = match field {
                    Field::Null => String::new(),
                    Field::Int(number) => number.to_string(),
                    Field::Str(text) => text.clone(),
                    other => panic!("{name}: {other:?}"),
                };
                (name.clone(), cell)
            });
            cells.collect()
        });
        assert_eq!(rows.collect::<Vec<BTreeMap<_, _>>>(), table.rows, "{game}");
    }
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
        let places = table.rows.iter().map(|row| {
            let (level, key) = place_of("connect-four:4x4", &row["position"]);
            assert_eq!(row["level"], level);
            key
        });
        assert_eq!(places.collect::<BTreeSet<_>>().len(), 60, "{sample}");
        table.expect_searched("connect-four:4x4", "position");
        assert!(table.column("best").iter().all(|best| !best.is_empty()));
        if options.contains("level") {
            let levels = table.counts("level");
            assert!(levels.keys().eq(&[3, 4, 5, 6]), "{levels:?}");
            assert!(
                target != solution || levels.values().eq(&[15; 4]),
                "{levels:?}"
            );
        }
        if options.is_empty() {
            assert!(table.counts("level").len() > 5, "{sample}");
        }
        if options.contains("balanced") {
            let values = table.counts("value");
            assert!(values.values().eq(&[20, 20, 20]), "{values:?}");
        }
    }
    let go = "go:2x2";
    let table = Table::of(solveig(&format!("sample {go} 5")));
    table.expect_searched(go, "position");
    let ran = solveig("sample mnk:1x2?k=1 100000000");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("of 100000000"), "{}", ran.stderr);
}

#[test]
fn stored_positions_are_drawn_with_the_same_chance() {
    let folder = Folder::new();
    let solution = folder.solve("mnk:3x2?k=2", "a", "--scope strong");
    let all = Table::of(solveig(&format!("export {solution}")));
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    let (runs, count) = (150, 3);
    for seed in 0..runs {
        let sample = format!("sample {solution} {count} --seed {seed} --quiet");
        for row in Table::of(solveig(&sample)).rows {
            *drawn.entry(row["position"].clone()).or_default() += 1;
        }
    }
    let mean = (runs * count / all.rows.len()) as f64;
    for row in &all.rows {
        let times = drawn.get(&row["board"]).copied().unwrap_or_default() as f64;
        // Within four standard deviations of a Poisson distribution.
        assert!((times - mean).abs() < 4.0 * mean.sqrt(), "{drawn:?}");
    }
}

/// Whoever has two stones on 2x2 wins: no position is drawn, and one is lost.
#[test]
fn an_outcome_that_does_not_come_leaves_its_share_to_the_others() {
    let folder = Folder::new();
    let game = "mnk:2x2?k=2";
    let solution = folder.solve(game, "a", "--scope strong");
    for target in [&solution, game] {
        let table = Table::of(solveig(&format!("sample {target} 4 --balanced")));
        assert_eq!(table.counts("value"), BTreeMap::from([(-1, 1), (1, 3)]));
    }
}

#[test]
fn what_cannot_be_drawn_or_exported_is_said_before_anything_is_written() {
    let folder = Folder::new();
    folder.solve("connect-four:4x4", "a", "--scope strong");
    folder.solve("mnk:2x2?k=2", "b", "--scope strong");
    folder.solve("random-tree:2x3?seed=1", "r", "--scope strong");
    fs::write(folder.file("mine"), "precious").unwrap();
    fs::write(folder.file("empty.sol"), "").unwrap();
    folder.solveig("prove mnk:2x2?k=2 --out @/b.proof").text();
    let before = folder.names();
    folder.expect_complaints(
        "sample @/a.sol 0 => 0 is not in 1..
        sample @/a.sol -1 => -1
        sample @/a.sol 4294967297 => 4294967297 is not in 1..
        sample @/a.sol 4294967296 => expected 4294967296
        sample @/b.sol 9 --levels 0-0 => of levels 0 have an exact value; expected 9
        sample @/a.sol 5 --seed 18446744073709551616 => --seed
        sample @/a.sol 5 --seed -1 => -1
        sample @/a.sol 5 --levels 12-8 => as in 8-12
        sample @/a.sol 5 --levels 8- => as in 8-12
        sample @/a.sol 5 --levels 99 => --levels 99: the levels of
        sample connect-four:4x4 5 --levels 17-20 => connect-four:4x4 are 0-16
        sample connect-four:4x4 5 --levels 17-20 --by level => are 0-16
        sample @/r.sol 1 => no boards as text
        sample @/a.cert 5 => certificate
        sample @/b.proof 5 => a proof has bounds alone
        sample @/empty.sol 5 => empty.sol
        sample @ 5 => there is no game
        sample @/no.sol 5 => no.sol
        export @/a.sol --out @/mine => --force replaces it
        export @/a.sol --out @/a.sol => cannot be the same file
        export @/a.sol --out @/b.sol => --force replaces it
        export @/a.sol --out @ => directory
        export @/a.sol --out /dev/full => not a regular file
        export @/a.sol --out @/no/a.csv => No such file
        export @/a.sol --to parquet => expected --out FILE
        export @/a.sol --to json => invalid value
        export @/a.sol --levels 9-8 => as in 8-12
        export @/a.sol --levels 99- => as in 8-12
        export @/a.sol --levels 99 => --levels 99: the levels of
        export @/a.sol --levels 99 --out @/new.csv => --levels 99: the levels of
        export @/a.cert => certificate
        export @/b.proof => proof
        export @/empty.sol => empty.sol
        export connect-four:4x4 => connect-four:4x4",
    );
    assert_eq!(folder.names(), before);
    assert_eq!(fs::read(folder.file("mine")).unwrap(), b"precious");
    // Fewer positions than levels.
    let table = Table::of(folder.solveig("sample @/a.sol 3 --by level"));
    assert_eq!(table.counts("level").len(), 3);
}

#[cfg(feature = "study")]
#[test]
fn an_import_writes_nothing_into_its_own_work() {
    let folder = Folder::new();
    fs::write(folder.file("t.csv"), "").unwrap();
    fs::create_dir(folder.file("t.csv.work")).unwrap();
    folder.expect_complaints(
        "import-table @/t.csv --rows @/t.csv.work/rows => lies in the work directory
        import-table @/t.csv --tie-break @/t.csv.work/moves => lies in the work directory
        import-table @/t.csv --work @/w --rows @/w => cannot be the same file",
    );
    assert_eq!(folder.names(), ["t.csv", "t.csv.work"]);
}
