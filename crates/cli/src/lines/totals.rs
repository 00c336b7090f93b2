//! What came of all lines together.

use std::time::Instant;

use anyhow::Result;

use super::answer::{LineAnswer, Outcome};
use super::{Format, Lines};
use crate::CommandVerdict;
use crate::figures::{counted, duration, grouped, rate};
use crate::messages::{complain, note};
use crate::output::Output;

/// Counts of lines by their outcome.
pub struct Totals {
    name: String,
    format: Format,
    are_given: bool,
    started: Instant,
    lines: u64,
    positions: u64,
    right: u64,
    wrong: u64,
    bad: u64,
    stopped: u64,
    nodes: u64,
}

impl Totals {
    /// No line yet.
    pub fn of(lines: &Lines) -> Self {
        Self {
            name: lines.name.clone(),
            format: lines.format,
            are_given: lines.are_given(),
            started: Instant::now(),
            lines: 0,
            positions: 0,
            right: 0,
            wrong: 0,
            bad: 0,
            stopped: 0,
            nodes: 0,
        }
    }

    /// Prints an answer and counts it.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn print(&mut self, answered: &LineAnswer, output: &mut Output) -> Result<()> {
        self.lines += 1;
        match &answered.outcome {
            Outcome::Nothing { .. } => {}
            Outcome::Bad(bad) => {
                self.bad += 1;
                if self.are_given {
                    complain(&format!("position {}: {}", self.lines, bad.error.message));
                    // The message says it all, but in JSON there is an object for each.
                    if !output.is_json() {
                        return Ok(());
                    }
                }
            }
            Outcome::Found(found) => {
                self.positions += 1;
                self.nodes += found.finding.nodes;
                self.stopped += u64::from(found.finding.interrupted);
                match found.agrees {
                    Some(true) => self.right += 1,
                    Some(false) => self.wrong += 1,
                    None => {}
                }
            }
        }
        output.answer(answered)
    }

    /// Says the totals on standard error, after all answers.
    ///
    /// # Errors
    ///
    /// Fails if the answers cannot be written.
    pub fn ended(self, output: &mut Output) -> Result<CommandVerdict> {
        output.flush()?;
        if self.bad > 0 && !self.are_given {
            let (bad, lines) = (grouped(self.bad), grouped(self.lines));
            let name = &self.name;
            complain(&format!(
                "{name}: lines that hold no position: {bad} of {lines}; their answers say why"
            ));
        }
        // Where a program asks line by line, each answer is the whole of it.
        if self.format != Format::Positions {
            let seconds = self.started.elapsed().as_secs_f64();
            note(&format!(
                "total: lines {}, positions {}, right {}, wrong {}, errors {}; {} in {} ({})",
                grouped(self.lines),
                grouped(self.positions),
                grouped(self.right),
                grouped(self.wrong),
                grouped(self.bad),
                counted(self.nodes, "node"),
                duration(seconds),
                rate(self.nodes, seconds)
            ));
        }
        Ok(match self {
            Self { bad: 1.., .. } => CommandVerdict::BadInput,
            Self { wrong: 1.., .. } => CommandVerdict::Fails,
            Self { stopped: 1.., .. } => CommandVerdict::NotDecided,
            _ => CommandVerdict::Holds,
        })
    }
}
