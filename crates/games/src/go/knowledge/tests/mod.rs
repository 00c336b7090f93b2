//! Life and bounds against what can be reached, on every legal board of small sizes.

use std::collections::{HashMap, HashSet};

mod plans;

use crate::go::{Board, Go};
use solveig_game::random::Random;
use solveig_game::{Game, Interval, Keyed, Spec, Value};

use super::*;
use solveig_search::{
    Bounds, Estimates, Minimax, MoveOrdering, NoKnowledge, Oracle, PlainAlphaBeta, ProofConditions,
    TableHints,
};

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

fn subsets(of: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let this = next?;
        next = (this != of).then(|| this.wrapping_sub(of) & of);
        Some(this)
    })
}

/// What passing alone keeps: it holds after every history.
const UNCONDITIONAL: GoKnowledge = GoKnowledge {
    safety: Safety::Unconditional,
};

/// All legal boards: the stones of two colours.
fn boards(board: &Board) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    for stones in subsets(board.all()) {
        for other in subsets(board.all() & !stones) {
            if board.without_liberty(stones, other) == 0
                && board.without_liberty(other, stones) == 0
            {
                all.push((stones, other));
            }
        }
    }
    all
}

/// The boards after one stone of `other`, of suicide too where that is allowed, and whatever was
/// there before.
fn answers(board: &Board, stones: u64, other: u64, suicide: bool) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    let mut empty = board.all() & !(stones | other);
    while empty != 0 {
        let point = empty & empty.wrapping_neg();
        empty ^= point;
        let captured = board.captured(other, stones, point);
        let suicides = match captured {
            0 => board.suicide(other, stones, point),
            _ => 0,
        };
        if suicides == 0 || suicide {
            all.push((stones & !captured, (other | point) & !suicides));
        }
    }
    all
}

/// What becomes of a board where only `other` moves, without suicide: the stones that stay in any
/// case, and the least difference of areas.
fn passive(
    board: &Board,
    stones: u64,
    other: u64,
    memory: &mut HashMap<(u64, u64), (u64, Value)>,
) -> (u64, Value) {
    if let Some(found) = memory.get(&(stones, other)) {
        return *found;
    }
    let (mut stay, mut least) = (stones, board.area_score(stones, other));
    for (stones, other) in answers(board, stones, other, false) {
        let (stay_then, least_then) = passive(board, stones, other, memory);
        stay &= stay_then;
        least = least.min(least_then);
    }
    memory.insert((stones, other), (stay, least));
    (stay, least)
}

fn check_without_suicide(columns: u32, rows: u32) {
    let game = Go::new(columns, rows).unwrap();
    let board = game.board();
    let mut memory = HashMap::new();
    let (mut alive, mut tight) = (0, 0);
    for (stones, other) in boards(board) {
        let (stay, least) = passive(board, stones, other, &mut memory);
        let life = unconditionally_alive(board, stones, other, false);
        assert_eq!(life.stones, stay, "{columns}x{rows} {stones:b} {other:b}");
        let bound = benson_lower_bound(board, stones, other, false);
        assert!(bound <= least, "{columns}x{rows} {stones:b} {other:b}");
        alive += usize::from(life.stones != 0);
        tight += usize::from(bound == least);
    }
    assert!(alive > 0 && tight > 0, "{alive} {tight}");
}

#[test]
fn chains_are_alive_exactly_if_nothing_captures_them_while_their_owner_passes() {
    for (columns, rows) in [(5, 1), (3, 2), (7, 1), (3, 3), (4, 2), (5, 2), (4, 3)] {
        check_without_suicide(columns, rows);
    }
}

/// 4x4 has 24 318 165 legal boards; these are dense ones, where chains have regions of their own.
#[test]
fn chains_are_alive_exactly_if_nothing_captures_them_on_boards_drawn_from_4x4() {
    let board = Board::clone(go("go:4x4").board());
    let (mut random, mut alive, mut memory) = (Random::new(1), 0, HashMap::new());
    for _ in 0..20_000 {
        let word = random.word();
        let half = |shift: u32| word >> shift & board.all();
        let (stones, other) = (half(0) | half(16) & half(32), half(48));
        let other = other & !stones;
        if board.without_liberty(stones, other) | board.without_liberty(other, stones) != 0 {
            continue;
        }
        let (stay, least) = passive(&board, stones, other, &mut memory);
        let life = unconditionally_alive(&board, stones, other, false);
        assert_eq!(life.stones, stay, "{stones:b} {other:b}");
        assert!(benson_lower_bound(&board, stones, other, false) <= least);
        alive += usize::from(stay != 0);
    }
    assert!(alive > 100, "{alive}");
}

