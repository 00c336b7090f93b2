//! Whatever the file knows of a position, the move that is played keeps its value.

use std::sync::Arc;
use std::time::Duration;

use solveig_engine::choice::{Ground, choose};
use solveig_engine::{Effort, Engine, Line, SearchScope, Settings, open_artifact, open_game};
use solveig_format::Scope;
use solveig_game::random::Random;
use solveig_game::{Game, Notation};
use solveig_games::GameTable;
use solveig_games::connect_four::{ConnectFour, Utility};

use super::proofs::{opened, proven};
use super::solved::solve;

/// Plays of both sides at random, in which each position is asked for. How often a move was not
/// the best one, and how often an estimate, without a search outside the file if `search` says so.
fn plays(engine: &dyn Engine, spec: &str, search: SearchScope) -> [usize; 2] {
    let truth = open_game(spec, &Settings::default()).unwrap();
    let effort = Effort {
        search,
        ..Effort::anywhere(Duration::from_secs(600))
    };
    let value = |line: &Line| {
        let found = truth.value(
            line,
            None,
            &Effort::anywhere(Duration::from_secs(600)),
            &mut |_| (),
        );
        found.unwrap().known_value.value.unwrap()
    };
    let mut random = Random::new(11);
    let (mut worse, mut estimates) = (0, 0);
    for _ in 0..60 {
        let mut line = Line::default();
        loop {
            let state = engine.state(&line).unwrap();
            let Some(chosen) = choose(engine, &line, &state, &effort).unwrap() else {
                break;
            };
            let best = value(&line);
            let found = -value(&line.then(&chosen.played.name));
            let shown = || format!("{spec} {}: {chosen:?}, {found}, {best}", line.moves);
            match chosen.ground {
                Ground::Estimate => estimates += 1,
                Ground::Keeps(least) => {
                    assert!(found >= least, "{}", shown());
                    worse += usize::from(found != best);
                }
                Ground::Wins => assert!(found > 0, "{}", shown()),
                Ground::Best | Ground::Forced => assert_eq!(found, best, "{}", shown()),
            }
            if let Some(value) = chosen.known_value.value {
                assert_eq!(value, found, "{}", shown());
            }
            line = line.then(&random.pick(&state.legal).name);
        }
    }
    [worse, estimates]
}

#[test]
fn a_move_by_an_artifact_is_best_though_both_sides_erred() {
    let folder = tempfile::tempdir().unwrap();
    let game = ConnectFour::new(4, 4).unwrap();
    let game = game.with_utility(Utility::Score);
    for scope in [Scope::Weak, Scope::SemiStrong] {
        let file = solve(&game, scope, 8, folder.path());
        let engine = open_artifact(&file, &Settings::default()).unwrap();
        let spec = "connect-four:4x4?utility=score";
        for search in [SearchScope::Anywhere, SearchScope::Short] {
            assert_eq!(plays(&*engine, spec, search), [0, 0], "{scope:?}");
        }
        let [_, estimates] = plays(&*engine, spec, SearchScope::Never);
        assert!(estimates > 0, "{scope:?}");
    }
}

#[test]
fn a_move_by_a_proof_is_best_though_the_other_side_erred() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, claims) in [
        ("go:2x2", (Some(1), Some(1))),
        ("go:2x3", (Some(0), Some(0))),
        ("go:1x5", (None, Some(5))),
    ] {
        let file = proven(spec, "-", claims, folder.path());
        let engine: Arc<dyn Engine> = opened(&file).unwrap();
        assert_eq!(plays(&*engine, spec, SearchScope::Short), [0, 0], "{spec}");
    }
}

#[test]
fn a_decided_game_says_how_soon_it_ends_if_asked() {
    let engine = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    let line = Line::of("a1 b1");
    let effort = Effort {
        distances: true,
        ..Effort::default()
    };
    let report = engine.report(&line, &effort).unwrap();
    let value = engine.value(&line, None, &effort, &mut |_| ()).unwrap();
    assert_eq!(report.known_value.plies, Some(5));
    assert_eq!(value.known_value, report.known_value);
    let wins = report
        .moves
        .iter()
        .filter(|one| one.known_value.value == Some(1));
    assert_eq!(
        wins.map(|one| one.known_value.plies).min(),
        Some(Some(5)),
        "{report:?}"
    );
    let silent = engine.report(&line, &Effort::default()).unwrap();
    assert_eq!(silent.known_value.plies, None);
    let draw = engine.value(&Line::default(), None, &effort, &mut |_| ());
    assert_eq!(draw.unwrap().known_value.plies, None);
}

#[test]
fn a_connection_needs_so_many_stones() {
    let game = GameTable::built_in().parse("hex:3x3").unwrap();
    let rules = game.connection().unwrap();
    let needed = |moves: &str| {
        let mut position = game.start();
        for name in moves.split_whitespace() {
            let (played, _) = game.parse_move(name).unwrap();
            position = game.play(&position, played).unwrap();
        }
        [true, false].map(|of_mover| rules.stones_to_win(&position, of_mover))
    };
    assert_eq!(needed(""), [Some(3), Some(3)]);
    assert_eq!(needed("b2"), [Some(3), Some(2)]);
    assert_eq!(needed("b2 a1"), [Some(2), Some(2)]);
    assert_eq!(needed("b2 a1 b3 a2"), [Some(1), Some(2)]);
}
