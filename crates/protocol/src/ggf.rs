//! Reads GGF, the game format of Othello servers and of NBoard.

use std::time::Duration;

use solveig_engine::Side;
use solveig_game::excerpt;

use crate::properties;
pub use crate::properties::RecordError;

/// A game read from GGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfGame {
    /// The length of a side of the board, in squares.
    pub side: u32,
    /// The board before the first move, row by row from a1: `X` for Black, `O` for White, `-` for
    /// an empty square; then a space and the side to move, `X` or `O`.
    pub board: String,
    /// The time of each side for the whole game; `None` for no limit.
    pub time: Option<Duration>,
    /// The moves, each with the side that played it.
    pub moves: Vec<(Side, GgfMove)>,
}

/// A move read from GGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfMove {
    /// A square such as `f5`, or `pass`.
    pub name: String,
    /// The time spent on it.
    pub time: Duration,
}

impl GgfGame {
    /// Reads the first game in `text`.
    ///
    /// # Errors
    ///
    /// Fails if the text is not GGF, has no board, or has an unreadable move.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let nodes = properties::read(text, false)?;
        let mut board = None;
        let mut time = None;
        let mut moves = Vec::new();
        for property in nodes.into_iter().flatten() {
            let first = property.values.first().map_or("", String::as_str);
            match property.name.as_str() {
                "GM" if !first.trim().eq_ignore_ascii_case("othello") => {
                    let first = excerpt(first);
                    return Err(RecordError(format!("GM is \"{first}\"; expected Othello")));
                }
                "BO" => board = Some(read_board(first)?),
                // Antigames and games with komi have other values.
                "TY" if first.contains(['a', 'A', 'k', 'K']) => {
                    let first = excerpt(first);
                    let problem = format!("TY is \"{first}\"; expected Othello without komi");
                    return Err(RecordError(problem));
                }
                "TI" => time = clock_time(first)?,
                "B" => moves.push((Side::First, read_move(first)?)),
                "W" => moves.push((Side::Second, read_move(first)?)),
                _ => {}
            }
        }
        let (side, board) =
            board.ok_or_else(|| RecordError("there is no board (BO[8 ...])".to_owned()))?;
        Ok(Self {
            side,
            board,
            time,
            moves,
        })
    }
}

fn read_board(text: &str) -> Result<(u32, String), RecordError> {
    let problem = || {
        RecordError(format!(
            "BO is \"{}\"; expected the length of a side, its squares as *, O and -, and the side to move",
            excerpt(text)
        ))
    };
    let (side, rest) = text.trim().split_once(' ').ok_or_else(problem)?;
    let side: u32 = side.parse().map_err(|_| problem())?;
    if !(2..=26).contains(&side) {
        return Err(problem());
    }
    let squares = (side * side) as usize;
    let letters: Option<Vec<char>> = rest
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| match character {
            '*' | 'X' | 'x' => Some('X'),
            'O' | 'o' => Some('O'),
            '-' | '.' => Some('-'),
            _ => None,
        })
        .collect();
    let letters = letters.ok_or_else(problem)?;
    let (mover, board) = letters.split_last().ok_or_else(problem)?;
    if board.len() != squares || *mover == '-' {
        return Err(problem());
    }
    let board: String = board.iter().collect();
    Ok((side, format!("{board} {mover}")))
}

/// Reads the main time, `15:00` or `1:00:00`, up to the first `/`. `None` (no limit) if it is
/// empty or 0.
fn clock_time(text: &str) -> Result<Option<Duration>, RecordError> {
    let main = text.split(['/', ',']).next().unwrap_or_default().trim();
    let seconds = main.split(':').try_fold(0u64, |seconds, part| {
        let part: u64 = part.trim().parse().ok()?;
        seconds.checked_mul(60)?.checked_add(part)
    });
    match seconds {
        _ if main.is_empty() => Ok(None),
        Some(0) => Ok(None),
        Some(seconds @ 1..=MOST_SECONDS) => Ok(Some(Duration::from_secs(seconds))),
        _ => Err(RecordError(format!(
            "TI is \"{}\"; expected a time such as 15:00",
            excerpt(text)
        ))),
    }
}

