//! Files that SQLite reads and that are no ledgers: with schemas of their own, and with pages that
//! lead astray.

use solveig_games::othello::Othello;

use crate::forged::{Subject, after, checked, edited};

#[test]
fn schemas_that_are_not_ours_are_refused_at_once() {
    let endless = "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i AS key, 0 AS lower, 0 AS upper FROM n";
    for (statements, expected) in [
        (format!("DROP VIEW bounds; CREATE VIEW bounds AS {endless}"), "its view \"bounds\""),
        ("DROP VIEW bounds".to_owned(), "it has no view \"bounds\""),
        (format!("CREATE VIEW other AS {endless}"), "its view \"other\""),
        (
            "CREATE TRIGGER t AFTER INSERT ON solved BEGIN DELETE FROM solved; END".to_owned(),
            "its trigger \"t\"",
        ),
        ("CREATE TABLE other (x)".to_owned(), "its table \"other\""),
        ("CREATE INDEX i ON solved (worker)".to_owned(), "its index \"i\""),
        ("CREATE VIRTUAL TABLE v USING fts5(x)".to_owned(), "is not one that a ledger has"),
        ("CREATE VIRTUAL TABLE v USING rtree(a, b, c)".to_owned(), "is not one that a ledger has"),
        (
            "ALTER TABLE solved ADD COLUMN more INTEGER GENERATED ALWAYS AS (lower + 1) VIRTUAL".to_owned(),
            "its table \"solved\"",
        ),
        ("DROP TABLE solved".to_owned(), "it has no table \"solved\""),
        (format!("DROP TABLE solved; CREATE VIEW solved AS {endless}"), "its view \"solved\""),
        ("ANALYZE".to_owned(), "its table \"sqlite_stat"),
        (
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'max(lower)', 'min(lower)') WHERE name = 'bounds'".to_owned(),
            "its view \"bounds\"",
        ),
        (
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'lower INTEGER NOT NULL', 'lower INTEGER') WHERE name = 'solved'".to_owned(),
            "its table \"solved\"",
        ),
        (
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE nonsense' WHERE name = 'bounds'".to_owned(),
            "cannot",
        ),
        ("PRAGMA writable_schema = 1; DELETE FROM sqlite_schema".to_owned(), "it has no"),
        ("PRAGMA application_id = 7".to_owned(), "no ledger of a campaign"),
        (
            "PRAGMA user_version = 6".to_owned(),
            "this ledger has layout 6, this program reads 1",
        ),
    ] {
        match after(&statements) {
            Ok(found) => panic!("{statements}: {found:?}"),
            Err(error) => assert!(error.to_string().contains(expected), "{statements}: {error}"),
        }
    }
}

#[test]
fn a_table_whose_pages_lead_back_to_themselves_ends() {
    let subject = Subject::new(Othello::<u64>::new(4, 4).unwrap(), "-", 5);
    let whole = std::fs::read(subject.original()).unwrap();
    let size = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    let connection = edited(&subject.original());
    let root: u32 = connection
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'solved'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    drop(connection);
    let copy = subject.copy();
    let at = (root as usize - 1) * size;
    // An inner page of an index: the child that follows all cells is at its byte 8, and those of
    // the cells begin each.
    assert_eq!(whole[at], 2, "the table has one page alone");
    let cells = usize::from(u16::from_be_bytes([whole[at + 3], whole[at + 4]]));
    let cell = |place: usize| {
        let pointer = at + 12 + 2 * place;
        at + usize::from(u16::from_be_bytes([whole[pointer], whole[pointer + 1]]))
    };
    let mut places: Vec<usize> = (0..cells).map(cell).collect();
    places.push(at + 8);
    for target in [root, 1_u32] {
        let mut damaged = whole.clone();
        for place in &places {
            damaged[*place..place + 4].copy_from_slice(&target.to_be_bytes());
        }
        std::fs::write(&copy, &damaged).unwrap();
        assert!(checked(&copy).is_err());
    }
    // All children are one page.
    let mut damaged = whole.clone();
    let one = whole[places[0]..places[0] + 4].to_vec();
    for place in &places {
        damaged[*place..place + 4].copy_from_slice(&one);
    }
    std::fs::write(&copy, &damaged).unwrap();
    let error = checked(&copy).unwrap_err();
    assert!(
        error.to_string().contains("in the order of keys"),
        "{error}"
    );
}
