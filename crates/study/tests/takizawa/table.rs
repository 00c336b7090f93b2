//! The top of the table of 6x6 Othello that the author publishes, whole and with changes.

use std::path::{Path, PathBuf};

use solveig_games::othello::Othello;
use solveig_search::StopToken;
use solveig_study::table::TableError;
use solveig_study::table::import::{Disagreement, Import, ImportedTable};
use solveig_study::table::row::Layout;
use solveig_study::table::tie_break::PreferredMoves;
use tempfile::TempDir;

const PUBLISHED: &str = include_str!("../data/othello-6x6.csv");

/// How a table is imported.
#[derive(Clone, Copy)]
struct Resources {
    memory: u64,
    threads: usize,
}

const LARGE: Resources = Resources {
    memory: 1 << 24,
    threads: 2,
};

fn layout() -> Layout {
    Layout::new(Othello::new(6, 6).unwrap()).unwrap()
}

fn write(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("table.csv");
    std::fs::write(&path, text).unwrap();
    path
}

fn import(path: &Path, with: Resources, stop: StopToken) -> Result<ImportedTable, TableError> {
    let layout = layout();
    let import = Import {
        table: path,
        layout: &layout,
        memory: with.memory,
        threads: with.threads,
        stop,
    };
    import.run(&path.with_extension("work"), true, &mut |_| {})
}

/// What is wrong with a table, by the boards of the rows.
fn faults(text: &str, with: Resources) -> Vec<(String, Disagreement)> {
    let folder = tempfile::tempdir().unwrap();
    let table = import(&write(&folder, text), with, StopToken::never()).unwrap();
    let mut faults = Vec::new();
    table
        .for_each(|row| -> Result<(), TableError> {
            let of_row = table.faults().iter();
            let of_row = of_row.filter(|one| (one.level, one.key) == (row.level, row.key));
            faults.extend(of_row.map(|one| (layout().board(row), one.what)));
            Ok(())
        })
        .unwrap();
    faults
}

#[test]
fn the_published_rows_agree_whatever_the_memory_and_the_threads() {
    for (memory, threads) in [(0, 1), (0, 3), (18 * 40, 2), (1 << 24, 2)] {
        let folder = tempfile::tempdir().unwrap();
        let path = write(&folder, PUBLISHED);
        let with = Resources { memory, threads };
        let table = import(&path, with, StopToken::never()).unwrap();
        assert_eq!(table.faults(), []);
        let levels = table.levels().iter();
        let counts: Vec<_> = levels
            .map(|level| (level.level, level.artifact, level.rows - level.artifact))
            .collect();
        // Takizawa (2026), Table 4.
        let published = [
            (4, 1, 0),
            (5, 1, 0),
            (6, 3, 0),
            (7, 7, 7),
            (8, 12, 20),
            (9, 32, 86),
            (10, 63, 233),
        ];
        assert_eq!(counts, published);
        // One of each P, A' and C row before the last level.
        assert_eq!(table.choices.len(), 136);
        table.discard().unwrap();
        assert!(!path.with_extension("work").exists());
    }
}

/// The number of the first line with this end.
fn line_of(end: &str) -> usize {
    PUBLISHED
        .lines()
        .position(|line| line.ends_with(end))
        .unwrap()
}

/// The table with other lines in place of one.
fn with_lines(at: usize, lines: &[&str]) -> String {
    let mut all: Vec<&str> = PUBLISHED.lines().collect();
    all.splice(at..=at, lines.iter().copied());
    all.join("\n") + "\n"
}

#[test]
fn each_kind_of_change_to_a_row_is_named() {
    let has = |text: &str, what: Disagreement| {
        let found = faults(text, LARGE);
        assert!(
            found.iter().any(|(_, one)| *one == what),
            "{what:?}: {found:?}"
        );
    };
    // A row that is gone: a parent misses it, unless one of several replies was enough.
    let a_prime = line_of(",9,2,24,24");
    has(&with_lines(a_prime, &[]), Disagreement::NoRow);
    has(
        &with_lines(line_of(",8,1,-4,-4"), &[]),
        Disagreement::NoBestMove,
    );
    let line = PUBLISHED.lines().nth(a_prime).unwrap();
    let board = line.split(',').next().unwrap();
    // Another value: the parents' no longer follow, or its own does not.
    has(
        &with_lines(a_prime, &[&format!("{board},9,2,26,26")]),
        Disagreement::NoBestMove,
    );
    has(
        &with_lines(a_prime, &[&format!("{board},9,2,22,22")]),
        Disagreement::Reply,
    );
    has(
        &with_lines(a_prime, &[&format!("{board},9,2,22,24")]),
        Disagreement::Bounds,
    );
    has(
        &with_lines(a_prime, &[line, &format!("{board},9,2,26,26")]),
        Disagreement::Double,
    );
    // Another kind, and one kind more.
    has(
        &with_lines(a_prime, &[&format!("{board},9,16,24,36")]),
        Disagreement::Reply,
    );
    has(
        &with_lines(a_prime, &[&format!("{board},9,10,24,24")]),
        Disagreement::NotDemanded,
    );
    // A true bound that is weaker than a parent needs.
    let cut = line_of(",7,16,2,36");
    let board = PUBLISHED
        .lines()
        .nth(cut)
        .unwrap()
        .split(',')
        .next()
        .unwrap();
    has(
        &with_lines(cut, &[&format!("{board},7,16,0,36")]),
        Disagreement::Reply,
    );
    // A row that nothing demands.
    let surplus = "--------------------X-------XXO-----OXX------------------------- X;,7,2,0,0";
    let text = format!("{PUBLISHED}{surplus}\n");
    has(&text, Disagreement::NotDemanded);
}

