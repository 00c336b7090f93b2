//! What an import keeps, what it refuses, and that it goes on after it was interrupted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use solveig_campaign::results::import::{ImportOptions, import};
use solveig_campaign::results::row::{Board, Header, LOWER_FIRST, Row, UPPER_FIRST};
use solveig_campaign::results::store::Store;
use solveig_campaign::{CampaignError, LinePlace};
use solveig_region::{Lock, LockError};
use solveig_search::StopToken;
use solveig_testkit::cases::cases;
use solveig_verify::{Rules, Stage, Stones};

use crate::world::{World, edit};

/// What the rows of a world say, gathered in the slow and obvious way.
fn gathered(world: &World) -> (BTreeMap<u128, (i32, i32)>, BTreeMap<u128, u8>) {
    let (mut exact, mut estimates) = (BTreeMap::new(), BTreeMap::new());
    for letters in world.hypotheses.keys() {
        let text = fs::read_to_string(world.file(letters)).unwrap();
        for line in text.lines().skip(1) {
            let columns: Vec<&str> = line.split([',', ' ', ';']).collect();
            let [board, side, _, depth, strength, lower, upper, _] = columns[..] else {
                panic!("{line}");
            };
            let (mut lower, mut upper): (i32, i32) =
                (lower.parse().unwrap(), upper.parse().unwrap());
            let rules = world.board.rules();
            let mut stones = world.board.stones(board.as_bytes(), side == "O").unwrap();
            if rules.stage(&stones) == Stage::Pass {
                (stones.mover, stones.opponent) = (stones.opponent, stones.mover);
                (lower, upper) = (-upper, -lower);
            }
            let key = rules.key(&rules.canonical(&stones));
            if depth == world.board.empty().to_string() && strength == "100" {
                let bounds = exact.entry(key).or_insert((-100, 100));
                *bounds = (lower.max(bounds.0), upper.min(bounds.1));
            } else {
                estimates.insert(key, strength.parse().unwrap());
            }
        }
    }
    let all = world.board.all();
    exact.retain(|_, bounds| *bounds != (all.lower, all.upper));
    (exact, estimates)
}

#[test]
fn a_store_has_what_the_rows_of_each_class_say_together() {
    for world in [World::whole(4, 4, 9, 6), World::whole(6, 4, 18, 11)] {
        let (exact, estimates) = gathered(&world);
        let imported = world.import().unwrap();
        assert_eq!(imported.exact, exact.len() as u64);
        assert_eq!(imported.estimates, estimates.len() as u64);
        assert!(
            imported
                .sources
                .iter()
                .any(|source| source.rows > source.exact)
        );
        let store = world.store();
        let mut lookup = store.lookup().unwrap();
        for (rank, record) in (0..).zip(world.records()) {
            assert_eq!(lookup.record(rank).unwrap(), Some(record));
            assert_eq!(lookup.find(record.key, record.exact).unwrap(), Some(record));
            let bounds = (record.bounds.lower, record.bounds.upper);
            match record.exact {
                true => assert_eq!(exact[&record.key], bounds),
                false => assert_eq!(estimates[&record.key], record.strength),
            }
            let (source, line) = store.origin(&record);
            let text = fs::read_to_string(world.file(source)).unwrap();
            let row = text.lines().nth(line as usize - 1).unwrap();
            let row = world
                .board
                .row(format!("{row}\n").as_bytes(), Header::LowerFirst);
            assert!(matches!(row, Ok(Row::Result(said)) if said.key == record.key));
        }
        assert_eq!(
            lookup.record(imported.exact + imported.estimates).unwrap(),
            None
        );
        for key in [0, 1, u128::MAX >> 1] {
            assert_eq!(lookup.bounds(key).unwrap(), None);
        }
    }
}

