//! What a process has taken, as Linux tells it.

use std::fs;

/// The processor time and memory of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Processor time in seconds.
    pub seconds: f64,
    /// The peak of resident memory so far, in MiB.
    pub max: f64,
}

/// What a process has taken: its number, or `self`. `None` if it is gone, or elsewhere than on
/// Linux.
pub fn usage(process: &str) -> Option<Usage> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let field = |place: usize| fields.split_whitespace().nth(place)?.parse::<f64>().ok();
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let size = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kibibytes = line.split_whitespace().next()?.parse::<f64>().ok()?;
        Some(kibibytes / 1024.0)
    };
    Some(Usage {
        seconds: (field(11)? + field(12)?) / 100.0,
        max: size("VmHWM:")?,
    })
}
