//! Workers that bring back wrong values.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solveig_campaign::check::check;
use solveig_campaign::driver::Outcome;
use solveig_campaign::job::{Job, Report};
use solveig_campaign::queue::local::{LocalQueue, LocalSupply};
use solveig_campaign::queue::{Lease, QueueError, Supply};
use solveig_game::Interval;

use crate::field::{Field, habits};

/// Takes jobs as others do, and turns every answer to the jobs whose numbers `every` divides to its opposite.
struct Liar {
    supply: LocalSupply,
    every: u64,
}

impl Supply for Liar {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let lease = self.supply.next(wait)?;
        let every = self.every;
        Ok(lease.map(|honest| Box::new(Lie { honest, every }) as Box<dyn Lease>))
    }
}

struct Lie {
    honest: Box<dyn Lease>,
    every: u64,
}

impl Lease for Lie {
    fn job(&self) -> &Job {
        self.honest.job()
    }

    fn finish(self: Box<Self>, report: &Report) -> Result<(), QueueError> {
        let mut report = report.clone();
        if report.job.is_multiple_of(self.every) {
            let items = self.honest.job().items.clone();
            for (answer, item) in report.answers.iter_mut().zip(items) {
                // The other side of the window, which decides it just as well. Values go from -16 to 16.
                (answer.lower, answer.upper) = match answer.lower >= item.beta {
                    true => (-16, item.alpha.max(-16)),
                    false => (item.beta.min(16), 16),
                };
            }
        }
        self.honest.finish(&report)
    }
}

#[test]
fn a_worker_that_is_caught_lying_loses_all_it_has_said_and_the_value_is_right() {
    for every in [1, 5] {
        let field = Field::small();
        let mut ledger = field.ledger();
        let queue = LocalQueue::new();
        let stop = Arc::new(AtomicBool::new(false));
        let liar = Liar {
            supply: queue.supply(),
            every,
        };
        let workers = [
            field.worker("liar", liar, &stop),
            field.worker("honest", queue.supply(), &stop),
        ];
        let outcome = field.drive(&mut ledger, &mut queue.dispatch(), habits(1.0), &stop);
        queue.close();
        for worker in workers {
            worker.join().unwrap().unwrap();
        }
        let value = Interval::exact(field.value());
        assert_eq!(outcome.unwrap(), Outcome::Proved(value));
        assert!(check(&field.game, &ledger).unwrap().holds());
        let summary = ledger.summary().unwrap();
        let trusted: Vec<(&str, bool)> = summary
            .workers
            .iter()
            .map(|worker| (worker.name.as_str(), worker.trusted))
            .collect();
        // A liar that never got a job to lie about has done no harm.
        let caught = trusted.contains(&("liar", false));
        assert!(trusted.contains(&("honest", true)));
        if every == 1 {
            assert!(caught && summary.jobs.void > 0, "{trusted:?}");
        }
        assert_eq!(caught, summary.audits.1 > 0);
    }
}
