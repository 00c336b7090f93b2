//! Chains, liberties and areas on a board of Go.

use crate::Cell;

/// The adjacent cells.
pub fn neighbours(cell: u32, (columns, rows): (u32, u32)) -> impl Iterator<Item = u32> {
    let (column, row) = (cell % columns.max(1), cell / columns.max(1));
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < columns).then(|| cell + 1);
    let below = (row > 0).then(|| cell - columns);
    let above = (row + 1 < rows).then(|| cell + columns);
    [left, right, below, above].into_iter().flatten()
}

/// The connected cells with the same content as `cell`, ascending: its chain, or its empty region.
pub fn chain(cells: &[Cell], size: (u32, u32), cell: u32) -> Vec<u32> {
    let mut found = vec![cell];
    let mut at = 0;
    while at < found.len() {
        let here = found[at];
        at += 1;
        for next in neighbours(here, size) {
            if cells[next as usize] == cells[cell as usize] && !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found.sort_unstable();
    found
}

/// The number of empty cells adjacent to a chain.
pub fn liberties(cells: &[Cell], size: (u32, u32), chain: &[u32]) -> usize {
    let beside = chain.iter().flat_map(|cell| neighbours(*cell, size));
    let mut empty: Vec<u32> = beside
        .filter(|cell| cells[*cell as usize] == Cell::Empty)
        .collect();
    empty.sort_unstable();
    empty.dedup();
    empty.len()
}

/// The chains of stones, in the order of their lowest cells.
pub fn chains(cells: &[Cell], size: (u32, u32)) -> Vec<Vec<u32>> {
    let stones = (0..cells.len() as u32).filter(|cell| cells[*cell as usize] != Cell::Empty);
    stones
        .map(|cell| (cell, chain(cells, size, cell)))
        .filter(|(cell, chain)| chain.first() == Some(cell))
        .map(|(_, chain)| chain)
        .collect()
}

/// Whose area each cell is: of its stone, or of the side to whose stones alone its empty region is
/// adjacent; `Empty` where it counts for no side.
pub fn owners(cells: &[Cell], size: (u32, u32)) -> Vec<Cell> {
    let owner = |cell: u32| {
        if cells[cell as usize] != Cell::Empty {
            return cells[cell as usize];
        }
        let region = chain(cells, size, cell);
        let touches = |colour| {
            let mut beside = region.iter().flat_map(|one| neighbours(*one, size));
            beside.any(|one| cells[one as usize] == colour)
        };
        match (touches(Cell::First), touches(Cell::Second)) {
            (true, false) => Cell::First,
            (false, true) => Cell::Second,
            _ => Cell::Empty,
        }
    };
    (0..cells.len() as u32).map(owner).collect()
}

/// The areas of both sides: their stones, and the empty regions adjacent to stones of that side
/// only.
pub fn areas(cells: &[Cell], size: (u32, u32)) -> (u32, u32) {
    let owners = owners(cells, size);
    let count = |side| owners.iter().filter(|owner| **owner == side).count() as u32;
    (count(Cell::First), count(Cell::Second))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let size = (4, 3);
        assert_eq!(areas(&board("-X-O/XX-O/--XO"), size), (4 + 3, 3));
        let owners = owners(&board("-X-O/XX-O/--XO"), size);
        assert_eq!(owners, board("XX-O/XX-O/XXXO"));
        assert_eq!(areas(&board("----/----/----"), size), (0, 0));
        assert_eq!(areas(&board("----/-X--/----"), size), (12, 0));
    }

    #[test]
    fn chains_have_liberties() {
        let size = (4, 3);
        let cells = board("-X-O/XX-O/--XO");
        assert_eq!(
            chains(&cells, size),
            [vec![1, 4, 5], vec![3, 7, 11], vec![10]]
        );
        assert_eq!(liberties(&cells, size, &[1, 4, 5]), 5);
        assert_eq!(liberties(&cells, size, &[10]), 2);
    }
}
