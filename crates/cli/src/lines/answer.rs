//! Answers to lines.

use std::fmt;
use std::time::Instant;

use anyhow::Result;
use serde::{Serialize, Serializer};
use solveig_api::{AnswerRow, MoveValue};
use solveig_engine::{Effort, Engine, EngineError, KnownValue, Line, Report, Source, ValueReport};
use solveig_game::{Value, excerpt};

use super::Format;
use super::csv::Row;
use super::source::{LineQuestion, Question};
use crate::failure::Problem;
use crate::figures::{counted, duration, rate, signed};
use crate::value_words::{InWords, KnownMove, allows, known_moves};

/// What was found of a position. Values are for the side to move.
#[derive(Default, Serialize)]
pub struct LineFinding {
    #[serde(flatten)]
    pub known_value: KnownValue,
    /// A best move, if one was asked for; `Some(None)` if there is none or none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_move: Option<Option<String>>,
    /// The principal variation, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<String>>,
    /// The moves in tie-break order, if their values were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<KnownMove>>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether a limit of time or a signal ended the search before the answer was complete.
    pub interrupted: bool,
}

impl LineFinding {
    /// The value of a position alone.
    pub fn of_value(report: &ValueReport) -> Self {
        Self {
            known_value: report.known_value,
            nodes: report.nodes,
            interrupted: report.interrupted,
            ..Self::default()
        }
    }

    /// The values of a position and of its moves.
    pub fn of_report(report: &Report) -> Self {
        Self {
            known_value: report.known_value,
            best_move: Some(report.best_move.clone()),
            pv: None,
            moves: Some(known_moves(report)),
            nodes: report.nodes,
            interrupted: report.interrupted,
        }
    }

    /// Adds the principal variation, searched within what is left of `effort` since `started`, and
    /// its first move unless a best move is known.
    ///
    /// # Errors
    ///
    /// Fails like [`Engine::variation`].
    pub fn with_variation(
        mut self,
        engine: &(impl Engine + ?Sized),
        line: &Line,
        effort: &Effort,
        started: Instant,
    ) -> Result<Self, EngineError> {
        let variation = engine.variation(line, &effort.after(started.elapsed()))?;
        self.best_move
            .get_or_insert_with(|| variation.moves.first().cloned());
        self.nodes += variation.nodes;
        self.interrupted |= variation.interrupted;
        self.pv = Some(variation.moves);
        Ok(self)
    }
}

/// What is printed for a line of input: what was found, or why there is no answer.
pub struct LineAnswer {
    format: Format,
    row: Option<Row>,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a line.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// What was found; the search may have been interrupted.
    Found(Box<FoundLine>),
    /// It holds no position of the game, with the reason.
    Bad(BadLine),
    /// The line holds no position.
    Nothing {
        /// From 1, headers and empty lines included.
        line: u64,
        /// Always `None`.
        position: Option<String>,
    },
}

/// The answer to the position of a line.
#[derive(Serialize)]
pub struct FoundLine {
    line: u64,
    position: String,
    /// What was found.
    #[serde(flatten)]
    pub finding: LineFinding,
    /// The value stated in the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<Value>,
    /// Whether that is right; `None` if nothing is stated, or nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// The time that the answer took.
    pub seconds: f64,
}

/// What is wrong with a line.
#[derive(Serialize)]
pub struct BadLine {
    line: u64,
    position: String,
    pub error: Problem,
}

/// Answers a line with `find`.
///
/// # Errors
///
/// Fails as `find` does where the line is not at fault.
pub fn answer_line(
    question: LineQuestion,
    find: &(impl Fn(&Line) -> Result<LineFinding, EngineError> + ?Sized),
) -> Result<LineAnswer> {
    let (line, position, row) = (question.number, question.position, question.row);
    let bad = |position: &str, error: Problem| {
        Outcome::Bad(BadLine {
            line,
            position: excerpt(position).into_owned(),
            error: error.in_one_line(),
        })
    };
    let outcome = match question.question {
        Err(error) => bad(&position, error),
        Ok(None) => Outcome::Nothing {
            line,
            position: None,
        },
        Ok(Some(Question {
            line: question,
            stated,
        })) => {
            let started = Instant::now();
            match find(&question) {
                Err(error) if error.is_askers_fault() => {
                    let problem = Problem::of(error);
                    let of_row = row.as_ref().map(|row| row.of_position(problem.clone()));
                    bad(&position, of_row.unwrap_or(problem))
                }
                found => {
                    let finding = found?;
                    Outcome::Found(Box::new(FoundLine {
                        line,
                        position,
                        agrees: stated.and_then(|stated| allows(&finding.known_value, stated)),
                        finding,
                        stated,
                        seconds: started.elapsed().as_secs_f64(),
                    }))
                }
            }
        }
    };
    Ok(LineAnswer {
        format: question.format,
        row,
        outcome,
    })
}