#[test]
fn rows_that_are_there_twice_are_counted_whatever_the_memory() {
    let lines: Vec<&str> = PUBLISHED.lines().skip(1).collect();
    // The mirror image of the start is another row of the same class.
    let image = "---------------------------XO------OX--------------------------- X;,4,1,-4,-4";
    let text = format!("{PUBLISHED}{}\n{}\n{image}\n", lines.join("\n"), lines[3]);
    for with in [
        Resources {
            memory: 0,
            threads: 1,
        },
        LARGE,
    ] {
        let folder = tempfile::tempdir().unwrap();
        let table = import(&write(&folder, &text), with, StopToken::never()).unwrap();
        assert_eq!((table.rows(), table.repeated()), (2 * 465 + 2, 465 + 2));
        assert_eq!(table.faults(), []);
    }
}

#[test]
fn a_bad_line_is_named_and_a_stopped_import_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, &with_lines(7, &["-- X;,1,2,3,4"]));
    let error = import(&path, LARGE, StopToken::never())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("line 8: board \"-- X;\": expected 64 letters"),
        "{error}"
    );

    let path = write(&folder, PUBLISHED);
    std::fs::remove_dir_all(path.with_extension("work")).unwrap();
    let stop = StopToken::never();
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let stopped = import(&path, LARGE, stop.with_flag(flag));
    assert!(matches!(stopped, Err(TableError::Stopped(_))));
    assert!(path.with_extension("work").exists());
    assert_eq!(
        import(&path, LARGE, StopToken::never()).unwrap().faults(),
        []
    );
}

#[test]
fn work_goes_on_with_the_bytes_that_it_has_read_wherever_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<&str> = PUBLISHED.split_inclusive('\n').skip(1).collect();
    let text = format!("\u{feff}{PUBLISHED}{}", rows.concat().repeat(100));
    let path = write(&folder, &text);
    let changed = std::fs::metadata(&path).unwrap().modified().unwrap();
    let write_unnoticed = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(changed).unwrap();
    };
    let all = || import(&path, LARGE, StopToken::never());
    let layout = layout();
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let stopped = Import {
        table: &path,
        layout: &layout,
        memory: 0,
        threads: 2,
        stop: StopToken::never().with_flag(flag.clone()),
    };
    let work = path.with_extension("work");
    let run = stopped.run(&work, false, &mut |_| {
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(matches!(run, Err(TableError::Stopped(_))));
    // Of equal length and time, but another value in a row that was read.
    let other = text.replacen(",4,1,-4,-4", ",4,1,-2,-2", 1);
    for _ in 0..2 {
        write_unnoticed(&other);
        assert!(matches!(all(), Err(TableError::OtherTable { .. })));
        write_unnoticed(&text);
        let table = all().unwrap();
        assert_eq!((table.rows(), table.faults()), (101 * 465, &[][..]));
    }
    // Elsewhere, it is the same table.
    let moved = folder.path().join("moved.csv");
    std::fs::rename(&path, &moved).unwrap();
    std::fs::rename(&work, moved.with_extension("work")).unwrap();
    import(&moved, LARGE, StopToken::never()).unwrap();
    // Another length is another table.
    std::fs::write(&moved, &text[..text.len() - rows[464].len()]).unwrap();
    let shorter = import(&moved, LARGE, StopToken::never());
    assert!(matches!(shorter, Err(TableError::Work(_))));
}

#[test]
fn preferred_moves_hold_of_all_images_of_a_position() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let mut moves = PreferredMoves::default();
    let start = "--------------OX----XO-------------- X";
    moves.add_line(&game, &format!("{start},c2")).unwrap();
    // All first moves are images of one another.
    moves.add_line(&game, &format!("{start},b3")).unwrap();
    assert_eq!(moves.len(), 1);
    for (line, expected) in [
        (format!("{start},a1"), "a1"),
        (format!("{start},c2c3"), "expected one move"),
        (start.to_owned(), "expected a board, a comma and a move"),
        ("XX X,c2".to_owned(), "a 6x6 board has 36"),
    ] {
        let problem = moves.add_line(&game, &line).unwrap_err();
        assert!(problem.contains(expected), "{line}: {problem}");
    }
    let second = "--------X-----XX----XO-------------- O";
    moves.add_line(&game, &format!("{second},b2")).unwrap();
    let problem = moves.add_line(&game, &format!("{second},b4")).unwrap_err();
    assert!(problem.contains("another move"), "{problem}");
}
