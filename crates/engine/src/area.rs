//! Chains, liberties and areas on a board of Go.

use crate::{About, Cell};

/// The points of a board of Go, with their stones.
#[derive(Clone, Copy)]
pub struct Grid<'a> {
    /// Its cells, row by row.
    pub cells: &'a [Cell],
    /// How many points a row has.
    pub columns: u32,
    /// How many points a column has.
    pub rows: u32,
}

impl<'a> Grid<'a> {
    /// The board of a game with these cells.
    pub const fn of(about: &About, cells: &'a [Cell]) -> Self {
        Self {
            cells,
            columns: about.columns,
            rows: about.rows,
        }
    }

    /// The cells of the board that share an edge with `cell`.
    pub fn neighbours(self, cell: u32) -> impl Iterator<Item = u32> {
        let Self { columns, rows, .. } = self;
        let (column, row) = (cell % columns.max(1), cell / columns.max(1));
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < columns).then(|| cell + 1);
        let below = (row > 0).then(|| cell - columns);
        let above = (row + 1 < rows).then(|| cell + columns);
        [left, right, below, above].into_iter().flatten()
    }

    /// The connected cells with the same content as `cell`, ascending: its chain, or its empty
    /// region.
    pub fn chain(self, cell: u32) -> Vec<u32> {
        let mut found = vec![cell];
        let mut at = 0;
        while at < found.len() {
            let here = found[at];
            at += 1;
            for next in self.neighbours(here) {
                if self.cells[next as usize] == self.cells[cell as usize] && !found.contains(&next)
                {
                    found.push(next);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The number of empty cells adjacent to a chain.
    pub fn liberties(self, chain: &[u32]) -> usize {
        let beside = chain.iter().flat_map(|cell| self.neighbours(*cell));
        let mut empty: Vec<u32> = beside
            .filter(|cell| self.cells[*cell as usize] == Cell::Empty)
            .collect();
        empty.sort_unstable();
        empty.dedup();
        empty.len()
    }

    /// The chains of stones, in the order of their lowest cells.
    pub fn chains(self) -> Vec<Vec<u32>> {
        let stones =
            (0..self.cells.len() as u32).filter(|cell| self.cells[*cell as usize] != Cell::Empty);
        stones
            .map(|cell| (cell, self.chain(cell)))
            .filter(|(cell, chain)| chain.first() == Some(cell))
            .map(|(_, chain)| chain)
            .collect()
    }

    /// Whose area each cell is: of its stone, or of the side to whose stones alone its empty region
    /// is adjacent; `Empty` where it counts for no side.
    pub fn owners(self) -> Vec<Cell> {
        let owner = |cell: u32| {
            if self.cells[cell as usize] != Cell::Empty {
                return self.cells[cell as usize];
            }
            let region = self.chain(cell);
            let touches = |colour| {
                let mut beside = region.iter().flat_map(|one| self.neighbours(*one));
                beside.any(|one| self.cells[one as usize] == colour)
            };
            match (touches(Cell::First), touches(Cell::Second)) {
                (true, false) => Cell::First,
                (false, true) => Cell::Second,
                _ => Cell::Empty,
            }
        };
        (0..self.cells.len() as u32).map(owner).collect()
    }

    /// The areas of both sides: their stones, and the empty regions adjacent to stones of that side
    /// only.
    pub fn areas(self) -> (u32, u32) {
        let owners = self.owners();
        let count = |side| owners.iter().filter(|owner| **owner == side).count() as u32;
        (count(Cell::First), count(Cell::Second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn grid(cells: &[Cell]) -> Grid<'_> {
        Grid {
            cells,
            columns: 4,
            rows: 3,
        }
    }

    fn board(rows: &str) -> Vec<Cell> {
        let cell = |letter| match letter {
            'X' => Cell::First,
            'O' => Cell::Second,
            _ => Cell::Empty,
        };
        rows.chars().filter(|one| *one != '/').map(cell).collect()
    }

    #[test]
    fn areas_are_stones_and_what_only_one_side_touches() {
        assert_eq!(grid(&board("-X-O/XX-O/--XO")).areas(), (4 + 3, 3));
        let owners = grid(&board("-X-O/XX-O/--XO")).owners();
        assert_eq!(owners, board("XX-O/XX-O/XXXO"));
        assert_eq!(grid(&board("----/----/----")).areas(), (0, 0));
        assert_eq!(grid(&board("----/-X--/----")).areas(), (12, 0));
    }

    #[test]
    fn chains_have_liberties() {
        let cells = board("-X-O/XX-O/--XO");
        assert_eq!(
            grid(&cells).chains(),
            [vec![1, 4, 5], vec![3, 7, 11], vec![10]]
        );
        assert_eq!(grid(&cells).liberties(&[1, 4, 5]), 5);
        assert_eq!(grid(&cells).liberties(&[10]), 2);
    }
}
