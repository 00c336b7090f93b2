//! Engines against minimax, under limits, and given nonsense.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solveig_engine::{
    Cell, Effort, Engine, EngineError, Evidence, Finding, KnownValue, Line, SearchScope, Settings,
    Side, Source, Status, Verdict, open_artifact, open_artifact_with, open_game, open_with_solvers,
};
use solveig_format::Scope;
use solveig_game::{Game, GameExt, Interval, Notation, Reduction, Symmetric};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::{AnyGame, AnyPosition};
use solveig_search::{Oracle, StopToken, Stopped};
use solveig_testkit::exhaustive::Exhaustive;

use crate::solved::{anywhere, certified, solve};

/// Lines of moves that lead all over a game.
pub fn lines<G: Notation>(game: &G, max: usize) -> Vec<(Vec<String>, G::Position)> {
    let mut lines = vec![(Vec::new(), game.start())];
    let mut next = 0;
    while next < lines.len() && lines.len() < max {
        let (line, position) = lines[next].clone();
        for (at, played) in game.moves(&position).into_iter().enumerate() {
            // Some go on at once and so come to the end of the game, others wait.
            if (next + at) % 3 != 2 || next < 30 {
                let mut line = line.clone();
                line.push(game.format_move(played));
                lines.push((line, game.play_unchecked(&position, played)));
            }
        }
        next += 1;
        if next % 2 == 0 {
            let last = lines.len() - 1;
            lines.swap(next.min(last), last);
        }
    }
    lines
}

/// The artifact and the certificate of a semi-strong solution.
pub fn semi_strong<G: Symmetric + Notation>(game: &G, cut: u32, folder: &Path) -> [PathBuf; 2] {
    certified(game, Scope::SemiStrong, cut, Reduction::Canonical, folder)
}

pub fn open_with(file: &Path, certificate: &Path) -> Arc<dyn Engine> {
    let evidence = Evidence {
        certificate: Some(certificate),
        confirmed: None,
    };
    open_artifact_with(file, &evidence, &Settings::default()).unwrap()
}

