//! Tables 2 to 4: empty boards.

use std::error::Error;

use solveig_game::{Spec, Symmetric};
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::hex::Hex;
use solveig_games::hex::knowledge::{AnalysisOptions as HexOptions, HexKnowledge};
use solveig_search::NoKnowledge;
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::SolverName;

use crate::Options;
use crate::questions::ask;

/// Of a program, what the paper says of each of its boards: time and nodes.
type Published = (&'static str, &'static [&'static str]);

pub fn go(spec: &str) -> Result<Go, Box<dyn Error>> {
    Ok(Go::from_spec(&Spec::parse(spec)?)?)
}

/// A row for each solver, and one for each program of the paper.
struct Table<'a> {
    options: &'a Options,
    rows: Vec<(String, Vec<String>)>,
}

impl<'a> Table<'a> {
    fn new(options: &'a Options) -> Self {
        let row = |solver: &SolverName| (solver.to_string(), Vec::new());
        Self {
            options,
            rows: options.solvers.iter().map(row).collect(),
        }
    }

    /// Asks each solver of the empty board. No solver finds what another one has looked at.
    fn board<G: Symmetric, K: GameKnowledge<G>>(
        &mut self,
        game: &G,
        knowledge: impl Fn() -> K,
        bound: i32,
    ) -> Result<(), Box<dyn Error>> {
        let mut answers = Vec::new();
        for (solver, (_, row)) in self.options.solvers.iter().zip(&mut self.rows) {
            let outcome = ask(
                *solver,
                game,
                &knowledge(),
                &game.start(),
                bound,
                self.options,
            )?;
            answers.extend(outcome.reaches);
            row.push(outcome.to_string());
        }
        match answers.windows(2).all(|two| two[0] == two[1]) {
            true => Ok(()),
            false => Err(format!("the solvers do not agree on {}", game.spec()).into()),
        }
    }

    fn print(&self, title: &str, boards: &[&str], published: &[Published]) {
        println!("## {title}\n\nTime, positions looked at (and expanded).\n");
        println!("| solver | {} |", boards.join(" | "));
        println!("|---|{}", "---|".repeat(boards.len()));
        for (name, cells) in &self.rows {
            println!("| {name} | {} |", cells.join(" | "));
        }
        for (name, cells) in published {
            let cells: Vec<&str> = cells.iter().copied().take(boards.len()).collect();
            println!("| paper: {name} | {} |", cells.join(" | "));
        }
        println!();
    }
}

/// Table 2: empty boards of Go.
pub fn boards_of_go(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut table = Table::new(options);
    let four = format!("4x4?komi={}", options.komi);
    let mut boards = vec!["3x3?komi=8.5", &four];
    if options.large {
        boards.push("5x5?komi=24.5");
    }
    for board in &boards {
        let spec = format!("go:{board}&superko={}", options.superko);
        table.board(&go(&spec)?, GoKnowledge::default, 1)?;
    }
    table.print(
        &format!("Table 2: empty boards of Go, {} superko", options.superko),
        &boards,
        &[
            (
                "EWS",
                &[
                    "0.053 s, 161",
                    "13.626 s, 495,494",
                    "5.252 h, 2,605,781,360",
                ],
            ),
            ("EWS-WR", &["0.074 s, 796", "40.396 s, 1,562,718", "> 24 h"]),
            ("EWS-PS", &["0.070 s, 232", "18.320 s, 744,169", "> 24 h"]),
            (
                "Go-Solver",
                &["1.299 s, 1,628", "51.522 s, 799,607", "> 24 h"],
            ),
            (
                "MIGOS, situational",
                &["3.3 s, 25,118", "3,960 s, 3,162,277,660", ""],
            ),
        ],
    );
    Ok(())
}

/// Table 3: empty boards of Hex, without knowledge.
pub fn boards_of_hex(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut table = Table::new(options);
    let boards = ["4x4", "5x5", "6x6"];
    let boards = &boards[..if options.large { 3 } else { 2 }];
    for size in [4, 5, 6].into_iter().take(boards.len()) {
        table.board(&Hex::<u64>::new(size, size)?, || NoKnowledge, 1)?;
    }
    table.print(
        "Table 3: empty boards of Hex, without knowledge",
        boards,
        &[
            (
                "EWS",
                &["0.002 s, 283", "0.253 s, 37,034", "0.422 h, 93,963,192"],
            ),
            (
                "enhanced alpha-beta",
                &["0.004 s, 1,673", "3.935 s, 698,402", "> 24 h"],
            ),
            (
                "Morat MCTS",
                &["0.035 s, 4,644", "29.669 s, 3,554,546", "> 24 h"],
            ),
            (
                "Morat PNS",
                &["0.054 s, 8,871", "758.102 s, 154,539,591", "> 24 h"],
            ),
        ],
    );
    Ok(())
}

/// Table 4: empty boards of Hex, with all that is known of it.
pub fn boards_of_hex_with_knowledge(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut table = Table::new(options);
    let boards = ["6x6", "7x7", "8x8"];
    let boards = &boards[..if options.large { 3 } else { 2 }];
    for size in [6, 7, 8].into_iter().take(boards.len()) {
        let game = Hex::<u128>::new(size, size)?;
        let knowledge = || HexKnowledge::new(&game, HexOptions::default());
        table.board(&game, knowledge, 1)?;
    }
    table.print(
        "Table 4: empty boards of Hex, with knowledge",
        boards,
        &[(
            "EWS with knowledge",
            &["0.005 s, 26", "0.588 s, 2,318", "234.449 s, 555,158"],
        )],
    );
    Ok(())
}
