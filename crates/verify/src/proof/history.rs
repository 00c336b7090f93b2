//! The history of a position.

use std::collections::HashMap;

use crate::rules::go::RepetitionKey;

/// The repetition keys of the positions before a position. A key may occur more than once, as a
/// pass repeats it.
#[derive(Clone, Debug, Default)]
pub struct History {
    line: Vec<RepetitionKey>,
    times: HashMap<RepetitionKey, u32>,
}

impl History {
    /// Upper bound on the bytes of one more key. Lists and tables grow by doubling, and the old
    /// copy exists while the new one is filled.
    pub const BYTES: u64 =
        3 * size_of::<RepetitionKey>() as u64 + 4 * (size_of::<(RepetitionKey, u32)>() as u64 + 1);

    /// Adds the key of a position that is left by a move.
    pub fn push(&mut self, key: Option<RepetitionKey>) {
        if let Some(key) = key {
            self.line.push(key);
            *self.times.entry(key).or_default() += 1;
        }
    }

    /// Removes `key`, which was added last.
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

    /// Whether the history contains `key`.
    pub fn has(&self, key: RepetitionKey) -> bool {
        self.times.contains_key(&key)
    }

    /// All keys, oldest first.
    pub fn all(&self) -> &[RepetitionKey] {
        &self.line
    }
}
