//! Solutions by definition are accepted: in every scope, whole and cut, with and without
//! certificates.

use solveig_format::{FormatError, Reader, Roles, Scope};
use solveig_verify::{
    ConnectFour, Hex, LevelReport, Mnk, Options, Othello, Progress, Report, Rules, VerifyError,
    verify,
};

use crate::graph::Graph;
use crate::naive::{File, Plan, Solved};
use crate::random::Random;

const SCOPES: [Scope; 3] = [Scope::Weak, Scope::SemiStrong, Scope::Strong];

/// The verdict of the checker on files with these contents.
pub fn verdict<R: Rules>(
    rules: &R,
    artifact: &File,
    certificate: Option<&File>,
) -> Result<Report, VerifyError> {
    let bytes = certificate.map(|file| file.encode().unwrap());
    verdict_on_bytes(rules, artifact.encode().unwrap(), bytes)
}

pub fn verdict_on_bytes<R: Rules>(
    rules: &R,
    artifact: Vec<u8>,
    certificate: Option<Vec<u8>>,
) -> Result<Report, VerifyError> {
    let artifact = Reader::from_bytes(artifact)?;
    let certificate = certificate.map(Reader::from_bytes).transpose()?;
    let options = Options {
        threads: 2,
        ..Options::default()
    };
    verify(rules, &artifact, certificate.as_ref(), &options)
}

/// Checks that the game's solution under a plan is accepted, with certificates cut at each of
/// `certificate_cuts` and without one.
fn accept<R: Rules>(solved: &Solved<R>, plan: Plan, certificate_cuts: &[Option<u32>]) {
    let artifact = solved.artifact(plan);
    let accepted = |certificate: Option<&File>| {
        let report = verdict(&solved.rules, &artifact, certificate)
            .unwrap_or_else(|error| panic!("{}: {plan:?}: {error}", artifact.header.game));
        let count = |level| {
            let of = |file: &File| {
                let levels = file.records.keys().filter(|(at, _)| *at == level);
                levels.count() as u64
            };
            LevelReport {
                level,
                artifact: of(&artifact),
                certificate: certificate.map_or(0, of),
            }
        };
        let stored = |levels: &[LevelReport]| -> Vec<LevelReport> {
            let used = levels
                .iter()
                .filter(|one| one.artifact + one.certificate > 0);
            used.copied().collect()
        };
        let levels: Vec<_> = (0..=solved.rules.max_level()).map(count).collect();
        assert_eq!(stored(&report.levels), stored(&levels));
        assert_eq!(report.root_value, solved.value(&solved.rules.start()));
        report
    };
    let report = accepted(None);
    if plan.scope != Scope::SemiStrong {
        assert_eq!(report.nodes > 0, report.claims.search > 0);
        assert!(plan.cut.is_some() || report.nodes == 0, "{plan:?}");
        return;
    }
    for &cut in certificate_cuts {
        let certificate = solved.certificate(&artifact, cut);
        let report = accepted(Some(&certificate));
        if plan.cut.is_none() && cut.is_none() {
            assert_eq!(report.claims.search, 0, "{plan:?}");
        }
    }
}

fn accept_everywhere<R: Rules>(rules: R, cuts: &[Option<u32>]) {
    let solved = Solved::new(rules);
    for scope in SCOPES {
        for symmetry in [false, true] {
            for &cut in cuts {
                let plan = Plan {
                    scope,
                    symmetry,
                    cut,
                };
                accept(&solved, plan, cuts);
            }
        }
    }
}

#[test]
fn solutions_of_tic_tac_toe() {
    let cuts = [None, Some(0), Some(1), Some(4), Some(6), Some(9)];
    accept_everywhere(Mnk::new(3, 3, 3).unwrap(), &cuts);
}

#[test]
fn solutions_of_three_in_line_on_four_by_three() {
    accept_everywhere(Mnk::new(4, 3, 3).unwrap(), &[None, Some(3), Some(7)]);
}

