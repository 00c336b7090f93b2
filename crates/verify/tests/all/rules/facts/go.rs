//! Go, whose moves depend on history.

use std::collections::HashSet;

use solveig_verify::Interval;
use solveig_verify::go::{Board, Go, RepetitionKey};

const RULES: [&str; 6] = [
    "",
    "?superko=situational",
    "?suicide=yes",
    "?superko=situational&suicide=yes",
    "?komi=0.5",
    "?komi=-50&suicide=yes",
];

/// The boards after all moves that superko allows, with the history as it is.
fn children(go: &Go, board: &Board, history: &HashSet<RepetitionKey>) -> Vec<Board> {
    let moves = go.moves(board, &|key| history.contains(&key), &mut Vec::new());
    moves.into_iter().map(|played| played.after).collect()
}

/// Holds the facts against a board without history, and the moves from it.
fn hold(go: &Go, board: &Board) {
    let text = || format!("{} {}", go.spec(), go.describe(board));
    let key = go.key(board);
    assert_eq!(go.board(key).as_ref(), Some(board), "{}", text());
    let Interval { least, greatest } = go.value_range();
    let Interval {
        least: low,
        greatest: high,
    } = go.certain_bounds(board);
    assert!(
        least <= low && low <= high && high <= greatest,
        "{}",
        text()
    );
    let after = children(go, board, &HashSet::new());
    match go.utility(board) {
        Some(value) => {
            assert!(least <= value && value <= greatest, "{}", text());
            assert!(low <= value && value <= high, "{}", text());
            assert!(after.is_empty(), "{}", text());
        }
        // A pass is always legal.
        None => assert!(!after.is_empty(), "{}", text()),
    }
    for child in &after {
        assert_eq!(go.board(go.key(child)).as_ref(), Some(child), "{}", text());
        let turn = |board: &Board| {
            go.describe(board)
                .split([' ', ','])
                .nth(1)
                .map(str::to_owned)
        };
        assert_ne!(turn(child), turn(board), "{}", text());
        let present = go.repetition_key(board);
        let is_pass = child == after.last().expect("a child");
        let repetition = go.repetition_key(child);
        assert!(is_pass || repetition != present, "{}", text());
    }
}

/// The value by exhaustive search with the whole history.
fn value(go: &Go, board: &Board, history: &mut HashSet<RepetitionKey>) -> i32 {
    if let Some(value) = go.utility(board) {
        return value;
    }
    let present = go.repetition_key(board);
    let after = children(go, board, history);
    let is_new = history.insert(present);
    let values = after.iter().map(|child| -value(go, child, history));
    let best = values.max().expect("a pass");
    if is_new {
        history.remove(&present);
    }
    best
}

fn all_boards(go: &Go, points: u32) -> impl Iterator<Item = Board> {
    // Three bits state who is to move and the passes; none of 1 << 3 and above is one.
    let end = 1_u128 << (2 * points + 3);
    for bit in (0..128).map(|bit| 1_u128 << bit).filter(|bit| *bit >= end) {
        for low in [0, 1, end - 1] {
            assert!(go.board(bit | low).is_none(), "{bit:#x} {low:#x}");
        }
    }
    (0..end).filter_map(|key| go.board(key))
}

#[test]
fn all_small_boards_of_go() {
    for (size, points) in [
        ("1x1", 1),
        ("1x2", 2),
        ("3x1", 3),
        ("1x4", 4),
        ("2x2", 4),
        ("3x2", 6),
    ] {
        for rules in RULES {
            let go = Go::parse(&format!("{size}{rules}")).unwrap();
            let mut boards = 0;
            for board in all_boards(&go, points) {
                hold(&go, &board);
                boards += 1;
                if points <= 3 {
                    let Interval {
                        least: low,
                        greatest: high,
                    } = go.certain_bounds(&board);
                    let value = value(&go, &board, &mut HashSet::new());
                    assert!(low <= value && value <= high, "{}", go.describe(&board));
                }
            }
            println!("{}: {boards} boards", go.spec());
            assert!(boards >= 6);
        }
    }
}
