//! Plans against what their owner can force, and against exact values after real histories.

use std::collections::HashMap;

use solveig_game::{Keyed, Notation, Reduction};

use super::*;
use solveig_search::binary::{BinarySolver, DfPn, Effort, Resources};
use solveig_search::random::Random;

/// A board on which the stones that a plan keeps, and those that are put there since, must stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    kept: u64,
    loose: u64,
    other: u64,
    /// The points on which the owner may play.
    points: u64,
    owner_moves: bool,
    passes: u8,
}

/// The game without superko, in which a stone that must stay and does not loses all, as does a play
/// that never ends. No stone is put on the same point twice by the owner, so no superko can forbid
/// what a plan needs.
struct PlanGame<'a> {
    board: &'a Board,
    numbers: HashMap<State, u32>,
    states: Vec<State>,
    /// The states after each, [`LOSS`] among them.
    next: Vec<Vec<u32>>,
    values: Vec<Value>,
}

const LOSS: u32 = u32::MAX;

impl<'a> PlanGame<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            numbers: HashMap::new(),
            states: Vec::new(),
            next: Vec::new(),
            values: Vec::new(),
        }
    }

    fn number(&mut self, state: State) -> u32 {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() as u32 - 1
        })
    }

    /// Adds all that can be reached, or gives up after `max` states.
    fn explore(&mut self, max: usize) -> bool {
        while self.next.len() < self.states.len() {
            if self.states.len() > max {
                return false;
            }
            let state = self.states[self.next.len()];
            let mut next = Vec::new();
            if state.passes < 2 {
                for after in self.after(state) {
                    next.push(after.map_or(LOSS, |after| self.number(after)));
                }
            }
            self.next.push(next);
        }
        true
    }

    fn after(&self, state: State) -> Vec<Option<State>> {
        let State {
            kept,
            loose,
            other,
            points,
            owner_moves,
            ..
        } = state;
        let mut all = vec![Some(State {
            owner_moves: !owner_moves,
            passes: state.passes + 1,
            ..state
        })];
        let (own, reply) = (
            kept | loose,
            State {
                owner_moves: !owner_moves,
                passes: 0,
                ..state
            },
        );
        let mut empty = self.board.all() & !(own | other);
        if owner_moves {
            empty &= points;
        }
        while empty != 0 {
            let point = empty & empty.wrapping_neg();
            empty ^= point;
            let (mover, waiting) = if owner_moves {
                (own, other)
            } else {
                (other, own)
            };
            let captured = self.board.captured(mover, waiting, point);
            if captured == 0 && self.board.suicide(mover, waiting, point) != 0 {
                continue;
            }
            all.push(if owner_moves {
                Some(State {
                    kept: kept | point,
                    other: other & !captured,
                    ..reply
                })
            } else if captured & kept != 0 {
                None
            } else {
                Some(State {
                    loose: loose & !captured,
                    other: other | point,
                    ..reply
                })
            });
        }
        all
    }

    /// What the owner can force everywhere: the least solution, in which a play without end is
    /// worth less than any other.
    fn solve(&mut self) {
        let loss = -(self.board.points() as Value) - 1;
        self.values = vec![loss; self.states.len()];
        loop {
            let mut changed = false;
            for at in (0..self.states.len()).rev() {
                let State {
                    kept,
                    loose,
                    other,
                    owner_moves,
                    passes,
                    ..
                } = self.states[at];
                let next = self.next[at].iter().map(|next| match *next {
                    LOSS => loss,
                    next => self.values[next as usize],
                });
                let value = match (passes, owner_moves) {
                    (2, _) => Some(self.board.area_score(kept | loose, other)),
                    (_, true) => next.max(),
                    (_, false) => next.min(),
                };
                let value = value.expect("a pass is legal");
                changed |= value != self.values[at];
                self.values[at] = value;
            }
            if !changed {
                return;
            }
        }
    }
}

fn position(game: &Go, black: u64, white: u64, rest: u128) -> GoPosition {
    let points = game.board().points();
    let stones = u128::from(black) | u128::from(white) << points;
    game.position(stones | rest << (2 * points)).unwrap()
}

/// The best plan without suicide.
fn full_plan(board: &Board, own: u64, other: u64, moves_next: bool) -> Option<Plan> {
    let context = PlanContext {
        board,
        own,
        other,
        suicide: false,
    };
    plan(context, moves_next, true)
}

