//! Extensions of GoGui and HexGui: rules of games that they do not implement, and analyze commands.

use solveig_engine::{Cell, Family};

use super::{Reply, Session, names, say};
use crate::gtp::syntax::Request;

impl Session<'_> {
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
            Family::ConnectFour | Family::Mnk | Family::Tree | Family::Plain => {
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
            Cell::Empty => ".",
            Cell::First => "X",
            Cell::Second => "O",
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
