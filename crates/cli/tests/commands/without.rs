//! A program that was built without campaigns.

use std::fs;

use crate::run::{Folder, run, words};

#[test]
fn what_was_not_built_is_said_to_be_so() {
    let folder = Folder::new();
    fs::write(folder.file("o.player"), "solveig player 1\n").unwrap();
    let table = folder.file("o.player").display().to_string();
    for line in [
        "campaign init othello:4x4 --cuts 9,6 --ledger @/c",
        "campaign --help",
        "campaign",
        &format!("play {table}"),
    ] {
        let complaint = run(&words(line), "").complaint();
        assert!(
            complaint.contains("--features campaigns"),
            "{line}: {complaint}"
        );
    }
}
