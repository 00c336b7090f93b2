//! Geometry of Go boards: chains, liberties and areas on bitboards, bit *i* for point *i*, row by
//! row from A1.

use solveig_game::Value;

/// The points of a set, lowest first, each as a set of its own.
#[inline]
pub(super) fn points_of(set: u64) -> impl Iterator<Item = u64> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let point = rest & rest.wrapping_neg();
        rest ^= point;
        (point != 0).then_some(point)
    })
}

/// The geometry of a board of `columns` x `rows` points, at most 49.
///
/// Sets of points are bitboards. Side to move and history are not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: u32,
    rows: u32,
    all: u64,
    /// All points but those of the first column, and all but those of the last one.
    right_of_first: u64,
    left_of_last: u64,
}

impl Board {
    /// Maximum number of points.
    pub const MAX_POINTS: u32 = 49;

    /// A board of 1 to [`Self::MAX_POINTS`] points.
    pub(super) fn new(columns: u32, rows: u32) -> Self {
        let points = columns * rows;
        debug_assert!((1..=Self::MAX_POINTS).contains(&points));
        let all = u64::MAX >> (64 - points);
        let first_column = (0..rows).fold(0, |column, row| column | 1 << (row * columns));
        Self {
            columns,
            rows,
            all,
            right_of_first: all & !first_column,
            left_of_last: all & !(first_column << (columns - 1)),
        }
    }

    /// The points of a row, lettered in coordinates.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The points of a column, numbered in coordinates.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns times rows, at most [`Self::MAX_POINTS`].
    pub const fn points(&self) -> u32 {
        self.columns * self.rows
    }

    /// All points.
    pub const fn all(&self) -> u64 {
        self.all
    }

    /// All points next to a point of `set`; they may lie in `set` themselves.
    #[inline]
    pub const fn adjacent(&self, set: u64) -> u64 {
        let sideways = (set & self.left_of_last) << 1 | (set & self.right_of_first) >> 1;
        (sideways | set << self.columns | set >> self.columns) & self.all
    }

    /// Flood fill: the points of `within` connected to `seed` inside `within`; `seed` is a subset
    /// of `within`.
    #[inline]
    pub const fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed;
        loop {
            let wider = (reached | self.adjacent(reached)) & within;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The connected components of `set` in the order of their lowest points.
    pub fn parts(&self, set: u64) -> impl Iterator<Item = u64> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            (part != 0).then_some(part)
        })
    }

    /// The stones whose chains have no liberty, where `other` are the stones of the other colour.
    #[inline]
    pub const fn without_liberty(&self, stones: u64, other: u64) -> u64 {
        let empty = self.all & !(stones | other);
        stones & !self.flood(self.adjacent(empty) & stones, stones)
    }

    /// The stones of `other` that a stone on the empty `point` (one bit) captures, where `own` are
    /// the stones of its colour and every chain has a liberty.
    #[inline]
    pub const fn captured(&self, own: u64, other: u64, point: u64) -> u64 {
        let attacked = self.adjacent(point) & other;
        let empty = self.all & !(own | other | point);
        if attacked & !self.adjacent(empty) == 0 {
            return 0;
        }
        self.without_liberty(other, own | point)
    }

    /// The chain that a stone on the empty `point` (one bit) would leave without a liberty, where
    /// it captures nothing: the stones that a suicide there takes off the board, or none.
    #[inline]
    pub const fn suicide(&self, own: u64, other: u64, point: u64) -> u64 {
        let empty = self.all & !(own | other | point);
        if self.adjacent(point) & empty != 0 {
            return 0;
        }
        let chain = self.flood(point, own | point);
        if self.adjacent(chain) & empty == 0 {
            chain
        } else {
            0
        }
    }

    /// The empty points on which a stone of the colour of `own` would not be suicide.
    #[inline]
    pub fn placeable(&self, own: u64, other: u64) -> u64 {
        let empty = self.all & !(own | other);
        let mut placeable = empty & self.adjacent(empty);
        // Chains with a liberty that has a free neighbour have it beside any point without one.
        let free = self.flood(self.adjacent(placeable) & own, own);
        placeable |= empty & self.adjacent(free);
        for point in points_of(empty & !placeable) {
            if self.suicide(own, other, point) == 0 || self.captured(own, other, point) != 0 {
                placeable |= point;
            }
        }
        placeable
    }

    /// The area of `stones`: the stones, and the empty regions that touch no stone of `other` and
    /// at least one of `stones`.
    #[inline]
    pub const fn area(&self, stones: u64, other: u64) -> u64 {
        let empty = self.all & !(stones | other);
        let reached = self.flood(self.adjacent(stones) & empty, empty);
        let contested = self.flood(self.adjacent(other) & empty, empty);
        stones | reached & !contested
    }

    /// Black's area less White's, in points.
    #[inline]
    pub const fn area_score(&self, black: u64, white: u64) -> Value {
        let (black, white) = (self.area(black, white), self.area(white, black));
        black.count_ones() as Value - white.count_ones() as Value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_do_not_run_into_one_another() {
        let board = Board::new(3, 2);
        assert_eq!(
            [1 << 2, 1 << 3].map(|point| board.adjacent(point)),
            [0b10_0010, 0b01_0001]
        );
        for board in [Board::new(1, 3), Board::new(3, 1)] {
            let neighbours = [0, 1, 2].map(|point| board.adjacent(1 << point));
            assert_eq!(neighbours, [0b010, 0b101, 0b010]);
        }
        assert_eq!(Board::new(1, 1).adjacent(1), 0);
    }

    #[test]
    fn a_region_that_both_colours_touch_belongs_to_nobody() {
        let board = Board::new(5, 1);
        assert_eq!(board.area_score(0b00000, 0b00000), 0);
        assert_eq!(board.area_score(0b00100, 0b00000), 5);
        assert_eq!(board.area_score(0b00010, 0b01000), 0);
        assert_eq!(board.area_score(0b00110, 0b01000), 1);
    }

    #[test]
    fn legal_boards_are_as_many_as_published() {
        let counts = [
            (1, 1, 1),
            (1, 2, 5),
            (1, 3, 15),
            (1, 4, 41),
            (1, 5, 113),
            (2, 2, 57),
            (2, 3, 489),
            (2, 4, 4125),
            (3, 3, 12675),
        ];
        for (columns, rows, count) in counts {
            for (columns, rows) in [(columns, rows), (rows, columns)] {
                let board = Board::new(columns, rows);
                let legal = |black: u64, white: u64| {
                    black & white == 0
                        && board.without_liberty(black, white) == 0
                        && board.without_liberty(white, black) == 0
                };
                let boards = (0..=board.all())
                    .flat_map(|black| (0..=board.all()).map(move |white| (black, white)));
                let legal = boards.filter(|(black, white)| legal(*black, *white));
                assert_eq!(legal.count(), count, "{columns}x{rows}");
            }
        }
    }
}
