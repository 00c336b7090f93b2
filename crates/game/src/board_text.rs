//! Boards as other programs write and draw them.

/// A board of squares, as far as its text shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// The number of squares in a row.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// Whether row 1 is drawn at the top.
    pub first_row_at_top: bool,
}

/// Reads a board of squares and the side to move at the front of `text`. Returns its board string
/// (`X`, `O` or `-` for each square row by row from row 1, a space, and the side to move) and where
/// the text behind it begins, in bytes; `None` if the text does not begin with a whole board.
///
/// `*` is another form of `X`, `.` of `-`, and letters may be small. White space may stand between
/// squares and need not stand before the side to move. Rows on lines of their own are in the order
/// in which the board is drawn. A board may also be drawn, as by Othello servers, GoGui and this
/// program: a line for each row with its number in front, the letters of the columns above, and
/// `* to move` or `Black to move` above, beside or below, each with or without `|` in front.
///
/// ```
/// use solveig_game::{BoardShape, board_at_front};
///
/// let shape = BoardShape { columns: 3, rows: 3, first_row_at_top: true };
/// let board = "-X-O*-O-- o; a1 b2";
/// assert_eq!(board_at_front(board, shape), Some(("-X-OX-O-- O".to_owned(), 13)));
/// assert_eq!(board_at_front("a1 b2", shape), None);
/// ```
pub fn board_at_front(text: &str, shape: BoardShape) -> Option<(String, usize)> {
    let front = Front::read(text, shape)?;
    let side = front.side?;
    let behind = front.behind.trim_start_matches(is_between);
    let board = format!("{} {side}", front.squares);
    Some((board, text.len() - behind.len()))
}

/// Whether a text is a board drawn after a pass of Go, which a board does not hold.
pub fn is_after_pass(text: &str) -> bool {
    text.contains(AFTER_PASS)
}

/// The squares of a text that is a whole board on several lines, and does not say which side is to
/// move.
pub fn board_without_side(text: &str, shape: BoardShape) -> Option<String> {
    let text = text.trim();
    let front = text.contains('\n').then(|| Front::read(text, shape))??;
    let is_board = front.side.is_none() && front.behind.is_empty();
    is_board.then_some(front.squares)
}

/// Reads the rows of a board of Connect Four at the front of `text`, from the top: `x`, `o` or `.`
/// for each square, with `/`, a line break or a space behind each row. Returns them with `/` in
/// between, and where the text behind them begins, in bytes; `None` if the text does not begin with
/// all rows.
///
/// `*` is another form of `x`, `-` of `.`, and letters may be capital. Space may stand between
/// squares. Lines with the game, the names of the columns and the side to move may surround them.
pub fn rows_at_front(text: &str, shape: BoardShape) -> Option<(String, usize)> {
    let (first, below) = text.split_once('\n').unwrap_or((text, ""));
    let is_heading = first.contains(':') && first.contains(", ");
    let text_of_rows = if is_heading { below } else { text };
    let (mut rows, mut row) = (Vec::new(), String::new());
    let mut letters = text_of_rows.char_indices();
    let behind = loop {
        let next = letters.next();
        match next.and_then(|(_, letter)| square(letter)) {
            Some(_) if row.len() == shape.columns => return None,
            Some(stone) => row.push(match stone {
                '-' => '.',
                stone => stone.to_ascii_lowercase(),
            }),
            None => {
                let letter = next.map_or('/', |(_, letter)| letter);
                let ends_row = matches!(letter, '/' | '\n');
                if row.len() == shape.columns && (ends_row || is_between(letter)) {
                    rows.push(std::mem::take(&mut row));
                    if rows.len() == shape.rows && letter != '/' || next.is_none() {
                        break next.map_or("", |(at, _)| &text_of_rows[at..]);
                    }
                } else if next.is_none() || !row.is_empty() && ends_row || !is_between(letter) {
                    return None;
                }
            }
        }
    };
    if rows.len() != shape.rows {
        return None;
    }
    let stones = rows.iter().flat_map(|row| row.chars());
    let count = stones.filter(|stone| *stone != '.').count();
    let x_is_next = count.is_multiple_of(2);
    let columns = (0..shape.columns).map(|column| char::from_digit(column as u32 + 1, 36));
    let columns: Option<String> = columns.collect();
    // Names of columns stand on a line of their own below squares with space in between: elsewhere
    // they are moves.
    let is_spaced = text_of_rows
        .lines()
        .next()
        .is_some_and(|line| line.trim().contains(' '));
    let start = behind.trim_start_matches(is_between);
    let is_below = behind[..behind.len() - start.len()].contains('\n');
    let mut behind = start;
    loop {
        let (line, below) = behind.split_once('\n').unwrap_or((behind, ""));
        let letters: String = line.chars().filter(|letter| !is_between(*letter)).collect();
        let end = GAME_OVER.iter().find_map(|end| behind.strip_prefix(end));
        let names_columns = is_below && is_spaced && line.contains(' ');
        behind = match (drawn_side(line.trim()), end) {
            (Some(side), _) if (side == 'X') != x_is_next => return None,
            (Some(_), _) => behind_side(behind)?,
            (None, Some(behind)) => behind,
            (None, None) if names_columns && columns == Some(letters) => below,
            (None, None) => break,
        };
        behind = behind.trim_start_matches(is_between);
    }
    Some((rows.join("/"), text.len() - behind.len()))
}

