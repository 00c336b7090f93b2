//! Workers that bring back wrong values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use solveig_campaign::check::{Options, check};
use solveig_campaign::driver::RunOutcome;
use solveig_campaign::job::{Job, JobReport, Task};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Lease, QueueError, Supply};
use solveig_game::Interval;

use crate::field::{Field, habits};

/// Takes jobs as others do, and turns every answer to the jobs of solving whose numbers `every`
/// divides to its opposite.
pub struct Liar {
    supply: LocalQueue,
    every: u64,
    lied: Arc<AtomicBool>,
}

impl Liar {
    pub fn new(supply: LocalQueue, every: u64) -> Self {
        let lied = Arc::default();
        Self {
            supply,
            every,
            lied,
        }
    }
}

impl Supply for Liar {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let lease = self.supply.next(wait)?;
        let (every, lied) = (self.every, Arc::clone(&self.lied));
        Ok(lease.map(|honest| {
            let lie = Lie {
                honest,
                every,
                lied,
            };
            Box::new(lie) as Box<dyn Lease>
        }))
    }
}

struct Lie {
    honest: Box<dyn Lease>,
    every: u64,
    lied: Arc<AtomicBool>,
}

impl Lease for Lie {
    fn job(&self) -> &Job {
        self.honest.job()
    }

    fn finish(self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        let mut report = report.clone();
        let job = self.honest.job().clone();
        let lies = matches!(job.task, Task::Solve { .. }) && job.number.is_multiple_of(self.every);
        if lies {
            for (answer, item) in report.answers.iter_mut().zip(job.items) {
                // The other side of the window, which decides it just as well. Values go from -16
                // to 16.
                (answer.lower, answer.upper) = match answer.lower >= item.beta {
                    true => (-16, item.alpha.max(-16)),
                    false => (item.beta.min(16), 16),
                };
            }
        }
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
    for every in [1, 5] {
        let field = Field::small();
        let mut ledger = field.ledger();
        let queue = LocalQueue::new();
        let stop = Arc::new(AtomicBool::new(false));
        let lied = Arc::new(AtomicBool::new(false));
        let liar = Liar {
            supply: queue.clone(),
            every,
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
