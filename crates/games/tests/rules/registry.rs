//! Games by their spec strings.

use proptest::prelude::*;
use solveig_game::WideKey;
use solveig_games::hex::Hex;
use solveig_games::othello::Othello;
use solveig_games::{AnyGame, NamedGame};

fn error(spec: &str) -> String {
    AnyGame::parse(spec).unwrap_err().to_string()
}

#[test]
fn specs_lead_back() {
    for spec in [
        "othello:6x6",
        "othello:10x4",
        "othello:8x8",
        "connect-four:7x6",
        "connect-four:7x6?utility=score",
        "mnk:3x3?k=3",
        "go:3x3",
        "go:5x5?komi=24.5",
        "go:12x4?komi=-0.5&superko=situational&suicide=yes",
        "go:7x7?komi=-0.5&ko=basic",
        "hex:3x3",
        "hex:1x11",
        "hex:11x11",
    ] {
        assert_eq!(AnyGame::parse(spec).unwrap().to_string(), spec);
    }
}

fn is<G: NamedGame>(spec: &str) -> bool {
    AnyGame::parse(spec).unwrap().downcast::<G>().is_some()
}

#[test]
fn keys_are_as_narrow_as_they_can_be() {
    let wide = |spec| is::<Othello<u128>>(spec);
    assert!(!wide("othello:6x6") && !wide("othello:10x4") && !wide("othello:4x10"));
    assert!(wide("othello:8x6") && wide("othello:8x8") && wide("othello:16x4"));
    let bits = |spec| match () {
        () if is::<Hex<u64>>(spec) => 64,
        () if is::<Hex<u128>>(spec) => 128,
        () if is::<Hex<WideKey>>(spec) => 256,
        () => panic!("{spec} is no game of Hex"),
    };
    assert_eq!(["hex:1x1", "hex:6x6", "hex:10x4"].map(bits), [64; 3]);
    assert_eq!(["hex:7x6", "hex:8x8", "hex:9x9"].map(bits), [128; 3]);
    assert_eq!(["hex:8x11", "hex:10x9", "hex:11x11"].map(bits), [256; 3]);
    let problem = Hex::<u128>::new(9, 10).unwrap_err().problem;
    assert_eq!(problem, "its keys take 144 bits: expected at most 128");
    let problem = Othello::<u64>::new(8, 8).unwrap_err().problem;
    assert_eq!(problem, "its keys take 102 bits: expected at most 64");
}