/// The longest time that is accepted, in seconds: a hundred days.
const MOST_SECONDS: u64 = 8_640_000;

/// Reads a move: `F5`, `F5/1.2/0.5` or `PA`. The number after the second slash is the time spent on
/// it, in seconds.
///
/// # Errors
///
/// Fails if the text is not a move.
pub fn read_move(text: &str) -> Result<GgfMove, RecordError> {
    let mut parts = text.split('/');
    let name = parts.next().unwrap_or_default().trim();
    // The evaluation is the other program's, and changes nothing.
    let (_, time) = (parts.next(), parts.next().unwrap_or_default().trim());
    let seconds = match time {
        "" => Some(0.0),
        time => time.parse::<f64>().ok(),
    };
    let Some(seconds) = seconds.filter(|_| parts.next().is_none()) else {
        return Err(RecordError(format!(
            "\"{}\" is no move; expected a square, an evaluation and the seconds spent, as in F5/1.2/0.5",
            excerpt(text)
        )));
    };
    // A clock that was set back or stopped says nothing of the time spent.
    let seconds = if (0.0..=MOST_SECONDS as f64).contains(&seconds) {
        seconds
    } else {
        0.0
    };
    let time = Duration::from_secs_f64(seconds);
    let lower = name.to_ascii_lowercase();
    if matches!(lower.as_str(), "pa" | "pass" | "pass." | "--") {
        let name = "pass".to_owned();
        return Ok(GgfMove { name, time });
    }
    let digits = lower.get(1..).unwrap_or_default();
    let is_square = lower.starts_with(|first: char| first.is_ascii_lowercase())
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_square {
        let name = excerpt(name);
        return Err(RecordError(format!(
            "\"{name}\" is no move; expected a square such as F5, or PA"
        )));
    }
    Ok(GgfMove { name: lower, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_nboard_is_read() {
        let text = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5/0.1/2]W[F6]B[PA//1];)";
        let game = GgfGame::read(text).unwrap();
        assert_eq!(game.side, 8);
        assert_eq!(game.board.len(), 66);
        assert!(game.board.ends_with(" X"));
        assert_eq!(&game.board[27..29], "OX");
        assert_eq!(game.time, Some(Duration::from_secs(900)));
        let moves = game.moves.iter();
        let moves: Vec<(char, &str, u64)> = moves
            .map(|(side, one)| (side.letter(), one.name.as_str(), one.time.as_secs()))
            .collect();
        assert_eq!(moves, [('X', "f5", 2), ('O', "f6", 0), ('X', "pass", 1)]);
    }

    #[test]
    fn nonsense_is_named() {
        let problem = |text: &str| GgfGame::read(text).unwrap_err().to_string();
        assert!(problem("").contains("no game"));
        assert!(problem("(;GM[Go])").contains("GM is \"Go\""));
        assert!(problem("(;GM[Othello])").contains("no board"));
        assert!(problem("(;BO[8 ---- *])").contains("BO is"));
        assert!(problem("(;BO[4000000000 - *])").contains("BO is"));
        assert!(problem("(;BO[2 **** -])").contains("BO is"));
        assert!(problem("(;TI[soon])").contains("TI is \"soon\"; expected a time"));
        assert!(problem("(;TY[8a])").contains("TY is \"8a\"; expected Othello without komi"));
        assert!(problem("(;B[F5//soon])").contains("\"F5//soon\" is no move"));
        assert!(problem("(;B[F5/1/2/3])").contains("is no move"));
        assert!(problem("(;B[55])").contains("\"55\" is no move"));
        assert!(problem("(;B[\u{fffd}5])").contains("is no move"));
    }
}
