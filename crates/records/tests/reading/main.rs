//! Records of games: SGF, GGF, OBF, boards and moves.

mod forms;

use std::time::Duration;

use proptest::prelude::*;
use solveig_games::AnyGame;
use solveig_records::ggf::GgfGame;
use solveig_records::sgf::SgfGame;
use solveig_records::{Board, Format, MAX_CHARACTERS, Record, RecordError, read};

fn reading(spec: &str, text: &str) -> Result<Record, RecordError> {
    let layout = AnyGame::parse(spec).unwrap().layout();
    let board = Board {
        spec,
        layout: &layout,
    };
    read(text, &board)
}

/// What is read without notes.
fn plain(spec: &str, text: &str) -> Record {
    let record = reading(spec, text).unwrap();
    assert_eq!(record.notes, [""; 0], "{text}");
    record
}

fn moves(spec: &str, text: &str) -> Vec<String> {
    plain(spec, text).moves
}

fn from(spec: &str, text: &str) -> String {
    plain(spec, text).from
}

#[test]
fn records_of_other_programs_are_read() {
    let edax = "(;FF[4]GM[2]AP[edax:4.4]PC[Edax]DT[2024-01-01]\nPB[a]PW[b]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]\n\
                RE[B+2]\nB[f5];W[d6];\nB[c3];W[d3];B[PA];)";
    let record = reading("othello:8x8", edax).unwrap();
    assert_eq!(record.notes, ["Properties left out: DT, PB, PC, PW, RE."]);
    assert_eq!(record.moves, ["f5", "d6", "c3", "d3", "pass"]);
    assert_eq!((record.format, record.from.as_str()), (Format::Sgf, "-"));
    let nboard = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 \
                  ---------------------------O*------*O--------------------------- *]\
                  B[F5/0.1/2]W[F6]B[E6//1]B[d6];)";
    let record = reading("othello:8x8", nboard).unwrap();
    assert_eq!(record.notes, ["Properties left out: DT, PB, PW, RE."]);
    assert_eq!(record.moves, ["f5", "f6", "e6", "pass", "d6"]);
    assert_eq!((record.format, record.from.as_str()), (Format::Ggf, "-"));
    let go = "\u{feff}A game.\r\n(;GM[1]FF[4]SZ[5]KM[24.5]C[a \\] (;B[aa\\])]\r\n;B[cc];W[];B[tt])";
    let record = reading("go:5x5?komi=24.5", go).unwrap();
    assert_eq!(record.notes, ["Properties left out: C."]);
    assert_eq!(record.moves, ["C3", "pass", "pass"]);
    assert_eq!(record.boards, []);
    let corner = "(;GM[1]SZ[5]KM[0]AB[aa:bb]AW[ee]PL[W];W[cc])";
    assert_eq!(from("go:5x5", corner), "----O----------XX---XX--- O");
}

#[test]
fn ggf_states_the_times_of_a_game_and_of_its_moves() {
    let text = "(;GM[Othello]TI[15:00]BO[4 -----O*--*O----- *]B[b1/0.1/2]W[a1]B[PA//1];)";
    let game = GgfGame::read(text).unwrap();
    assert_eq!(game.time(), Ok(Some(Duration::from_secs(900))));
    let times: Vec<u64> = game
        .moves
        .iter()
        .map(|game_move| game_move.time.as_secs())
        .collect();
    assert_eq!(times, [2, 0, 1]);
    let unlimited = GgfGame::read("(;TI[0])").unwrap();
    assert_eq!(unlimited.time(), Ok(None));
    let error = GgfGame::read("(;TI[soon])").unwrap().time().unwrap_err();
    assert!(error.problem.contains("TI is \"soon\"; expected a time"));
}

