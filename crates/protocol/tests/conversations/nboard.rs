//! NBoard, command by command.

use crate::{WITH_PASSES, nboard, nboard_within};

/// The example of the published protocol, version 2.
const PUBLISHED: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

#[test]
fn the_published_session_is_held() {
    let input = format!("nboard 2\n{PUBLISHED}\nset depth 6\nping 1\ngo\n");
    let said = nboard_within("othello:8x8", 0.05, input.as_bytes());
    assert_eq!(
        said[..3],
        ["set myname Solveig", "pong 1", "status Solveig is thinking"]
    );
    assert!(said[3].starts_with("nodestats "), "{said:?}");
    let moved = said[4].strip_prefix("=== ").unwrap();
    let parts: Vec<&str> = moved.split('/').collect();
    assert_eq!(parts.len(), 3);
    assert!(parts[1].parse::<f64>().is_ok(), "an estimate: {moved}");
    assert!(said[5].contains("is not proven, an estimate"), "{said:?}");
    assert_eq!(said.len(), 6);
}

#[test]
fn estimates_are_called_so() {
    let input = format!("{PUBLISHED}\nhint 2\n");
    let said = nboard_within("othello:8x8", 0.05, input.as_bytes());
    let hints: Vec<&String> = said
        .iter()
        .filter(|line| line.starts_with("search "))
        .collect();
    assert!(hints.len() >= 2, "{said:?}");
    assert!(
        hints.iter().all(|line| line.ends_with(" 0 1 an estimate")),
        "{said:?}"
    );
    assert_eq!(
        said.last().unwrap(),
        "status Not solved: the values are estimates"
    );
    let analysed = nboard_within(
        "othello:8x8",
        0.05,
        format!("{PUBLISHED}\nanalyze\n").as_bytes(),
    );
    let last = analysed.last().unwrap();
    assert!(last.ends_with("of the values are estimates"), "{last}");
}

#[test]
fn solved_positions_have_exact_evaluations() {
    let start = "set game (;GM[Othello]BO[4 -----O*--*O----- *];)\n";
    let said = nboard("othello:8x8", &format!("{start}hint 2\n"));
    let hints: Vec<&String> = said
        .iter()
        .filter(|line| line.starts_with("search "))
        .collect();
    assert_eq!(hints.len(), 2, "{said:?}");
    for hint in hints {
        let words: Vec<&str> = hint.split(' ').collect();
        assert_eq!(words[2..], ["-10.00", "0", "100%"]);
        assert!(words[1].len() > 10 && words[1].is_ascii());
    }
    assert_eq!(said.last().unwrap(), "status");
    let said = nboard("othello:4x4", "go\nmove B1/1.5/0.1\nmove a1\ngo\n");
    let moves: Vec<&String> = said
        .iter()
        .filter(|line| line.starts_with("=== "))
        .collect();
    assert_eq!(moves.len(), 2);
    assert!(moves[0].starts_with("=== B1/-10.00/"), "{moves:?}");
    assert_eq!(
        said.iter()
            .filter(|line| line.ends_with("is a best move"))
            .count(),
        2
    );
}

#[test]
fn a_whole_game_is_played_by_itself_and_analyzed() {
    let mut game = String::new();
    let mut moves = Vec::new();
    loop {
        let said = nboard("othello:4x4", &format!("{game}go\n"));
        let Some(line) = said.iter().find(|line| line.starts_with("=== ")) else {
            assert_eq!(said.last().unwrap(), "status The game is over");
            break;
        };
        let square = line[4..].split('/').next().unwrap().to_owned();
        game.push_str(&format!("move {square}\n"));
        moves.push(square);
        assert!(moves.len() < 20);
    }
    let said = nboard("othello:4x4", &format!("{game}analyze\nlearn\n"));
    let values: Vec<(usize, f64)> = said
        .iter()
        .filter_map(|line| line.strip_prefix("analysis "))
        .map(|line| line.split_once(' ').unwrap())
        .map(|(count, value)| (count.parse().unwrap(), value.parse().unwrap()))
        .collect();
    assert_eq!(values.len(), moves.len() + 1);
    // Perfect play keeps the value, seen by whoever is to move.
    for (count, value) in values {
        let sign = if count % 2 == 0 { -1.0 } else { 1.0 };
        assert_eq!(value, sign * 10.0, "after {count}");
    }
    assert_eq!(said.last().unwrap(), "learned");
}

