//! Damaged files, files of another game, and files in the wrong place.

use solveig_format::{Reader, Scope};
use solveig_verify::{
    Budget, ConnectFour, Failure, Limits, Mnk, Options, VerifyError, verify_opened,
};

use super::{verdict, verdict_on_bytes};
use crate::forge::{Atlas, Plan, Random, Writer};

const PLAN: Plan = Plan {
    scope: Scope::SemiStrong,
    symmetry: true,
    cut: None,
};

#[test]
fn a_flip_in_any_byte_of_either_file_is_rejected() {
    let rules = Mnk::new(3, 3, 3).unwrap();
    let atlas = Atlas::of(&rules);
    let writer = Writer::honest(&atlas);
    let artifact = writer.solution(PLAN);
    let certificate = writer.proof(&artifact, None);
    let bytes = [&artifact, &certificate].map(|file| file.encode().unwrap().0);
    let rejected = |damaged: usize, edited: Vec<u8>| {
        let mut files = bytes.clone();
        files[damaged] = edited;
        let [artifact, certificate] = files;
        let error = verdict_on_bytes(&rules, artifact, Some(certificate)).unwrap_err();
        let VerifyError::Failed(failure) = error else {
            panic!("{error}");
        };
        assert!(matches!(*failure, Failure::Bytes(_)), "{failure}");
    };
    let mut random = Random::new(5);
    for (damaged, whole) in bytes.iter().enumerate() {
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << random.below(8);
            rejected(damaged, flipped);
        }
    }
}

/// A solution presented as one of another game with the same header fields.
#[test]
fn a_solution_of_another_game_is_rejected() {
    let atlas = Atlas::of(&ConnectFour::new(4, 4).unwrap());
    let artifact = Writer::honest(&atlas).solution(PLAN);
    let verdict = |game: &str, key_bits, max_level| {
        let mut file = artifact.clone();
        file.header.game = game.to_owned();
        file.header.key_bits = key_bits;
        file.header.max_level = max_level;
        let reader = Reader::from_bytes(file.encode().unwrap().0).unwrap();
        verify_opened(
            &reader,
            None,
            &Options::default(),
            &Budget::new(Limits::default()),
        )
    };
    assert!(verdict("connect-four:4x4", 20, 16).is_ok());
    for (game, key_bits, max_level) in [("connect-four:5x4", 25, 20), ("mnk:4x4?k=4", 26, 16)] {
        let error = verdict(game, key_bits, max_level).unwrap_err().to_string();
        assert!(error.starts_with("artifact: level "), "{error}");
    }
    let error = verdict("connect-four:4x4?k=4", 20, 16).unwrap_err();
    assert!(matches!(error, VerifyError::NoRules(_)), "{error}");
    // The same game with another spelling of its spec: specs are compared letter by letter.
    let error = verdict("connect-four:04x4", 20, 16)
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "artifact: header: game: expected connect-four:4x4, found connect-four:04x4"
    );
}

#[test]
fn files_in_the_wrong_place_are_rejected() {
    let rules = Mnk::new(3, 3, 3).unwrap();
    let atlas = Atlas::of(&rules);
    let writer = Writer::honest(&atlas);
    let artifact = writer.solution(PLAN);
    let certificate = writer.proof(&artifact, None);
    let error = verdict(&rules, &certificate, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "artifact: header: kind: expected an artifact, found a certificate"
    );
    let error = verdict(&rules, &artifact, Some(&artifact)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "certificate: header: kind: expected a certificate, found an artifact"
    );
    let other = writer.solution(Plan {
        cut: Some(8),
        ..PLAN
    });
    let error = verdict(&rules, &other, Some(&certificate)).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("certificate: header: digest of the artifact: expected "),
        "{error}"
    );
}
