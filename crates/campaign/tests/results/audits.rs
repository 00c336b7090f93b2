//! Audits draw results, solve them again and notice each that is false.

use std::collections::BTreeMap;
use std::fs;

use solveig_campaign::CampaignError;
use solveig_campaign::results::audit::{
    AuditLog, ByChance, DrawnResult, Draws, FalseResult, Verdict, draw, test,
};
use solveig_campaign::results::record::Record;
use solveig_campaign::results::row::{Header, Row};
use solveig_campaign::results::store::Store;
use solveig_game::{Game, Interval};
use solveig_region::LockError;
use solveig_region::blocks::Block;
use solveig_search::StopToken;

use crate::world::{World, edit};

const ALL: [ByChance; 3] = [ByChance::Uniform, ByChance::Weight, ByChance::Nodes];

fn drawn(store: &Store, by: ByChance, sample: u64, seed: u64) -> Vec<DrawnResult> {
    try_draw(store, by, sample, seed, 1 << 20).unwrap()
}

fn try_draw(
    store: &Store,
    by: ByChance,
    sample: u64,
    seed: u64,
    memory: u64,
) -> Result<Vec<DrawnResult>, CampaignError> {
    draw(
        store,
        Draws { by, seed, sample },
        memory,
        &StopToken::never(),
    )
}

/// The results that searches refute, with the values found.
fn false_ones(world: &mut World) -> Vec<FalseResult> {
    let store = world.store();
    let problem = world.problem();
    let mut found = Vec::new();
    for DrawnResult { record, times } in drawn(&store, ByChance::Uniform, u64::MAX, 1) {
        assert_eq!(times, 1);
        let verdict = test(&problem, &store, &record, &mut world.solver).unwrap();
        if let Verdict::False(value) = verdict {
            found.push(FalseResult { record, value });
        }
    }
    found
}

#[test]
fn all_results_of_a_true_world_are_confirmed() {
    for mut world in [World::whole(4, 4, 9, 6), World::whole(6, 4, 18, 11)] {
        world.import().unwrap();
        assert_eq!(false_ones(&mut world), []);
    }
}

/// Every bound of a file made too strict in turn: the import, or the audit of all, notices it.
#[test]
fn every_false_bound_is_noticed_by_an_audit_of_all() {
    let mut world = World::whole(4, 4, 9, 6);
    let path = world.first_file();
    let original = fs::read_to_string(&path).unwrap();
    let (mut audited, mut refused) = (0, 0);
    for row in 1..original.lines().count() {
        for side in [3, 4] {
            fs::write(&path, &original).unwrap();
            let mut is_false = false;
            edit(&path, |lines| {
                let columns: Vec<&str> = lines[row].split(',').collect();
                if columns[2] != "100" {
                    return;
                }
                let value = world.value_of_row(columns[0]);
                let wrong = if side == 3 { value + 2 } else { value - 2 };
                if !(-16..=16).contains(&wrong) {
                    return;
                }
                let (lower, upper) = if side == 3 { (wrong, 16) } else { (-16, wrong) };
                lines[row] = format!("{},6,100,{lower},{upper},5", columns[0]);
                is_false = true;
            });
            if !is_false {
                continue;
            }
            match world.import_again() {
                Err(CampaignError::ContradictoryResults { .. }) => refused += 1,
                Err(CampaignError::Line { .. }) => refused += 1,
                Err(error) => panic!("{error}"),
                Ok(_) => {
                    let found = false_ones(&mut world);
                    assert_eq!(found.len(), 1, "row {row}");
                    let FalseResult { record, value } = found[0];
                    let Interval { lower, upper } = record.bounds;
                    assert!(!(lower..=upper).contains(&value.unwrap()));
                    audited += 1;
                }
            }
        }
    }
    assert!(
        audited > 5 && refused > 0,
        "{audited} audited, {refused} refused"
    );
}

#[test]
fn an_estimate_passed_off_as_exact_is_noticed() {
    let mut world = World::whole(4, 4, 9, 7);
    let path = world.first_file();
    let row = world.exact_row();
    let changed = row.split(',').next().unwrap();
    let value = world.value_of_row(changed);
    let guess = if value < 16 { value + 2 } else { value - 2 };
    for (accuracy, is_false) in [(98, false), (100, true)] {
        edit(&path, |lines| {
            lines.retain(|line| !line.starts_with(changed));
            lines.push(format!("{changed},7,{accuracy},{guess},{guess},9"));
        });
        let noticed = match world.import_again() {
            Err(CampaignError::ContradictoryResults { .. }) => true,
            Err(error) => panic!("{error}"),
            Ok(_) => !false_ones(&mut world).is_empty(),
        };
        assert_eq!(noticed, is_false, "{changed} {accuracy}");
    }
}

