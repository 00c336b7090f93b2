//! The tables of Randall et al. (2024), with our solvers and their figures side by side.
//!
//! ```text
//! cargo run --release -p solveig-study --example expected_work -- [TABLE...] [--seconds S]
//!     [--memory MIB] [--solvers NAME,...] [--positions N] [--csv FILE] [--report]
//!     [--plot FILE.svg] [--komi K] [--superko RULE] [--large]
//! ```
//!
//! Table 1 asks who wins in N of the positions of `data/go-6x6.txt`, evenly drawn (20). It gives
//! `ews conjecture=yes` the answer, as the paper's program had it, and calls it
//! `ews conjecture=known`. Table 2 asks who wins on empty boards of Go, with this komi on
//! 4x4 (1.5) and this rule (`positional`); tables 3 and 4 who wins on empty boards of Hex, without
//! and with knowledge. A question is given up after S seconds (10). `--large` adds the largest
//! boards. One thread; a table and a tree of MIB (1024) each. Times are processor times where the
//! system tells them.
//!
//! `--csv` writes the rows of table 1 to a file. `--report` asks nothing and prints what the file
//! has; the first of `--solvers` is what others are compared with. `--plot` draws figure 2.

mod plot;
mod positions;
mod questions;
mod records;
mod statistics;
mod tables;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::path::PathBuf;

use solveig_search::binary::{Conjecture, ExpectedWork};
use solveig_search::solvers::SolverName;

/// What was asked for.
struct Options {
    tables: Vec<u32>,
    seconds: f64,
    positions: usize,
    csv: Option<PathBuf>,
    report: bool,
    plot: Option<PathBuf>,
    memory: u64,
    komi: String,
    superko: String,
    solvers: Vec<SolverName>,
    large: bool,
}

/// The binary solvers, Expected Work Search with further conjectures after the first.
fn all_solvers() -> Vec<SolverName> {
    let binary = SolverName::ALL.into_iter().filter(|one| one.is_binary());
    let mut all: Vec<SolverName> = binary.collect();
    let further = [Conjecture::Answer(true), Conjecture::Nobody]
        .map(|one| SolverName::ExpectedWork(ExpectedWork::default().conjecturing(one)));
    all.splice(1..1, further);
    all
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            tables: Vec::new(),
            seconds: 10.0,
            positions: 20,
            csv: None,
            report: false,
            plot: None,
            memory: 1 << 30,
            komi: "1.5".to_owned(),
            superko: "positional".to_owned(),
            solvers: all_solvers(),
            large: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} lacks a value"));
            match word.as_str() {
                "--seconds" => options.seconds = value()?.parse()?,
                "--positions" => options.positions = value()?.parse()?,
                "--csv" => options.csv = Some(value()?.into()),
                "--report" => options.report = true,
                "--plot" => options.plot = Some(value()?.into()),
                "--memory" => options.memory = value()?.parse::<u64>()? << 20,
                "--komi" => options.komi = value()?,
                "--superko" => options.superko = value()?,
                "--large" => options.large = true,
                "--solvers" => {
                    let named = |name: &str| {
                        let mut all = all_solvers().into_iter();
                        let solver = all.find(|one| one.to_string() == name);
                        solver.ok_or(format!("there is no solver {name}"))
                    };
                    options.solvers = value()?.split(',').map(named).collect::<Result<_, _>>()?;
                }
                _ => {
                    let table = word.parse().ok().filter(|table| (1..=4).contains(table));
                    options
                        .tables
                        .push(table.ok_or(format!("there is no table or option {word}"))?);
                }
            }
        }
        if options.tables.is_empty() {
            options.tables = vec![1, 2, 3, 4];
        }
        if !(options.seconds > 0.0 && options.seconds <= 1e9) {
            return Err(format!("--seconds {}: expected 0 to 1e9", options.seconds).into());
        }
        if options.report
            && (options.tables != [1] || !options.csv.as_ref().is_some_and(|csv| csv.exists()))
        {
            return Err("--report is of table 1, and needs --csv with a file".into());
        }
        if options.plot.is_some() && options.solvers.len() < 2 {
            return Err("--plot needs two solvers".into());
        }
        Ok(options)
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    for table in &options.tables {
        match table {
            1 => positions::positions_of_go(options)?,
            2 => tables::boards_of_go(options)?,
            3 => tables::boards_of_hex(options)?,
            _ => tables::boards_of_hex_with_knowledge(options)?,
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&Options::read(std::env::args().skip(1))?)
}
