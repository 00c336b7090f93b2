//! The position before the first move, and which side moves first.

use solveig_game::Family;

use super::points::{has_two_letters, rectangle};
use super::{SgfGame, SgfMove};
use crate::board::Board;
use crate::place::{Place, RecordError};

/// The note on a position whose side to move is not stated.
const BY_STONES: &str = "The record does not state who is to move (PL). By the number of stones";
const BY_HANDICAP: &str = "The record does not state who is to move (PL). After a handicap";
const BY_RULE: &str = "The record does not state who is to move (PL). As at the start of a game";

/// The note on the colours of Little Golem.
const AS_LITTLE_GOLEM: &str = "White moves first in the record and connects the edges of Black, \
    as in Little Golem. Here the colours are exchanged.";
const EXCHANGED: &str = "White moves first in the record. Here the colours are exchanged.";
const EXCHANGED_AND_MIRRORED: &str = "White moves first in the record. Here the colours are \
    exchanged, and the board is mirrored: a3 and c1 change places.";

/// How a record shows a game in which Black moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    /// Whether its colours are exchanged.
    pub exchanges: bool,
    /// Whether its board is mirrored at the long diagonal.
    pub mirrors: bool,
}

impl View {
    /// The note on it; `None` where the record shows the game as it is.
    pub fn note(self, board: &Board<'_>) -> Option<&'static str> {
        match (self.exchanges, self.mirrors) {
            (false, _) => None,
            (true, true) => Some(EXCHANGED_AND_MIRRORED),
            (true, false) if board.is(Family::Hex) => Some(AS_LITTLE_GOLEM),
            (true, false) => Some(EXCHANGED),
        }
    }
}

/// The position before the first move, as the record shows it.
pub(super) struct Start {
    /// `X`, `O` or `-` for each cell.
    cells: Vec<char>,
    white_begins: bool,
}

impl Start {
    /// Its board string in the game itself.
    pub fn board_string(&self, board: &Board<'_>, view: View) -> String {
        let columns = board.columns().max(1);
        let shown = |cell: usize| match view.mirrors {
            true => self.cells[cell % columns * columns + cell / columns],
            false => self.cells[cell],
        };
        let exchanged = |stone| match stone {
            'X' if view.exchanges => 'O',
            'O' if view.exchanges => 'X',
            other => other,
        };
        let cells: String = (0..self.cells.len()).map(shown).map(exchanged).collect();
        let mover = match self.white_begins {
            true => exchanged('O'),
            false => exchanged('X'),
        };
        board.from(format!("{cells} {mover}"))
    }
}

impl SgfGame {
    /// How many moves at the start of Go are handicap stones: those of Black before the first of
    /// White, if there are several.
    pub fn handicap(&self, board: &Board<'_>) -> usize {
        let count = self.moves.iter().take_while(|one| one.is_black).count();
        let is_handicap = board.is(Family::Go) && self.set_up.is_empty() && count > 1;
        if is_handicap { count } else { 0 }
    }

    /// The position before the first move, and a note on the side to move.
    pub(super) fn opening(
        &self,
        board: &Board<'_>,
    ) -> Result<(Start, Option<String>), RecordError> {
        let cells = self.cells(board)?;
        let (white_begins, note) = self.turn(board, &cells);
        let start = Start {
            cells,
            white_begins,
        };
        Ok((start, note))
    }

    /// Whether White is to move, and how that is known if the record does not state it.
    fn turn(&self, board: &Board<'_>, cells: &[char]) -> (bool, Option<String>) {
        let handicap = self.handicap(board);
        if handicap > 0 {
            let note = format!("The first {handicap} moves of Black were read as a handicap.");
            return (true, Some(note));
        }
        if let Some(white_begins) = self.stated_turn() {
            return (white_begins, None);
        }
        let [black, white] = stones(cells);
        let (white_begins, reason) = match board.family() {
            Family::Hex | Family::Mnk => (black > white, BY_STONES),
            Family::Go if white == 0 && black > 1 => (true, BY_HANDICAP),
            _ => (false, BY_RULE),
        };
        let side = if white_begins { "White" } else { "Black" };
        let is_set_up = !self.set_up.is_empty();
        let note = is_set_up.then(|| format!("{reason} it is {side}."));
        (white_begins, note)
    }

    /// Whether White is to move, as the record states or its first move shows.
    fn stated_turn(&self) -> Option<bool> {
        let stated = self.white_begins.as_ref().map(|stated| stated.value);
        stated.or_else(|| self.moves.first().map(|first| !first.is_black))
    }

    fn cells(&self, board: &Board<'_>) -> Result<Vec<char>, RecordError> {
        let mut cells: Vec<char> = board.start().chars().collect();
        // Where a record puts stones on the board, it puts all of them, those of Othello's start as
        // well.
        if self.set_up.iter().any(|one| one.stone != '-') {
            cells.fill('-');
        }
        let mut set_in = vec![None; cells.len()];
        for one in &self.set_up {
            for cell in rectangle(board, &one.points)? {
                if set_in[cell].replace(one.node) == Some(one.node) {
                    return Err(one.points.twice());
                }
                cells[cell] = one.stone;
            }
        }
        for SgfMove { point, .. } in &self.moves[..self.handicap(board)] {
            for cell in rectangle(board, point)? {
                if cells[cell] != '-' {
                    return Err(point.twice());
                }
                cells[cell] = 'X';
            }
        }
        Ok(cells)
    }

    /// How the record shows a game in which Black moves first and sides move in turn: the stones
    /// say which side moved first.
    pub(super) fn view(&self, board: &Board<'_>, start: &Start) -> Result<View, RecordError> {
        let is_hex = board.is(Family::Hex);
        if !is_hex && !board.is(Family::Mnk) || board.is_set_up() {
            return Ok(View::default());
        }
        let [black, white] = stones(&start.cells);
        let (own, others, mover) = match start.white_begins {
            true => (white, black, "White"),
            false => (black, white, "Black"),
        };
        if own != others && own + 1 != others {
            // Hex has games that begin on any board.
            if is_hex {
                return Ok(View::default());
            }
            let whose = match self.stated_turn() {
                Some(_) => format!("{mover} is to move with"),
                None => "the board has".to_owned(),
            };
            return Err(self.place_of_start().error(format!(
                "{whose} {black} black and {white} white stones; expected as many of each colour, \
                 or one more of the side that moved last, since sides move in turn"
            )));
        }
        let white_moved_first = start.white_begins == (own == others);
        if !white_moved_first {
            return Ok(View::default());
        }
        let first = self.moves.first().filter(|_| self.set_up.is_empty());
        let is_golem = is_hex && first.is_some_and(|first| has_two_letters(&first.point.value));
        Ok(View {
            exchanges: true,
            mirrors: is_hex && !is_golem,
        })
    }

    /// Where the record states the position before the first move.
    pub(super) fn place_of_start(&self) -> Place {
        let stated = self.white_begins.as_ref().map(|stated| stated.at);
        let set_up = self.set_up.first().map(|one| one.points.at);
        let first = self.moves.first().map(|first| first.point.at);
        stated.or(set_up).or(first).unwrap_or(Place::START)
    }
}

/// How many stones are black, and how many white.
fn stones(cells: &[char]) -> [usize; 2] {
    ['X', 'O'].map(|stone| cells.iter().filter(|cell| **cell == stone).count())
}