pub fn says_what_is_true<G: Notation>(game: &G, engine: &dyn Engine, effort: &Effort) {
    let mut values = Exhaustive::new(game);
    let (mut exact, mut outside) = (0, 0);
    for (moves, position) in lines(game, 300) {
        let line = Line::of(&moves.join(" "));
        let report = engine.report(&line, effort).unwrap();
        let state = engine.state(&line).unwrap();
        let value = values.solve(&position);
        assert!(!report.interrupted);
        assert_eq!(state.over, game.terminal_value(&position));
        assert_eq!(state.moves, moves);
        assert_eq!(report.moves.len(), game.moves(&position).len());
        let alone = engine.value(&line, None, effort, &mut |_| ()).unwrap();
        assert_eq!(alone.known_value, report.known_value, "{moves:?}");
        let range = game.value_range();
        for bound in (value - 1).max(range.min + 1)..=(value + 1).min(range.max) {
            let found = engine
                .value(&line, Some(bound), effort, &mut |_| ())
                .unwrap()
                .known_value;
            let KnownValue {
                value: exact,
                at_least,
                at_most,
                ..
            } = report.known_value;
            let reaches = exact.or(at_least).is_some_and(|min| bound <= min);
            let falls_short = exact.or(at_most).is_some_and(|max| bound > max);
            match reaches || falls_short {
                true => {
                    let bounds = (reaches.then_some(bound), falls_short.then_some(bound - 1));
                    assert_eq!(found.value, None, "{moves:?} {bound}");
                    assert_eq!((found.at_least, found.at_most), bounds, "{moves:?} {bound}");
                    assert_eq!(found.status, Status::Bound);
                }
                // Only the value itself is estimated.
                false => {
                    let estimate = None;
                    let known_value = KnownValue {
                        estimate,
                        ..report.known_value
                    };
                    assert_eq!(found, known_value, "{moves:?} {bound}");
                }
            }
        }
        // No move is known to be worth more than what is known of the position.
        for one in &report.moves {
            let min = one.known_value.value.or(one.known_value.at_least);
            let own = report.known_value.value.or(report.known_value.at_least);
            assert!(min.is_none_or(|min| min == range.min || own >= Some(min)));
        }
        if let Some(found) = report.known_value.value {
            assert_eq!(found, value, "{moves:?}");
            exact += 1;
            let best = engine.best_move(&line, effort).unwrap().name;
            assert_eq!(best.is_none(), state.over.is_some());
            let keeps = |name: &String| {
                let mut moves = report.moves.iter();
                moves.any(|one| one.played == *name && one.known_value.value == Some(value))
            };
            assert!(best.iter().all(keeps), "{moves:?} {best:?}");
            if let Some(first) = report.moves.first() {
                assert_eq!(first.known_value.value, Some(value), "{moves:?}");
                assert_eq!(Some(&first.played), report.best_move.as_ref());
            }
        } else {
            assert_eq!(effort.search, SearchScope::AboveCut);
            match report.known_value.at_least {
                Some(min) => {
                    assert_eq!(
                        report.known_value.source,
                        Some(Source::Derived),
                        "{moves:?}"
                    );
                    assert!(min <= value, "{moves:?}");
                    let best = report.best_move.as_ref().unwrap();
                    let best = report.moves.iter().find(|one| one.played == *best).unwrap();
                    assert_eq!(best.known_value.value, Some(min), "{moves:?}");
                }
                None => {
                    assert_eq!(report.known_value.status, Status::Outside);
                    // The only move is best, whatever it is worth.
                    let is_forced = game.is_forced_pass(&position);
                    assert_eq!(report.best_move.is_some(), is_forced, "{moves:?}");
                }
            }
            outside += 1;
        }
        for one in &report.moves {
            let legal = &state.legal[one.index];
            assert_eq!(one.played, legal.name);
            let (played, _) = game.parse_move(&one.played).unwrap();
            let child = game.play(&position, played).unwrap();
            if let Some(found) = one.known_value.value {
                assert_eq!(found, -values.solve(&child), "{moves:?} {}", one.played);
            }
            // The stone comes to stand where it is said to.
            let after = engine.state(&line.then(&one.played)).unwrap();
            let stone = match state.to_move {
                Side::First => Cell::First,
                Side::Second => Cell::Second,
            };
            if let Some(cell) = legal.cell {
                assert_eq!(state.cells[cell as usize], Cell::Empty);
                assert_eq!(after.cells[cell as usize], stone);
            }
        }
        // The board says as much as the moves that led to it.
        let from_board = Line {
            from: state.board.clone(),
            moves: String::new(),
        };
        let again = engine.report(&from_board, effort).unwrap();
        assert_eq!(again.known_value, report.known_value);
        let again_state = engine.state(&from_board).unwrap();
        assert_eq!(again_state.to_move, state.to_move);
        assert_eq!(again_state.cells, state.cells);
    }
    assert!(exact > 20, "{exact}");
    let is_all_known = effort.search != SearchScope::AboveCut || engine.about().artifact.is_none();
    assert_eq!(outside == 0, is_all_known, "{outside} outside");
}

fn from_artifact_and_search<G: Symmetric + Notation>(game: &G, cut: u32) {
    let folder = tempfile::tempdir().unwrap();
    let file = solve(game, Scope::SemiStrong, cut, folder.path());
    let stored = open_artifact(&file, &Settings::default()).unwrap();
    let above_cut = Effort {
        search: SearchScope::AboveCut,
        ..Effort::default()
    };
    says_what_is_true(game, &*stored, &above_cut);
    says_what_is_true(game, &*stored, &Effort::default());
    says_what_is_true(game, &*stored, &anywhere());
    let searched = open_game(&game.spec(), &Settings::default()).unwrap();
    says_what_is_true(game, &*searched, &Effort::default());
    let threads = 3;
    let settings = Settings {
        threads,
        ..Settings::default()
    };
    let in_parallel = open_game(&game.spec(), &settings).unwrap();
    says_what_is_true(game, &*in_parallel, &Effort::default());
    let stored_in_parallel = open_artifact(&file, &settings).unwrap();
    says_what_is_true(game, &*stored_in_parallel, &anywhere());
}

