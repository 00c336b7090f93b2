//! The kept files are what they are said to be, and the checker confirms the proof and a sample of
//! the artifacts.

use std::ops::ControlFlow;

use solveig_engine::artifact::{Answer, StoredArtifact};
use solveig_engine::{Effort, Line, SearchScope, Settings, open_game};
use solveig_format::proof::ProofReader;
use solveig_format::{Reader, Record, Scope};
use solveig_game::{Game, GameExt, Key, Keyed, Notation};
use solveig_games::{AnyGame, AnyPosition, GameTable};
use solveig_openings::{ALL, Opening};
use solveig_verify::proof::verify_proof;
use solveig_verify::{BoundQuestion, Limits, Options, at_least_each, none_given};

/// Positions of each artifact that are searched.
const SAMPLE: u64 = 8;

fn artifacts() -> impl Iterator<Item = (&'static Opening, Reader)> {
    let artifacts = ALL.iter().filter(|one| one.is_artifact());
    artifacts.map(|one| (one, Reader::of_bytes(one.file, one.bytes.to_vec()).unwrap()))
}

#[test]
fn the_files_are_small_whole_and_of_their_games() {
    let bytes: usize = ALL.iter().map(|one| one.bytes.len()).sum();
    assert!(bytes <= 3_000_000, "{bytes} bytes");
    for (opening, reader) in artifacts() {
        assert_eq!(reader.header().game, opening.spec);
        assert!(reader.header().cut.is_some(), "{}", opening.file);
        reader.check_bytes(|_| ControlFlow::Continue(())).unwrap();
    }
}

#[test]
fn the_checker_confirms_the_proof() {
    for opening in ALL.iter().filter(|one| !one.is_artifact()) {
        let proof = ProofReader::from_bytes(opening.bytes).unwrap();
        let report = verify_proof(&proof, Limits::default(), &none_given, &mut |_, _| {}).unwrap();
        assert_eq!(report.header.game, opening.spec);
        assert_eq!(report.header.at_least, report.header.at_most);
    }
}

/// The last level of a semi-strong file has the positions whose search is shortest; a strong file
/// ends too early for the checker, which has no search for Hex that ends in time either.
#[test]
fn the_checker_finds_the_values_of_a_sample() {
    let mut searched = 0;
    let of_checker = |(one, reader): &(&Opening, Reader)| {
        !one.spec.starts_with("hex") && reader.header().scope == Scope::SemiStrong
    };
    for (opening, reader) in artifacts().filter(of_checker) {
        let last = reader.levels().last().unwrap();
        let mut questions = Vec::new();
        for number in 0..SAMPLE {
            let rank = last.records * number / SAMPLE;
            let record = reader.get(last.level, rank).unwrap().unwrap();
            let key = record.key;
            let bounds = [record.value, record.value + 1];
            questions.extend(bounds.map(|bound| BoundQuestion { key, bound }));
        }
        let (answers, _) = at_least_each(opening.spec, &questions, &Options::default()).unwrap();
        for (answers, question) in answers.chunks(2).zip(questions.iter().step_by(2)) {
            assert_eq!(answers, [true, false], "{}: {question:?}", opening.file);
            searched += 1;
        }
    }
    assert_eq!(searched, 3 * SAMPLE);
}

/// The game of an opening, and the position of a record of it.
fn position(spec: &str, record: &Record) -> (AnyGame, AnyPosition) {
    let game = GameTable::built_in().parse(spec).unwrap();
    let key = Key::from_u128(record.key).unwrap();
    let position = game.position(key).unwrap();
    (game, position)
}

/// In Hex the solver searches again, without the files.
#[test]
fn the_solver_finds_the_values_of_a_sample_of_hex() {
    let effort = Effort {
        search: SearchScope::Anywhere,
        ..Effort::default()
    };
    let mut searched = 0;
    for (opening, reader) in artifacts().filter(|(one, _)| one.spec.starts_with("hex")) {
        let engine = open_game(opening.spec, &Settings::default()).unwrap();
        let last = reader.levels().last().unwrap();
        for number in 0..SAMPLE / 2 {
            let rank = last.records * number / (SAMPLE / 2);
            let record = reader.get(last.level, rank).unwrap().unwrap();
            let (game, position) = position(opening.spec, &record);
            let board = game.format_board(&position, last.level % 2 == 0).unwrap();
            let line = Line::at(board);
            let found = engine.value(&line, None, &effort, &mut |_| ()).unwrap();
            assert_eq!(found.known_value.value, Some(record.value), "{line:?}");
            searched += 1;
        }
    }
    assert!(searched >= SAMPLE / 2);
}

/// What the files of a game have in common is the same; no move is worth more than its position,
/// and the stored one as much; below the last level of a strong file all moves are there.
#[test]
fn the_files_agree_with_each_other_and_with_their_moves() {
    let (mut known_moves, mut known_twice) = (0, 0);
    for (opening, reader) in artifacts() {
        let header = reader.header();
        let has_moves = |level| header.scope == Scope::Strong && Some(level) < header.cut;
        let game = GameTable::built_in().parse(opening.spec).unwrap();
        let files = artifacts().filter(|(one, _)| one.spec == opening.spec);
        let files = files.map(|(_, reader)| StoredArtifact::new(game.clone(), reader).unwrap());
        let files: Vec<StoredArtifact<AnyGame>> = files.collect();
        let values = |position: &AnyPosition| -> Vec<i32> {
            let answers = files.iter().filter_map(|one| one.lookup(position).unwrap());
            answers.filter_map(Answer::value).collect()
        };
        for level in reader.levels() {
            let step = (level.records / 500).max(1);
            for rank in (0..level.records).step_by(step as usize) {
                let record = reader.get(level.level, rank).unwrap().unwrap();
                let (_, position) = position(opening.spec, &record);
                let own = values(&position);
                assert!(own.iter().all(|one| *one == record.value), "{own:?}");
                known_twice += usize::from(own.len() > 1);
                let moves = game.moves(&position);
                let children = moves.iter().map(|one| game.play_unchecked(&position, *one));
                let of_moves = children.map(|child| values(&child).first().map(|one| -one));
                let of_moves: Vec<Option<i32>> = of_moves.collect();
                let values_of_moves: Vec<i32> = of_moves.iter().flatten().copied().collect();
                known_moves += values_of_moves.len();
                let at = format!("{} {:#x}", opening.file, record.key);
                assert!(
                    values_of_moves.iter().all(|one| *one <= record.value),
                    "{at}"
                );
                if has_moves(level.level) {
                    assert_eq!(values_of_moves.len(), moves.len(), "{at}");
                    assert!(values_of_moves.contains(&record.value), "{at}");
                }
                let best = record
                    .move_index
                    .and_then(|index| of_moves[usize::from(index)]);
                assert!(best.is_none_or(|best| best == record.value), "{at}");
            }
        }
    }
    assert!(
        known_moves > 10_000 && known_twice > 20,
        "{known_moves} {known_twice}"
    );
}
