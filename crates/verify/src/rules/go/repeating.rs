//! Go in which positions may be repeated, but for a ko: stones that depend on no history.
//!
//! The one repetition that is excluded is to take back a stone that has just been taken: a move
//! that makes the stones of two moves ago. Superko forbids it after any history, and whether a move
//! does so follows from the last move alone. All moves that superko allows are legal here.

use super::{Board, Go, Successor};

/// A board, and the point on which a move would take back a stone that has just been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeating {
    /// The stones, the side to move and the passes before it.
    pub board: Board,
    /// The point of the ko, if there is one.
    pub ko: Option<u32>,
}

impl Go {
    /// Whether there are rules without history for the game: suicide must be forbidden.
    pub(crate) const fn may_repeat(&self) -> bool {
        !self.suicide
    }

    /// The moves: points row by row, then the pass; none where the game is over.
    pub(crate) fn repeating_moves(&self, position: &Repeating) -> Vec<Successor<Repeating>> {
        let Repeating { board, ko } = position;
        // With no history, superko forbids nothing.
        let moves = self.moves(board, &|_| false, &mut Vec::new()).into_iter();
        moves
            .filter(|played| played.point.is_none() || played.point != *ko)
            .map(|played| Successor {
                point: played.point,
                after: Repeating {
                    board: played.after,
                    ko: self.ko_after(board, &played.after),
                },
            })
            .collect()
    }

    /// The point on which a move at `after` would make the stones of `before` again.
    fn ko_after(&self, before: &Board, after: &Board) -> Option<u32> {
        let prisoners = before.stones[after.colour] & !after.stones[after.colour];
        let point = (prisoners.count_ones() == 1).then(|| prisoners.trailing_zeros())?;
        let again = self.put(after.stones, after.colour, point);
        (again == before.stones).then_some(point)
    }

    /// The position with the stones mapped by a symmetry.
    fn repeating_image(&self, position: &Repeating, by: usize) -> Repeating {
        let board = Board {
            stones: position.board.stones.map(|stones| self.image(stones, by)),
            ..position.board
        };
        let ko = position.ko.map(|point| self.images[by][point as usize]);
        Repeating { board, ko }
    }

    /// The key of a board, and above it the ko point, from 1; 0 for none.
    fn repeating_key(&self, position: &Repeating) -> u128 {
        let ko = position.ko.map_or(0, |point| point + 1);
        self.key(&position.board) | u128::from(ko) << (2 * self.points() + 3)
    }

    /// The least key of the images.
    pub(crate) fn repeating_class(&self, position: &Repeating) -> u128 {
        let keys = (0..self.images.len())
            .map(|by| self.repeating_key(&self.repeating_image(position, by)));
        keys.min().unwrap_or(self.repeating_key(position))
    }

    /// The symmetries that map one position to another.
    pub(crate) fn symmetries_between(&self, from: &Repeating, to: &Repeating) -> Vec<usize> {
        let all = 0..self.images.len();
        all.filter(|by| self.repeating_image(from, *by) == *to)
            .collect()
    }

    /// The key of the stones alone, the same for all images.
    pub(crate) fn stones_class(&self, stones: [u64; 2]) -> u128 {
        let alone = Board {
            stones,
            colour: 0,
            passes: 0,
        };
        self.canonical_key(&alone).0
    }
}