#[test]
fn all_games_are_answered_as_minimax_would() {
    from_artifact_and_search(&Othello::<u64>::new(4, 4).unwrap(), 10);
    from_artifact_and_search(&ConnectFour::new(4, 4).unwrap(), 9);
    from_artifact_and_search(&Mnk::new(3, 3, 3).unwrap(), 5);
    from_artifact_and_search(&Hex::<u64>::new(3, 3).unwrap(), 5);
}

#[test]
fn every_move_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let game = ConnectFour::new(5, 4).unwrap();
    let file = solve(&game, Scope::SemiStrong, 9, folder.path());
    for threads in [1, 2, 5] {
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        // After 4 3 the first column is no best move.
        let engines = [
            (open_game(&game.spec(), &settings).unwrap(), "4 3"),
            (open_game("hex:4x4", &settings).unwrap(), ""),
            (open_game("go:2x2", &settings).unwrap(), ""),
            (open_artifact(&file, &settings).unwrap(), "4 3"),
        ];
        for (engine, moves) in engines {
            let line = Line::of(moves);
            for effort in [
                Effort::default(),
                Effort::anywhere(Duration::ZERO),
                Effort::none(),
            ] {
                let mut messages = Vec::new();
                let mut watch = |found: Finding<'_>| {
                    if let Finding::Move(one) = found {
                        messages.push(one.clone());
                    }
                };
                let mut report = engine.analyse(&line, &effort, &mut watch).unwrap();
                // The first to be told is a best move, if one is known.
                let first = messages[0].known_value.value;
                let is_best = first == report.known_value.value || report.best_move.is_none();
                assert!(is_best, "{} {effort:?} {first:?}", engine.about().spec);
                messages.sort_by_key(|one| one.index);
                report.moves.sort_by_key(|one| one.index);
                assert_eq!(messages, report.moves, "{} {threads}", engine.about().spec);
                assert_eq!(messages.len(), engine.state(&line).unwrap().legal.len());
            }
        }
    }
}

#[test]
fn what_is_known_without_a_search_is_said_when_nothing_may_be_searched() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, 4, folder.path());
    let engine = open_artifact(&file, &Settings::default()).unwrap();
    let start = engine.report(&Line::default(), &Effort::none()).unwrap();
    assert_eq!(start.known_value.value, Some(0));
    assert_eq!(start.known_value.source, Some(Source::Certified));
    assert!(!start.interrupted);
    let no_time = Effort::anywhere(Duration::ZERO);
    assert_eq!(engine.report(&Line::default(), &no_time).unwrap(), start);
    let searched = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    let last = searched.report(&Line::at("XOXOXOOX- X"), &no_time).unwrap();
    assert_eq!(last.best_move.as_deref(), Some("c3"));
    assert!(!last.interrupted);
    // Above the cut.
    let later = Line::of("b2 a1 c1 a3 a2");
    let never = engine.report(&later, &Effort::none()).unwrap();
    assert_eq!(never.known_value, KnownValue::default());
    assert!(!never.interrupted);
    let stopped = engine.report(&later, &no_time).unwrap();
    assert_eq!(stopped.known_value, KnownValue::default());
    assert!(stopped.interrupted);
    let searched = engine.report(&later, &Effort::default()).unwrap();
    assert_eq!(searched.known_value.source, Some(Source::Searched));
    assert!(!searched.interrupted);
}

#[test]
fn questions_wait_for_searchers_or_are_told_that_all_are_busy() {
    let settings = Settings {
        memory: 1 << 24,
        searchers: 1,
        ..Settings::default()
    };
    let engine = open_game("othello:8x8", &settings).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let long = Effort {
        stop: Some(Arc::clone(&stop)),
        ..Effort::default()
    };
    let short = Effort::anywhere(Duration::from_millis(10));
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| engine.report(&Line::default(), &long));
        // Until the other question has the searcher, this one may have it for a moment.
        // It waits a little before it asks again, so that the other one comes first.
        let refused = loop {
            if let Err(error) = engine.best_move(&Line::of("f5"), &short) {
                break error;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(busy.join().unwrap().unwrap().interrupted);
        assert!(matches!(refused, EngineError::Busy { searchers: 1 }));
        assert!(!refused.is_askers_fault());
    });
    // It is free again, and as good as new.
    let later = engine.best_move(&Line::of("f5d6"), &short);
    assert_eq!(later.unwrap().name, None);
}