#[test]
fn draws_that_take_more_than_the_memory_are_refused() {
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    for by in ALL {
        assert!(try_draw(&world.store(), by, 5, 1, 5 << 8).is_ok());
        let error = try_draw(&world.store(), by, 5, 1, (5 << 8) - 1).unwrap_err();
        assert!(
            matches!(error, CampaignError::TooLittleMemory { .. }),
            "{error}"
        );
    }
}

/// What was found false is reported whichever results are drawn later.
#[test]
fn a_log_keeps_the_false_results_and_the_draws() {
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let store = world.store();
    let path = world.folder.path().join("audit.log");
    let some = drawn(&store, ByChance::Uniform, 3, 1);
    let record = some[0].record;
    let false_result = FalseResult {
        record,
        value: Some(-4),
    };
    let draws = Draws {
        by: ByChance::Nodes,
        seed: u64::MAX,
        sample: 9,
    };
    let mut log = AuditLog::open(&path, &store, true).unwrap();
    assert_eq!(
        (log.draws(), log.false_results(&store).unwrap()),
        (None, vec![])
    );
    log.begin(draws).unwrap();
    log.begin(draws).unwrap();
    log.add(record.key, Verdict::False(Some(-4))).unwrap();
    log.add(some[1].record.key, Verdict::True).unwrap();
    // Later, by another hand.
    log.add(record.key, Verdict::True).unwrap();
    drop(log);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 5);
    let log = AuditLog::open(&path, &store, true).unwrap();
    assert_eq!(log.draws(), Some(draws));
    assert_eq!(log.false_results(&store).unwrap(), [false_result]);
    assert_eq!(log.verdict(record.key), Some(Verdict::False(Some(-4))));
    drop(log);
    // Where it is not trusted, it is known what it says, and nothing of it counts.
    let log = AuditLog::open(&path, &store, false).unwrap();
    assert_eq!(log.draws(), None);
    assert_eq!(log.false_results(&store).unwrap(), []);
    assert_eq!(log.earlier_false(&store).unwrap(), [false_result]);
    for DrawnResult { record, .. } in &some[..2] {
        assert_eq!(log.verdict(record.key), None);
        assert!(log.earlier(record.key).is_some() && !log.tested(record.key));
    }
    drop(log);
    edit(&path, |lines| lines.push("5 false 0".to_owned()));
    let error = AuditLog::open(&path, &store, false);
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("line 6: key 5: expected keys of the store"),
        "{error}"
    );
}

#[test]
fn draws_depend_on_the_seed_alone_and_more_of_them_contain_fewer() {
    let world = World::whole(6, 4, 18, 11);
    world.import().unwrap();
    let store = world.store();
    for by in ALL {
        let some = drawn(&store, by, 60, 5);
        assert_eq!(some, drawn(&store, by, 60, 5));
        assert_ne!(some, drawn(&store, by, 60, 6));
        assert_eq!(some.iter().map(|one| one.times).sum::<u64>(), 60);
        assert!(some.iter().all(|one| one.record.exact));
        assert!(
            some.windows(2)
                .all(|pair| pair[0].record.key < pair[1].record.key)
        );
        let more: BTreeMap<u128, u64> = drawn(&store, by, 90, 5)
            .into_iter()
            .map(|one| (one.record.key, one.times))
            .collect();
        assert!(
            some.iter().all(|one| more[&one.record.key] >= one.times),
            "{by:?}"
        );
    }
}

/// Of many draws each result has about the share that it should: nodes of their sum, one each.
#[test]
fn results_are_drawn_by_their_chances() {
    let world = World::whole(4, 4, 11, 8);
    world.import().unwrap();
    let store = world.store();
    let mut records = world.records();
    records.retain(|record| record.exact);
    // As many draws as results would take each once.
    let draws = records.len() as u64 - 1;
    for by in [ByChance::Uniform, ByChance::Nodes] {
        let mut times: BTreeMap<u128, u64> = BTreeMap::new();
        const ROUNDS: u64 = 2_000;
        for seed in 0..ROUNDS {
            for DrawnResult {
                record,
                times: more,
            } in drawn(&store, by, draws, seed << 20)
            {
                *times.entry(record.key).or_default() += more;
            }
        }
        let weight = |record: &Record| match by {
            ByChance::Nodes => record.nodes.unsigned_abs() as f64,
            _ => 1.0,
        };
        let all: f64 = records.iter().map(weight).sum();
        let total = (draws * ROUNDS) as f64;
        for record in &records {
            let expected = total * weight(record) / all;
            let found = times.get(&record.key).copied().unwrap_or(0) as f64;
            let spread = 6.0 * expected.sqrt() + 6.0;
            assert!(
                (found - expected).abs() < spread,
                "{by:?}: {found}, expected {expected}"
            );
        }
    }
}

