//! Solutions by definition are accepted: in every scope, whole and cut, with and without
//! certificates.

use solveig_format::{FormatError, Reader, Roles, Scope};
use solveig_verify::{
    ConnectFour, Hex, LevelReport, Mnk, Options, Othello, Progress, Rules, Tree, VerifyError,
    verify,
};

use super::verdict;
use crate::forge::{Atlas, File, Plan, Writer};

const SCOPES: [Scope; 3] = [Scope::Weak, Scope::SemiStrong, Scope::Strong];

/// Checks that the game's solution under a plan is accepted, with certificates cut at each of
/// `certificate_cuts` and without one.
fn accept<R: Rules>(rules: &R, atlas: &Atlas, plan: Plan, certificate_cuts: &[Option<u32>]) {
    let writer = Writer::honest(atlas);
    let artifact = writer.solution(plan);
    let accepted = |certificate: Option<&File>| {
        let report = verdict(rules, &artifact, certificate)
            .unwrap_or_else(|error| panic!("{}: {plan:?}: {error}", atlas.spec));
        let of = |file: &File, level| {
            let levels = file.records.keys().filter(|(at, _)| *at == level);
            levels.count() as u64
        };
        let count = |level| LevelReport {
            level,
            artifact: of(&artifact, level),
            certificate: certificate.map_or(0, |certificate| of(certificate, level)),
        };
        let stored = |one: &LevelReport| one.artifact + one.certificate > 0;
        let levels = (0..=atlas.max_level).map(count).filter(stored);
        let reported = report.levels.iter().copied().filter(stored);
        assert!(reported.eq(levels), "{:?}", report.levels);
        assert_eq!(report.root_value, atlas.values[atlas.start]);
        report
    };
    let report = accepted(None);
    if plan.scope != Scope::SemiStrong {
        assert_eq!(report.nodes > 0, report.claims.search > 0);
        assert!(plan.cut.is_some() || report.nodes == 0, "{plan:?}");
        return;
    }
    for &cut in certificate_cuts {
        let report = accepted(Some(&writer.proof(&artifact, cut)));
        if plan.cut.is_none() && cut.is_none() {
            assert_eq!(report.claims.search, 0, "{plan:?}");
        }
    }
}

/// Checks all scopes of a game, whose start has this value.
fn accept_everywhere<R: Rules>(rules: R, value: i32, cuts: &[Option<u32>]) {
    let atlas = Atlas::of(&rules);
    assert_eq!(atlas.values[atlas.start], value, "{}", atlas.spec);
    for scope in SCOPES {
        for symmetry in [false, true] {
            for &cut in cuts {
                let plan = Plan {
                    scope,
                    symmetry,
                    cut,
                };
                accept(&rules, &atlas, plan, cuts);
            }
        }
    }
}

#[test]
fn solutions_of_lines() {
    let cuts = [None, Some(0), Some(1), Some(4), Some(6), Some(9)];
    accept_everywhere(Mnk::new(3, 3, 3).unwrap(), 0, &cuts);
}

#[test]
fn solutions_of_hex() {
    let cuts = [None, Some(0), Some(3), Some(6)];
    accept_everywhere(Hex::new(3, 3).unwrap(), 1, &cuts);
    accept_everywhere(Hex::new(3, 2).unwrap(), 1, &[None, Some(2)]);
    let from_board = |text| Hex::new(3, 3).unwrap().from_board(text).unwrap();
    accept_everywhere(from_board("OO-------X"), -1, &[None, Some(4)]);
    accept_everywhere(from_board("--XX-----X"), 1, &[None, Some(4)]);
    accept_everywhere(from_board("--------OX"), 1, &[None]);
    accept_everywhere(Hex::new(2, 3).unwrap(), -1, &[None]);
}

#[test]
fn solutions_of_connect_four() {
    let rules = ConnectFour::new(4, 4).unwrap().by_score();
    accept_everywhere(rules, 0, &[None, Some(9)]);
}

