//! `solveig campaign import` and `campaign check --given-hypotheses`.

use std::fs;

use serde_json::{Value, json};

use crate::run::{Folder, run, solveig, words};

const HEADER: &str = "obf,count,score,alpha,beta\n";

/// The only position of 4x4 after one move, up to symmetry. Its value is +10.
const AFTER_ONE: &str = "-X---XX--XO----- O;";

/// A folder with a new ledger for positions with 11 empty squares of 4x4 and a list of one row.
fn with_list(row: &str) -> Folder {
    let folder = Folder::new();
    begin(&folder, "one");
    fs::write(folder.file("list.csv"), format!("{HEADER}{row}\n")).unwrap();
    folder
}

fn begin(folder: &Folder, name: &str) {
    let init = "campaign init othello:4x4 --cuts 11,4";
    folder
        .solveig(&format!("{init} --ledger @/{name}.campaign"))
        .text();
}

fn import(folder: &Folder, list: &str, name: &str) -> String {
    let import = format!("campaign import --hypotheses @/{list} --ledger @/{name}.campaign");
    folder.filled(&import)
}

fn check(folder: &Folder, name: &str) -> String {
    folder.filled(&format!(
        "campaign check @/{name}.campaign --given-hypotheses"
    ))
}

#[test]
fn a_value_follows_from_what_is_given_and_is_said_to() {
    let folder = with_list(&format!("{AFTER_ONE},3,10,-16,16"));
    let imported = solveig(&format!("--json {}", import(&folder, "list.csv", "one"))).json();
    assert_eq!(
        [&imported["hypotheses"], &imported["first_cut"]],
        [&json!(1), &json!(1)]
    );
    let check = check(&folder, "one");
    let small = folder.named("small.csv");
    let said = solveig(&format!("{check} --value -10 --sufficient --out {small}")).text();
    let expected = [
        "othello:4x4 from its start has the value -10: follows, GIVEN 1 hypothesis about positions with 11 empty squares",
        "at least -10: follows; the fewest that suffice: 1, each needed by every derivation",
        "both together: the fewest that suffice: 1, each needed by every derivation",
        "that the hypotheses are true was not tested",
    ];
    for part in expected {
        assert!(said.contains(part), "{said}");
    }
    let written = fs::read_to_string(&small).unwrap();
    assert!(
        written.starts_with(HEADER) && written.ends_with(" X;,3,10,-16,16\n"),
        "{written}"
    );
    begin(&folder, "two");
    solveig(&import(&folder, "small.csv", "two")).text();
    let again = format!("--json {} --value -10", self::check(&folder, "two"));
    assert_eq!(solveig(&again).json()["holds"], true);
}

#[test]
fn what_does_not_follow_is_status_1_and_the_line_of_play_is_named() {
    let folder = with_list(&format!("{AFTER_ONE},3,10,-16,10"));
    solveig(&import(&folder, "list.csv", "one")).text();
    let check = check(&folder, "one");
    let ran = run(&words(&format!("{check} --value -10")), "");
    assert_eq!(ran.status, 1);
    let said = ran.stdout;
    assert!(said.contains("at most -10: follows"), "{said}");
    for part in [
        "at least -10: DOES NOT FOLLOW: 1 more bound would be enough",
        "it would have to be at most +10; the hypothesis of line 2 says from +10 to +16",
    ] {
        assert!(said.contains(part), "{said}");
    }

    let ran = run(&words(&format!("--json {check}")), "");
    assert_eq!(ran.status, 1);
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["at_least"]["refuted"], true);
    assert_eq!(found["at_most"]["follows"], true);
    let moves = found["at_least"]["lines"][0]["moves"].as_str().unwrap();
    let described = solveig(&format!("value othello:4x4 -p {moves}")).text();
    assert!(!described.is_empty());
}

#[test]
fn a_bad_list_is_status_2_and_leaves_the_ledger_as_it_was() {
    let folder = with_list(&format!("{AFTER_ONE},3,10,16,-16"));
    let complaint = solveig(&import(&folder, "list.csv", "one")).complaint();
    let expected = "list.csv, line 2: the window 16,-16: expected alpha to be less than beta";
    assert!(complaint.ends_with(expected), "{complaint}");
    let complaint = solveig(&check(&folder, "one")).complaint();
    assert!(complaint.contains("has no given hypotheses"), "{complaint}");
    let complaint = solveig(&import(&folder, "none.csv", "one")).complaint();
    assert!(complaint.contains("none.csv: cannot read"), "{complaint}");
    let ledger = folder.named("one.campaign");
    for arguments in [
        "--value 0",
        "--sufficient",
        "--given-hypotheses --resolve 3",
    ] {
        let ran = run(&words(&format!("campaign check {ledger} {arguments}")), "");
        assert_eq!(ran.status, 2, "{}", ran.stdout);
        assert!(ran.stderr.contains("--given-hypotheses"), "{}", ran.stderr);
    }
}
