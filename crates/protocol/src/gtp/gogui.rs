//! Extensions of GoGui and HexGui: rules of games that they do not implement, and analyze commands.

use solveig_engine::{Cell, Family, Side};

use super::setup::board_string;
use super::{Reply, Session, names, refused, say, syntax_error};
use crate::gtp::syntax::Request;

impl Session<'_> {
    /// `gogui-setup COLOUR VERTEX ...`: puts stones on the board. In Hex and games of *m,n,k* the
    /// stones say who is to move.
    pub(super) fn gogui_setup(&mut self, request: &Request) -> Reply {
        let about = self.engine().about();
        let mut cells = self.record.state().cells.clone();
        for pair in request.arguments.chunks(2) {
            let [colour, vertex] = pair else {
                return syntax_error();
            };
            let stone = match self.side(Some(colour))? {
                Side::First => Cell::First,
                Side::Second => Cell::Second,
            };
            let cell = names::cell(about, vertex);
            let Some(cell) = cell.and_then(|cell| cells.get_mut(cell as usize)) else {
                return syntax_error();
            };
            *cell = stone;
        }
        let count = |stone| cells.iter().filter(|cell| **cell == stone).count();
        let to_move = match about.family {
            Family::Hex | Family::Mnk if count(Cell::First) > count(Cell::Second) => Side::Second,
            Family::Hex | Family::Mnk => Side::First,
            _ => self.record.state().to_move,
        };
        match self.set_up(&cells, to_move) {
            // Where that side has won already, it is the turn of the other.
            Err(failure) if self.engine().about().family == Family::Hex => {
                self.set_up(&cells, to_move.other()).map_err(|_| failure)
            }
            reply => reply,
        }
    }

    /// `gogui-setup_player COLOUR`: makes it the turn of a side.
    pub(super) fn gogui_setup_player(&mut self, request: &Request) -> Reply {
        let [colour] = &request.arguments[..] else {
            return syntax_error();
        };
        let to_move = self.side(Some(colour))?;
        let cells = self.record.state().cells.clone();
        self.set_up(&cells, to_move)
    }

    fn set_up(&mut self, cells: &[Cell], to_move: Side) -> Reply {
        let about = self.engine().about();
        if let Family::ConnectFour | Family::Edges | Family::Track | Family::Tree | Family::Plain =
            about.family
        {
            return refused(format!(
                "positions of {} are played, not set up",
                about.spec
            ));
        }
        let board = board_string(cells, to_move);
        self.record = self.record_at(self.engine(), &board)?;
        say("")
    }

    /// `gogui-play_sequence COLOUR VERTEX ...`: plays all of the moves, or none if one is illegal.
    pub(super) fn gogui_play_sequence(&mut self, request: &Request) -> Reply {
        let before = self.record.undoable();
        for pair in request.arguments.chunks(2) {
            let one = Request {
                arguments: pair.to_vec(),
                ..request.clone()
            };
            if let Err(failure) = self.play(&one) {
                while self.record.undoable() > before {
                    self.record.undo()?;
                }
                return Err(failure);
            }
        }
        say("")
    }

    pub(super) fn analyze_commands(&mut self, _: &Request) -> Reply {
        say("gfx/Values of the moves/solveig-gfx\n\
             plist/Best moves/solveig-best\n\
             string/Value of the position/solveig-value\n\
             hstring/Values as a list/solveig-moves\n\
             var/Best play/solveig-line\n\
             hstring/Where value was lost/solveig-review")
    }

    pub(super) fn rules_game_id(&mut self, _: &Request) -> Reply {
        let about = self.engine().about();
        say(match about.family {
            Family::Go => "Go".to_owned(),
            Family::Othello => "Othello".to_owned(),
            Family::Hex => "Hex".to_owned(),
            Family::ConnectFour
            | Family::Mnk
            | Family::Edges
            | Family::Points
            | Family::Track
            | Family::Tree
            | Family::Plain => {
                let spec = about.spec.as_str();
                spec.split_once(':')
                    .map_or(spec, |(name, _)| name)
                    .to_owned()
            }
        })
    }

    /// The board as GoGui shows it, highest row first.
    pub(super) fn rules_board(&mut self, _: &Request) -> Reply {
        let columns = self.engine().about().columns.max(1) as usize;
        let letter = |cell: &Cell| match cell {
            Cell::Empty => ".".to_owned(),
            Cell::First | Cell::Second | Cell::Neither | Cell::Count(_) => {
                cell.letter().to_string()
            }
        };
        let rows = self.record.state().cells.chunks(columns).rev();
        let lines: Vec<String> = rows
            .map(|row| row.iter().map(letter).collect::<Vec<_>>().join(" "))
            .collect();
        say(lines.join("\n"))
    }

    pub(super) fn rules_board_size(&mut self, _: &Request) -> Reply {
        let about = self.engine().about();
        match about.columns == about.rows {
            true => say(about.columns.to_string()),
            false => say(format!("{} {}", about.columns, about.rows)),
        }
    }

    pub(super) fn legal_moves(&mut self, _: &Request) -> Reply {
        let legal = self.record.state().legal.iter();
        say(self.vertices(legal.map(|one| &one.name)))
    }

    pub(super) fn side_to_move(&mut self, _: &Request) -> Reply {
        say(names::colour(self.record.state().to_move))
    }

    pub(super) fn final_result(&mut self, _: &Request) -> Reply {
        say(self.result().unwrap_or_default())
    }
}
