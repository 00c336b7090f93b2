//! What a walk has to show at a node.

use crate::bounds::{Bound, Interval};

/// That the side to move has at least a bound, if it is the winner, or less than that, if it is the
/// loser.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub winner: bool,
    pub bound: i32,
}

impl Question {
    /// What is to be shown for a claim after so many moves. Values are below 2^30 in magnitude, so
    /// saturation changes no comparison.
    pub const fn after(claim: Bound, moves: usize) -> Self {
        let (winner, bound) = match claim {
            Bound::AtLeast(bound) => (true, bound),
            Bound::AtMost(bound) => (false, bound.saturating_add(1)),
        };
        match moves % 2 {
            0 => Self { winner, bound },
            _ => Self {
                winner: !winner,
                bound: 1_i32.saturating_sub(bound),
            },
        }
    }

    /// Whether a value within `bounds` is enough; says so if it refutes the claim.
    pub fn decided_by(self, bounds: Interval) -> Result<bool, String> {
        let Self { winner, bound } = self;
        let Interval { least, greatest } = bounds;
        let max = bound.saturating_sub(1);
        match (winner, least >= bound, greatest < bound) {
            (_, false, false) => Ok(false),
            (true, false, true) => Err(format!(
                "expected at least {bound:+} for the side to move, which can have at most \
                 {greatest:+}"
            )),
            (false, true, _) => Err(format!(
                "expected at most {max:+} for the side to move, which has at least {least:+}"
            )),
            _ => Ok(true),
        }
    }
}

/// What the winner of a claim has at least.
pub const fn won(claim: Bound) -> i32 {
    match claim {
        Bound::AtLeast(bound) => bound,
        Bound::AtMost(bound) => 0_i32.saturating_sub(bound),
    }
}
