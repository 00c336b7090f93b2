//! Binary questions and their answers: is the value of a position at least a bound?

use solveig_game::{Game, Interval, Move, Symmetric, Value};

use crate::Knowledge;

/// The answer to a binary question.
#[derive(Clone, Copy, Debug)]
pub struct KnownAnswer {
    /// Whether the value reaches the bound.
    pub reaches: bool,
    /// A move that reaches the bound; `None` if none does, or if the answer came without one.
    pub best_move: Option<Move>,
}

impl KnownAnswer {
    /// The bound is not reached.
    pub(super) const LOSS: Self = Self::by_bounds(false);

    /// An answer without a move.
    pub(super) const fn by_bounds(reaches: bool) -> Self {
        Self {
            reaches,
            best_move: None,
        }
    }

    /// The bound is reached by this move.
    pub(super) const fn won(best: Move) -> Self {
        Self {
            reaches: true,
            best_move: Some(best),
        }
    }
}

/// A binary question about a position, with the rules and the knowledge that may answer it.
#[derive(Debug)]
pub struct BinaryQuestion<'a, G: Game, K> {
    pub game: &'a G,
    pub knowledge: &'a K,
    pub position: &'a G::Position,
    pub bound: Value,
}

impl<'a, G: Symmetric, K: Knowledge<G>> BinaryQuestion<'a, G, K> {
    /// The complementary question about the position after a move.
    pub fn after(&self, child: &'a G::Position) -> Self {
        Self {
            position: child,
            bound: complement(self.bound),
            ..*self
        }
    }

    /// The bounds on the value that follow from an answer.
    pub fn bounds(&self, answer: KnownAnswer) -> Interval {
        implied_bounds(self.game, self.bound, answer.reaches)
    }
}

/// Whether a value within `bounds` reaches `bound`, if they decide it.
pub const fn decide(bounds: Interval, bound: Value) -> Option<bool> {
    if bounds.lower >= bound {
        Some(true)
    } else if bounds.upper < bound {
        Some(false)
    } else {
        None
    }
}

/// The complementary bound for the opponent: v >= `bound` for one side iff not -v >= 1 - `bound`
/// for the other.
pub const fn complement(bound: Value) -> Value {
    1 - bound
}

/// The bound for the side to move `plies` moves later.
pub const fn complement_after(bound: Value, plies: usize) -> Value {
    match plies % 2 {
        0 => bound,
        _ => complement(bound),
    }
}

/// The bounds on the value that follow from an answer.
pub fn implied_bounds<G: Game>(game: &G, bound: Value, reaches: bool) -> Interval {
    let range = game.value_range();
    let (lower, upper) = match reaches {
        true => (bound, range.max),
        false => (range.min, bound - 1),
    };
    let is_drawn = |value: Value| value == 0 && !game.has_draws();
    Interval {
        lower: lower + Value::from(is_drawn(lower)),
        upper: upper - Value::from(is_drawn(upper)),
    }
}
