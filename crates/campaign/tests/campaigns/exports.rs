//! Tables for other programs.

use solveig_campaign::ledger::{ExportTable, Ledger};

use crate::field::{Field, config};
use crate::proofs::prove;
use crate::samples::job;

fn csv(ledger: &Ledger, table: ExportTable) -> String {
    let mut text = Vec::new();
    let count = ledger.export_csv(table, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.lines().count() as u64, count + 1, "{}", table.name());
    text
}

#[test]
fn each_table_has_its_columns_and_its_rows() {
    let field = Field::small();
    let mut ledger = prove(&field, config());
    ledger.give_up(&job(1), "no memory").unwrap();
    let bounds = csv(&ledger, ExportTable::Bounds);
    let mut rows = Vec::new();
    ledger
        .each_bound(|key, bounds| {
            rows.push(format!("{key:032x},{},{}", bounds.lower, bounds.upper));
            Ok(())
        })
        .unwrap();
    assert_eq!(bounds.lines().skip(1).collect::<Vec<_>>(), rows);
    let solved = "key,job,alpha,beta,lower,upper,nodes,worker,version";
    let reports = "job,round,task,worker,positions,nodes,seconds,waited,accepted";
    let rounds = "number,expected,targets,positions,questions,started,ended";
    for (table, columns) in [
        (ExportTable::Bounds, "key,lower,upper"),
        (ExportTable::Solved, solved),
        (ExportTable::Estimates, "cut,key,estimate,plies"),
        (ExportTable::Reports, reports),
        (ExportTable::Unanswered, "key,task,job,reason"),
        (ExportTable::Rounds, rounds),
        (ExportTable::Targets, "round,key,alpha,beta,estimate"),
    ] {
        let text = csv(&ledger, table);
        assert_eq!(text.lines().next(), Some(columns));
        assert!(text.lines().count() > 1, "{}", table.name());
    }
}
