//! The rules of Go on bitboards compared with those on cells, along random plays; and bounds from
//! alive stones.

use std::collections::HashSet;

use solveig_verify::Interval;
use solveig_verify::go::Go;

use super::definition::Definition;
use super::naive_go::NaiveGo;
use crate::forge::Random;

const SIZES: [(usize, usize); 14] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (2, 2),
    (3, 2),
    (2, 3),
    (3, 3),
    (5, 4),
    (5, 5),
    (7, 7),
    (1, 25),
    (25, 1),
    (24, 2),
    (3, 16),
];

fn play(naive: &NaiveGo, seed: u64) {
    let go = Go::parse(&naive.spec()[3..]).unwrap();
    assert_eq!(go.spec(), naive.spec());
    assert_eq!(go.value_range(), naive.range());
    let mut random = Random::new(seed);
    let (mut board, mut state) = (go.start(), naive.begin(None).unwrap());
    let mut before = HashSet::new();
    for _ in 0..150 {
        let text = NaiveGo::text(&state);
        assert_eq!(go.describe(&board), text);
        assert_eq!(go.key(&board), naive.key(&state), "{text}");
        assert_eq!(go.board(naive.key(&state)), Some(board), "{text}");
        assert_eq!(go.utility(&board), naive.utility(&state), "{text}");
        let children = naive.moves(&state);
        let mut forbidden = Vec::new();
        let found = go.moves(&board, &|key| before.contains(&key), &mut forbidden);
        let keys = |after: &_| naive.key(after);
        let expected: Vec<u128> = children.iter().map(keys).collect();
        let boards: Vec<u128> = found.iter().map(|played| go.key(&played.after)).collect();
        assert_eq!(boards, expected, "{text}");
        for (played, after) in found.iter().zip(&children) {
            let name = naive.point_name(&state, after);
            if name != "suicide" {
                assert_eq!(go.move_name(played.point), name, "{text}");
            }
        }
        // The forbidden moves are those that would be legal without history.
        let free = go.moves(&board, &|_| false, &mut Vec::new());
        let allowed = |point| found.iter().any(|played| played.point == point);
        let repetitions: Vec<_> = free
            .iter()
            .filter(|played| !allowed(played.point))
            .map(|played| go.repetition_key(&played.after))
            .collect();
        assert_eq!(forbidden, repetitions, "{text}");
        before.insert(go.repetition_key(&board));
        let Some(last) = children.len().checked_sub(1) else {
            return;
        };
        // Passes are rare.
        let choice = match random.below(12) {
            0 => last,
            _ => random.below(last.max(1)),
        };
        board = found[choice].after;
        state = children[choice].clone();
    }
}

#[test]
fn go_equals_go_on_cells() {
    for (columns, rows) in SIZES {
        for (situational, suicide) in [(false, false), (false, true), (true, false), (true, true)] {
            let naive = NaiveGo::new(columns, rows, situational, suicide);
            let plays = match columns * rows {
                0..10 => 40,
                10..=20 => 2,
                _ => 1,
            };
            for seed in 0..plays {
                play(&naive, seed);
            }
            if columns * rows > 20 {
                continue;
            }
            for komi in [-100, -3, 0, 1, 5, 100] {
                play(&naive.clone().with_komi(komi), 7);
            }
        }
    }
}

/// Bounds for Black to move; rows from the first.
#[test]
fn stones_that_are_alive_bound_the_value() {
    let all = [
        // One eye, then two.
        ("3x1", "X--", (-3, 3)),
        ("4x1", "X-XX", (-4, 4)),
        ("3x1", "-X-", (3, 3)),
        ("5x1", "-X-X-", (5, 5)),
        ("5x1", "-XO-O", (-5, 5)),
        // The last point is not beside the chain.
        ("4x1", "-X--", (-4, 4)),
        ("3x2", "-XXX--", (-6, 6)),
        // The second chain has one eye; once it is struck out, so has the first.
        ("7x1", "-X-X-O-", (-7, 7)),
        // At worst a region of two points belongs to nobody.
        ("3x2", "-X-XX-", (3, 6)),
        ("4x2", "-XXXXX-O", (5, 8)),
        ("4x2?suicide=yes", "-XXXXX-O", (5, 8)),
        ("5x3", "-X---XXXXX-----", (1, 15)),
        ("4x3", "-XXXXX-O-XX-", (7, 12)),
        ("4x3", "-OOOOO-X-OO-", (-12, -7)),
        ("4x3?komi=6.5", "-XXXXX-O-XX-", (1, 1)),
        ("4x3?komi=7", "-XXXXX-O-XX-", (0, 1)),
        ("5x3", "-XO-OXXOOOO-O--", (-15, 0)),
        ("5x3", "-X-OOXXOO-O-OOO", (-15, 15)),
        // The stone in the middle is beside no other: after suicide its point may be the last empty
        // one.
        ("6x5", "XXXXX-X---XXX-O-XXX---XXXXXXXX", (13, 30)),
        (
            "6x5?suicide=yes",
            "XXXXX-X---XXX-O-XXX---XXXXXXXX",
            (-30, 30),
        ),
    ];
    for (game, cells, (least, greatest)) in all {
        let bounds = Interval { least, greatest };
        let go = Go::parse(game).unwrap();
        let points = cells.len();
        let key = cells.chars().enumerate().map(|(at, cell)| match cell {
            'X' => 1_u128 << at,
            'O' => 1 << (points + at),
            _ => 0,
        });
        let board = go.board(key.sum()).unwrap();
        assert_eq!(go.certain_bounds(&board), bounds, "{game} {cells}");
        // The same from White's point of view.
        let white = go.board(go.key(&board) | 1 << (2 * points)).unwrap();
        assert_eq!(
            go.certain_bounds(&white),
            bounds.negated(),
            "{game} {cells}"
        );
    }
}
