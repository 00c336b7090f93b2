//! Rules of any game from any start as one type, so that the checker is compiled only once.

use solveig_verify::{GivenRules, Interval, Rules, Stage};

use super::random::Random;

/// Rules and a start. Positions are keys.
#[derive(Clone)]
pub struct Game {
    rules: GivenRules,
    start: u128,
    /// Whether the checker knows them by their spec.
    is_builtin: bool,
}

impl Game {
    /// A game that the checker knows, from its start.
    pub fn builtin<R: Rules + Send + 'static>(rules: R) -> Self {
        Self {
            is_builtin: true,
            ..Self::custom(rules)
        }
    }

    /// A game of which the checker is given the rules.
    pub fn custom<R: Rules + Send + 'static>(rules: R) -> Self {
        let rules = GivenRules::new(rules, true);
        let start = rules.start();
        Self {
            rules,
            start,
            is_builtin: false,
        }
    }

    /// Finds the rules of this game for the checker, if it does not know them.
    pub fn find(&self, spec: &str) -> Option<Result<GivenRules, String>> {
        let found = !self.is_builtin && spec == self.spec();
        found.then(|| Ok(GivenRules::new(self.clone(), true)))
    }

    /// The game from a position of random play with few levels left, or an earlier terminal
    /// position.
    pub fn late(mut self, random: &mut Random) -> Self {
        self.is_builtin = false;
        let (first, last) = (self.start, self.max_level());
        loop {
            let left = 1 + random.below(7) as u32;
            self.start = first;
            // Passes keep the level, so the start may have to pass.
            while self.level(&self.start) + left < last {
                let mut children = Vec::new();
                self.children(&self.start, &mut children);
                if children.is_empty() {
                    break;
                }
                self.start = *random.pick(&children);
            }
            if self.stage(&self.start) == Stage::Moves || random.chance(4) {
                return self;
            }
        }
    }
}

impl Rules for Game {
    type Position = u128;

    fn spec(&self) -> String {
        match self.is_builtin {
            true => self.rules.spec(),
            false => format!("given {}", self.rules.spec()),
        }
    }

    fn start(&self) -> u128 {
        self.start
    }

    fn stage(&self, position: &u128) -> Stage {
        self.rules.stage(position)
    }

    fn children(&self, position: &u128, children: &mut Vec<u128>) {
        self.rules.children(position, children);
    }

    fn level(&self, position: &u128) -> u32 {
        self.rules.level(position)
    }

    fn max_level(&self) -> u32 {
        self.rules.max_level()
    }

    fn value_range(&self) -> Interval {
        self.rules.value_range()
    }

    fn key(&self, position: &u128) -> u128 {
        *position
    }

    fn key_bits(&self) -> u32 {
        self.rules.key_bits()
    }

    fn position(&self, key: u128) -> Option<u128> {
        self.rules.position(key)
    }

    fn canonical(&self, position: &u128) -> u128 {
        self.rules.canonical(position)
    }

    fn counts_terminal_positions(&self) -> bool {
        self.rules.counts_terminal_positions()
    }

    fn describe(&self, position: &u128) -> String {
        self.rules.describe(position)
    }

    fn describe_move(&self, position: &u128, index: usize) -> String {
        self.rules.describe_move(position, index)
    }
}
