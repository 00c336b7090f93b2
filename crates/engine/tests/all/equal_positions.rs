//! Answers carried over to symmetric positions, and to other lines that lead to the same one.

use std::path::Path;
use std::sync::Arc;

use solveig_engine::choice::{ChosenMove, choose};
use solveig_engine::{
    Effort, Engine, Evidence, Line, NodeProof, Report, Reusable, SearchScope, Settings, Variation,
    open_artifact_with, open_game,
};
use solveig_format::Scope;
use solveig_game::random::Random;
use solveig_game::{GameExt, Notation, Reduction, Symmetric, Symmetry};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;

use crate::solved::certified;

fn solved<G: Symmetric + Notation>(
    game: &G,
    scope: Scope,
    reduction: Reduction,
    folder: &Path,
) -> Arc<dyn Engine> {
    let cut = game.max_level() - 4;
    let [file, beside] = certified(game, scope, cut, reduction, folder);
    let evidence = Evidence {
        certificate: Some(&beside),
        confirmed: None,
    };
    open_artifact_with(&file, &evidence, &Settings::default()).unwrap()
}

/// The end of a random play.
fn random_line<G: Notation>(game: &G, random: &mut Random) -> (Line, G::Position) {
    let (mut line, mut position) = (Line::default(), game.start());
    for _ in 0..random.index(game.max_level() as usize) {
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        let played = *random.pick(&moves);
        line = line.then(&game.format_move(played));
        position = game.play_unchecked(&position, played);
    }
    (line, position)
}

/// All answers about a line, without the nodes that were searched for them.
fn answers(engine: &dyn Engine, line: &Line, effort: &Effort) -> [Reusable; 3] {
    let unsearched = |report: Report| Report { nodes: 0, ..report };
    let report = unsearched(engine.report(line, effort).unwrap());
    let variation = engine.variation(line, effort).unwrap();
    let proof = engine.proof(line, effort).unwrap();
    [
        Reusable::Report(report),
        Reusable::Variation(Variation {
            nodes: 0,
            ..variation
        }),
        Reusable::Proof(Box::new(NodeProof {
            report: unsearched(proof.report.clone()),
            ..proof
        })),
    ]
}

/// Compares answers that are carried over to all symmetric positions with those found there.
fn carries_over<G: Symmetric + Notation>(game: &G, engine: &dyn Engine, search: SearchScope) {
    let effort = Effort {
        search,
        canonical: true,
        ..Effort::default()
    };
    let mut random = Random::new(7);
    for _ in 0..12 {
        let (line, position) = random_line(game, &mut random);
        let found = answers(engine, &line, &effort);
        let first = engine.state(&line).unwrap().to_move == solveig_engine::Side::First;
        for symmetry in (0..game.symmetries()).map(Symmetry) {
            let image = game.transform(&position, symmetry);
            let to = Line::at(game.format_board(&image, first).unwrap());
            assert_eq!(engine.class(&to).unwrap(), engine.class(&line).unwrap());
            for (one, fresh) in found.iter().zip(answers(engine, &to, &effort)) {
                let image = engine.transfer(one, &line, &to).unwrap();
                assert_eq!(image.as_ref(), Some(&fresh), "{line:?} {to:?}");
            }
        }
    }
}

fn searched_and_stored<G: Symmetric + Notation>(game: &G) {
    let searched = open_game(&game.spec(), &Settings::default()).unwrap();
    carries_over(game, &*searched, SearchScope::AboveCut);
    for scope in [Scope::SemiStrong, Scope::Weak] {
        let folder = tempfile::tempdir().unwrap();
        let stored = solved(game, scope, Reduction::Canonical, folder.path());
        carries_over(game, &*stored, SearchScope::Never);
        carries_over(game, &*stored, SearchScope::AboveCut);
    }
}

#[test]
fn what_is_carried_over_is_what_would_have_been_found() {
    searched_and_stored(&Mnk::new(3, 3, 3).unwrap());
    searched_and_stored(&ConnectFour::new(4, 4).unwrap());
    searched_and_stored(&Othello::<u64>::new(4, 4).unwrap());
    searched_and_stored(&Hex::<u64>::new(3, 3).unwrap());
}

#[test]
fn the_order_of_moves_does_not_matter_but_in_games_that_remember_them() {
    let class = |spec: &str, line: &str| {
        let engine = open_game(spec, &Settings::default()).unwrap();
        engine.class(&Line::of(line)).unwrap()
    };
    let mnk = |line| class("mnk:3x3?k=3", line);
    assert_eq!(mnk("a1 b2 c1"), mnk("c1b2a1"));
    assert_eq!(mnk("a1 b2 c1"), mnk("a3 b2 c3"));
    assert_ne!(mnk("a1 b2 c1"), mnk("a1 b2 c2"));
    let go = |line| class("go:3x3", line);
    assert_ne!(go("a1 b2 c1 pass"), go("c1 b2 a1 pass"));
    assert_ne!(go("a1"), go("c3"));
    assert_eq!(go("a1 b2"), go("A1B2"));
}

#[test]
fn symmetric_positions_that_are_stored_apart_have_answers_of_their_own() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let stored = solved(&game, Scope::SemiStrong, Reduction::None, folder.path());
    let (one, other) = (Line::of("a1"), Line::of("c3"));
    assert_ne!(stored.class(&one).unwrap(), stored.class(&other).unwrap());
    let report = Reusable::Report(stored.report(&one, &Effort::none()).unwrap());
    assert_eq!(stored.transfer(&report, &one, &other).unwrap(), None);
    assert_eq!(stored.transfer(&report, &one, &one).unwrap(), Some(report));
}

#[test]
fn a_chosen_move_is_turned_with_the_board() {
    let engine = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    let (one, other) = (Line::of("a1 b1 a2"), Line::of("c3 c2 b3"));
    let effort = Effort::default();
    let chosen = |line: &Line| {
        let state = engine.state(line).unwrap();
        let chosen = choose(&*engine, line, &state, &effort).unwrap();
        chosen.map(|chosen| Box::new(ChosenMove { nodes: 0, ..chosen }))
    };
    assert_eq!(chosen(&one).unwrap().played.name, "a3");
    let found = Reusable::Choice(chosen(&one));
    let image = engine.transfer(&found, &one, &other).unwrap();
    assert_eq!(image, Some(Reusable::Choice(chosen(&other))));
    assert_eq!(
        engine.transfer(&found, &one, &Line::of("a1")).unwrap(),
        None
    );
}
