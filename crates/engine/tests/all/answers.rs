//! Answers against solutions made by the definition.

use std::collections::HashMap;

use solveig_engine::artifact::{Answer, QueryError, Source, StoredArtifact};
use solveig_engine::{EngineError, Settings, Solution};
use solveig_format::{Digest, Header, Reader, Roles, Scope};
use solveig_game::{Game, GameExt, Interval, Key, Keyed, Notation, Reduction, Symmetric, Value};
use solveig_games::Solvable;
use solveig_games::connect_four::ConnectFour;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_testkit::naive::{self, Naive};

fn solution<G: Solvable>(game: &G, reader: Reader) -> Solution<G> {
    let settings = Settings {
        memory: 1 << 22,
        ..Settings::default()
    };
    Solution::new(game.clone(), reader, "a.sol".to_owned(), &settings).unwrap()
}

/// The first optimal move of `position` by the rule: in the frame of the representative, mapped
/// back.
fn canonical_move<G: Symmetric + Notation>(
    naive: &Naive<G>,
    position: &G::Position,
) -> solveig_game::Move {
    let game = &naive.game;
    if game.is_forced_pass(position) {
        return game.moves(position)[0];
    }
    let (representative, symmetry) = game.representative(position, naive.reduction);
    let best = naive.first_move(&representative, naive.value(&representative));
    game.transform_move(best.1, game.inverse(symmetry))
}

/// The roles of the stored positions, by key.
fn stored<G: Symmetric + Notation>(naive: &Naive<G>, scope: Scope) -> HashMap<u128, Roles> {
    let records = naive.records(scope, None).into_iter();
    records
        .map(|(_, record)| (record.key, record.roles))
        .collect()
}

fn every_answer_is_what_the_definition_says<G: Solvable>(game: G, cuts: &[Option<u32>]) {
    for reduction in [Reduction::None, Reduction::Canonical] {
        let naive = Naive::new(game.clone(), reduction);
        let reachable = naive.reachable();
        for scope in [Scope::SemiStrong, Scope::Strong] {
            let stored = stored(&naive, scope);
            for &cut in cuts {
                let mut solution = solution(&game, naive.artifact(scope, cut));
                let own = |position: &G::Position| {
                    let (contracted, _) = game.contract_passes(position);
                    let key = game.key(&game.representative(&contracted, reduction).0);
                    if game.terminal_value(&contracted).is_some() {
                        Some(Source::Terminal)
                    } else if cut.is_some_and(|cut| game.level(&contracted) > cut) {
                        Some(Source::Searched)
                    } else if stored.contains_key(&key.to_u128()) {
                        Some(Source::Certified)
                    } else {
                        None
                    }
                };
                let (mut decided, mut bounded, mut outside) = (0, 0, 0);
                for position in &reachable {
                    let best = solution.best_move(position).unwrap();
                    let found = solution.answer(position).unwrap();
                    let report = solution.report(position).unwrap();
                    assert_eq!((report.answer, report.best_move), (found, best));
                    assert_eq!(report.moves.len(), game.moves(position).len());
                    for (one, played) in report.moves.iter().zip(game.moves(position)) {
                        let child = game.play_unchecked(position, played);
                        let expected = own(&child).map(|_| -naive.value(&child));
                        assert_eq!((one.played, one.answer.value()), (played, expected));
                        assert!(expected.is_some() || one.answer == Answer::Outside);
                    }
                    if let Some(source) = own(position) {
                        let value = naive.value(position);
                        // Where the moves alone decide it, nothing is searched.
                        let by_moves = Answer::Exact {
                            value,
                            source: Source::Derived,
                        };
                        let is_by_moves = source == Source::Searched && found == by_moves;
                        let expected = Answer::Exact { value, source };
                        assert!(is_by_moves || found == expected, "{position:?}: {found}");
                        let expected = match source {
                            Source::Certified | Source::Searched => {
                                Some(canonical_move(&naive, position))
                            }
                            _ if game.is_forced_pass(position) => Some(game.moves(position)[0]),
                            _ => None,
                        };
                        assert_eq!(best, expected, "{position:?}");
                        continue;
                    }
                    // What is known of some moves bounds the value, and decides it where no other
                    // move can be worth more.
                    let moves: Vec<Option<Value>> = game
                        .moves(position)
                        .into_iter()
                        .map(|played| game.play_unchecked(position, played))
                        .map(|child| own(&child).map(|_| -naive.value(&child)))
                        .collect();
                    let range = game.value_range();
                    let least = moves.iter().flatten().max().copied();
                    let is_decided = least == Some(range.max) || moves.iter().all(Option::is_some);
                    let source = Source::Derived;
                    match least {
                        Some(value) if is_decided => {
                            decided += 1;
                            assert_eq!(found, Answer::Exact { value, source }, "{position:?}");
                        }
                        Some(least) if least > range.min => {
                            bounded += 1;
                            let bounds = Answer::Bounds {
                                at_least: Some(least),
                                at_most: None,
                                source,
                            };
                            assert_eq!(found, bounds, "{position:?}");
                        }
                        _ => {
                            outside += 1;
                            assert_eq!(found, Answer::Outside, "{position:?}");
                        }
                    }
                    match best {
                        Some(_) if game.is_forced_pass(position) => {}
                        Some(best) => {
                            let child = game.play_unchecked(position, best);
                            assert!(own(&child).is_some() && Some(-naive.value(&child)) == least);
                        }
                        None => assert_eq!(found, Answer::Outside, "{position:?}"),
                    }
                }
                if scope == Scope::SemiStrong && cut.is_none() {
                    assert!(decided > 0 && outside > 0, "{decided} {bounded} {outside}");
                }
            }
        }
    }
}