#[test]
fn what_follows_the_first_game_does_not_spoil_it() {
    let game = "(;GM[1]SZ[3];B[aa])";
    for (behind, games) in [
        (" see (http://x)", 1),
        ("(;GM[1]SZ[3];B[", 1),
        ("(;b[aa])", 1),
        (") ; text (;GM[1];B[bb](;W[cc])(;W[aa]))", 2),
    ] {
        let record = reading("go:3x3", &format!("{game}{behind}")).unwrap();
        assert_eq!(record.moves, ["A3"], "{behind}");
        let note = format!("The record has {games} games. Only the first was read.");
        assert_eq!(record.notes.contains(&note), games > 1, "{behind}");
    }
}

#[test]
fn scores_and_times_of_other_programs_are_no_concern_of_a_record() {
    let komi = reading("go:3x3", "(;GM[1]SZ[3]KM[6,5];B[aa])").unwrap();
    assert_eq!(
        komi.notes,
        ["The record has komi 6,5, this game 0. Values are for komi 0."]
    );
    let othello = "(;GM[2]SZ[4]KM[n/a];B[b1])";
    assert_eq!(reading("othello:4x4", othello).unwrap().notes, [""; 0]);
    let time = "(;GM[Othello]TI[30 min]BO[4\n-----O*--*O----- *]B[b1])";
    assert_eq!(reading("othello:4x4", time).unwrap().moves, ["b1"]);
    let scores = "-----OX--XO----- X; b1:+4.00; d3;";
    assert_eq!(reading("othello:4x4", scores).unwrap().from, "-");
}

#[test]
fn points_are_where_each_format_has_them() {
    // SGF counts the rows of Go from the top, the board from the bottom.
    for (spec, text, expected) in [
        ("go:5x5", "(;GM[1]SZ[5];B[aa];W[];B[ce])", "A5 pass C1"),
        ("hex:5x5", "(;GM[11]SZ[5];B[B4];W[bc])", "b4 b3"),
        ("hex:6x4", "(;GM[11]SZ[6:4];B[f4])", "f4"),
        ("mnk:5x4?k=4", "(;GM[4]SZ[5:4];B[e4];W[aa])", "e4 a1"),
        ("othello:8x8", "(;GM[2]SZ[8];B[f5];W[PA])", "f5 pass"),
        ("othello:6x4", "(;GM[2]SZ[6:4];B[b2];W[--])", "b2 pass"),
        (
            "othello:4x4",
            "(;BO[4 ---- -O*- -*O- ---- *]B[B1/+2.00]W[PA])",
            "b1 pass",
        ),
    ] {
        assert_eq!(moves(spec, text).join(" "), expected, "{text}");
        assert_eq!(from(spec, text), "-", "{text}");
    }
}

#[test]
fn a_swap_exchanges_colours_and_one_that_mirrors_the_stone_is_turned_into_that() {
    let swap = "(;GM[11]SZ[5];B[b4];W[swap-sides];W[c3];B[a1])";
    assert_eq!(moves("hex:5x5", swap), ["b4", "swap", "c3", "a1"]);
    let mirrored = "(;GM[11]SZ[5];B[b4];W[swap-pieces];B[c2];W[a5];B[resign])";
    let record = reading("hex:5x5", mirrored).unwrap();
    assert_eq!(record.moves, ["b4", "swap", "b3", "e1"]);
    assert!(record.notes.concat().contains("exchange colours"));
}

#[test]
fn the_main_line_is_read_and_what_was_left_out_is_noted() {
    let text =
        "(;GM[1]KM[7](;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee](;B[ab])))(;B[ba]))(;GM[1];B[aa])";
    let record = reading("go:5x5?komi=0", text).unwrap();
    assert_eq!(record.moves, ["A5", "B4", "C3"]);
    assert_eq!(
        record.notes,
        [
            "The record has 4 variations beside its main line. Only the main line was read.",
            "The record has 2 games. Only the first was read.",
            "The record does not state its board (SZ). It was read as 5x5.",
            "The record has komi 7, this game 0. Values are for komi 0.",
        ]
    );
    let record = reading("othello:4x4", "(;GM[Othello]B[b1](;W[a1])(;W[c1]))").unwrap();
    assert_eq!(record.moves, ["b1", "a1"]);
    assert!(record.notes[0].contains("a variation beside its main line"));
    assert!(record.notes[1].contains("its board (BO). It was read as 4x4"));
}