/// Keys at the borders of blocks, and those beside them, with indexes of all strides.
#[test]
fn every_record_is_found_and_no_other_whatever_the_index_has_room_for() {
    let world = World::whole(6, 4, 18, 10);
    let imported = world.import().unwrap();
    assert!(imported.exact > 4 * 127, "{}", imported.exact);
    let records = world.records();
    let keys: BTreeSet<(u128, bool)> = records.iter().map(|one| (one.key, one.exact)).collect();
    assert_eq!(keys.len(), records.len());
    for memory in [0, 16, 40, 64, 1 << 20] {
        let mut store = Store::open(&world.store_path(), memory).unwrap();
        for filtered in [false, true] {
            let mut lookup = store.lookup().unwrap();
            for record in &records {
                let found = lookup.find(record.key, record.exact).unwrap();
                assert_eq!(found, Some(*record));
                for key in [record.key - 1, record.key, record.key + 1] {
                    let is_known = keys.contains(&(key, record.exact));
                    let found = lookup.find(key, record.exact).unwrap();
                    assert_eq!(found.is_some(), is_known);
                    let bounds = lookup.bounds(key).unwrap();
                    assert_eq!(bounds.is_some(), keys.contains(&(key, true)));
                }
            }
            if !filtered {
                store.check(1 << 16, |_| Ok(())).unwrap();
            }
        }
    }
}

#[test]
fn the_same_rows_make_the_same_bytes_whatever_the_memory_and_the_threads() {
    let world = World::whole(6, 4, 18, 10);
    let mut stores = Vec::new();
    for (memory, threads) in [(1 << 20, 1), (1 << 20, 3), (1 << 24, 2)] {
        let options = ImportOptions {
            memory,
            threads,
            ..world.options()
        };
        let _ = fs::remove_file(world.store_path());
        import(&world.results(), &world.store_path(), &options, &|_| ()).unwrap();
        stores.push(fs::read(world.store_path()).unwrap());
        assert!(!world.folder.path().join("results.store.import").exists());
    }
    assert!(stores.iter().all(|bytes| *bytes == stores[0]));
}

