//! Go against rules on lists, and superko and basic ko by hand.

use proptest::prelude::*;
use solveig_game::{Game, GameExt, Keyed, Move, Notation, Spec, Symmetric, Symmetry, Value};
use solveig_games::go::{Colour, Go, GoPosition, LongCycle};
use solveig_testkit::go::{Ko, Rules};

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_plays_agree_with_the_rules_on_lists(
        (columns, rows) in prop::sample::select(vec![
            (1, 1), (1, 2), (2, 1), (1, 3), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (4, 4), (5, 3),
            (7, 7), (12, 4), (25, 1), (1, 49),
        ]),
        ko in prop::sample::select(vec![Ko::Positional, Ko::Situational, Ko::Basic]),
        suicide: bool,
        half_points in -9..9i32,
        choices in prop::collection::vec(0..1000usize, 150),
    ) {
        let suicide = suicide && ko != Ko::Basic;
        let rules = Rules::new(columns, rows, ko, suicide);
        let spec = rules.spec();
        let plain = go(&spec);
        let with_komi = go(&format!("{spec}&komi={}", f64::from(half_points) / 2.0));
        let mut state = rules.start();
        let mut position = plain.start();
        for choice in choices {
            let of = |colour: u8| {
                let cells = state.board.iter().enumerate();
                let stones = cells.filter(move |(_, cell)| **cell == colour);
                stones.fold(0, |set, (point, _)| set | 1_u64 << point)
            };
            prop_assert_eq!(of(1), position.stones(Colour::Black));
            prop_assert_eq!(of(2), position.stones(Colour::White));
            prop_assert_eq!(state.mover == 1, position.to_move() == Colour::Black);
            let score = rules.final_score(&state);
            prop_assert_eq!(plain.terminal_value(&position), score);
            let (black, white) = (position.stones(Colour::Black), position.stones(Colour::White));
            let area = rules.area_score(&state.board);
            prop_assert_eq!(plain.board().area_score(black, white), area);
            let signed = |score: Value| match position.to_move() {
                _ if state.cycle.is_some() => score.signum(),
                Colour::Black => (2 * score - half_points).signum(),
                Colour::White => (2 * score + half_points).signum(),
            };
            prop_assert_eq!(with_komi.terminal_value(&position), score.map(signed));
            let moves: Vec<usize> = plain.moves(&position).iter().map(|one| one.index()).collect();
            let mut after = rules.moves(&state);
            after.sort_by_key(|(played, _)| *played);
            let listed: Vec<usize> = after.iter().map(|(played, _)| *played).collect();
            prop_assert_eq!(&moves, &listed);
            for code in 0..plain.move_codes() {
                let listed = moves.contains(&usize::from(code));
                prop_assert_eq!(plain.play(&position, Move(code)).is_ok(), listed);
            }
            let text = plain.board_string(&position);
            let read = plain.parse_board(&text).unwrap().unwrap();
            prop_assert_eq!(plain.board_string(&read), text);
            if moves.is_empty() {
                break;
            }
            // Passes are rare, so that most plays are long.
            let max = if choice % 10 == 0 { moves.len() } else { (moves.len() - 1).max(1) };
            let (played, next) = after.swap_remove(choice / 10 % max);
            position = plain.play_unchecked(&position, Move(played as u16));
            state = next;
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        text in "([A-Ja-j][0-9]{1,2}|pass| |,|[-XOxo]{0,7}| [XO]|é|pas){0,9}|.*",
        spec in prop::sample::select(vec!["go:1x1", "go:2x3", "go:9x5", "go:3x3?suicide=yes"]),
    ) {
        let game = go(spec);
        if let Ok((read, length)) = game.parse_move(&text) {
            prop_assert!(read.0 < game.move_codes() && text.is_char_boundary(length));
        }
        match game.parse_position(&text) {
            Ok(position) => prop_assert!(game.position(game.key(&position)).is_ok()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// What superko says of the last move of a list, where it is legal in all else.
fn recreated(spec: &str, moves: &str) -> Option<u32> {
    let game = go(spec);
    let (before, last) = moves.rsplit_once(' ').unwrap();
    let (position, _) = game.play_list(&game.start(), before).unwrap();
    let (last, _) = game.parse_move(last).unwrap();
    let reason = game.play(&position, last).err()?.reason.unwrap();
    let place = reason.strip_prefix("it recreates the position after move ");
    let place = place.unwrap_or_else(|| panic!("{spec}, {moves}: {reason}"));
    let after = place.split(' ').next().unwrap();
    Some(after.parse().unwrap())
}

#[test]
fn boards_that_come_again_are_forbidden() {
    const SITUATIONAL: &str = "?superko=situational";
    // White throws a stone in on B2, Black takes it from C2, White would take that.
    let ko = "B1 C1 A2 D2 B3 C3 pass B2 C2 B2";
    let later = "B1 C1 A2 D2 B3 C3 pass B2 C2 D1 A1 B2";
    // Black's A1 and B1 are taken by C1; A1 makes X-O again, but now White is to move.
    let one_for_two = "A1 C1 B1 C1 A1";
    let two_for_two = "B1 D1 A1 C1 B1";
    let six = ["A2 B2 A1 B1 A2 A1 A2", "D1 A1 C1 B1 D1 C1 D1"];
    for (size, moves, positional, situational) in [
        ("4x3", ko, Some(8), Some(8)),
        ("4x3", later, None, None),
        ("3x1", one_for_two, Some(2), None),
        ("4x1", two_for_two, Some(1), Some(1)),
        ("2x2", six[0], Some(1), Some(1)),
        ("4x1", six[1], Some(1), Some(1)),
    ] {
        for (rules, expected) in [("", positional), (SITUATIONAL, situational)] {
            let spec = format!("go:{size}{rules}");
            assert_eq!(recreated(&spec, moves), expected, "{spec}: {moves}");
        }
    }
}

/// How a list of moves ends by a cycle under basic ko.
fn cycle(size: &str, moves: &str) -> Option<LongCycle> {
    let game = go(&format!("go:{size}?ko=basic"));
    let (before, _) = moves.rsplit_once(' ').unwrap();
    assert_eq!(game.parse_position(before).unwrap().cycle(), None);
    game.parse_position(moves).unwrap().cycle()
}

#[test]
fn basic_ko_forbids_to_retake_at_once_and_no_more() {
    let ko = "B1 C1 A2 D2 B3 C3 pass B2 C2";
    let spec = "go:4x3?ko=basic";
    assert_eq!(recreated(spec, &format!("{ko} B2")), Some(8));
    assert_eq!(recreated(spec, &format!("{ko} D1 A1 B2")), None);
    // What is forbidden belongs to the position, whatever came before.
    let game = go(spec);
    let position = game.parse_position(ko).unwrap();
    let (retaken, _) = game.parse_move("B2").unwrap();
    let bare = game.position(game.key(&position)).unwrap();
    assert_eq!(bare, position);
    assert!(!game.moves(&bare).contains(&retaken));
    let passed = game.play(&bare, game.pass()).unwrap();
    assert_eq!(
        game.key(&passed),
        game.key(&game.parse_position(&format!("{ko} pass")).unwrap())
    );
}

#[test]
fn who_captures_more_in_a_longer_cycle_wins() {
    // Two stones for one.
    assert_eq!(
        cycle("3x1", "A1 C1 B1 C1 A1"),
        Some(LongCycle::WonBy(Colour::White))
    );
    // Two for two.
    assert_eq!(cycle("4x1", "B1 D1 A1 C1 B1"), Some(LongCycle::Drawn));
    assert_eq!(cycle("2x2", "A2 B2 A1 B1 A2 A1 A2"), Some(LongCycle::Drawn));
    let game = go("go:3x1?ko=basic&komi=-3");
    let over = game.parse_position("A1 C1 B1 C1 A1").unwrap();
    assert_eq!(game.terminal_value(&over), Some(1));
    assert_eq!(game.moves(&over), []);
    assert!(
        game.render(&over, true)
            .ends_with("game over by a long cycle: White (O) wins\n")
    );
    assert_eq!(game.position(game.key(&over)).unwrap(), over);
    let error = game.parse_position("A1 C1 B1 C1 A1 pass").unwrap_err();
    assert!(error.to_string().ends_with("the game is over"), "{error}");
}

#[test]
fn suicide_is_legal_where_it_is_allowed_and_makes_a_new_board() {
    // White's A1 lies between two stones of Black.
    let before = "B1 pass A2 A1";
    let game = go("go:3x3");
    let position = game.parse_position("B1 pass A2 pass B2").unwrap();
    let (corner, _) = game.parse_move("A1").unwrap();
    let reason = game.play(&position, corner).unwrap_err().reason;
    assert_eq!(reason.unwrap(), "the stone would have no liberty");
    assert_eq!(recreated("go:3x3?suicide=yes", before), Some(3));
    let situational = "go:3x3?suicide=yes&superko=situational";
    assert_eq!(recreated(situational, before), None);
    // Two stones change the board.
    let two = "A2 A1 B2 pass C1 B1";
    assert_eq!(recreated("go:3x3?suicide=yes", two), None);
    let game = go("go:3x3?suicide=yes");
    let position = game.parse_position(two).unwrap();
    assert_eq!(
        (
            position.stones(Colour::White),
            position.occupied().count_ones()
        ),
        (0, 3)
    );
    let (position, _) = go("go:3x3")
        .play_list(&game.start(), "A2 A1 B2 pass C1")
        .unwrap();
    assert!(go("go:3x3").play(&position, Move(1)).is_err());
}

#[test]
fn a_move_list_that_repeats_a_board_says_which() {
    let error = |spec: &str, list: &str| go(spec).parse_position(list).unwrap_err().to_string();
    assert_eq!(
        error("go:4x1", "B1 D1 A1 C1 B1"),
        "move 5 of \"B1 D1 A1 C1 B1\" (at character 13): B1 is not legal here: \
         it recreates the position after move 1; legal: A1 pass"
    );
    assert_eq!(
        error("go:4x1?superko=situational", "B1 D1 A1 C1 B1"),
        "move 5 of \"B1 D1 A1 C1 B1\" (at character 13): B1 is not legal here: \
         it recreates the position after move 1 with the same side to move; legal: A1 pass"
    );
    assert!(error("go:2x2", "A1 A1").contains("A1 is not legal here: there is a stone; legal: B1"));
    assert!(error("go:3x3", "B1 pass A2 A1").contains("the stone would have no liberty; legal: "));
    assert!(error("go:2x2", "pass pass A1").ends_with("A1 is not legal: the game is over"));
}

#[test]
fn a_key_says_nothing_of_what_came_before() {
    let game = go("go:4x1");
    let position = game.parse_position("B1 D1 A1 C1").unwrap();
    let bare = game.position(game.key(&position)).unwrap();
    assert_eq!(position, bare);
    assert!(game.depends_on_history());
    let names = |position: &GoPosition| -> Vec<String> {
        let moves = game.moves(position);
        moves.iter().map(|one| game.format_move(*one)).collect()
    };
    assert_eq!(names(&position), ["A1", "pass"]);
    assert_eq!(names(&bare), ["A1", "B1", "pass"]);
    assert_eq!((position.plies(), bare.plies()), (4, 0));
    assert_eq!((position.history().count(), bare.history().count()), (4, 0));
    let mirrored = game.transform(&position, Symmetry(1));
    assert_eq!(names(&mirrored), ["D1", "pass"]);
}