/// Holds what is said of boards against what can be forced there, and says of how many of them
/// anything is said that certain life does not say.
fn check_forced(game: &Go, boards: &[(u64, u64)], max: usize) -> (usize, usize) {
    let board = game.board();
    let knowledge = GoKnowledge::default();
    let mut forced = PlanGame::new(board);
    let mut said = Vec::new();
    for (own, other) in boards {
        for rest in 0..4 {
            let position = position(game, *own, *other, rest);
            let score = knowledge.sure_score(game, &position, Colour::Black);
            let score = score.expect("superko allows every pass");
            let owner_moves = position.to_move() == Colour::Black;
            let Some(plan) = full_plan(board, *own, *other, owner_moves) else {
                continue;
            };
            let state = State {
                kept: plan.stones,
                loose: own & !plan.stones,
                other: *other,
                points: plan.points,
                owner_moves,
                passes: position.passes(),
            };
            said.push((forced.number(state), score));
            let certain = benson_lower_bound(board, *own, *other, false);
            assert!(score >= certain, "{score}, {certain}: {position:?}");
            if !forced.explore(max) {
                return (0, 0);
            }
            if score <= certain {
                said.pop();
            }
        }
    }
    forced.solve();
    let mut tight = 0;
    for (number, score) in &said {
        let (state, value) = (
            forced.states[*number as usize],
            forced.values[*number as usize],
        );
        assert!(
            *score <= value,
            "{score} said, {value} true: {state:?} on {}x{}",
            board.columns(),
            board.rows()
        );
        tight += usize::from(*score == value);
    }
    (said.len(), tight)
}

/// Whether all boards are asked for, as `cargo xtask test-plans` does: they take hours and
/// gigabytes.
fn all_plans() -> bool {
    std::env::var_os("SOLVEIG_ALL_PLANS").is_some()
}

#[test]
fn plans_can_be_forced_on_all_boards_of_small_sizes() {
    let mut sizes = vec![(6, 1), (7, 1), (2, 2), (3, 2), (4, 2), (3, 3), (5, 2)];
    if all_plans() {
        sizes.extend([(6, 2), (4, 3)]);
    }
    for (columns, rows) in sizes {
        let game = Go::new(columns, rows).unwrap();
        let (mut said, mut tight) = (0, 0);
        for part in boards(game.board()).chunks(20_000) {
            let (more, tighter) = check_forced(&game, part, usize::MAX);
            said += more;
            tight += tighter;
        }
        println!("{columns}x{rows}: {said} said, {tight} of them tight");
        let wide = rows > 1 && columns > 2;
        assert!(
            said > 0 && tight > 0 || !wide,
            "{columns}x{rows}: {said} {tight}"
        );
    }
}

/// Boards with few empty points.
fn drawn(board: &Board, random: &mut Random, empty: u32) -> (u64, u64) {
    loop {
        let (mut own, mut other) = (0, 0);
        for point in 0..board.points() {
            match random.below(board.points()) {
                drawn if drawn < empty => {}
                drawn if drawn < (board.points() + empty) * 2 / 3 => own |= 1 << point,
                _ => other |= 1 << point,
            }
        }
        if board.without_liberty(own, other) | board.without_liberty(other, own) == 0 {
            return (own, other);
        }
    }
}

fn check_drawn(sizes: &[(u32, u32)], empty: u32, draws: u32, max: usize) {
    let mut random = Random::new(1);
    for (columns, rows) in sizes {
        let game = Go::new(*columns, *rows).unwrap();
        let (mut said, mut tight) = (0, 0);
        for _ in 0..draws {
            let board = drawn(game.board(), &mut random, empty);
            let (more, tighter) = check_forced(&game, &[board], max);
            said += more;
            tight += tighter;
        }
        println!("{columns}x{rows}, {empty} empty: {said} said, {tight} of them tight");
        assert!(said > 0, "{columns}x{rows}");
    }
}

#[test]
fn plans_can_be_forced_on_boards_drawn_from_larger_sizes() {
    if !all_plans() {
        return check_drawn(&[(4, 3), (4, 4), (5, 3)], 4, 300, 30_000);
    }
    for empty in [4, 6, 8, 10] {
        check_drawn(&[(4, 4), (5, 4), (5, 5)], empty, 10_000, 100_000);
    }
}

/// Random play that goes on for long: passes are rare.
fn played(game: &Go, plies: u32, random: &mut Random) -> GoPosition {
    let mut position = game.start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.legal_moves(&position, &mut moves);
        let points = moves.len() as u32 - 1;
        let drawn = match random.below(20) {
            0 => points,
            _ => random.below(points.max(1)),
        };
        let next = game.play_unchecked(&position, moves[drawn as usize]);
        if next.passes() < 2 {
            position = next;
        }
    }
    position
}

/// Bounds held against exact answers.
struct Exact {
    game: Go,
    solver: DfPn<Go, GoKnowledge>,
    /// Expansions for an answer.
    budget: u64,
    held: u32,
    /// Answers that took more.
    hard: u32,
}

