//! `solveig campaign status`: how far a campaign has come.

use std::fmt;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_campaign::Plan;
use solveig_campaign::ledger::Summary;
use solveig_game::Interval;

use super::LedgerArgument;
use crate::CommandVerdict;
use crate::figures::{counted, duration, grouped, rounded, signed};
use crate::output::Output;

/// Say how far a campaign has come, and what the rest is expected to take
///
/// It reads the ledger while the campaign goes on. Times left follow from what positions have taken
/// so far and from how rounds have shrunk; before the second round they say little.
#[derive(Args)]
pub struct Status {
    #[command(flatten)]
    ledger: LedgerArgument,
    /// Say what the whole costs on so many cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    cores: u64,
}

impl Status {
    /// Reads the ledger and prints its summary.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let ledger = self.ledger.read()?;
        let summary = ledger.summary()?;
        output.answer(&StatusAnswer {
            plan: ledger.plan().clone(),
            share: summary.share(),
            left_seconds: summary.left_seconds(),
            total_seconds: summary.total_seconds(),
            cores: self.cores,
            left_seconds_at_cores: summary.left_seconds() / self.cores as f64,
            total_seconds_at_cores: summary.total_seconds() / self.cores as f64,
            summary,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct StatusAnswer {
    plan: Plan,
    #[serde(flatten)]
    summary: Summary,
    /// The share of the expected work that is done.
    share: f64,
    /// Seconds of one core that are expected to be left.
    left_seconds: f64,
    /// Seconds of one core that the whole is expected to take.
    total_seconds: f64,
    cores: u64,
    left_seconds_at_cores: f64,
    total_seconds_at_cores: f64,
}

/// The maximum number of jobs that are shown one by one.
const MAX_SHOWN: usize = 10;

/// A text of the ledger without line breaks, which could look like lines of the answer.
fn in_one_line(text: &str) -> String {
    let printed = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().map(printed).collect()
}

impl fmt::Display for StatusAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, summary, .. } = self;
        writeln!(
            f,
            "{}, position {}, cuts at {} and {} moves left",
            in_one_line(&plan.game),
            in_one_line(&plan.position),
            plan.first,
            plan.second
        )?;
        match summary.proved {
            Some(Interval { lower, upper }) if lower == upper => {
                writeln!(f, "the ledger states: the value is {}", signed(lower))?;
            }
            Some(Interval { lower, upper }) => writeln!(
                f,
                "the ledger states: the value lies between {} and {}",
                signed(lower),
                signed(upper)
            )?,
            None => writeln!(f, "not proved yet")?,
        }
        if summary.proved.is_some() {
            let program = crate::program();
            writeln!(
                f,
                "whether that is proved, `{program} campaign check` finds out"
            )?;
        }
        writeln!(
            f,
            "{} predicted at the first cut",
            counted(summary.predicted, "position")
        )?;
        for round in &summary.rounds {
            writeln!(
                f,
                "round {}: expected {}, {} hypotheses, {} of {} positions{}",
                round.number,
                signed(round.expected),
                grouped(round.targets),
                grouped(round.questions),
                grouped(round.positions),
                if round.ended { "" } else { ", going on" }
            )?;
        }
        let jobs = summary.jobs;
        writeln!(
            f,
            "jobs: {} done, {} open, {} given up",
            grouped(jobs.done),
            grouped(jobs.open),
            grouped(jobs.given_up)
        )?;
        for job in summary.given_up.iter().take(MAX_SHOWN) {
            writeln!(
                f,
                "given up: job {}: {}",
                job.number,
                in_one_line(&job.reason)
            )?;
        }
        if jobs.given_up > 0 {
            writeln!(f, "`{} campaign retry` opens them again", crate::program())?;
        }
        writeln!(
            f,
            "{} solved, {}, {} nodes/s of a core",
            counted(summary.solved, "position"),
            counted(summary.nodes, "node"),
            rounded(summary.nodes_per_second)
        )?;
        if let (Some(whole), Some(rounds)) = (summary.at_work, summary.at_work_in_rounds) {
            writeln!(
                f,
                "workers searched for {:.1} % of their time, and for {:.1} % of it within rounds",
                100.0 * whole,
                100.0 * rounds
            )?;
        }
        if summary.solved == 0 && summary.proved.is_none() {
            return write!(
                f,
                "what it takes can be estimated when positions are solved"
            );
        }
        write!(
            f,
            "{:.1} % of what is expected; {} of one core in all, {} left; on {} {} in all, {} left",
            100.0 * self.share,
            duration(self.total_seconds),
            duration(self.left_seconds),
            counted(self.cores, "core"),
            duration(self.total_seconds_at_cores),
            duration(self.left_seconds_at_cores)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::in_one_line;

    #[test]
    fn a_text_of_the_ledger_adds_no_line() {
        let forged = in_one_line("no memory\nthe ledger states: all\r");
        assert_eq!(forged, "no memory the ledger states: all ");
    }
}
