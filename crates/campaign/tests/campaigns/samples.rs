//! Jobs and reports that several tests need, and workers that report what they did not find.

use std::time::Duration;

use solveig_campaign::agenda::Agenda;
use solveig_campaign::job::{Item, Job, JobOutcome, JobReport, PositionBounds, Task};
use solveig_campaign::ledger::{Batch, Ledger};
use solveig_campaign::queue::{DriverMessage, Lease, QueueError, Receipt, Supply};

/// A position with a window around 0, of this half width.
pub const fn item(key: u128, half: i32) -> Item {
    Item {
        key,
        alpha: -half,
        beta: half,
        estimate: 0,
    }
}

/// The positions of a job, with one window.
pub fn batch(keys: &[u128]) -> Batch {
    Batch {
        items: keys.iter().map(|key| item(*key, 1)).collect(),
        seconds: 1.0,
    }
}

/// A job about one position of 4x4 Othello, whose value is to be found.
pub fn job_about(number: u64, key: u128) -> Job {
    Job {
        campaign: "c0ffee".to_owned(),
        number,
        game: "othello:4x4".to_owned(),
        task: Task::Solve { margin: 0 },
        items: vec![item(key, 17)],
    }
}

/// A job about what is no position.
pub fn job(number: u64) -> Job {
    job_about(number, u128::MAX - u128::from(number))
}

/// A report of these bounds, of each position in turn.
pub fn report(job: &Job, bounds: &[(i32, i32)]) -> JobReport {
    let answer = |(item, &(lower, upper)): (&Item, &(i32, i32))| PositionBounds {
        item: *item,
        lower,
        upper,
        nodes: 5,
        move_index: None,
    };
    JobReport {
        campaign: job.campaign.clone(),
        job: job.number,
        task: job.task,
        worker: "one".to_owned(),
        version: "1".to_owned(),
        seconds: 0.5,
        waited: 0.25,
        outcome: JobOutcome::Answers(job.items.iter().zip(bounds).map(answer).collect()),
    }
}

/// The answers of a report that has some.
pub fn answers_of(report: &mut JobReport) -> &mut Vec<PositionBounds> {
    match &mut report.outcome {
        JobOutcome::Answers(answers) => answers,
        JobOutcome::Failure(reason) => panic!("{reason}"),
    }
}

/// Begins a round of these batches; its jobs.
pub fn begin(ledger: &mut Ledger, batches: &[Batch]) -> Vec<Job> {
    let first = ledger.begin_round(0, &Agenda::new(), 0, batches).unwrap();
    let job = |(number, batch): (u64, &Batch)| Job {
        campaign: ledger.id().to_owned(),
        number,
        game: ledger.plan().game.clone(),
        task: Task::Solve { margin: 4 },
        items: batch.items.clone(),
    };
    (first..).zip(batches).map(job).collect()
}

/// What a worker reports.
pub fn reported(receipt: &dyn Receipt) -> &JobReport {
    match receipt.message() {
        DriverMessage::Report(report) => report,
        DriverMessage::DeadLetter(letter) => panic!("{letter:?}"),
    }
}

/// Takes jobs as others do, and changes what is reported.
#[derive(Clone)]
pub struct Altered<S, F> {
    pub supply: S,
    pub alter: F,
}

impl<S: Supply, F: FnMut(&Job, &mut JobReport) + Clone + Send + 'static> Supply for Altered<S, F> {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let lease = self.supply.next(wait)?;
        Ok(lease.map(|honest| {
            let alter = self.alter.clone();
            Box::new(AlteredLease { honest, alter }) as Box<dyn Lease>
        }))
    }
}

struct AlteredLease<F> {
    honest: Box<dyn Lease>,
    alter: F,
}

impl<F: FnMut(&Job, &mut JobReport) + Send> Lease for AlteredLease<F> {
    fn job(&self) -> &Job {
        self.honest.job()
    }

    fn finish(mut self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        let mut report = report.clone();
        (self.alter)(self.honest.job(), &mut report);
        self.honest.finish(&report)
    }
}