#[test]
fn passes_may_be_told_or_left_out() {
    let mut with_passes = String::new();
    let mut left_out = String::new();
    for square in WITH_PASSES.split(' ') {
        if square == "pass" {
            let said = nboard("othello:8x4", &format!("{with_passes}go\n"));
            assert!(
                said.iter().any(|line| line.starts_with("=== PA/")),
                "{said:?}"
            );
            with_passes += "move PA\n";
        } else {
            with_passes += &format!("move {square}\n");
            left_out += &format!("move {square}//0.5\n");
        }
    }
    for moves in [with_passes, left_out] {
        let said = nboard("othello:8x4", &format!("{moves}go\n"));
        assert_eq!(said, ["status The game is over"]);
    }
}

#[test]
fn a_ping_ends_a_search() {
    // Without the pings, the searches would not end.
    let said = nboard_within("othello:8x8", 1e9, b"go\nping 3\nhint 1\nping 4\n");
    let at = |what: &str| said.iter().position(|line| line.starts_with(what)).unwrap();
    assert!(
        at("=== ") < at("pong 3") && at("pong 3") < at("pong 4"),
        "{said:?}"
    );
    assert!(
        said.iter()
            .any(|line| line.starts_with("status Not solved"))
    );
}

/// NBoard sends a ping before it changes the board. Without the ping, the analysis would not end.
#[test]
fn a_ping_ends_an_analysis() {
    let input = b"move F5\nmove D6\nanalyze\nping 7\nmove C3\nping 8\n";
    let said = nboard_within("othello:8x8", 1e9, input);
    let at = |what: &str| said.iter().position(|line| line.starts_with(what)).unwrap();
    assert!(at("status Solveig is thinking") < at("status 3 positions are not solved"));
    assert!(
        at("status 3 positions are not solved") < at("pong 7"),
        "{said:?}"
    );
    assert_eq!(said.last().unwrap(), "pong 8");
}

#[test]
fn errors_are_told_in_the_status_line() {
    let input = "set game (;GM[Go])\nset game (;GM[Othello]BO[8 x])\nset game (;GM[Othello]BO[4 -----O*--*O----- *]B[A1];)\n\
                 move Z9\nmove a1\nhint x\nping x\nset depth x\nset game (;GM[Othello]BO[14 \n\
                 hint 0\nset contempt 3\nnboard 3\nnboard\nlearn all\ngo on\nanalyze 3\nmove b1//soon\n\
                 set game (;GM[Othello]BO[4 -----O*--*O----- *]B[B1]B[A1];)\n\
                 set game (;GM[Othello]TI[soon]BO[4 -----O*--*O----- *];)\n\
                 set game (;GM[Othello]TY[4a]BO[4 -----O*--*O----- *];)\nset game (;GM[Othello];)\n";
    let said = nboard("othello:4x4", input);
    assert_eq!(said.len(), 21);
    assert!(
        said.iter().all(|line| line.starts_with("status Error: ")),
        "{said:?}"
    );
    assert!(
        said[2].contains("move 1 of Black: a1 is not legal here"),
        "{}",
        said[2]
    );
    assert!(
        said[17].contains("move 2 of Black: it is not the turn of Black"),
        "{}",
        said[17]
    );
    assert!(said[20].contains("there is no board"), "{}", said[20]);
    // What is not known is ignored, as the protocol demands.
    assert_eq!(
        nboard(
            "othello:4x4",
            "frobnicate\nset colour red\nset contempt 0\n"
        ),
        [""; 0]
    );
}

#[test]
fn other_games_are_refused() {
    let served = solveig_protocol::nboard::serve(
        crate::open("hex:3x3"),
        crate::opener(),
        crate::limits(1.0),
        std::io::Cursor::new(Vec::new()),
        &mut Vec::new(),
        &mut Vec::new(),
    );
    assert!(served.unwrap_err().to_string().contains("not hex:3x3"));
}