#[test]
fn with_suicide_too_nothing_captures_what_is_alive() {
    for (columns, rows) in [(5, 1), (3, 2), (7, 1), (3, 3), (4, 2), (5, 2), (4, 3)] {
        let game = Go::new(columns, rows).unwrap();
        let board = game.board();
        let mut some = false;
        for (stones, other) in boards(board) {
            let life = unconditionally_alive(board, stones, other, true);
            let bound = benson_lower_bound(board, stones, other, true);
            if life.stones == 0 {
                assert!(
                    bound <= -(board.points() as Value),
                    "no more than all is lost"
                );
                continue;
            }
            some = true;
            let mut seen = HashSet::from([(stones, other)]);
            let mut open = vec![(stones, other)];
            while let Some((stones, other)) = open.pop() {
                assert_eq!(
                    life.stones & !stones,
                    0,
                    "{columns}x{rows} {stones:b} {other:b}"
                );
                assert!(bound <= board.area_score(stones, other));
                for next in answers(board, stones, other, true) {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        assert!(some, "{columns}x{rows}");
    }
}

/// A region that is filled by a suicide is empty again, and no longer vital if a point in its
/// middle lies beside no stone of the chain.
#[test]
fn suicide_can_kill_what_lives_without_it() {
    let mut differ = 0;
    let board = Go::new(5, 3).unwrap().board().clone();
    for (stones, other) in boards(&board).into_iter().step_by(31) {
        let with = unconditionally_alive(&board, stones, other, true);
        let without = unconditionally_alive(&board, stones, other, false);
        assert_eq!(with.stones & !without.stones, 0);
        differ += usize::from(with.stones != without.stones);
    }
    assert!(differ > 0);
}

#[test]
fn values_lie_within_the_bounds() {
    for spec in [
        "go:5x1",
        "go:3x2",
        "go:3x3",
        "go:4x2?komi=0.5",
        "go:3x3?superko=situational&komi=2",
        "go:3x2?suicide=yes",
        "go:5x1?superko=situational&suicide=yes",
    ] {
        let game = go(spec);
        let unknown = Interval::unknown(game.value_range());
        let mut solver = PlainAlphaBeta::new(game.clone(), WithoutBounds);
        let mut bounded = 0;
        let points = game.board().points();
        for (black, white) in boards(game.board()) {
            for rest in 0..4u128 {
                let stones = u128::from(black) | u128::from(white) << points;
                let position = game.position(stones | rest << (2 * points)).unwrap();
                let bounds = UNCONDITIONAL.bounds(&game, &position);
                let at = || format!("{spec} {position:?}: {bounds:?}");
                if bounds.lower > unknown.lower {
                    bounded += 1;
                    assert!(
                        solver.at_least(&position, bounds.lower).unwrap(),
                        "{}",
                        at()
                    );
                }
                if bounds.upper < unknown.upper {
                    bounded += 1;
                    assert!(
                        !solver.at_least(&position, bounds.upper + 1).unwrap(),
                        "{}",
                        at()
                    );
                }
            }
        }
        assert!(bounded > 0, "{spec}");
    }
}

/// The same order of moves, and nothing that could be wrong.
#[derive(Clone)]
struct WithoutBounds;

impl Bounds<Go> for WithoutBounds {
    fn expand(&self, game: &Go, position: &GoPosition, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        Interval::unknown(game.value_range())
    }
}

impl MoveOrdering<Go> for WithoutBounds {
    fn name(&self) -> &'static str {
        "Go's liberties"
    }

    fn order(&self, game: &Go, position: &GoPosition, moves: &mut [Move]) {
        GoKnowledge::default().order(game, position, moves);
    }
}

impl Estimates<Go> for WithoutBounds {}

impl ProofConditions<Go> for WithoutBounds {}

impl TableHints<Go> for WithoutBounds {}

#[test]
fn knowledge_changes_no_value() {
    for spec in [
        "go:3x1",
        "go:4x1",
        "go:5x1",
        "go:2x2",
        "go:2x2?superko=situational",
    ] {
        let unknown = Interval::unknown(go(spec).value_range());
        let mut informed = PlainAlphaBeta::new(go(spec), GoKnowledge::default());
        let mut plain = PlainAlphaBeta::new(go(spec), WithoutBounds);
        let start = go(spec).start();
        assert_eq!(
            informed.value(&start, unknown).unwrap(),
            plain.value(&start, unknown).unwrap()
        );
        assert!(informed.nodes() <= plain.nodes());
    }
    let (mut informed, mut minimax) = (
        PlainAlphaBeta::new(go("go:3x1"), GoKnowledge::default()),
        Minimax::new(go("go:3x1")),
    );
    let start = go("go:3x1").start();
    let line = minimax.principal_variation(&start).unwrap();
    assert_eq!(informed.principal_variation(&start).unwrap(), line);
    let mut unordered = PlainAlphaBeta::new(go("go:3x1"), NoKnowledge);
    assert_eq!(unordered.principal_variation(&start).unwrap(), line);
}

/// As many chains and eyes as there are on the largest boards, up to the last point.
#[test]
fn a_board_full_of_eyes_is_all_its_owners() {
    for (columns, rows) in [(7, 7), (12, 4), (25, 1), (1, 49), (1, 47)] {
        let game = Go::new(columns, rows).unwrap();
        let board = game.board();
        let is_odd = |point: &u32| (point / columns + point % columns) % 2 == 1;
        let stones = (0..board.points()).filter(is_odd);
        let stones = stones.fold(0, |stones, point| stones | 1_u64 << point);
        let eyes = (board.all() & !stones).count_ones() as usize;
        let all = board.points() as Value;
        for suicide in [false, true] {
            let life = unconditionally_alive(board, stones, 0, suicide);
            assert_eq!((life.stones, life.regions.len()), (stones, eyes));
            assert_eq!(benson_lower_bound(board, stones, 0, suicide), all);
            let context = PlanContext {
                board,
                own: stones,
                other: 0,
                suicide,
            };
            let kept = context.holdings();
            assert_eq!(
                (kept.stones, kept.territory),
                (stones, board.all() & !stones)
            );
            for gains in [false, true] {
                let plan = plan(context, false, gains).unwrap();
                assert_eq!((plan.stones, plan.score), (stones, all));
            }
        }
    }
}
