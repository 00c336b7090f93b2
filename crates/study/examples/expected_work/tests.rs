//! Table 1: its file and its statistics.

use std::fs;

use super::plot;
use super::records::{Row, check, read, write};
use super::statistics::{Summary, pairs, summary};

const SETTINGS: &str = "go:6x6?komi=3.5, set 0, 300 s of time, 1024 MiB";

/// A row of a solver that needed so long, or got no answer.
fn row(position: usize, solver: &str, time: Option<f64>) -> Row {
    Row {
        position,
        solver: solver.to_owned(),
        seconds: time.unwrap_or(300.5),
        visited: 9,
        expanded: 10 * position as u64,
        reaches: time.map(|_| position.is_multiple_of(2)),
    }
}

#[test]
fn rows_are_read_as_they_were_written_with_these_settings_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    let rows = [
        row(1, "ews", Some(0.25)),
        row(1, "ews conjecture=yes", None),
        row(2, "ews", Some(1.5)),
    ];
    write(&path, SETTINGS, &rows).unwrap();
    assert_eq!(read(&path, SETTINGS).unwrap(), rows);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(
        text.lines().skip(2).collect::<Vec<_>>(),
        [
            "1,ews,0.2500,9,10,no",
            "1,ews conjecture=yes,300.5000,9,10,timeout",
            "2,ews,1.5000,9,20,yes"
        ]
    );
    let other = "go:6x6?komi=3.5, set 0, 10 s of time, 1024 MiB";
    let error = read(&path, other).unwrap_err().to_string();
    assert!(error.contains("not of the settings"), "{error}");
    for line in [
        "1,ews,0.25,9,3",
        "1,ews,0.25,9,3,maybe",
        "one,ews,0.25,9,3,yes",
        "",
    ] {
        fs::write(&path, format!("{text}{line}\n")).unwrap();
        let error = read(&path, SETTINGS).unwrap_err().to_string();
        assert!(error.contains("line 6 is no row"), "{error}");
    }
}

/// Five positions: the reference times out on the fourth, and was not asked the fifth.
fn five() -> Vec<Row> {
    vec![
        row(1, "ews", Some(1.0)),
        row(2, "ews", Some(2.0)),
        row(3, "ews", Some(3.0)),
        row(4, "ews", None),
        row(5, "pns", Some(91.0)),
        row(4, "pns", Some(157.0)),
        row(3, "pns", None),
        row(2, "pns", Some(1.0)),
        row(1, "pns", Some(1.0)),
    ]
}

#[test]
fn a_timeout_counts_as_the_limit_and_is_never_faster() {
    let found = summary(&five(), "pns", "ews", 300.0).unwrap();
    let expected = Summary {
        positions: 5,
        mean: 110.0,
        ratio: 1.5,
        faster: 50.0,
        timeouts: 20.0,
        expanded: 30.0,
    };
    assert_eq!(found, expected);
    let found = summary(&five(), "ews", "ews", 300.0).unwrap();
    assert_eq!((found.mean, found.ratio), (76.5, 1.0));
    assert_eq!((found.faster, found.timeouts), (0.0, 25.0));
    assert_eq!(summary(&five(), "mcts", "ews", 300.0), None);
}

#[test]
fn another_answer_than_that_of_the_set_names_its_position() {
    let wins = [false, true, false, true, false];
    assert_eq!(check(&five(), &wins), Ok(()));
    // Timeouts agree with anything, and only pns has answers of 4 and 5.
    for (place, solver) in [(1, "ews"), (2, "ews"), (3, "ews"), (4, "pns"), (5, "pns")] {
        let mut other = wins;
        other[place - 1] = !other[place - 1];
        let expected = format!("{solver} and the set do not agree on position {place}");
        assert_eq!(check(&five(), &other), Err(expected));
    }
    let expected = "the set has no position 5".to_owned();
    assert_eq!(check(&five(), &wins[..4]), Err(expected));
}

#[test]
fn a_plot_has_each_position_where_its_times_are() {
    let rows = five();
    let panels = [("pns", pairs(&rows, "pns", "ews"))];
    let svg = plot::scatter(&panels, "ews", 1000.0);
    // 1, 1 in the middle; 1, 2 above it; a timeout on the right; a timeout of the reference on top.
    let place = |seconds: f64| (120.0 + 40.0 * seconds.log10()).round();
    let dots = [
        (120.0, 240.0 - place(1.0)),
        (120.0, 240.0 - place(2.0)),
        (place(157.0), 0.0),
        (240.0, 240.0 - place(3.0)),
    ];
    let dots: String = dots.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
    let path = svg.split(" d=\"").find(|part| part.contains("h0")).unwrap();
    let mut found: Vec<&str> = path
        .split('"')
        .next()
        .unwrap()
        .split_inclusive("h0")
        .collect();
    let mut expected: Vec<&str> = dots.split_inclusive("h0").collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
}
