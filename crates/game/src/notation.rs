//! Notation: moves and boards as text.

use std::fmt;

use crate::move_list::play_move_by_move;
use crate::{Game, GameExt, Move, MoveListError, escaped, excerpt_at};

/// Whether X is to move at the start of a game. O is where the board was set up so.
pub fn is_first_at_start<G: Notation>(game: &G) -> bool {
    let board = game.format_board(&game.start(), true);
    board.is_none_or(|board| !board.ends_with(" O"))
}

/// Error: text that is not a move or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The whole text that was read.
    pub text: String,
    /// Where the problem is, in characters from 0.
    pub at: usize,
    /// The problem and what was expected, as a sentence without a full stop.
    pub problem: String,
}

impl NotationError {
    /// An error at character `at` of `text`.
    pub fn new(text: &str, at: usize, problem: impl Into<String>) -> Self {
        Self {
            text: text.to_owned(),
            at,
            problem: escaped(&problem.into()).into_owned(),
        }
    }

    /// The same error relative to a longer `text`, in which the original text starts at character
    /// `offset`.
    pub fn within(self, text: &str, offset: usize) -> Self {
        Self {
            text: text.to_owned(),
            at: offset + self.at,
            problem: self.problem,
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "character {} of \"{}\": {}",
            self.at + 1,
            excerpt_at(&self.text, self.at),
            self.problem
        )
    }
}

impl std::error::Error for NotationError {}

/// Error: a move that is not legal in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move in the game's notation.
    pub notation: String,
    /// The legal moves in the game's notation and tie-break order; empty if the game is over.
    pub legal: Vec<String>,
    /// Why the move is illegal, if the game gives a reason: a clause without a full stop.
    pub reason: Option<String>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.legal.is_empty() {
            return write!(f, "{} is not legal: the game is over", self.notation);
        }
        write!(f, "{} is not legal here", self.notation)?;
        if let Some(reason) = &self.reason {
            write!(f, ": {reason}")?;
        }
        write!(f, "; legal: {}", self.legal.join(" "))
    }
}

impl std::error::Error for IllegalMove {}

/// How people read and write moves and boards.
pub trait Notation: Game {
    /// A move in the game's notation.
    fn format_move(&self, written: Move) -> String;

    /// Parses one move at the front of `text`; returns the move and its length in bytes.
    ///
    /// # Errors
    ///
    /// Fails if `text` does not begin with a move of this game. Legality is not checked.
    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError>;

    /// Draws the board for people: several lines, none with trailing white space. `first_to_move`:
    /// whether the side to move is the player who moved first in the play.
    fn render(&self, position: &Self::Position, first_to_move: bool) -> String;

    /// A phrase for people that describes the order of [`legal_moves`](Game::legal_moves).
    fn tie_break_rule(&self) -> String;

    /// Parses a board string. `None` if `text` does not look like one (it may be a move list), an
    /// error if it does but is not a position.
    fn parse_board(&self, _text: &str) -> Option<Result<Self::Position, NotationError>> {
        None
    }

    /// The position with these stones of the player who moved first in the play and of the other,
    /// bit *i* for cell *i*, row by row from row 1: that which [`parse_board`](Self::parse_board)
    /// reads from the same board as text, but much faster. `None` if it reads none, and in a game
    /// without this short cut.
    fn position_of_stones(
        &self,
        _stones: [u128; 2],
        _first_to_move: bool,
    ) -> Option<Self::Position> {
        None
    }

    /// Formats a position as a board string that [`parse_board`](Self::parse_board) reads back;
    /// `None` in a game without board strings. `first_to_move`: whether the side to move is the
    /// player who moved first in the play.
    fn format_board(&self, _position: &Self::Position, _first_to_move: bool) -> Option<String> {
        None
    }

    /// Reads the board string at the front of `text`, in the forms of other programs as well.
    /// Returns it as [`format_board`](Self::format_board) writes it, and where the text behind it
    /// begins, in bytes; `None` if the text does not begin with a board.
    fn board_at_front(&self, _text: &str) -> Option<(String, usize)> {
        None
    }

    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    ///
    /// Fails if the move is not legal in `position`.
    fn play(&self, position: &Self::Position, played: Move) -> Result<Self::Position, IllegalMove> {
        let legal = self.moves(position);
        if legal.contains(&played) {
            return Ok(self.play_unchecked(position, played));
        }
        Err(IllegalMove {
            notation: self.format_move(played),
            legal: legal.into_iter().map(|one| self.format_move(one)).collect(),
            reason: None,
        })
    }

    /// Parses a move list and plays it from `start`; returns the final position and the moves.
    /// Moves may be written together or separated by spaces or commas; forced passes may be
    /// omitted, as in game records.
    ///
    /// # Errors
    ///
    /// Fails at the first move that is unreadable or illegal; the error names it.
    fn play_list(
        &self,
        start: &Self::Position,
        text: &str,
    ) -> Result<(Self::Position, Vec<Move>), MoveListError> {
        play_move_by_move(self, start, text)
    }

    /// Parses a position: a board string, a move list from the start, or a board string with moves
    /// behind it. `-` and the empty string are the start.
    ///
    /// # Errors
    ///
    /// Fails if the text is unreadable or a move is illegal; the error gives the place.
    fn parse_position(&self, text: &str) -> Result<Self::Position, MoveListError> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == "-" {
            return Ok(self.start());
        }
        if let Some((board, end)) = self.board_at_front(trimmed)
            && let Some(moves) = trimmed.get(end..).filter(|moves| !moves.is_empty())
            && let Some(board) = self.parse_board(&board)
        {
            let start = board.map_err(MoveListError::Board)?;
            return Ok(self.play_list(&start, moves)?.0);
        }
        match self.parse_board(trimmed) {
            Some(board) => board.map_err(MoveListError::Board),
            None => Ok(self.play_list(&self.start(), trimmed)?.0),
        }
    }
}
