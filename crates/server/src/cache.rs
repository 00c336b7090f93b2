//! Cache of complete answers: what was found about a class of positions, and what was written for
//! one line.

use std::sync::Arc;

use quick_cache::Weighter;
use solveig_api::Key;
use solveig_engine::{Line, PositionClass, Reusable};

use crate::answer::JsonAnswer;

/// Key of a cached answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CacheKey {
    /// Of what was written.
    Line(Key<Line>),
    /// Of what was found.
    Class(Key<PositionClass>),
}

/// What the memory of answers keeps under a key.
#[derive(Clone, Debug)]
pub enum CacheEntry {
    /// As it was sent.
    Written(JsonAnswer),
    /// As it was found.
    Found(Arc<SearchResult>),
}

/// What was found, and about which position.
#[derive(Debug)]
pub struct SearchResult {
    /// The line to the position.
    pub line: Line,
    /// What the search found there, with moves as they are named at the end of the line.
    pub answer: Reusable,
}

/// Memory of an entry beside its texts: key, handle of the body, and table slots.
const ENTRY_BYTES: u64 = 250;

/// Memory of a move in an answer that is not written: its name, its place and its value.
const MOVE_BYTES: u64 = 120;

/// Weighs an answer by the bytes that it takes.
#[derive(Clone)]
pub struct AnswerWeight;

impl Weighter<CacheKey, CacheEntry> for AnswerWeight {
    fn weight(&self, key: &CacheKey, answer: &CacheEntry) -> u64 {
        let line = |line: &Line| line.from.len() + line.moves.len();
        let key = match key {
            CacheKey::Line(key) => line(&key.of),
            CacheKey::Class(key) => key.of.bytes(),
        };
        let answer = match answer {
            CacheEntry::Written(JsonAnswer { body, .. }) => body.len() as u64,
            CacheEntry::Found(found) => line(&found.line) as u64 + weight(&found.answer),
        };
        key as u64 + answer + ENTRY_BYTES
    }
}

fn weight(answer: &Reusable) -> u64 {
    let moves = |count: usize| count as u64 * MOVE_BYTES;
    match answer {
        Reusable::Report(report) => moves(report.moves.len()),
        Reusable::Variation(variation) => moves(variation.moves.len()),
        Reusable::Proof(proof) => {
            let state = &proof.state;
            let texts = state.from.len() + state.board.len() + state.picture.len();
            let legal = moves(state.legal.len() + state.moves.len());
            moves(3 * proof.moves.len()) + legal + (texts + state.cells.len()) as u64
        }
        Reusable::Choice(chosen) => moves(usize::from(chosen.is_some())),
    }
}

/// Answers by question; evicts entries beyond its limit of bytes.
pub type Cache = quick_cache::sync::Cache<CacheKey, CacheEntry, AnswerWeight>;

/// A cache of at most `bytes` bytes; 0 disables it.
pub fn cache(bytes: u64) -> Cache {
    let expected = (bytes / 1500).clamp(16, 1 << 24) as usize;
    Cache::with_weighter(expected, bytes, AnswerWeight)
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use solveig_api::QuestionKind;
    use solveig_engine::SearchScope;

    use super::*;
    use crate::etag::Lifetime;

    fn position(moves: &str) -> CacheKey {
        CacheKey::Line(Key {
            game: 0,
            question: QuestionKind::Position,
            search: SearchScope::Never,
            canonical: false,
            distances: false,
            of: Line::of(moves),
        })
    }

    fn answer(bytes: usize) -> CacheEntry {
        CacheEntry::Written(JsonAnswer {
            body: Bytes::from(vec![b'x'; bytes]),
            lifetime: Lifetime::Day,
        })
    }

    #[test]
    fn what_is_kept_stays_within_the_bytes_given() {
        let cache = cache(1 << 20);
        let answer = answer(4000);
        for number in 0..5000 {
            let key = position(&number.to_string());
            cache.insert(key, answer.clone());
            assert!(cache.weight() <= 1 << 20, "{cache:?}");
        }
        assert!(cache.len() > 100, "{cache:?}");
    }

    #[test]
    fn no_bytes_keep_nothing() {
        let cache = cache(0);
        cache.insert(position(""), answer(2));
        assert_eq!((cache.len(), cache.weight()), (0, 0));
        assert!(cache.get(&position("")).is_none());
    }
}
