//! Progress on standard error: a bar on a terminal, otherwise a line from time to time.

use std::fmt;
use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use solveig_region::{Amount, EnumerationProgress, LevelStep};

use crate::figures::{duration, grouped, rounded};
use crate::messages::is_quiet;

/// Interval of lines where standard error is not a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Interval of redraws on a terminal.
const BETWEEN_DRAWINGS: Duration = Duration::from_millis(200);

/// Shows progress from its creation to its drop.
///
/// A thread shows it: the clock runs on even if the work reports nothing for a long time, and short
/// work shows nothing. Where standard error is not a terminal, `indicatif` computes the figures and
/// the thread prints them.
pub struct Progress {
    bar: ProgressBar,
    pace: Arc<Mutex<Pace>>,
    /// What is proved so far, shown before the remark.
    proved: Mutex<String>,
    /// The thread that shows the progress, and the channel whose closing ends it.
    showing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts to show `stage`, at first without a total.
    pub fn new(stage: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_prefix(stage.to_owned());
        let pace = Arc::new(Mutex::new(Pace::from(0)));
        bar.set_style(style(0, &pace));
        let (sender, receiver) = mpsc::channel();
        if is_quiet() {
            return Self {
                bar,
                pace,
                proved: Mutex::default(),
                showing: None,
            };
        }
        let (shown, pace_shown) = (bar.clone(), Arc::clone(&pace));
        let thread = thread::spawn(move || {
            let mut target = Some(ProgressDrawTarget::stderr()).filter(|to| !to.is_hidden());
            let period = match target {
                Some(_) => BETWEEN_DRAWINGS,
                None => BETWEEN_LINES,
            };
            while receiver.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                if let Some(target) = target.take() {
                    shown.set_draw_target(target);
                }
                match shown.is_hidden() {
                    // Errors are ignored: the work goes on without progress.
                    true => drop(writeln!(std::io::stderr(), "{}", line(&shown, &pace_shown))),
                    false => shown.tick(),
                }
            }
            shown.finish_and_clear();
        });
        Self {
            bar,
            pace,
            proved: Mutex::default(),
            showing: Some((sender, thread)),
        }
    }

    /// Shows `done` of `total` items of `stage`, and the remark `aside`. If the total is unknown
    /// (0), shows the time since the creation, also where stages alternate.
    pub fn update(&self, stage: &str, done: u64, total: u64, aside: String) {
        let bar = &self.bar;
        let aside = lock(&self.proved).clone() + &aside;
        if bar.length().unwrap_or(0) == total && bar.prefix() == stage {
            bar.set_position(done);
            return bar.set_message(aside);
        }
        bar.set_prefix(stage.to_owned());
        // Items done by an earlier process do not count for the rate.
        *lock(&self.pace) = Pace::from(done);
        bar.set_style(style(total, &self.pace));
        match total {
            0 => bar.unset_length(),
            _ => bar.set_length(total),
        }
        bar.set_position(done);
        bar.set_message(aside);
    }

    /// Shows from now on what is proved so far of the value.
    pub fn proved(&self, bounds: &str) {
        let proved = format!("; the value is {bounds}");
        self.bar.set_message(proved.clone());
        *lock(&self.proved) = proved;
    }

    /// Changes only the remark.
    pub fn remark(&self, aside: String) {
        self.bar.set_message(aside);
    }

    /// Shows the progress of an enumeration, whose items are `by`: positions, or diagram nodes.
    pub fn enumeration(&self, now: &EnumerationProgress, by: &str) {
        let doing = match now.step {
            LevelStep::Ending => "taking out won positions",
            LevelStep::Expanding => "expanding",
            LevelStep::Merging => "merging",
        };
        let Amount { done, total } = now.in_step;
        let aside = format!("; {} positions in all", grouped(now.counted));
        self.update(
            &format!("level {}, {doing} {by}", now.level),
            done,
            total.unwrap_or(0),
            aside,
        );
    }

    /// Shows the progress of a region's construction.
    pub fn region(&self, now: &solveig_region::BuildProgress) {
        let Amount { done, total } = now.in_level;
        let nodes = now.nodes as f64 / now.elapsed.as_secs_f64().max(1e-3);
        let (settled, nodes) = (grouped(now.settled), rounded(nodes));
        let aside = format!("; {settled} positions in all, {nodes} nodes/s");
        self.update(
            &format!("level {}", now.level),
            done,
            total.unwrap_or(0),
            aside,
        );
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.showing.take() {
            drop(sender);
            // A panic of the display thread is ignored.
            let _ = thread.join();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How fast a stage goes: on average since its beginning, so that the time left does not jump with
/// each item that takes long.
#[derive(Clone, Copy)]
struct Pace {
    begun: Instant,
    /// Items done before.
    before: u64,
}

impl Pace {
    fn from(before: u64) -> Self {
        Self {
            begun: Instant::now(),
            before,
        }
    }

    /// Items a second.
    fn rate(self, done: u64) -> f64 {
        let seconds = self.begun.elapsed().as_secs_f64();
        done.saturating_sub(self.before) as f64 / seconds.max(1e-3)
    }
}

/// The style of a stage with `total` items, 0 if unknown.
fn style(total: u64, pace: &Arc<Mutex<Pace>>) -> ProgressStyle {
    let template = match total {
        0 => "{spinner} {prefix} {figures}{msg}",
        _ => "{prefix} {bar:30} {figures}{msg}",
    };
    let pace = Arc::clone(pace);
    let style = ProgressStyle::with_template(template);
    style
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key(
            "figures",
            move |state: &ProgressState, to: &mut dyn fmt::Write| {
                let _ = to.write_str(&figures(state, &pace));
            },
        )
}

/// Share, counts, rate and time left; only the time spent if the total is unknown.
fn figures(state: &ProgressState, pace: &Mutex<Pace>) -> String {
    let Some(total) = state.len() else {
        return duration(state.elapsed().as_secs_f64());
    };
    let share = (100.0 * state.fraction()).floor();
    let done = state.pos();
    let rate = lock(pace).rate(done);
    let left = total.saturating_sub(done) as f64 / rate;
    let left = time_left(Duration::try_from_secs_f64(left).unwrap_or_default());
    let [done, total] = [done, total].map(grouped);
    format!("{share} %, {done} of {total}, {}/s{left}", rounded(rate))
}

/// The time left as the end of a line. Nothing if it is not known, or is longer than a year: then
/// work has stood still, since the process was suspended or one item takes long.
fn time_left(left: Duration) -> String {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    match left {
        Duration::ZERO => String::new(),
        left if left > YEAR => String::new(),
        left => format!(", {} left", duration(left.as_secs_f64())),
    }
}

fn line(bar: &ProgressBar, pace: &Mutex<Pace>) -> String {
    let mut now = String::new();
    bar.update(|state| now = figures(state, pace));
    format!("{}: {now}{}", bar.prefix(), bar.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_of_an_earlier_process_counts_for_the_share_but_not_for_the_rate() {
        let progress = Progress::new("starting");
        progress.update("level 4", 500, 1000, String::new());
        let line = line(&progress.bar, &progress.pace);
        let total = grouped(1000);
        assert_eq!(line, format!("level 4: 50 %, 500 of {total}, 0/s"));
    }

    #[test]
    fn what_has_a_rate_shows_the_time_left() {
        let progress = Progress::new("starting");
        progress.update("level 4", 0, 1_000, String::new());
        thread::sleep(Duration::from_millis(20));
        progress.update("level 4", 998, 1_000, "; and so on".to_owned());
        let line = line(&progress.bar, &progress.pace);
        assert!(
            line.starts_with(&format!("level 4: 99 %, 998 of {}, ", grouped(1000))),
            "{line}"
        );
        assert!(line.ends_with(" s left; and so on"), "{line}");
    }

    #[test]
    fn time_left_is_not_shown_where_work_stands_still() {
        assert_eq!(time_left(Duration::from_secs(90)), ", 1 min 30 s left");
        assert_eq!(time_left(Duration::from_secs(40_000_000)), "");
        assert_eq!(time_left(Duration::MAX), "");
        assert_eq!(time_left(Duration::ZERO), "");
    }

    #[test]
    fn work_without_a_measure_shows_the_time_since_its_start() {
        let progress = Progress::new("searching");
        thread::sleep(Duration::from_millis(60));
        progress.update("writing", 0, 0, String::new());
        let line = line(&progress.bar, &progress.pace);
        let time = line.strip_prefix("writing: ").unwrap();
        let seconds: f64 = time.strip_suffix(" s").unwrap().parse().unwrap();
        assert!(seconds >= 0.06, "{line}");
    }
}
