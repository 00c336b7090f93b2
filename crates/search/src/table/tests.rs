//! Tables against maps, at every width of keys and of values.

use std::collections::HashMap;

use solveig_game::{Game, Interval, InvalidKey, Keyed, Move, Value, ValueRange};
use solveig_testkit::write_by_codes;

use super::{EffortClass, Entry, Layout, TranspositionTable};

/// No game, but all that a table asks of one.
#[derive(Clone, Debug)]
struct Widths {
    key_bits: u32,
    range: ValueRange,
    moves: u16,
}

impl Game for Widths {
    type Position = u128;

    fn spec(&self) -> String {
        "widths".to_owned()
    }

    fn start(&self) -> u128 {
        0
    }

    fn legal_moves(&self, _: &u128, _: &mut Vec<Move>) {}

    fn play_unchecked(&self, key: &u128, _: Move) -> u128 {
        *key
    }

    fn terminal_value(&self, _: &u128) -> Option<Value> {
        None
    }

    fn value_range(&self) -> ValueRange {
        self.range
    }

    fn level(&self, _: &u128) -> u32 {
        0
    }

    fn max_level(&self) -> u32 {
        0
    }
}

impl Keyed for Widths {
    type Key = u128;

    fn key(&self, key: &u128) -> u128 {
        *key
    }

    fn position(&self, key: u128) -> Result<u128, InvalidKey> {
        Ok(key)
    }

    fn key_bits(&self) -> u32 {
        self.key_bits
    }

    fn move_codes(&self) -> u16 {
        self.moves
    }
}

write_by_codes!(Widths);

fn scramble(number: u64) -> u64 {
    let product = u128::from(number ^ 0x5851_f42d_4c95_7f2d) * 0xda94_2042_e4dd_58b5;
    (product >> 64) as u64 ^ product as u64
}

