//! What the rules state of every position, held against all boards that they accept on small
//! boards, and against what follows from these.

mod go;
mod stones;

use std::collections::HashMap;

use solveig_verify::{Interval, Rules, Stage};

use crate::forge::minimax;

/// What is held of a position and its children.
type OwnFacts<'a, P> = &'a dyn Fn(&P, &[P]);

/// Holds facts against positions of one game.
struct Facts<'a, R: Rules> {
    rules: &'a R,
    /// What the game's own rules make of a position, held on every position with its children.
    own: OwnFacts<'a, R::Position>,
    /// Exact values by minimax, by key.
    values: HashMap<u128, i32>,
}

impl<'a, R: Rules> Facts<'a, R> {
    fn new(rules: &'a R, own: OwnFacts<'a, R::Position>) -> Self {
        Self {
            rules,
            own,
            values: HashMap::new(),
        }
    }

    /// Holds every fact against one position and its children, which are returned.
    fn hold(&self, position: &R::Position) -> Vec<R::Position> {
        let rules = self.rules;
        let text = || format!("{} {}", rules.spec(), rules.describe(position));
        let (key, level, stage) = (
            rules.key(position),
            rules.level(position),
            rules.stage(position),
        );
        let excess = key.checked_shr(rules.key_bits()).unwrap_or(0);
        assert_eq!(excess, 0, "{}", text());
        assert_eq!(rules.position(key).as_ref(), Some(position), "{}", text());
        assert_eq!(rules.impossibility(key), None, "{}", text());
        assert!(level <= rules.max_level(), "{}", text());
        let mut children = Vec::new();
        rules.children(position, &mut children);
        let Interval { least, greatest } = rules.value_range();
        match stage {
            Stage::Over(value) => {
                assert!(least <= value && value <= greatest, "{} {value}", text());
                assert!(children.is_empty(), "{}", text());
            }
            Stage::Pass => {
                assert_eq!(children.len(), 1, "{}", text());
                assert_eq!(rules.level(&children[0]), level, "{}", text());
                assert_eq!(rules.stage(&children[0]), Stage::Moves, "{}", text());
            }
            Stage::Moves => {
                assert!(!children.is_empty(), "{}", text());
                let count = rules.move_count(position) as usize;
                assert_eq!(count, children.len(), "{}", text());
                for child in &children {
                    let after = rules.level(child);
                    assert!(level < after && after <= rules.max_level(), "{}", text());
                }
            }
        }
        for child in &children {
            let key = rules.key(child);
            assert_eq!(rules.position(key).as_ref(), Some(child), "{}", text());
        }
        let least = rules.canonical(position);
        assert!(rules.key(&least) <= key, "{}", text());
        assert_eq!(rules.canonical(&least), least, "{}", text());
        assert_eq!(rules.position(rules.key(&least)), Some(least.clone()));
        assert_eq!(rules.level(&least), level, "{}", text());
        assert_eq!(rules.stage(&least), stage, "{}", text());
        (self.own)(position, &children);
        children
    }

    /// The value by minimax, which lies in the range of values.
    fn value(&mut self, position: &R::Position) -> i32 {
        let value = minimax(self.rules, position, &mut self.values);
        let Interval { least, greatest } = self.rules.value_range();
        let text = || format!("{} {}", self.rules.spec(), self.rules.describe(position));
        assert!(least <= value && value <= greatest, "{} {value}", text());
        value
    }

    /// Holds the facts against the positions of all keys, and of keys that are too long; returns
    /// how many there are.
    fn hold_all(&mut self) -> u64 {
        let rules = self.rules;
        let mut accepted = 0;
        for key in 0..1 << rules.key_bits() {
            match rules.position(key) {
                Some(position) => {
                    self.hold(&position);
                    let value = self.value(&position);
                    let image = rules.canonical(&position);
                    assert_eq!(self.value(&image), value, "{}", rules.describe(&position));
                    accepted += 1;
                }
                None => assert!(rules.impossibility(key).is_none_or(|why| !why.is_empty())),
            }
        }
        self.refuse_long_keys();
        accepted
    }

    /// No position has a key with more bits than there are to a key.
    fn refuse_long_keys(&self) {
        let bits = self.rules.key_bits();
        for bit in bits..128 {
            for low in [0, 1, (1 << bits) - 1] {
                assert!(self.rules.position(1 << bit | low).is_none(), "{bit}");
            }
        }
        assert!(self.rules.position(u128::MAX).is_none());
    }
}
