//! What the server says of an artifact: what it was given with it, and what was checked.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use solveig_engine::{Evidence, Settings, SolutionDigests, open_artifact_with};
use solveig_format::{Digest, Encoder, Header, Reader, Record, Roles, Scope};
use solveig_game::{Game, Key, Keyed, Notation, Reduction, Symmetric};
use solveig_games::mnk::Mnk;
use solveig_server::Limits;

use crate::client::{Running, settings};

const GAME: &str = "/v1/games/mnk-3x3-k-3";

fn tic_tac_toe() -> Mnk {
    Mnk::new(3, 3, 3).unwrap()
}

fn header(artifact: Option<Digest>) -> Header {
    let game = tic_tac_toe();
    Header {
        artifact,
        scope: Scope::SemiStrong,
        game: game.spec(),
        tie_break: game.tie_break_rule(),
        symmetry: true,
        cut: None,
        max_level: game.max_level(),
        key_bits: game.key_bits(),
        least_value: -1,
        greatest_value: 1,
        root_key: 0,
        root_value: 0,
    }
}

/// Writes a file of records at one level.
fn write(path: &Path, header: &Header, level: u32, mut records: Vec<Record>) -> Digest {
    records.sort_by_key(|record| record.key);
    let mut file = Encoder::new(Vec::new(), header).unwrap();
    for record in records {
        file.push(level, record).unwrap();
    }
    fs::write(path, file.finish().unwrap().0).unwrap();
    Reader::open(path).unwrap().digest()
}

/// An artifact that stores the start alone, and a certificate that states a true bound of the reply
/// to b2 and a false one of the reply to b1.
pub fn files(folder: &Path) -> (PathBuf, PathBuf, [Digest; 2]) {
    let game = tic_tac_toe();
    let artifact = folder.join("three.sol");
    let start = Record {
        key: 0,
        roles: Roles::Both,
        value: 0,
        move_index: Some(0),
    };
    let digest = write(&artifact, &header(None), 0, vec![start]);
    let stated = |moves: &str, value| {
        let position = game.parse_position(moves).unwrap();
        let (representative, _) = game.representative(&position, Reduction::Canonical);
        Record {
            key: game.key(&representative).to_u128(),
            roles: Roles::LOWER,
            value,
            move_index: Some(0),
        }
    };
    let certificate = folder.join("three.cert");
    let records = vec![stated("b2", 0), stated("b1", 1)];
    let of_certificate = write(&certificate, &header(Some(digest)), 1, records);
    (artifact, certificate, [digest, of_certificate])
}

fn serving(artifact: &Path, evidence: &Evidence<'_>, trusts_files: bool) -> Running {
    let settings = Settings {
        trusts_files,
        ..settings()
    };
    let engine = open_artifact_with(artifact, evidence, &settings).unwrap();
    Running::new(vec![engine], Limits::default())
}

#[test]
fn a_game_says_what_speaks_for_its_artifact() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, certificate, [digest, of_certificate]) = files(folder.path());
    let said = |evidence: &Evidence<'_>, trusts_files| {
        let server = serving(&artifact, evidence, trusts_files);
        let about = server.get(GAME).json()["artifact"].clone();
        assert_eq!(about["digest"], digest.to_string());
        (about["check"].clone(), about["certificate"].clone())
    };
    let described = json!({
        "file": "three.cert", "cut": null, "positions": 2,
        "bytes": fs::metadata(&certificate).unwrap().len(), "digest": of_certificate.to_string()
    });
    let digests = |certificate| SolutionDigests {
        artifact: digest,
        certificate,
    };
    let none = Evidence::default();
    let beside = Evidence {
        certificate: Some(&certificate),
        ..none
    };
    let confirmed = Evidence {
        confirmed: Some(digests(Some(of_certificate))),
        ..beside
    };
    let alone = Evidence {
        confirmed: Some(digests(None)),
        ..none
    };
    for (evidence, trusts_files, checked, certificate) in [
        (&none, true, "nothing", &Value::Null),
        (&none, false, "bytes", &Value::Null),
        (&beside, true, "nothing", &described),
        (&beside, false, "bytes", &described),
        (&alone, false, "solution", &Value::Null),
        (&confirmed, false, "solution", &described),
    ] {
        let found = said(evidence, trusts_files);
        assert_eq!(found, (json!(checked), certificate.clone()));
    }
}

#[test]
fn a_proof_shows_what_the_certificate_states_where_nothing_else_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let (artifact, certificate, _) = files(folder.path());
    let refutations = |evidence: &Evidence<'_>, search: &str| {
        let server = serving(&artifact, evidence, false);
        let proof = server.get(&format!("{GAME}/proof?search={search}")).json();
        let moves = proof["moves"].as_array().unwrap().clone();
        move |name: &str| {
            let found = moves.iter().find(|one| one["move"] == name).unwrap();
            found.clone()
        }
    };
    let beside = Evidence {
        certificate: Some(&certificate),
        confirmed: None,
    };
    let of = refutations(&beside, "above-cut");
    let centre = of("b2");
    assert_eq!(centre["status"], "outside");
    assert_eq!(
        centre["certificate"],
        json!({"at_most": 0, "reply": "a1"}),
        "{centre}"
    );
    assert_eq!(centre["verdict"], "no-better");
    // The four edges are one by symmetry; the statement is the file's, true or not.
    for edge in ["b1", "a2", "c2", "b3"] {
        let edge = of(edge);
        assert_eq!(edge["certificate"]["at_most"], -1, "{edge}");
        assert_eq!(edge["verdict"], "worse");
        assert_eq!(edge["value"], Value::Null);
    }
    let corner = of("c3");
    assert_eq!(corner["certificate"], Value::Null);
    assert_eq!(corner["verdict"], "unknown");
    // What is searched is not taken from the certificate.
    let of = refutations(&beside, "anywhere");
    let edge = of("b1");
    assert_eq!(edge["source"], "searched");
    assert_eq!(
        (&edge["value"], &edge["certificate"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(edge["verdict"], "equal");
    let of = refutations(&Evidence::default(), "above-cut");
    assert_eq!(of("b2")["certificate"], Value::Null);
    assert_eq!(of("b2")["verdict"], "unknown");
}
