//! A heuristic choice of moves in Go, for positions too large to solve in time.
//!
//! The move order of searches is unsuitable here: it begins with the pass because it is cheap to
//! search, not because it is good. The heuristic never yields a value.

use crate::area::Grid;
use crate::{Cell, Engine, EngineError, GameState, LegalMove, Line, Side};

/// The move among `candidates` with the best sum of captures, threats and safety. Passes if every
/// other move fills an eye, or to answer a pass when ahead.
///
/// # Errors
///
/// Fails if the engine does.
pub fn go_move<'a>(
    engine: &dyn Engine,
    line: &Line,
    state: &GameState,
    candidates: &[&'a LegalMove],
) -> Result<Option<&'a LegalMove>, EngineError> {
    let about = engine.about();
    let grid = Grid::of(about, &state.cells);
    let own = match state.to_move {
        Side::First => Cell::First,
        Side::Second => Cell::Second,
    };
    let pass = candidates.iter().copied().find(|one| one.pass);
    let was_passed = state.moves.last().is_some_and(|last| last == "pass");
    let (first, second) = grid.areas();
    let is_ahead = match own {
        Cell::First => first > second,
        _ => second > first,
    };
    if pass.is_some() && was_passed && is_ahead {
        return Ok(pass);
    }
    let mut best: Option<(i64, &LegalMove)> = None;
    for candidate in candidates {
        let Some(cell) = candidate.cell else {
            continue;
        };
        if grid
            .neighbours(cell)
            .all(|next| state.cells[next as usize] == own)
        {
            continue;
        }
        let after = engine.state(&line.then(&candidate.name))?;
        let merit = merit(grid, Grid::of(about, &after.cells), cell, own);
        if best.is_none_or(|(max, _)| merit > max) {
            best = Some((merit, candidate));
        }
    }
    let played = best.map(|(_, candidate)| candidate);
    Ok(played.or(pass).or(candidates.first().copied()))
}

fn merit(before: Grid<'_>, after: Grid<'_>, cell: u32, own: Cell) -> i64 {
    let is_theirs = |one: &Cell| *one != Cell::Empty && *one != own;
    let count = |grid: Grid<'_>| grid.cells.iter().filter(|one| is_theirs(one)).count() as i64;
    let captures = count(before) - count(after);
    let chain = after.chain(cell);
    let safety = match after.liberties(&chain) {
        1 => -10 * chain.len() as i64,
        2 => -2,
        more => more.min(6) as i64,
    };
    let threats: i64 = after
        .neighbours(cell)
        .filter(|next| is_theirs(&after.cells[*next as usize]))
        .map(|next| {
            let chain = after.chain(next);
            match after.liberties(&chain) {
                1 => 6 + 2 * chain.len() as i64,
                2 => 3,
                _ => 0,
            }
        })
        .sum();
    let (column, row) = (cell % after.columns, cell / after.columns);
    let from_centre = (2 * column).abs_diff(after.columns - 1) + (2 * row).abs_diff(after.rows - 1);
    20 * captures + threats + safety - i64::from(from_centre)
}