#[test]
fn solutions_of_othello() {
    let cuts = [None, Some(8), Some(12)];
    accept_everywhere(Othello::new(4, 4).unwrap(), -10, &cuts);
}

#[test]
fn solutions_of_trees() {
    for (text, value) in [
        ("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", 3),
        ("[[[1, 1], [2, [0, 3]]], [[3, 3], [3]], 3, [[[3]], 3]]", 3),
        ("7", 7),
        ("[-2]", -2),
    ] {
        accept_everywhere(Tree::parse("tree:t.json", text).unwrap(), value, &[None]);
    }
}

/// The published number of positions of the 4 x 4 board, those with four in line included.
#[test]
fn connect_four_on_four_by_four_has_161029_positions() {
    let rules = ConnectFour::new(4, 4).unwrap();
    let atlas = Atlas::of(&rules);
    let artifact = Writer::honest(&atlas).solution(Plan {
        scope: Scope::Strong,
        symmetry: false,
        cut: None,
    });
    let over: u64 = artifact.terminals.values().sum();
    assert_eq!(artifact.records.len() as u64 + over, 161_029);
    let report = verdict(&rules, &artifact, None).unwrap();
    assert_eq!(report.positions() + over, 161_029);
}

#[test]
fn the_number_of_threads_changes_neither_report_nor_failure() {
    let rules = ConnectFour::new(4, 4).unwrap();
    let atlas = Atlas::of(&rules);
    let artifact = Writer::honest(&atlas).solution(Plan {
        scope: Scope::SemiStrong,
        symmetry: true,
        cut: Some(12),
    });
    let mut wrong = artifact.clone();
    let last_level = wrong.records.range_mut((10, 0)..(11, 0));
    for (_, record) in last_level.filter(|(_, record)| record.roles == Roles::Free) {
        record.value = -record.value;
    }
    let outcome = |file: &File, threads| {
        let reader = Reader::from_bytes(file.encode().unwrap().0).unwrap();
        let options = Options {
            threads,
            ..Options::default()
        };
        verify(&rules, &reader, None, &options)
    };
    let first = outcome(&artifact, 1).unwrap();
    let failure = outcome(&wrong, 1).unwrap_err().to_string();
    for threads in [2, 3, 8] {
        let report = outcome(&artifact, threads).unwrap();
        assert_eq!(report.levels, first.levels);
        assert_eq!(report.claims, first.claims);
        assert_eq!(outcome(&wrong, threads).unwrap_err().to_string(), failure);
    }
}

#[test]
fn progress_rises_to_the_whole() {
    let rules = Mnk::new(3, 3, 3).unwrap();
    let atlas = Atlas::of(&rules);
    let artifact = Writer::honest(&atlas).solution(Plan {
        scope: Scope::Strong,
        symmetry: false,
        cut: None,
    });
    let reader = Reader::from_bytes(artifact.encode().unwrap().0).unwrap();
    let seen = std::sync::Mutex::new(Vec::new());
    let options = Options {
        threads: 1,
        progress: &|progress| seen.lock().unwrap().push(progress),
        ..Options::default()
    };
    verify(&rules, &reader, None, &options).unwrap();
    let (mut bytes, mut positions) = (Vec::new(), Vec::new());
    for progress in seen.into_inner().unwrap() {
        match progress {
            Progress::Bytes { done, total } => {
                assert!(positions.is_empty() && done <= total);
                bytes.push(done);
            }
            Progress::Searched(_) => {}
            Progress::Positions { done, total } => {
                assert_eq!(total, artifact.records.len() as u64);
                positions.push(done);
            }
        }
    }
    assert!(bytes.is_sorted() && positions.is_sorted());
    assert_eq!(positions.last(), Some(&(artifact.records.len() as u64)));
}

#[test]
fn an_unreadable_file_is_not_a_false_one() {
    let missing = std::path::Path::new("no/such/file.sol");
    let error = solveig_verify::verify_files(missing, None, &Options::default()).unwrap_err();
    assert!(
        matches!(&error, VerifyError::Unreadable(FormatError::Io { .. })),
        "{error}"
    );
}