#[test]
fn an_unknown_game_lists_those_that_exist() {
    let message = error("othelo:6x6");
    let expected = "game \"othelo:6x6\": there is no game \"othelo\"; there are: othello:CxR, \
                    connect-four:CxR or connect-four:CxR?utility=score, mnk:CxR?k=K, \
                    go:CxR or go:CxR?komi=K&superko=situational&suicide=yes or \
                    go:CxR?komi=K&ko=basic, hex:CxR or hex:CxR?start=BOARD, tree:FILE.json, \
                    random-tree:WxD?seed=S&values=LO..HI&shape=variable&ties=none";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn impossible_games_name_the_limit() {
    let cases = [
        (
            "othello:5x6",
            "5 columns: expected an even number of at least 4",
        ),
        (
            "othello:4x2",
            "2 rows: expected an even number of at least 4",
        ),
        ("othello:10x8", "80 squares: expected at most 64"),
        ("othello:8x10", "80 squares: expected at most 64"),
        (
            "othello:4294967294x4294967294",
            "18446744056529682436 squares: expected at most 64",
        ),
        (
            "othello:99999999999x6",
            "\"99999999999x6\" is not a board size; expected columns x rows, as in othello:4x4",
        ),
        (
            "connect-four:0x6",
            "expected at least one column and one row",
        ),
        (
            "connect-four:9x7",
            "columns x (rows + 1) is 72: expected at most 64",
        ),
        (
            "connect-four:7x6?k=4",
            "parameter \"k\" is unknown; there are: utility",
        ),
        (
            "connect-four:7x6?utility=plies",
            "there is no utility \"plies\"; expected outcome or score",
        ),
        (
            "mnk:3x3",
            "parameter \"k\" is missing; expected mnk:CxR?k=K",
        ),
        (
            "mnk:3x3?k=three",
            "parameter \"k\" is \"three\"; expected a number, as in mnk:CxR?k=K",
        ),
        (
            "mnk:3x3?k=3&n=1",
            "parameter \"n\" is unknown; there are: k",
        ),
        ("mnk:3x3?k=4", "k is 4: expected 1 to 3, the longer side"),
        ("mnk:5x4?k=0", "k is 0: expected 1 to 5, the longer side"),
        ("mnk:0x3?k=1", "0 squares: expected 1 to 64"),
        ("mnk:13x5?k=4", "65 squares: expected 1 to 64"),
        ("mnk:30x1?k=3", "30 columns: expected at most 26"),
        (
            "mnk:4294967295x4294967295?k=3",
            "18446744065119617025 squares: expected 1 to 64",
        ),
        ("go:8x7", "56 points: expected 1 to 49"),
        ("go:0x7", "0 points: expected 1 to 49"),
        ("go:26x1", "26 columns: expected at most 25"),
        (
            "go:3x3?komi=seven",
            "komi is \"seven\"; expected a multiple of 0.5 from -50 to 50",
        ),
        (
            "go:3x3?komi=0.25",
            "komi is \"0.25\"; expected a multiple of 0.5 from -50 to 50",
        ),
        (
            "go:3x3?superko=natural",
            "there is no superko \"natural\"; expected positional or situational",
        ),
        (
            "go:3x3?suicide=maybe",
            "suicide is \"maybe\"; expected yes or no",
        ),
        (
            "go:3x3?handicap=1",
            "parameter \"handicap\" is unknown; there are: komi, superko, ko, suicide",
        ),
        ("go:3x3?ko=simple", "ko is \"simple\"; expected basic"),
        (
            "go:3x3?ko=basic&superko=positional",
            "superko and ko: expected one of them",
        ),
        (
            "go:3x3?ko=basic&suicide=yes",
            "suicide=yes needs superko; expected no ko=basic",
        ),
        ("hex:12x12", "12 columns: expected 1 to 11"),
        ("hex:3x12", "12 rows: expected 1 to 11"),
        ("hex:0x3", "0 columns: expected 1 to 11"),
        (
            "hex:4294967295x4294967295",
            "4294967295 columns: expected 1 to 11",
        ),
        (
            "hex:ax3",
            "\"ax3\" is not a board size; expected columns x rows, as in hex:4x4",
        ),
        (
            "hex:3x3?swap=1",
            "parameter \"swap\" is unknown; there are: start",
        ),
    ];
    for (spec, problem) in cases {
        assert_eq!(error(spec), format!("game \"{spec}\": {problem}"));
    }
}

proptest! {
    #[test]
    fn no_spec_makes_the_registry_panic(
        spec in "(othello|connect-four|mnk|go|hex|é)?:?[0-9]{0,11}x?[0-9]{0,11}(\\?(k|komi)=[-.0-9é]{0,12})?|.*",
    ) {
        if let Ok(game) = AnyGame::parse(&spec) {
            prop_assert!(AnyGame::parse(&game.to_string()).is_ok());
        }
    }

    #[test]
    fn small_boards_exist_or_say_why_not(
        name in "othello|connect-four|mnk|go|hex",
        columns in 0..40u32,
        rows in 0..70u32,
        k in 0..9u32,
    ) {
        let tail = if name == "mnk" { format!("?k={k}") } else { String::new() };
        let spec = format!("{name}:{columns}x{rows}{tail}");
        match AnyGame::parse(&spec) {
            Ok(game) => prop_assert_eq!(game.to_string(), spec),
            Err(error) => prop_assert!(error.problem.contains("expected"), "{}", error),
        }
    }
}