/// What stands below a board of Connect Four where the game is over.
const GAME_OVER: [&str; 3] = [
    "game over: o has four in line",
    "game over: x has four in line",
    "game over: the board is full",
];

/// Whether a character may stand between a board and what follows it.
const fn is_between(letter: char) -> bool {
    matches!(letter, ';' | '|') || letter.is_whitespace()
}

/// A square of a board string.
const fn square(letter: char) -> Option<char> {
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

/// What stands at the front of a text.
struct Front<'t> {
    /// The squares from row 1.
    squares: String,
    side: Option<char>,
    behind: &'t str,
}

impl<'t> Front<'t> {
    fn read(text: &'t str, shape: BoardShape) -> Option<Self> {
        Self::in_line(text, shape).or_else(|| Self::drawn(text, shape))
    }

    fn in_line(text: &'t str, shape: BoardShape) -> Option<Self> {
        let count = shape.columns * shape.rows;
        let mut rest = text;
        let (mut squares, mut lines) = (String::with_capacity(count), vec![0]);
        while squares.len() < count {
            let letter = rest.chars().next()?;
            rest = &rest[letter.len_utf8()..];
            match (square(letter), letter) {
                (Some(square), _) => {
                    squares.push(square);
                    *lines.last_mut()? += 1;
                }
                (None, '\n') => lines.push(0),
                (None, _) if letter.is_whitespace() => {}
                _ => return None,
            }
        }
        lines.retain(|squares| *squares > 0);
        // Lines of a board are drawn from the top.
        if lines.len() > 1 && !shape.first_row_at_top {
            if lines.iter().any(|squares| *squares != shape.columns) {
                return None;
            }
            let letters: Vec<char> = squares.chars().collect();
            squares = letters.chunks(shape.columns).rev().flatten().collect();
        }
        let behind = rest.trim_start();
        let front = |side, behind| Self {
            squares,
            side,
            behind,
        };
        let line = behind.lines().next().unwrap_or_default();
        if let Some(side) = drawn_side(line) {
            return Some(front(Some(side), behind_side(behind)?));
        }
        let Some(side) = behind.chars().next().and_then(side) else {
            return Some(front(None, behind));
        };
        let behind = &behind[1..];
        let is_end =
            behind.is_empty() || behind.starts_with(|one: char| one == ';' || one.is_whitespace());
        is_end.then(|| front(Some(side), behind))
    }

