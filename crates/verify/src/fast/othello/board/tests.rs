use super::*;
use crate::random::Random;
use crate::{Othello, Rules, Stage};

/// Plays at random and checks that discs found stable are never flipped.
fn stable_discs_stay<B: Board>(seed: u64) -> u32 {
    let rules = Othello::new(B::COLUMNS, B::ROWS).unwrap();
    let mut random = Random(seed);
    let mut position = rules.start();
    // Stable discs found so far of the side to move and of the other.
    let (mut own, mut other, mut found) = (0, 0, 0);
    while !matches!(rules.stage(&position), Stage::Over(_)) {
        assert_eq!(own & !position.mover, 0, "{position:?}");
        assert_eq!(other & !position.opponent, 0, "{position:?}");
        let stable = B::stable;
        let all = stable(position.mover, position.opponent, u32::MAX);
        for enough in 0..=all.count_ones() + 1 {
            let some = stable(position.mover, position.opponent, enough);
            assert_eq!(some & !all, 0, "{position:?}");
            assert!(some == all || some.count_ones() >= enough, "{position:?}");
        }
        own |= all;
        other |= stable(position.opponent, position.mover, u32::MAX);
        let mut children = Vec::new();
        rules.children(&position, &mut children);
        position = *random.pick(&children);
        (own, other) = (other, own);
        found += u32::from(own | other != 0);
    }
    assert_eq!((own & !position.mover, other & !position.opponent), (0, 0));
    found
}

#[test]
fn stable_discs_are_never_turned_over() {
    let mut found = 0;
    for seed in 0..2_000 {
        found += stable_discs_stay::<Squares<4, 4>>(seed);
        found += stable_discs_stay::<Squares<6, 4>>(seed);
        found += stable_discs_stay::<Squares<4, 8>>(seed);
        found += stable_discs_stay::<Squares<6, 6>>(seed);
        found += stable_discs_stay::<Squares<10, 4>>(seed);
        found += stable_discs_stay::<Squares<4, 10>>(seed);
    }
    assert!(found > 20_000, "{found}");
}

#[test]
fn what_is_held_at_corners_are_corners_and_neighbours_of_them_on_the_edge() {
    fn check<B: Board>(set: u64) {
        let at = |column: u32, row: u32| set >> (row * B::COLUMNS + column) & 1 == 1;
        let mut expected = 0;
        for (column, row) in [
            (0, 0),
            (B::COLUMNS - 1, 0),
            (0, B::ROWS - 1),
            (B::COLUMNS - 1, B::ROWS - 1),
        ] {
            if at(column, row) {
                let across = (if column == 0 { 1 } else { B::COLUMNS - 2 }, row);
                let along = (column, if row == 0 { 1 } else { B::ROWS - 2 });
                for (column, row) in [(column, row), across, along] {
                    expected |= u64::from(at(column, row)) << (row * B::COLUMNS + column);
                }
            }
        }
        let found = B::at_corners(set);
        assert_eq!(found, expected, "board {set:x}");
    }
    let mut random = Random(3);
    for _ in 0..2_000 {
        let set = random.next() | random.next();
        check::<Squares<4, 4>>(set & Squares::<4, 4>::ALL);
        check::<Squares<8, 4>>(set & Squares::<8, 4>::ALL);
        check::<Squares<4, 8>>(set & Squares::<4, 8>::ALL);
        check::<Squares<6, 6>>(set & Squares::<6, 6>::ALL);
        check::<Squares<10, 4>>(set & Squares::<10, 4>::ALL);
        check::<Squares<4, 10>>(set & Squares::<4, 10>::ALL);
    }
}

#[test]
fn a_full_edge_and_what_leans_on_it_stay() {
    // The first row is full, and a disc below it at the edge is next to a stable one.
    let row = 0b11_1111;
    let stable = Squares::<6, 6>::stable(row | 1 << 6, 1 << 7, u32::MAX);
    assert_eq!(stable, row | 1 << 6);
    // A lone disc in the middle is not stable.
    assert_eq!(Squares::<6, 6>::stable(1 << 14, 0, u32::MAX), 0);
}