#[test]
fn obf_has_a_position_a_line() {
    let text = "-----OX--XO----- X; b1:-8; % 1. b1\n-X---XX--XO----- O; c1:+8; a1:+4; % 2. a1\n\
                OX---OX--XO----- X; % end\n";
    let record = plain("othello:4x4", text);
    assert_eq!((record.format, record.from.as_str()), (Format::Obf, "-"));
    assert_eq!(record.moves, ["b1", "a1"]);
    let places = record.boards.iter().map(|one| (one.after, one.line));
    assert_eq!(places.collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3)]);
    let boards: Vec<String> = record.boards.iter().map(|one| one.board.clone()).collect();
    assert_eq!(record.compare(&boards), Ok(()));
    let mut wrong = boards;
    wrong[1] = "-X---XO--XO----- O".to_owned();
    let error = record.compare(&wrong).unwrap_err().to_string();
    assert!(
        error.starts_with("line 2, character 1: the moves do not lead to -X---XX"),
        "{error}"
    );
    // Passes are seen by who is to move.
    let passed =
        "OX---OX--XO----- X;\nOX---OX--XO----- O; % passed\n\nOXO--OX--XO----- O; % Black passes\n";
    assert_eq!(moves("othello:4x4", passed), ["pass", "c1", "pass"]);
    assert_eq!(from("othello:4x4", passed), "OX---OX--XO----- X");
}

#[test]
fn a_rectangle_of_stones_is_set_up_by_any_two_opposite_corners() {
    let board = |points: &str| from("go:5x5", &format!("(;GM[1]SZ[5]AB[{points}]PL[W])"));
    for points in ["ca:ab", "ab:ca", "cb:aa"] {
        assert_eq!(board(points), board("aa:cb"), "{points}");
    }
    assert_eq!(board("aa:cb").matches('X').count(), 6);
    // A later node may change what an earlier one set up.
    let changed = from("go:5x5", "(;GM[1]SZ[5]AB[aa];AW[aa]PL[B])");
    assert_eq!(changed, "--------------------O---- X");
    // In Othello, stones replace the start; what is emptied does not.
    let replaced = from("othello:4x4", "(;GM[2]SZ[4]AB[a1]AW[b1]PL[W])");
    assert_eq!(replaced, "XO-------------- O");
    let emptied = from("othello:4x4", "(;GM[2]SZ[4]AE[b2]PL[B])");
    assert_eq!(emptied, "------X--XO----- X");
}

#[test]
fn who_begins_is_stated_or_moves_first_or_follows_from_the_stones() {
    for (spec, text, mover, reason) in [
        (
            "go:5x5",
            "(;GM[1]SZ[5]AB[aa][bb])",
            'O',
            "After a handicap it is White.",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5]AB[aa]AW[bb])",
            'X',
            "As at the start of a game it is Black.",
        ),
        ("go:5x5", "(;GM[1]SZ[5]AB[aa][bb];B[cc])", 'X', ""),
        ("go:5x5", "(;GM[1]SZ[5]AB[aa][bb]PL[B])", 'X', ""),
        ("go:5x5", "(;GM[1]SZ[5];W[aa])", 'O', ""),
        ("othello:4x4", "(;GM[2]SZ[4]AB[a1]PL[2])", 'O', ""),
        (
            "hex:5x5",
            "(;GM[11]SZ[5]AB[a1])",
            'O',
            "By the number of stones it is White.",
        ),
        (
            "hex:5x5",
            "(;GM[11]SZ[5]AB[a1]AW[b1])",
            'X',
            "By the number of stones it is Black.",
        ),
        ("hex:5x5", "(;GM[11]SZ[5]AB[a1]PL[W])", 'O', ""),
        ("hex:5x5", "(;GM[11]SZ[5]AB[a1];W[a2])", 'O', ""),
        (
            "mnk:3x3?k=3",
            "(;GM[4]SZ[3]AB[a1])",
            'O',
            "By the number of stones it is White.",
        ),
    ] {
        let record = reading(spec, text).unwrap();
        assert!(record.from.ends_with(mover), "{text}");
        match reason {
            "" => assert_eq!(record.notes, [""; 0], "{text}"),
            reason => assert!(
                record.notes[0].ends_with(reason),
                "{text}: {:?}",
                record.notes
            ),
        }
    }
}

