//! Cache of complete answers.

use axum::body::Bytes;
use quick_cache::Weighter;
use solveig_api::Served;
use solveig_engine::{Line, SearchScope};

/// Key of a cached answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Index of the game among those served.
    pub game: usize,
    /// The kind of question.
    pub question: CachedQuestion,
    /// The positions that may be searched.
    pub search: SearchScope,
    /// The position.
    pub line: Line,
}

impl Key {
    /// The key of `question` about the position of `served` after `line`.
    pub fn new(served: &Served, question: CachedQuestion, search: SearchScope, line: Line) -> Self {
        Self {
            game: served.index,
            question,
            search: served.effective_search(search),
            line,
        }
    }
}

/// The kinds of questions whose answers are cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CachedQuestion {
    /// Values and moves of a position.
    Position,
    /// The principal variation.
    Line,
    /// Why no other move is better.
    Proof,
}

/// Memory of an entry beside its texts: key, handle of the body, and table slots.
const ENTRY_BYTES: u64 = 200;

/// Weighs an answer by the bytes that it takes.
#[derive(Clone)]
pub struct AnswerWeight;

impl Weighter<Key, Bytes> for AnswerWeight {
    fn weight(&self, key: &Key, answer: &Bytes) -> u64 {
        (key.line.from.len() + key.line.moves.len() + answer.len()) as u64 + ENTRY_BYTES
    }
}

/// Bodies as they were sent; evicts entries beyond its limit of bytes.
pub type Cache = quick_cache::sync::Cache<Key, Bytes, AnswerWeight>;

/// A cache of at most `bytes` bytes; 0 disables it.
pub fn cache(bytes: u64) -> Cache {
    let expected = (bytes / 1500).clamp(16, 1 << 24) as usize;
    Cache::with_weighter(expected, bytes, AnswerWeight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(from: &str, moves: &str, question: CachedQuestion, search: SearchScope) -> Key {
        let line = Line {
            from: from.to_owned(),
            moves: moves.to_owned(),
        };
        Key {
            game: 0,
            question,
            search,
            line,
        }
    }

    fn position(moves: &str, search: SearchScope) -> Key {
        key("-", moves, CachedQuestion::Position, search)
    }

    #[test]
    fn what_is_kept_stays_within_the_bytes_given() {
        let cache = cache(1 << 20);
        let answer = Bytes::from(vec![b'x'; 4000]);
        for number in 0..5000 {
            let key = position(&number.to_string(), SearchScope::Never);
            cache.insert(key, answer.clone());
            assert!(cache.weight() <= 1 << 20, "{cache:?}");
        }
        assert!(cache.len() > 100, "{cache:?}");
    }

    #[test]
    fn answers_to_other_questions_are_not_taken() {
        let cache = cache(1 << 20);
        let answer = Bytes::from_static(b"{}");
        cache.insert(position("12", SearchScope::Never), answer.clone());
        assert_eq!(cache.get(&position("12", SearchScope::Never)), Some(answer));
        assert_eq!(cache.get(&position("12", SearchScope::Anywhere)), None);
        let moved = key("-1", "2", CachedQuestion::Position, SearchScope::Never);
        assert_eq!(cache.get(&moved), None);
        let line = key("-", "12", CachedQuestion::Line, SearchScope::Never);
        assert_eq!(cache.get(&line), None);
    }

    #[test]
    fn no_bytes_keep_nothing() {
        let cache = cache(0);
        cache.insert(position("", SearchScope::Never), Bytes::from_static(b"{}"));
        assert_eq!((cache.len(), cache.weight()), (0, 0));
        assert_eq!(cache.get(&position("", SearchScope::Never)), None);
    }
}
