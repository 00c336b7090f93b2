//! Files that are damaged, claim falsehoods, or belong to something else.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use solveig_engine::{
    CheckScope, Effort, Engine, Evidence, Line, Settings, SolutionDigests, Source, Verdict,
    open_artifact, open_artifact_with,
};
use solveig_format::{Encoder, Header, Reader, Record, Roles, Scope};
use solveig_game::{Game, Keyed, Notation};
use solveig_games::connect_four::ConnectFour;
use solveig_games::mnk::Mnk;
use solveig_testkit::exhaustive::Exhaustive;

use crate::engines::{lines, open_with, semi_strong};
use crate::solved::solve;

/// Calls `check` with a bit of a file flipped, here and there.
fn with_flipped_bits(file: &Path, check: impl Fn()) {
    let bytes = std::fs::read(file).unwrap();
    for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        std::fs::write(file, &damaged).unwrap();
        check();
    }
}

#[test]
fn a_damaged_artifact_is_refused() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, game.max_level(), folder.path());
    with_flipped_bits(&file, || {
        let refused = open_artifact(&file, &Settings::default()).err();
        let message = refused.expect("a flipped bit is found").to_string();
        assert!(message.contains("game.sol"), "{message}");
    });
    let missing = folder.path().join("none.sol");
    assert!(open_artifact(missing, &Settings::default()).is_err());
}

#[test]
fn a_searched_value_rests_on_no_file() {
    // A file that claims a win for X at the start, by a1. The search below it finds the draw.
    let game = Mnk::new(3, 3, 3).unwrap();
    let header = Header {
        artifact: None,
        scope: Scope::SemiStrong,
        game: game.spec(),
        tie_break: game.tie_break_rule(),
        symmetry: true,
        cut: Some(0),
        max_level: game.max_level(),
        key_bits: game.key_bits(),
        least_value: -1,
        greatest_value: 1,
        root_key: 0,
        root_value: 1,
    };
    let start = Record {
        key: 0,
        roles: Roles::Both,
        value: 1,
        move_index: Some(0),
    };
    let mut file = Encoder::new(Vec::new(), &header).unwrap();
    file.push(0, start).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.sol");
    std::fs::write(&path, file.finish().unwrap().0).unwrap();
    let engine = open_artifact(&path, &Settings::default()).unwrap();
    let report = engine.report(&Line::default(), &Effort::default()).unwrap();
    assert_eq!(report.known_value.source, Some(Source::Certified));
    assert_eq!(report.known_value.value, Some(1));
    assert_eq!(report.best_move.as_deref(), Some("a1"));
    for one in &report.moves {
        assert_eq!(one.known_value.source, Some(Source::Searched));
        assert_eq!(one.known_value.value, Some(0), "{}", one.played);
    }
    let review = engine.review(&Line::of("a1 b2"), &Effort::default());
    let review = review.unwrap();
    assert_eq!(review.moves[0].before.value, Some(1));
    assert_eq!(review.moves[0].after.value, Some(0));
}