#[test]
fn games_are_answered_by_the_definition() {
    every_answer_is_what_the_definition_says(Mnk::new(3, 3, 3).unwrap(), &[None, Some(0), Some(4)]);
    every_answer_is_what_the_definition_says(ConnectFour::new(4, 3).unwrap(), &[None, Some(6)]);
    // With its passes.
    let othello = Othello::<u64>::new(4, 4).unwrap();
    every_answer_is_what_the_definition_says(othello, &[None, Some(11)]);
}

#[test]
fn the_principal_variation_ends_the_game_with_the_value_of_the_start() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let naive = Naive::new(game.clone(), Reduction::Canonical);
    let mut lines = Vec::new();
    for cut in [None, Some(4), Some(10)] {
        let line = solution(&game, naive.artifact(Scope::SemiStrong, cut))
            .principal_variation(&game.start())
            .unwrap();
        let (mut position, mut sign) = (game.start(), 1);
        for played in &line {
            position = game.play(&position, *played).unwrap();
            sign = -sign;
        }
        assert_eq!(game.terminal_value(&position), Some(sign * -10));
        lines.push(line);
    }
    assert!(lines.iter().all(|line| *line == lines[0]));
}

#[test]
fn scope_weak_states_the_value_of_the_start_and_true_bounds() {
    let game = ConnectFour::new(4, 4).unwrap();
    for reduction in [Reduction::None, Reduction::Canonical] {
        let naive = Naive::new(game.clone(), reduction);
        let mut solution = solution(&game, naive.artifact(Scope::Weak, None));
        let answer = solution.answer(&game.start()).unwrap();
        assert_eq!(answer.value(), Some(0), "4x4 is a draw");
        let mut bounds = 0;
        for position in naive.reachable() {
            let answer = solution.answer(&position).unwrap();
            let Interval { lower, upper } = answer.interval(game.value_range());
            let value = naive.value(&position);
            assert!(lower <= value && value <= upper, "{position:?}: {answer}");
            bounds += u32::from(matches!(answer, Answer::Bounds { .. }));
            let best = solution.best_move(&position).unwrap();
            match (answer, best) {
                (
                    Answer::Bounds { at_least: None, .. } | Answer::Outside | Answer::Unknown,
                    best,
                ) => assert_eq!(best, None),
                (
                    Answer::Bounds {
                        at_least: Some(bound),
                        ..
                    },
                    best,
                ) => {
                    let child = game.play(&position, best.unwrap()).unwrap();
                    assert!(-naive.value(&child) >= bound);
                }
                (Answer::Exact { .. }, _) => {}
            }
        }
        assert!(bounds > 100, "most answers are bounds: {bounds}");
    }
}

