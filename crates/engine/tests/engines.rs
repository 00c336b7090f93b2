//! Engines against minimax, under limits, and given nonsense.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use solveig_engine::{
    Cell, Effort, Engine, EngineError, Known, Line, Search, Settings, Side, Source, Verdict,
    open_artifact, open_game,
};
use solveig_format::Scope;
use solveig_game::{Game, Reduction, Value};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_region::{Closure, Values};
use solveig_search::{PrincipalVariationSearch, TranspositionTable, Unordered};

/// Writes the solution of a game, with positions of the levels up to `cut`.
fn solve<G: Game>(game: &G, scope: Scope, cut: u32, folder: &Path) -> PathBuf {
    let file = folder.join("game.sol");
    let closure = Closure {
        game: game.clone(),
        knowledge: Unordered,
        scope,
        reduction: Reduction::Canonical,
        cut,
        proof: None,
        values: Values::Solved,
    };
    let table = Arc::new(TranspositionTable::new(game, 1 << 22).unwrap());
    let reduction = Reduction::Canonical;
    let search = PrincipalVariationSearch::new(game.clone(), Unordered, table, reduction);
    let mut solvers = [search];
    solveig_region::solve(&closure, &file, None, &mut solvers, &mut |_| {}).unwrap();
    file
}

/// Values by the definition.
struct Minimaxed<G: Game> {
    game: G,
    known: HashMap<G::Position, Value>,
}

impl<G: Game> Minimaxed<G> {
    fn of(&mut self, position: &G::Position) -> Value {
        if let Some(value) = self.known.get(position) {
            return *value;
        }
        let value = self.game.terminal_value(position).unwrap_or_else(|| {
            let moves = self.game.moves(position).into_iter();
            let children = moves.map(|one| self.game.play_unchecked(position, one));
            let children: Vec<_> = children.collect();
            children.iter().map(|one| -self.of(one)).max().unwrap()
        });
        self.known.insert(position.clone(), value);
        value
    }
}

/// Lines of moves that lead all over a game.
fn lines<G: Game>(game: &G, most: usize) -> Vec<(Vec<String>, G::Position)> {
    let mut lines = vec![(Vec::new(), game.start())];
    let mut next = 0;
    while next < lines.len() && lines.len() < most {
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

fn says_what_is_true<G: Game>(game: &G, engine: &dyn Engine, effort: &Effort) {
    let mut values = Minimaxed {
        game: game.clone(),
        known: HashMap::new(),
    };
    let (mut exact, mut outside) = (0, 0);
    for (moves, position) in lines(game, 300) {
        let line = Line::of(&moves.join(" "));
        let report = engine.report(&line, effort).unwrap();
        let value = values.of(&position);
        assert!(!report.interrupted);
        assert_eq!(report.standing.over, game.terminal_value(&position));
        assert_eq!(report.standing.moves, moves);
        assert_eq!(report.moves.len(), game.moves(&position).len());
        if let Some(found) = report.known.value {
            assert_eq!(found, value, "{moves:?}");
            exact += 1;
            let best = engine.best_move(&line, effort).unwrap();
            assert_eq!(best, report.best_move);
            assert_eq!(best.is_none(), report.standing.over.is_some());
            if let Some(first) = report.moves.first() {
                assert_eq!(first.known.value, Some(value), "{moves:?}");
                assert_eq!(Some(&first.played.name), best.as_ref());
            }
        } else {
            assert_eq!(report.known, Known::default());
            assert_eq!(effort.search, Search::AboveCut);
            outside += 1;
        }
        for one in &report.moves {
            let (played, _) = game.parse_move(&one.played.name).unwrap();
            let child = game.play(&position, played).unwrap();
            if let Some(found) = one.known.value {
                assert_eq!(found, -values.of(&child), "{moves:?} {}", one.played.name);
            }
            // The stone comes to stand where it is said to.
            let after = engine.standing(&line.then(&one.played.name)).unwrap();
            let stone = match report.standing.to_move {
                Side::First => Cell::First,
                Side::Second => Cell::Second,
            };
            if let Some(cell) = one.played.cell {
                assert_eq!(report.standing.cells[cell as usize], Cell::Empty);
                assert_eq!(after.cells[cell as usize], stone);
            }
        }
        // The board says as much as the moves that led to it.
        let from_board = Line {
            from: report.standing.board.clone(),
            moves: String::new(),
        };
        let again = engine.report(&from_board, effort).unwrap();
        assert_eq!(again.known, report.known);
        assert_eq!(again.standing.to_move, report.standing.to_move);
        assert_eq!(again.standing.cells, report.standing.cells);
    }
    assert!(exact > 20, "{exact}");
    let is_all_known = effort.search == Search::Anywhere || engine.about().artifact.is_none();
    assert_eq!(outside == 0, is_all_known, "{outside} outside");
}

fn from_artifact_and_search<G: Game>(game: &G, cut: u32) {
    let folder = tempfile::tempdir().unwrap();
    let file = solve(game, Scope::SemiStrong, cut, folder.path());
    let stored = open_artifact(&file, &Settings::default()).unwrap();
    says_what_is_true(game, &*stored, &Effort::default());
    let anywhere = Effort {
        search: Search::Anywhere,
        ..Effort::default()
    };
    says_what_is_true(game, &*stored, &anywhere);
    let searched = open_game(&game.spec(), &Settings::default()).unwrap();
    says_what_is_true(game, &*searched, &Effort::default());
}

#[test]
fn all_games_are_answered_as_minimax_would() {
    from_artifact_and_search(&Othello::<u64>::new(4, 4).unwrap(), 10);
    from_artifact_and_search(&ConnectFour::new(4, 4).unwrap(), 9);
    from_artifact_and_search(&Mnk::new(3, 3, 3).unwrap(), 5);
    from_artifact_and_search(&Hex::<u64>::new(3, 3).unwrap(), 5);
}

#[test]
fn go_is_answered_by_search() {
    let engine = open_game("go:2x2", &Settings::default()).unwrap();
    let report = engine.report(&Line::default(), &Effort::default()).unwrap();
    // Tromp and Farnebäck, "Combinatorics of Go": with positional superko Black gets one point.
    assert_eq!(report.known.value, Some(1));
    assert_eq!(report.moves.len(), 5);
    assert!(report.moves.iter().any(|one| one.played.pass));
}

#[test]
fn what_is_known_without_a_search_is_said_when_nothing_may_be_searched() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, 4, folder.path());
    let engine = open_artifact(&file, &Settings::default()).unwrap();
    let start = engine.report(&Line::default(), &Effort::none()).unwrap();
    assert_eq!(start.known.value, Some(0));
    assert_eq!(start.known.source, Some(Source::Certified));
    assert!(!start.interrupted);
    // Above the cut.
    let later = Line::of("b2 a1 c1 a3 a2");
    let never = engine.report(&later, &Effort::none()).unwrap();
    assert_eq!(never.known, Known::default());
    assert!(never.interrupted);
    let searched = engine.report(&later, &Effort::default()).unwrap();
    assert_eq!(searched.known.source, Some(Source::Searched));
    assert!(!searched.interrupted);
}