impl Exact {
    fn new(game: Go, budget: u64) -> Self {
        let resources = Resources::without_table(Reduction::Canonical, 1 << 24);
        Self {
            solver: DfPn::new(game.clone(), UNCONDITIONAL, &resources, 0.25),
            game,
            budget,
            held: 0,
            hard: 0,
        }
    }

    /// Holds what is said of a position beyond what passing alone keeps.
    fn hold(&mut self, position: &GoPosition) {
        let game = &self.game;
        let before = UNCONDITIONAL.bounds(game, position);
        let said = GoKnowledge::default().bounds(game, position);
        for (bound, expected, news) in [
            (said.lower, true, said.lower > before.lower),
            (said.upper + 1, false, said.upper < before.upper),
        ] {
            if !news {
                continue;
            }
            let max = self.solver.effort().expansions + self.budget;
            let go_on = &mut |effort: &Effort| effort.expansions < max;
            match self.solver.reaches(position, bound, go_on) {
                None => self.hard += 1,
                Some(reaches) => {
                    let spec = game.spec();
                    let at = || format!("{spec}, {said:?}\n{}", game.render(position, true));
                    assert_eq!(reaches, expected, "{}", at());
                    self.held += 1;
                }
            }
        }
    }

    fn report(&self) {
        let (spec, held) = (self.game.spec(), self.held);
        println!("{spec}: {held} held, {} too hard", self.hard);
        assert!(held > 0, "{spec}");
    }
}

const RULES: [&str; 4] = [
    "",
    "?superko=situational",
    "?suicide=yes",
    "?superko=situational&suicide=yes",
];

#[test]
fn bounds_hold_after_real_histories() {
    let (sizes, plays, plies, budget) = match all_plans() {
        true => (
            &["3x2", "4x2", "3x3", "5x2", "4x3", "4x4"][..],
            10_000,
            60,
            10_000,
        ),
        false => (&["3x3", "4x2", "4x3"][..], 300, 40, 2_000),
    };
    let mut random = Random::new(7);
    for size in sizes {
        for rules in RULES {
            let spec = format!("go:{size}{rules}");
            let mut exact = Exact::new(go(&spec), budget);
            for _ in 0..plays {
                let plies = plies / 2 + random.below(plies);
                exact.hold(&played(&exact.game, plies, &mut random));
            }
            exact.report();
        }
    }
}

/// All legal boards without a history.
#[test]
fn bounds_hold_on_all_boards_of_small_sizes() {
    let sizes = ["3x2", "4x2", "3x3", "5x2"];
    for size in &sizes[..if all_plans() { 4 } else { 1 }] {
        for rules in RULES {
            let spec = format!("go:{size}{rules}");
            let mut exact = Exact::new(go(&spec), 3_000);
            for (black, white) in boards(exact.game.board()) {
                for rest in 0..4 {
                    exact.hold(&position(&exact.game, black, white, rest));
                }
            }
            exact.report();
        }
    }
}

/// Plans that a history forbids are not believed. Some would have been wrong.
#[test]
fn a_history_can_forbid_a_plan() {
    let mut random = Random::new(3);
    let (mut refused, mut wrong) = (0, 0);
    for spec in ["go:3x2", "go:4x2", "go:3x3"] {
        let game = go(spec);
        let resources = Resources::without_table(Reduction::Canonical, 1 << 24);
        let mut solver = DfPn::new(game.clone(), UNCONDITIONAL, &resources, 0.25);
        let bounded = GoKnowledge::default();
        for _ in 0..4_000 {
            let plies = 20 + random.below(60);
            let position = played(&game, plies, &mut random);
            for owner in [Colour::Black, Colour::White] {
                let (own, other) = (position.stones(owner), position.stones(owner.opponent()));
                let moves_next = position.to_move() == owner;
                let found = full_plan(game.board(), own, other, moves_next);
                let Some(plan) = found else { continue };
                if plan.is_new_after(owner, [plan.points, 0], position.history())
                    || position.passes() > 0
                {
                    continue;
                }
                refused += 1;
                let sure = bounded.sure_score(&game, &position, owner);
                let certain = benson_lower_bound(game.board(), own, other, false);
                assert_eq!(sure, Some(certain));
                let max = solver.effort().expansions + 2_000;
                let go_on = &mut |effort: &Effort| effort.expansions < max;
                let reaches = match moves_next {
                    true => solver.reaches(&position, plan.score, go_on),
                    false => solver
                        .reaches(&position, 1 - plan.score, go_on)
                        .map(|one| !one),
                };
                wrong += u32::from(reaches == Some(false));
            }
        }
    }
    println!("{refused} refused, {wrong} of them wrong");
    assert!(refused > wrong && wrong > 0, "{refused} {wrong}");
}