    fn drawn(text: &'t str, shape: BoardShape) -> Option<Self> {
        let mut board = vec![None; shape.rows];
        let mut to_move = None;
        let mut rest = text;
        while !rest.is_empty() {
            let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
            let shown = line.trim().trim_start_matches('|').trim();
            let is_whole = board.iter().all(Option::is_some);
            if let Some(row) = DrawnRow::read(shown, shape) {
                if board[row.index].replace(row.squares).is_some() {
                    return None;
                }
                to_move = drawn_side(row.remark).or(to_move);
            } else if let Some(side) = drawn_side(shown) {
                to_move = Some(side);
                if is_whole {
                    rest = behind_side(rest)?;
                    break;
                }
            } else if !is_beside_board(line) {
                if !is_whole || to_move.is_none() {
                    return None;
                }
                // Moves may follow the letters of the columns in their line.
                if let Some((letters, moves)) = rest.split_once(';')
                    && is_beside_board(letters)
                {
                    rest = moves;
                }
                break;
            }
            rest = below;
        }
        let squares: Option<Vec<String>> = board.into_iter().collect();
        Some(Self {
            squares: squares?.concat(),
            side: to_move,
            behind: rest,
        })
    }
}

/// What follows the side to move beside a drawn board.
const TO_MOVE: &str = "to move";

/// What this program says below a board of Go after a pass.
const AFTER_PASS: &str = "to move after a pass";

/// What this program says behind `O to move` on a board of Hex.
const EDGES: &str = "; X connects top and bottom, O left and right";

/// What follows `O to move` at the front of `text`, without what this program says of edges or
/// discs. `None` if that is a pass, which a board does not hold.
fn behind_side(text: &str) -> Option<&str> {
    let behind = text.split_once(TO_MOVE)?.1;
    if behind.starts_with(" after") {
        return None;
    }
    let moves = behind.strip_prefix(EDGES).or_else(|| behind_discs(behind));
    Some(moves.unwrap_or(behind))
}

/// What follows `; X 4, O 1`.
fn behind_discs(text: &str) -> Option<&str> {
    let behind_number = |text: &'_ str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then_some(digits)
    };
    let text = text.strip_prefix("; X ")?;
    let text = text[behind_number(text)?..].strip_prefix(", O ")?;
    Some(&text[behind_number(text)?..])
}

/// The side in `* to move`, `Black (X) to move` and `othello:4x4, Black to move`.
fn drawn_side(line: &str) -> Option<char> {
    let (front, _) = line.split_once(TO_MOVE)?;
    let words: Vec<&str> = front.split_whitespace().collect();
    let last = words.last()?.trim_matches(['(', ')']);
    let mut letters = last.chars();
    match (words.len(), letters.next(), letters.next()) {
        (1 | 2, Some(letter), None) => side(letter),
        (1 | 2, ..) if last.eq_ignore_ascii_case("black") => Some('X'),
        (1 | 2, ..) if last.eq_ignore_ascii_case("white") => Some('O'),
        _ => None,
    }
}

/// `4 - - O * - - 4`.
struct DrawnRow<'l> {
    /// The number of the row, from 0.
    index: usize,
    squares: String,
    /// What stands behind the number at the right.
    remark: &'l str,
}