#[test]
fn names_of_sgf_before_ff4_are_read_by_their_capitals() {
    let text = "(;GaMe[1]SiZe[5];Black[aa];White[bb])";
    assert_eq!(moves("go:5x5", text).len(), 2);
}

#[test]
fn a_board_moves_and_both_together_are_told_apart() {
    let board = "-----OX--XO----- X";
    let behind = |rest: &str| format!("{board}{rest}");
    for (spec, text, from, moves) in [
        ("othello:4x4", "", "-", ""),
        ("othello:4x4", " - ", "-", ""),
        ("othello:4x4", board, board, ""),
        ("othello:4x4", "b1 a1", "-", "b1 a1"),
        ("othello:4x4", &behind("; b1 a1"), board, "b1 a1"),
        ("othello:4x4", &behind("\nb1\r\na1"), board, "b1 a1"),
        ("othello:4x4", "-; b1", "-", "b1"),
        ("othello:4x4", "b1\na1", "-", "b1 a1"),
        ("othello:4x4", "what is this", "-", "what is this"),
        ("connect-four:4x3", "4453", "-", "4 4 5 3"),
        ("connect-four:4x3", "..../..../xo..", "..../..../xo..", ""),
        (
            "connect-four:4x3",
            "..../..../xo..; 12",
            "..../..../xo..",
            "1 2",
        ),
        // Numbers and results around moves are left out, columns are not.
        ("othello:8x8", "1. f5 d6 2. c3 1-0", "-", "f5 d6 c3"),
        ("othello:8x8", "1.f5, d6", "-", "f5 d6"),
        ("connect-four:7x6", "4 4 5", "-", "4 4 5"),
        // Without cells, a board is what stands in front of a semicolon.
        ("random-tree:2x2?seed=1", "a1 b2\nc3", "-", "a1 b2 c3"),
        ("random-tree:2x2?seed=1", "xo- x", "-", "xo- x"),
        ("random-tree:2x2?seed=1", "; a1", "-", "a1"),
        (
            "random-tree:2x2?seed=1",
            "3,2,1 second;",
            "3,2,1 second",
            "",
        ),
        (
            "random-tree:2x2?seed=1",
            "3,2,1 second; a1 b2",
            "3,2,1 second",
            "a1 b2",
        ),
    ] {
        let record = plain(spec, text);
        assert_eq!(record.format, Format::Moves, "{text}");
        assert_eq!(record.from, from, "{text}");
        assert_eq!(record.moves.join(" "), moves, "{text}");
    }
}

