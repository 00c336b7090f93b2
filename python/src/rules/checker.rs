//! The rules as the checker asks for them.

use std::sync::Arc;

use solveig_verify::{Interval, Stage};

use super::{PythonRules, StatePosition};

/// The same rules for the checker, which therefore does not call its check independent.
pub struct CheckerRules(pub Arc<PythonRules>);

impl solveig_verify::Rules for CheckerRules {
    type Position = StatePosition;

    fn spec(&self) -> String {
        self.0.spec.clone()
    }

    fn start(&self) -> StatePosition {
        self.0.start()
    }

    fn stage(&self, position: &StatePosition) -> Stage {
        match self.0.payoff(position) {
            Some(value) => Stage::Over(value),
            None => Stage::Moves,
        }
    }

    fn children(&self, position: &StatePosition, children: &mut Vec<StatePosition>) {
        let moves = self.0.moves(position).iter();
        children.extend(moves.map(|played| self.0.play(position, *played)));
    }

    fn level(&self, position: &StatePosition) -> u32 {
        self.0.level(position)
    }

    fn max_level(&self) -> u32 {
        self.0.max_level
    }

    fn value_range(&self) -> Interval {
        Interval {
            least: self.0.range.min,
            greatest: self.0.range.max,
        }
    }

    fn key(&self, position: &StatePosition) -> u128 {
        position.0.key
    }

    fn key_bits(&self) -> u32 {
        self.0.key_bits
    }

    fn position(&self, key: u128) -> Option<StatePosition> {
        self.0.at_key(key)
    }

    fn describe(&self, position: &StatePosition) -> String {
        format!("#{}", position.0.key)
    }

    fn describe_move(&self, position: &StatePosition, index: usize) -> String {
        let played = self.0.moves(position).get(index);
        played.map_or_else(String::new, |played| self.0.name(*played))
    }
}
