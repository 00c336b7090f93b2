//! Commands and records as GoGui, HexGui, KGS, Lizzie and KataGo have them.

use crate::{answers, gtp, gtp_within};

/// As Lizzie and KaTrain limit the moves of an analysis.
#[test]
fn moves_to_be_avoided_are_not_told() {
    let moves_with = |limit: &str| {
        let input = format!("play b a1\nplay w b1\nkata-analyze b 50 {limit}\n");
        let said = gtp_within("mnk:3x3?k=3", 60.0, input.as_bytes());
        let lines = answers(&said.answers).remove(2);
        let last = lines.lines().last().unwrap_or_default().to_owned();
        let moves = last.split("info move ").skip(1);
        let mut moves: Vec<String> = moves.map(|one| one[..2].to_owned()).collect();
        moves.sort();
        moves.join(" ")
    };
    assert_eq!(moves_with(""), "a2 a3 b2 b3 c1 c2 c3");
    assert_eq!(moves_with("avoid b A2,b2 1"), "a3 b3 c1 c2 c3");
    assert_eq!(moves_with("allow b c3,a3 1"), "a3 c3");
    assert_eq!(moves_with("avoid w a2 1"), moves_with(""));
    for wrong in [
        "avoid b",
        "avoid b a2",
        "avoid b a2 x",
        "avoid z a2 1",
        "avoid b ! 1",
    ] {
        let said = gtp("mnk:3x3?k=3", &format!("lz-analyze {wrong}\nname\n"));
        assert_eq!(said, ["? syntax error", "= Solveig"], "{wrong}");
    }
    // A vertex that is taken may be avoided, one beside the board is a mistake.
    let beside = "lz-analyze avoid b a1,z9 1\n";
    assert_eq!(gtp("mnk:3x3?k=3", beside), ["? no vertex z9 on this board"]);
    let full = "play b A\nplay w A\nlz-analyze b 1 avoid b A,1 1\n";
    assert!(
        !gtp("connect-four:2x2", full)
            .iter()
            .any(|one| one.contains("no vertex"))
    );
    let outside = gtp("connect-four:2x2", "lz-analyze avoid b C 1\n");
    assert_eq!(outside, ["? no vertex C on this board"]);
}

#[test]
fn komi_and_rules_are_answered_as_kgs_and_katago_ask_for_them() {
    let input = "get_komi\nkomi 6.5\nget_komi\nkata-set-rules chinese-ogs\n\
                 kata-set-rules japanese\nkata-set-rules\n";
    let said = gtp("go:3x3", input);
    assert_eq!(said[..4], ["= 0", "=", "= 6.5", "="]);
    assert_eq!(
        said[4],
        "? rules \"japanese\": go:3x3 has area scoring and positional superko without suicide, \
         which KataGo calls chinese-kgs or chinese-ogs"
    );
    assert_eq!(said[5], "? syntax error");
    assert_eq!(
        gtp("go:3x3?suicide=yes", "kata-set-rules tromp-taylor\n"),
        ["="]
    );
    let json = "kata-set-rules {\"ko\":\"SIMPLE\", \"scoring\":\"AREA\"}\n";
    let read = |spec| gtp(spec, json).remove(0);
    let problem = "? rules as JSON are not read; expected the name of";
    assert_eq!(read("go:3x3?ko=basic"), format!("{problem} basic ko"));
    let positional = read("go:3x3");
    assert!(
        positional.ends_with("chinese-kgs or chinese-ogs"),
        "{positional}"
    );
    let basic = gtp("go:3x3?ko=basic", "kata-set-rules japanese\n").remove(0);
    assert!(basic.ends_with("area scoring and basic ko"), "{basic}");
    let other = gtp("hex:3x3", "get_komi\nkata-set-rules chinese\n");
    assert_eq!(other, ["= 0", "? unknown command"]);
}

#[test]
fn the_times_of_kgs_are_read() {
    for (settings, answer) in [
        ("none", "="),
        ("absolute 600", "="),
        ("byoyomi 600 30 5", "="),
        ("canadian 600 300 25", "="),
        ("", "? syntax error"),
        ("absolute", "? syntax error"),
        ("absolute soon", "? syntax error"),
        ("byoyomi 600 30", "? syntax error"),
        ("byoyomi 600 30 x", "? syntax error"),
        ("canadian 600 300 -1", "? syntax error"),
        ("fischer 600 10", "? syntax error"),
    ] {
        let said = gtp("go:3x3", &format!("kgs-time_settings {settings}\n"));
        assert_eq!(said, [answer], "{settings}");
    }
    // With a tenth of a second a move, a board that is not solved is played at once.
    let input = "kgs-time_settings byoyomi 0 0.1 3\ngenmove b\n";
    let said = gtp_within("go:6x6", 1e9, input.as_bytes());
    assert_eq!(answers(&said.answers).len(), 2);
}

