//! The fields of JSON answers are those of docs/reference/json.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::run::{Folder, run, words};

/// The fields that the page has, by the table's name.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/json.md");
    let page = fs::read_to_string(path).unwrap();
    let mut tables = BTreeMap::new();
    let mut name = None;
    for line in page.lines() {
        if let Some(named) = line.strip_prefix("<!-- fields: ") {
            name = Some(named.trim_end_matches(" -->").to_owned());
        } else if let (Some(name), Some(row)) = (&name, line.strip_prefix("| `")) {
            let cell = format!("`{}", row.split(" | ").next().unwrap());
            let fields = cell
                .split(' ')
                .map(|field| field.trim_matches('`').to_owned());
            let table: &mut BTreeSet<String> = tables.entry(name.clone()).or_default();
            table.extend(fields);
        } else if !line.starts_with('|') {
            name = None;
        }
    }
    tables
}

/// The paths of all fields that are not objects or lists of objects.
fn fields(of: &Value, path: &str, found: &mut BTreeSet<String>) {
    match of {
        Value::Object(object) => {
            for (name, inner) in object {
                let dot = if path.is_empty() { "" } else { "." };
                fields(inner, &format!("{path}{dot}{name}"), found);
            }
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            for inner in list {
                fields(inner, &format!("{path}[]"), found);
            }
        }
        _ => {
            found.insert(path.to_owned());
        }
    }
}

/// What programs read is what the page describes: all of it, and no more.
#[test]
fn answers_have_the_fields_of_the_page_and_no_others() {
    let folder = Folder::new();
    let solution = folder.solve("connect-four:4x4", "c4", "--cut 14");
    let bytes = fs::read(&solution).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(folder.file("bad.sol"), damaged).unwrap();
    let runs = [
        (
            "solve",
            "solve connect-four:4x4 --out @/new.sol --certificate @/new.cert",
            "",
        ),
        (
            "estimate",
            "solve connect-four:4x4 --certificate x.cert --estimate",
            "",
        ),
        ("value", "value connect-four:4x4 -p 12", ""),
        ("value", "value connect-four:4x4 --at-least 1", ""),
        ("analyse", "analyse connect-four:4x4 -p 12", ""),
        (
            "lines",
            "value othello:4x4 --obf - --pv",
            "-----OX--XO----- X; -10\n\n?\n",
        ),
        (
            "lines",
            "value connect-four:4x4 --csv -",
            "position\n12\n\n",
        ),
        ("lines", "probe @/c4.sol --pv", "12\n9\n"),
        ("lines", "sample connect-four:4x4 3", ""),
        ("export", "export @/c4.sol --levels 1", ""),
        ("export", "export @/c4.sol --out @/new.csv", ""),
        ("prove", "prove go:2x2 --at-least 0 --out @/g.proof", ""),
        ("verify", "verify @/c4.sol --certificate @/c4.cert", ""),
        ("verify", "verify @/bad.sol", ""),
        (
            "verify part",
            "verify @/c4.sol --certificate @/c4.cert --part 1/1 --out @/p",
            "",
        ),
        (
            "verify",
            "verify @/c4.sol --certificate @/c4.cert --join @/p",
            "",
        ),
        ("verify sample", "verify @/c4.sol --sample 3", ""),
        ("verify proof", "verify @/g.proof", ""),
        ("info", "info @/c4.sol --certificate @/c4.cert", ""),
        ("info", "info @/c4.cert", ""),
        ("info proof", "info @/g.proof", ""),
        ("count", "count othello:6x6 --scope strong --to-level 6", ""),
        ("perft", "perft othello:4x4 2", ""),
        (
            "play",
            "play connect-four:4x4 --side both",
            "hint\nhelp\n1\n",
        ),
        ("play", "play mnk:1x1?k=1 --side none", ""),
    ];
    let mut printed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (table, arguments, input) in runs {
        let arguments = folder.filled(arguments);
        let ran = run(&words(&format!("{arguments} --json --quiet")), input);
        let found = printed.entry(table.to_owned()).or_default();
        assert!(!ran.stdout.is_empty(), "{arguments}: {}", ran.stderr);
        for line in ran.stdout.lines() {
            fields(&serde_json::from_str(line).unwrap(), "", found);
        }
    }
    let mut page = documented();
    // The proved checker is no part of this program; `large_checks` has a stand-in.
    let proved = ["proved.program", "proved.seconds"].map(str::to_owned);
    printed.get_mut("verify").unwrap().extend(proved);
    // Objects that are null where there is none.
    printed.get_mut("info").unwrap().remove("certificate");
    assert_eq!(
        printed.keys().collect::<Vec<_>>(),
        page.keys().collect::<Vec<_>>()
    );
    for (table, found) in printed {
        let described = page.remove(&table).unwrap();
        let not_described: Vec<_> = found.difference(&described).collect();
        assert_eq!(not_described, [""; 0], "{table}: not on the page");
        let not_printed: Vec<_> = described.difference(&found).collect();
        assert_eq!(not_printed, [""; 0], "{table}: not printed");
    }
}
