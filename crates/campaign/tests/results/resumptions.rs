//! What an import works in, and what it takes of an earlier one.

use std::fs;
use std::path::PathBuf;

use solveig_campaign::results::import::{ImportOptions, import};
use solveig_campaign::results::record::{Record, RecordBytes};
use solveig_region::blocks::{BlockReader, FileWriter, Item};

use crate::world::{World, edit};

/// The folder that an import into the store works in.
fn work(world: &World) -> PathBuf {
    world.folder.path().join("results.store.import")
}

#[test]
fn a_folder_of_others_is_not_taken_for_one_to_work_in() {
    let world = World::whole(4, 4, 9, 6);
    let folder = work(&world);
    fs::create_dir(&folder).unwrap();
    for name in ["a letter", "rows-1"] {
        let letter = folder.join(name);
        fs::write(&letter, "dear").unwrap();
        let error = world.import().unwrap_err().to_string();
        let wrong = "does not belong to an unfinished computation";
        assert!(error.contains(wrong), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert_eq!(fs::read_to_string(&letter).unwrap(), "dear");
        fs::remove_file(letter).unwrap();
    }
    world.import().unwrap();
}

#[test]
fn an_import_does_not_work_in_the_folder_that_it_reads_nor_above_or_below() {
    let world = World::whole(4, 4, 9, 6);
    let results = world.results();
    let at = |place: &str| world.folder.path().join(place);
    fs::create_dir(at("a.import")).unwrap();
    fs::rename(&results, at("a.import/below")).unwrap();
    let from = [
        (at("a.import/below"), at("a")),
        (at("a.import/below"), at("a.import/below/b")),
        (at("a.import"), at("a")),
    ];
    for (from, store) in &from[..2] {
        let error = import(from, store, &world.options(), &|_| ()).unwrap_err();
        assert!(error.to_string().contains("neither inside"), "{error}");
        assert!(!at("a.import/below/b.import").exists());
    }
    fs::rename(at("a.import/below"), &results).unwrap();
    fs::remove_dir(at("a.import")).unwrap();
    fs::rename(&results, at("a.import")).unwrap();
    let (from, store) = &from[2];
    let count = fs::read_dir(from).unwrap().count();
    let error = import(from, store, &world.options(), &|_| ()).unwrap_err();
    assert!(error.to_string().contains("neither inside"), "{error}");
    assert_eq!(fs::read_dir(from).unwrap().count(), count);
}

/// A world whose first file makes several runs, as the rows come again and again, and its records.
fn of_several_runs() -> World {
    let world = World::whole(4, 4, 9, 6);
    edit(&world.first_file(), |lines| {
        let rows = lines.split_off(1);
        lines.extend(rows.iter().cycle().take(70_000).cloned());
    });
    world
}

/// Takes in all files but the last, which has a wrong row, and returns the names of the runs of
/// the first.
fn interrupted(world: &World) -> Vec<PathBuf> {
    let last = world.file(world.hypotheses.keys().last().unwrap());
    edit(&last, |lines| lines.push("wrong".to_owned()));
    let options = ImportOptions {
        threads: 1,
        ..world.options()
    };
    assert!(import(&world.results(), &world.store_path(), &options, &|_| ()).is_err());
    edit(&last, |lines| drop(lines.pop()));
    let run = |part| work(world).join(format!("rows-00000{part:05}"));
    (0..).map(run).take_while(|run| run.exists()).collect()
}

/// What becomes of the runs of a file.
type Change<'a> = &'a dyn Fn(&[PathBuf]);

#[test]
fn runs_that_are_missing_or_of_other_rows_are_made_again() {
    let world = of_several_runs();
    world.import().unwrap();
    let expected = fs::read(world.store_path()).unwrap();
    let files = world.hypotheses.len() as u64;
    let changes: [(Change<'_>, u64); 5] = [
        (&|_| (), 1),
        (&|runs| fs::remove_file(&runs[1]).unwrap(), 2),
        // Each run is whole, but not the one that was written.
        (
            &|runs| assert!(fs::copy(&runs[0], &runs[1]).unwrap() > 0),
            2,
        ),
        (
            &|runs| fs::write(&runs[0], &fs::read(&runs[0]).unwrap()[1..]).unwrap(),
            2,
        ),
        (
            &|runs| {
                let mut bytes = fs::read(&runs[2]).unwrap();
                bytes[4_100] ^= 1;
                fs::write(&runs[2], bytes).unwrap();
            },
            2,
        ),
    ];
    for (number, (change, again)) in changes.into_iter().enumerate() {
        fs::remove_file(world.store_path()).unwrap();
        let runs = interrupted(&world);
        assert_eq!(runs.len(), 3);
        change(&runs);
        assert_eq!(world.import().unwrap().before, files - again, "{number}");
        assert_eq!(fs::read(world.store_path()).unwrap(), expected, "{number}");
    }
}

/// What somebody does to the records of a run.
type Forgery<'a> = &'a dyn Fn(&mut Vec<RecordBytes>);

/// Whoever can write the runs can write their checksums too.
#[test]
fn runs_that_somebody_has_changed_or_reordered_are_made_again() {
    let world = of_several_runs();
    world.import().unwrap();
    let expected = fs::read(world.store_path()).unwrap();
    let changes: [Forgery<'_>; 5] = [
        &|_| (),
        &|records| {
            let forged = Record {
                nodes: 77,
                ..Record::of_bytes(&records[0])
            };
            records[0] = forged.to_bytes();
        },
        &|records| records.truncate(records.len() - 1),
        &|records| records.swap(5, 6),
        // Between two blocks.
        &|records| records.swap(RecordBytes::IN_BLOCK - 1, RecordBytes::IN_BLOCK),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        fs::remove_file(world.store_path()).unwrap();
        let runs = interrupted(&world);
        let length = fs::metadata(&runs[0]).unwrap().len();
        let mut reader = BlockReader::<RecordBytes>::new(&runs[0], 0, length, length);
        let mut records = Vec::new();
        while let Some(record) = reader.next_item().unwrap() {
            records.push(record);
        }
        change(&mut records);
        fs::remove_file(&runs[0]).unwrap();
        let mut writer = FileWriter::create(runs[0].clone()).unwrap();
        for record in records {
            writer.push(record).unwrap();
        }
        writer.finish(false).unwrap();
        let again = if number == 0 { 1 } else { 2 };
        let files = world.hypotheses.len() as u64;
        assert_eq!(world.import().unwrap().before, files - again, "{number}");
        assert_eq!(fs::read(world.store_path()).unwrap(), expected, "{number}");
    }
}

#[test]
fn runs_of_another_folder_are_not_taken() {
    let world = World::whole(4, 4, 9, 6);
    interrupted(&world);
    let other = world.folder.path().join("others");
    fs::create_dir(&other).unwrap();
    for letters in world.hypotheses.keys() {
        let from = world.file(letters);
        fs::copy(&from, other.join(from.file_name().unwrap())).unwrap();
    }
    let error = import(&other, &world.store_path(), &world.options(), &|_| ()).unwrap_err();
    assert!(
        error.to_string().contains("an unfinished computation of"),
        "{error}"
    );
}