#[test]
fn what_is_wrong_is_refused_by_name_and_place() {
    let start4 = "BO[4 -----O*--*O----- *]";
    let ggf = |moves: &str| format!("(;GM[Othello]{start4}{moves})");
    let large = format!("(;GM[Othello]BO[8 {} *])", "-".repeat(64));
    for (spec, text, problem) in [
        (
            "go:5x5",
            "(;GM[1]SZ[5]\n;B[aa];W[zz])",
            "line 2, character 10: \"zz\" is no point of the board; expected a cell of 5x5",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5];B[f1])",
            "\"f1\" is no point of the board; expected a cell of 5x5 such as cd, or nothing for a pass",
        ),
        ("go:5x5", "(;GM[1]SZ[5];B[af])", "\"af\" is no point"),
        ("go:5x5", "(;GM[1]SZ[5];B[éa])", "\"éa\" is no point"),
        (
            "go:5x5",
            "(;GM[1]SZ[5];B[aa][bb])",
            "B has 2 values; expected one",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[9];B[aa])",
            "character 11: the board is 9x9; expected 5x5",
        ),
        (
            "go:5x4",
            "(;GM[1]SZ[4:5])",
            "the board is 4x5; expected 5x4",
        ),
        (
            "go:5x4",
            "(;GM[1]SZ[6:4])",
            "the board is 6x4; expected 5x4",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[huge])",
            "SZ is \"huge\"; expected a size",
        ),
        ("go:5x5", "(;GM[1]SZ[99999999999])", "expected a size"),
        (
            "go:5x5",
            "(;GM[1]SZ[5]PL[grey])",
            "PL is \"grey\"; expected B or W",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5];B[aa]PL[B])",
            "PL sets the side to move after the first move",
        ),
        (
            "go:5x5",
            "(;GM[11]SZ[5])",
            "character 6: GM is \"11\"; go:5x5 is GM[1]",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5];B[aa];W[bb];W[cc])",
            "it is not W's turn; expected a move of B",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5];B[aa];AB[bb])",
            "after the first move",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5];B[aa];AE[aa])",
            "after the first move",
        ),
        (
            "go:5x5",
            "(;ff[4]gm[1]sz[5];b[aa])",
            "line 1, character 3: the name \"ff\" has no capital letter",
        ),
        (
            "hex:5x5",
            "(;GM[11]SZ[5];b[a1])",
            "character 15: the name \"b\" has no capital letter",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5]AB[aa]AW[bb][aa])",
            "character 26: \"aa\" is set up twice in this node",
        ),
        (
            "go:5x5",
            "(;GM[1]SZ[5]AB[aa:bb]AE[ab])",
            "\"ab\" is set up twice",
        ),
        (
            "hex:5x5",
            "(;GM[11]SZ[5]AB[a1][a1])",
            "\"a1\" is set up twice",
        ),
        ("go:5x5", "(;GM[1]SZ[5];B)", "the property B has no value"),
        ("go:5x5", "(;GM[1]SZ[5];!)", "\"!\" means nothing here"),
        ("hex:5x5", "(;GM[11]SZ[5];B[a6])", "\"a6\" is no point"),
        ("hex:5x5", "(;GM[11]SZ[5];B[a0])", "\"a0\" is no point"),
        (
            "hex:5x5",
            "(;GM[11]SZ[5];B[5a])",
            "\"5a\" is no point of the board; expected a cell of 5x5 such as c4",
        ),
        (
            "hex:5x5",
            "(;GM[11]SZ[5];B[a1];B[a2])",
            "it is not B's turn",
        ),
        (
            "mnk:5x5?k=4",
            "(;SZ[5]AB[aa]PL[B])",
            "character 17: Black is to move with 1 black and 0 white stones; expected as many",
        ),
        (
            "mnk:5x5?k=4",
            "(;SZ[5]AB[aa][ab]AW[ba][bb][bc][bd])",
            "character 11: the board has 2 black and 4 white stones; expected as many",
        ),
        (
            "hex:6x4",
            "(;GM[11]SZ[6:4];W[a1])",
            "a board that cannot be mirrored; expected Black",
        ),
        (
            "hex:5x5",
            "(;GM[11]SZ[5];B[a1];W[swap-sides];B[b1])",
            "it is not B's turn",
        ),
        (
            "hex:5x5",
            "(;GM[11]SZ[5];B[a1];W[b1];B[swap-pieces])",
            "the second move of a game alone",
        ),
        (
            "hex:5x5",
            "(;GM[11]SZ[5]AB[c3]AW[c4];B[a1];W[swap-pieces])",
            "the second move of a game alone",
        ),
        (
            "hex:6x4",
            "(;GM[11]SZ[6:4];B[a1];W[swap-pieces];B[b1])",
            "expected swap-sides",
        ),
        (
            "hex:5x5",
            "(;GM[Othello]BO[8 *])",
            "GGF, which records Othello",
        ),
        (
            "connect-four:7x6",
            "(;GM[4];B[d1])",
            "SGF has no number for connect-four:7x6",
        ),
        (
            "othello:4x4",
            large.as_str(),
            "the board is 8x8; expected 4x4",
        ),
        (
            "othello:4x4",
            "(;GM[Othello]BO[4 ---- *])",
            "the board has 4 squares; expected 16",
        ),
        ("othello:4x4", "(;GM[Othello]BO[4 xyz])", "BO is \"4 xyz\""),
        ("othello:4x4", "(;GM[Othello]BO[4000000000 - *])", "BO is"),
        ("othello:4x4", "(;GM[Othello]BO[2 **** -])", "BO is"),
        (
            "othello:4x4",
            "(;GM[Chess]BO[4 ---- *])",
            "GM is \"Chess\"; expected Othello",
        ),
        (
            "othello:4x4",
            "(;GM[Othello]TY[4a])",
            "TY is \"4a\", an antigame; expected Othello",
        ),
        (
            "othello:4x4",
            "(;GM[Othello]TY[4k])",
            "TY is \"4k\"; expected Othello without komi",
        ),
        ("othello:4x4", &ggf("B[PA]B[PA]"), "it is not B's turn"),
        ("othello:4x4", &ggf("W[a1]"), "it is not W's turn"),
        (
            "othello:4x4",
            &ggf(&format!("B[b1]{start4}")),
            "after the first move",
        ),
        ("othello:4x4", &ggf("B[55]"), "\"55\" is no move"),
        ("othello:4x4", &ggf("B[\u{fffd}5]"), "is no move"),
        (
            "othello:4x4",
            &ggf("B[b1//soon]"),
            "\"b1//soon\" is no move",
        ),
        ("othello:4x4", &ggf("B[b1/1/2/3]"), "is no move"),
        ("othello:4x4", &ggf("B[e5]"), "\"e5\" is not on the board"),
        (
            "othello:4x4",
            "-----OX--XO----- X;\n----------------X; % nothing",
            "line 2, character 1: no single move leads here from the board in line 1",
        ),
        (
            "othello:4x4",
            "-----OX--XO----- X;\n-----OX--XO---- X;",
            "line 2, character 1: the board has 15 squares; expected 16",
        ),
    ] {
        let error = reading(spec, text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn hostile_texts_are_refused() {
    for text in ["", "(B[aa])", &"(".repeat(100_000)] {
        let error = SgfGame::read(text).unwrap_err();
        assert!(error.problem.contains("there is no game"), "{error}");
    }
    let deep = "(;".repeat(200_000);
    let record = reading("go:5x5", &deep).unwrap();
    assert_eq!(record.notes[0], "The record ends before its game does.");
    let long = "(;B[aa])".to_owned() + &" ".repeat(MAX_CHARACTERS);
    assert!(
        reading("go:5x5", &long)
            .unwrap_err()
            .problem
            .contains("too long")
    );
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "(", ")", ";", "B", "W", "[", "]", "aa", "\\", "GM[1]", "GM[11]", "GM[Othello]",
                "SZ[5]", "AB[aa:zz]", "BO[4 ", "tt", "\n", "é", "\0", "PL[", "swap-pieces", "-XO-",
                "X;", ":", "%",
            ]),
            0..14,
        ),
        is_tree: bool,
    ) {
        let text = if is_tree { "(;" } else { "" }.to_owned() + &pieces.concat();
        for spec in ["go:5x5", "hex:5x5", "hex:6x4", "othello:4x4", "connect-four:4x4", "random-tree:2x2?seed=1"] {
            let _ = reading(spec, &text);
        }
    }
}

#[test]
fn records_are_read_into_games_that_begin_on_a_board_as_they_are() {
    let white_first = "hex:3x3?start=---------O";
    let record = plain(white_first, "(;GM[11]SZ[3];W[b1];B[a1])");
    assert_eq!(record.moves, ["b1", "a1"]);
    assert_eq!(record.from, "--------- O");
    let puzzle = "hex:3x3?start=X--O----XO";
    assert_eq!(from(puzzle, "(;GM[11]SZ[3];B[b2];W[a1])"), "--------- X");
    let set_up = "(;GM[11]SZ[3]AB[a1][c3]AW[a2]PL[W];W[b2])";
    assert_eq!(from(puzzle, set_up), "X--O----X O");
}