/// A result that no derivation needs, since the value of its position is far from what is derived.
#[test]
fn draws_by_weight_are_results_that_derivations_rest_on() {
    let mut world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let store = world.store();
    // Of the positions about which nothing is said, the first.
    let mut open = vec![world.game.start()];
    let useless = loop {
        let position = open.pop().expect("something is not said");
        let letters = world.letters(position.mover, position.opponent);
        if world.empty_squares(&position) > 6 {
            open.extend(world.children(&position));
        } else if let Ok(Row::Result(record)) = world.board.row(
            format!("{letters} X;,6,100,-16,14,77\n").as_bytes(),
            Header::LowerFirst,
        ) && store
            .lookup()
            .unwrap()
            .bounds(record.key)
            .unwrap()
            .is_none()
        {
            edit(&world.first_file(), |lines| {
                lines.push(format!("{letters} X;,6,100,-16,14,77"));
            });
            break record.key;
        }
    };
    world.import_again().unwrap();
    let store = world.store();
    assert!(store.lookup().unwrap().bounds(useless).unwrap().is_some());
    let mut seen = 0;
    for seed in 0..400 {
        for DrawnResult { record, times } in drawn(&store, ByChance::Weight, 5, seed) {
            seen += times;
            assert_ne!(record.key, useless);
        }
    }
    assert_eq!(seen, 2_000);
    let mut uniform =
        (1..400).flat_map(|seed| drawn(&store, ByChance::Uniform, store.exact() - 1, seed));
    assert!(uniform.any(|one| one.record.key == useless));
    assert_eq!(false_ones(&mut world), []);
}

#[test]
fn nothing_is_drawn_from_a_store_without_results() {
    let world = World::whole(4, 4, 9, 6);
    for letters in world.hypotheses.keys() {
        fs::write(world.file(letters), "").unwrap();
    }
    world.import().unwrap();
    for by in ALL {
        let error = try_draw(&world.store(), by, 3, 1, 1 << 20).unwrap_err();
        assert!(error.to_string().contains("nothing to draw"), "{error}");
    }
}

/// However many bytes of the log a kill left, the audit goes on with the verdicts that are whole.
#[test]
fn a_log_that_was_cut_off_anywhere_goes_on() {
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let store = world.store();
    let path = world.folder.path().join("audit.log");
    let some = drawn(&store, ByChance::Uniform, 9, 1);
    let verdict = |place: usize, verdict| (some[place].record.key, verdict);
    let verdicts = [
        verdict(0, Verdict::True),
        verdict(1, Verdict::False(Some(-4))),
        verdict(2, Verdict::False(None)),
    ];
    {
        let mut log = AuditLog::open(&path, &store, true).unwrap();
        assert!(matches!(
            AuditLog::open(&path, &store, true),
            Err(CampaignError::Lock(LockError::Held { .. }))
        ));
        for (key, verdict) in verdicts {
            assert_eq!(log.verdict(key), None);
            log.add(key, verdict).unwrap();
        }
    }
    let whole = fs::read(&path).unwrap();
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let mut log = AuditLog::open(&path, &store, true).unwrap();
        let mut lines = whole[..length]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        for (key, verdict) in verdicts {
            lines = lines.saturating_sub(1);
            assert_eq!(log.verdict(key), (lines > 0).then_some(verdict), "{length}");
        }
        for (key, verdict) in verdicts {
            if log.verdict(key).is_none() {
                log.add(key, verdict).unwrap();
            }
        }
        drop(log);
        assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
    }
    let whole = String::from_utf8(whole).unwrap();
    let more = |line: &str| format!("{whole}{line}\n");
    let wrong = "line 5: expected a key";
    let header = "line 1: expected \"audit of the results";
    for (text, wrong) in [
        ("some other file\n".to_owned(), header),
        (more("7 maybe"), wrong),
        (more("x true"), wrong),
        (more("draws by chance, seed 1, sample 2"), wrong),
    ] {
        fs::write(&path, &text).unwrap();
        let error = AuditLog::open(&path, &store, true).unwrap_err().to_string();
        assert!(error.contains(wrong), "{error}");
        assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
    }
}

/// The store says so itself, under checksums that are right.
#[test]
fn a_record_that_no_import_writes_is_not_drawn() {
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let bytes = fs::read(world.store_path()).unwrap();
    let name = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let first = name..name + Block::read(&bytes[name..], 0).unwrap().length() as usize;
    for (at, byte) in [(22, 100), (23, -20_i8 as u8), (15, 0), (13, 255)] {
        let mut forged = bytes.clone();
        let block = &mut forged[first.clone()];
        block[12 + at] = byte;
        let (covered, checksum) = block.split_last_chunk_mut::<8>().unwrap();
        *checksum = xxhash_rust::xxh3::xxh3_64_with_seed(covered, 0).to_le_bytes();
        fs::write(world.store_path(), forged).unwrap();
        let store = world.store();
        let sample = store.exact() - 1;
        let drawn = |seed| try_draw(&store, ByChance::Uniform, sample, seed, 1 << 20);
        let error = (1..20).find_map(|seed| drawn(seed).err()).unwrap();
        let message = error.to_string();
        assert!(
            message.contains("expected a position with 6 empty squares"),
            "{message}"
        );
    }
}