impl LineAnswer {
    /// Nodes searched.
    pub fn nodes(&self) -> u64 {
        match &self.outcome {
            Outcome::Found(found) => found.finding.nodes,
            Outcome::Bad(_) | Outcome::Nothing { .. } => 0,
        }
    }

    /// The same answer with another number of nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        if let Outcome::Found(found) = &mut self.outcome {
            found.finding.nodes = nodes;
        }
        self
    }
}

impl Serialize for LineAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.outcome.serialize(serializer)
    }
}

impl fmt::Display for LineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(row) = &self.row {
            let answered = match &self.outcome {
                Outcome::Nothing { .. } => row.answer_line(&AnswerRow::default()),
                Outcome::Found(found) => row.answer_line(&found.answer_row()),
                Outcome::Bad(bad) => row.answer_line(&AnswerRow {
                    error: &format!("line {}: {}", bad.line, bad.error),
                    ..AnswerRow::default()
                }),
            };
            return f.write_str(&answered);
        }
        match (&self.outcome, self.format) {
            (Outcome::Nothing { .. }, _) => Ok(()),
            (Outcome::Bad(bad), Format::Obf) => {
                write!(f, "line {}: error: {}", bad.line, bad.error)
            }
            (Outcome::Bad(bad), Format::Moves) => {
                write!(f, "{} error: {}", bad.position, bad.error)
            }
            (Outcome::Bad(bad), _) => write!(f, "{}: error: {}", visible(&bad.position), bad.error),
            (Outcome::Found(found), Format::Obf) => found.write_score(f),
            (Outcome::Found(found), Format::Moves) => {
                let finding = &found.finding;
                write!(f, "{} ", found.position)?;
                match finding.known_value.value {
                    // Without a sign and plies, as Pons's solver writes it.
                    Some(value) => write!(f, "{value}"),
                    None => finding.write_known(f),
                }
            }
            (Outcome::Found(found), _) => {
                write!(f, "{}: {}", visible(&found.position), found.finding)
            }
        }
    }
}

/// A position as it is written where an empty one would not be seen.
fn visible(position: &str) -> &str {
    match position.trim() {
        "" => "-",
        text => text,
    }
}

impl FoundLine {
    fn answer_row(&self) -> AnswerRow<'_> {
        let finding = &self.finding;
        let moves = finding.moves.iter().flatten().map(|one| MoveValue {
            name: one.name(),
            known_value: one.known_value(),
        });
        AnswerRow {
            known_value: Some(finding.known_value),
            best_move: finding
                .best_move
                .iter()
                .flatten()
                .next()
                .map(String::as_str),
            moves: moves.collect(),
            pv: finding.pv.as_deref().unwrap_or_default(),
            agrees: self.agrees,
            interrupted: finding.interrupted,
            error: "",
        }
    }

    /// Writes the value beside the one that is stated, and what it took to find it.
    fn write_score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finding = &self.finding;
        write!(f, "line {}: ", self.line)?;
        finding.write_known(f)?;
        match (self.stated, self.agrees) {
            (Some(_), Some(true)) => write!(f, ", as stated")?,
            (Some(stated), Some(false)) => write!(f, ", not {} as stated", signed(stated))?,
            _ => {}
        }
        let (nodes, rate) = (
            counted(finding.nodes, "node"),
            rate(finding.nodes, self.seconds),
        );
        write!(f, "; {nodes} in {} ({rate})", duration(self.seconds))?;
        finding.write_variation(f)
    }
}

impl LineFinding {
    fn write_known(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", InWords(&self.known_value))?;
        match (self.known_value.value, self.interrupted) {
            (None, true) => write!(f, " (stopped)"),
            _ => Ok(()),
        }
    }

    fn write_variation(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pv {
            Some(pv) if !pv.is_empty() => write!(f, "; line: {}", pv.join(" ")),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for LineFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_known(f)?;
        match self.known_value.source {
            Some(Source::Certified) | None => {}
            Some(source) => write!(f, " ({})", source.name())?,
        }
        if let Some(Some(best)) = &self.best_move {
            // Of a bound it is a move that keeps it: another may be worth more.
            let best_or_by = self.known_value.value.map_or("by", |_| "best");
            write!(f, ", {best_or_by} {best}")?;
        }
        if let Some(moves) = self.moves.as_ref().filter(|moves| !moves.is_empty()) {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            write!(f, "; moves: {}", moves.join(", "))?;
        }
        self.write_variation(f)
    }
}
