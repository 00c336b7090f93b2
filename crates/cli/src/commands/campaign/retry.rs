//! `solveig campaign retry`: has jobs asked for again that were given up.

use std::fmt;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_campaign::ledger::Ledger;

use super::LedgerArgument;
use crate::CommandVerdict;
use crate::figures::counted;
use crate::output::Output;

/// Reopen the jobs that were given up, as after a fix of the program
///
/// A job that fails too often is given up; `campaign status` says which, and why. The next
/// `campaign run` asks for their positions again.
#[derive(Args)]
pub struct Retry {
    #[command(flatten)]
    ledger: LedgerArgument,
}

impl Retry {
    /// Opens them.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        // Read without a lock first: a ledger that cannot be driven stays unchanged.
        self.ledger.read()?;
        let opened = Ledger::drive(self.ledger.path())?.retry()?;
        output.answer(&RetryAnswer { opened })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct RetryAnswer {
    /// Jobs that are open again.
    opened: u64,
}

impl fmt::Display for RetryAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are = if self.opened == 1 { "is" } else { "are" };
        write!(f, "{} {are} open again", counted(self.opened, "job"))
    }
}