#[test]
fn solutions_of_hex() {
    accept_everywhere(Hex::new(3, 3).unwrap(), &[None, Some(0), Some(3), Some(6)]);
    accept_everywhere(Hex::new(3, 2).unwrap(), &[None, Some(2)]);
    let solved = Solved::new(Hex::new(2, 3).unwrap());
    assert_eq!(solved.value(&solved.rules.start()), -1);
}

#[test]
fn solutions_of_connect_four_on_four_by_four() {
    accept_everywhere(ConnectFour::new(4, 4).unwrap(), &[None, Some(9)]);
}

#[test]
fn solutions_of_connect_four_by_score() {
    let scored = ConnectFour::new(4, 4).unwrap().by_score();
    accept_everywhere(scored, &[None, Some(9)]);
}

#[test]
fn solutions_of_connect_four_on_five_by_four() {
    let solved = Solved::new(ConnectFour::new(5, 4).unwrap());
    for (symmetry, cut) in [(false, None), (true, None), (true, Some(13))] {
        let plan = Plan {
            scope: Scope::SemiStrong,
            symmetry,
            cut,
        };
        accept(&solved, plan, &[None, Some(12)]);
    }
}

#[test]
fn solutions_of_othello_on_four_by_four() {
    let cuts = [None, Some(8), Some(12)];
    accept_everywhere(Othello::new(4, 4).unwrap(), &cuts);
    let solved = Solved::new(Othello::new(4, 4).unwrap());
    assert_eq!(solved.value(&solved.rules.start()), -10);
}

#[test]
fn solutions_of_random_games_with_passes_leaps_and_ties() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let graph = Graph::random(&mut random);
        let levels = graph.max_level();
        let solved = Solved::new(graph);
        let some_cut = |random: &mut Random| {
            let level = random.below(levels as usize + 1) as u32;
            (!random.chance(3)).then_some(level)
        };
        for scope in SCOPES {
            let plan = Plan {
                scope,
                symmetry: random.chance(2),
                cut: some_cut(&mut random),
            };
            accept(&solved, plan, &[None, some_cut(&mut random)]);
        }
    }
}

/// The published number of positions of the 4 x 4 board, those with four in line included.
#[test]
fn connect_four_on_four_by_four_has_161029_positions() {
    let solved = Solved::new(ConnectFour::new(4, 4).unwrap());
    let artifact = solved.artifact(Plan {
        scope: Scope::Strong,
        symmetry: false,
        cut: None,
    });
    let over: u64 = artifact.terminals.values().sum();
    assert_eq!(artifact.records.len() as u64 + over, 161_029);
    let report = verdict(&solved.rules, &artifact, None).unwrap();
    assert_eq!(report.positions() + over, 161_029);
}

#[test]
fn the_number_of_threads_changes_neither_report_nor_failure() {
    let solved = Solved::new(ConnectFour::new(4, 4).unwrap());
    let artifact = solved.artifact(Plan {
        scope: Scope::SemiStrong,
        symmetry: true,
        cut: Some(12),
    });
    let mut wrong = File::clone(&artifact);
    let last_level = wrong.records.range_mut((10, 0)..(11, 0));
    for (_, record) in last_level.filter(|(_, record)| record.roles == Roles::Free) {
        record.value = -record.value;
    }
    let outcome = |file: &File, threads| {
        let reader = Reader::from_bytes(file.encode().unwrap()).unwrap();
        let options = Options {
            threads,
            ..Options::default()
        };
        verify(&solved.rules, &reader, None, &options)
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
    let solved = Solved::new(Mnk::new(3, 3, 3).unwrap());
    let artifact = solved.artifact(Plan {
        scope: Scope::Strong,
        symmetry: false,
        cut: None,
    });
    let reader = Reader::from_bytes(artifact.encode().unwrap()).unwrap();
    let seen = std::sync::Mutex::new(Vec::new());
    let options = Options {
        threads: 1,
        progress: &|progress| seen.lock().unwrap().push(progress),
        ..Options::default()
    };
    verify(&solved.rules, &reader, None, &options).unwrap();
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
