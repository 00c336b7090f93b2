//! Records and positions in the forms of other programs.

use super::{moves, plain, reading};

/// The moves, and the notes together.
fn noted(spec: &str, text: &str) -> (String, String) {
    let record = reading(spec, text).unwrap();
    (record.moves.join(" "), record.notes.join(" "))
}

/// HexGui up to 1.0 and Benzene write either name for a swap after which the stone stays and White
/// moves.
#[test]
fn after_a_swap_of_hexgui_and_benzene_the_same_colour_moves() {
    for swap in ["swap-pieces", "SWAP", "swap", "swap-sides"] {
        let text = format!(
            "(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[11];\nB[f2];W[{swap}];W[e7];\nB[d4];W[resign])"
        );
        assert_eq!(
            moves("hex:11x11", &text).join(" "),
            "f2 swap e7 d4",
            "{swap}"
        );
    }
    let text = "(;AP[Hex-benzene:0.1]FF[4]GM[11]PB[Blue]PW[Red]SZ[11]\n;B[a3]BL[0]WL[0]\
                ;BL[0]W[SWAP]WL[1];W[f6]BL[41]WL[1])";
    let (played, notes) = noted("hex:11x11", text);
    assert_eq!(played, "a3 swap f6");
    assert_eq!(notes, "Properties left out: BL, PB, PW, WL.");
    assert_eq!(
        moves("hex:6x4", "(;GM[11]SZ[6:4];B[a1];W[swap-pieces];W[b1])").len(),
        3
    );
}

/// HexGui 2 and PlayHex, by the definition of the format.
#[test]
fn after_a_swap_that_mirrors_the_stone_the_other_colour_moves() {
    let text = "(;FF[4]GM[11]AP[HexGui:2.0]SZ[5];B[b1];W[swap-pieces];B[e2];W[c3])";
    let (played, notes) = noted("hex:5x5", text);
    assert_eq!(played, "b1 swap b5 c3");
    assert!(notes.contains("the swap mirrors the stone"), "{notes}");
}

/// White is the first player, has the edges of Black, and the swap mirrors the stone.
#[test]
fn games_of_little_golem_have_white_first() {
    let text = "(;FF[4]EV[hex.in.11]PB[a]PW[b]SZ[5]RE[B]SO[https://www.littlegolem.net]\
                ;W[ca];B[swap];W[cd];B[bb];W[resign])";
    let (played, notes) = noted("hex:5x5", text);
    assert_eq!(played, "c1 swap d3 b2");
    assert!(notes.contains("as in Little Golem"), "{notes}");
    assert!(notes.contains("the swap mirrors the stone"), "{notes}");
    let unswapped = "(;FF[4]GM[11]SZ[5];W[ca];B[ed])";
    assert_eq!(noted("hex:5x5", unswapped).0, "c1 e4");
}

#[test]
fn where_white_moves_first_colours_are_exchanged() {
    let (played, notes) = noted("hex:5x5", "(;GM[11]SZ[5];W[a2];B[b2];W[d2])");
    assert_eq!(played, "b1 b2 b4");
    assert_eq!(
        notes,
        "White moves first in the record. Here the colours are exchanged, and the board is \
         mirrored: a3 and c1 change places."
    );
    let swapped = "(;GM[11]SZ[5];W[a2];B[swap-pieces];B[d2];W[e1])";
    assert_eq!(noted("hex:5x5", swapped).0, "b1 swap b4 a5");
    let set_up = reading("hex:3x3", "(;GM[11]SZ[3]AB[b1]AW[a2][c1])").unwrap();
    assert_eq!(set_up.from, "-X-O--X-- O");
    assert!(
        set_up.notes[0].ends_with("it is Black."),
        "{:?}",
        set_up.notes
    );
    let stated = reading("hex:3x3", "(;GM[11]SZ[3]AB[b1]AW[c1]PL[W])").unwrap();
    assert_eq!(stated.from, "---O--X-- X");
    let (played, notes) = noted("mnk:3x3?k=3", "(;GM[4]SZ[3];W[a2];B[b2])");
    assert_eq!(played, "a2 b2");
    assert_eq!(
        notes,
        "White moves first in the record. Here the colours are exchanged."
    );
}

