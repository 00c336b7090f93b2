//! What every queue has to do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use solveig_campaign::job::{Job, JobReport};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, Lease, Receipt, Supply};

use crate::samples::{self, job};

/// How long a queue is to wait before it is asked again.
const WAIT: Duration = Duration::from_secs(5);

/// How long to look for what is not there.
const SHORT: Duration = Duration::from_millis(300);

/// A report of a job about one position.
pub fn report(job: &Job) -> JobReport {
    samples::report(job, &[(-16, -2)])
}

/// The jobs that a queue has.
fn left(dispatch: &mut dyn Dispatch) -> Vec<u64> {
    let left = dispatch.unfinished(&job(0).campaign).unwrap();
    let mut left: Vec<u64> = left.into_iter().collect();
    left.sort_unstable();
    left
}

/// Waits for a job.
fn next(supply: &mut dyn Supply) -> Box<dyn Lease> {
    loop {
        if let Some(lease) = supply.next(WAIT).unwrap() {
            return lease;
        }
    }
}

/// Waits for so many reports of jobs that have ended.
fn reports(dispatch: &mut dyn Dispatch, count: usize) -> Vec<Box<dyn Receipt>> {
    let mut found: Vec<Box<dyn Receipt>> = Vec::new();
    while found.len() < count {
        for receipt in dispatch.reports(count - found.len(), SHORT).unwrap() {
            match receipt.report().begun {
                true => receipt.acknowledge().unwrap(),
                false => found.push(receipt),
            }
        }
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
        assert_eq!(*receipt.report(), report);
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
    assert_eq!(left(dispatch), [0_u64; 0]);

    // What is published comes to one worker, as it was.
    dispatch.publish(&[job(1)]).unwrap();
    assert_eq!(left(dispatch), [1]);
    let lease = next(supply);
    assert_eq!(*lease.job(), job(1));
    assert!(other.next(SHORT).unwrap().is_none());
    assert_eq!(left(dispatch), [1]);

    // A lease that is dropped gives the job back.
    drop(lease);
    let again = next(other);
    assert_eq!(*again.job(), job(1));
    drop(again);

    // A job that was finished is not handed out again, and its report comes as it was.
    let handed_in = one_round_trip(dispatch, supply);
    assert_eq!(handed_in.job, 1);
    assert!(supply.next(SHORT).unwrap().is_none());
    assert_eq!(left(dispatch), [0_u64; 0]);
    // A report that was acknowledged does not come again.
    assert!(dispatch.reports(10, SHORT).unwrap().is_empty());

    // What the queue has is not there twice, though it is published again, while it waits and while
    // a worker has it.
    dispatch.publish(&[job(2)]).unwrap();
    dispatch.publish(&[job(2), job(3)]).unwrap();
    assert_eq!(left(dispatch), [2, 3]);
    let lease = next(other);
    assert_eq!(*lease.job(), job(2));
    dispatch.publish(&[job(2)]).unwrap();
    assert_eq!(one_round_trip(dispatch, supply).job, 3);
    assert!(supply.next(SHORT).unwrap().is_none());
    let worker = std::thread::spawn(move || lease.finish(&report(&job(2))));
    for receipt in reports(dispatch, 1) {
        receipt.acknowledge().unwrap();
    }
    worker.join().unwrap().unwrap();
    // Once it was finished, it can be handed out again.
    dispatch.publish(&[job(2)]).unwrap();
    assert_eq!(one_round_trip(dispatch, supply).job, 2);

    // What is withdrawn comes to no worker; other campaigns have jobs of their own.
    let foreign = Job {
        campaign: "beef".to_owned(),
        ..job(4)
    };
    dispatch.publish(std::slice::from_ref(&foreign)).unwrap();
    dispatch.publish(&[job(4), job(5)]).unwrap();
    dispatch.withdraw(&foreign.campaign, 4).unwrap();
    assert_eq!(left(dispatch), [4, 5]);
    dispatch.withdraw(&job(4).campaign, 4).unwrap();
    assert_eq!(left(dispatch), [5]);
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
    assert_eq!(left(dispatch), [0_u64; 0]);
}

#[test]
fn the_queue_of_one_process_obeys_the_laws() {
    let queue = LocalQueue::new();
    let (mut one, mut other) = (queue.clone(), queue.clone());
    obeys_the_laws(&mut queue.clone(), &mut one, &mut other);
}

#[test]
fn in_one_process_a_worker_is_told_when_the_ledger_has_its_report_and_no_sooner() {
    let queue = LocalQueue::new();
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
    let queue = LocalQueue::new();
    let mut supply = queue.clone();
    let worker = std::thread::spawn(move || {
        loop {
            if let Err(told) = supply.next(WAIT) {
                return told;
            }
        }
    });
    queue.close();
    let told = worker.join().unwrap();
    assert!(told.to_string().contains("the driver has finished"));
}