/// Keys at both ends of the width, keys that differ in one bit, and others.
fn keys(key_bits: u32) -> Vec<u128> {
    let greatest = u128::MAX >> (128 - key_bits);
    let random = |number| u128::from(scramble(number)) << 64 | u128::from(scramble(!number));
    let near = (0..64).flat_map(|key: u128| [key, greatest.wrapping_sub(key)]);
    let bits = (0..key_bits).flat_map(|bit| [1 << bit, greatest ^ 1 << bit]);
    let mut keys: Vec<u128> = near.chain(bits).chain((0..200).map(random)).collect();
    keys.iter_mut().for_each(|key| *key &= greatest);
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Made up: what is true of a key, least, greatest and any value among them.
fn truth(game: &Widths, key: u128) -> Entry {
    let random = scramble(key as u64 ^ scramble((key >> 64) as u64));
    let ValueRange { min, max } = game.range;
    let span = u64::from(max.abs_diff(min)) + 1;
    let value = match random % 8 {
        0 => min,
        1 => max,
        _ => min.wrapping_add_unsigned((random / 8 % span) as u32),
    };
    let best_move = (random >> 40) % u64::from(game.moves);
    Entry {
        bounds: Interval::exact(value),
        best_move: (random & 1 << 39 == 0).then_some(Move(best_move as u16)),
    }
}

/// Stores what is true of many keys and looks all of them up: what is found is what was stored.
/// The share that is found.
fn holds_against_a_map(game: &Widths, bytes: u64) -> f64 {
    let table = TranspositionTable::new(game, bytes).unwrap();
    let map: HashMap<u128, Entry> = keys(game.key_bits)
        .iter()
        .map(|key| (*key, truth(game, *key)))
        .collect();
    let mut stored = 0;
    for key in keys(game.key_bits) {
        // Nothing was stored of it yet.
        assert_eq!(table.look_up(key), None, "{key:#x} of {game:?}, {bytes}");
        // Bounds from both sides meet, and the best move stays.
        let whole = map[&key];
        let lower = Entry {
            bounds: Interval {
                upper: game.range.max,
                ..whole.bounds
            },
            ..whole
        };
        let upper = Entry {
            bounds: Interval {
                lower: game.range.min,
                ..whole.bounds
            },
            best_move: None,
        };
        for (new, expected) in [(lower, lower), (upper, whole)] {
            table.store(key, new, 1 << (key % 40));
            let found = table.look_up(key);
            assert_eq!(found, Some(expected), "{key:#x} of {game:?}, {bytes}");
        }
        stored += 1;
    }
    let found = |(key, entry): (&u128, &Entry)| {
        let found = table.look_up(*key);
        assert!(
            found.is_none_or(|found| found == *entry),
            "{key:#x} of {game:?}, {bytes}"
        );
        usize::from(found.is_some())
    };
    let hits: usize = map.iter().map(found).sum();
    let entries: Vec<(u128, Entry, EffortClass)> = match &table.layout {
        Layout::Packed(packed) => packed.entries().collect(),
        Layout::Wide(wide) => wide.entries().collect(),
    };
    for (key, entry, _) in &entries {
        assert_eq!(map.get(key), Some(entry), "{key:#x} of {game:?}, {bytes}");
    }
    assert_eq!(entries.len(), hits);
    hits as f64 / f64::from(stored)
}

/// A game of this width and range with so many codes of moves.
fn widths(key_bits: u32, range: ValueRange, moves: u16) -> Widths {
    Widths {
        key_bits,
        range,
        moves,
    }
}

#[test]
fn tables_of_every_width_are_maps_that_forget() {
    let limits = [
        0,
        1,
        64,
        1_000_000,
        (1 << 28) - 1,
        1 << 28,
        1 << 30,
        Value::MAX,
    ];
    let mut packed = 0;
    for key_bits in 1..=128 {
        for range in limits.map(ValueRange::symmetric) {
            for moves in [1, 82, u16::MAX] {
                let game = widths(key_bits, range, moves);
                for bytes in [0, 1 << 10, 1 << 14] {
                    holds_against_a_map(&game, bytes);
                }
                let table = TranspositionTable::new(&game, 1 << 20).unwrap();
                packed += usize::from(matches!(table.layout, Layout::Packed(_)));
            }
        }
        // Ranges that are not symmetric.
        for (min, max) in [
            (-Value::MAX, -Value::MAX + 1),
            (Value::MAX - 9, Value::MAX),
            (5, 9),
        ] {
            let range = ValueRange { min, max };
            holds_against_a_map(&widths(key_bits, range, 3), 1 << 14);
        }
        // Not more than a fifth is lost where there is room for many times as many.
        let game = widths(key_bits, ValueRange { min: -3, max: 7 }, 65);
        let found = holds_against_a_map(&game, 1 << 18);
        assert!(found > 0.8, "{found} of {game:?}");
    }
    // Both layouts were met.
    assert!((500..2_500).contains(&packed), "{packed}");
}

#[test]
fn tables_grow_and_keep_their_entries() {
    for (key_bits, values) in [(49, 18), (100, 1_000_000)] {
        let game = widths(key_bits, ValueRange::symmetric(values), 7);
        let table = TranspositionTable::new(&game, 1 << 26).unwrap();
        let key = |number: u64| u128::from(scramble(number)) & (u128::MAX >> (128 - key_bits));
        let entry = |number| truth(&game, key(number));
        let in_use = || match &table.layout {
            Layout::Packed(packed) => packed.entries().count(),
            Layout::Wide(wide) => wide.entries().count(),
        };
        // Five times what there is room for at first.
        let count = match &table.layout {
            Layout::Packed(_) => 5 << 20,
            Layout::Wide(_) => 5 << 18,
        };
        let mut found = 0;
        for number in 0..count {
            table.store(key(number), entry(number), 1);
        }
        for number in 0..count {
            let looked_up = table.look_up(key(number));
            assert!(looked_up.is_none_or(|one| one == entry(number)), "{number}");
            found += usize::from(looked_up.is_some());
        }
        assert_eq!(found, in_use());
        assert!(found as f64 > 0.8 * count as f64, "{found} of {count}");
        // A key that was not stored is not found.
        assert!((count..2 * count).all(|number| table.look_up(key(number)).is_none()));
    }
}
