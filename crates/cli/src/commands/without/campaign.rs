//! `solveig campaign` in a program that was built without it.

use std::ffi::OsString;

use anyhow::{Result, bail};
use clap::Args;

use crate::CommandVerdict;
use crate::output::Output;

/// How to get a program that has campaigns.
pub const BUILD: &str = "this program was built without campaigns; \
    `cargo build --release -p solveig-cli --features campaigns` builds one with them";

/// Solve what is too large for one search: not in this build
#[derive(Args)]
#[command(hide = true, disable_help_flag = true)]
pub struct Campaign {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

impl Campaign {
    /// Says why there is nothing to do.
    pub fn run(self, _output: &mut Output) -> Result<CommandVerdict> {
        bail!(BUILD)
    }
}
