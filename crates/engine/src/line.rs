//! Positions as text, and their description by the rules.

#[cfg(feature = "api")]
use serde::{Serialize, Serializer};
use solveig_game::{Game, GameExt, Move, MoveListError, Notation, is_first_at_start};
use solveig_games::Family;

use crate::About;
use crate::area::Grid;

/// One of the two sides. The first is the one that moves first in a play from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "api", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Side {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
}

impl Side {
    /// First for second, second for first.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The letter of its stones on boards: `X` for the side that moves first, `O` for the other.
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'X',
            Self::Second => 'O',
        }
    }

    /// `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// A position, as the moves that lead to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line {
    /// The position before the moves: a board string, which moves may follow; `-` or empty for the
    /// start.
    pub from: String,
    /// The moves, with or without spaces. Forced passes may be omitted.
    pub moves: String,
}

impl Line {
    /// Moves from the start.
    pub fn of(moves: &str) -> Self {
        Self {
            from: String::new(),
            moves: moves.to_owned(),
        }
    }

    /// A position by its board, or by the moves that lead to it; `-` for the start.
    pub fn at(position: impl Into<String>) -> Self {
        Self {
            from: position.into(),
            moves: String::new(),
        }
    }

    /// The line with one more move.
    pub fn then(&self, played: &str) -> Self {
        Self {
            from: self.from.clone(),
            moves: format!("{} {played}", self.moves).trim().to_owned(),
        }
    }
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone of the side that moves first.
    First,
    /// A stone of the other side.
    Second,
    /// What neither side owns, such as an edge that is drawn.
    Neither,
    /// How many pieces are in a cell of a track, from 1 to 35.
    Count(u8),
}

impl Cell {
    /// The letter on boards: of the side whose stone it is, `#` if it is taken by neither, `-` if
    /// it is empty; a count in base 36.
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => '-',
            Self::First => Side::First.letter(),
            Self::Second => Side::Second.letter(),
            Self::Neither => '#',
            Self::Count(count) => match char::from_digit(count as u32, 36) {
                Some(digit) => digit,
                None => '-',
            },
        }
    }
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// Its name.
    #[cfg_attr(feature = "api", serde(rename = "move"))]
    pub name: String,
    /// The index in `cells` of the cell where its stone lands.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cell: Option<u32>,
    /// Whether it is a pass.
    pub pass: bool,
}

/// A move that is illegal only because it would repeat an earlier position: what the rule of
/// ko forbids in Go.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ForbiddenMove {
    /// Its name.
    #[cfg_attr(feature = "api", serde(rename = "move"))]
    pub name: String,
    /// The index in `cells` of the cell where its stone would land.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cell: Option<u32>,
    /// After how many of the moves played the position that it would repeat last occurred; 0 for
    /// that before the first; `null` if it came before that.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub repeats: Option<u32>,
}

/// The areas by which a finished game of Go is scored: a side's stones, and the empty points that
/// only they enclose.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Areas {
    /// The points of the side that moves first.
    pub first: u32,
    /// The points of the other side.
    pub second: u32,
    /// Whose each cell is, in the order of `cells`: `X`, `O`, or `-` for a point of neither side.
    #[cfg_attr(feature = "api", serde(serialize_with = "letters"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub owners: Vec<Cell>,
}

#[cfg(feature = "api")]
fn letters<S: Serializer>(cells: &[Cell], to: S) -> Result<S::Ok, S::Error> {
    let letters: String = cells.iter().map(|cell| cell.letter()).collect();
    to.serialize_str(&letters)
}

