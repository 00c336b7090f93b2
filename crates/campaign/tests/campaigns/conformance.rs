//! What every queue has to do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use solveig_campaign::job::{Job, JobOutcome, JobReport};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, DriverMessage, Lease, Receipt, Supply};

use crate::samples::{self, job, reported};

/// How long a queue is to wait before it is asked again.
const WAIT: Duration = Duration::from_secs(5);

/// The deliveries after which a queue under test gives a job up.
pub const FAILURES: u32 = 3;

/// How long to look for what is not there.
const SHORT: Duration = Duration::from_millis(300);

/// A report of a job about one position.
pub fn report(job: &Job) -> JobReport {
    samples::report(job, &[(-16, -2)])
}

/// The jobs that wait, which are given back.
fn waiting(supply: &mut dyn Supply) -> Vec<u64> {
    let leases = std::iter::from_fn(|| supply.next(SHORT).unwrap());
    let leases: Vec<_> = leases.collect();
    let mut jobs: Vec<u64> = leases.iter().map(|lease| lease.job().number).collect();
    jobs.sort_unstable();
    jobs
}

/// Waits for a job.
fn next(supply: &mut dyn Supply) -> Box<dyn Lease> {
    loop {
        if let Some(lease) = supply.next(WAIT).unwrap() {
            return lease;
        }
    }
}

/// Waits for so many reports.
fn reports(dispatch: &mut dyn Dispatch, count: usize) -> Vec<Box<dyn Receipt>> {
    let mut found: Vec<Box<dyn Receipt>> = Vec::new();
    while found.len() < count {
        found.extend(dispatch.reports(count - found.len(), SHORT).unwrap());
    }
    found
}

/// Takes a job, hands in its report from another thread, and acknowledges it.
fn one_round_trip(dispatch: &mut dyn Dispatch, supply: &mut dyn Supply) -> JobReport {
    let lease = next(supply);
    let report = report(lease.job());
    let sent = report.clone();
    let worker = std::thread::spawn(move || lease.finish(&sent));
    for receipt in reports(dispatch, 1) {
        assert_eq!(*reported(&*receipt), report);
        receipt.acknowledge().unwrap();
    }
    worker.join().unwrap().unwrap();
    report
}

