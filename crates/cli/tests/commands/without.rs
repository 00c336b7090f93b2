//! A program that was built without some of its features.

use std::fs;

use crate::run::{Folder, run, words};

#[test]
fn what_was_not_built_is_said_to_be_so() {
    let folder = Folder::new();
    fs::write(folder.file("o.player"), "solveig player 1\n").unwrap();
    let table = folder.file("o.player").display().to_string();
    for (line, feature, is_built) in [
        (
            "campaign init othello:4x4 --cuts 9,6 --ledger @/c",
            "campaigns",
            cfg!(feature = "campaigns"),
        ),
        ("campaign --help", "campaigns", cfg!(feature = "campaigns")),
        ("campaign", "campaigns", cfg!(feature = "campaigns")),
        (
            &format!("play {table}"),
            "campaigns",
            cfg!(feature = "campaigns"),
        ),
        ("trees draw --depth 2", "study", cfg!(feature = "study")),
        (
            "count connect-four:4x4 --scope semi-strong",
            "study",
            cfg!(feature = "study"),
        ),
    ] {
        if !is_built {
            let complaint = run(&words(line), "").complaint();
            let hint = format!("--features {feature}");
            assert!(complaint.contains(&hint), "{line}: {complaint}");
        }
    }
}
