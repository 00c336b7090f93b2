//! Limits of time and memory of a command that reads or checks files.

use clap::Args;
use solveig_verify::Limits;

use crate::memory::MemorySize;
use crate::times::Time;

/// The limits of reading and checking files, which ends without a verdict where it would pass one.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Resources")]
pub struct LimitArguments {
    /// Time limit for reading and checking, in seconds or as in 2m
    ///
    /// After it the command says "not decided" and ends with status 2.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    time_limit: Option<Time>,
    /// Memory limit for reading and checking, as in 512MiB or 4GiB
    /// [default: two fifths of the machine's, at most 8GiB]
    ///
    /// Where they need more the command says "not decided" and ends with status 2.
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
}

impl LimitArguments {
    /// The limits that were asked for.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time_limit.map(|Time(time)| time),
            memory: self.memory.unwrap_or_else(MemorySize::default_limit).0,
        }
    }
}
