//! `solveig campaign`: solves games too large for one search, in rounds of jobs, on one machine or
//! many.

mod audit;
mod check;
mod derive;
mod export;
mod import;
mod import_results;
mod init;
mod jobs;
mod listed_hypotheses;
mod player;
mod retry;
mod run;
mod status;
mod threads;
mod worker;

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use solveig_campaign::CampaignError;
use solveig_campaign::ledger::{Ledger, limit_memory};

use crate::CommandVerdict;
use crate::output::Output;

/// Solve what is too large for one search: in rounds of jobs, on one machine or many
///
/// A campaign cuts the game at two levels. It predicts the values of all positions at the first
/// cut, chooses the few from which the value would follow, and proves these by solving positions at
/// the second cut, round after round. All that is known is in one file, the ledger.
#[derive(Args)]
pub struct Campaign {
    #[command(subcommand)]
    step: CampaignCommand,
}

#[derive(Subcommand)]
enum CampaignCommand {
    Init(init::Init),
    Import(import::Import),
    Run(run::Run),
    Worker(worker::Worker),
    Status(status::Status),
    Retry(retry::Retry),
    Export(export::Export),
    Player(player::MakePlayer),
    Check(check::Check),
    ImportResults(import_results::ImportResults),
    Derive(derive::Derive),
    Audit(audit::Audit),
}

impl Campaign {
    /// Runs the subcommand.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        // No ledger takes more of SQLite's memory, whoever has written it.
        limit_memory(None);
        let ended = match self.step {
            CampaignCommand::Init(command) => command.run(output),
            CampaignCommand::Import(command) => command.run(output),
            CampaignCommand::Run(command) => command.run(output),
            CampaignCommand::Worker(command) => command.run(output),
            CampaignCommand::Status(command) => command.run(output),
            CampaignCommand::Retry(command) => command.run(output),
            CampaignCommand::Export(command) => command.run(output),
            CampaignCommand::Player(command) => command.run(output),
            CampaignCommand::Check(command) => command.run(output),
            CampaignCommand::ImportResults(command) => command.run(output),
            CampaignCommand::Derive(command) => command.run(output),
            CampaignCommand::Audit(command) => command.run(output),
        };
        ended.map_err(|error| match error.downcast_ref() {
            Some(CampaignError::Stopped(_)) => anyhow!("stopped by a signal"),
            _ => error,
        })
    }
}

/// The ledger of a campaign.
#[derive(Args, Clone, Debug)]
struct LedgerArgument {
    /// The ledger
    #[arg(value_name = "FILE.campaign")]
    ledger: PathBuf,
}

impl LedgerArgument {
    fn read(&self) -> Result<Ledger> {
        Ok(Ledger::open_to_read(&self.ledger)?)
    }

    fn path(&self) -> &Path {
        &self.ledger
    }
}

/// Address of a NATS server with JetStream, and credentials for it.
#[derive(Args, Clone, Debug)]
pub(super) struct ServerArgument {
    /// A NATS server with JetStream, as in nats://host:4222 or tls://host:4222; put a user and a
    /// password into the variable, since all users of a machine see arguments
    #[arg(long, value_name = "URL", env = SERVER_VARIABLE, hide_env_values = true)]
    pub(super) server: Option<String>,
    /// The queue to use on it: campaigns of one game that share a server need a name each
    #[arg(long, value_name = "NAME", default_value = "main", value_parser = queue_name)]
    queue: String,
    /// The credentials that the server asks for
    #[arg(long, value_name = "FILE.creds", requires = "server")]
    credentials: Option<PathBuf>,
}

/// The variable that stands for `--server`.
const SERVER_VARIABLE: &str = "SOLVEIG_SERVER";

/// Reads a queue name, which becomes part of NATS subjects.
fn queue_name(text: &str) -> Result<String, String> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    match !text.is_empty() && text.len() <= 64 && text.chars().all(plain) {
        true => Ok(text.to_owned()),
        false => Err("expected 1 to 64 letters a-z, digits and dashes".to_owned()),
    }
}

impl ServerArgument {
    /// Fails if a server is named and this program has no JetStream.
    fn expect_supported(&self) -> Result<()> {
        #[cfg(not(feature = "jetstream"))]
        if self.server.is_some() {
            anyhow::bail!(NO_JETSTREAM);
        }
        Ok(())
    }
}

#[cfg(feature = "jetstream")]
impl ServerArgument {
    /// Access to `server`, for as long as `stop` is not set.
    pub(super) fn access(
        &self,
        server: &str,
        stop: &std::sync::Arc<std::sync::atomic::AtomicBool>,
    ) -> Result<solveig_campaign::queue::jetstream::Access> {
        let is_variable = std::env::var(SERVER_VARIABLE).is_ok_and(|value| value == server);
        if server.contains('@') && !is_variable {
            anyhow::bail!(
                "--server: all users of this machine see a user, password or token among the \
                 arguments; put the address into the variable {SERVER_VARIABLE}, or use --credentials"
            );
        }
        if let Some(path) = &self.credentials {
            let opened = std::fs::File::open(path);
            opened.map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        }
        Ok(solveig_campaign::queue::jetstream::Access {
            queue: self.queue.clone(),
            credentials: self.credentials.clone(),
            stop: std::sync::Arc::clone(stop),
            ..solveig_campaign::queue::jetstream::Access::new(server)
        })
    }
}

/// The error for `--server` in a program built without JetStream.
#[cfg(not(feature = "jetstream"))]
pub(super) const NO_JETSTREAM: &str =
    "--server: this program was built without JetStream; build it with `--features jetstream`";

/// A name that is unique among the processes of a campaign: host, process id and start time.
fn process_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("HOSTNAME").ok());
    let host = host.as_deref().map_or("host", str::trim).to_owned();
    let started = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    format!("{host}-{}-{started:x}", std::process::id())
}