#[test]
fn a_bound_that_no_utility_exceeds_is_the_value() {
    // Two in line is a win for the first player, so one side's bounds are all at the ends.
    let game = Mnk::new(3, 3, 2).unwrap();
    let naive = Naive::new(game.clone(), Reduction::Canonical);
    assert_eq!(naive.value(&game.start()), 1);
    let records = naive.records(Scope::Weak, None);
    assert!(
        records
            .iter()
            .all(|(_, record)| record.roles != Roles::Both)
    );
    let mut solution = solution(&game, naive.artifact(Scope::Weak, None));
    for (_, record) in records {
        let position = game.position(record.key).unwrap();
        let answer = solution.answer(&position).unwrap();
        assert_eq!(answer.value(), Some(naive.value(&position)));
    }
}

#[test]
fn an_artifact_of_other_rules_is_refused() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let naive = Naive::new(game.clone(), Reduction::Canonical);
    let header = naive.header(Scope::SemiStrong, None);
    let records = naive.records(Scope::SemiStrong, None);
    let refusal = |change: &dyn Fn(&mut Header)| {
        let mut header = header.clone();
        change(&mut header);
        match StoredArtifact::new(game.clone(), naive::write(&header, &records)) {
            Ok(_) => panic!("accepted"),
            Err(error) => error.to_string(),
        }
    };
    assert_eq!(
        refusal(&|header| header.game = "mnk:3x3?k=2".to_owned()),
        "the artifact does not fit mnk:3x3?k=3: its game is mnk:3x3?k=2, expected mnk:3x3?k=3"
    );
    assert!(refusal(&|header| header.tie_break = "last first".to_owned()).contains("tie-break"));
    assert!(refusal(&|header| header.max_level = 10).contains("greatest level is 10, expected 9"));
    assert!(refusal(&|header| header.key_bits += 1).contains("key width"));
    assert!(refusal(&|header| header.greatest_value = 2).contains("greatest value"));
    assert!(refusal(&|header| header.least_value = -2).contains("least value"));
    assert!(refusal(&|header| header.root_key = 1).contains("key of the start"));
    let certificate = |header: &mut Header| header.artifact = Some(Digest([7; 32]));
    assert!(refusal(&certificate).contains("expected an artifact"));
}

fn error_of<T: std::fmt::Debug>(answer: Result<T, EngineError>) -> QueryError {
    match answer.unwrap_err() {
        EngineError::Artifact { error, .. } => *error,
        error => panic!("{error}"),
    }
}

#[test]
fn an_artifact_that_contradicts_itself_is_an_error_and_names_the_position() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let naive = Naive::new(game.clone(), Reduction::Canonical);
    let header = naive.header(Scope::SemiStrong, None);
    let records = naive.records(Scope::SemiStrong, None);

    let mut beyond = records.clone();
    beyond[0].1.move_index = Some(9);
    let mut beyond = solution(&game, naive::write(&header, &beyond));
    let error = error_of(beyond.best_move(&game.start()));
    assert!(
        matches!(
            error,
            QueryError::NoSuchMove {
                key: 0,
                level: 0,
                index: 9,
                legal: 9
            }
        ),
        "{error}"
    );

    let mut unreached = records;
    let (_, free) = unreached
        .iter_mut()
        .find(|(_, record)| record.roles == Roles::Free && record.value == 0)
        .unwrap();
    free.value = 1;
    let key = free.key;
    let position = game.position(key).unwrap();
    let mut unreached = solution(&game, naive::write(&header, &unreached));
    let error = error_of(unreached.best_move(&position));
    assert!(
        matches!(error, QueryError::Unreached { key: at, value: 1, .. } if at == key),
        "{error}"
    );
}
