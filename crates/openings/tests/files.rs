//! The kept files are what they are said to be, and the checker confirms the proof and a sample of
//! the artifacts.

use std::ops::ControlFlow;

use solveig_format::Reader;
use solveig_format::proof::ProofReader;
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

/// The last level has the positions whose search is shortest. The checker has no search that ends
/// in time for Hex.
#[test]
fn the_checker_finds_the_values_of_a_sample() {
    let mut searched = 0;
    for (opening, reader) in artifacts().filter(|(one, _)| !one.spec.starts_with("hex")) {
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
