//! Rules that the caller supplies, for games of which the checker has none.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::{Rules, Stage};
use crate::Interval;

/// Rules of any type; positions are represented by their keys.
#[derive(Clone)]
pub struct GivenRules {
    rules: Arc<dyn Rules<Position = u128> + Send>,
    /// Whether they were written independently of the rules that the solver used.
    pub independent: bool,
}

impl GivenRules {
    /// Wraps `rules`. `independent` says whether they were written independently of the solver's.
    pub fn new<R: Rules + Send + 'static>(rules: R, independent: bool) -> Self {
        let rules = Arc::new(ByKey(rules));
        Self { rules, independent }
    }
}

impl Deref for GivenRules {
    type Target = dyn Rules<Position = u128> + Send;

    fn deref(&self) -> &Self::Target {
        &*self.rules
    }
}

impl fmt::Debug for GivenRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GivenRules({})", self.spec())
    }
}

/// Finds rules by spec: `None` if the game's name is unknown, else the rules or why the spec is
/// invalid.
pub type FindRules<'a> = dyn Fn(&str) -> Option<Result<GivenRules, String>> + Sync + 'a;

/// Finds no rules.
pub fn none_given(_spec: &str) -> Option<Result<GivenRules, String>> {
    None
}

/// The rules `R` with keys as positions.
struct ByKey<R>(R);

impl<R: Rules> ByKey<R> {
    /// The position with a key that these rules made, or that [`Rules::position`] accepted.
    fn at(&self, key: u128) -> R::Position {
        let position = self.0.position(key);
        position.expect("rules give a position for each key that they made")
    }
}

impl<R: Rules> Rules for ByKey<R> {
    type Position = u128;

    fn spec(&self) -> String {
        self.0.spec()
    }

    fn start(&self) -> u128 {
        self.0.key(&self.0.start())
    }

    fn stage(&self, &key: &u128) -> Stage {
        self.0.stage(&self.at(key))
    }

    fn children(&self, &key: &u128, children: &mut Vec<u128>) {
        let mut positions = Vec::new();
        self.0.children(&self.at(key), &mut positions);
        children.extend(positions.iter().map(|child| self.0.key(child)));
    }

    fn level(&self, &key: &u128) -> u32 {
        self.0.level(&self.at(key))
    }

    fn max_level(&self) -> u32 {
        self.0.max_level()
    }

    fn value_range(&self) -> Interval {
        self.0.value_range()
    }

    fn key(&self, &key: &u128) -> u128 {
        key
    }

    fn key_bits(&self) -> u32 {
        self.0.key_bits()
    }

    fn position(&self, key: u128) -> Option<u128> {
        self.0.position(key).map(|position| self.0.key(&position))
    }

    fn impossibility(&self, key: u128) -> Option<String> {
        self.0.impossibility(key)
    }

    fn canonical(&self, &key: &u128) -> u128 {
        self.0.key(&self.0.canonical(&self.at(key)))
    }

    fn counts_terminal_positions(&self) -> bool {
        self.0.counts_terminal_positions()
    }

    fn move_count(&self, &key: &u128) -> u32 {
        self.0.move_count(&self.at(key))
    }

    fn describe(&self, &key: &u128) -> String {
        self.0.describe(&self.at(key))
    }

    fn describe_move(&self, &key: &u128, index: usize) -> String {
        self.0.describe_move(&self.at(key), index)
    }
}
