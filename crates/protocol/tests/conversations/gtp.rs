//! GTP, command by command.

use crate::{WITH_PASSES, answers, gtp, gtp_within};

#[test]
fn administration() {
    let input = "protocol_version\n1 name\n\n# nothing\n2version # a comment\n3 version\nknown_command play\n\
                 known_command plays\nknown_command\nflip\n44 flip\n5\nquit\nname\n";
    let version = format!("=3 {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        gtp("hex:3x3", input),
        [
            "= 2",
            "=1 Solveig",
            "? unknown command",
            &version,
            "= true",
            "= false",
            "? syntax error",
            "? unknown command",
            "?44 unknown command",
            "?5 unknown command",
            "=",
        ]
    );
}

#[test]
fn commands_are_those_of_the_game() {
    let listed = |spec: &str| gtp(spec, "list_commands\n").remove(0);
    let (go, hex, othello) = (listed("go:3x3"), listed("hex:3x3"), listed("othello:4x4"));
    assert!(go.contains("set_free_handicap") && go.contains("final_status_list"));
    assert!(hex.contains("all_legal_moves") && !hex.contains("handicap"));
    assert!(!othello.contains("handicap") && othello.contains("gogui-rules_board"));
    let commands = "known_command set_free_handicap\nset_free_handicap A1 B1\n";
    assert_eq!(gtp("hex:3x3", commands), ["= false", "? unknown command"]);
}

#[test]
fn go_is_played_undone_and_scored() {
    let input = "boardsize 3\nkomi 2.5\nplay b B2\nplay W a1\nplay black B2\nplay white Z9\nplay white !\nplay white\n\
                 play green A1\nundo\nmove_history\nplay w pass\nplay b pass\nfinal_score\nfinal_status_list alive\n\
                 final_status_list dead\nundo\nundo\nundo\nundo\n";
    assert_eq!(
        gtp("go:3x3", input),
        [
            "=",
            "=",
            "=",
            "=",
            "? illegal move",
            "? illegal move",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "=",
            "= black B2",
            "=",
            "=",
            "= B+6.5",
            "= B2",
            "=",
            "=",
            "=",
            "=",
            "? cannot undo",
        ]
    );
}

#[test]
fn the_reason_of_an_illegal_move_is_told_aside() {
    let said = gtp_within("go:3x3", 1.0, b"play b B2\nplay w B2\n");
    assert!(said.aside.contains("B2"), "{}", said.aside);
    assert!(said.aside.starts_with("solveig: "));
}

#[test]
fn sizes_are_those_that_can_be_opened() {
    let input = "boardsize 4\ngogui-rules_board_size\nboardsize 8\nboardsize 2 3\ngogui-rules_board_size\n\
                 rectangular_boardsize 3 2\ngogui-rules_board_size\nboardsize\nboardsize x\nboardsize 4294967296\n\
                 boardsize 99999\ngogui-rules_board_size\n";
    assert_eq!(
        gtp("go:5x5", input),
        [
            "=",
            "= 4",
            "? unacceptable size",
            "=",
            "= 2 3",
            "=",
            "= 3 2",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "? unacceptable size",
            "= 3 2",
        ]
    );
    // What else the spec says stays.
    assert!(gtp("mnk:3x3?k=3", "boardsize 4\nshowboard\n")[1].starts_with("= mnk:4x4?k=3, X"));
}

#[test]
fn komi_decides_who_wins() {
    // On 2x2 both sides fill; the areas are equal or nearly so.
    let input = "komi 0\nplay b A1\nplay w pass\nplay b pass\nfinal_score\nkomi 4\nfinal_score\nkomi 4.5\nfinal_score\n\
                 komi x\nkomi nan\nkomi 1e300\n";
    let said = gtp("go:2x2", input);
    assert_eq!(
        said[4..],
        [
            "= B+4",
            "=",
            "= 0",
            "=",
            "= W+0.5",
            "? syntax error",
            "? syntax error",
            "? syntax error"
        ]
    );
    // A game of winning with a komi becomes another game, and play goes on in it.
    let input = "play b A1\nkomi 3.5\nshowboard\nmove_history\nkomi 0.25\n";
    let said = gtp("go:2x2?komi=0.5", input);
    assert!(said[2].starts_with("= go:2x2?komi=3.5, White"), "{said:?}");
    assert_eq!(said[3], "= black A1");
    assert!(
        said[4].starts_with("? ") && said[4].contains("0.25"),
        "{said:?}"
    );
}