#[test]
fn gogui_sets_up_positions_and_plays_sequences() {
    let input = "gogui-setup b A1 b B2 w C3\ngogui-setup_player w\ngogui-rules_side_to_move\n\
                 gogui-rules_board\nmove_history\ngogui-play_sequence w A3 b C1\nmove_history\n\
                 gogui-play_sequence w B3 b B3\nmove_history\ngogui-play_sequence w\n\
                 gogui-setup b\ngogui-setup b Z9\ngogui-setup_player\n";
    assert_eq!(
        gtp("go:3x3", input),
        [
            "=",
            "=",
            "= white",
            "= . . O\n. X .\nX . .",
            "=",
            "=",
            "= black C1\nwhite A3",
            "? illegal move",
            "= black C1\nwhite A3",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "? syntax error",
        ]
    );
    // In Hex the stones say who is to move, until that is set up.
    let input = "gogui-setup b a1\ngogui-rules_side_to_move\ngogui-setup_player b\n\
                 gogui-rules_side_to_move\ngogui-setup b a2\ngenmove w\n";
    let hex = gtp("hex:3x3", input);
    assert_eq!(hex, ["=", "= white", "=", "= black", "=", "= a3"]);
    // So a side may play twice, and a board that Black has won is White's turn.
    let input = "play b a1\nplay b a1\nmove_history\n";
    let hex = gtp("hex:3x3", input);
    assert_eq!(hex, ["=", "? illegal move", "= black a1"]);
    let input = "play b a1\nplay b b1\ngenmove b\nclear_board\ngogui-setup w a1 w c1 b b1 b b2 b b3\n\
                 gogui-rules_side_to_move\ngogui-setup w b1\n";
    let hex = gtp("hex:3x3", input);
    assert_eq!(hex[..2], ["=", "="]);
    assert!(hex[2].starts_with("= "), "{}", hex[2]);
    assert_eq!(hex[3..6], ["=", "=", "= white"]);
    let input = "gogui-setup b A1\nknown_command gogui-setup_player\n";
    let four = gtp("connect-four:4x4", input);
    assert_eq!(four, ["? unknown command", "= false"]);
}

#[test]
fn games_of_hexgui_with_a_swap_are_loaded() {
    let path = std::env::temp_dir().join(format!("solveig-swap-{}.sgf", std::process::id()));
    let loaded = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let input = format!("loadsgf {}\nmove_history\n", path.display());
        let said = gtp_within("hex:5x5", 60.0, input.as_bytes());
        (answers(&said.answers), said.aside)
    };
    let text = "(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[5];B[b2];W[swap-pieces];W[c3];B[d2];W[resign])";
    let (said, _) = loaded(text);
    assert_eq!(said, ["= white", "= black d2\nwhite c3\nblack b2"]);
    let (said, aside) = loaded("(;FF[4]GM[11]SZ[5];B[b2];W[swap-pieces];B[c3])");
    assert_eq!(said[0], "? cannot load file");
    assert!(
        aside.contains("this swap mirrors the stone, which GTP does not show"),
        "{aside}"
    );
    let (said, _) = loaded("(;FF[4]GM[11]SZ[5];W[b2];B[c3])");
    assert_eq!(said, ["= white", "= black c3\nwhite b2"]);
    let (said, _) = loaded("(;FF[4]GM[11]SZ[4:3]PL[W];W[a1];B[b2])");
    assert_eq!(said, ["= white", "= black b2\nwhite a1"]);
    let (said, aside) = loaded("(;FF[4]GM[11]SZ[2]AB[a1][a2]PL[B])");
    assert_eq!(said[0], "? cannot load file");
    assert!(aside.contains("X has connected its edges"), "{aside}");
    let (said, aside) = loaded("(;FF[4]GM[11]SZ[5];W[bb];B[cc])");
    assert_eq!(said[0], "? cannot load file");
    assert!(
        aside.contains("White moves first in this record"),
        "{aside}"
    );
    assert!(aside.contains("which GTP does not show"), "{aside}");
    std::fs::remove_file(path).unwrap();
}

/// A handicap as some programs write it: moves of Black in a row.
#[test]
fn a_handicap_of_moves_is_loaded() {
    let path = std::env::temp_dir().join(format!("solveig-handicap-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;GM[1]SZ[3]HA[2];B[aa];B[cc];W[bb])").unwrap();
    let path_text = path.display();
    let input = format!(
        "loadsgf {path_text}\ngogui-rules_board\nmove_history\nloadsgf {path_text} 3\n\
         loadsgf {path_text} 2\n"
    );
    assert_eq!(
        gtp("go:3x3", &input),
        [
            "= black",
            "= X . .\n. O .\n. . X",
            "= white B2",
            "= white",
            "? cannot load file"
        ]
    );
    std::fs::remove_file(path).unwrap();
}
