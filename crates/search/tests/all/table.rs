//! What the transposition table returns is true of the position, whatever else happens to it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use solveig_game::{Interval, Key, Keyed, Move, Value, WideKey};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::othello::Othello;
use solveig_search::{Entry, TranspositionTable};

fn scramble(number: u64) -> u64 {
    let product = u128::from(number ^ 0x5851_f42d_4c95_7f2d) * 0xda94_2042_e4dd_58b5;
    (product >> 64) as u64 ^ product as u64
}

/// A made-up truth about every key: its value and its best move.
fn truth<G: Keyed>(game: &G, key: G::Key) -> (Value, Move) {
    let random = scramble(key.to_u128() as u64 ^ (key.to_u128() >> 64) as u64);
    let range = game.value_range();
    let span = u64::from(range.max.abs_diff(range.min)) + 1;
    let value = range.min + (random % span) as Value;
    let best_move = (random >> 32) % u64::from(game.move_codes());
    (value, Move(best_move as u16))
}

/// An entry that is true of `key` and else depends on `random`.
fn true_entry<G: Keyed>(game: &G, key: G::Key, random: u64) -> Entry {
    let (value, best_move) = truth(game, key);
    let unknown = Interval::unknown(game.value_range());
    let bounds = match random % 3 {
        0 => Interval::exact(value),
        1 => Interval {
            lower: value,
            ..unknown
        },
        _ => Interval {
            upper: value,
            ..unknown
        },
    };
    Entry {
        bounds,
        best_move: (random & 64 == 0).then_some(best_move),
    }
}

fn assert_true<G: Keyed>(game: &G, key: G::Key, entry: Entry) {
    let (value, best_move) = truth(game, key);
    assert!(
        entry.bounds.lower <= value && value <= entry.bounds.upper,
        "{:?} of {value}",
        entry.bounds
    );
    assert!(entry.best_move.is_none_or(|one| one == best_move));
}

fn nth_key<G: Keyed>(game: &G, number: u64) -> G::Key {
    let wide = u128::from(scramble(number)) << 64 | u128::from(scramble(!number));
    let key = wide & (u128::MAX >> (128 - game.key_bits()));
    G::Key::from_u128(key).unwrap()
}

/// Threads store and look up what they can derive from the key, in a table of a few entries.
fn survives_contention<G: Keyed>(game: &G, bytes: u64) {
    let table = TranspositionTable::new(game, bytes).unwrap();
    let writers_are_done = AtomicBool::new(false);
    let hits: u64 = thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|writer| {
                let table = &table;
                scope.spawn(move || {
                    for step in 0..400_000 {
                        let random = scramble(step << 1 | writer);
                        let key = nth_key(game, random % 24);
                        table.store(key, true_entry(game, key, random >> 8), random >> 60);
                    }
                })
            })
            .collect();
        let readers: Vec<_> = (0..2)
            .map(|reader| {
                let (table, writers_are_done) = (&table, &writers_are_done);
                scope.spawn(move || {
                    let mut hits = 0;
                    for step in 0.. {
                        let key = nth_key(game, scramble(step << 1 | reader) % 24);
                        if let Some(entry) = table.look_up(key) {
                            assert_true(game, key, entry);
                            hits += 1;
                        }
                        if step % 1024 == 0 && writers_are_done.load(Ordering::Relaxed) {
                            break;
                        }
                    }
                    hits
                })
            })
            .collect();
        for writer in writers {
            writer.join().unwrap();
        }
        writers_are_done.store(true, Ordering::Relaxed);
        readers
            .into_iter()
            .map(|reader| reader.join().unwrap())
            .sum()
    });
    assert!(hits > 0, "no look-up found anything");
}

#[test]
fn packed_entries_survive_contention() {
    let game = ConnectFour::new(7, 6).unwrap();
    survives_contention(&game, 0);
    survives_contention(&game, 128);
}

#[test]
fn wide_entries_survive_contention() {
    let game = Othello::<u128>::new(8, 8).unwrap();
    survives_contention(&game, 0);
    survives_contention(&game, 256);
    let all_bits = Hex::<u128>::new(9, 9).unwrap();
    survives_contention(&all_bits, 256);
}

#[test]
fn a_table_keeps_to_its_size() {
    let connect_four = ConnectFour::new(7, 6).unwrap();
    let othello = Othello::<u128>::new(8, 8).unwrap();
    for (bytes, packed, wide) in [
        (0, 64, 128),
        (1, 64, 128),
        (127, 64, 128),
        (1000, 512, 512),
        (1 << 20, 1 << 20, 1 << 20),
        (3 << 20, 2 << 20, 2 << 20),
    ] {
        let table = TranspositionTable::new(&connect_four, bytes).unwrap();
        assert_eq!(table.bytes(), packed);
        let table = TranspositionTable::new(&othello, bytes).unwrap();
        assert_eq!(table.bytes(), wide);
    }
    let three_by_three = ConnectFour::new(3, 3).unwrap();
    let table = TranspositionTable::new(&three_by_three, 1 << 40).unwrap();
    assert_eq!(table.bytes(), 64 << 12, "a bucket for each key of 12 bits");
}

#[test]
fn impossible_sizes_are_an_error() {
    let game = ConnectFour::new(7, 6).unwrap();
    let error = TranspositionTable::new(&game, u64::MAX).unwrap_err();
    assert!(error.to_string().contains("18446744073709551615 bytes"));
}

#[test]
fn keys_that_entries_have_no_room_for_are_an_error() {
    let game = Hex::<WideKey>::new(11, 11).unwrap();
    let error = TranspositionTable::new(&game, 1 << 20).unwrap_err();
    assert_eq!(
        error.to_string(),
        "hex:11x11 has keys of 193 bits; artifacts and tables have room for 128"
    );
    let game = Hex::<WideKey>::new(9, 9).unwrap();
    assert!(TranspositionTable::new(&game, 1 << 20).is_ok());
}

/// A full table keeps what took the most work, and lets it go when it is no longer looked for.
fn forgets_in_good_order<G: Keyed>(game: &G) {
    let table = TranspositionTable::new(game, 0).unwrap();
    let dear = nth_key(game, 0);
    let store = |key, nodes| {
        let bounds = Interval::exact(truth(game, key).0);
        let entry = Entry {
            bounds,
            best_move: None,
        };
        table.store(key, entry, nodes);
    };
    store(dear, 1 << 20);
    for number in 1..=20 {
        store(nth_key(game, number), 2);
    }
    assert!(table.look_up(dear).is_some(), "much work outlives little");
    for number in 21..=2000 {
        store(nth_key(game, number), 2);
    }
    assert_eq!(table.look_up(dear), None, "but not for ever");
}

#[test]
fn replacement_prefers_work_and_youth() {
    forgets_in_good_order(&ConnectFour::new(7, 6).unwrap());
    forgets_in_good_order(&Othello::<u128>::new(8, 8).unwrap());
}
