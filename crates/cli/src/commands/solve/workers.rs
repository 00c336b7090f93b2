//! The workers of a solve.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use clap::Args;
use solveig_campaign::driver::SettleConfig;
use solveig_campaign::queue::Dispatch;
use solveig_games::AnyGame;

use super::super::campaign::ServerArgument;
use crate::arguments::KnowledgeName;

/// Workers that take part in a solve.
#[derive(Args)]
#[command(next_help_heading = "Workers")]
pub struct WorkersArgument {
    #[command(flatten)]
    server: ServerArgument,
    /// Search positions with at most so many moves left in this process
    ///
    /// A message would take longer than their search.
    #[arg(long, value_name = "N", default_value_t = SettleConfig::default().own_moves, requires = "server")]
    own_moves: u32,
}

impl WorkersArgument {
    /// Which positions the workers settle.
    pub fn config(&self) -> SettleConfig {
        SettleConfig {
            own_moves: self.own_moves,
            ..SettleConfig::default()
        }
    }

    /// Fails where the arguments exclude one another.
    pub fn check(&self, knowledge: KnowledgeName) -> Result<()> {
        if self.server.server.is_some() && knowledge != KnowledgeName::All {
            bail!(
                "--knowledge: workers search with all that is known of the game, and the moves of \
                 a certificate depend on it; expected `all` with --server"
            );
        }
        Ok(())
    }

    /// Fails if a server is named beside `option`, with which nobody else searches.
    pub fn refuse(&self, option: &str) -> Result<()> {
        if self.server.server.is_some() {
            bail!("--server: workers take no part in {option}");
        }
        Ok(())
    }

    /// The queue to the workers; `None` where no server is named.
    #[cfg(feature = "jetstream")]
    pub fn dispatch(
        &self,
        game: &AnyGame,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Box<dyn Dispatch>>> {
        let Some(server) = &self.server.server else {
            return Ok(None);
        };
        let access = self.server.access(server, stop)?;
        let dispatch = solveig_campaign::queue::jetstream::dispatch(&access, game)?;
        Ok(Some(Box::new(dispatch)))
    }

    /// Fails where a server is named: there is no queue without JetStream.
    #[cfg(not(feature = "jetstream"))]
    pub fn dispatch(
        &self,
        _game: &AnyGame,
        _stop: &Arc<AtomicBool>,
    ) -> Result<Option<Box<dyn Dispatch>>> {
        match self.server.server {
            Some(_) => bail!(super::super::campaign::NO_JETSTREAM),
            None => Ok(None),
        }
    }
}
