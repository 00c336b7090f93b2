//! What there was before a position.

use std::collections::HashMap;

use crate::rules::go::RepetitionKey;

/// The repetition keys on the way to a position. One may come more than once: passes make nothing new.
#[derive(Clone, Debug, Default)]
pub struct History {
    line: Vec<RepetitionKey>,
    times: HashMap<RepetitionKey, u32>,
}

impl History {
    /// The most bytes that one more key takes: lists and tables double, and the old one is there as long as
    /// the new one is filled.
    pub const BYTES: u64 =
        3 * size_of::<RepetitionKey>() as u64 + 4 * (size_of::<(RepetitionKey, u32)>() as u64 + 1);

    /// Adds the key of a position that is left by a move.
    pub fn push(&mut self, key: Option<RepetitionKey>) {
        if let Some(key) = key {
            self.line.push(key);
            *self.times.entry(key).or_default() += 1;
        }
    }

    /// Takes back what was added last.
    pub fn pop(&mut self, key: Option<RepetitionKey>) {
        if let Some(key) = key {
            self.line.pop();
            if let Some(times) = self.times.get_mut(&key) {
                *times -= 1;
                if *times == 0 {
                    self.times.remove(&key);
                }
            }
        }
    }

    /// Whether a key is among them.
    pub fn has(&self, key: RepetitionKey) -> bool {
        self.times.contains_key(&key)
    }

    /// All of them, from the first on.
    pub fn all(&self) -> &[RepetitionKey] {
        &self.line
    }
}
