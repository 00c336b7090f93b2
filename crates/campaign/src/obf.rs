//! Boards of Othello as published files write them, in OBF: a letter for each square, row by row
//! from a1, `X`, `O` or `-`, then a space, the side to move and a semicolon. And the ends of games
//! that bounds on such positions have to agree with.

use solveig_verify::{Othello, Rules, Stage, Stones};

/// The position of a board with the side to move, as in `---OX--- X;`.
///
/// # Errors
///
/// Fails with what was wrong and what was expected.
pub(crate) fn position(rules: &Othello, text: &[u8]) -> Result<Stones, String> {
    match text {
        [letters @ .., b' ', b'X', b';'] => stones(rules, letters, false),
        [letters @ .., b' ', b'O', b';'] => stones(rules, letters, true),
        _ => Err(format!(
            "the board ends with \"{}\": expected {} letters X, O or -, a space, the side to move \
             (X or O) and a semicolon",
            text[text.len().saturating_sub(3)..].escape_ascii(),
            rules.max_level()
        )),
    }
}

/// The position of the letters alone, with X to move unless `swapped`.
///
/// # Errors
///
/// Fails with what was wrong and what was expected.
pub(crate) fn stones(rules: &Othello, letters: &[u8], swapped: bool) -> Result<Stones, String> {
    let squares = rules.max_level();
    if letters.len() != squares as usize {
        return Err(format!(
            "{} squares: expected the {squares} of {}",
            letters.len(),
            rules.spec()
        ));
    }
    let (mut black, mut white) = (0, 0);
    for (square, letter) in (0..).zip(letters) {
        match letter {
            b'X' => black |= 1_u64 << square,
            b'O' => white |= 1_u64 << square,
            b'-' => {}
            other => {
                let (place, other) = (square + 1, other.escape_ascii());
                return Err(format!("letter {place} is '{other}': expected X, O or -"));
            }
        }
    }
    let (mover, opponent) = match swapped {
        false => (black, white),
        true => (white, black),
    };
    Ok(Stones { mover, opponent })
}

/// The most, for the side to move, that a move achieves which ends the game.
pub(crate) fn best_end<R: Rules + ?Sized>(rules: &R, position: &R::Position) -> Option<i32> {
    let mut children = Vec::new();
    rules.children(position, &mut children);
    let stages = children.iter().map(|child| rules.stage(child));
    let ends = stages.filter_map(|stage| match stage {
        Stage::Over(utility) => Some(-utility),
        Stage::Moves | Stage::Pass => None,
    });
    ends.max()
}