/// A search with a fault.
struct Faulty(AnyGame);

impl Oracle<AnyGame> for Faulty {
    fn game(&self) -> &AnyGame {
        &self.0
    }

    fn set_stop(&mut self, _: StopToken) {}

    fn value(&mut self, _: &AnyPosition, _: Interval) -> Result<i32, Stopped> {
        panic!("a fault")
    }

    fn at_least(&mut self, _: &AnyPosition, _: i32) -> Result<bool, Stopped> {
        panic!("a fault")
    }

    fn nodes(&self) -> u64 {
        0
    }
}

#[test]
fn after_the_fault_of_the_only_search_no_question_waits_for_it() {
    let game = AnyGame::parse("mnk:3x3?k=3").unwrap();
    let engine = open_with_solvers(game.clone(), vec![Box::new(Faulty(game))]);
    let question = || engine.report(&Line::default(), &Effort::default());
    let fault = std::panic::catch_unwind(std::panic::AssertUnwindSafe(question));
    assert!(fault.is_err());
    assert!(matches!(question(), Err(EngineError::NoSearcherLeft)));
}

#[test]
fn a_game_is_reviewed_move_by_move() {
    let engine = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    // The second move loses, the third throws the win away, the last but one wins again.
    let review = engine
        .review(&Line::of("b2 b1 a1 c3 c1 a3 a2"), &Effort::default())
        .unwrap();
    let mut values = Exhaustive::new(&Mnk::new(3, 3, 3).unwrap());
    let mut position = values.game.start();
    let mut losses = [0; 2];
    for (at, one) in review.moves.iter().enumerate() {
        let (played, _) = values.game.parse_move(&one.played).unwrap();
        let after = values.game.play(&position, played).unwrap();
        let loss = values.solve(&position) + values.solve(&after);
        assert_eq!(one.loss, Some(loss), "{one:?}");
        assert_eq!(one.before.value, Some(values.solve(&position)));
        assert_eq!(one.after.value, Some(-values.solve(&after)));
        losses[at % 2] += loss;
        position = after;
    }
    assert_eq!(review.losses, losses);
    assert!(losses[0] + losses[1] > 0);
    assert_eq!(review.moves.len(), 7);
}

#[test]
fn a_proof_says_why_no_move_is_better() {
    let game = ConnectFour::new(4, 4).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::Strong, game.max_level(), folder.path());
    let engine = open_artifact(&file, &Settings::default()).unwrap();
    let mut values = Exhaustive::new(&game);
    for (moves, position) in lines(&game, 100) {
        let line = Line::of(&moves.concat());
        let proof = engine.proof(&line, &Effort::none()).unwrap();
        let value = values.solve(&position);
        let is_over = game.terminal_value(&position).is_some();
        assert_eq!(proof.kind, (!is_over).then_some("P"));
        for one in &proof.moves {
            let (played, _) = game.parse_move(&one.played.name).unwrap();
            let child = game.play(&position, played).unwrap();
            let worth = -values.solve(&child);
            assert_eq!(one.known_value.value, Some(worth));
            let expected = match worth {
                _ if proof.report.best_move.as_ref() == Some(&one.played.name) => Verdict::Best,
                worth if worth == value => Verdict::Equal,
                _ => Verdict::Worse,
            };
            assert_eq!(one.verdict, expected);
            if let Some(reply) = &one.reply {
                let (reply, _) = game.parse_move(reply).unwrap();
                let after = game.play(&child, reply).unwrap();
                assert_eq!(values.solve(&after), worth, "the reply keeps the value");
            } else {
                assert!(game.terminal_value(&child).is_some());
            }
        }
    }
}

