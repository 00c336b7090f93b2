//! Commands about the result of a game.

use solveig_engine::Side;
use solveig_engine::area::Grid;

use super::{Reply, Session, names, refused, say, syntax_error};
use crate::gtp::syntax::Request;

impl Session<'_> {
    /// `B+2.5` in games with scores, `B+` in games that are only won, `0` for a draw.
    pub(super) fn final_score(&mut self, _: &Request) -> Reply {
        match self.result() {
            Some(result) => say(result),
            None => refused("cannot score"),
        }
    }

    /// The result, if the game is over.
    pub(super) fn result(&self) -> Option<String> {
        let state = self.record.state();
        let over = state.over?;
        let for_first = f64::from(match state.to_move {
            Side::First => over,
            Side::Second => -over,
        });
        let counts = self.engine().about().greatest_value > 1;
        let margin = match &state.areas {
            Some(areas) => f64::from(areas.first) - f64::from(areas.second) - self.komi,
            None => for_first,
        };
        let winner = if margin > 0.0 {
            Side::First
        } else {
            Side::Second
        };
        Some(match (margin == 0.0, counts || state.areas.is_some()) {
            (true, _) => "0".to_owned(),
            (false, true) => format!("{}+{}", names::letter(winner), margin.abs()),
            (false, false) => format!("{}+", names::letter(winner)),
        })
    }

    /// All stones on the board are alive: scores are areas after play to the end.
    pub(super) fn final_status_list(&mut self, request: &Request) -> Reply {
        let [status] = &request.arguments[..] else {
            return syntax_error();
        };
        let state = self.record.state();
        let about = self.engine().about();
        match status.as_str() {
            "alive" | "dead" | "seki" if state.over.is_none() => {
                refused("cannot score: the game is not over")
            }
            "alive" => {
                let chains = Grid::of(about, &state.cells).chains();
                let lines: Vec<String> = chains
                    .iter()
                    .map(|chain| {
                        let names: Vec<String> = chain
                            .iter()
                            .map(|cell| names::cell_vertex(about, *cell))
                            .collect();
                        names.join(" ")
                    })
                    .collect();
                say(lines.join("\n"))
            }
            "dead" | "seki" => say(""),
            _ => syntax_error(),
        }
    }
}
