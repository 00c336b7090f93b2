//! The messages of failures: the file, the place, what was expected and what was found.

use solveig_format::{Record, Roles, Scope};
use solveig_verify::Mnk;

use super::verdict;
use crate::forge::{Atlas, File, Plan, Writer};

/// Two in line on three columns and two rows, solved, proved, and edited.
struct Board {
    rules: Mnk,
    artifact: File,
    certificate: File,
}

impl Board {
    fn new() -> Self {
        let rules = Mnk::new(3, 2, 2).unwrap();
        let atlas = Atlas::of(&rules);
        let writer = Writer::honest(&atlas);
        let artifact = writer.solution(Plan {
            scope: Scope::SemiStrong,
            symmetry: true,
            cut: None,
        });
        let certificate = writer.proof(&artifact, None);
        Self {
            rules,
            artifact,
            certificate,
        }
    }

    /// The message after the record of a position is changed or removed.
    fn artifact_with(
        &self,
        place: (u32, u128),
        change: impl FnOnce(Record) -> Option<Record>,
    ) -> String {
        let mut file = self.artifact.clone();
        edit(&mut file, place, change);
        self.complaint(&file, None)
    }

    fn certificate_with(
        &self,
        place: (u32, u128),
        change: impl FnOnce(Record) -> Option<Record>,
    ) -> String {
        let mut file = self.certificate.clone();
        edit(&mut file, place, change);
        self.complaint(&self.artifact, Some(&file))
    }

    fn complaint(&self, artifact: &File, certificate: Option<&File>) -> String {
        verdict(&self.rules, artifact, certificate)
            .unwrap_err()
            .to_string()
    }
}

fn edit(file: &mut File, place: (u32, u128), change: impl FnOnce(Record) -> Option<Record>) {
    let record = file.records.remove(&place).expect("a stored position");
    if let Some(record) = change(record) {
        file.records.insert(place, record);
    }
}

#[test]
fn failures_of_artifacts_name_place_expectation_and_finding() {
    let board = Board::new();
    let value = |value| move |record| Some(Record { value, ..record });
    let played = |index| {
        move |record| {
            let move_index = Some(index);
            Some(Record {
                move_index,
                ..record
            })
        }
    };
    let roles = |roles: Roles| {
        move |record: Record| {
            let move_index = record.move_index.filter(|_| roles.is_optimal());
            Some(Record {
                roles,
                move_index,
                ..record
            })
        }
    };
    let found = [
        board.artifact_with((0, 0), |_| None),
        board.artifact_with((0, 0), value(0)),
        board.artifact_with((0, 0), played(1)),
        board.artifact_with((1, 2), |_| None),
        board.artifact_with((1, 2), roles(Roles::Optimal)),
        board.artifact_with((1, 6), value(0)),
        board.artifact_with((1, 6), played(9)),
        board.artifact_with((1, 6), roles(Roles::Both)),
        board.artifact_with((2, 5), value(0)),
        board.artifact_with((2, 7), played(0)),
        board.artifact_with((2, 7), played(3)),
    ];
    let expected = [
        "artifact: level 0, key 0x0, position ------ X: \
         expected a record of the start, found none",
        "artifact: level 0, key 0x0, position ------ X: \
         the start has value +1 by the header, +0 by its record",
        "artifact: level 0, key 0x0, position ------ X: \
         a1 leads to O----- X: expected its value to be at least +0, but the artifact says -1",
        "artifact: level 0, key 0x0, position ------ X: \
         a1 leads to O----- X: expected a record that is optimal and free, found none",
        "artifact: level 0, key 0x0, position ------ X: \
         a1 leads to O----- X: expected its record to be optimal and free, found optimal",
        "artifact: level 1, key 0x6, position -O---- X: \
         a1 leads to OX---- X: expected its value to be +0, but the artifact says +1",
        "artifact: level 1, key 0x6, position -O---- X: \
         expected one of 5 moves, found the move at place 9",
        "artifact: level 1, key 0x6, position -O---- X: \
         expected its record to be optimal, found optimal and free",
        "artifact: level 1, key 0x6, position -O---- X: \
         a1 leads to OX---- X: expected its value to be +1, but the artifact says +0",
        "artifact: level 2, key 0x7, position XO---- X: \
         c1 leads to OXO--- X: expected its record to be optimal and free, found optimal",
        "artifact: level 2, key 0x7, position XO---- X: \
         a2 leads to OX-O-- X: expected its value to be at least +0, but the game is over with -1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn failures_of_certificates_name_place_expectation_and_finding() {
    let board = Board::new();
    let found = [
        board.certificate_with((2, 57), |_| None),
        board.certificate_with((2, 57), |record| Some(Record { value: 0, ..record })),
        board.certificate_with((2, 57), |record| {
            Some(Record {
                move_index: Some(4),
                ..record
            })
        }),
        board.certificate_with((2, 57), |record| {
            Some(Record {
                roles: Roles::Both,
                ..record
            })
        }),
    ];
    let expected = [
        "artifact: level 1, key 0x6, position -O---- X: \
         a2 leads to -X-O-- X: expected its value to be at least +1, but neither the artifact nor the certificate has a record",
        "artifact: level 1, key 0x6, position -O---- X: \
         a2 leads to -X-O-- X: expected its value to be at least +1, but the certificate proves only +0 or more",
        "certificate: level 2, key 0x39, position -X-O-- X: \
         expected one of 4 moves, found the move at place 4",
        "certificate: level 2, key 0x39, position -X-O-- X: \
         expected its record to be optimal, found optimal and free",
    ];
    assert_eq!(found, expected);
}