/// White captures two stones in the cycle and Black one.
#[test]
fn a_long_cycle_ends_the_game_whatever_komi_is() {
    let cycle = "play b A1\nplay w C1\nplay b B1\nplay w C1\nplay b A1\nfinal_score\n\
                 play w B1\nplay b B1\nfinal_score\nshowboard\n";
    for (komi, spec, score) in [("0", "?ko=basic", "= W+3"), ("-9.5", "?komi=-9.5", "= W+")] {
        let said = gtp("go:3x1?ko=basic", &format!("komi {komi}\n{cycle}"));
        assert_eq!(said[..6], ["="; 6]);
        assert_eq!(said[6], score);
        assert!(said[7].starts_with("? illegal move"), "{}", said[7]);
        assert!(said[8].starts_with("? illegal move"), "{}", said[8]);
        assert_eq!(said[9], score);
        assert!(said[10].contains(&format!("go:3x1{spec}")), "{}", said[10]);
    }
}

#[test]
fn handicap_stones_stand_before_the_first_move() {
    let input = "fixed_handicap 2\nplace_free_handicap 2\ngogui-rules_side_to_move\nplace_free_handicap 2\nclear_board\n\
                 set_free_handicap A1 C3\nshowboard\nclear_board\nset_free_handicap A1 A1\nset_free_handicap A1\n\
                 set_free_handicap A1 Q9\nplay b B2\nset_free_handicap A1 C3\nfixed_handicap 2\n";
    let said = gtp("go:3x3", input);
    assert_eq!(said[0], "? invalid number of stones");
    assert_eq!(said[1], "= B2 A1");
    assert_eq!(said[2], "= white");
    assert_eq!(said[3], "? board not empty");
    assert_eq!(said[5], "=");
    assert!(said[6].contains("White to move") && said[6].matches('X').count() == 2);
    assert_eq!(said[8..11], ["? bad vertex list"; 3]);
    assert_eq!(said[12..], ["? board not empty", "? board not empty"]);
    let seven = gtp("go:7x7", "fixed_handicap 4\n");
    assert_eq!(seven, ["= C3 E5 C5 E3"]);
}

#[test]
fn genmove_plays_perfectly_and_reg_genmove_only_says_so() {
    let said = gtp("othello:4x4", &"genmove b\ngenmove w\n".repeat(9));
    // Passes that are forced are told as such, and behind the end there are passes only.
    let moves: Vec<&str> = said.iter().map(|one| &one[2..]).collect();
    assert!(moves.contains(&"pass"));
    let scored = gtp(
        "othello:4x4",
        &format!("{}final_score\n", "genmove b\ngenmove w\n".repeat(9)),
    );
    assert_eq!(scored.last().unwrap(), "= W+10");
    let twice = gtp("hex:3x3", "reg_genmove b\nreg_genmove b\nmove_history\n");
    assert_eq!(twice[0], twice[1]);
    assert_eq!(twice[2], "=");
}

#[test]
fn a_move_that_could_not_be_proven_is_legal_and_told_to_be_unproven() {
    let said = gtp_within("othello:8x8", 0.02, b"genmove b\nshowboard\n");
    let moved = &answers(&said.answers)[0];
    assert!(
        ["= D3", "= C4", "= F5", "= E6"].contains(&moved.as_str()),
        "{moved}"
    );
    assert!(said.aside.contains("is not proven"), "{}", said.aside);
    let solved = gtp_within("othello:4x4", 60.0, b"genmove b\n");
    assert_eq!(solved.aside, "");
}

#[test]
fn go_that_cannot_be_solved_is_played_to_its_end_all_the_same() {
    let input = "genmove b\ngenmove w\n".repeat(60) + "showboard\nfinal_score\n";
    let said = answers(&gtp_within("go:6x6", 0.0, input.as_bytes()).answers);
    assert!(said.iter().all(|one| one.starts_with('=')), "{said:?}");
    // Neither gives up while there is something to play for, nor fills its eyes until it dies.
    let first_pass = said.iter().position(|one| one == "= pass").unwrap();
    assert!((15..110).contains(&first_pass), "{said:?}");
    let board = &said[120];
    assert!(board.contains("the game is over"), "{board}");
}

