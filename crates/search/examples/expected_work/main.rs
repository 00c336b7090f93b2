//! The tables of Randall et al. (2024), with our solvers and their figures side by side.
//!
//! ```text
//! cargo run --release -p solveig-search --example expected_work -- [TABLE...] [--seconds S]
//!     [--positions N] [--memory MIB] [--komi K] [--solvers NAME,...] [--large]
//! ```
//!
//! Table 1 asks who wins in N of the positions of `data/go-6x6.txt`, evenly drawn (20); table 2 who
//! wins on empty boards of Go, with this komi on 4x4 (1.5); tables 3 and 4 who wins on empty boards
//! of Hex, without and with knowledge. A question is given up after S seconds (10). `--large` adds
//! the largest boards. One thread; a table and a tree of MIB (1024) each.

mod questions;
mod tables;

use std::error::Error;

use solveig_search::binary::Method;

/// What was asked for.
struct Options {
    tables: Vec<u32>,
    seconds: f64,
    positions: usize,
    memory: u64,
    komi: String,
    solvers: Vec<Method>,
    large: bool,
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            tables: Vec::new(),
            seconds: 10.0,
            positions: 20,
            memory: 1 << 30,
            komi: "1.5".to_owned(),
            solvers: Method::ALL.to_vec(),
            large: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} lacks a value"));
            match word.as_str() {
                "--seconds" => options.seconds = value()?.parse()?,
                "--positions" => options.positions = value()?.parse()?,
                "--memory" => options.memory = value()?.parse::<u64>()? << 20,
                "--komi" => options.komi = value()?,
                "--large" => options.large = true,
                "--solvers" => {
                    let named = |name: &str| {
                        let method = Method::ALL.into_iter().find(|one| one.to_string() == name);
                        method.ok_or(format!("there is no solver {name}"))
                    };
                    options.solvers = value()?.split(',').map(named).collect::<Result<_, _>>()?;
                }
                _ => options.tables.push(word.parse()?),
            }
        }
        if options.tables.is_empty() {
            options.tables = vec![1, 2, 3, 4];
        }
        Ok(options)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read(std::env::args().skip(1))?;
    for table in &options.tables {
        match table {
            1 => tables::positions_of_go(&options)?,
            2 => tables::boards_of_go(&options)?,
            3 => tables::boards_of_hex(&options)?,
            4 => tables::boards_of_hex_with_knowledge(&options)?,
            other => return Err(format!("there is no table {other}").into()),
        }
    }
    Ok(())
}