#[test]
fn an_answer_comes_when_the_time_is_over_and_says_what_is_missing() {
    let engine = open_game("othello:8x8", &Settings::default()).unwrap();
    let effort = Effort::anywhere(Duration::from_millis(30));
    let report = engine.report(&Line::of("f5d6c3"), &effort).unwrap();
    assert!(report.interrupted);
    assert_eq!(report.known, Known::default());
    assert_eq!(report.best_move, None);
    assert!(engine.guess(&Line::of("f5d6c3")).unwrap().is_some());
    // And one that is stopped by somebody.
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = Effort {
        stop: Some(stop),
        ..Effort::default()
    };
    assert!(
        engine
            .report(&Line::default(), &stopped)
            .unwrap()
            .interrupted
    );
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
        let begun = Instant::now();
        let refused = loop {
            match engine.best_move(&Line::of("f5"), &short) {
                Err(error) => break error,
                Ok(None) => assert!(begun.elapsed() < Duration::from_secs(60)),
                Ok(Some(_)) => panic!("nobody solves 8x8 Othello in 10 ms"),
            }
        };
        assert!(matches!(refused, EngineError::Busy { searchers: 1 }));
        assert!(!refused.is_askers_fault());
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(busy.join().unwrap().unwrap().interrupted);
    });
    // It is free again, and as good as new.
    let later = engine.best_move(&Line::of("f5d6"), &short);
    assert_eq!(later.unwrap(), None);
}

