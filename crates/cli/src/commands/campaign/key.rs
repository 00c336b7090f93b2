//! `solveig campaign key`: makes the key of a worker.

#[cfg(feature = "jetstream")]
use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::CommandVerdict;
use crate::output::Output;

/// Make a key for a worker or a driver, and say what the server has to know of it
///
/// The file has the secret part: `campaign worker --key FILE` signs in with it. What is printed is
/// the public part, in the form of a user of `nats.conf` that may do what a worker does and report
/// under its own key alone. Results that are wrong are held against the key: give one to each
/// machine, or to each group of machines that you would believe or disbelieve together.
#[derive(Args)]
pub struct MakeKey {
    /// The file to write; it must not exist
    #[arg(value_name = "FILE.nk")]
    file: PathBuf,
}

#[cfg(not(feature = "jetstream"))]
impl MakeKey {
    /// Fails: there is no queue without JetStream.
    pub fn run(self, _output: &mut Output) -> Result<CommandVerdict> {
        anyhow::bail!(super::NO_JETSTREAM)
    }
}

#[cfg(feature = "jetstream")]
impl MakeKey {
    /// Writes the secret part and prints the public one.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        use std::io::Write as _;

        use anyhow::Context;

        let (seed, public) = solveig_campaign::queue::jetstream::new_key();
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let shown = self.file.display();
        let written = options
            .open(&self.file)
            .and_then(|mut file| writeln!(file, "{seed}").and_then(|()| file.sync_all()));
        written.with_context(|| format!("{shown}: cannot write the key"))?;
        output.answer(&KeyAnswer { public })?;
        Ok(CommandVerdict::Holds)
    }
}

#[cfg(feature = "jetstream")]
#[derive(serde::Serialize)]
struct KeyAnswer {
    /// The public part.
    public: String,
}

#[cfg(feature = "jetstream")]
impl fmt::Display for KeyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let public = &self.public;
        write!(
            f,
            "{{
  nkey: {public}
  permissions: {{
    publish: [
      \"solveig.*.*.reports.{public}\"
      \"$JS.API.CONSUMER.INFO.*.workers\"
      \"$JS.API.CONSUMER.MSG.NEXT.*.workers\"
      \"$JS.ACK.*.workers.>\"
    ]
    subscribe: [\"_INBOX.workers.{public}.>\", \"solveig.*.*.dismissed.{public}\"]
  }}
}}"
        )
    }
}
