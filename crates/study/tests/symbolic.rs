//! Symbolic enumeration compared with enumeration position by position and with the literature.

use std::fs;

use solveig_game::{Game, Reduction};
use solveig_games::connect_four::ConnectFour;
use solveig_region::{BuildError, Enumeration, LevelStep, enumerate};
use solveig_search::StopToken;
use solveig_study::symbolic::{SymbolicEnumeration, enumerate_symbolically};
use solveig_testkit::moments::copy;

fn symbolic(columns: u32, rows: u32, reduction: Reduction) -> SymbolicEnumeration {
    let game = ConnectFour::new(columns, rows).unwrap();
    SymbolicEnumeration {
        to_level: game.max_level(),
        game,
        reduction,
        memory: 1 << 30,
    }
}

fn count(enumeration: &SymbolicEnumeration) -> Vec<(u32, u64)> {
    enumerate_symbolically(enumeration, None, &mut |_| {}).unwrap()
}

#[test]
fn sets_have_as_many_positions_as_are_found_one_by_one() {
    let boards = [
        "1x1", "1x7", "1x14", "2x1", "2x6", "3x3", "3x5", "4x1", "4x3", "4x4", "4x5", "5x1", "5x2",
        "5x3", "5x4", "6x1", "6x3", "7x2", "8x2", "10x1", "16x1",
    ];
    for board in boards {
        let (columns, rows) = board.split_once('x').unwrap();
        let (columns, rows) = (columns.parse().unwrap(), rows.parse().unwrap());
        for reduction in [Reduction::None, Reduction::Canonical] {
            let by_sets = symbolic(columns, rows, reduction);
            let one_by_one = Enumeration {
                game: by_sets.game.clone(),
                successors: solveig_game::successors,
                reduction,
                to_level: by_sets.to_level,
                memory: 1 << 26,
                threads: 2,
                stop: StopToken::never(),
            };
            let expected = enumerate(&one_by_one, None, &mut |_| {}).unwrap();
            assert_eq!(count(&by_sets), expected, "{board}, {reduction:?}");
        }
    }
}

#[test]
fn boards_have_the_positions_of_the_literature() {
    // M. Böck, arXiv:2507.05267, Table 1, after J. Tromp.
    let published = [
        (4, 6, 15_835_683_u64),
        (5, 5, 69_763_700),
        (6, 4, 94_910_577),
        (7, 4, 2_265_792_710),
        (3, 9, 49_867_996),
    ];
    for (columns, rows, positions) in published {
        let counted = count(&symbolic(columns, rows, Reduction::None));
        let sum: u64 = counted.iter().map(|(_, count)| count).sum();
        assert_eq!(sum, positions, "{columns}x{rows}");
    }
}

#[test]
fn an_enumeration_killed_at_any_moment_goes_on_to_the_same_counts() {
    let enumeration = symbolic(5, 4, Reduction::Canonical);
    let directory = tempfile::tempdir().unwrap();
    let work = directory.path().join("work");
    let mut moments = Vec::new();
    let expected = enumerate_symbolically(&enumeration, Some(&work), &mut |now| {
        if now.step == LevelStep::Ending {
            // This copy of the directory is what a process killed at this moment leaves behind.
            let moment = directory.path().join(format!("moment-{}", now.level));
            copy(&work, &moment);
            moments.push((now.level, moment));
        }
    })
    .unwrap();
    assert_eq!(expected, count(&enumeration));
    assert!(!work.exists());
    assert_eq!(moments.len(), 20);
    for (level, moment) in &moments {
        let mut first = None;
        let counted = enumerate_symbolically(&enumeration, Some(moment), &mut |now| {
            first.get_or_insert(now.level);
        })
        .unwrap();
        assert_eq!(counted, expected);
        assert_eq!(first, Some(*level));
        assert!(!moment.exists());
    }
}

#[test]
fn a_directory_that_is_damaged_or_of_another_computation_is_refused() {
    let enumeration = symbolic(4, 4, Reduction::None);
    let directory = tempfile::tempdir().unwrap();
    let (work, kept) = (directory.path().join("work"), directory.path().join("kept"));
    enumerate_symbolically(&enumeration, Some(&work), &mut |now| {
        if now.level == 9 && !kept.exists() {
            copy(&work, &kept);
        }
    })
    .unwrap();
    let other = symbolic(4, 5, Reduction::None);
    let refused = enumerate_symbolically(&other, Some(&kept), &mut |_| {});
    assert!(matches!(refused, Err(BuildError::OtherArguments { .. })));
    let diagram = kept.join("diagram-00008");
    let whole = fs::read(&diagram).unwrap();
    for at in [0, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        fs::write(&diagram, &damaged).unwrap();
        let refused = enumerate_symbolically(&enumeration, Some(&kept), &mut |_| {});
        let message = refused.unwrap_err().to_string();
        assert!(
            message.contains("diagram-00008: is not the diagram"),
            "{message}"
        );
    }
    fs::remove_file(&diagram).unwrap();
    assert!(enumerate_symbolically(&enumeration, Some(&kept), &mut |_| {}).is_err());
    fs::write(&diagram, &whole).unwrap();
    assert_eq!(
        enumerate_symbolically(&enumeration, Some(&kept), &mut |_| {}).unwrap(),
        count(&enumeration)
    );
}

#[test]
fn what_outgrows_its_memory_goes_on_with_more() {
    let directory = tempfile::tempdir().unwrap();
    let work = directory.path().join("work");
    let enumeration = symbolic(5, 5, Reduction::None);
    let scant = SymbolicEnumeration {
        memory: 1 << 20,
        ..enumeration.clone()
    };
    let refused = enumerate_symbolically(&scant, Some(&work), &mut |_| {});
    let message = refused.unwrap_err().to_string();
    assert!(
        message.contains("of connect-four:5x5 as diagrams: more than 1 MiB"),
        "{message}"
    );
    let mut first = None;
    let counted = enumerate_symbolically(&enumeration, Some(&work), &mut |now| {
        first.get_or_insert(now.level);
    })
    .unwrap();
    assert_eq!(counted, count(&enumeration));
    assert!(first > Some(5), "{first:?}");
}
