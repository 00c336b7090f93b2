//! `solveig probe`: what a solution answers.

use std::fmt;
use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_engine::artifact::{Answer, Artifact, Solution, SolutionReport};
use solveig_format::{MappedFile, Reader};
use solveig_game::{Game, GameExt, Move, excerpt, one_line};
use solveig_protocol::input::{InputLine, LONGEST_LINE, read_line};
use solveig_search::Oracle;
use solveig_search::solvers::SolverName;

use crate::CommandVerdict;
use crate::arguments::{KnowledgeName, MemoryArgument, written_position};
use crate::artifact;
use crate::figures::{ending, signed};
use crate::game_with_solvers::GameWithSolvers;
use crate::output::Output;
use crate::solver::solvers;

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
        let task = Answering {
            asked: self,
            reader,
            output,
        };
        task.run(GameWithSolvers::of(game, KnowledgeName::All))
    }
}

struct Answering<'a> {
    asked: Probe,
    reader: Reader<MappedFile>,
    output: &'a mut Output,
}

impl Answering<'_> {
    fn run(self, GameWithSolvers { game, factory }: GameWithSolvers) -> Result<CommandVerdict> {
        let memory = artifact::search_memory(&self.reader, &game, &self.asked.memory);
        let oracle = solvers(SolverName::Fastest, &game, &factory, memory, 1)?.remove(0);
        let path = self.asked.file.display().to_string();
        let artifact = Artifact::new(game, self.reader).with_context(|| path.clone())?;
        let mut prober = Prober {
            solution: Solution::new(&artifact, oracle),
            pv: self.asked.pv,
            path,
            output: self.output,
            asked: 0,
            failed: 0,
        };
        if self.asked.positions.is_empty() {
            prober.read_lines()?;
        } else {
            for position in &self.asked.positions {
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

struct Prober<'a, G: Game, O: Oracle<G>> {
    solution: Solution<'a, G, MappedFile, O>,
    pv: bool,
    path: String,
    output: &'a mut Output,
    asked: u64,
    failed: u64,
}

impl<G: Game, O: Oracle<G>> Prober<'_, G, O> {
    /// Answers standard input line by line. Answers leave at once where input comes slowly, and in
    /// large pieces where it comes fast.
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
        let game = self.solution.game();
        let position = match game.parse_position(text) {
            Ok(position) => position,
            Err(error) => return self.refuse(text, error.to_string()),
        };
        let answered = self
            .solution
            .report(&position)
            .and_then(|report| {
                let pv = match self.pv {
                    true => Some(self.solution.principal_variation(&position)?),
                    false => None,
                };
                Ok((report, pv))
            })
            .with_context(|| self.path.clone());
        let (report, pv) = answered?;
        self.output.answer(&Probed::new(
            game,
            &position,
            text.to_owned(),
            &report,
            pv.as_deref(),
        ))
    }

    /// Answers what is no position.
    fn refuse(&mut self, text: &str, error: String) -> Result<()> {
        self.failed += 1;
        crate::complain(&format!("position {}: {error}", self.asked));
        // One answer a question, also where there is none.
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

/// An answer, in the words of the output.
#[derive(Serialize)]
struct ProbedValue {
    value: Option<i32>,
    status: &'static str,
    /// Why an exact value is believed.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<i32>,
    /// Plies from the position to the end of the game, where the value tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip)]
    text: String,
}

impl ProbedValue {
    /// What is known of `position`, or of a move there, to the side to move.
    fn new<G: Game>(game: &G, position: &G::Position, answer: Answer) -> Self {
        let known = Self::from(answer);
        let ends = answer.value().zip(
            answer
                .value()
                .and_then(|value| game.plies_to_end(position, value)),
        );
        match ends {
            Some((value, plies)) => Self {
                text: format!("{} ({})", known.text, ending(value, plies)),
                plies: Some(plies),
                ..known
            },
            None => known,
        }
    }
}

impl From<Answer> for ProbedValue {
    fn from(answer: Answer) -> Self {
        let nothing = Self {
            value: None,
            status: "bound",
            source: None,
            at_least: None,
            at_most: None,
            plies: None,
            text: "outside".to_owned(),
        };
        match answer {
            Answer::Exact { value, source } => Self {
                value: Some(value),
                status: "exact",
                source: Some(source.name()),
                text: signed(value),
                ..nothing
            },
            Answer::AtLeast(bound) => Self {
                at_least: Some(bound),
                text: format!("at least {}", signed(bound)),
                ..nothing
            },
            Answer::AtMost(bound) => Self {
                at_most: Some(bound),
                text: format!("at most {}", signed(bound)),
                ..nothing
            },
            Answer::Outside => Self {
                status: "outside",
                ..nothing
            },
        }
    }
}

impl Probed {
    /// The words for a report about the position written as `text`.
    pub fn new<G: Game>(
        game: &G,
        position: &G::Position,
        text: String,
        report: &SolutionReport,
        pv: Option<&[Move]>,
    ) -> Self {
        let name = |one: &Move| game.format_move(*one);
        Self {
            position: text,
            known: ProbedValue::new(game, position, report.answer),
            best_move: report.best_move.as_ref().map(name),
            pv: pv.map(|moves| moves.iter().map(name).collect()),
            moves: report
                .moves
                .iter()
                .map(|one| ProbedMove {
                    played: name(&one.played),
                    known: ProbedValue::new(game, position, one.answer),
                })
                .collect(),
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
