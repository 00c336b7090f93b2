//! `solveig probe`: queries an artifact.

use std::fmt;
use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_engine::{
    Effort, Engine, KnownValue, Line, MoveReport, Report, Settings, Source, open_artifact,
};
use solveig_game::{excerpt, one_line};
use solveig_protocol::input::{InputLine, LONGEST_LINE, read_line};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, written_position};
use crate::artifact;
use crate::faces;
use crate::figures::{ending, signed};
use crate::output::Output;

/// Ask an artifact about positions
///
/// Says of each position its value, the canonical move, and the value of every move as far as they
/// are certified, or found by exact search above the artifact's cut. What is not in the certified
/// region is "outside". A line of standard input that is no position is answered with an error, the
/// others are answered all the same, and the exit status is 2.
#[derive(Args)]
pub struct Probe {
    /// The artifact
    file: PathBuf,
    /// Positions: move lists (f5d6c3), boards, or - for the start; none: read them from standard
    /// input, one a line
    #[arg(value_name = "P", value_parser = written_position)]
    positions: Vec<String>,
    /// Add the principal variation
    #[arg(long)]
    pv: bool,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl Probe {
    /// Answers all positions.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let (reader, game) = artifact::open(&self.file)?;
        let settings = Settings {
            trusts_files: true,
            ..faces::settings(artifact::search_memory(&reader, &game, &self.memory))
        };
        let mut prober = Prober {
            engine: &*open_artifact(&self.file, &settings)?,
            pv: self.pv,
            output,
            asked: 0,
            failed: 0,
        };
        if self.positions.is_empty() {
            prober.read_lines()?;
        } else {
            for position in &self.positions {
                prober.probe(position)?;
            }
        }
        Ok(if prober.failed > 0 {
            CommandVerdict::BadInput
        } else {
            CommandVerdict::Holds
        })
    }
}

struct Prober<'a> {
    engine: &'a dyn Engine,
    pv: bool,
    output: &'a mut Output,
    asked: u64,
    failed: u64,
}

impl Prober<'_> {
    /// Answers standard input line by line. Flushes whenever no further line is buffered, so that
    /// slow input is answered at once and fast input in large pieces.
    fn read_lines(&mut self) -> Result<()> {
        let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        loop {
            if !input.buffer().contains(&b'\n') {
                self.output.flush()?;
            }
            match read_line(&mut input).context("cannot read standard input")? {
                None => return Ok(()),
                Some(InputLine::Whole(text)) => self.probe(text.trim_end_matches('\r'))?,
                Some(InputLine::TooLong) => {
                    self.asked += 1;
                    let problem = format!("the line has more than {LONGEST_LINE} bytes");
                    self.refuse("", problem)?;
                }
            }
        }
    }

    fn probe(&mut self, text: &str) -> Result<()> {
        self.asked += 1;
        let line = Line::at(text);
        let effort = Effort::default();
        let report = match self.engine.report(&line, &effort) {
            Err(error) if error.is_askers_fault() => return self.refuse(text, error.to_string()),
            answered => answered?,
        };
        let pv = match self.pv {
            true => Some(self.engine.variation(&line, &effort)?.moves),
            false => None,
        };
        self.output
            .answer(&Probed::new(text.to_owned(), &report, pv))
    }

    /// Reports a line that is not a position.
    fn refuse(&mut self, text: &str, error: String) -> Result<()> {
        self.failed += 1;
        crate::complain(&format!("position {}: {error}", self.asked));
        // In JSON, every line of input has one line of output.
        if self.output.is_json() {
            let (position, error) = (excerpt(text).into_owned(), one_line(&error));
            self.output.answer(&NoPosition { position, error })?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct NoPosition {
    position: String,
    error: String,
}

impl fmt::Display for NoPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.error)
    }
}

/// What is known of one position.
#[derive(Serialize)]
pub struct Probed {
    position: String,
    #[serde(flatten)]
    known: ProbedValue,
    best_move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<String>>,
    moves: Vec<ProbedMove>,
}

#[derive(Serialize)]
struct ProbedMove {
    #[serde(rename = "move")]
    played: String,
    #[serde(flatten)]
    known: ProbedValue,
}

/// A value or bound, as printed.
#[derive(Serialize)]
struct ProbedValue {
    value: Option<i32>,
    status: &'static str,
    /// The source of an exact value.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<i32>,
    /// Plies from the position to the end of the game, in games whose values determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip)]
    text: String,
}

impl From<&KnownValue> for ProbedValue {
    fn from(known: &KnownValue) -> Self {
        let (status, text) = match *known {
            KnownValue {
                value: Some(value),
                plies: Some(plies),
                ..
            } => (
                "exact",
                format!("{} ({})", signed(value), ending(value, plies)),
            ),
            KnownValue {
                value: Some(value), ..
            } => ("exact", signed(value)),
            KnownValue {
                at_least: Some(bound),
                ..
            } => ("bound", format!("at least {}", signed(bound))),
            KnownValue {
                at_most: Some(bound),
                ..
            } => ("bound", format!("at most {}", signed(bound))),
            _ => ("outside", "outside".to_owned()),
        };
        let source = known.source.map(Source::name);
        Self {
            value: known.value,
            status,
            source,
            at_least: known.at_least,
            at_most: known.at_most,
            plies: known.plies,
            text,
        }
    }
}

impl Probed {
    /// The answer for the position written as `text`, with its moves in tie-break order.
    pub fn new(text: String, report: &Report, pv: Option<Vec<String>>) -> Self {
        let mut moves: Vec<&MoveReport> = report.moves.iter().collect();
        moves.sort_by_key(|one| one.index);
        let moves = moves.into_iter().map(|one| ProbedMove {
            played: one.played.clone(),
            known: ProbedValue::from(&one.known),
        });
        Self {
            position: text,
            known: ProbedValue::from(&report.known),
            best_move: report.best_move.clone(),
            pv,
            moves: moves.collect(),
        }
    }
}

impl fmt::Display for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = match self.position.trim() {
            "" => "-",
            text => text,
        };
        write!(f, "{position}: {}", self.known.text)?;
        match self.known.source {
            Some("certified") | None => {}
            Some(source) => write!(f, " ({source})")?,
        }
        if let Some(best) = &self.best_move {
            write!(f, ", best {best}")?;
        }
        let known: Vec<String> = self
            .moves
            .iter()
            .map(|one| match one.known.status {
                "outside" => format!("{} ?", one.played),
                _ => format!("{} {}", one.played, one.known.text),
            })
            .collect();
        if !known.is_empty() {
            write!(f, "; moves: {}", known.join(", "))?;
        }
        match &self.pv {
            Some(pv) if !pv.is_empty() => write!(f, "; line: {}", pv.join(" ")),
            _ => Ok(()),
        }
    }
}
