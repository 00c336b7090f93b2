//! What superko and basic ko forbid, and areas, in descriptions of positions.

use solveig_engine::{Cell, Line, Settings, open_game};
use solveig_game::random::Random;
use solveig_game::{Keyed, Notation};
use solveig_games::GameTable;

/// The moves that the rules refuse because they would repeat a position are those that a
/// description lists, with the same earlier position.
#[test]
fn forbidden_moves_are_those_that_the_rules_refuse() {
    let mut forbidden = 0;
    for spec in [
        "go:2x2",
        "go:2x3?superko=situational",
        "go:3x3",
        "go:2x3?suicide=yes",
        "go:2x3?ko=basic",
    ] {
        let engine = open_game(spec, &Settings::default()).unwrap();
        let game = GameTable::built_in().parse(spec).unwrap();
        let mut random = Random::new(5);
        for _ in 0..60 {
            let mut line = Line::at(["-", "A1 B2"][random.below(2) as usize]);
            let before = line.from.split(' ').filter(|move_| *move_ != "-").count();
            for _ in 0..40 {
                let state = engine.state(&line).unwrap();
                if state.over.is_some() {
                    break;
                }
                let played = format!("{} {}", line.from.trim_matches('-'), line.moves);
                let position = game.parse_position(&played).unwrap();
                for code in 0..game.move_codes() {
                    let played = solveig_game::Move(code);
                    let name = game.format_move(played);
                    let listed = state.forbidden.iter().find(|one| one.name == name);
                    let refused = game.play(&position, played).err();
                    let reason = refused.and_then(|illegal| illegal.reason);
                    let reason = reason.filter(|text| text.starts_with("it recreates"));
                    assert_eq!(listed.is_some(), reason.is_some(), "{line:?} {name}");
                    if let (Some(listed), Some(reason)) = (listed, reason) {
                        forbidden += 1;
                        assert_eq!(listed.cell, Some(code.into()));
                        let place = match listed.repeats.map(|plies| plies as usize + before) {
                            Some(0) => "before move 1".to_owned(),
                            Some(plies) => format!("after move {plies}"),
                            None => continue,
                        };
                        let text = format!("{reason} ");
                        assert!(text.contains(&format!("{place} ")), "{reason} {place}");
                    }
                }
                let legal = &state.legal;
                line = line.then(&legal[random.below(legal.len() as u32) as usize].name);
            }
        }
    }
    assert!(forbidden > 200, "{forbidden}");
}

#[test]
fn a_finished_game_says_whose_each_point_is() {
    let engine = open_game("go:3x3", &Settings::default()).unwrap();
    let line = Line::of("B1 C1 B2 C2 B3");
    assert_eq!(engine.state(&line).unwrap().areas, None);
    let state = engine.state(&line.then("pass pass")).unwrap();
    let areas = state.areas.unwrap();
    assert_eq!((areas.first, areas.second), (6, 2));
    let (black, white) = (Cell::First, Cell::Second);
    let row = [black, black, white];
    let last = [black, black, Cell::Empty];
    assert_eq!(areas.owners, [row, row, last].concat());
    assert_eq!(state.over, Some(-4), "for White");
    let hex = open_game("hex:1x1", &Settings::default()).unwrap();
    let state = hex.state(&Line::of("A1")).unwrap();
    assert!(state.over.is_some() && state.areas.is_none() && state.forbidden.is_empty());
}
