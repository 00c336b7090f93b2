//! What every queue has to do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use solveig_campaign::job::{Item, Job, JobReport, PositionBounds, Task};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, Lease, Receipt, Supply};

/// How long a queue is to wait before it is asked again.
const WAIT: Duration = Duration::from_secs(5);

/// How long to look for what is not there.
const SHORT: Duration = Duration::from_millis(300);

pub fn job(number: u64) -> Job {
    Job {
        campaign: "c0ffee".to_owned(),
        number,
        game: "othello:4x4".to_owned(),
        task: Task::Solve { margin: 2 },
        items: vec![Item {
            key: u128::MAX - u128::from(number),
            alpha: -1,
            beta: 1,
            estimate: -3,
        }],
    }
}

pub fn report(job: &Job) -> JobReport {
    JobReport {
        campaign: job.campaign.clone(),
        job: job.number,
        worker: "one".to_owned(),
        version: "1".to_owned(),
        seconds: 0.25,
        waited: 0.125,
        answers: job
            .items
            .iter()
            .map(|item| PositionBounds {
                key: item.key,
                lower: -16,
                upper: -2,
                nodes: 3,
                move_index: None,
            })
            .collect(),
        failure: None,
    }
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
    let mut found = Vec::new();
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
    assert_eq!(dispatch.unfinished().unwrap(), 0);

    // What is published comes to one worker, as it was.
    dispatch.publish(&[job(1)]).unwrap();
    assert_eq!(dispatch.unfinished().unwrap(), 1);
    let lease = next(supply);
    assert_eq!(*lease.job(), job(1));
    assert!(other.next(SHORT).unwrap().is_none());
    assert_eq!(dispatch.unfinished().unwrap(), 1);

    // A lease that is dropped gives the job back.
    drop(lease);
    let again = next(other);
    assert_eq!(*again.job(), job(1));
    drop(again);

    // A job that was finished is not handed out again, and its report comes as it was.
    let handed_in = one_round_trip(dispatch, supply);
    assert_eq!(handed_in.job, 1);
    assert!(supply.next(SHORT).unwrap().is_none());
    assert_eq!(dispatch.unfinished().unwrap(), 0);
    // A report that was acknowledged does not come again.
    assert!(dispatch.reports(10, SHORT).unwrap().is_empty());

    // Publishing twice is allowed: the report may come twice, which is for the ledger to see, or
    // once.
    dispatch.publish(&[job(2)]).unwrap();
    dispatch.publish(&[job(2)]).unwrap();
    assert_eq!(one_round_trip(dispatch, supply).job, 2);
    let lease = next(other);
    assert_eq!(*lease.job(), job(2));
    let worker = std::thread::spawn(move || lease.finish(&report(&job(2))));
    while !worker.is_finished() {
        for receipt in dispatch.reports(1, SHORT).unwrap() {
            receipt.acknowledge().unwrap();
        }
    }
    worker.join().unwrap().unwrap();

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
    assert_eq!(dispatch.unfinished().unwrap(), 0);
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
