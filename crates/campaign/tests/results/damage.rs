//! Damage of a store is noticed, wherever it is.

use std::fs;

use solveig_campaign::CampaignError;
use solveig_campaign::results::store::Store;

use crate::world::World;

fn read(world: &World) -> Result<(), CampaignError> {
    Store::open(&world.store_path(), 1 << 20)?.scan(|_, _| Ok(()))
}

#[test]
fn a_byte_that_is_changed_anywhere_is_noticed() {
    let world = World::whole(4, 4, 10, 6);
    world.import().unwrap();
    let bytes = fs::read(world.store_path()).unwrap();
    read(&world).unwrap();
    // Every bit of a block is changed in a test of blocks.
    let blocks = (60..bytes.len() - 1_500).step_by(7);
    for place in (0..60)
        .chain(blocks)
        .chain(bytes.len() - 1_500..bytes.len())
    {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(world.store_path(), &changed).unwrap();
        let error = read(&world).expect_err(&format!("byte {place}"));
        assert!(error.to_string().contains("results.store"), "{error}");
    }
}

#[test]
fn a_store_that_is_cut_off_or_longer_is_refused() {
    let world = World::whole(4, 4, 10, 6);
    world.import().unwrap();
    let bytes = fs::read(world.store_path()).unwrap();
    let lengths = (0..200).chain(bytes.len() - 200..bytes.len());
    for length in lengths.chain((0..bytes.len()).step_by(97)) {
        fs::write(world.store_path(), &bytes[..length]).unwrap();
        assert!(
            Store::open(&world.store_path(), 1 << 20).is_err(),
            "{length}"
        );
    }
    fs::write(world.store_path(), [&bytes[..], &[0]].concat()).unwrap();
    assert!(Store::open(&world.store_path(), 1 << 20).is_err());
}

/// A question reads blocks that it needs; from a damaged one it gets an error, never bounds.
#[test]
fn a_damaged_block_gives_no_answers() {
    let world = World::whole(6, 4, 18, 11);
    world.import().unwrap();
    let bytes = fs::read(world.store_path()).unwrap();
    let records = world.records();
    let mut changed = bytes;
    changed[4096 + 700] ^= 4;
    fs::write(world.store_path(), changed).unwrap();
    let store = world.store();
    let mut lookup = store.lookup().unwrap();
    let mut errors = 0;
    for (rank, record) in records.iter().enumerate() {
        match lookup.find(record.key, record.exact) {
            Ok(found) => assert_eq!(found, Some(*record)),
            Err(error) => {
                assert_eq!(rank / 127, 1);
                let text = error.to_string();
                assert!(text.contains("the block at 4084 is damaged"), "{text}");
                errors += 1;
            }
        }
    }
    assert_eq!(errors, 127);
}