#[test]
fn a_game_is_reviewed_move_by_move() {
    let engine = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    // The second move loses, the third throws the win away, the last but one wins again.
    let review = engine
        .review(&Line::of("b2 b1 a1 c3 c1 a3 a2"), &Effort::default())
        .unwrap();
    let mut values = Minimaxed {
        game: Mnk::new(3, 3, 3).unwrap(),
        known: HashMap::new(),
    };
    let mut position = values.game.start();
    let mut losses = [0; 2];
    for (at, one) in review.moves.iter().enumerate() {
        let (played, _) = values.game.parse_move(&one.played).unwrap();
        let after = values.game.play(&position, played).unwrap();
        let loss = values.of(&position) + values.of(&after);
        assert_eq!(one.loss, Some(loss), "{one:?}");
        assert_eq!(one.before.value, Some(values.of(&position)));
        assert_eq!(one.after.value, Some(-values.of(&after)));
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
    let mut values = Minimaxed {
        game: game.clone(),
        known: HashMap::new(),
    };
    for (moves, position) in lines(&game, 100) {
        let line = Line::of(&moves.concat());
        let proof = engine.proof(&line, &Effort::none()).unwrap();
        let value = values.of(&position);
        let is_over = game.terminal_value(&position).is_some();
        assert_eq!(proof.kind, (!is_over).then_some("P"));
        for one in &proof.moves {
            let (played, _) = game.parse_move(&one.played.name).unwrap();
            let child = game.play(&position, played).unwrap();
            let worth = -values.of(&child);
            assert_eq!(one.known.value, Some(worth));
            let expected = match worth {
                _ if proof.best_move.as_ref() == Some(&one.played.name) => Verdict::Best,
                worth if worth == value => Verdict::Equal,
                _ => Verdict::Worse,
            };
            assert_eq!(one.verdict, expected);
            if let Some(reply) = &one.reply {
                let (reply, _) = game.parse_move(reply).unwrap();
                let after = game.play(&child, reply).unwrap();
                assert_eq!(values.of(&after), worth, "the reply keeps the value");
            } else {
                assert!(game.terminal_value(&child).is_some());
            }
        }
    }
}

#[test]
fn the_canonical_play_keeps_the_value() {
    let engine = open_game("connect-four:4x4", &Settings::default()).unwrap();
    let variation = engine
        .variation(&Line::of("1"), &Effort::default())
        .unwrap();
    assert!(!variation.interrupted);
    let value = |moves: &str| {
        let report = engine.report(&Line::of(moves), &Effort::default()).unwrap();
        (report.known.value.unwrap(), report.standing)
    };
    let mut line = "1".to_owned();
    let (mut before, _) = value(&line);
    for played in &variation.moves {
        line += played;
        let (after, _) = value(&line);
        assert_eq!(after, -before);
        before = after;
    }
    assert!(value(&line).1.over.is_some());
}

#[test]
fn random_positions_are_certified_and_each_comes_up() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, game.max_level(), folder.path());
    let engine = open_artifact(&file, &Settings::default()).unwrap();
    let stored = engine.about().artifact.as_ref().unwrap().positions;
    let mut met = std::collections::HashSet::new();
    for seed in 0..40 * stored {
        let standing = engine.random(seed).unwrap().unwrap();
        assert_eq!(engine.random(seed).unwrap().as_ref(), Some(&standing));
        let line = Line {
            from: standing.board.clone(),
            moves: String::new(),
        };
        let report = engine.report(&line, &Effort::none()).unwrap();
        assert_eq!(report.known.source, Some(Source::Certified));
        met.insert(standing.board);
    }
    assert_eq!(met.len() as u64, stored);
    let searched = open_game("mnk:3x3?k=3", &Settings::default()).unwrap();
    assert_eq!(searched.random(1).unwrap(), None);
}

#[test]
fn nonsense_is_the_askers_fault_and_is_named() {
    let engine = open_game("connect-four:7x6", &Settings::default()).unwrap();
    let line = |from: &str, moves: &str| Line {
        from: from.to_owned(),
        moves: moves.to_owned(),
    };
    for (from, moves, expected) in [
        (
            "",
            "4 4 9",
            "move 3 of \"4 4 9\" (at character 5): no column 9",
        ),
        (
            "-",
            "4444444",
            "move 7 of \"4444444\" (at character 7): 4 is not legal here",
        ),
        ("....../x", "", "row 1 from the top has 6 squares"),
        ("-", "\u{0}\u{1f600}", "expected a column"),
    ] {
        let error = engine.standing(&line(from, moves)).unwrap_err();
        assert!(error.is_askers_fault());
        assert!(error.to_string().contains(expected), "{error}");
    }
    let no_game = open_game("chess:8x8", &Settings::default()).err().unwrap();
    assert!(no_game.is_askers_fault());
}

#[test]
fn a_damaged_artifact_is_refused() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, game.max_level(), folder.path());
    let bytes = std::fs::read(&file).unwrap();
    for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        std::fs::write(&file, &damaged).unwrap();
        let refused = open_artifact(&file, &Settings::default()).err();
        let message = refused.expect("a flipped bit is found").to_string();
        assert!(message.contains("game.sol"), "{message}");
    }
    let missing = folder.path().join("none.sol");
    assert!(open_artifact(missing, &Settings::default()).is_err());
}
