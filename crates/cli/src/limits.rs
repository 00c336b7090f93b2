//! Limits of time and memory of a check.

use std::time::Duration;

use clap::Args;
use solveig_verify::Limits;

use crate::memory::MemorySize;

/// The limits of a check, which ends without a verdict where it would pass one.
#[derive(Args, Clone, Copy)]
pub struct LimitArguments {
    /// The most seconds that the check may take; then it says "not decided" and ends with status 2
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// The most memory that the check may take beside the mapped files, as in 512MiB or 4GiB; where
    /// it needs more it says "not decided" and ends with status 2 [default: two fifths of the
    /// machine's, at most 8GiB]
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
}

impl LimitArguments {
    /// The limits that were asked for.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time_limit,
            memory: self.memory.unwrap_or_else(MemorySize::default_limit).0,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.0..=1e9).contains(&number) => Ok(Duration::from_secs_f64(number)),
        _ => Err("expected a number of seconds from 0 to 1000000000".to_owned()),
    }
}
