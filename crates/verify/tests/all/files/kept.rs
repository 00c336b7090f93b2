//! Forged files that an earlier version of the checker accepted.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use solveig_verify::{Limits, Options, Progress, VerifyError, verify_files};

fn forged(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/forged")
        .join(name)
}

fn check(name: &str, plain: bool, time: Duration) -> VerifyError {
    let options = Options {
        threads: 2,
        limits: Limits {
            time: Some(time),
            memory: 1 << 26,
        },
        plain,
        ..Options::default()
    };
    let verdict = verify_files(&forged(name), None, &options);
    verdict.expect_err("forged, or too large for the time")
}

/// It claims that hex:6x7 is worth +1 by any of several first moves. The table of the searches once
/// folded keys of 66 bits, and the search ended after 433 nodes with a wrong answer. The right
/// answer takes too long for a test.
#[test]
fn a_solution_of_one_record_is_not_believed_for_a_table_that_folds_keys() {
    for plain in [false, true] {
        for name in ["hex-6x7-claims-plus-1.sol", "hex-6x7-claims-minus-1.sol"] {
            let error = check(name, plain, Duration::from_millis(300));
            assert!(
                matches!(error, VerifyError::Undecided(_)),
                "{name}: {error}"
            );
            assert!(error.to_string().starts_with("not decided: "), "{error}");
        }
    }
}

#[test]
fn counts_of_finished_games_cannot_be_zeroed() {
    for plain in [false, true] {
        let error = check("term0.sol", plain, Duration::from_secs(60));
        let VerifyError::Failed(failure) = error else {
            panic!("{error}");
        };
        assert!(
            failure
                .to_string()
                .contains("positions in which the game is over, found 0"),
            "{failure}"
        );
    }
}

/// The one record of this file takes too long to search.
#[test]
fn a_long_search_is_seen_to_go_on() {
    let name = "hex-6x7-claims-plus-1.sol";
    for plain in [true, false] {
        let seen = Mutex::new(Vec::new());
        let options = Options {
            threads: 1,
            limits: Limits {
                time: Some(Duration::from_secs(2)),
                memory: 1 << 26,
            },
            plain,
            progress: &|now| seen.lock().unwrap().push(now),
            ..Options::default()
        };
        let error = verify_files(&forged(name), None, &options).unwrap_err();
        assert!(matches!(error, VerifyError::Undecided(_)), "{error}");
        let seen = seen.into_inner().unwrap();
        let searched: Vec<u64> = seen
            .iter()
            .filter_map(|now| match now {
                Progress::Searched(nodes) => Some(*nodes),
                _ => None,
            })
            .collect();
        assert!(searched.len() > 1 && searched.is_sorted(), "{searched:?}");
        assert!(
            searched[0] > 0 && searched.first() < searched.last(),
            "{searched:?}"
        );
        assert!(
            seen.contains(&Progress::Positions { done: 0, total: 1 }),
            "{seen:?}"
        );
    }
}
