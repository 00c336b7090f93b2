//! Points of SGF.

use solveig_game::{Family, excerpt};

use crate::board::Board;
use crate::place::{Place, RecordError, WrittenValue};

/// The cells of a point, or of a rectangle by two corners in any order, as in `aa:cc`.
pub(super) fn rectangle(
    board: &Board<'_>,
    points: &WrittenValue,
) -> Result<Vec<usize>, RecordError> {
    let text = points.value.as_str();
    let (one, two) = text.split_once(':').unwrap_or((text, text));
    let (one, two) = (cell(board, one, points.at)?, cell(board, two, points.at)?);
    let lines = one.1.min(two.1)..=one.1.max(two.1);
    let columns = one.0.min(two.0)..=one.0.max(two.0);
    let cells = lines.flat_map(|line| {
        let columns = columns.clone();
        columns.map(move |column| board.cell(column, line))
    });
    Ok(cells.collect())
}

/// Column and line, both from 0 at the top left, of a cell: two letters in Go; a letter and a
/// number, or two letters, elsewhere.
pub(super) fn cell(
    board: &Board<'_>,
    text: &str,
    at: Place,
) -> Result<(usize, usize), RecordError> {
    let cell = point(text.trim(), !board.is(Family::Go));
    let cell = cell.filter(|(column, line)| *column < board.columns() && *line < board.rows());
    cell.ok_or_else(|| {
        let expected = match board.layout.family {
            Family::Go => "cd, or nothing for a pass",
            Family::Othello => "c4, or PA for a pass",
            _ => "c4",
        };
        let (text, size) = (excerpt(text), board.size());
        at.error(format!(
            "\"{text}\" is no point of the board; expected a cell of {size} such as {expected}"
        ))
    })
}

/// Whether a point has letters alone, as in Go and in the games of Hex of Little Golem.
pub(super) fn has_two_letters(text: &str) -> bool {
    let text = text.trim();
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_alphabetic())
}

fn point(text: &str, may_have_number: bool) -> Option<(usize, usize)> {
    let mut characters = text.chars();
    let column = letter(characters.next()?)?;
    let number = characters.as_str().parse::<usize>().ok();
    if let Some(number) = number.filter(|_| may_have_number) {
        return Some((column, number.checked_sub(1)?));
    }
    let line = letter(characters.next()?)?;
    characters.next().is_none().then_some((column, line))
}

fn letter(character: char) -> Option<usize> {
    let index = (character.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    (index < 26).then_some(index)
}
