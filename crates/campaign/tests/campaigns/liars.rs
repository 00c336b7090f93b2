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

/// The lower bounds that a liar has reported of each position.
type Said = Arc<Mutex<HashMap<u128, i32>>>;

/// Takes jobs as others do, and lies in every answer to the jobs of solving whose numbers `every`
/// divides.
pub struct Liar {
    supply: LocalQueue,
    habit: Habit,
    every: u64,
    said: Said,
    lied: Arc<AtomicBool>,
}

impl Liar {
    pub fn new(supply: LocalQueue, habit: Habit, every: u64) -> Self {
        let lied = Arc::default();
        Self {
            supply,
            habit,
            every,
            said: Arc::default(),
            lied,
        }
    }
}

impl Supply for Liar {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let lease = self.supply.next(wait)?;
        let (habit, every) = (self.habit, self.every);
        let (said, lied) = (Arc::clone(&self.said), Arc::clone(&self.lied));
        Ok(lease.map(|honest| {
            let lie = Lie {
                honest,
                habit,
                every,
                said,
                lied,
            };
            Box::new(lie) as Box<dyn Lease>
        }))
    }
}

struct Lie {
    honest: Box<dyn Lease>,
    habit: Habit,
    every: u64,
    said: Said,
    lied: Arc<AtomicBool>,
}

impl Lease for Lie {
    fn job(&self) -> &Job {
        self.honest.job()
    }

    fn finish(self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        let honest = report.answers.clone();
        let mut report = report.clone();
        let job = self.honest.job().clone();
        if matches!(job.task, Task::Solve { .. }) && job.number.is_multiple_of(self.every) {
            for (answer, item) in report.answers.iter_mut().zip(job.items) {
                let before = self.said.lock().unwrap().insert(answer.key, answer.lower);
                let (above, below) = (answer.lower >= item.beta, answer.upper <= item.alpha);
                if self.habit == Habit::Opposite {
                    answer.nodes = u64::MAX;
                }
                (answer.lower, answer.upper) = match (self.habit, above) {
                    (Habit::Opposite, true) => (-16, item.alpha.max(-16)),
                    (Habit::Opposite, false) => (item.beta.min(16), 16),
                    (Habit::Overstated, true) => (16, 16),
                    (Habit::Overstated, false) if below => (-16, -16),
                    (Habit::Fickle, _) if before.is_some_and(|lower| lower > -16) => (-16, -16),
                    (Habit::Overstated | Habit::Fickle, _) => (answer.lower, answer.upper),
                };
            }
        }
        let lies = report
            .answers
            .iter()
            .zip(honest)
            .any(|(one, other)| *one != other);
        let told = self.honest.finish(&report);
        if lies && told.is_ok() {
            self.lied.store(true, Ordering::Relaxed);
        }
        told
    }
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
        let stop = Arc::new(AtomicBool::new(false));
        let lied = Arc::new(AtomicBool::new(false));
        let liar = Liar {
            supply: queue.clone(),
            habit,
            every,
            said: Arc::default(),
            lied: Arc::clone(&lied),
        };
        let honest = Patient {
            supply: queue.clone(),
            lied: Arc::clone(&lied),
        };
        let workers = [
            field.worker("liar", liar, &stop),
            field.worker("honest", honest, &stop),
        ];
        let outcome = field.drive(&mut ledger, &mut queue.clone(), habits(1.0), &stop);
        queue.close();
        for worker in workers {
            worker.join().unwrap().unwrap();
        }
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
    let stop = Arc::new(AtomicBool::new(false));
    let liar = Liar::new(queue.clone(), Habit::Fickle, 1);
    let honest = Patient {
        supply: queue.clone(),
        lied: Arc::clone(&liar.lied),
    };
    let workers = [
        field.worker("liar", liar, &stop),
        field.worker("honest", honest, &stop),
    ];
    let outcome = field.drive(&mut ledger, &mut queue.clone(), habits(0.0), &stop);
    queue.close();
    for worker in workers {
        worker.join().unwrap().unwrap();
    }
    let value = Interval::exact(field.value());
    assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
    let told = ledger.summary().unwrap().distrusted;
    assert!(told.len() == 1 && told[0].identity == "liar", "{told:?}");
}