/// A position, described by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The position before the moves: a board string, or `-` for the start.
    pub from: String,
    /// The moves of the line, including forced passes.
    pub moves: Vec<String>,
    /// The board string, valid as [`Line::from`]; empty without a board.
    pub board: String,
    /// A drawing of the board, in several lines.
    pub picture: String,
    /// The squares row by row, row 1 first, from the left; none without a board.
    pub cells: Vec<Cell>,
    /// The side to move, also if the game is over.
    pub to_move: Side,
    /// The level: in most games the number of stones.
    pub level: u32,
    /// The utility for the side to move if the game is over; `None` if it is not.
    pub over: Option<i32>,
    /// The legal moves in tie-break order.
    pub legal: Vec<LegalMove>,
    /// The moves that only a rule against repetition makes illegal, in tie-break order.
    pub forbidden: Vec<ForbiddenMove>,
    /// The areas, if this is a finished game of Go that no repetition ended.
    pub areas: Option<Areas>,
}

/// A line in the game's types: its first position, moves and last position.
#[derive(Clone)]
pub(crate) struct ParsedLine<G: Game> {
    pub(crate) start: G::Position,
    pub(crate) start_side: Side,
    pub(crate) from: String,
    /// The number of moves of `from`, if that is a list of moves.
    pub(crate) before: u32,
    pub(crate) moves: Vec<Move>,
    pub(crate) position: G::Position,
}

impl<G: Notation> ParsedLine<G> {
    /// The position at the end of a line.
    pub(crate) fn read(game: &G, line: &Line) -> Result<Self, MoveListError> {
        let text = line.from.trim();
        let stated = game.board_at_front(text);
        // Moves may follow the board.
        let (from, front) = match &stated {
            Some((board, end)) => (board.as_str(), &text[*end..]),
            None => (text, ""),
        };
        let is_start = matches!(from, "" | "-");
        let (start, start_side, before) = match game.parse_board(from) {
            Some(board) if !is_start => {
                let start = board.map_err(MoveListError::Board)?;
                let side = side_of_board(game, &start, from);
                (start, side, 0)
            }
            // `from` may also be a move list.
            _ => {
                let start = game.start();
                let (position, before) = match is_start {
                    true => (start, Vec::new()),
                    false => game.play_list(&start, from)?,
                };
                (
                    position,
                    side_after(side_at_start(game), before.len()),
                    before.len(),
                )
            }
        };
        let text = match line.moves.trim() {
            "" | "-" => front.to_owned(),
            moves if front.is_empty() => moves.to_owned(),
            moves => format!("{front} {moves}"),
        };
        let (position, moves) = match text.is_empty() {
            true => (start.clone(), Vec::new()),
            false => game.play_list(&start, &text)?,
        };
        Ok(Self {
            from: if is_start {
                "-".to_owned()
            } else {
                from.to_owned()
            },
            start,
            start_side,
            before: before as u32,
            moves,
            position,
        })
    }

    /// The position alone, as if it were where the line begins.
    pub(crate) fn at(game: &G, position: G::Position) -> Self {
        let level = |position: &G::Position| game.level(position);
        let levels = level(&position) + level(&game.start());
        let start_side = side_after(side_at_start(game), levels as usize);
        let board = game.format_board(&position, start_side == Side::First);
        Self {
            from: board.unwrap_or_else(|| "-".to_owned()),
            start: position.clone(),
            start_side,
            before: 0,
            moves: Vec::new(),
            position,
        }
    }

    /// Whose turn it is at the end of the line.
    pub(crate) fn side(&self) -> Side {
        side_after(self.start_side, self.moves.len())
    }

    /// The description by the rules.
    pub(crate) fn state(&self, game: &G, about: &About) -> GameState {
        let to_move = self.side();
        let first = to_move == Side::First;
        let board = game.format_board(&self.position, first).unwrap_or_default();
        let cells = cells(about, &board);
        let moves = game.moves(&self.position);
        let over = game.terminal_value(&self.position);
        let is_forced_pass = game.is_forced_pass(&self.position);
        let superko = game.repetition_rule();
        let by_cycle = superko.is_some_and(|rule| rule.repetition(&self.position).is_some());
        let scored = over.filter(|_| about.family == Family::Go && !by_cycle);
        GameState {
            forbidden: self.forbidden(game, about, &cells),
            areas: scored.map(|_| Areas::of(Grid::of(about, &cells))),
            from: self.from.clone(),
            moves: self
                .moves
                .iter()
                .map(|one| game.format_move(*one))
                .collect(),
            picture: game.render(&self.position, first),
            to_move,
            level: game.level(&self.position),
            over,
            legal: moves
                .iter()
                .map(|one| legal_move(game, about, &cells, *one))
                .map(|one| LegalMove {
                    pass: one.pass || is_forced_pass,
                    ..one
                })
                .collect(),
            cells,
            board,
        }
    }
}