#[test]
fn moves_of_black_in_a_row_at_the_start_of_go_are_a_handicap() {
    let record = reading("go:5x5", "(;GM[1]SZ[5]HA[2]KM[0];B[bd];B[db];W[cc];B[cb])").unwrap();
    assert_eq!(record.from, "------X-----------X------ O");
    assert_eq!(record.moves, ["C3", "C4"]);
    assert_eq!(
        record.notes,
        [
            "Properties left out: HA.",
            "The first 2 moves of Black were read as a handicap."
        ]
    );
    let twice = reading("go:5x5", "(;GM[1]SZ[5];B[bd];B[bd];W[cc])").unwrap_err();
    assert!(twice.problem.contains("\"bd\" is set up twice"), "{twice}");
}

#[test]
fn a_record_that_was_cut_off_is_read_up_to_there() {
    for (end, note) in [
        ("", "The record ends before its game does."),
        (";", "The record ends before its game does."),
        (
            ";B[c",
            "The record ends within a value, which was left out.",
        ),
        (
            ";B[cc)",
            "The record ends within a value, which was left out.",
        ),
        (
            "C[a comment\\]",
            "The record ends within a value, which was left out.",
        ),
    ] {
        let text = format!("(;GM[1]SZ[5];B[aa];W[bb]{end}");
        let (played, notes) = noted("go:5x5", &text);
        assert_eq!((played.as_str(), notes.as_str()), ("A5 B4", note), "{text}");
    }
    let (played, notes) = noted(
        "othello:4x4",
        "(;GM[Othello]BO[4 -----O*--*O----- *]B[b1]W[a",
    );
    assert_eq!(played, "b1");
    assert_eq!(notes, "The record ends within a value, which was left out.");
}

#[test]
fn stones_of_hex_are_set_up_by_lists_of_points() {
    let set_up = "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[4];AB[a1:b2]AW[aa:ad][d1]AE[a1:a2]PL[B])";
    let error = reading("hex:4x4", set_up).unwrap_err();
    assert!(
        error.problem.contains("\"aa:ad\" is set up twice"),
        "{error}"
    );
    let text = "(;FF[4]GM[11]SZ[4];AB[a1:b2]AW[d1:d2][d4][d3];AE[a1:a2][d3:d4]PL[B])";
    assert_eq!(plain("hex:4x4", text).from, "-X-O-X-O-------- X");
}

#[test]
fn boards_of_other_programs_are_read_with_and_without_moves() {
    let drawn = "/os: update .7 4 K?\r\n|  1: b1//0.1\r\n|ann   (1720.0 *) 14:59\r\n|\r\n\
                 |   A B C D\r\n| 1 - * - - 1 \r\n| 2 - * * - 2 \r\n| 3 - * O - 3 \r\n\
                 | 4 - - - - 4 \r\n|   A B C D\r\n|\r\n|O to move\r\n|";
    let board = "-X---XX--XO----- O";
    for text in [
        "-*---**--*O----- O",
        "-x---xx--xo----- o",
        "-*---**--*O-----O",
        ".X...XX..XO.....O",
        "-*-- -**- -*O- ---- O",
        drawn,
    ] {
        let record = plain("othello:4x4", text);
        assert_eq!(
            (record.from.as_str(), record.moves.len()),
            (board, 0),
            "{text}"
        );
        for separator in [" ", "; ", "\n"] {
            let with_moves = format!("{text}{separator}c1 d1");
            let record = plain("othello:4x4", &with_moves);
            assert_eq!(record.from, board, "{with_moves}");
            assert_eq!(record.moves, ["c1", "d1"], "{with_moves}");
        }
    }
    let scores = plain("othello:4x4", "-*---**--*O-----O; c1:+8; a1:+4; % 2");
    assert_eq!(scores.from, board);
    let hex = plain("hex:3x3", "x--.o-..*o; a3");
    assert_eq!((hex.from.as_str(), hex.moves.len()), ("X---O---X O", 1));
}

