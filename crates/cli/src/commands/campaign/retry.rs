//! `solveig campaign retry`: opens jobs again that were given up.

use std::fmt;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_campaign::ledger::Ledger;

use super::LedgerArgument;
use crate::CommandVerdict;
use crate::figures::grouped;
use crate::output::Output;

/// Open the jobs and audits again that were given up, as after a mended fault of the program
///
/// A job that comes to nothing too often is handed out no more, and an audit is given up when the
/// driver's search panics; `campaign status` says which, and why. The next `campaign run` goes on
/// with them.
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
    /// Jobs and audits that are open again.
    opened: u64,
}

impl fmt::Display for RetryAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} jobs and audits are open again", grouped(self.opened))
    }
}
