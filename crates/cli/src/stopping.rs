//! When a command that searches stops early: at a limit of time, or on SIGINT or SIGTERM.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use solveig_engine::Effort;
use solveig_search::StopToken;

use crate::figures::duration;
use crate::times::Time;

/// The limit of time of a command that searches.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Resources")]
pub struct TimeLimitArgument {
    /// Stop after this time, in seconds or as in 2m, with what is proved by then
    ///
    /// Of many positions each has this time. With one position, Ctrl-C stops in the same way, and a
    /// second Ctrl-C at once.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    time_limit: Option<Time>,
}

impl TimeLimitArgument {
    /// The limit, if there is one.
    pub fn time(self) -> Option<Duration> {
        self.time_limit.map(|Time(limit)| limit)
    }

    /// Whether there is a limit.
    pub const fn is_set(self) -> bool {
        self.time_limit.is_some()
    }

    /// The effort of each of many questions to an engine, each with the whole time. Signals end the
    /// program at once: it may be waiting for the next question.
    pub fn effort_for_each(self, canonical: bool) -> Effort {
        Effort {
            time: self.time_limit.map(|Time(limit)| limit),
            canonical,
            ..Effort::default()
        }
    }

    /// Begins the time, and listens for signals.
    ///
    /// # Errors
    ///
    /// Fails if the system does not let the program listen for signals.
    pub fn begin(self) -> Result<Stopping> {
        let limit = self.time_limit.map(|Time(limit)| limit);
        Ok(Stopping {
            signalled: stop_on_signals()?,
            limit,
            deadline: limit.and_then(|limit| Instant::now().checked_add(limit)),
        })
    }
}

/// Stops searches at the deadline, or when a signal arrives.
#[derive(Debug)]
pub struct Stopping {
    signalled: Arc<AtomicBool>,
    limit: Option<Duration>,
    deadline: Option<Instant>,
}

impl Stopping {
    /// Stops a search at the limit, or at a signal.
    pub fn token(&self) -> StopToken {
        let token = StopToken::never().with_flag(Arc::clone(&self.signalled));
        match self.deadline {
            Some(deadline) => token.with_deadline(deadline),
            None => token,
        }
    }

    /// A flag that is set at the limit, or at a signal.
    #[cfg(feature = "campaigns")]
    pub fn flag(&self) -> Arc<AtomicBool> {
        const PAUSE: Duration = Duration::from_millis(20);
        let signalled = Arc::clone(&self.signalled);
        let Some(deadline) = self.deadline else {
            return signalled;
        };
        let flag = Arc::new(AtomicBool::new(false));
        let of_thread = Arc::clone(&flag);
        // Not joined: it ends with the program, if not before.
        std::thread::spawn(move || {
            while !signalled.load(Ordering::Relaxed) && Instant::now() < deadline {
                std::thread::sleep(PAUSE);
            }
            of_thread.store(true, Ordering::Relaxed);
        });
        flag
    }

    /// The effort of a question to an engine that begins now.
    pub fn effort(&self, canonical: bool) -> Effort {
        Effort {
            time: (self.deadline)
                .map(|deadline| deadline.saturating_duration_since(Instant::now())),
            stop: Some(Arc::clone(&self.signalled)),
            canonical,
            ..Effort::default()
        }
    }
}

/// The reason why work stopped: `stopped by a signal`, `stopped at the time limit of 10.0 s`.
impl fmt::Display for Stopping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit {
            Some(limit) if !self.signalled.load(Ordering::Relaxed) => {
                let limit = duration(limit.as_secs_f64());
                write!(f, "stopped at the time limit of {limit}")
            }
            _ => f.write_str("stopped by a signal"),
        }
    }
}

/// What SIGINT and SIGTERM do.
struct Signals {
    /// Whether they end the program at once.
    end: Arc<AtomicBool>,
    /// Whether one has come.
    came: Arc<AtomicBool>,
}

static SIGNALS: OnceLock<Signals> = OnceLock::new();

/// Has SIGINT and SIGTERM end the program at once, with status 2, until somebody else listens.
///
/// # Errors
///
/// Fails if the system does not let the program listen for signals.
pub fn end_on_signals() -> Result<()> {
    let mut listening = Ok(());
    SIGNALS.get_or_init(|| {
        let end = Arc::new(AtomicBool::new(true));
        let came = Arc::new(AtomicBool::new(false));
        listening = [SIGINT, SIGTERM].into_iter().try_for_each(|signal| {
            register_conditional_shutdown(signal, 2, Arc::clone(&end))
                .and_then(|_| register(signal, Arc::clone(&came)))
                .map(drop)
        });
        // A file that would be larger than the system allows is an error of the write.
        #[cfg(unix)]
        if listening.is_ok() {
            let ignored = Arc::new(AtomicBool::new(false));
            listening = register(signal_hook::consts::SIGXFSZ, ignored).map(drop);
        }
        Signals { end, came }
    });
    listening.context("cannot listen for signals")
}

/// Does `work`, which no signal ends in the middle; if one came, the program ends after it.
pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    let Some(Signals { end, came }) = SIGNALS.get() else {
        return work();
    };
    let ends = end.swap(false, Ordering::SeqCst);
    let done = work();
    if ends {
        end.store(true, Ordering::SeqCst);
        if came.load(Ordering::SeqCst) {
            // Whatever was taken is given back.
            drop(done);
            std::process::exit(2);
        }
    }
    done
}

/// Leaves signals to somebody else, who listens for them already.
pub fn leave_signals() {
    if let Some(signals) = SIGNALS.get() {
        signals.end.store(false, Ordering::SeqCst);
    }
}

/// The stop flag that SIGINT and SIGTERM set from now on. A second signal ends the program at once.
///
/// There is one flag for the whole program, so that a command that runs others misses no signal.
///
/// # Errors
///
/// Fails if the system does not let the program listen for signals.
pub fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let mut listening = Ok(());
    let stop = STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        listening = [SIGINT, SIGTERM].into_iter().try_for_each(|signal| {
            register_conditional_shutdown(signal, 130, Arc::clone(&stop))
                .and_then(|_| register(signal, Arc::clone(&stop)))
                .map(drop)
        });
        stop
    });
    listening.context("cannot listen for signals")?;
    leave_signals();
    Ok(Arc::clone(stop))
}

#[cfg(all(test, feature = "campaigns"))]
mod tests {
    use super::*;

    #[test]
    fn whoever_waits_for_the_flag_goes_on_at_the_limit() {
        let limit = TimeLimitArgument {
            time_limit: Some(Time(Duration::from_millis(1))),
        };
        let flag = limit.begin().unwrap().flag();
        while !flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    }
}