/// The laws of a queue, for one that holds nothing yet.
pub fn obeys_the_laws(
    dispatch: &mut dyn Dispatch,
    supply: &mut dyn Supply,
    other: &mut dyn Supply,
) {
    // There is nothing.
    assert!(supply.next(SHORT).unwrap().is_none());
    assert!(dispatch.reports(10, SHORT).unwrap().is_empty());

    // What is published comes to one worker, as it was.
    dispatch.publish(&[job(1)]).unwrap();
    let lease = next(supply);
    assert_eq!(*lease.job(), job(1));
    assert!(other.next(SHORT).unwrap().is_none());

    // A lease that is dropped gives the job back.
    drop(lease);
    let again = next(other);
    assert_eq!(*again.job(), job(1));
    drop(again);

    // A job that was finished is not handed out again, and its report comes as it was.
    let handed_in = one_round_trip(dispatch, supply);
    assert_eq!(handed_in.job, 1);
    assert!(supply.next(SHORT).unwrap().is_none());
    // A report that was acknowledged does not come again.
    assert!(dispatch.reports(10, SHORT).unwrap().is_empty());

    // What the queue has is not there twice, though it is published again, while it waits and while
    // a worker has it.
    dispatch.publish(&[job(2)]).unwrap();
    dispatch.publish(&[job(2), job(3)]).unwrap();
    assert_eq!(waiting(supply), [2, 3]);
    let lease = next(other);
    let held = lease.job().number;
    dispatch.publish(&[job(held)]).unwrap();
    assert_eq!(one_round_trip(dispatch, supply).job, 5 - held);
    assert!(supply.next(SHORT).unwrap().is_none());
    let worker = std::thread::spawn(move || lease.finish(&report(&job(held))));
    for receipt in reports(dispatch, 1) {
        receipt.acknowledge().unwrap();
    }
    worker.join().unwrap().unwrap();
    // Once it was finished, it can be handed out again.
    dispatch.publish(&[job(held)]).unwrap();
    assert_eq!(one_round_trip(dispatch, supply).job, held);

    // Other campaigns have jobs of their own.
    let foreign = Job {
        campaign: "beef".to_owned(),
        ..job(5)
    };
    dispatch.publish(std::slice::from_ref(&foreign)).unwrap();
    dispatch.publish(&[job(5)]).unwrap();
    assert_eq!(waiting(supply), [5, 5]);
    for _ in 0..2 {
        assert_eq!(one_round_trip(dispatch, supply).job, 5);
    }

    // A job at which workers fail comes back, until it is given up; then it can be published again.
    dispatch.publish(&[job(6)]).unwrap();
    let mut failures = 0;
    let given_up = loop {
        let lease = supply.next(SHORT).unwrap();
        let worker = lease.map(|lease| {
            let failed = JobReport {
                outcome: JobOutcome::Failure("no memory".to_owned()),
                ..report(lease.job())
            };
            std::thread::spawn(move || lease.finish(&failed))
        });
        let found = match &worker {
            Some(_) => reports(dispatch, 1),
            None => dispatch.reports(1, SHORT).unwrap(),
        };
        let mut is_over = false;
        for receipt in found {
            match receipt.message() {
                DriverMessage::Report(report) => {
                    assert_eq!(report.job, 6);
                    assert!(report.failure().is_some());
                }
                DriverMessage::DeadLetter(letter) => {
                    assert_eq!((letter.job, letter.deliveries), (6, FAILURES.into()));
                    is_over = true;
                }
            }
            receipt.acknowledge().unwrap();
        }
        failures += u32::from(worker.is_some());
        worker
            .map_or(Ok(()), |worker| worker.join().unwrap())
            .unwrap();
        if is_over {
            break failures;
        }
    };
    assert_eq!(given_up, FAILURES);
    assert!(supply.next(SHORT).unwrap().is_none());
    dispatch.publish(&[job(6)]).unwrap();
    assert_eq!(one_round_trip(dispatch, supply).job, 6);

    // The jobs of a campaign can be dropped, and others stay.
    dispatch.publish(&[job(7), job(8), foreign]).unwrap();
    dispatch.clear(&job(7).campaign).unwrap();
    assert_eq!(waiting(supply), [5]);
    assert_eq!(one_round_trip(dispatch, supply).job, 5);

    // Every job of many comes to some worker.
    for number in 10..30 {
        dispatch.publish(&[job(number)]).unwrap();
    }
    let mut done: Vec<u64> = (10..30)
        .map(|number| match number % 2 {
            0 => one_round_trip(dispatch, supply).job,
            _ => one_round_trip(dispatch, other).job,
        })
        .collect();
    done.sort_unstable();
    assert_eq!(done, (10..30).collect::<Vec<u64>>());
    assert!(supply.next(SHORT).unwrap().is_none());
}

#[test]
fn the_queue_of_one_process_obeys_the_laws() {
    let queue = LocalQueue::new(2, FAILURES);
    let (mut one, mut other) = (queue.clone(), queue.clone());
    obeys_the_laws(&mut queue.clone(), &mut one, &mut other);
}

#[test]
fn in_one_process_a_worker_is_told_when_the_ledger_has_its_report_and_no_sooner() {
    let queue = LocalQueue::default();
    let mut dispatch = queue.clone();
    dispatch.publish(&[job(1)]).unwrap();
    let lease = next(&mut queue.clone());
    let acknowledged = Arc::new(AtomicBool::new(false));
    let worker = std::thread::spawn({
        let acknowledged = Arc::clone(&acknowledged);
        move || {
            lease.finish(&report(&job(1))).unwrap();
            acknowledged.load(Ordering::SeqCst)
        }
    });
    // A receipt that is dropped, as by a driver that cannot write its ledger, leaves the report to
    // come again.
    drop(reports(&mut dispatch, 1));
    let receipt = reports(&mut dispatch, 1).remove(0);
    // Time for a worker that does not wait.
    std::thread::sleep(SHORT);
    acknowledged.store(true, Ordering::SeqCst);
    receipt.acknowledge().unwrap();
    assert!(worker.join().unwrap());
}

#[test]
fn a_worker_that_waits_for_a_queue_that_is_closed_is_told_so() {
    let queue = LocalQueue::default();
    let mut supply = queue.clone();
    let worker = std::thread::spawn(move || {
        loop {
            if let Err(error) = supply.next(WAIT) {
                return error;
            }
        }
    });
    queue.close();
    let error = worker.join().unwrap();
    assert!(error.to_string().contains("the driver has finished"));
}
