//! Tables for other programs.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field as Cell;
use solveig_campaign::ledger::{ExportTable, Ledger};

use crate::field::{Field, config};
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
    let ledger = prove(&field, config());
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

/// The columns of a table, each with its kind; `?` where values may be missing.
fn columns(table: ExportTable) -> &'static str {
    match table {
        ExportTable::Bounds => "key:key lower:integer upper:integer",
        ExportTable::Solved => {
            "key:key job:integer alpha:integer beta:integer lower:integer upper:integer \
             nodes:integer worker:text version:text"
        }
        ExportTable::Estimates => "cut:integer key:key estimate:integer plies:integer",
        ExportTable::Jobs => {
            "number:integer round:integer task:text amount:integer positions:integer state:text \
             worker:text? nodes:integer? seconds:real? waited:real? accepted:text? error:text?"
        }
        ExportTable::Rounds => {
            "number:integer expected:integer targets:integer positions:integer asked:integer \
             started:text ended:text?"
        }
        ExportTable::Targets => "round:integer key:key alpha:integer beta:integer estimate:integer",
    }
}

#[test]
fn parquet_files_say_what_csv_files_say() {
    let field = Field::small();
    let ledger = prove(&field, config());
    let path = field.folder.path().join("table.parquet");
    for table in ExportTable::ALL {
        let text = csv(&ledger, table);
        let count = ledger
            .export_parquet(table, File::create(&path).unwrap())
            .unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let found = reader.metadata().file_metadata().num_rows();
        assert_eq!(u64::try_from(found).unwrap(), count, "{}", table.name());
        let columns: Vec<(&str, &str)> = columns(table)
            .split(' ')
            .filter_map(|column| column.split_once(':'))
            .collect();
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let mut again = vec![names.join(",")];
        let schema = reader.metadata().file_metadata().schema_descr().columns();
        for (column, (name, kind)) in schema.iter().zip(&columns) {
            let is_optional = column.self_type().is_optional();
            assert_eq!((column.name(), is_optional), (*name, kind.ends_with('?')));
        }
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let cells = row.get_column_iter().zip(&columns);
            let cells = cells.map(|((name, cell), (expected, kind))| {
                assert_eq!(name, *expected);
                match (*kind, cell) {
                    ("integer?" | "real?" | "text?", Cell::Null) => String::new(),
                    ("key", Cell::Bytes(bytes)) => {
                        let digits = bytes.data().iter().map(|byte| format!("{byte:02x}"));
                        digits.collect()
                    }
                    ("integer" | "integer?", Cell::Long(number)) => number.to_string(),
                    ("real" | "real?", Cell::Double(number)) => number.to_string(),
                    ("text" | "text?", Cell::Str(text)) => text.clone(),
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
