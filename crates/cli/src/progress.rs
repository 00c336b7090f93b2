//! Progress on standard error: a bar on a terminal, now and then a line elsewhere.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use solveig_region::{Enumerated, LevelStep};

use crate::figures::{duration, grouped, rate, rounded};

/// How often a line is printed where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How often a bar is drawn where there is one.
const BETWEEN_DRAWINGS: Duration = Duration::from_millis(200);

/// Shows how far work has come, from when it is made until it is dropped.
///
/// A thread of its own does the showing: work that says nothing for a long time is seen to go on.
pub struct Progress {
    state: Arc<Mutex<ProgressState>>,
    /// Open as long as the work goes on, and the thread that shows it.
    showing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Shows that `stage` goes on; how far it has come is not known, or not yet.
    pub fn new(stage: &str) -> Self {
        let state = Arc::new(Mutex::new(ProgressState::new(stage)));
        let (sender, receiver) = mpsc::channel();
        let shown = Arc::clone(&state);
        let thread = thread::spawn(move || {
            // We draw a few times a second, each time part by part; a limit could leave parts out.
            let target = ProgressDrawTarget::stderr_with_hz(u8::MAX);
            let bar = ProgressBar::with_draw_target(None, target);
            let period = match bar.is_hidden() {
                true => BETWEEN_LINES,
                false => BETWEEN_DRAWINGS,
            };
            while receiver.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                let state = shown.lock().unwrap_or_else(PoisonError::into_inner);
                match bar.is_hidden() {
                    // Progress that nobody can read is no reason to stop.
                    true => drop(writeln!(std::io::stderr(), "{}", state.line())),
                    false => state.draw(&bar),
                }
            }
            bar.finish_and_clear();
        });
        Self {
            state,
            showing: Some((sender, thread)),
        }
    }

    /// `done` of `total` things of `stage` are done; `aside` is what else there is to say.
    pub fn update(&self, stage: &str, done: u64, total: u64, aside: String) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.stage != stage || state.total != total {
            *state = ProgressState::new(stage);
            state.total = total;
            state.done_before = done;
        }
        state.done = done;
        state.aside = aside;
    }

    /// There is something else to say; what is done is as it was.
    pub fn remark(&self, aside: String) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.aside = aside;
    }

    /// An enumeration has come this far; it goes by positions, or by nodes of diagrams.
    pub fn enumeration(&self, now: &Enumerated, by: &str) {
        let doing = match now.step {
            LevelStep::Ending => "taking out won positions",
            LevelStep::Expanding => "expanding",
            LevelStep::Merging => "merging",
        };
        let (done, total) = now.in_step;
        let aside = format!("; {} positions in all", grouped(now.counted));
        self.update(
            &format!("level {}, {doing} {by}", now.level),
            done,
            total,
            aside,
        );
    }

    /// A region has come this far.
    pub fn region(&self, now: &solveig_region::BuildProgress) {
        let (done, total) = now.in_level;
        let nodes = now.nodes as f64 / now.elapsed.as_secs_f64().max(1e-3);
        let (settled, nodes) = (grouped(now.settled), rounded(nodes));
        let aside = format!("; {settled} positions in all, {nodes} nodes/s");
        self.update(&format!("level {}", now.level), done, total, aside);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.showing.take() {
            drop(sender);
            // The thread only shows; if it panicked there is nothing to save.
            let _ = thread.join();
        }
    }
}

struct ProgressState {
    stage: String,
    since: Instant,
    done: u64,
    /// 0 where it is not known.
    total: u64,
    /// What was done when the stage was first heard of: an earlier process did that.
    done_before: u64,
    aside: String,
}

impl ProgressState {
    fn new(stage: &str) -> Self {
        Self {
            stage: stage.to_owned(),
            since: Instant::now(),
            done: 0,
            total: 0,
            done_before: 0,
            aside: String::new(),
        }
    }

    /// Counts, rate and time left.
    fn figures(&self) -> String {
        let spent = self.since.elapsed();
        let fresh = self.done.saturating_sub(self.done_before);
        let remaining = self.total.saturating_sub(self.done);
        format!(
            "{} of {}, {}{}{}",
            grouped(self.done),
            grouped(self.total),
            rate(fresh, spent),
            time_left(spent, fresh, remaining),
            self.aside
        )
    }

    fn line(&self) -> String {
        if self.total == 0 {
            let time = duration(self.since.elapsed());
            return format!("{}: {time}{}", self.stage, self.aside);
        }
        let share = 100 * u128::from(self.done) / u128::from(self.total);
        format!("{}: {share} %, {}", self.stage, self.figures())
    }

    fn draw(&self, bar: &ProgressBar) {
        let template = match self.total {
            0 => "{spinner} {prefix} {msg}",
            _ => "{prefix} {bar:30} {percent:>3} %  {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(self.stage.clone());
        if self.total == 0 {
            bar.set_message(duration(self.since.elapsed()) + &self.aside);
        } else {
            bar.set_length(self.total);
            bar.set_position(self.done);
            bar.set_message(self.figures());
        }
        bar.tick();
    }
}

fn time_left(spent: Duration, done: u64, remaining: u64) -> String {
    if done == 0 || remaining == 0 {
        return String::new();
    }
    let left = spent.mul_f64((remaining as f64 / done as f64).min(1e6));
    format!(", {} left", duration(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_in_proportion_to_the_work_left() {
        assert_eq!(time_left(Duration::from_secs(10), 25, 75), ", 30.0 s left");
        assert_eq!(time_left(Duration::from_secs(10), 0, 75), "");
        assert_eq!(time_left(Duration::from_secs(10), 25, 0), "");
    }

    #[test]
    fn work_of_an_earlier_process_counts_for_the_share_but_not_for_the_rate() {
        let progress = Progress::new("starting");
        progress.update("level 4", 500, 1000, String::new());
        let state = progress.state.lock().unwrap();
        assert!(state.line().starts_with("level 4: 50 %, 500 of 1 000, 0/s"));
    }

    #[test]
    fn work_without_a_measure_shows_the_time_it_takes() {
        let progress = Progress::new("searching");
        let line = progress.state.lock().unwrap().line();
        assert!(line.starts_with("searching: 0.0"), "{line}");
    }
}
