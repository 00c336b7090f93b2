//! Answers that are kept.

use std::fmt;

use axum::body::Bytes;
use quick_cache::{Equivalent, Weighter};

/// What an answer answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The game's place, the kind of question and where a search may look.
    pub asked: CacheKeyHead,
    /// The board the moves are played from.
    pub from: Box<str>,
    /// The moves.
    pub moves: Box<str>,
}

/// The part of a key that is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CacheKeyHead {
    /// The game's place among those served.
    pub game: usize,
    /// What is asked.
    pub kind: CachedQuestion,
    /// Where a search may look.
    pub search: crate::known::Search,
}

/// Questions whose answers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CachedQuestion {
    /// Values and moves of a position.
    Position,
    /// The principal variation.
    Line,
    /// Why no other move is better.
    Proof,
}

/// A key that borrows its text, to look up with.
#[derive(Hash)]
pub struct KeyRef<'a> {
    /// The part that is not text.
    pub asked: CacheKeyHead,
    /// The board.
    pub from: &'a str,
    /// The moves.
    pub moves: &'a str,
}

impl Equivalent<Key> for KeyRef<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.asked == key.asked && *self.from == *key.from && *self.moves == *key.moves
    }
}

impl From<&KeyRef<'_>> for Key {
    fn from(key: &KeyRef<'_>) -> Self {
        Self {
            asked: key.asked,
            from: key.from.into(),
            moves: key.moves.into(),
        }
    }
}

/// What an entry takes beside its texts: the key, the handle of the answer, the table's own places.
const ENTRY_BYTES: u64 = 200;

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Bytes> for Weight {
    fn weight(&self, key: &Key, answer: &Bytes) -> u64 {
        (key.from.len() + key.moves.len() + answer.len()) as u64 + ENTRY_BYTES
    }
}

/// Answers as they were sent, the least useful forgotten where memory ends.
pub struct Cache {
    answers: Option<quick_cache::sync::Cache<Key, Bytes, Weight>>,
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("answers", &self.len())
            .field("bytes", &self.bytes())
            .finish()
    }
}

impl Cache {
    /// A cache that takes no more than `bytes`; with 0 it keeps nothing.
    pub fn new(bytes: u64) -> Self {
        let expected = (bytes / 1500).clamp(16, 1 << 24) as usize;
        let answers =
            (bytes > 0).then(|| quick_cache::sync::Cache::with_weighter(expected, bytes, Weight));
        Self { answers }
    }

    /// The answer to `key`, if it was kept.
    pub fn get(&self, key: &KeyRef<'_>) -> Option<Bytes> {
        self.answers.as_ref()?.get(key)
    }

    /// Keeps `answer`.
    pub fn insert(&self, key: &KeyRef<'_>, answer: Bytes) {
        if let Some(answers) = &self.answers {
            answers.insert(key.into(), answer);
        }
    }

    /// How many answers are kept.
    pub fn len(&self) -> usize {
        self.answers.as_ref().map_or(0, |answers| answers.len())
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.answers.as_ref().map_or(0, |answers| answers.weight())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::Search;

    fn key<'a>(from: &'a str, moves: &'a str, search: Search) -> KeyRef<'a> {
        let asked = CacheKeyHead {
            game: 0,
            kind: CachedQuestion::Position,
            search,
        };
        KeyRef { asked, from, moves }
    }

    #[test]
    fn what_is_kept_stays_within_the_bytes_given() {
        let cache = Cache::new(1 << 20);
        let answer = Bytes::from(vec![b'x'; 4000]);
        for number in 0..5000 {
            let moves = number.to_string();
            cache.insert(&key("-", &moves, Search::Never), answer.clone());
            assert!(cache.bytes() <= 1 << 20, "{cache:?}");
        }
        assert!(cache.len() > 100, "{cache:?}");
    }

    #[test]
    fn answers_to_other_questions_are_not_taken() {
        let cache = Cache::new(1 << 20);
        let answer = Bytes::from_static(b"{}");
        cache.insert(&key("-", "12", Search::Never), answer.clone());
        assert_eq!(cache.get(&key("-", "12", Search::Never)), Some(answer));
        assert_eq!(cache.get(&key("-", "12", Search::Anywhere)), None);
        assert_eq!(cache.get(&key("-1", "2", Search::Never)), None);
        let line = KeyRef {
            asked: CacheKeyHead {
                kind: CachedQuestion::Line,
                ..key("", "", Search::Never).asked
            },
            from: "-",
            moves: "12",
        };
        assert_eq!(cache.get(&line), None);
    }

    #[test]
    fn no_bytes_keep_nothing() {
        let cache = Cache::new(0);
        cache.insert(&key("-", "", Search::Never), Bytes::from_static(b"{}"));
        assert_eq!((cache.len(), cache.bytes()), (0, 0));
        assert_eq!(cache.get(&key("-", "", Search::Never)), None);
    }
}