impl<G: Notation> ParsedLine<G> {
    fn forbidden(&self, game: &G, about: &About, cells: &[Cell]) -> Vec<ForbiddenMove> {
        let mut forbidden = Vec::new();
        if let Some(superko) = game.repetition_rule() {
            superko.forbidden_moves(&self.position, &mut |played, plies| {
                let LegalMove { name, cell, .. } = legal_move(game, about, cells, played);
                forbidden.push(ForbiddenMove {
                    name,
                    cell,
                    repeats: plies.checked_sub(self.before),
                });
            });
        }
        forbidden
    }
}

impl Areas {
    fn of(grid: Grid<'_>) -> Self {
        let (first, second) = grid.areas();
        Self {
            first,
            second,
            owners: grid.owners(),
        }
    }
}

fn side_after(side: Side, moves: usize) -> Side {
    if moves.is_multiple_of(2) {
        side
    } else {
        side.other()
    }
}

/// The side to move: stated at the end of the board string, or else derived from the number of
/// stones.
fn side_of_board<G: Notation>(game: &G, position: &G::Position, text: &str) -> Side {
    let named = text.rsplit_once(char::is_whitespace).map(|(_, side)| side);
    match named {
        Some("X" | "x") => Side::First,
        Some("O" | "o") => Side::Second,
        _ => {
            let stones = game.level(position) - game.level(&game.start());
            side_after(side_at_start(game), stones as usize)
        }
    }
}

/// The side to move at the start of a game.
pub(crate) fn side_at_start<G: Notation>(game: &G) -> Side {
    match is_first_at_start(game) {
        true => Side::First,
        false => Side::Second,
    }
}

/// The squares of a board string, row 1 first.
fn cells(about: &About, board: &str) -> Vec<Cell> {
    let cell = |stone: char| match stone {
        'X' | 'x' => Cell::First,
        'O' | 'o' => Cell::Second,
        '#' => Cell::Neither,
        _ => Cell::Empty,
    };
    let counted = |letter: char| match letter {
        '1'..='9' | 'a'..='z' => Cell::Count(letter.to_digit(36).unwrap_or(0) as u8),
        _ => cell(letter),
    };
    let squares = (about.columns * about.rows) as usize;
    match about.family {
        family if !family.has_cells() => Vec::new(),
        Family::Track => board.chars().take(squares).map(counted).collect(),
        Family::ConnectFour => {
            let rows = board.split('/').rev();
            rows.flat_map(|row| row.chars().map(cell)).collect()
        }
        _ => board.chars().take(squares).map(cell).collect(),
    }
}

/// Describes a move, with the square of its stone.
pub(crate) fn legal_move<G: Notation>(
    game: &G,
    about: &About,
    cells: &[Cell],
    played: Move,
) -> LegalMove {
    let code = u32::from(played.0);
    let cell = match about.family {
        family if !family.has_cells() => None,
        Family::ConnectFour => (0..about.rows)
            .map(|row| row * about.columns + code)
            .find(|cell| cells.get(*cell as usize) == Some(&Cell::Empty)),
        _ => Some(code).filter(|code| (*code as usize) < cells.len()),
    };
    LegalMove {
        name: game.format_move(played),
        pass: cell.is_none() && about.family.has_cells(),
        cell,
    }
}