#[test]
fn a_certificate_says_what_refutes_moves_that_are_not_stored() {
    let game = ConnectFour::new(4, 4).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [file, certificate] = semi_strong(&game, game.max_level(), folder.path());
    let engine = open_with(&file, &certificate);
    let about = engine.about().artifact.as_ref().unwrap();
    let reader = Reader::open(&certificate).unwrap();
    let beside = about.certificate.as_ref().unwrap();
    assert_eq!(beside.file, "game.cert");
    assert_eq!(beside.digest, reader.digest().to_string());
    assert_eq!(beside.positions, reader.record_count());
    assert_eq!(about.check, CheckScope::Bytes);
    let without = open_artifact(&file, &Settings::default()).unwrap();

    let mut values = Exhaustive::new(&game);
    let mut verdicts = HashMap::new();
    for (moves, position) in lines(&game, 400) {
        let line = Line::of(&moves.concat());
        let proof = engine.proof(&line, &Effort::none()).unwrap();
        let bare = without.proof(&line, &Effort::none()).unwrap();
        assert!(bare.moves.iter().all(|one| one.certificate_bound.is_none()));
        for one in &proof.moves {
            let Some(bound) = &one.certificate_bound else {
                continue;
            };
            assert_eq!(one.known_value.source, None, "the artifact says nothing");
            let (played, _) = game.parse_move(&one.played.name).unwrap();
            let child = game.play(&position, played).unwrap();
            assert!(-values.solve(&child) <= bound.at_most, "{moves:?} {one:?}");
            let (reply, _) = game.parse_move(&bound.reply).unwrap();
            let after = game.play(&child, reply).unwrap();
            assert!(values.solve(&after) <= bound.at_most, "{moves:?} {one:?}");
            let expected = match proof.report.known_value.value {
                Some(value) if bound.at_most < value => Verdict::Worse,
                Some(value) if bound.at_most == value => Verdict::NoBetter,
                _ => Verdict::Unknown,
            };
            assert_eq!(one.verdict, expected, "{moves:?} {one:?}");
            *verdicts.entry(one.verdict).or_insert(0) += 1;
        }
        // Every other move of an optimal side is refuted by something.
        if proof.kind == Some("A'") {
            let open = |one: &&solveig_engine::Refutation| one.verdict == Verdict::Unknown;
            assert_eq!(proof.moves.iter().find(open), None, "{moves:?}");
        }
    }
    assert!(verdicts[&Verdict::Worse] > 10, "{verdicts:?}");
    assert!(verdicts[&Verdict::NoBetter] > 10, "{verdicts:?}");
}

#[test]
fn a_certificate_of_something_else_is_refused() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [file, own] = semi_strong(&game, game.max_level(), folder.path());
    let other = tempfile::tempdir().unwrap();
    let [_, foreign] = semi_strong(&game, 5, other.path());
    let open = |certificate: &Path, confirmed, settings: &Settings| {
        let evidence = Evidence {
            certificate: Some(certificate),
            confirmed,
        };
        open_artifact_with(&file, &evidence, settings)
    };
    let refused = |certificate: &Path, expected: &str| {
        let error = open(certificate, None, &Settings::default()).err().unwrap();
        let message = error.to_string();
        let name = certificate.file_name().unwrap().to_string_lossy();
        assert!(message.contains(expected), "{message}");
        assert_eq!(message.matches(&*name).count(), 1, "{message}");
    };
    open(&own, None, &Settings::default()).unwrap();
    refused(&foreign, "artifact's digest");
    refused(&file, "expected a certificate");
    refused(&folder.path().join("none.cert"), "cannot read");

    let digest = |path: &Path| Reader::open(path).unwrap().digest();
    let trusting = Settings {
        trusts_files: true,
        ..Settings::default()
    };
    let check = |engine: Arc<dyn Engine>| engine.about().artifact.as_ref().unwrap().check;
    let digests = |artifact: &Path, certificate: Option<&Path>| SolutionDigests {
        artifact: digest(artifact),
        certificate: certificate.map(digest),
    };
    let both = digests(&file, Some(&own));
    let confirmed = open(&own, Some(both), &trusting).unwrap();
    assert_eq!(check(confirmed), CheckScope::Solution);
    let trusted = open(&own, None, &trusting).unwrap();
    assert_eq!(check(trusted), CheckScope::Nothing);
    for wrong in [
        digests(&foreign, Some(&own)),
        digests(&file, Some(&foreign)),
        digests(&file, None),
    ] {
        let error = open(&own, Some(wrong), &Settings::default()).err();
        let message = error.unwrap().to_string();
        assert!(message.contains("changed"), "{message}");
    }

    with_flipped_bits(&own, || {
        refused(&own, "game.cert");
        // Confirmed files are read again even where files are trusted.
        assert!(open(&own, Some(both), &trusting).is_err());
    });
}
