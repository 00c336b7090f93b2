//! Stable discs: discs that can never be flipped.

use super::instructions::Instructions;
use super::shape::Shape;

/// A subset of the stable discs of `side`.
///
/// A disc is safe along a line if the line is full, or if a neighbour on it is a stable disc of the
/// same side or lies beyond the edge. A disc that is safe along all four lines is stable.
#[inline(always)]
pub(super) fn stable_discs<I: Instructions>(
    instructions: I,
    shape: &Shape,
    side: u64,
    other: u64,
) -> u64 {
    let full = instructions.full_lines(shape, side | other);
    let safe: [u64; 4] = std::array::from_fn(|line| {
        let inner = shape.higher_by[0][line] & shape.lower_by[0][line];
        full[line] | !inner
    });
    let mut stable = side & safe[0] & safe[1] & safe[2] & safe[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let mut more = side;
        for (line, safe) in safe.into_iter().enumerate() {
            let step = shape.steps[line];
            let up = (stable & shape.higher_by[0][line]) << step;
            let down = (stable & shape.lower_by[0][line]) >> step;
            more &= safe | up | down;
        }
        if more == stable {
            return stable;
        }
        stable = more;
    }
}