#[test]
fn clocks_are_obeyed() {
    let input = b"time_settings 1 0 0\ntime_left b 1 0\ngenmove b\ntime_settings 0 1 0\ntime_settings a 1 0\n\
                  time_left b nan 0\ntime_left x 1 0\ntime_left b -3 0\ntime_settings 1e400 0 0\n";
    // Without its clock, the search of the one move would not end.
    let said = gtp_within("othello:8x8", 1e9, input);
    assert_eq!(
        answers(&said.answers)[3..],
        [
            "=",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "=",
            "? syntax error"
        ]
    );
}

#[test]
fn sides_may_play_out_of_turn() {
    let input = "play b A1\nplay b C1\nshowboard\nundo\nshowboard\nplay w B1\nmove_history\n";
    let said = gtp("go:3x3", input);
    assert!(said[2].contains("White to move") && said[2].matches('X').count() == 2);
    assert!(said[4].contains("White to move") && said[4].matches('X').count() == 1);
    assert_eq!(said[6], "= white B1\nblack A1");
    // A forced pass may be told or left out.
    for leaves_out in [false, true] {
        let mut input = String::new();
        for (at, square) in WITH_PASSES.split(' ').enumerate() {
            if square != "pass" || !leaves_out {
                input += &format!("play {} {square}\n", ["b", "w"][at % 2]);
            }
        }
        let replies = gtp(
            "othello:8x4",
            &format!("{input}final_score\nmove_history\n"),
        );
        assert!(
            replies.iter().all(|one| one.starts_with('=')),
            "{replies:?}"
        );
        assert_eq!(replies[replies.len() - 2], "= B+32");
        assert_eq!(replies.last().unwrap().lines().count(), 31);
    }
    // Whose turn it is in Connect Four follows from the discs.
    assert_eq!(
        gtp("connect-four:4x4", "play b 1\nplay b 1\nplay red 1\n"),
        ["=", "? illegal move", "="]
    );
}

#[test]
fn hex_is_spoken_as_benzene_does() {
    let input = "boardsize 3 4\nplay black a1\nplay white swap-pieces\nall_legal_moves\nshowboard\nboardsize 2\n\
                 play b a1\nplay w b1\nplay b a2\nfinal_score\ngenmove w\n";
    let said = gtp("hex:3x3", input);
    assert_eq!(
        said[2],
        "? illegal move: Hex is played without the swap rule here"
    );
    assert_eq!(said[3], "= b1 c1 a2 b2 c2 a3 b3 c3 a4 b4 c4");
    assert_eq!(said[9..], ["= B+", "? the game is over"]);
}

#[test]
fn analyses_tell_exact_values() {
    let said = gtp(
        "othello:4x4",
        "solveig-value\nsolveig-moves\nsolveig-best\nsolveig-analyze x\n",
    );
    assert_eq!(said[0], "= -10 searched");
    assert_eq!(said[1].lines().count(), 4);
    assert!(said[1].lines().all(|line| line.ends_with("-10 searched")));
    assert_eq!(said[2].split(' ').count(), 5);
    assert_eq!(said[3], "? syntax error");
    let line = "play b b1\nplay w a1\nsolveig-review\nsolveig-line\n";
    let said = gtp("othello:4x4", line);
    assert!(said[2].contains("1 black B1 before -10 searched after -10 searched"));
    assert!(
        said[2]
            .lines()
            .last()
            .unwrap()
            .starts_with("losses black 0")
    );
    assert!(said[3].split(' ').count() > 5);
}

#[test]
fn others_formats_of_analysis_end_with_the_next_line() {
    let said = gtp(
        "mnk:3x3?k=3",
        "play X a1\nplay O b1\nlz-analyze 50\nkata-analyze X interval 10\nname\n",
    );
    let best: Vec<&str> = said[2].split("info ").collect();
    assert!(best[1].starts_with("move a2 visits "), "{}", said[2]);
    assert!(best[1].contains("winrate 10000 ") && best[1].contains(" order 0 pv a2 "));
    let others = &best[2..];
    assert!(others.iter().any(|one| !one.contains("winrate 10000 ")));
    assert!(said[3].contains("winrate 1.000000 scoreMean 1 "));
    assert_eq!(said[4], "= Solveig");
    let played = gtp(
        "mnk:3x3?k=3",
        "play X a1\nplay O b1\nlz-genmove_analyze X 10\nmove_history\n",
    );
    assert_eq!(played[2].lines().last().unwrap(), "play a2");
    assert!(played[3].starts_with("= black a2\n"));
    // Nothing is known of this one in a tenth of a second, and nothing is claimed.
    let unknown = gtp("hex:9x9", "lz-analyze 1\nname\n");
    assert_eq!(unknown, ["=", "= Solveig"]);
}