#[test]
fn every_move_of_a_position_of_least_value_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let game: Hex<u64> = Hex::new(3, 3).unwrap();
    let [file, certificate] = semi_strong(&game, 9, folder.path());
    let engine = open_with(&file, &certificate);
    let report = engine.report(&Line::of("b2"), &Effort::none()).unwrap();
    assert_eq!(report.known_value.value, Some(-1));
    assert_eq!(report.moves.len(), 8);
    for one in &report.moves {
        assert_eq!(one.known_value.value, Some(-1), "{}", one.played);
        assert_eq!(one.known_value.source, Some(Source::Certified));
    }
    // What refutes each is said still: by the artifact, or by the certificate.
    let proof = engine.proof(&Line::of("b2"), &Effort::none()).unwrap();
    for one in &proof.moves {
        assert_eq!(one.known_value.value, Some(-1));
        assert!(
            one.reply.is_some() || one.certificate_bound.is_some(),
            "{one:?}"
        );
        assert!(matches!(one.verdict, Verdict::Best | Verdict::Equal));
    }
    assert!(
        proof
            .moves
            .iter()
            .any(|one| one.certificate_bound.is_some())
    );
    let review = engine.review(&Line::of("b2 b1"), &Effort::none()).unwrap();
    assert_eq!(review.moves[1].loss, Some(0));
    // Of greater values a move that is not stored may have less.
    let report = engine.report(&Line::of("a1"), &Effort::none()).unwrap();
    assert!(
        report
            .moves
            .iter()
            .any(|one| one.known_value.value.is_none())
    );
}

#[test]
fn random_positions_are_certified_and_each_comes_up() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, game.max_level(), folder.path());
    let engine = open_artifact(&file, &Settings::default()).unwrap();
    let stored = engine.about().artifact.as_ref().unwrap().positions;
    let mut visited = std::collections::HashSet::new();
    for seed in 0..40 * stored {
        let state = engine.random(seed).unwrap().unwrap();
        assert_eq!(engine.random(seed).unwrap().as_ref(), Some(&state));
        let line = Line {
            from: state.board.clone(),
            moves: String::new(),
        };
        let report = engine.report(&line, &Effort::none()).unwrap();
        assert_eq!(report.known_value.source, Some(Source::Certified));
        visited.insert(state.board);
    }
    assert_eq!(visited.len() as u64, stored);
    let searched = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    assert_eq!(searched.random(1).unwrap(), None);
}

#[test]
fn moves_may_follow_the_board_of_a_line() {
    let engine = open_game("othello:4x4", &Settings::default()).unwrap();
    let expected = engine
        .state(&Line {
            from: "-X---XX--XO----- O".to_owned(),
            moves: "c1 d1".to_owned(),
        })
        .unwrap();
    for (from, moves) in [
        ("-*---**--*O-----O; c1 d1", ""),
        ("-*---**--*O----- o c1", "d1"),
        ("-*--\n-**-\n-*O-\n----\nO", "c1d1"),
    ] {
        let line = Line {
            from: from.to_owned(),
            moves: moves.to_owned(),
        };
        assert_eq!(engine.state(&line).unwrap(), expected, "{from}");
    }
}

#[test]
fn a_review_estimates_what_no_search_finds_in_time() {
    let engine = open_game("othello:8x8", &Settings::default()).unwrap();
    let effort = Effort::anywhere(Duration::from_millis(50));
    let review = engine.review(&Line::of("f5 d6 c3"), &effort).unwrap();
    assert_eq!((review.moves.len(), review.interrupted), (3, true));
    for one in &review.moves {
        for known_value in [one.before, one.after] {
            assert_eq!(known_value.value, None);
            assert!(known_value.estimate.unwrap().abs() <= 64);
        }
    }
    // What comes after a move comes before the next, for the other side.
    for pair in review.moves.windows(2) {
        let [after, before] = [pair[0].after.estimate, pair[1].before.estimate];
        assert_eq!(after.map(|one| -one), before);
    }
    let unsearched = engine.review(&Line::of("f5 d6"), &Effort::none()).unwrap();
    assert!(
        unsearched
            .moves
            .iter()
            .all(|one| one.before.estimate.is_none())
    );
}
