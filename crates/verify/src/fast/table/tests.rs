use super::*;

#[test]
fn no_two_keys_have_place_and_rest_in_common() {
    for (key_bits, bytes) in [(12, 1 << 10), (13, 1 << 9), (11, 1 << 20), (9, 1)] {
        let table = BoundsTable::new(key_bits, -1..=1, bytes).unwrap();
        let mut split: Vec<_> = (0..1 << key_bits).map(|key| table.split(key)).collect();
        split.sort_unstable();
        split.dedup();
        assert_eq!(split.len(), 1 << key_bits);
        let (places, rests) = (1 << table.index_bits, 1 << (key_bits - table.index_bits));
        let fits = |&(place, rest): &(usize, u64)| place < places && rest < rests;
        assert!(split.iter().all(fits));
    }
}

/// Compares the table with a map that forgets nothing, for every key width. Keys that differ in
/// few low or high bits are those that a table would confuse if it did not keep whole keys.
#[test]
fn at_every_width_range_and_size_the_table_knows_no_more_than_a_map() {
    let widest = -(1 << 30) + 1..=(1 << 30) - 1;
    let ranges = [
        -1..=1,
        0..=1,
        -64..=64,
        -1_000_000..=1_000_000,
        -(1 << 25)..=1 << 25,
        widest,
    ];
    for key_bits in 1..=128_u32 {
        for range in &ranges {
            for bytes in [0, 1 << 10, 1 << 16] {
                let Some(table) = BoundsTable::new(key_bits, range.clone(), bytes) else {
                    // Two bounds of 27 bits leave no room in a word, those of 21 bits a little.
                    assert!(key_bits > 20 || *range.end() >= 1 << 25);
                    continue;
                };
                let mut map: std::collections::HashMap<u128, (i32, i32)> = Default::default();
                let all = u128::MAX >> (128 - key_bits);
                let mut random =
                    0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128 ^ u128::from(key_bits);
                for step in 0..400_u32 {
                    random = random
                        .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                        .wrapping_add(1);
                    let key = match step % 4 {
                        0 => random >> 60,
                        1 => 1_u128.checked_shl((random >> 64) as u32 % 128).unwrap_or(0),
                        2 => ((random >> 96) % 3) << 64 | (random >> 90) & 1,
                        _ => !(random >> 120),
                    } & all;
                    let (least, greatest) = (*range.start(), *range.end());
                    let width = i64::from(greatest) - i64::from(least) + 1;
                    let offset = (random >> 64) as i64 & i64::MAX;
                    let bound = (i64::from(least) + offset % width) as i32;
                    let bounds = map.entry(key).or_insert((least, greatest));
                    let at_least = step % 3 == 0;
                    match at_least {
                        true => bounds.0 = bounds.0.max(bound),
                        false => bounds.1 = bounds.1.min(bound),
                    }
                    let proved = match at_least {
                        true => Bound::AtLeast(bound),
                        false => Bound::AtMost(bound),
                    };
                    table.put(key, proved, Some((step % 64) as u8), step % 40);
                    let stored = table.get(key).expect("what was just stored");
                    match at_least {
                        true => assert!(stored.least >= bound, "{key_bits} bits: {stored:?}"),
                        false => assert!(stored.greatest <= bound, "{key_bits} bits: {stored:?}"),
                    }
                }
                for (&key, &(least, greatest)) in &map {
                    // A key that is not in the map has no entry, even if it is close to one
                    // that is.
                    for other in [
                        key ^ 1,
                        key ^ 1 << 63,
                        key ^ 1 << 64,
                        key ^ 1 << (key_bits - 1),
                    ] {
                        let other = other & all;
                        assert!(
                            map.contains_key(&other) || table.get(other).is_none(),
                            "{key_bits} {other:#x}"
                        );
                    }
                    let holds =
                        |stored: ProvedBounds| stored.least <= least && greatest <= stored.greatest;
                    assert!(
                        table.get(key).is_none_or(holds),
                        "{key_bits} bits, {range:?}: {key:#x}"
                    );
                }
            }
        }
    }
}

#[test]
fn bounds_of_one_position_come_together() {
    for key_bits in [7, 58] {
        let table = BoundsTable::new(key_bits, -36..=36, 1 << 20).unwrap();
        table.put(77, Bound::AtLeast(-4), Some(3), 9);
        table.put(77, Bound::AtMost(6), Some(63), 9);
        table.put(77, Bound::AtLeast(-8), Some(5), 9);
        let both = ProvedBounds {
            least: -4,
            greatest: 6,
            best: Some(5),
        };
        assert_eq!(table.get(77), Some(both));
        assert_eq!(table.get(78), None);
    }
}