/// Stopped after every few rows, each import goes on from the files that were taken in.
#[test]
fn an_import_that_was_stopped_goes_on_and_makes_the_same_store() {
    let world = World::whole(6, 4, 17, 11);
    world.import().unwrap();
    let expected = fs::read(world.store_path()).unwrap();
    fs::remove_file(world.store_path()).unwrap();
    let (mut imports, mut most_before) = (0, 0);
    loop {
        imports += 1;
        let flag = Arc::new(AtomicBool::new(false));
        let seen = AtomicU64::new(0);
        let options = ImportOptions {
            threads: 1,
            stop: StopToken::never().with_flag(Arc::clone(&flag)),
            ..world.options()
        };
        let observe = |_| {
            if seen.fetch_add(1, Ordering::Relaxed) > imports {
                flag.store(true, Ordering::Relaxed);
            }
        };
        match import(&world.results(), &world.store_path(), &options, &observe) {
            Ok(imported) => {
                most_before = most_before.max(imported.before);
                break;
            }
            Err(CampaignError::Stopped(_)) => assert!(!world.store_path().exists()),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(imports > 2 && most_before > 0, "{imports}, {most_before}");
    assert_eq!(fs::read(world.store_path()).unwrap(), expected);
}

#[test]
fn a_file_that_was_changed_after_it_was_taken_in_is_read_again() {
    let world = World::whole(4, 4, 9, 6);
    let last = world.file(world.hypotheses.keys().last().unwrap());
    let whole = fs::read_to_string(&last).unwrap();
    fs::write(&last, format!("{whole}nonsense\n")).unwrap();
    assert!(world.import().is_err());
    edit(&world.first_file(), |lines| lines.truncate(1));
    fs::write(&last, whole).unwrap();
    let imported = world.import().unwrap();
    assert_eq!(imported.sources[0].rows, 0);
    assert_eq!(imported.before, imported.sources.len() as u64 - 2);
}

#[test]
fn rows_of_one_class_in_two_files_are_met_and_exclude_each_other_where_nothing_is_common() {
    let world = World::whole(4, 4, 9, 6);
    let row = world.exact_row();
    let (board, _) = row.split_once(',').unwrap();
    let key = |line: &str| match world.board.row(line.as_bytes(), Header::LowerFirst) {
        Ok(Row::Result(record)) => (record.key, record.bounds),
        other => panic!("{other:?}"),
    };
    let swapped: String = board
        .chars()
        .map(|letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        })
        .collect();
    let other = world.file(world.hypotheses.keys().last().unwrap());
    for letters in world.hypotheses.keys() {
        edit(&world.file(letters), |lines| lines.truncate(1));
    }
    let add = |path: &std::path::Path, board: &str, lower: i32, upper: i32| {
        edit(path, |lines| {
            lines.push(format!("{board},6,100,{lower},{upper},12"))
        });
    };
    add(&world.first_file(), board, -4, 16);
    add(&other, &swapped, -16, 2);
    world.import().unwrap();
    let (key, first) = key(&format!("{board},6,100,-4,16,12\n"));
    let expected = if first.lower == -4 { (-4, 2) } else { (-2, 4) };
    let found = world
        .store()
        .lookup()
        .unwrap()
        .bounds(key)
        .unwrap()
        .unwrap();
    assert_eq!((found.lower, found.upper), expected);
    add(&other, board, 4, 16);
    let error = world.import_again().unwrap_err();
    let CampaignError::ContradictoryResults { low, high, .. } = &error else {
        panic!("{error}");
    };
    let mut places = [low, high];
    places.sort_by_key(|place| place.line);
    let row = |line| LinePlace {
        path: other.clone(),
        line,
    };
    assert_eq!(places, [&row(2), &row(3)], "{error}");
    let text = error.to_string();
    assert!(text.contains("line 2") && text.contains("line 3"), "{text}");
    assert!(!world.store_path().exists());
}

#[test]
fn files_without_rows_make_a_store_without_results_and_a_folder_without_files_is_refused() {
    let world = World::whole(4, 4, 9, 6);
    for letters in world.hypotheses.keys() {
        fs::write(world.file(letters), "").unwrap();
    }
    let imported = world.import().unwrap();
    assert_eq!((imported.exact, imported.estimates), (0, 0));
    assert_eq!(world.records(), []);
    assert_eq!(world.store().lookup().unwrap().bounds(5).unwrap(), None);
    fs::remove_dir_all(world.results()).unwrap();
    fs::create_dir(world.results()).unwrap();
    fs::write(world.results().join("README.md"), "no results").unwrap();
    let error = world.import_again().unwrap_err().to_string();
    assert!(
        error.contains("no files of results: expected knowledge_<16 letters"),
        "{error}"
    );
}

#[test]
fn names_that_are_no_positions_are_refused() {
    let world = World::whole(4, 4, 9, 6);
    let good = world.hypotheses.keys().next().unwrap().clone();
    // `@` is a good position, `^` one letter less of it, and `~` one with another letter.
    let table = "
        knowledge_@-.csv => 17 squares: expected the 16 of othello:4x4
        knowledge_^.csv => 15 squares
        knowledge_~.csv => is 'x': expected X, O or -
        knowledge_@.txt => squares: expected
        knowledge_@ => does not end with .csv
        knowledge_----------------.csv => in the middle is empty
        knowledge_XXXXXXXXXXX-----.csv => 5 empty squares: expected more than the 6
        knowledge_.csv => 0 squares
    ";
    for (name, wrong) in cases(table) {
        let name = name.replace('@', &good).replace('^', &good[1..]);
        let name = name.replace('~', &good.replace('X', "x"));
        let path = world.results().join(&name);
        fs::write(&path, "").unwrap();
        let error = world.import().unwrap_err().to_string();
        assert!(error.contains(wrong) && error.contains(&name), "{error}");
        fs::remove_file(&path).unwrap();
    }
    assert!(world.import().is_ok());
}

#[test]
fn a_bad_row_is_named_with_its_file_and_line_and_nothing_is_imported() {
    let world = World::whole(4, 4, 9, 6);
    let path = world.first_file();
    let original = fs::read_to_string(&path).unwrap();
    let row = world.exact_row();
    let letters = &row[..16];
    let board = row.split(',').next().unwrap();
    // `#` is the board of a row, `@` its letters.
    let table = "
        @- X;,6,100,0,0,1 => 17 squares: expected the 16
        @ B;,6,100,0,0,1 => expected 16 letters X, O or -, a space, the side to move
        @ X,6,100,0,0,1 => expected 16 letters X, O or -, a space
        @,6,100,0,0,1 => expected 16 letters X, O or -, a space
        #,7,100,0,0,1 => the depth is \"7\": expected a whole number from 0 to 6
        #,-6,100,0,0,1 => the depth is \"-6\"
        #,6,101,0,0,1 => the accuracy is \"101\"
        #,6,100,2,0,1 => the lower bound 2 is above the upper bound 0
        #,6,100,1,3,1 => exact bounds 1 and 3: expected even numbers
        #,6,100,-18,0,1 => the lower bound is \"-18\": expected a whole number from -16 to 16
        #,6,100,0,18,1 => the upper bound is \"18\"
        #,6,100,0,,1 => the upper bound is \"\"
        #,6,100,0,+2,1 => the upper bound is \"+2\"
        #,6,99,0,2,1 => an estimate (depth 6, accuracy 99) from 0 to 2
        #,5,100,0,2,1 => an estimate (depth 5, accuracy 100) from 0 to 2
        #,6,100,0,0,1e6 => the number of nodes is \"1e6\"
        #,6,100,0,0,99999999999999999999 => the number of nodes
        #,6,100,0,0 => 5 columns: expected the 6 of obf,depth
        #,6,100,0,0,1, => 7 columns
        => 1 columns
        obf,depth => the header \"obf,depth\": expected obf,depth,accuracy
    ";
    let whole = cases(table).map(|(line, wrong)| {
        let line = line.replace('@', letters).replace('#', board);
        (line, wrong)
    });
    let odd = format!("{} X;,6,100,0,0,1", letters.replace('X', "B"));
    let full = format!("{} X;,6,100,0,0,1", letters.replacen('-', "O", 1));
    let others = [
        (odd, "is 'B': expected X, O or -"),
        (full, "5 empty squares: expected 6"),
        (format!("{board},6,100,0,0,1\r"), "carriage return"),
        ("X".repeat(300), "more than 256 bytes"),
        ("\u{0}\u{fffd}".to_owned(), "1 columns"),
    ];
    for (line, wrong) in whole.chain(others) {
        fs::write(&path, &original).unwrap();
        edit(&path, |lines| lines.insert(3, line.clone()));
        let error = world.import().unwrap_err();
        let CampaignError::Line {
            path: named,
            line: 4,
            problem,
        } = &error
        else {
            panic!("{line}: {error}");
        };
        assert_eq!(named, &path);
        assert!(problem.contains(wrong), "{line}: {problem}");
        assert!(!world.store_path().exists());
    }
    // The last line is cut off, at any place.
    for cut in 1..40 {
        fs::write(&path, &original[..original.len() - cut]).unwrap();
        let error = world.import().unwrap_err();
        let CampaignError::Line { line, problem, .. } = &error else {
            panic!("{cut}: {error}");
        };
        assert_eq!(*line, original.lines().count() as u64);
        assert!(problem.contains("has no end"), "{problem}");
    }
    fs::write(&path, &original).unwrap();
    assert!(world.import().is_ok());
}

#[test]
fn the_first_of_several_files_that_are_wrong_is_named_whatever_the_threads() {
    let world = World::whole(4, 4, 9, 5);
    let files: Vec<_> = world
        .hypotheses
        .keys()
        .map(|letters| world.file(letters))
        .collect();
    for path in &files[2..] {
        edit(path, |lines| lines.push("wrong".to_owned()));
    }
    for threads in [1, 2, 4] {
        let options = ImportOptions {
            threads,
            ..world.options()
        };
        let error = import(&world.results(), &world.store_path(), &options, &|_| ()).unwrap_err();
        assert!(
            matches!(&error, CampaignError::Line { path, .. } if *path == files[2]),
            "{error}"
        );
    }
}

#[test]
fn a_header_says_which_bound_comes_first_and_may_stand_anywhere_or_nowhere() {
    let board = Board::new("othello:4x4", 6).unwrap();
    let row = |text: &str, order| board.row(text.as_bytes(), order);
    let text = "--X--XO-OOXX-XXO X;,6,100,-4,16,12\n";
    let upper_first = "--X--XO-OOXX-XXO X;,6,100,16,-4,12\n";
    let bounds = |row: Result<Row, String>| match row {
        Ok(Row::Result(record)) => record.bounds,
        other => panic!("{other:?}"),
    };
    let expected = bounds(row(text, Header::LowerFirst));
    assert_eq!(bounds(row(upper_first, Header::UpperFirst)), expected);
    assert!(row(text, Header::UpperFirst).is_err());
    assert!(row(upper_first, Header::LowerFirst).is_err());
    let header = |line: &str| row(&format!("{line}\n"), Header::LowerFirst).unwrap();
    assert_eq!(header(LOWER_FIRST), Row::Header(Header::LowerFirst));
    assert_eq!(header(UPPER_FIRST), Row::Header(Header::UpperFirst));
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let expected = world.records();
    for letters in world.hypotheses.keys() {
        edit(&world.file(letters), |lines| {
            for line in &mut lines[1..] {
                let columns: Vec<&str> = line.split(',').collect();
                let [board, depth, strength, lower, upper, nodes] = columns[..] else {
                    panic!("{line}");
                };
                *line = [board, depth, strength, upper, lower, nodes].join(",");
            }
            lines[0] = UPPER_FIRST.to_owned();
        });
    }
    world.import_again().unwrap();
    assert_eq!(world.records(), expected);
    for letters in world.hypotheses.keys() {
        edit(&world.file(letters), |lines| drop(lines.remove(0)));
    }
    assert!(world.import_again().is_err());
    fs::remove_dir_all(world.folder.path().join("results.store.import")).unwrap();
    let options = ImportOptions {
        order: Header::UpperFirst,
        ..world.options()
    };
    import(&world.results(), &world.store_path(), &options, &|_| ()).unwrap();
    assert_eq!(world.records().len(), expected.len());
}

/// The positions that play reaches with as many empty squares as the rows have, with those after.
fn at_the_cut(board: &Board) -> Vec<(Stones, Vec<Stones>)> {
    let rules = board.rules();
    let cut = rules.max_level() - board.empty();
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut open = vec![rules.start()];
    while let Some(position) = open.pop() {
        let level = rules.level(&position);
        if level > cut || !seen.insert((position.mover, position.opponent)) {
            continue;
        }
        let mut children = Vec::new();
        rules.children(&position, &mut children);
        open.extend(&children);
        if level == cut {
            found.push((position, children));
        }
    }
    found
}

/// The position after a forced pass is stored, with the bounds of the other side; a position at
/// which the game is over is checked against the rules.
#[test]
fn passes_are_made_and_ended_games_are_checked() {
    let board = Board::new("othello:4x4", 6).unwrap();
    let rules = board.rules();
    let (mut passes, mut over) = (0, 0);
    for (position, children) in at_the_cut(&board) {
        let text = rules.describe(&position);
        let row = |lower: i32, upper: i32| {
            let line = format!("{text};,6,100,{lower},{upper},1\n");
            board.row(line.as_bytes(), Header::LowerFirst)
        };
        match rules.stage(&position) {
            Stage::Moves => {}
            Stage::Pass => {
                passes += 1;
                let Ok(Row::Result(record)) = row(-16, 2) else {
                    panic!("{text}");
                };
                assert_eq!((record.bounds.lower, record.bounds.upper), (-2, 16));
                assert_eq!(record.key, rules.key(&rules.canonical(&children[0])));
            }
            Stage::Over(value) => {
                over += 1;
                assert_eq!(row(value, value), Ok(Row::Over));
                let other = if value > 0 { value - 2 } else { value + 2 };
                assert!(row(other, other).unwrap_err().contains("the game is over"));
            }
        }
    }
    assert!(passes > 0 && over > 0);
}

#[test]
fn two_imports_into_one_store_and_other_options_are_refused() {
    let world = World::whole(4, 4, 9, 6);
    edit(&world.first_file(), |lines| lines.push("wrong".to_owned()));
    assert!(world.import().is_err());
    let options = ImportOptions {
        order: Header::UpperFirst,
        ..world.options()
    };
    let error = import(&world.results(), &world.store_path(), &options, &|_| ()).unwrap_err();
    assert!(
        error.to_string().contains("an unfinished computation of"),
        "{error}"
    );
    let other = Lock::beside(&world.store_path(), "campaign import-results").unwrap();
    assert!(matches!(
        world.import().unwrap_err(),
        CampaignError::Lock(LockError::Held { .. })
    ));
    drop(other);
    edit(&world.first_file(), |lines| drop(lines.pop()));
    world.import().unwrap();
    let error = world.import().unwrap_err().to_string();
    assert!(error.contains("it exists"), "{error}");
    let too_little = ImportOptions {
        memory: 1000,
        ..world.options()
    };
    fs::remove_file(world.store_path()).unwrap();
    let error = import(&world.results(), &world.store_path(), &too_little, &|_| ()).unwrap_err();
    assert!(
        matches!(error, CampaignError::TooLittleMemory { .. }),
        "{error}"
    );
}

#[test]
fn more_files_than_records_can_name_are_refused_and_memory_without_bounds_is_not() {
    let world = World::whole(4, 4, 9, 5);
    let options = ImportOptions {
        memory: u64::MAX,
        ..world.options()
    };
    import(&world.results(), &world.store_path(), &options, &|_| ()).unwrap();
    fs::remove_file(world.store_path()).unwrap();
    let board = world.board.clone();
    let mut files = 0;
    for code in 0..3_u64.pow(12) {
        let digits = (0..12).map(|place| code / 3_u64.pow(place) % 3);
        let mut digits = digits.map(|digit| ["-", "X", "O"][digit as usize]);
        let square = |at: u32| match at {
            5 | 6 | 9 | 10 => "X".to_owned(),
            _ => digits.next().unwrap().to_owned(),
        };
        let letters: String = (0..16).map(square).collect();
        let stones = board.stones(letters.as_bytes(), false).unwrap();
        if (stones.mover | stones.opponent).count_ones() > 10 || world.file(&letters).exists() {
            continue;
        }
        fs::write(world.file(&letters), "").unwrap();
        files += 1;
        if files + world.hypotheses.len() == 1 << 16 {
            break;
        }
    }
    let error = world.import().unwrap_err().to_string();
    assert!(
        error.contains("65536 files: expected at most 65535"),
        "{error}"
    );
}

/// By the rules the side to move has at least what a move gets it that ends the game.
#[test]
fn an_upper_bound_below_what_a_move_achieves_that_ends_the_game_is_refused() {
    let board = Board::new("othello:4x4", 6).unwrap();
    let rules = board.rules();
    let (mut ends, mut passes) = (0, 0);
    for (position, mut children) in at_the_cut(&board) {
        let stage = rules.stage(&position);
        let mover = match stage {
            Stage::Over(_) => continue,
            Stage::Pass => children[0],
            Stage::Moves => position,
        };
        children.clear();
        rules.children(&mover, &mut children);
        let values = children
            .iter()
            .filter_map(|child| match rules.stage(child) {
                Stage::Over(value) => Some(-value),
                _ => None,
            });
        let best = values.max();
        let text = rules.describe(&position);
        for upper in (-16..=16).step_by(2) {
            for (depth, is_exact) in [(6, true), (5, false)] {
                let (lower, upper) = match (stage, is_exact) {
                    (_, false) => (upper, upper),
                    (Stage::Pass, _) => (-upper, 16),
                    _ => (-16, upper),
                };
                let line = format!("{text};,{depth},100,{lower},{upper},1\n");
                let row = board.row(line.as_bytes(), Header::LowerFirst);
                let said = if stage == Stage::Pass { -lower } else { upper };
                let refuted = is_exact && best.is_some_and(|best| best > said);
                assert_eq!(row.is_err(), refuted, "{line}");
                if refuted {
                    ends += 1;
                    passes += u32::from(stage == Stage::Pass);
                    assert!(row.unwrap_err().contains("a move ends the game with"));
                }
            }
        }
    }
    assert!(ends > 0 && passes > 0, "{ends} {passes}");
}
