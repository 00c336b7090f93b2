//! `solveig gtp` and `solveig nboard`, and `solveig play` where there is no terminal.

use crate::run::{Folder, expect_complaints, run};

#[test]
fn gtp_answers_from_an_artifact() {
    let folder = Folder::new();
    let out = folder.solve("othello:4x4", "o", "");
    let input = "showboard\nsolveig-value\ngenmove b\nboardsize 6\nboardsize 4\nsolveig-value\nquit\nname\n";
    let text = run(&["gtp", &out], input).text();
    let answers: Vec<&str> = text.trim_end().split("\n\n").collect();
    assert!(answers[0].starts_with("= othello:4x4, Black to move\n"));
    assert_eq!(answers[1..3], ["= -10 certified", "= B1"]);
    assert_eq!(
        answers[5], "= -10 certified",
        "back on the board of the artifact"
    );
    assert_eq!(answers.len(), 7);
}

#[test]
fn nboard_tells_what_is_certified_from_the_book() {
    let folder = Folder::new();
    let out = folder.solve("othello:4x4", "o", "");
    let text = run(&["nboard", &out], "nboard 2\nhint 1\nquit\n").text();
    let hint = text.lines().find(|line| line.starts_with("book "));
    let words: Vec<&str> = hint.expect(&text).split(' ').collect();
    assert_eq!(words[2..], ["-10.00", "0", "100%"]);
}

#[test]
fn what_cannot_be_spoken_about_is_an_error() {
    expect_complaints(
        "gtp => <FILE.sol|FILE.proof|FILE.player|GAME>
        gtp chess:8x8 => there is no game \"chess\"
        gtp nowhere.sol => nowhere.sol
        gtp hex:3x3 --time-limit soon => expected seconds, as in 10
        nboard hex:3x3 => NBoard plays Othello, not hex:3x3",
    );
}
