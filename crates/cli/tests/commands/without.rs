//! A program that was built without some of its features.

use std::fs;

use crate::run::Folder;

#[test]
fn what_was_not_built_is_said_to_be_so() {
    let folder = Folder::new();
    fs::write(folder.file("o.player"), "solveig player 1\n").unwrap();
    let (campaigns, study) = (cfg!(feature = "campaigns"), cfg!(feature = "study"));
    for (line, feature, is_built) in [
        (
            "campaign init othello:4x4 --cuts 9,6 --ledger @/c",
            "campaigns",
            campaigns,
        ),
        ("campaign --help", "campaigns", campaigns),
        ("campaign", "campaigns", campaigns),
        ("play @/o.player", "campaigns", campaigns),
        ("trees draw --depth 2", "study", study),
        ("count connect-four:4x4 --scope semi-strong", "study", study),
    ] {
        if !is_built {
            folder.expect_complaints(&format!("{line} => --features {feature}"));
        }
    }
}
