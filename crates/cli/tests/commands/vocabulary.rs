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
    let certificate = folder.named("c4.cert");
    let bytes = fs::read(&solution).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(folder.file("bad.sol"), damaged).unwrap();
    let (out, bad) = (folder.named("new.sol"), folder.named("bad.sol"));
    let (new_certificate, proof) = (folder.named("new.cert"), folder.named("g.proof"));
    let solve = format!("solve connect-four:4x4 --out {out} --certificate {new_certificate}");
    let runs = [
        ("solve", solve, ""),
        (
            "estimate",
            "solve connect-four:4x4 --certificate x.cert --estimate".to_owned(),
            "",
        ),
        ("value", "value connect-four:4x4 -p 12".to_owned(), ""),
        (
            "value",
            "value connect-four:4x4 --at-least 1".to_owned(),
            "",
        ),
        ("analyse", "analyse connect-four:4x4 -p 12".to_owned(), ""),
        (
            "lines",
            "value othello:4x4 --obf - --pv".to_owned(),
            "-----OX--XO----- X; -10\n\n?\n",
        ),
        (
            "lines",
            "value connect-four:4x4 --csv -".to_owned(),
            "position\n12\n\n",
        ),
        ("lines", format!("probe {solution} --pv"), "12\n9\n"),
        (
            "prove",
            format!("prove go:2x2 --at-least 0 --out {proof}"),
            "",
        ),
        (
            "verify",
            format!("verify {solution} --certificate {certificate}"),
            "",
        ),
        ("verify", format!("verify {bad}"), ""),
        ("verify proof", format!("verify {proof}"), ""),
        (
            "info",
            format!("info {solution} --certificate {certificate}"),
            "",
        ),
        ("info", format!("info {certificate}"), ""),
        ("info proof", format!("info {proof}"), ""),
        (
            "count",
            "count othello:6x6 --scope strong --to-level 6".to_owned(),
            "",
        ),
        ("perft", "perft othello:4x4 2".to_owned(), ""),
        (
            "play",
            "play connect-four:4x4 --side both".to_owned(),
            "hint\nhelp\n1\n",
        ),
        ("play", "play mnk:1x1?k=1 --side none".to_owned(), ""),
    ];
    let mut printed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (table, arguments, input) in &runs {
        let ran = run(&words(&format!("{arguments} --json --quiet")), input);
        let found = printed.entry((*table).to_owned()).or_default();
        assert!(!ran.stdout.is_empty(), "{arguments}: {}", ran.stderr);
        for line in ran.stdout.lines() {
            fields(&serde_json::from_str(line).unwrap(), "", found);
        }
    }
    let mut page = documented();
    // Objects that are null where there is none.
    printed.get_mut("info").unwrap().remove("certificate");
    assert_eq!(
        printed.keys().collect::<Vec<_>>(),
        page.keys().collect::<Vec<_>>()
    );
    for (table, found) in printed {
        let described = page.remove(&table).unwrap();
        let not_described: Vec<_> = found.difference(&described).collect();
        assert!(
            not_described.is_empty(),
            "{table}: not on the page: {not_described:?}"
        );
        let not_printed: Vec<_> = described.difference(&found).collect();
        assert!(
            not_printed.is_empty(),
            "{table}: not printed: {not_printed:?}"
        );
    }
}