#[test]
fn gogui_is_told_the_rules() {
    let input = "gogui-rules_game_id\ngogui-rules_board\ngogui-rules_legal_moves\ngogui-rules_side_to_move\n\
                 gogui-rules_final_result\nsolveig-gfx\n";
    let said = gtp("othello:4x4", input);
    assert_eq!(said[0], "= Othello");
    assert_eq!(said[1], "= . . . .\n. X O .\n. O X .\n. . . .");
    assert_eq!(said[2], "= B1 A2 D3 C4");
    assert_eq!((said[3].as_str(), said[4].as_str()), ("= black", "="));
    assert_eq!(said[5].matches("COLOR #77cc77").count(), 4);
    assert!(said[5].ends_with("TEXT -10 searched"));
}

#[test]
fn games_of_sgf_are_loaded() {
    let folder = std::env::temp_dir().join(format!("solveig-sgf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let go = file("go.sgf", "(;GM[1]SZ[3]KM[1.5];B[bb];W[aa];B[])");
    let set_up = file("set-up.sgf", "(;GM[1]SZ[3]AB[aa][cc];W[bb])");
    let hex = file("hex.sgf", "(;GM[11]SZ[3];B[a1];W[c3])");
    let broken = file("broken.sgf", "(;SZ[3];B[zz])");
    let input = format!(
        "loadsgf {go}\nmove_history\nloadsgf {go} 2\nmove_history\nloadsgf {set_up}\ngogui-rules_board\nloadsgf {broken}\n\
         loadsgf {go}x\nloadsgf\nmove_history\n"
    );
    let said = gtp("go:2x2", &input);
    assert_eq!(
        said[..4],
        [
            "= white",
            "= black pass\nwhite A3\nblack B2",
            "= white",
            "= black B2"
        ]
    );
    assert_eq!(
        (said[4].as_str(), said[5].matches('X').count()),
        ("= black", 2)
    );
    assert_eq!(
        said[6..9],
        ["? cannot load file", "? cannot load file", "? syntax error"]
    );
    assert_eq!(
        said[9], "= white B2",
        "what cannot be loaded changes nothing"
    );
    let said = gtp("hex:2x2", &format!("loadsgf {hex}\nmove_history\n"));
    assert_eq!(said[1], "= white c3\nblack a1");
    // A puzzle with unequal stones is the start of a game, and a cleared board is empty.
    let puzzle = file("puzzle.sgf", "(;GM[11]SZ[3]AW[a2][b1]PL[B];B[b2])");
    let input = format!("loadsgf {puzzle}\ngenmove w\nclear_board\nplay b a1\n");
    assert_eq!(gtp("hex:2x2", &input), ["= white", "= c1", "=", "="]);
    let unstated = file("unstated.sgf", "(;GM[11]SZ[3]AB[a3][b3][c3])");
    let input = format!("loadsgf {unstated}\nboardsize 2\nshowboard\n");
    let said = gtp("hex:2x2", &input);
    assert_eq!(said[0], "= white");
    assert!(said[2].contains(" 2 - -"), "{}", said[2]);

    // Stones are taken off again, and lists of points may be rectangles.
    let emptied = file(
        "emptied.sgf",
        "(;GM[1]SZ[3]AB[aa:bc]AW[ca][cb];AE[bb:ac][ca])",
    );
    let begun = file("begun.sgf", "(;GM[2]SZ[4]AE[b2])");
    let input = format!("loadsgf {emptied}\ngogui-rules_board\n");
    assert_eq!(gtp("go:2x2", &input), ["= black", "= X X .\n. . O\n. . ."]);
    let input = format!("loadsgf {begun}\ngogui-rules_board\n");
    let othello = gtp("othello:4x4", &input);
    assert_eq!(othello[1], "= . . . .\n. X O .\n. . X .\n. . . .");

    // What cannot be done is refused, and the reason told.
    let refused = |spec: &str, text: &str, more: &str, reason: &str| {
        let path = file("refused.sgf", text);
        let first = if spec.starts_with("connect") {
            "1"
        } else {
            "a1"
        };
        let input = format!("play b {first}\nloadsgf {path}{more}\nmove_history\n");
        let said = gtp_within(spec, 60.0, input.as_bytes());
        let answered = answers(&said.answers);
        assert_eq!(answered[1], "? cannot load file", "{text}");
        assert!(said.aside.contains(reason), "{text}: {}", said.aside);
        let moves = answered[2].lines().count();
        assert_eq!(moves, 1, "{text}: the play is unchanged");
    };
    for (text, reason) in [
        ("(;GM[11]SZ[3];B[a1])", "GM is \"11\"; go:3x3 is GM[1]"),
        ("(;SZ[3]AB[aa:bb]AW[bb])", "\"bb\" is set up twice"),
        ("(;SZ[3];B[aa];AE[aa])", "set up after the first move"),
        ("(;SZ[3];B[aa];PL[B])", "PL sets the side to move after"),
        ("(;SZ[3]AB[aa:zz])", "\"zz\" is no point of the board"),
        ("(;SZ[3]AB[aa:bb:cc])", "\"bb:cc\" is no point of the board"),
        ("(;SZ[3]KM[1e9];B[aa])", "KM is 1000000000"),
    ] {
        refused("go:3x3", text, "", reason);
    }
    let moves = "the main line has 2 moves";
    refused("go:3x3", "(;SZ[3];B[aa];W[bb])", " 4", moves);
    refused("hex:3x3", "(;GM[1]SZ[3];B[aa])", "", "hex:3x3 is GM[11]");
    let reason = "SGF has no number for connect-four:4x4";
    refused("connect-four:4x4", "(;GM[1];B[aa])", "", reason);
    let zeroth = gtp("go:3x3", &format!("loadsgf {go} 0\nloadsgf {go} 4\n"));
    assert_eq!(zeroth, ["? syntax error", "= white"]);
    let late = file("late.sgf", "(;GM[1]SZ[3];B[bb];W[aa];B[zz])");
    let before = gtp("go:3x3", &format!("loadsgf {late} 3\nloadsgf {late}\n"));
    assert_eq!(before, ["= black", "? cannot load file"]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn arguments_are_obeyed_or_refused() {
    let input = "play b A1\nplay w B2\nplay b C3\nundo 4\nundo x\nundo 0\nundo -1\nundo 1 1\nundo 2\nmove_history\n";
    let said = gtp("go:3x3", input);
    assert_eq!(
        said[3..],
        [
            "? cannot undo",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "=",
            "= black A1"
        ]
    );
    for command in [
        "clear_board now",
        "showboard 1",
        "final_score b",
        "genmove b w",
        "reg_genmove b 3",
        "name x",
        "list_commands all",
        "move_history 2",
        "gogui-rules_board 1",
        "solveig-line 3",
        "quit now",
        "lz-analyze ownership perhaps",
        "lz-analyze maxmoves",
        "kata-analyze maxmoves many",
        "kata-analyze interval",
    ] {
        let said = gtp("go:2x2", &format!("play b A1\n{command}\nname\n"));
        assert_eq!(said[1..], ["? syntax error", "= Solveig"], "{command}");
    }
    for command in ["lz-analyze avoid b A1 2", "kata-analyze B allow b A2,B2 9"] {
        let said = gtp("mnk:3x3?k=3", &format!("{command}\nmove_history\n"));
        assert!(said[0].contains("is not supported"), "{command}: {said:?}");
        assert_eq!(said[1], "=", "nothing was played");
    }
    let limited = "lz-genmove_analyze b avoid b A1 1\nmove_history\n";
    let said = gtp("mnk:3x3?k=3", limited);
    assert!(said[0].contains("for analyses alone"), "{}", said[0]);
    assert_eq!(said[1], "=", "nothing was played");
    let odd = gtp("go:2x2", "kata-analyze b 10 frobnicate yes\n");
    assert_eq!(odd, ["? unknown key frobnicate"]);
    let input = "play X a1\nplay O b1\nkata-analyze X 50 maxmoves 2 minmoves 1 ownership true\n";
    let said = gtp_within("mnk:3x3?k=3", 60.0, input.as_bytes());
    let answer = answers(&said.answers).remove(2);
    let last = answer.lines().last().unwrap();
    assert_eq!(last.matches("info move ").count(), 2, "{answer}");
    let aside = said.aside;
    assert!(aside.contains("ownership is not known"), "{aside}");
}

#[test]
fn play_goes_on_after_two_passes() {
    let input =
        "play b B2\nplay w pass\nplay b pass\ngenmove w\nplay w A1\nmove_history\nshowboard\n";
    let said = gtp("go:3x3", input);
    assert_eq!(said[3..5], ["= pass", "="]);
    assert!(
        said[6].contains("Black to move") && said[6].matches('O').count() == 1,
        "{}",
        said[6]
    );
}
