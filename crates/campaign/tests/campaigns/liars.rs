//! Workers that bring back wrong values.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use solveig_campaign::check::{Options, check};
use solveig_campaign::driver::RunOutcome;
use solveig_campaign::job::{Job, JobReport, Task};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Lease, QueueError, Supply};
use solveig_game::Interval;

use crate::field::{Field, habits};
use crate::samples::Altered;

/// How a liar lies. Values go from -16 to 16.
#[derive(Clone, Copy, PartialEq)]
pub enum Habit {
    /// The other side of the window, which decides it just as well.
    Opposite,
    /// The right side of the window, and the greatest value of that side.
    Overstated,
    /// The truth, and something else when the position comes again.
    Fickle,
}

/// Takes jobs as others do, and lies in every answer to the jobs of solving whose numbers `every`
/// divides; and whether it has done so.
pub fn liar(
    supply: LocalQueue,
    habit: Habit,
    every: u64,
) -> (impl Supply + Clone, Arc<AtomicBool>) {
    let lied = Arc::new(AtomicBool::new(false));
    // The lower bounds that it has reported of each position.
    let said: Arc<Mutex<HashMap<u128, i32>>> = Arc::default();
    let told = Arc::clone(&lied);
    let alter = move |job: &Job, report: &mut JobReport| {
        if !matches!(job.task, Task::Solve { .. }) || !job.number.is_multiple_of(every) {
            return;
        }
        for (answer, item) in report.answers.iter_mut().zip(&job.items) {
            let honest = *answer;
            let before = said.lock().unwrap().insert(answer.key, answer.lower);
            let (above, below) = (answer.lower >= item.beta, answer.upper <= item.alpha);
            if habit == Habit::Opposite {
                answer.nodes = u64::MAX;
            }
            (answer.lower, answer.upper) = match (habit, above) {
                (Habit::Opposite, true) => (-16, item.alpha.max(-16)),
                (Habit::Opposite, false) => (item.beta.min(16), 16),
                (Habit::Overstated, true) => (16, 16),
                (Habit::Overstated, false) if below => (-16, -16),
                (Habit::Fickle, _) if before.is_some_and(|lower| lower > -16) => (-16, -16),
                (Habit::Overstated | Habit::Fickle, _) => (answer.lower, answer.upper),
            };
            if *answer != honest {
                told.store(true, Ordering::Relaxed);
            }
        }
    };
    (Altered { supply, alter }, lied)
}

/// Takes no job before the other has lied.
struct Patient {
    supply: LocalQueue,
    lied: Arc<AtomicBool>,
}

impl Supply for Patient {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        if self.lied.load(Ordering::Relaxed) {
            return self.supply.next(wait);
        }
        std::thread::sleep(Duration::from_millis(1));
        Ok(None)
    }
}

#[test]
fn a_worker_that_is_caught_lying_loses_all_it_has_said_and_the_value_is_right() {
    for (habit, every) in [
        (Habit::Opposite, 1),
        (Habit::Opposite, 5),
        (Habit::Overstated, 1),
    ] {
        let field = Field::small();
        let mut ledger = field.ledger();
        let queue = LocalQueue::new();
        let (liar, lied) = liar(queue.clone(), habit, every);
        let honest = Patient {
            supply: queue.clone(),
            lied: Arc::clone(&lied),
        };
        let outcome = field.campaign(&mut ledger, &queue, habits(1.0), |start| {
            start("liar", Box::new(liar));
            start("honest", Box::new(honest));
        });
        let value = Interval::exact(field.value());
        assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
        assert!(check(&ledger, &Options::default()).unwrap().holds());
        let summary = ledger.summary().unwrap();
        let trusted: Vec<(&str, bool)> = summary
            .workers
            .iter()
            .map(|worker| (worker.name.as_str(), worker.trusted))
            .collect();
        assert!(lied.load(Ordering::Relaxed));
        assert!(trusted.contains(&("honest", true)), "{trusted:?}");
        assert!(trusted.contains(&("liar", false)), "{trusted:?}");
        assert!(summary.jobs.void > 0 && summary.audits.1 > 0);
    }
}

#[test]
fn a_worker_that_contradicts_itself_is_found_by_that_alone_and_the_campaign_goes_on() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let queue = LocalQueue::new();
    let (liar, lied) = liar(queue.clone(), Habit::Fickle, 1);
    let honest = Patient {
        supply: queue.clone(),
        lied,
    };
    let outcome = field.campaign(&mut ledger, &queue, habits(0.0), |start| {
        start("liar", Box::new(liar));
        start("honest", Box::new(honest));
    });
    let value = Interval::exact(field.value());
    assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
    let told = ledger.summary().unwrap().distrusted;
    assert!(told.len() == 1 && told[0].identity == "liar", "{told:?}");
}
