//! Games by their definitions, with exhaustive search.

use std::collections::HashMap;

use solveig_verify::{Interval, Rules, Stage};

use crate::forge::{Random, minimax};

/// A game, small enough to be searched to its end. Values are for the side to move.
pub trait Definition: Sized {
    /// A position, with its history if it matters.
    type State: Clone;

    fn spec(&self) -> String;

    /// The start, or the position with a key; `None` if there is none.
    fn begin(&self, board: Option<u128>) -> Option<Self::State>;

    fn key(&self, state: &Self::State) -> u128;

    /// The states after the legal moves, in order.
    fn moves(&self, state: &Self::State) -> Vec<Self::State>;

    fn utility(&self, state: &Self::State) -> Option<i32>;

    fn range(&self) -> Interval;

    /// Whether the value is at least `bound`.
    fn reaches(&mut self, state: &Self::State, bound: i32) -> bool;

    /// A key, of a position or not.
    fn some_key(&self, random: &mut Random) -> u128;

    /// Another game on the same board, if there is one.
    fn other(&self, _random: &mut Random) -> Option<Self> {
        None
    }

    fn value(&mut self, state: &Self::State) -> i32 {
        let Interval {
            least: mut min,
            greatest: mut max,
        } = self.range();
        while min < max {
            let bound = min + (max - min + 1) / 2;
            match self.reaches(state, bound) {
                true => min = bound,
                false => max = bound - 1,
            }
        }
        min
    }
}

/// A game without history: the rules of the checker, searched by minimax.
pub struct Ruled<R: Rules> {
    rules: R,
    values: HashMap<u128, i32>,
}

impl<R: Rules> Ruled<R> {
    pub fn new(rules: R) -> Self {
        Self {
            rules,
            values: HashMap::new(),
        }
    }
}

impl<R: Rules> Definition for Ruled<R> {
    type State = R::Position;

    fn spec(&self) -> String {
        self.rules.spec()
    }

    fn begin(&self, board: Option<u128>) -> Option<R::Position> {
        match board {
            None => Some(self.rules.start()),
            Some(key) => self.rules.position(key),
        }
    }

    fn key(&self, state: &R::Position) -> u128 {
        self.rules.key(state)
    }

    fn moves(&self, state: &R::Position) -> Vec<R::Position> {
        let mut children = Vec::new();
        self.rules.children(state, &mut children);
        children
    }

    fn utility(&self, state: &R::Position) -> Option<i32> {
        match self.rules.stage(state) {
            Stage::Over(value) => Some(value),
            _ => None,
        }
    }

    fn range(&self) -> Interval {
        self.rules.value_range()
    }

    fn reaches(&mut self, state: &R::Position, bound: i32) -> bool {
        minimax(&self.rules, state, &mut self.values) >= bound
    }

    fn some_key(&self, random: &mut Random) -> u128 {
        // Boards that were set up, near enough to the end to be searched.
        if random.chance(2) {
            for _ in 0..300 {
                let key = u128::from(random.next()) & ((1 << self.rules.key_bits()) - 1);
                let near = |position| self.rules.max_level() - self.rules.level(&position) <= 9;
                if self.rules.position(key).is_some_and(near) {
                    return key;
                }
            }
        }
        // Random keys rarely have a position; those from play do.
        let mut state = self.rules.start();
        for _ in 0..random.below(6) {
            let moves = self.moves(&state);
            if moves.is_empty() {
                break;
            }
            state = random.pick(&moves).clone();
        }
        self.rules.key(&state) ^ u128::from(random.chance(8)) << random.below(128)
    }
}
