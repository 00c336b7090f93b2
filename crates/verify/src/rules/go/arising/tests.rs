use std::collections::{BTreeSet, HashSet};

use super::*;

const BOARDS: [&str; 8] = ["1x1", "1x2", "2x1", "1x3", "1x4", "2x2", "1x5", "2x3"];
const RULES: [&str; 4] = [
    "",
    "?superko=situational",
    "?suicide=yes",
    "?superko=situational&suicide=yes",
];

fn games() -> impl Iterator<Item = Go> {
    let specs = BOARDS
        .into_iter()
        .flat_map(|board| RULES.map(|rules| format!("{board}{rules}")));
    specs.map(|spec| Go::parse(&spec).unwrap())
}

fn boards(go: &Go) -> impl Iterator<Item = Board> {
    (0..6_u128 << (2 * go.points())).filter_map(|key| go.board(key))
}

/// Reachable boards if superko forbids only to repeat the present position and the start: a
/// superset of the reachable boards.
fn loosely_reached(go: &Go) -> BTreeSet<u128> {
    let first = go.repetition_key(&go.start());
    let mut open = vec![go.start()];
    let mut reached = BTreeSet::from([go.key(&go.start())]);
    while let Some(board) = open.pop() {
        for played in go.moves(&board, &|key| key == first, &mut Vec::new()) {
            if reached.insert(go.key(&played.after)) {
                open.push(played.after);
            }
        }
    }
    reached
}

#[test]
fn what_is_said_not_to_arise_is_out_of_reach_under_looser_rules() {
    let mut none = 0;
    for go in games() {
        let loosely = loosely_reached(&go);
        for board in boards(&go).filter(|board| !go.can_arise(board)) {
            assert!(
                !loosely.contains(&go.key(&board)),
                "{} {}",
                go.spec(),
                go.describe(&board)
            );
            none += 1;
        }
    }
    assert!(none > 100, "{none}");
}

/// Plays the constructions of the module's documentation under the rules.
#[test]
fn what_is_said_to_arise_is_played() {
    for go in games() {
        for board in boards(&go).filter(|board| go.can_arise(board)) {
            let played = (0..1 << go.points()).any(|region| comes_to(&go, &board, region));
            assert!(played, "{} {}", go.spec(), go.describe(&board));
        }
    }
}

/// Plays to `wanted`: first stones of the side that moved last on all points of `extra` but the
/// last, which comes at the end. Returns whether all moves were legal and led there.
fn comes_to(go: &Go, wanted: &Board, extra: u64) -> bool {
    let mover = (wanted.colour + usize::from(wanted.passes)) % 2;
    if (wanted.stones[0] | wanted.stones[1]) & extra != 0 {
        return false;
    }
    let points = |stones: u64| (0..go.points()).filter(move |point| stones >> point & 1 == 1);
    let mut stones: Vec<(usize, u32)> = points(extra).map(|point| (1 - mover, point)).collect();
    let last = stones.pop();
    stones.extend(points(wanted.stones[mover]).map(|point| (mover, point)));
    stones.extend(points(wanted.stones[1 - mover]).map(|point| (1 - mover, point)));
    stones.extend(last);
    let (mut board, mut before) = (go.start(), HashSet::new());
    let mut play = |board: &mut Board, point: Option<u32>| {
        let moves = go.moves(board, &|key| before.contains(&key), &mut Vec::new());
        before.insert(go.repetition_key(board));
        let found = moves.into_iter().find(|played| played.point == point);
        found.map(|played| *board = played.after).is_some()
    };
    for (colour, point) in stones {
        if board.colour != colour && !play(&mut board, None) {
            return false;
        }
        if !play(&mut board, Some(point)) {
            return false;
        }
    }
    for _ in 0..wanted.passes {
        if !play(&mut board, None) {
            return false;
        }
    }
    board == *wanted
}
