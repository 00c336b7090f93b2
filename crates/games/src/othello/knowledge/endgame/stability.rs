//! Stable discs: discs that can never be flipped.

use super::shape::Shape;

/// A subset of the stable discs of `side`; the search for more ends when there are `enough`.
///
/// A disc is safe along a line if the line is full, or if a neighbour on it is a stable disc of the
/// same side or lies beyond the edge. A disc that is safe along all four lines is stable.
#[inline(always)]
pub(super) fn stable_discs(shape: &Shape, side: u64, other: u64, enough: u32) -> u64 {
    let mut open = [0; 4];
    let mut empty = shape.board & !(side | other);
    while empty != 0 {
        let through = &shape.lines[empty.trailing_zeros() as usize % 64].0;
        for (open, line) in open.iter_mut().zip(through) {
            *open |= line;
        }
        empty &= empty - 1;
    }
    let safe: [u64; 4] = std::array::from_fn(|line| {
        let inner = shape.with_higher[line] & shape.with_lower[line];
        !(open[line] & inner)
    });
    let mut stable = side & safe[0] & safe[1] & safe[2] & safe[3];
    while stable != 0 && stable.count_ones() < enough {
        let mut more = side;
        for (line, safe) in safe.into_iter().enumerate() {
            let step = shape.steps[line];
            let up = (stable & shape.with_higher[line]) << step;
            let down = (stable & shape.with_lower[line]) >> step;
            more &= safe | up | down;
        }
        if more == stable {
            break;
        }
        stable = more;
    }
    stable
}
