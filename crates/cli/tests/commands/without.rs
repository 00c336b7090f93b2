//! A program that was built without some of its features.

use std::fs;

use crate::run::{Folder, solveig};

#[test]
fn what_was_not_built_is_said_to_be_so() {
    let folder = Folder::new();
    fs::write(folder.file("o.player"), "solveig player 1\n").unwrap();
    folder.solve("mnk:2x2?k=2", "a", "");
    let (campaigns, study) = (cfg!(feature = "campaigns"), cfg!(feature = "study"));
    let parquet = cfg!(feature = "parquet");
    for (line, feature, is_built) in [
        (
            "campaign init othello:4x4 --cuts 9,6 --ledger @/c",
            "campaigns",
            campaigns,
        ),
        ("campaign --help", "campaigns", campaigns),
        ("campaign", "campaigns", campaigns),
        ("play @/o.player", "campaigns", campaigns),
        (
            "export @/a.sol --to parquet --out @/a.parquet",
            "parquet",
            parquet,
        ),
        ("trees draw --depth 2", "study", study),
        ("count connect-four:4x4 --scope semi-strong", "study", study),
    ] {
        if !is_built {
            folder.expect_complaints(&format!("{line} => --features {feature}"));
        }
    }
}

#[test]
fn help_speaks_of_the_drawn_board_where_it_was_built() {
    let help = solveig("play --help").text();
    assert_eq!(
        help.contains("keys play"),
        cfg!(feature = "terminal"),
        "{help}"
    );
    assert!(help.contains("line by line; `help` says"), "{help}");
}
