//! What an answer depends on.

use solveig_api::{Question, Served};
use solveig_engine::{Line, PositionClass, SearchScope};

/// A question, and all that its answer depends on. `Of` is the position, or its class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key<Of> {
    /// Index of the game among those served.
    pub game: usize,
    /// The kind of question.
    pub question: Question,
    /// The positions that may be searched.
    pub search: SearchScope,
    /// Whether searched moves must be canonical.
    pub canonical: bool,
    /// The position.
    pub of: Of,
}

impl Key<Line> {
    /// The key of `question` about the position of `served` after `line`.
    pub fn new(
        served: &Served,
        question: Question,
        (search, canonical): (SearchScope, bool),
        line: Line,
    ) -> Self {
        let search = served.effective_search(search);
        Self {
            game: served.index,
            question,
            search,
            canonical: canonical && search != SearchScope::Never,
            of: line,
        }
    }

    /// The same question about a class.
    pub fn about(&self, class: PositionClass) -> Key<PositionClass> {
        Key {
            game: self.game,
            question: self.question,
            search: self.search,
            canonical: self.canonical,
            of: class,
        }
    }
}
