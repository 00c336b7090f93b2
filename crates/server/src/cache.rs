//! Answers that are kept.

use axum::body::Bytes;
use quick_cache::Weighter;
use solveig_engine::Line;

use crate::known::Search;

/// What an answer answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The game's place among those served.
    pub game: usize,
    /// What is asked.
    pub question: CachedQuestion,
    /// Where a search may look.
    pub search: Search,
    /// The position.
    pub line: Line,
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

/// What an entry takes beside its texts: the key, the handle of the answer, the table's own places.
const ENTRY_BYTES: u64 = 200;

/// Weighs an answer by the bytes that it takes.
#[derive(Clone)]
pub struct AnswerWeight;

impl Weighter<Key, Bytes> for AnswerWeight {
    fn weight(&self, key: &Key, answer: &Bytes) -> u64 {
        (key.line.from.len() + key.line.moves.len() + answer.len()) as u64 + ENTRY_BYTES
    }
}

/// Answers as they were sent, the least useful forgotten where memory ends.
pub type Cache = quick_cache::sync::Cache<Key, Bytes, AnswerWeight>;

/// A cache that takes no more than `bytes`; with 0 it keeps nothing.
pub fn cache(bytes: u64) -> Cache {
    let expected = (bytes / 1500).clamp(16, 1 << 24) as usize;
    Cache::with_weighter(expected, bytes, AnswerWeight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(from: &str, moves: &str, question: CachedQuestion, search: Search) -> Key {
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

    fn position(moves: &str, search: Search) -> Key {
        key("-", moves, CachedQuestion::Position, search)
    }

    #[test]
    fn what_is_kept_stays_within_the_bytes_given() {
        let cache = cache(1 << 20);
        let answer = Bytes::from(vec![b'x'; 4000]);
        for number in 0..5000 {
            let key = position(&number.to_string(), Search::Never);
            cache.insert(key, answer.clone());
            assert!(cache.weight() <= 1 << 20, "{cache:?}");
        }
        assert!(cache.len() > 100, "{cache:?}");
    }

    #[test]
    fn answers_to_other_questions_are_not_taken() {
        let cache = cache(1 << 20);
        let answer = Bytes::from_static(b"{}");
        cache.insert(position("12", Search::Never), answer.clone());
        assert_eq!(cache.get(&position("12", Search::Never)), Some(answer));
        assert_eq!(cache.get(&position("12", Search::Anywhere)), None);
        let moved = key("-1", "2", CachedQuestion::Position, Search::Never);
        assert_eq!(cache.get(&moved), None);
        let line = key("-", "12", CachedQuestion::Line, Search::Never);
        assert_eq!(cache.get(&line), None);
    }

    #[test]
    fn no_bytes_keep_nothing() {
        let cache = cache(0);
        cache.insert(position("", Search::Never), Bytes::from_static(b"{}"));
        assert_eq!((cache.len(), cache.weight()), (0, 0));
        assert_eq!(cache.get(&position("", Search::Never)), None);
    }
}
