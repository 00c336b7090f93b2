//! Boards as other programs write and draw them.

/// Reads a board of squares and the side to move at the front of `text`. Returns its board string
/// (`X`, `O` or `-` for each square row by row from row 1, a space, and the side to move) and where
/// the text behind it begins, in bytes; `None` if the text does not begin with a whole board.
///
/// `*` is another form of `X`, `.` of `-`, and letters may be small. White space may stand between
/// squares and need not stand before the side to move. A board may also be drawn, as by Othello
/// servers: a line for each row with its number in front, the letters of the columns above, and
/// `* to move` below, each with or without `|` in front.
///
/// ```
/// use solveig_game::board_at_front;
///
/// let board = "-X-O*-O-- o; a1 b2";
/// assert_eq!(board_at_front(board, 3, 3), Some(("-X-OX-O-- O".to_owned(), 13)));
/// assert_eq!(board_at_front("a1 b2", 3, 3), None);
/// ```
pub fn board_at_front(text: &str, columns: usize, rows: usize) -> Option<(String, usize)> {
    let in_line = in_line(text, columns * rows);
    let (board, behind) = in_line.or_else(|| drawn(text, columns, rows))?;
    let is_between = |one: char| one.is_whitespace() || one == ';' || one == '|';
    let behind = behind.trim_start_matches(is_between);
    Some((board, text.len() - behind.len()))
}

/// A square of a board string.
fn square(letter: char) -> Option<char> {
    match letter {
        'X' | 'x' | '*' => Some('X'),
        'O' | 'o' => Some('O'),
        '-' | '.' => Some('-'),
        _ => None,
    }
}

/// The side to move.
fn side(letter: char) -> Option<char> {
    square(letter).filter(|side| *side != '-')
}

fn in_line(text: &str, squares: usize) -> Option<(String, &str)> {
    let letters = text.char_indices();
    let mut letters = letters.filter(|(_, one)| !one.is_whitespace());
    let board: Option<String> = letters
        .by_ref()
        .take(squares)
        .map(|(_, letter)| square(letter))
        .collect();
    let (at, letter) = letters.next()?;
    let (board, side) = (board?, side(letter)?);
    let behind = &text[at + letter.len_utf8()..];
    let is_end =
        behind.is_empty() || behind.starts_with(|one: char| one == ';' || one.is_whitespace());
    is_end.then(|| (format!("{board} {side}"), behind))
}

fn drawn(text: &str, columns: usize, rows: usize) -> Option<(String, &str)> {
    let mut board = vec![None; rows];
    let mut rest = text;
    while !rest.is_empty() {
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        let shown = line.trim().trim_start_matches('|').trim();
        if let Some(side) = drawn_side(shown) {
            let board: Option<Vec<String>> = board.into_iter().collect();
            let behind = match rest.split_once(TO_MOVE)?.1 {
                remark if remark.starts_with(REMARK) => below,
                moves => moves,
            };
            return Some((format!("{} {side}", board?.concat()), behind));
        }
        rest = below;
        match drawn_row(shown, columns, rows) {
            Some((row, squares)) => board[row] = Some(squares),
            None if is_beside_board(line) => {}
            None => return None,
        }
    }
    None
}

/// What follows the side to move below a drawn board.
const TO_MOVE: &str = "to move";

/// How what this program says of discs or edges begins, behind `O to move`.
const REMARK: &str = "; X ";

/// `* to move`.
fn drawn_side(line: &str) -> Option<char> {
    let (letter, behind) = line.split_once(' ')?;
    let is_side = letter.len() == 1 && behind.trim_start().starts_with(TO_MOVE);
    letter.chars().next().filter(|_| is_side).and_then(side)
}

/// `4 - - O * - - 4`: the number of the row, from 0, and its squares.
fn drawn_row(line: &str, columns: usize, rows: usize) -> Option<(usize, String)> {
    let (number, squares) = line.split_once(' ')?;
    let row = number.parse::<usize>().ok()?.checked_sub(1)?;
    let squares = squares.trim_end_matches(|one: char| one.is_ascii_digit());
    let letters = squares.chars().filter(|one| !one.is_whitespace());
    let squares: String = letters.map(square).collect::<Option<String>>()?;
    (row < rows && squares.chars().count() == columns).then_some((row, squares))
}

/// Whether a line belongs to a drawn board without being a row of it: the letters of the columns,
/// and what a server writes above.
fn is_beside_board(line: &str) -> bool {
    let line = line.trim();
    let is_letters = line
        .split_whitespace()
        .all(|word| word.chars().count() == 1);
    is_letters || line.starts_with(['|', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board on a square of `side` squares, and the text behind it.
    fn read(text: &str, side: usize) -> Option<(String, &str)> {
        let (board, end) = board_at_front(text, side, side)?;
        Some((board, &text[end..]))
    }

    #[test]
    fn a_board_in_a_line_has_one_form_among_those_of_other_programs() {
        for text in [
            "--XO X",
            "--XOX",
            "..*o*",
            "-- xo x",
            "- - X O X",
            "--\n*O\n*",
        ] {
            assert_eq!(read(text, 2), Some(("--XO X".to_owned(), "")), "{text}");
        }
    }

    #[test]
    fn what_stands_behind_a_board_is_separate() {
        for text in ["--XO X a1", "--XOX; a1", "--XO X;a1", "--XO\tX\na1"] {
            assert_eq!(read(text, 2), Some(("--XO X".to_owned(), "a1")), "{text}");
        }
        for text in [
            "--XO", "--XO -", "--XOXa1", "--X X", "--XO Z", "a1", "", "é",
        ] {
            assert_eq!(read(text, 2), None, "{text}");
        }
    }

    #[test]
    fn boards_are_read_as_an_othello_server_draws_them() {
        let text = "/os: update .12 8b K?\r\n|  1: d3//3.47\r\n|ann  (1720.0 *) 14:59\r\n|\r\n\
                    |   A B C D\r\n| 1 - - - - 1 \r\n| 2 - O * - 2\r\n| 3 - * * - 3\r\n\
                    | 4 - - * - 4\r\n|   A B C D\r\n|\r\n|O to move\r\n|\r\n";
        let board = "-----OX--XX---X- O".to_owned();
        assert_eq!(read(text, 4), Some((board.clone(), "")));
        let bare = "  a b c d\n1 - - - -\n2 - O X -\n3 - X X -\n4 - - X -\nO to move";
        for moves in ["; X 4, O 1\nb1 c1", "\nb1 c1", "; b1 c1", " b1 c1"] {
            let text = format!("{bare}{moves}");
            assert_eq!(read(&text, 4), Some((board.clone(), "b1 c1")), "{text}");
        }
        for wrong in [
            "1 - - - -\n2 - O X -\n3 - X X -\nO to move",
            "1 - - - -\n2 - O X -\n3 - X X -\n4 - - X -",
            "1 - - - -\nand so on\n2 - O X -",
            "O to move",
        ] {
            assert_eq!(read(wrong, 4), None, "{wrong}");
        }
    }
}