#[test]
fn lists_of_moves_are_read_as_people_paste_them() {
    for (spec, text, expected) in [
        ("othello:8x8", "1. f5 d6 2. c3 d3 33-31", "f5 d6 c3 d3"),
        ("othello:8x8", "F5D6C3D3C4F4F6", "f5 d6 c3 d3 c4 f4 f6"),
        ("othello:8x8", "f5-d6-c3", "f5 d6 c3"),
        (
            "othello:8x8",
            "f5! d6? PA -- ps pass",
            "f5 d6 pass pass pass pass",
        ),
        ("othello:8x8", "f5 {good, or c4} d6", "f5 d6"),
        ("othello:8x8", "f5 (f4 (c4) e3) d6 (f6)", "f5 d6"),
        (
            "othello:8x8",
            "[Event \"x\"]\n[Result \"1-0\"]\n\n1. f5 d6 1-0",
            "f5 d6",
        ),
        ("othello:8x8", "f5zz d6", "f5zz d6"),
        ("hex:5x5", "a3 c3 resign", "a3 c3"),
        ("hex:5x5", "5,a3c3", "a3 c3"),
        ("hex:5x5", "6,a3c3", "6 a3 c3"),
        ("go:5x5", "B C3\nW D3\nB pass", "C3 D3 pass"),
        ("go:5x5", "B C3\nB D3", "C3 B D3"),
        ("go:5x5", "c3d3", "C3 D3"),
        ("connect-four:7x6", "4453", "4 4 5 3"),
        ("connect-four:7x6", "4-4-5-3", "4 4 5 3"),
        ("connect-four:7x6", "4-4", "4 4"),
        ("connect-four:7x6", "4453.", "4453."),
        ("connect-four:7x6", "1. 4 4 2. 5 3 1-0", "4 4 5 3"),
        ("connect-four:7x6", "d d e C", "4 4 5 3"),
        ("connect-four:7x6", "D1 d2 E1 c1", "4 4 5 3"),
        ("connect-four:7x6", "D1 D3", "4 D3"),
    ] {
        assert_eq!(moves(spec, text).join(" "), expected, "{spec}: {text}");
    }
}

#[test]
fn what_does_not_end_is_no_move() {
    for (spec, text, expected) in [
        (
            "othello:8x8",
            "f5 {good d6",
            "line 1, character 4: a comment",
        ),
        (
            "othello:8x8",
            "f5 (f4 (c4) d6",
            "line 1, character 4: a variation",
        ),
        ("go:5x5", "c3\n d3 (", "line 2, character 5: a variation"),
        ("hex:5x5", "[Event x]\na3", "line 1, character 1: a header"),
    ] {
        let error = reading(spec, text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn drawn_boards_are_read_as_their_game_draws_them() {
    let four = "connect-four:4x4, Red to move\n. . . .\n. . . .\n. o . .\nx x o .\n1 2 3 4\n\
                x to move";
    for (spec, text, from, moves) in [
        ("go:3x3", "...\n.X.\nO.. X", "O---X---- X", ""),
        ("go:3x3", "...\n.X.\nO..", "O---X----", ""),
        ("hex:3x3", "*--\n-o-\n--- *\nc3", "X---O---- X", "c3"),
        ("hex:3x3", "*--\n-o-\n---", "X---O----", ""),
        ("connect-four:4x4", four, "..../..../.o../xxo.", ""),
        (
            "connect-four:4x4",
            "----/----/-O--/**O- 12",
            "..../..../.o../xxo.",
            "1 2",
        ),
        (
            "connect-four:4x4",
            "----\n----\n-O--\n**O-\n\nb1 b",
            "..../..../.o../xxo.",
            "b1 2",
        ),
        (
            "connect-four:4x4",
            "----\n----\n-O--\n**O-\n\nb3 b4",
            "..../..../.o../xxo.",
            "2 2",
        ),
    ] {
        let record = plain(spec, text);
        assert_eq!(record.from, from, "{text}");
        assert_eq!(record.moves.join(" "), moves, "{text}");
    }
}

/// As the page writes its reviews.
#[test]
fn what_this_program_writes_is_read_without_notes() {
    let sgf = "(;FF[4]GM[2]AP[Solveig]CA[UTF-8]SZ[4]\n;B[b1]V[-8]\n;W[a1]V[-10]BM[1]\n)\n";
    assert_eq!(plain("othello:4x4", sgf).moves, ["b1", "a1"]);
    let ggf = "(;GM[Othello]PC[Solveig]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1/+8.00]W[A1];)\n";
    assert_eq!(plain("othello:4x4", ggf).moves, ["b1", "a1"]);
    let left_out = "(;FF[4]GM[2]SZ[4]C[x]LB[a1:A];B[b1]C[y]MN[1])";
    assert_eq!(
        noted("othello:4x4", left_out).1,
        "Properties left out: C, LB, MN."
    );
}
