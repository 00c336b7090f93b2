//! Commands of a feature that the program was built without.

use std::ffi::OsString;

use anyhow::{Result, bail};
use clap::Args;

use crate::messages::missing;

/// A command that is not in this build.
#[derive(Args)]
#[command(hide = true, disable_help_flag = true)]
pub struct NotBuilt {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

impl NotBuilt {
    /// Fails with a hint how to build a program that has the command.
    pub fn run<T>(self, feature: &str) -> Result<T> {
        bail!(missing(feature))
    }
}
