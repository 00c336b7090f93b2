//! A match between our program and another. The referee knows the rules by the engine.

use std::sync::Arc;
use std::time::Duration;

use solveig_engine::{Cell, Engine, Family, GameState, Line, Settings, Side, open_game};

use crate::program::Program;

/// A match; ours is Black.
pub struct Match {
    engine: Arc<dyn Engine>,
    line: Line,
    pub ours: Program,
    theirs: Program,
}

/// How a match ended.
pub struct Ended {
    /// The lead of Black.
    pub margin: i32,
    /// What Black's first proven move was sure to reach.
    pub lead_when_solved: Option<i32>,
}

const MAX_MOVES: usize = 400;

impl Match {
    pub fn new(spec: &str, ours: Program, theirs: Program) -> Self {
        Self {
            engine: open_game(spec, &Settings::default()).unwrap(),
            line: Line::default(),
            ours,
            theirs,
        }
    }

    /// Tells the programs what they need to know beforehand.
    pub fn prepare(&mut self, ours: &[&str], theirs: &[&str]) {
        for command in [ours, &["clear_board"]].concat() {
            self.ours.said(command).unwrap();
        }
        for command in [&["clear_board"], theirs].concat() {
            self.theirs.said(command).unwrap();
        }
    }

    fn state(&self) -> GameState {
        self.engine.state(&self.line).unwrap()
    }

    /// Plays to the end. `time` says how long our move may take with so many empty squares.
    pub fn play(&mut self, time: impl Fn(usize) -> Duration) -> Ended {
        let mut lead_when_solved = None;
        for _ in 0..MAX_MOVES {
            let state = self.state();
            if let Some(over) = state.over {
                let margin = match state.to_move {
                    Side::First => over,
                    Side::Second => -over,
                };
                return Ended {
                    margin,
                    lead_when_solved,
                };
            }
            let colour = match state.to_move {
                Side::First => "black",
                Side::Second => "white",
            };
            let empty = |cell: &&Cell| **cell == Cell::Empty;
            let empties = state.cells.iter().filter(empty).count();
            let is_ours = state.to_move == Side::First;
            let genmove = format!("genmove {colour}");
            let moved = if is_ours {
                if self.engine.about().family == Family::Othello {
                    let seconds = time(empties).as_secs_f64();
                    let left = format!("time_left black {seconds} 1");
                    self.ours.said(&left).unwrap();
                }
                if empties <= crate::SOLVED_FROM
                    && self.engine.about().family == Family::Othello
                    && lead_when_solved.is_none()
                {
                    let value = self.ours.said("solveig-value").unwrap();
                    let value = value.split(' ').next().unwrap();
                    lead_when_solved = Some(value.parse().unwrap());
                }
                self.ours.said(&genmove).unwrap()
            } else {
                self.theirs.said(&genmove).unwrap()
            };
            let name = moved.to_ascii_lowercase();
            let legal = state
                .legal
                .iter()
                .find(|one| one.name.eq_ignore_ascii_case(&name));
            let legal = legal
                .unwrap_or_else(|| panic!("{colour} {moved} is not legal:\n{}", state.picture));
            let play = format!("play {colour} {moved}");
            let result = match is_ours {
                true => self.theirs.said(&play),
                false => self.ours.said(&play),
            };
            // Where the rules force a pass, some programs (gtp-rhino) take it as said.
            let goes_without_saying = legal.pass && state.legal.len() == 1;
            result
                .map(|_| ())
                .or_else(|problem| goes_without_saying.then_some(()).ok_or(problem))
                .unwrap_or_else(|problem| panic!("\"{play}\" was refused: {problem}"));
            self.line = self.line.then(&legal.name);
        }
        panic!("the match did not end after {MAX_MOVES} moves");
    }

    /// What both answer to the same command.
    pub fn ask_both(&mut self, command: &str) -> (String, String) {
        (
            self.ours.said(command).unwrap(),
            self.theirs.said(command).unwrap(),
        )
    }

    pub fn theirs_said(&mut self, command: &str) -> String {
        self.theirs.said(command).unwrap()
    }

    /// The score of a game of Go that is over, as GTP writes it.
    pub fn area_score(&self) -> String {
        let state = self.state();
        let over = state.over.unwrap();
        let black = if state.to_move == Side::First {
            over
        } else {
            -over
        };
        match black {
            0 => "0".to_owned(),
            1.. => format!("B+{black}"),
            _ => format!("W+{}", -black),
        }
    }
}