impl<'l> DrawnRow<'l> {
    fn read(line: &'l str, shape: BoardShape) -> Option<Self> {
        let (number, mut rest) = line.split_once(' ')?;
        let index = number.parse::<usize>().ok()?.checked_sub(1)?;
        let mut squares = String::with_capacity(shape.columns);
        while squares.len() < shape.columns {
            rest = rest.trim_start();
            let letter = rest.chars().next()?;
            // GoGui marks handicap points.
            squares.push(square(letter).or((letter == '+').then_some('-'))?);
            rest = &rest[1..];
        }
        let behind = rest.trim_start();
        let remark = match behind.strip_prefix(number) {
            Some(remark) if remark.is_empty() || remark.starts_with(' ') => remark.trim(),
            _ if behind.is_empty() => "",
            _ => return None,
        };
        (index < shape.rows).then_some(Self {
            index,
            squares,
            remark,
        })
    }
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
        let shape = BoardShape {
            columns: side,
            rows: side,
            first_row_at_top: true,
        };
        let (board, end) = board_at_front(text, shape)?;
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
        for moves in [
            "; X 4, O 1\nb1 c1",
            "; X 4, O 1; b1 c1",
            "; X connects top and bottom, O left and right; b1 c1",
            "\nb1 c1",
            "; b1 c1",
            " b1 c1",
        ] {
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

    #[test]
    fn lines_are_in_the_order_in_which_the_board_is_drawn() {
        let shape = BoardShape {
            columns: 3,
            rows: 3,
            first_row_at_top: false,
        };
        for text in [
            "O---X---- X",
            "...\n.X.\nO.. X",
            ". . .\r\n. x .\no . .\n*",
            "  A B C\n3 . + . 3\n2 . X . 2\n1 O . . 1\n  A B C\nBlack (X) to move",
            "...\n.X.\nO..\nBlack to move",
            "go:3x3, Black to move\n  A B C\n3 - - -\n2 - X -\n1 O - -\nBlack (X) to move\n",
            "   A B C\n 3 . . . 3  Black to move\n 2 . X . 2  Prisoners: B 0  W 0\n \
             1 O . . 1  1 B B2\n   A B C",
        ] {
            let expected = Some(("O---X---- X".to_owned(), text.len()));
            assert_eq!(board_at_front(text, shape), expected, "{text}");
        }
        let gogui = "   A B C\n 3 . . . 3  Black to move\n 2 . X . 2\n 1 O . . 1\n   A B C; B1";
        let read = board_at_front(gogui, shape);
        let moves = read.map(|(board, end)| (board, &gogui[end..]));
        assert_eq!(moves, Some(("O---X---- X".to_owned(), "B1")));
        for text in [
            "..\n..X..O\n.. X",
            "  A B C\n3 - - -\n2 - X -\n1 O - -\nBlack (X) to move after a pass",
        ] {
            assert_eq!(board_at_front(text, shape), None, "{text}");
        }
        let squares = "O---X----".to_owned();
        for text in ["...\n.X.\nO..", "3 . . .\n2 . X .\n1 O . ."] {
            assert_eq!(board_at_front(text, shape), None, "{text}");
            assert_eq!(board_without_side(text, shape), Some(squares.clone()));
        }
        assert_eq!(board_without_side("O---X----", shape), None);
    }

    #[test]
    fn rows_from_the_top_are_read_as_programs_write_them() {
        let shape = BoardShape {
            columns: 3,
            rows: 2,
            first_row_at_top: false,
        };
        for text in [
            "..x/xoo",
            "--*/*OO",
            "..x\nxoo\n",
            ". . x\nx o o",
            "..x xoo",
            "connect-four:3x2, Red to move\n. . x\nx o o\n1 2 3\nx to move\n",
            ". . x\nx o o\n1 2 3",
        ] {
            let expected = Some(("..x/xoo".to_owned(), text.len()));
            assert_eq!(rows_at_front(text, shape), expected, "{text}");
        }
        for text in [
            "..x/xoo 12",
            "..x\nxoo; 12",
            ". . x\nx o o\n1 2 3\nx to move\n12",
            ". . x\nx o o\n1 2 3\nx to move; 12",
            ". . x\nx o o\nx to move 12",
            "..x/xoo game over: the board is full; 12",
        ] {
            let (rows, end) = rows_at_front(text, shape).unwrap();
            assert_eq!((rows.as_str(), &text[end..]), ("..x/xoo", "12"), "{text}");
        }
        for wrong in [
            "..x",
            "..xxoo",
            "..x/xo",
            "..x/xoo/...",
            "12",
            "",
            "..x\nxoo\no to move",
        ] {
            assert_eq!(rows_at_front(wrong, shape), None, "{wrong}");
        }
    }
}
