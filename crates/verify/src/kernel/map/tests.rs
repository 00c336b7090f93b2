use super::*;

#[test]
fn what_is_known_of_a_key_was_stored_for_it_and_old_keys_go_first() {
    let map = ShardedMap::new(0, -5..=5);
    let keys = || (0..128).flat_map(|bit| [1_u128 << bit, u128::MAX >> bit]);
    for key in keys() {
        assert_eq!(map.get(key).filter(|_| key != 1), None);
        map.put(key, Bound::AtLeast((key % 5) as i32), None, 0);
        map.put(key, Bound::AtMost((key % 5) as i32 + 1), Some(3), 0);
        let least = (key % 5) as i32;
        let expected = ProvedBounds {
            least,
            greatest: least + 1,
            best: Some(3),
        };
        assert_eq!(map.get(key), Some(expected));
    }
    let kept = keys().filter(|key| map.get(*key).is_some()).count();
    assert!((SHARDS..=2 * SHARDS).contains(&kept), "{kept}");
}

#[test]
fn bounds_of_one_position_come_together() {
    let map = ShardedMap::new(1 << 20, -36..=36);
    map.put(77, Bound::AtLeast(-4), Some(3), 9);
    map.put(77, Bound::AtMost(6), None, 9);
    map.put(77, Bound::AtLeast(-8), Some(5), 9);
    let bounds = ProvedBounds {
        least: -4,
        greatest: 6,
        best: Some(5),
    };
    assert_eq!(map.get(77), Some(bounds));
    assert_eq!(map.get(78), None);
}
