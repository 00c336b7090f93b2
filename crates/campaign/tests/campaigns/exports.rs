//! Tables for other programs.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field as Cell;
use solveig_campaign::ledger::{ColumnKind, ExportTable, Ledger};

use crate::field::{Field, habits};
use crate::proofs::prove;

fn csv(ledger: &Ledger, table: ExportTable) -> String {
    let mut text = Vec::new();
    let count = ledger.export_csv(table, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count() as u64, count + 1, "{}", table.name());
    text
}

#[test]
fn tables_are_exported_row_by_row() {
    let field = Field::small();
    let ledger = prove(&field, habits(0.0));
    let text = csv(&ledger, ExportTable::Bounds);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("key,lower,upper"));
    let mut known = Vec::new();
    ledger
        .each_bound(|key, bounds| {
            known.push(format!("{key:032x},{},{}", bounds.lower, bounds.upper));
            Ok(())
        })
        .unwrap();
    assert_eq!(lines.collect::<Vec<_>>(), known);
}

#[test]
fn parquet_files_say_what_csv_files_say() {
    let field = Field::small();
    let ledger = prove(&field, habits(0.3));
    let path = field.folder.path().join("table.parquet");
    for table in ExportTable::ALL {
        let text = csv(&ledger, table);
        let count = ledger
            .export_parquet(table, File::create(&path).unwrap())
            .unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let found = reader.metadata().file_metadata().num_rows();
        assert_eq!(u64::try_from(found).unwrap(), count, "{}", table.name());
        let names: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
        let mut again = vec![names.join(",")];
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let cells = row.get_column_iter().zip(table.columns());
            let cells = cells.map(|((name, cell), column)| {
                assert_eq!(name, column.name);
                match (column.kind, cell) {
                    (_, Cell::Null) if column.optional => String::new(),
                    (ColumnKind::Key, Cell::Bytes(bytes)) => {
                        let digits = bytes.data().iter().map(|byte| format!("{byte:02x}"));
                        digits.collect()
                    }
                    (ColumnKind::Integer, Cell::Long(number)) => number.to_string(),
                    (ColumnKind::Real, Cell::Double(number)) => number.to_string(),
                    (ColumnKind::Text, Cell::Str(text)) => text.clone(),
                    (_, other) => panic!("{name} of {}: {other:?}", table.name()),
                }
            });
            again.push(cells.collect::<Vec<_>>().join(","));
        }
        assert_eq!(again, text.lines().collect::<Vec<_>>(), "{}", table.name());
    }
}

#[test]
fn tables_of_more_than_one_group_of_rows_and_of_none_are_whole() {
    const ROWS: usize = (1 << 16) + 3;
    let field = Field::small();
    let path = field.folder.path().join("table.parquet");
    let exported = |table| {
        let ledger = Ledger::read(&field.path()).unwrap();
        let count = ledger
            .export_parquet(table, File::create(&path).unwrap())
            .unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let read = reader.get_row_iter(None).unwrap().count();
        assert_eq!(
            (count, reader.num_row_groups()),
            (read as u64, read.div_ceil(1 << 16))
        );
        read
    };
    drop(field.ledger());
    assert_eq!(exported(ExportTable::Estimates), 0);
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    connection
        .execute(
            "INSERT INTO estimates (cut, key, estimate, plies) \
             WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1) \
             SELECT 1, unhex(printf('%032x', n)), n % 9, 2 FROM n",
            [ROWS as i64],
        )
        .unwrap();
    assert_eq!(exported(ExportTable::Estimates), ROWS);
    // A key that is none is said and not written.
    connection
        .execute("INSERT INTO estimates VALUES (1, x'00', 0, 0)", [])
        .unwrap();
    let ledger = Ledger::read(&field.path()).unwrap();
    let error = ledger
        .export_parquet(ExportTable::Estimates, Vec::new())
        .err()
        .unwrap();
    assert!(
        error
            .to_string()
            .contains("key of estimates holds what it cannot hold"),
        "{error}"
    );
}
